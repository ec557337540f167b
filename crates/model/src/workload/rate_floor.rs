//! The rate below which a cell ends, such as `read 100/s, write 20MiB/s after 2s every 1s`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::OpKind;
use crate::text::ParseError;
use crate::units::{Bytes, Nanos};
use crate::{sentence, text};

/// Ends a cell once the rate of one of these operations, over a period of this length, is below its minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateFloor {
    /// The minimum of reads, writes and discards; at least one of them.
    pub of: [Option<Floor>; 3],
    /// No check before this time since the cell's beginning, nor within its ramp.
    pub after: Nanos,
    /// The period of a rate: a multiple of 100 ms.
    pub every: Nanos,
}

/// The minimum of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Floor {
    /// Requests per second.
    Iops(u64),
    /// Bytes per second.
    BytesPerS(u64),
}

impl fmt::Display for Floor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Iops(rate) => write!(f, "{rate}/s"),
            Self::BytesPerS(rate) => write!(f, "{}/s", Bytes(rate)),
        }
    }
}

impl Floor {
    fn parse(text: &str) -> Option<Self> {
        let rate = text.strip_suffix("/s")?;
        match rate.parse().ok() {
            Some(rate) => Some(Self::Iops(rate)),
            None => rate.parse::<Bytes>().ok().map(|rate| Self::BytesPerS(rate.0)),
        }
        .filter(|it| !matches!(it, Self::Iops(0) | Self::BytesPerS(0)))
    }
}

/// The engine's interval, which is its time resolution.
const EVERY_MIN: Nanos = Nanos(100_000_000);

impl RateFloor {
    /// The operations with a minimum, in the order of [`RateFloor::of`].
    pub const KINDS: [OpKind; 3] = [OpKind::Read, OpKind::Write, OpKind::Discard];
}

impl fmt::Display for RateFloor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = Self::KINDS.iter().zip(&self.of);
        let floors = kinds
            .filter_map(|(kind, floor)| Some(format!("{} {}", kind.name(), floor.as_ref()?)));
        let floors = floors.collect::<Vec<_>>().join(", ");
        write!(f, "{floors} after {} every {}", self.after.exact(), self.every.exact())
    }
}

impl FromStr for RateFloor {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-rates-reads-writes-discards-when");
            ParseError::new(sentence!("model-no-least-rate", text), hint)
        };
        let (floors, times) = text.trim().split_once(" after ").ok_or_else(bad)?;
        let (after, every) = times.split_once(" every ").ok_or_else(bad)?;
        let (after, every) = (after.parse::<Nanos>()?, every.parse::<Nanos>()?);
        let mut of = [None; 3];
        for part in floors.split(',') {
            let (kind, floor) = part.trim().split_once(' ').ok_or_else(bad)?;
            let place = Self::KINDS.iter().position(|it| it.name() == kind);
            let place = place.and_then(|at| of.get_mut(at)).filter(|it| it.is_none());
            *place.ok_or_else(bad)? = Some(Floor::parse(floor.trim()).ok_or_else(bad)?);
        }
        let is_multiple = every.0.checked_rem(EVERY_MIN.0) == Some(0) && every.0 > 0;
        if is_multiple { Ok(Self { of, after, every }) } else { Err(bad()) }
    }
}

impl Serialize for RateFloor {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RateFloor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_rates_are_read_as_they_are_written() {
        for text in [
            "read 100/s after 2s every 1s",
            "read 100/s, write 20MiB/s after 0s every 500ms",
            "discard 1GiB/s after 2s every 100ms",
        ] {
            assert_eq!(text.parse::<RateFloor>().unwrap().to_string(), text);
        }
        for bad in [
            "read 100/s",
            "read 0/s after 2s every 1s",
            "read 5/s, read 6/s after 2s every 1s",
            "flush 5/s after 2s every 1s",
            "read 5/s after 2s every 50ms",
            "read 5/s after 2s every 0s",
            "read 5 after 2s every 1s",
            " after 2s every 1s",
        ] {
            assert!(bad.parse::<RateFloor>().is_err(), "{bad}");
        }
    }
}
