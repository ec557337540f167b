//! The steadiness of a figure that ends a cell, such as `iops within 5% for 30s after 10s every 1s`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::number::float;
use crate::text::ParseError;
use crate::units::{Bytes, Nanos};
use crate::{sentence, text};

/// Lets a cell end before its other limits once a figure is steady: its values, each over an equal period, stay
/// within a limit during a sliding window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UntilSteady {
    /// The figure.
    pub figure: SteadyBy,
    /// The criterion. `false`: the largest deviation of a value from their mean. `true`: the slope of the
    /// least-squares line from one value to the next.
    pub is_slope: bool,
    /// The limit; the criterion must stay below it.
    pub limit: SteadyLimit,
    /// The window: a multiple of `every`, at least twice as long.
    pub window: Nanos,
    /// The first check is this long after the cell's beginning, and never within its ramp.
    pub after: Nanos,
    /// The period of a value: a multiple of 100 ms, at least 100 ms.
    pub every: Nanos,
}

/// A figure of all requests of the cell's own load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SteadyBy {
    /// Requests per second.
    Iops,
    /// Bytes per second.
    Bandwidth,
    /// The mean latency.
    Latency,
}

/// The limit of a deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SteadyLimit {
    /// A share of their mean, in millionths.
    Share(u64),
    /// An absolute value: requests per second, bytes per second, or ns.
    Value(u64),
}

const FIGURES: [(&str, SteadyBy); 3] = [
    ("iops", SteadyBy::Iops),
    ("bandwidth", SteadyBy::Bandwidth),
    ("latency", SteadyBy::Latency),
];

/// The engine's interval, which is its time resolution.
const EVERY_MIN: Nanos = Nanos(100_000_000);

/// Most values in a window. Arbitrary: a day of seconds.
const VALUES_MAX: u64 = 86_400;

impl UntilSteady {
    /// Number of values in a window, 2 to 86,400.
    #[must_use]
    pub const fn value_count(&self) -> u64 {
        match self.window.0.checked_div(self.every.0) {
            Some(count) => count,
            None => 0,
        }
    }

    /// The figure's name in texts.
    #[must_use]
    pub const fn figure_name(&self) -> &'static str {
        match self.figure {
            SteadyBy::Iops => FIGURES[0].0,
            SteadyBy::Bandwidth => FIGURES[1].0,
            SteadyBy::Latency => FIGURES[2].0,
        }
    }

    /// Whether a text begins like one of these.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let word = text.split_whitespace().next();
        FIGURES.iter().any(|(name, _)| word == Some(name))
    }

    /// Whether its times are consistent.
    fn is_possible(&self) -> bool {
        let is_multiple = |whole: Nanos, part: Nanos| whole.0.checked_rem(part.0) == Some(0);
        is_multiple(self.every, EVERY_MIN)
            && is_multiple(self.window, self.every)
            && (2..=VALUES_MAX).contains(&self.value_count())
    }
}

impl SteadyLimit {
    fn parse(text: &str, figure: SteadyBy) -> Result<Option<Self>, ParseError> {
        let limit = match (text.strip_suffix('%'), figure) {
            (Some(percent), _) => {
                let share =
                    percent.parse::<f64>().ok().filter(|it| (0.0001..=1000.0).contains(it));
                return Ok(share.map(|it| Self::Share(crate::number::whole(it * 10_000.0))));
            }
            (None, SteadyBy::Iops) => text.strip_suffix("/s").and_then(|it| it.parse().ok()),
            (None, SteadyBy::Bandwidth) => {
                text.strip_suffix("/s").map(str::parse::<Bytes>).transpose()?.map(|it| it.0)
            }
            (None, SteadyBy::Latency) => Some(text.parse::<Nanos>()?.0),
        };
        Ok(limit.filter(|&limit| limit > 0).map(Self::Value))
    }

    fn show(self, figure: SteadyBy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, figure) {
            (Self::Share(millionths), _) => write!(f, "{}%", float(millionths) / 10_000.0),
            (Self::Value(limit), SteadyBy::Iops) => write!(f, "{limit}/s"),
            (Self::Value(limit), SteadyBy::Bandwidth) => write!(f, "{}/s", Bytes(limit)),
            (Self::Value(limit), SteadyBy::Latency) => f.write_str(&Nanos(limit).exact()),
        }
    }
}

impl fmt::Display for UntilSteady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slope = if self.is_slope { " slope" } else { "" };
        write!(f, "{}{slope} within ", self.figure_name())?;
        self.limit.show(self.figure, f)?;
        let times = [self.window, self.after, self.every].map(Nanos::exact);
        let [window, after, every] = times;
        write!(f, " for {window} after {after} every {every}")
    }
}

impl FromStr for UntilSteady {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("model-write-figure-how-steady-how-long");
        let bad = || ParseError::new(sentence!("model-no-steady-figure", text), hint);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (figure, is_slope, rest) = match words.as_slice() {
            [figure, "slope", rest @ ..] => (figure, true, rest),
            [figure, rest @ ..] => (figure, false, rest),
            [] => return Err(bad()),
        };
        let known = FIGURES.iter().find(|(name, _)| name == figure);
        let &(_, figure) = known.ok_or_else(bad)?;
        let ["within", limit, "for", window, "after", after, "every", every] = rest else {
            return Err(bad());
        };
        let until = Self {
            figure,
            is_slope,
            limit: SteadyLimit::parse(limit, figure)?.ok_or_else(bad)?,
            window: window.parse()?,
            after: after.parse()?,
            every: every.parse()?,
        };
        if until.is_possible() { Ok(until) } else { Err(bad()) }
    }
}

impl Serialize for UntilSteady {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UntilSteady {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = match text.parse::<UntilSteady>() {
            Ok(value) => value.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(shown, expected, "input {text:?}");
    }

    #[test]
    fn a_steady_figure_is_read_as_it_is_written() {
        let rest = "for 30s after 10s every 1s";
        for limit in ["iops within 5%", "iops slope within 0.01%", "iops within 200/s"] {
            check(&format!("{limit} {rest}"), &format!("{limit} {rest}"));
        }
        for limit in ["bandwidth slope within 1MiB/s", "latency within 50us"] {
            check(&format!("{limit} {rest}"), &format!("{limit} {rest}"));
        }
        let until: UntilSteady = format!("iops within 12.5% {rest}").parse().unwrap();
        assert_eq!((until.limit, until.value_count()), (SteadyLimit::Share(125_000), 30));
    }

    #[test]
    fn what_cannot_be_watched_is_refused() {
        for bad in [
            "iops within 5%",
            "iops within 0% for 30s after 0s every 1s",
            "iops within 200 for 30s after 0s every 1s",
            "speed within 5% for 30s after 0s every 1s",
            "iops within 5% for 1s after 0s every 1s",
            "iops within 5% for 3s after 0s every 2s",
            "iops within 5% for 1s after 0s every 50ms",
            "iops within 5% for 1s after 0s every 0s",
            "iops within 5% for 30d after 0s every 100ms",
        ] {
            assert!(bad.parse::<UntilSteady>().is_err(), "{bad}");
        }
    }
}
