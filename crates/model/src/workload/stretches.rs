//! Work that moves on from one part of a region to the next, as `64KiB/1MiB+4MiB,random`.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::units::Bytes;
use crate::{sentence, text};

/// The region as parts of one length: so much is moved in one, then in the next; after the last one in the first again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretches {
    /// Bytes that are moved in one before the next; more than its length go through it several times. Never 0.
    pub amount: Bytes,
    /// Bytes of each. Never 0.
    pub length: Bytes,
    /// Bytes between the end of one and the beginning of the next.
    pub gap: Bytes,
    /// The order of addresses in one.
    pub order: StretchOrder,
}

/// The order of addresses in a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StretchOrder {
    /// Ascending from its beginning.
    Sequential,
    /// Uniform, aligned to the block size.
    Random,
    /// Every block once in random order, another order each time.
    Permutation,
}

impl Stretches {
    /// Bytes from the beginning of one to that of the next.
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
