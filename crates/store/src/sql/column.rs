//! Texts in columns.
//!
//! PostgreSQL's texts cannot contain character 0, which a drive's name may: in both databases it is escaped as two
//! other characters. Records are JSON, which has its own escape.

/// Begins an escape: a noncharacter by definition, so that hardly any text contains it.
///
/// Source: Unicode 15, 23.7, noncharacters.
const ESCAPE: char = '\u{ffff}';

/// Converts a text to its form in a column.
pub(crate) fn write(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\0' => written.extend([ESCAPE, '0']),
            ESCAPE => written.extend([ESCAPE, '1']),
            other => written.push(other),
        }
    }
    written
}

/// Converts the contents of a column to the text.
pub(crate) fn read(column: &str) -> String {
    let mut text = String::with_capacity(column.len());
    let mut letters = column.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            ESCAPE if letters.next() == Some('0') => '\0',
            other => other,
        });
    }
    text
}

/// The most letters of a name in lists and fleets: anybody who may add a run can make its names as long as a book,
/// and all pages would show them. Names of drives have at most 40 (NVMe's model number). Arbitrary beyond that.
const NAME_LETTERS_MAX: usize = 200;

/// A name in a column, such as a model's, cut to the limit.
pub(crate) fn read_name(column: &str) -> String {
    let name = read(column);
    match name.char_indices().nth(NAME_LETTERS_MAX) {
        Some((end, _)) => format!("{}..", &name[..end]),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_as_long_as_a_book_is_cut() {
        assert_eq!(read_name("SD 64 GB"), "SD 64 GB");
        let name = read_name(&write(&"é".repeat(1_000_000)));
        assert_eq!(name, "é".repeat(NAME_LETTERS_MAX) + "..");
        assert_eq!(read_name(&"x".repeat(NAME_LETTERS_MAX)).len(), NAME_LETTERS_MAX);
    }

    #[test]
    fn every_text_comes_back_and_none_has_a_character_0() {
        for text in
            ["", "SD 64 GB", "a\0b", "\0", "\u{ffff}0", "\u{ffff}\0\u{ffff}", "0\u{ffff}1"]
        {
            let column = write(text);
            assert!(!column.contains('\0'), "{text:?}");
            assert_eq!(read(&column), text);
        }
        assert_eq!(write("SD 64 GB"), "SD 64 GB");
    }
}
