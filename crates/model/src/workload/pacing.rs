//! What makes the next request start, as `500/s,poisson` or `pause=1ms/8`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::Nanos;

/// When requests of an open loop arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrivals {
    /// Requests are due at equal distances of time.
    Fixed,
    /// Requests are due at random times with this mean rate, as a Poisson process has them.
    Poisson,
}

/// What makes the next request start.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Pacing {
    /// Closed loop: a completion. Latency counts from issue.
    Closed,
    /// Open loop: a schedule. Latency counts from the intended start, so that a stall is not hidden.
    Open {
        /// Requests per second of all jobs together; positive and finite.
        rate_per_s: f64,
        /// How they are spread.
        arrivals: Arrivals,
    },
    /// Closed loop with pauses: after so many requests of a job, and once all of them have completed, it issues nothing for a
    /// while. Latency counts from issue.
    Pausing {
        /// How long nothing is issued.
        pause: Nanos,
        /// After how many requests; at least 1.
        after_count: u32,
    },
}

impl fmt::Display for Pacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("closed"),
            Self::Open { rate_per_s, arrivals: Arrivals::Fixed } => write!(f, "{rate_per_s}/s"),
            Self::Open { rate_per_s, arrivals: Arrivals::Poisson } => {
                write!(f, "{rate_per_s}/s,poisson")
            }
            Self::Pausing { pause, after_count } => {
                write!(f, "pause={}", pause.exact())?;
                if *after_count == 1 { Ok(()) } else { write!(f, "/{after_count}") }
            }
        }
    }
}

impl FromStr for Pacing {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = "write requests per second, such as 500/s or 500/s,poisson, or a pause after so many requests, such as pause=1ms/8";
            ParseError::new(sentence!("\"{text}\" is not a rate", text), hint)
        };
        let text = text.trim();
        if text == "closed" {
            return Ok(Self::Closed);
        }
        if let Some(pause) = text.strip_prefix("pause=") {
            let (pause, count) = pause.split_once('/').unwrap_or((pause, "1"));
            let after_count = count.parse().ok().filter(|&count| count > 0);
            let pause = pause.parse::<Nanos>()?;
            return after_count
                .filter(|_| pause > Nanos(0))
                .map(|after_count| Self::Pausing { pause, after_count })
                .ok_or_else(bad);
        }
        let (rate, arrivals) = match text.split_once(',') {
            None => (text, Arrivals::Fixed),
            Some((rate, "fixed")) => (rate, Arrivals::Fixed),
            Some((rate, "poisson")) => (rate, Arrivals::Poisson),
            Some(_) => return Err(bad()),
        };
        let rate_per_s = rate.strip_suffix("/s").and_then(|rate| rate.parse::<f64>().ok());
        match rate_per_s {
            Some(rate_per_s) if rate_per_s > 0.0 && rate_per_s <= 1e9 => {
                Ok(Self::Open { rate_per_s, arrivals })
            }
            _ => Err(bad()),
        }
    }
}
