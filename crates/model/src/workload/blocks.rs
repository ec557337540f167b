//! Block sizes and their weights, as `4KiB:70,64KiB:30`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::Bytes;

/// Block sizes and how often each is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Blocks(Vec<(Bytes, u32)>);

const BLOCK_HINT: &str = "write one size, such as 4KiB, or sizes with weights, such as \
                          4KiB:70,64KiB:30";

impl Blocks {
    /// Always `size`.
    #[must_use]
    pub fn one(size: Bytes) -> Self {
        Self(vec![(size, 1)])
    }

    /// Sizes with their weights.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn weighted(sizes: Vec<(Bytes, u32)>) -> Self {
        assert!(!sizes.is_empty(), "a block mix is never empty");
        Self(sizes)
    }

    /// The same without the sizes below `least`; `None` if none is left. The weights of the others stay, so that
    /// their shares grow alike.
    #[must_use]
    pub fn at_least(self, least: Bytes) -> Option<Self> {
        let sizes: Vec<_> = self.0.into_iter().filter(|&(size, _)| size >= least).collect();
        (!sizes.is_empty()).then_some(Self(sizes))
    }

    /// Sizes with their weights; weights are relative to their sum. Never empty.
    #[must_use]
    pub fn sizes(&self) -> &[(Bytes, u32)] {
        &self.0
    }

    /// The largest size.
    ///
    /// # Panics
    ///
    /// Never: a block mix is never empty.
    #[must_use]
    pub fn largest(&self) -> Bytes {
        self.0.iter().map(|&(size, _)| size).max().expect("a block mix is never empty")
    }

    /// The smallest size.
    ///
    /// # Panics
    ///
    /// Never: a block mix is never empty.
    #[must_use]
    pub fn smallest(&self) -> Bytes {
        self.0.iter().map(|&(size, _)| size).min().expect("a block mix is never empty")
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(size, _)] = self.0.as_slice() {
            return write!(f, "{size}");
        }
        for (index, (size, weight)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator}{size}:{weight}")?;
        }
        Ok(())
    }
}

impl FromStr for Blocks {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut sizes = Vec::new();
        for part in text.split(',') {
            let (size, weight) = match part.split_once(':') {
                Some((size, weight)) => (size, weight.trim().parse::<u32>().unwrap_or(0)),
                None => (part, 1),
            };
            let size: Bytes = size.parse()?;
            // A request's length is 32 bits wide in the kernel's interfaces; 1 GiB leaves room.
            if size.0 == 0 || size > Bytes::GIB || weight == 0 {
                let message = sentence!("\"{text}\" is not a block size", text = part.trim());
                return Err(ParseError::new(message, BLOCK_HINT));
            }
            sizes.push((size, weight));
        }
        Ok(Self(sizes))
    }
}
