//! Work in the zones of a zoned drive, at and below their write pointers, as `random,open=8`.

use std::fmt;
use std::str::FromStr;

use crate::text::ParseError;
use crate::units::{Bytes, Permille};
use crate::{sentence, text};

/// How a zoned drive is worked on: each write goes to the write pointer of a zone, with one write out for a zone at a
/// time; a zone that is full is reset before it is written again; discards reset whole zones; reads stay below write
/// pointers.
///
/// Source: `zonemode=zbd` of fio 3.42 (`zbd.c`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WritePointers {
    /// How the next zone is found.
    pub order: ZoneOrder,
    /// Zones that are written to at a time, of all jobs together; `None`: as many as the drive can have open. At least 1.
    pub open_max: Option<u32>,
    /// The same of each job; `None`: no limit of its own. At least 1.
    pub job_open_max: Option<u32>,
    /// Whether reads go anywhere in a zone, whatever was written.
    pub reads_beyond: bool,
    /// Whether `open_max` may be more than the drive says that it can have open.
    pub ignores_limits: bool,
    /// What zones have to be as large as; `None`: as large as they are. Never 0.
    pub zone_size: Option<Bytes>,
    /// Zones that are reset before they are full; `None`: none is.
    pub reset: Option<EarlyReset>,
}

/// How the next zone is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ZoneOrder {
    /// The one behind the last; inside of one, reads ascend.
    #[default]
    Sequential,
    /// Any of those that are open, or any at all while another one may be opened; reads at random places.
    Random,
}

/// When zones are reset before they are full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlyReset {
    /// Once more than this share of the region is written.
    pub threshold: Permille,
    /// One for so many writes: the share of writes whose zone is reset before them. Above 0.
    pub frequency: Permille,
}

impl WritePointers {
    const NAMES: &str = "write-pointers";

    /// What stands in an access pattern in front of it.
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
