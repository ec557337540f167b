//! Work in the zones of a zoned drive, such as `random,open=8`: writes at the write pointers, reads below them.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::units::{Bytes, Permille};
use crate::{sentence, text};

/// Rules for a zoned drive: each write goes to the write pointer of a zone, with one outstanding write per zone; a
/// full zone is reset before it is written again; discards reset whole zones; reads stay below write pointers.
///
/// Source: `zonemode=zbd` of fio 3.42 (`zbd.c`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WritePointers {
    /// The choice of the next zone.
    pub order: ZoneOrder,
    /// Zones that all jobs together write at a time; `None`: as many as the drive can have open. At least 1.
    pub open_max: Option<u32>,
    /// Zones that each job writes at a time; `None`: no separate limit. At least 1.
    pub job_open_max: Option<u32>,
    /// Whether reads may go anywhere in a zone, even beyond its write pointer.
    pub reads_beyond: bool,
    /// Whether `open_max` may exceed the drive's own limit.
    pub ignores_limits: bool,
    /// Required size of the zones; `None`: any. Never 0.
    pub zone_size: Option<Bytes>,
    /// Resets of zones before they are full; `None`: no such resets.
    pub reset: Option<EarlyReset>,
}

/// The choice of the next zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ZoneOrder {
    /// The zone behind the last one; within a zone, reads ascend.
    #[default]
    Sequential,
    /// Any open zone, or any zone at all while another one may be opened; reads go to random places.
    Random,
}

/// When zones are reset before they are full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlyReset {
    /// Reset once more than this share of the region is written.
    pub threshold: Permille,
    /// The share of writes whose zone is reset before them. Above 0.
    pub frequency: Permille,
}

impl WritePointers {
    const NAMES: &str = "write-pointers";

    /// The words that begin such an access pattern.
    pub(super) const fn name() -> &'static str {
        Self::NAMES
    }
}

impl fmt::Display for WritePointers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.order {
            ZoneOrder::Sequential => "seq",
            ZoneOrder::Random => "random",
        })?;
        if let Some(count) = self.open_max {
            write!(f, ",open={count}")?;
        }
        if let Some(count) = self.job_open_max {
            write!(f, ",job-open={count}")?;
        }
        if let Some(EarlyReset { threshold, frequency }) = self.reset {
            write!(f, ",reset={threshold}/{frequency}")?;
        }
        if let Some(size) = self.zone_size {
            write!(f, ",zone={size}")?;
        }
        if self.reads_beyond {
            f.write_str(",read-beyond")?;
        }
        if self.ignores_limits {
            f.write_str(",past-limits")?;
        }
        Ok(())
    }
}

impl FromStr for WritePointers {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-seq-random-behind-open-n");
            ParseError::new(sentence!("model-no-way-through-zones", text), hint)
        };
        let count = |text: &str| text.parse().ok().filter(|&count: &u32| count > 0);
        let mut words = text.trim().split(',');
        let mut read = Self {
            order: match words.next() {
                Some("seq") => ZoneOrder::Sequential,
                Some("random") => ZoneOrder::Random,
                _ => return Err(bad()),
            },
            ..Self::default()
        };
        for word in words {
            match word.split_once('=') {
                Some(("open", value)) => read.open_max = Some(count(value).ok_or_else(bad)?),
                Some(("job-open", value)) => {
                    read.job_open_max = Some(count(value).ok_or_else(bad)?);
                }
                Some(("zone", value)) => {
                    let size = Some(value.parse()?).filter(|size: &Bytes| size.0 > 0);
                    read.zone_size = Some(size.ok_or_else(bad)?);
                }
                Some(("reset", value)) => {
                    let (threshold, frequency) = value.split_once('/').ok_or_else(bad)?;
                    let (threshold, frequency) = (threshold.parse()?, frequency.parse()?);
                    let reset = EarlyReset { threshold, frequency };
                    read.reset = Some(reset).filter(|it| it.frequency.0 > 0);
                    read.reset.ok_or_else(bad)?;
                }
                None if word == "read-beyond" => read.reads_beyond = true,
                None if word == "past-limits" => read.ignores_limits = true,
                _ => return Err(bad()),
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_through_zones_is_read_as_it_is_written() {
        for text in [
            "seq",
            "random,open=8",
            "random,open=8,job-open=2,reset=50%/12.5%,zone=256MiB,read-beyond,past-limits",
            "seq,read-beyond",
        ] {
            assert_eq!(text.parse::<WritePointers>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "zipf",
            "seq,open=0",
            "seq,open",
            "random,reset=50%",
            "seq,reset=50%/0%",
            "seq,",
        ] {
            assert!(text.parse::<WritePointers>().is_err(), "{text}");
        }
    }
}
