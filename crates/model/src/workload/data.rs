//! The bytes of a write, such as `random`, `compress=50%` or `pattern=0xdeadbeef`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::units::Permille;
use crate::{sentence, text};

/// The bytes of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DataPattern {
    /// Incompressible data without repetitions.
    Random,
    /// Zeros; some controllers do not store them.
    Zeros,
    /// Random data, with this share of every 512 bytes set to zero.
    Compressible(Permille),
    /// Random data; this share of the writes repeats the data of the previous write. A drive that deduplicates need
    /// not store it.
    Dedupe(Permille),
    /// The contents of an image file that the run was given, each part in its place.
    Image,
    /// Incompressible data without repetitions, derived from its place and the cell's seed: a cell that only reads
    /// compares it.
    Placed,
    /// A few repeated bytes: a cell that only reads compares them.
    Repeated(FewBytes),
    /// A few repeated bytes, with a header in every 512 bytes that is derived from its place and the cell's seed:
    /// compared like [`DataPattern::Placed`].
    Headed(FewBytes),
}

impl DataPattern {
    /// Whether the place alone determines the data, whichever request wrote it.
    #[must_use]
    pub const fn is_known_by_place(self) -> bool {
        matches!(self, Self::Placed | Self::Repeated(_) | Self::Headed(_))
    }
}

/// 1, 2, 4 or 8 bytes, so that blocks of every size begin with the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FewBytes {
    /// Bytes from `length` on are zero.
    bytes: [u8; 8],
    length: u8,
}

impl FewBytes {
    /// `None` unless there are 1, 2, 4 or 8 bytes.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let length = u8::try_from(bytes.len()).ok().filter(|it| [1, 2, 4, 8].contains(it))?;
        let mut all = [0; 8];
        all.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Self { bytes: all, length })
    }

    /// The bytes.
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

/// Parses two digits per byte.
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
