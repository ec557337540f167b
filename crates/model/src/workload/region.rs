//! Parts of a target, as `8GiB..75%`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::{Bytes, Permille};

/// A place on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// From the beginning.
    Bytes(Bytes),
    /// Share of the capacity.
    Share(Permille),
}

impl Offset {
    /// The place on a target of `capacity`.
    #[must_use]
    pub fn resolve(self, capacity: Bytes) -> Bytes {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Share(share) => Bytes(share.of(capacity.0)),
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        if text.contains('%') {
            text.parse().map(Self::Share)
        } else {
            text.parse().map(Self::Bytes)
        }
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(Bytes(0)) => f.write_str("0"),
            Self::Bytes(bytes) => bytes.fmt(f),
            Self::Share(share) => share.fmt(f),
        }
    }
}

/// A part of the target: from `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Region {
    /// First byte.
    pub start: Offset,
    /// One past the last byte.
    pub end: Offset,
}

impl Default for Region {
    fn default() -> Self {
        Self { start: Offset::Bytes(Bytes(0)), end: Offset::Share(Permille::ALL) }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl FromStr for Region {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = "write start..end in sizes or percent, such as 0..25%, 8GiB..75% or 1GiB..";
        let bad = || ParseError::new(sentence!("\"{text}\" is not a region", text), hint);
        let (start, end) = text.trim().split_once("..").ok_or_else(bad)?;
        let start = if start.is_empty() { "0" } else { start };
        let end = if end.is_empty() { "100%" } else { end };
        let region = Self { start: Offset::parse(start)?, end: Offset::parse(end)? };
        let is_backwards = match (region.start, region.end) {
            (Offset::Bytes(start), Offset::Bytes(end)) => start >= end,
            (Offset::Share(start), Offset::Share(end)) => start >= end,
            _ => false,
        };
        if is_backwards { Err(bad()) } else { Ok(region) }
    }
}
