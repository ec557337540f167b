//! Replaces the names of one individual drive by others, and answers as a captured drive from a file.
//!
//! Knows which texts are such names, and their encodings in bytes. Must not know their origin. The caller provides
//! the hash.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use iogram_model::{Argument, Message, MessageId};

use crate::ask::{AskDrive, AskError, Question};
use crate::decode::hex_bytes;

/// Shorter texts do not count as names, because they would occur everywhere. Arbitrary: the serial number of an SD
/// card has eight letters.
const NAME_LETTERS_MIN: usize = 6;

/// Replaces names by others of the same length and with the same kinds of letters.
pub struct Disguise<'a> {
    hash: &'a dyn Fn(&str) -> Vec<u8>,
    /// Names and their replacements.
    names: BTreeMap<String, String>,
}

impl fmt::Debug for Disguise<'_> {
    /// Names of one drive must not appear in a log either.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Disguise").field("count", &self.names.len()).finish_non_exhaustive()
    }
}

impl<'a> Disguise<'a> {
    /// Starts without replacements. `hash` of a text has to be salted, and at least 32 bytes long.
    #[must_use]
    pub fn new(hash: &'a dyn Fn(&str) -> Vec<u8>) -> Self {
        Self { hash, names: BTreeMap::new() }
    }

    /// The number of different names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Finds the names in a text such as `eui.002538aabbccddee` or a serial number. A part of `stays`, such as a
    /// model, is not a name.
    pub fn learn(&mut self, text: &str, stays: &str) {
        let is_apart = |it: char| !it.is_ascii_alphanumeric();
        let mut has_name = false;
        for name in text.split(is_apart) {
            // A text without a digit is a word.
            let is_word = !name.bytes().any(|it| it.is_ascii_digit());
            has_name |= !is_word && self.learn_one(name.trim_start_matches("0x"), stays);
        }
        // If it consists of short parts, the whole text is the name.
        if !has_name && text.bytes().any(|it| it.is_ascii_digit()) {
            self.learn_one(text.trim(), stays);
        }
    }

    /// Adds a serial number as a name, even without a digit.
    pub fn learn_serial(&mut self, serial: &str, stays: &str) {
        if !self.learn_one(serial.trim().trim_start_matches("0x"), stays) {
            self.learn(serial, stays);
        }
    }

    /// Adds a name if the text is one; returns whether it is.
    fn learn_one(&mut self, name: &str, stays: &str) -> bool {
        let is_same = name.bytes().all(|it| Some(it) == name.bytes().next());
        let is_name = name.len() >= NAME_LETTERS_MIN
            && !is_same
            && name.is_ascii()
            && !stays.contains(name);
        if is_name && !self.names.contains_key(name) {
            let other = self.other(name);
            self.names.insert(name.to_owned(), other);
        }
        is_name
    }

    /// A replacement of the same form.
    fn other(&self, name: &str) -> String {
        let hash = (self.hash)(name);
        let is_hex = name.bytes().all(|it| it.is_ascii_hexdigit())
            && !name.bytes().any(|it| it.is_ascii_uppercase());
        let bytes = hash.iter().cycle();
        let letter = |(it, byte): (u8, &u8)| -> char {
            let from = |first: u8, count: u8| char::from(first.saturating_add(byte % count));
            match it {
                b'a'..=b'f' if is_hex => from(b'a', 6),
                b'0'..=b'9' => from(b'0', 10),
                b'a'..=b'z' => from(b'a', 26),
                b'A'..=b'Z' => from(b'A', 26),
                other => char::from(other),
            }
        };
        name.bytes().zip(bytes).map(letter).collect()
    }

    /// Longer names first, because one may be a part of another.
    fn sorted(&self) -> Vec<(&str, &str)> {
        let mut all: Vec<(&str, &str)> =
            self.names.iter().map(|(name, other)| (name.as_str(), other.as_str())).collect();
        all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        all
    }

    /// The text with every name replaced, also in upper or lower case.
    #[must_use]
    pub fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, other) in self.sorted() {
            for (name, other) in [
                (name.to_owned(), other.to_owned()),
                (name.to_ascii_lowercase(), other.to_ascii_lowercase()),
                (name.to_ascii_uppercase(), other.to_ascii_uppercase()),
            ] {
                if text.contains(&name) {
                    text = text.replace(&name, &other);
                }
            }
        }
        text
    }

    /// The bytes with every name replaced: as letters, as letters in the swapped order of ATA, and as a number.
    #[must_use]
    pub fn bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for (name, other) in self.sorted() {
            replace(&mut bytes, name.as_bytes(), other.as_bytes());
            replace(&mut bytes, &swapped(name.as_bytes()), &swapped(other.as_bytes()));
            // Aligned to the right, it may begin with the second letter of a pair.
            let (late, late_other) = (format!(" {name}"), format!(" {other}"));
            replace(&mut bytes, &swapped(late.as_bytes()), &swapped(late_other.as_bytes()));
            if let (Some(name), Some(other)) = (hex_bytes(name), hex_bytes(other)) {
                replace(&mut bytes, &name, &other);
                // Words of two bytes, low byte first: ATA's form of a world wide name.
                replace(&mut bytes, &swapped(&name), &swapped(&other));
            }
        }
        bytes
    }

    /// A name that is still in this text; `None` if there is none.
    #[must_use]
    pub fn find_left(&self, text: &str) -> Option<&str> {
        let text = text.to_ascii_lowercase();
        let is_left = |name: &&String| {
            let others = self.names.values();
            text.contains(&name.to_ascii_lowercase())
                && !others.into_iter().any(|other| other.eq_ignore_ascii_case(name))
        };
        self.names.keys().find(is_left).map(String::as_str)
    }
}

