//! Equal parts spread over a region, such as `8GiB/2048`.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::units::Bytes;
use crate::{sentence, text};

/// Equal contiguous parts of a region, with gaps between them; only these are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segments {
    /// Bytes of all segments together.
    pub amount: Bytes,
    /// Number of segments. At least 1, and the amount is a multiple of it.
    pub count: u32,
}

impl Segments {
    /// The number in SNIA's tests.
    ///
    /// Source: SNIA's glossary of test terms, "AR segments": 2,048.
    pub const COUNT: u32 = 2048;

    /// Bytes of each segment.
    #[must_use]
    pub const fn length(self) -> Bytes {
        match self.amount.0.checked_div(self.count as u64) {
            Some(length) => Bytes(length),
            None => self.amount,
        }
    }
}

impl fmt::Display for Segments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.amount, self.count)
    }
}

impl FromStr for Segments {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-amount-8gib-number-segments-8gib");
            ParseError::new(sentence!("model-no-amount-segments", text), hint)
        };
        let (amount, count) = match text.trim().split_once('/') {
            Some((amount, count)) => {
                (amount, count.trim().parse::<u32>().ok().ok_or_else(bad)?)
            }
            None => (text, Self::COUNT),
        };
        let amount: Bytes = amount.parse()?;
        let is_whole = amount.0.checked_rem(u64::from(count)) == Some(0);
        if amount.0 == 0 || !is_whole { Err(bad()) } else { Ok(Self { amount, count }) }
    }
}
