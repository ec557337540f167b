//! Makes text from outside - from drives, records, logs, file names - safe to show.
//!
//! Knows which characters act instead of being visible. Must not know where a text is shown: escaping for markup, a
//! spreadsheet or a shell is the task of the code that writes them.
//!
//! Sources: ECMA-48 (control functions), Unicode 16 UAX #9 (directional marks) and the property
//! `Default_Ignorable_Code_Point`.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character acts instead of being visible: controls, directional marks, zero-width characters, and line
/// separators.
#[must_use]
pub fn is_unseen(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// `text` with every invisible character escaped, such as `\x1b` or `\u{202e}`. Applying it twice changes nothing
/// more.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len().saturating_mul(2));
    for character in text.chars() {
        match character {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            it if is_unseen(it) && it.is_ascii() => {
                write!(shown, "\\x{:02x}", u32::from(it)).expect("memory takes all text");
            }
            it if is_unseen(it) => {
                write!(shown, "\\u{{{:x}}}", u32::from(it)).expect("memory takes all text");
            }
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// [`shown`] for each line of a text with several lines.
#[must_use]
pub fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

/// Equivalent JSON without invisible characters; line breaks between values stay.
#[must_use]
pub fn plain_json(json: String) -> String {
    let is_raw = |it: char| is_unseen(it) && it != '\n';
    if !json.contains(is_raw) {
        return json;
    }
    let mut plain = String::with_capacity(json.len().saturating_mul(2));
    for character in json.chars() {
        if is_raw(character) {
            // In JSON they can only occur within strings.
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(plain, "\\u{unit:04x}").expect("memory takes all text");
            }
        } else {
            plain.push(character);
        }
    }
    plain
}

/// `text` as one word for a person to type into a shell.
///
/// Invisible characters and line breaks are written as `$'..'`, which bash, zsh, ksh and busybox accept.
#[must_use]
pub fn shell_word(text: &str) -> String {
    let is_plain =
        |letter: char| letter.is_ascii_alphanumeric() || "-_.:/+,@%".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    if !text.contains(is_unseen) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let mut word = String::from("$'");
    for character in text.chars() {
        match character {
            '\'' | '\\' => word.extend(['\\', character]),
            '\n' => word.push_str("\\n"),
            '\t' => word.push_str("\\t"),
            '\r' => word.push_str("\\r"),
            it if is_unseen(it) => {
                // Bytes, because code points depend on the shell's locale. Octal with three digits, because in some
                // shells a hexadecimal digit after two others would extend the escape.
                for byte in it.encode_utf8(&mut [0; 4]).bytes() {
                    write!(word, "\\{byte:03o}").expect("memory takes all text");
                }
            }
            other => word.push(other),
        }
    }
    word.push('\'');
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_is_written_out() {
        let check = |text: &str, expected: &str| assert_eq!(shown(text), expected, "{text:?}");
        check("SanDisk Extreme 256GB", "SanDisk Extreme 256GB");
        check("마이크로SD, µs, →", "마이크로SD, µs, →");
        check("\u{1b}[31mred\u{7}", "\\x1b[31mred\\x07");
        check("\u{9b}31m\u{7f}", "\\u{9b}31m\\x7f");
        check("a\nb\r\tc\0", "a\\nb\\r\\tc\\x00");
        check("\u{202e}gpj.exe\u{200b}", "\\u{202e}gpj.exe\\u{200b}");
        let twice = shown(&shown("\u{1b}\u{2066}")).into_owned();
        assert_eq!(twice, "\\x1b\\u{2066}");
    }

    #[test]
    fn json_says_the_same_without_raw_characters() {
        for text in ["\u{202e}\u{7f}\u{9b}", "\u{e0041}plain", "a\nb"] {
            let json = plain_json(serde_json::to_string(text).unwrap());
            assert!(!json.contains(is_unseen), "{json:?}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }

    #[test]
    fn a_word_for_a_shell_has_no_character_that_does_something() {
        let check = |text: &str, expected: &str| assert_eq!(shell_word(text), expected);
        check("S3Z8-1.a", "S3Z8-1.a");
        check("Flash Disk:512", "'Flash Disk:512'");
        check("it's", r"'it'\''s'");
        check("", "''");
        check("loop0:a\nrm -rf b'c", r"$'loop0:a\nrm -rf b\'c'");
        check("a\u{1b}7\u{202e}\\", r"$'a\0337\342\200\256\\'");
    }
}
