//! File names made from foreign text: ids of records, serial numbers, titles.

use std::ffi::OsStr;
use std::fmt;

/// Asserts that a name has no path separators: a path would be followed out of the open directory, links included.
#[track_caller]
pub(crate) fn assert_one_name(name: &OsStr) {
    let bytes = name.as_encoded_bytes();
    let leads_on = bytes.contains(&b'/') || matches!(bytes, b"" | b"." | b"..");
    assert!(!leads_on, "{name:?} leads on, where one name in a folder is meant");
}

/// Longest name in bytes, with room for endings and numbers behind it. Arbitrary; file systems take 255 bytes.
const LENGTH_MAX: usize = 120;

/// Bytes kept from the end of a longer text: numbers and endings stand there, such as `_bw.12.log`. Arbitrary.
const END_LENGTH: usize = 40;

/// The name of one file or directory: only the characters `A-Z a-z 0-9 . _ -`, no leading dot or hyphen, never empty,
/// never a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileName(String);

impl FileName {
    /// The closest name to `text`: any other character becomes `_`, and a text that is too long loses its middle.
    /// Different texts can give the same name.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        let plain = |letter: char| if is_plain(letter) { letter } else { '_' };
        let mut name: String = text.chars().map(plain).collect();
        if name.len() > LENGTH_MAX {
            let end = name.split_off(name.len().saturating_sub(END_LENGTH));
            name.truncate(LENGTH_MAX.saturating_sub(END_LENGTH));
            name += &end;
        }
        if name.starts_with(['.', '-']) || name.is_empty() {
            name.replace_range(..name.len().min(1), "_");
        }
        Self::of(name)
    }

    /// The name followed by `ending`. If the whole is too long, the ending stays.
    #[must_use]
    pub fn with_ending(text: &str, ending: &str) -> Self {
        let ending = Self::from_text(&format!("x{ending}")).0.split_off(1);
        let mut name = Self::from_text(text).0;
        name.truncate(LENGTH_MAX.saturating_sub(ending.len()).max(1));
        Self::of(name + &ending)
    }

    /// Asserts the rules of a name, whatever the text was.
    fn of(name: String) -> Self {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        assert!(!name.is_empty(), "a file would have no name");
        assert!(name.len() <= LENGTH_MAX, "a name is longer than file systems take");
        assert!(name.chars().all(is_plain), "{name:?} has letters that lead elsewhere");
        assert!(!name.starts_with(['.', '-']), "{name:?} is hidden, or reads as an option");
        Self(name)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(FileName::from_text(text).as_str(), expected, "text {text:?}");
    }

    #[test]
    fn a_name_never_leads_anywhere() {
        check("20261122-031415-1f2e", "20261122-031415-1f2e");
        check("../../../etc/passwd", "_._.._.._etc_passwd");
        check("/etc/passwd", "_etc_passwd");
        check("..", "_.");
        check(".", "_");
        check("", "_");
        check("-rf", "_rf");
        check("a\0b\nc\u{202e}d", "a_b_c_d");
        check("SN 12:34", "SN_12_34");
    }

    #[test]
    fn a_name_is_never_longer_than_a_file_system_takes() {
        let long = "x".repeat(5000);
        assert_eq!(FileName::from_text(&long).as_str().len(), LENGTH_MAX);
        let name = FileName::with_ending(&long, ".json");
        assert!(
            name.as_str().len() <= LENGTH_MAX && name.as_str().ends_with("x.json"),
            "{name}"
        );
        assert_eq!(FileName::with_ending("id", "/../x").as_str(), "id_.._x");
        let log = FileName::from_text(&format!("{long}_bw.12.log"));
        assert_eq!(log.as_str().len(), LENGTH_MAX);
        assert!(log.as_str().ends_with("x_bw.12.log"), "{log}");
        let long_ending = FileName::with_ending("id", &long);
        assert!(long_ending.as_str().len() <= LENGTH_MAX, "{long_ending}");
    }
}
