//! Work that moves from one part of a region to the next, such as `64KiB/1MiB+4MiB,random`.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::units::Bytes;
use crate::{sentence, text};

/// Divides the region into stretches of equal length and transfers an amount in each before the next one; wraps
/// around after the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretches {
    /// Bytes transferred in a stretch; an amount above its length passes through it several times. Never 0.
    pub amount: Bytes,
    /// Bytes of a stretch. Never 0.
    pub length: Bytes,
    /// Bytes between the end of a stretch and the beginning of the next.
    pub gap: Bytes,
    /// The access pattern within a stretch.
    pub order: StretchOrder,
}

/// The access pattern within a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StretchOrder {
    /// Ascending from its beginning.
    Sequential,
    /// Uniform, aligned to the block size.
    Random,
    /// Every block once in random order, in a new order each time.
    Permutation,
}

impl Stretches {
    /// Distance between the beginnings of consecutive stretches, in bytes.
    #[must_use]
    pub const fn pitch(self) -> Bytes {
        Bytes(self.length.0.saturating_add(self.gap.0))
    }
}

impl fmt::Display for Stretches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.amount, self.length)?;
        if self.gap.0 > 0 {
            write!(f, "+{}", self.gap)?;
        }
        f.write_str(match self.order {
            StretchOrder::Sequential => "",
            StretchOrder::Random => ",random",
            StretchOrder::Permutation => ",permutation",
        })
    }
}

impl FromStr for Stretches {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-how-much-moved-each-length");
            ParseError::new(sentence!("model-no-length-stretches", text), hint)
        };
        let (sizes, order) = match text.trim().split_once(',') {
            None => (text.trim(), StretchOrder::Sequential),
            Some((sizes, "random")) => (sizes, StretchOrder::Random),
            Some((sizes, "permutation")) => (sizes, StretchOrder::Permutation),
            Some(_) => return Err(bad()),
        };
        let (amount, length) = sizes.split_once('/').ok_or_else(bad)?;
        let (length, gap) = match length.split_once('+') {
            Some((length, gap)) => (length, gap.parse()?),
            None => (length, Bytes(0)),
        };
        let (amount, length): (Bytes, Bytes) = (amount.parse()?, length.parse()?);
        let is_possible = amount.0 > 0 && length.0 > 0;
        if is_possible { Ok(Self { amount, length, gap, order }) } else { Err(bad()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_read_as_they_are_written() {
        for text in
            ["64KiB/1MiB", "1MiB/64KiB+4MiB", "4KiB/8KiB,random", "4KiB/8KiB+1MiB,permutation"]
        {
            assert_eq!(text.parse::<Stretches>().unwrap().to_string(), text);
        }
        for text in ["64KiB", "0/1MiB", "4KiB/0", "4KiB/8KiB,zipf", "4KiB/8KiB+", ""] {
            assert!(text.parse::<Stretches>().is_err(), "{text}");
        }
    }
}