/// Swaps the two letters of each pair, after padding an odd length with a space. Source: ACS-3, 3.4.9, ATA string.
fn swapped(name: &[u8]) -> Vec<u8> {
    let pairs = name.chunks(2);
    pairs.flat_map(|pair| [pair.get(1).copied().unwrap_or(b' '), pair[0]]).collect()
}

fn replace(bytes: &mut [u8], name: &[u8], other: &[u8]) {
    if name.len() < NAME_LETTERS_MIN.min(4) || name.len() != other.len() {
        return;
    }
    for at in 0..bytes.len() {
        let end = at.saturating_add(name.len());
        if let Some(place) = bytes.get_mut(at..end).filter(|it| *it == name) {
            place.copy_from_slice(other);
        }
    }
}

/// Answers by the names of their queries, as they were received.
pub type Heard = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// Passes queries to a drive and records the answers.
pub struct Listening {
    drive: Box<dyn AskDrive>,
    heard: Heard,
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening").finish_non_exhaustive()
    }
}

impl Listening {
    /// `heard` receives every answer.
    #[must_use]
    pub fn to(drive: Box<dyn AskDrive>, heard: &Heard) -> Self {
        Self { drive, heard: Arc::clone(heard) }
    }
}

impl AskDrive for Listening {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        let answer = self.drive.ask(question)?;
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.insert(question.name().to_owned(), answer.clone());
        Ok(answer)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.drive.read_at(offset, buffer)
    }
}

/// A drive that answers as it did when it was captured. It has no contents.
#[derive(Debug)]
pub struct CapturedDrive {
    answers: BTreeMap<String, Vec<u8>>,
}

impl CapturedDrive {
    /// Answers by the names of their queries, in hexadecimal, the form of a capture.
    #[must_use]
    pub fn of(answers: &BTreeMap<String, String>) -> Self {
        let bytes = |(name, text): (&String, &String)| Some((name.clone(), hex_bytes(text)?));
        Self { answers: answers.iter().filter_map(bytes).collect() }
    }
}

impl AskDrive for CapturedDrive {
    fn ask(&self, question: Question) -> Result<Vec<u8>, AskError> {
        let refused = || {
            let why = Argument::Sentence("it is not in the captured file".to_owned());
            AskError::Refused(Message::new(MessageId::Quoted, [why]))
        };
        self.answers.get(question.name()).cloned().ok_or_else(refused)
    }

    fn read_at(&self, _offset: u64, _buffer: &mut [u8]) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

/// In hexadecimal.
#[must_use]
pub fn hex_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> Vec<u8> {
        let bytes = text.bytes().rev().cycle().take(32).zip(0_u8..);
        bytes.map(|(it, at)| it ^ at.wrapping_mul(37).wrapping_add(11)).collect()
    }

    #[test]
    fn names_become_others_of_the_same_form_wherever_they_stand() {
        let mut disguise = Disguise::new(&hash);
        disguise.learn("S4EWNX0R123456", "Example SSD");
        disguise.learn("eui.002538aabbccddee", "Example SSD");
        disguise.learn("AB-12-CD", "Example SSD");
        assert_eq!(disguise.len(), 3);
        let text = disguise.text(
            "nvme-Example_SSD_S4EWNX0R123456 0025-38 002538AABBCCDDEE eui.002538aabbccddee",
        );
        assert!(text.starts_with("nvme-Example_SSD_") && text.contains(" eui."), "{text}");
        assert_eq!(disguise.find_left(&text), None);
        let word = text.split('_').nth(2).unwrap().split(' ').next().unwrap();
        assert_eq!(word.len(), 14);
        let kinds =
            |it: &str| -> Vec<bool> { it.bytes().map(|it| it.is_ascii_digit()).collect() };
        assert_eq!(kinds(word), kinds("S4EWNX0R123456"));

        let bytes = disguise
            .bytes(b"..S4EWNX0R123456..4SWEXNR0214365..\x00\x25\x38\xaa\xbb\xcc\xdd\xee");
        assert_eq!(&bytes[2..16], word.as_bytes());
        assert_eq!(bytes[18..32], swapped(word.as_bytes())[..]);
        assert_ne!(bytes[34..], *b"\x00\x25\x38\xaa\xbb\xcc\xdd\xee");
        assert_eq!(disguise.find_left("..S4EWNX0R123456"), Some("S4EWNX0R123456"));
    }

    #[test]
    fn what_is_no_name_stays() {
        let mut disguise = Disguise::new(&hash);
        for text in ["", "1", "0000000000000000", "none", "12345", "PM9A1a0", "Samsung SSD"] {
            disguise.learn(text, "Samsung PM9A1a0");
        }
        assert!(disguise.is_empty());
        disguise.learn_serial("overlayblk", "Samsung PM9A1a0");
        assert_ne!(disguise.text("overlayblk"), "overlayblk");
    }
}
