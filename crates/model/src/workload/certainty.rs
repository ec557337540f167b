//! The precision of the rate that lets a cell end early.

use std::str::FromStr;

use crate::{JsonSchema, text};
use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::{Nanos, Permille};

/// Lets a cell end before its other limits once the mean rate of its requests is known this precisely and has no
/// trend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Certainty {
    /// Largest half width of the mean's confidence interval, as a share of the mean.
    #[serde(rename = "within_permille")]
    #[schemars(with = "u16")]
    pub within: Permille,
    /// Confidence: how often such an interval contains the mean of an endless cell.
    #[serde(rename = "confidence_permille")]
    #[schemars(with = "u16")]
    pub confidence: Permille,
    /// Never before this time, counted after the ramp.
    #[serde(rename = "after_ns")]
    #[schemars(with = "u64")]
    pub after: Nanos,
}

impl Certainty {
    /// Twenty intervals of 100 ms, the least for a confidence interval of the mean.
    pub const AFTER_MIN: Nanos = Nanos(2 * Nanos::SECOND.0);

    /// Parses `full ..` as `None`, and `adaptive ..`, or its rest alone, as the precision. The rest is `within 1% at
    /// 95% after 5s`.
    ///
    /// # Errors
    ///
    /// Fails if it is none of these, or requires an impossible precision.
    pub fn of_length(text: &str) -> Result<Option<Self>, ParseError> {
        let text = text.trim();
        let rest = |word: &str| text.strip_prefix(word).filter(|it| it.starts_with(' '));
        match (rest("full"), rest("adaptive")) {
            (Some(rest), _) => rest.parse::<Self>().map(|_| None),
            (_, Some(rest)) => rest.parse().map(Some),
            _ if text == "full" => Ok(None),
            _ => text.parse().map(Some),
        }
    }
}

impl FromStr for Certainty {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let hint = text!("model-write-how-well-within-1-95");
        let bad = || ParseError::new(sentence!("model-no-certainty", text), hint);
        let words: Vec<&str> = text.split_whitespace().collect();
        let ["within", within, "at", confidence, "after", after] = words.as_slice() else {
            return Err(bad());
        };
        let (within, confidence): (Permille, Permille) = (within.parse()?, confidence.parse()?);
        let after: Nanos = after.parse()?;
        let is_possible =
            within.0 > 0 && (500..1000).contains(&confidence.0) && after >= Self::AFTER_MIN;
        if is_possible { Ok(Self { within, confidence, after }) } else { Err(bad()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<Option<(u16, u16, u64)>, &str>) {
        let read = Certainty::of_length(text);
        let shown =
            read.map(|it| it.map(|it| (it.within.0, it.confidence.0, it.after.0 / 1_000_000)));
        let shown = shown.map_err(|error| error.to_string());
        assert_eq!(shown, expected.map_err(str::to_owned), "input {text:?}");
    }

    #[test]
    fn a_length_is_full_or_as_long_as_it_takes() {
        check("full", Ok(None));
        check("full within 1% at 95% after 5s", Ok(None));
        check("adaptive within 1% at 95% after 5s", Ok(Some((10, 950, 5000))));
        check("within 2.5% at 99.9% after 2s", Ok(Some((25, 999, 2000))));
    }

    #[test]
    fn what_nobody_can_know_is_refused() {
        let text = "within 1% at 100% after 5s";
        check(text, Err("\"within 1% at 100% after 5s\" is no certainty"));
        check("adaptive", Err("\"adaptive\" is no certainty"));
        check(
            "adaptive within 0% at 95% after 5s",
            Err("\" within 0% at 95% after 5s\" is no certainty"),
        );
        check(
            "within 1% at 95% after 1s",
            Err("\"within 1% at 95% after 1s\" is no certainty"),
        );
        check("within a bit", Err("\"within a bit\" is no certainty"));
    }
}
