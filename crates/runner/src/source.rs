//! The text of a custom file, and errors that point into it. Depends on no methods.

use std::fmt;
use std::ops::Range;

use iogram_model::{Sentence, Text, sentence};

/// Byte range of the text: from the first up to but not including the last.
pub(crate) type Span = Range<usize>;

/// A text and its name in errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceText {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The place of an error in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file name that the caller gave.
    pub name: String,
    /// The line of the method file, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The whole line, as it is in the file.
    pub excerpt: String,
    /// Number of wrong characters, from `column` on. At least 1.
    pub width: usize,
}

impl SourcePlace {
    /// The place of `span`, in bytes, in a text whose name in errors is `name`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: &str, span: &Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or("");
        let end = span.end.clamp(start, line_start + line.len());
        let end = text.floor_char_boundary(end).max(start);
        Self {
            name: name.into(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            // A tab would shift the marker below it.
            excerpt: line.replace('\t', " "),
            width: text[start..end].chars().count().max(1),
        }
    }
}

impl fmt::Display for SourcePlace {
    /// The line with a marker below the place: four lines, without a line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, line, column, excerpt, width } = self;
        let gutter = line.to_string().len();
        writeln!(f, "{:gutter$}--> {name}:{line}:{column}", "")?;
        writeln!(f, "{:gutter$} |", "")?;
        writeln!(f, "{line} | {excerpt}")?;
        write!(f, "{:gutter$} | {:indent$}{:^<width$}", "", "", "", indent = column - 1)
    }
}

/// The reason why a text is not a valid method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MethodError {
    /// A lowercase fragment that names the problem and the key.
    pub message: Sentence,
    /// The expected value; empty if none is known.
    pub hint: Sentence,
    /// The place; `None` if the error has no single place.
    pub place: Option<SourcePlace>,
}

impl SourceText {
    /// An error that points at `span`.
    pub(crate) fn error(
        &self,
        span: &Span,
        message: impl Into<Sentence>,
        hint: impl Into<Sentence>,
    ) -> MethodError {
        MethodError {
            message: message.into(),
            hint: hint.into(),
            place: Some(SourcePlace::new(&self.name, &self.text, span)),
        }
    }
}

/// The candidate that `word` is most probably a misspelling of; `None` if none is close.
pub fn find_nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // Arbitrary: one wrong character in three is a misspelling, more is a different word.
    let distance_max = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(word, candidate), candidate))
        .filter(|&(distance, _)| distance <= distance_max)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean "x"? ` if a candidate is close, then the `what` with all candidates.
pub(crate) fn suggest<'a>(
    word: &str,
    what: Text,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Sentence {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let all = match candidates.as_slice() {
        [] => sentence!("runner-none", what: what),
        names => sentence!("runner-what-names", what: what, names = names.join(", ")),
    };
    match find_nearest(word, candidates.iter().copied()) {
        Some(near) => sentence!("runner-mean-near-all", near, all: all),
        None => all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_from_one() {
        let source =
            SourceText { name: "a.toml".to_owned(), text: "x = 1\né = \"4k\"\n".to_owned() };
        let error = source.error(&(11..15), Text::NONE, Text::NONE);
        let expected = " --> a.toml:2:5\n  |\n2 | é = \"4k\"\n  |     ^^^^";
        assert_eq!(error.place.unwrap().to_string(), expected);
    }

    #[test]
    fn a_place_beyond_the_end_is_the_end() {
        let source = SourceText { name: "a.toml".to_owned(), text: "x = 1".to_owned() };
        let place = source.error(&(5..9), Text::NONE, Text::NONE).place.unwrap();
        assert_eq!((place.line, place.column, place.width), (1, 6, 1));
    }

    #[test]
    fn the_nearest_word_is_one_that_could_have_been_meant() {
        let words = ["block", "depth", "jobs"];
        assert_eq!(find_nearest("blokc", words), Some("block"));
        assert_eq!(find_nearest("blok", words), Some("block"));
        assert_eq!(find_nearest("dept", words), Some("depth"));
        assert_eq!(find_nearest("zebra", words), None);
    }
}
