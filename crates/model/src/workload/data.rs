//! What the bytes of a write are, as `random`, `compress=50%` or `pattern=0xdeadbeef`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::units::Permille;
use crate::{sentence, text};

/// What the bytes of a write are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DataPattern {
    /// Data that neither repeats nor compresses.
    Random,
    /// Zeros; some controllers do not store them.
    Zeros,
    /// Random data of which this share is zeros in every 512 bytes.
    Compressible(Permille),
    /// Random data of which this share of the writes has those of the write before it: what a drive that finds duplicates need
    /// not store.
    Dedupe(Permille),
    /// What a file holds that the run was given, each part at its place.
    Image,
    /// Data that neither repeats nor compresses and follows from its place and the cell's seed: reads of a cell that does
    /// nothing else are compared with it.
    Placed,
    /// The same few bytes again and again: reads of a cell that does nothing else are compared with them.
    Repeated(FewBytes),
    /// The same few bytes again and again, behind a head in every 512 that follows from its place and the cell's seed: compared
    /// as those of a place.
    Headed(FewBytes),
}

impl DataPattern {
    /// Whether it follows from a place what is there, whichever request wrote it.
    #[must_use]
    pub const fn is_known_by_place(self) -> bool {
        matches!(self, Self::Placed | Self::Repeated(_) | Self::Headed(_))
    }
}

/// 1, 2, 4 or 8 bytes: blocks of every size begin with the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FewBytes {
    /// Those behind `length` are zero.
    bytes: [u8; 8],
    length: u8,
}

impl FewBytes {
    /// `None` unless they are 1, 2, 4 or 8.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let length = u8::try_from(bytes.len()).ok().filter(|it| [1, 2, 4, 8].contains(it))?;
        let mut all = [0; 8];
        all.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self { bytes: all, length })
    }

    /// They themselves.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or_default()
    }
}

impl fmt::Display for FewBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.as_slice().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for DataPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Zeros => f.write_str("zeros"),
            Self::Image => f.write_str("image"),
            Self::Placed => f.write_str("placed"),
            Self::Compressible(share) => write!(f, "compress={share}"),
            Self::Dedupe(share) => write!(f, "dedupe={share}"),
            Self::Repeated(bytes) => write!(f, "pattern={bytes}"),
            Self::Headed(bytes) => write!(f, "placed={bytes}"),
        }
    }
}

impl FromStr for DataPattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let message = sentence!("model-not-data-pattern", text);
            let hint = text!("model-use-random-zeros-compress-50-dedupe");
            ParseError::new(message, hint)
        };
        match text.trim() {
            "random" => return Ok(Self::Random),
            "zeros" => return Ok(Self::Zeros),
            "image" => return Ok(Self::Image),
            "placed" => return Ok(Self::Placed),
            _ => {}
        }
        if let Some(share) = text.trim().strip_prefix("compress=") {
            return share.parse().map(Self::Compressible);
        }
        if let Some(share) = text.trim().strip_prefix("dedupe=") {
            return share.parse().map(Self::Dedupe);
        }
        let few = |digits| hex(digits).and_then(|bytes| FewBytes::new(&bytes)).ok_or_else(bad);
        if let Some(digits) = text.trim().strip_prefix("placed=0x") {
            return few(digits).map(Self::Headed);
        }
        let digits = text.trim().strip_prefix("pattern=0x").ok_or_else(bad)?;
        few(digits).map(Self::Repeated)
    }
}

/// Two digits for each byte.
fn hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let digit =
        |letter: u8| char::from(letter).to_digit(16).and_then(|it| u8::try_from(it).ok());
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match text.parse::<DataPattern>() {
            Ok(value) => value.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "input {text:?}");
    }

    #[test]
    fn data_are_read_as_they_are_written() {
        for text in ["random", "zeros", "image", "placed", "compress=50%", "dedupe=30%"] {
            check(text, text);
        }
        check("pattern=0xDEADbeef", "pattern=0xdeadbeef");
        check("pattern=0x00", "pattern=0x00");
        check("placed=0xAA555aa5", "placed=0xaa555aa5");
        for bad in [
            "ones",
            "placed=0xaabbcc",
            "pattern=",
            "pattern=0x",
            "pattern=0xa",
            "pattern=0xaabbcc",
            "pattern=7",
        ] {
            check(bad, &format!("error: \"{bad}\" is not a data pattern"));
        }
    }
}
