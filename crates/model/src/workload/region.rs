//! Parts of a target, such as `8GiB..75%` or `0..75%,8GiB/2048`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::segments::Segments;
use crate::text::ParseError;
use crate::units::{Bytes, Permille};
use crate::{sentence, text};

/// A place on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// Bytes from the beginning.
    Bytes(Bytes),
    /// Share of the capacity.
    Share(Permille),
}

impl Offset {
    /// The offset on a target of `capacity`.
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

/// A part of the target: from `start` up to but not including `end`, or segments in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Region {
    /// First byte.
    pub start: Offset,
    /// One past the last byte.
    pub end: Offset,
    /// The segments of it to use; `None` for all of it.
    pub segments: Option<Segments>,
}

impl Region {
    /// The same region without segments.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self { segments: None, ..self }
    }

    /// Bytes of a target of `capacity` that it covers.
    #[must_use]
    pub fn size(self, capacity: Bytes) -> Bytes {
        match self.segments {
            Some(segments) => segments.amount,
            None => {
                let (start, end) = (self.start.resolve(capacity), self.end.resolve(capacity));
                Bytes(end.0.saturating_sub(start.0))
            }
        }
    }
}

impl Default for Region {
    fn default() -> Self {
        let end = Offset::Share(Permille::ALL);
        Self { start: Offset::Bytes(Bytes(0)), end, segments: None }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)?;
        self.segments.map_or(Ok(()), |segments| write!(f, ",{segments}"))
    }
}

impl FromStr for Region {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("model-write-start-end-sizes-percent-0");
        let bad = || ParseError::new(sentence!("model-not-region", text), hint);
        let (range, segments) = match text.trim().split_once(',') {
            // The word of a method's parameter for no segments.
            Some((range, "all")) => (range, None),
            Some((range, segments)) => (range, Some(segments.parse()?)),
            None => (text.trim(), None),
        };
        let (start, end) = range.split_once("..").ok_or_else(bad)?;
        let start = if start.is_empty() { "0" } else { start };
        let end = if end.is_empty() { "100%" } else { end };
        let (start, end) = (Offset::parse(start)?, Offset::parse(end)?);
        let region = Self { start, end, segments };
        let is_backwards = match (region.start, region.end) {
            (Offset::Bytes(start), Offset::Bytes(end)) => start >= end,
            (Offset::Share(start), Offset::Share(end)) => start >= end,
            _ => false,
        };
        if is_backwards { Err(bad()) } else { Ok(region) }
    }
}
