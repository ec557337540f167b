//! The start of the next request, such as `500/s,poisson`, `pause=1ms/8` or `500/s,pause=1ms/8`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::units::Nanos;
use crate::{sentence, text};

/// Due times of requests in an open loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrivals {
    /// At equal distances in time.
    Fixed,
    /// At random times with this mean rate (Poisson process).
    Poisson,
}

/// Pauses of a job, in which it issues nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PauseRule {
    /// Length of each pause; above zero.
    pub length: Nanos,
    /// Requests between pauses, at least 1; `None` for no such limit.
    pub after_count: Option<u32>,
    /// Time between pauses: the next request after it is the last one before a pause. `None` for no such limit.
    pub after_time: Option<Nanos>,
}

/// The event that starts the next request.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pacing {
    /// Closed loop: a completion. Latency counts from issue.
    Closed,
    /// Open loop: a schedule. Latency counts from the due time, so that stalls are not hidden. The schedule continues
    /// during pauses; latency of a request that was due in a pause counts from the end of the pause.
    Open {
        /// Requests per second of all jobs together; positive and finite.
        rate_per_s: f64,
        /// The distribution of due times.
        arrivals: Arrivals,
        /// Additional pauses of each job; `None` for none.
        pauses: Option<PauseRule>,
    },
    /// Closed loop with pauses: after a number of requests of a job, and after all of them have completed, it issues
    /// nothing for a while. Latency counts from issue.
    Pausing(PauseRule),
}

impl Pacing {
    /// Pauses of each job; `None` for none.
    #[must_use]
    pub const fn pauses(&self) -> Option<PauseRule> {
        match self {
            Self::Closed => None,
            Self::Open { pauses, .. } => *pauses,
            Self::Pausing(rule) => Some(*rule),
        }
    }
}

impl fmt::Display for PauseRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pause={}", self.length.exact())?;
        if let Some(count) =
            self.after_count.filter(|&count| count > 1 || self.after_time.is_some())
        {
            write!(f, "/{count}")?;
        }
        if let Some(time) = self.after_time {
            write!(f, "/{}", time.exact())?;
        }
        Ok(())
    }
}

impl PauseRule {
    /// Parses the text after `pause=`; `None` if it is invalid.
    fn read(text: &str) -> Result<Option<Self>, ParseError> {
        let mut parts = text.split('/');
        let length = parts.next().unwrap_or_default().parse::<Nanos>()?;
        let (mut after_count, mut after_time) = (None, None);
        for part in parts {
            if let (Ok(count), None, None) = (part.parse::<u32>(), after_count, after_time) {
                after_count = Some(count);
            } else if after_time.is_none()
                && let Ok(time) = part.parse::<Nanos>()
            {
                after_time = Some(time);
            } else {
                return Ok(None);
            }
        }
        if after_time.is_none() {
            after_count.get_or_insert(1);
        }
        let is_fine =
            length > Nanos(0) && after_count != Some(0) && after_time != Some(Nanos(0));
        Ok(is_fine.then_some(Self { length, after_count, after_time }))
    }
}

impl fmt::Display for Pacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("closed"),
            Self::Open { rate_per_s, arrivals, pauses } => {
                write!(f, "{rate_per_s}/s")?;
                if *arrivals == Arrivals::Poisson {
                    f.write_str(",poisson")?;
                }
                pauses.map_or(Ok(()), |rule| write!(f, ",{rule}"))
            }
            Self::Pausing(rule) => write!(f, "{rule}"),
        }
    }
}

impl FromStr for Pacing {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-requests-per-second-500-s");
            ParseError::new(sentence!("model-not-rate", text), hint)
        };
        let text = text.trim();
        if text == "closed" {
            return Ok(Self::Closed);
        }
        if let Some(pause) = text.strip_prefix("pause=") {
            return PauseRule::read(pause)?.map(Self::Pausing).ok_or_else(bad);
        }
        let (text, pauses) = match text.split_once(",pause=") {
            None => (text, None),
            Some((text, rule)) => (text, Some(PauseRule::read(rule)?.ok_or_else(bad)?)),
        };
        let (rate, arrivals) = match text.split_once(',') {
            None => (text, Arrivals::Fixed),
            Some((rate, "fixed")) => (rate, Arrivals::Fixed),
            Some((rate, "poisson")) => (rate, Arrivals::Poisson),
            Some(_) => return Err(bad()),
        };
        let rate_per_s = rate.strip_suffix("/s").and_then(|rate| rate.parse::<f64>().ok());
        match rate_per_s {
            Some(rate_per_s) if rate_per_s > 0.0 && rate_per_s <= 1e9 => {
                Ok(Self::Open { rate_per_s, arrivals, pauses })
            }
            _ => Err(bad()),
        }
    }
}
