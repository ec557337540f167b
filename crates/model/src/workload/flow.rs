//! Concurrent loads that keep their requests in proportion.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::{sentence, text};

/// A load's share of its group's requests: fio's `flow` and `flow_id`.
///
/// A load issues nothing while its share of the group's requests exceeds its share of the weights, counting only
/// loads that have not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Flow {
    /// The weight, at least 1.
    pub weight: u32,
    /// Number of its group: loads of a cell with the same number form a group.
    pub group: u32,
}

impl fmt::Display for Flow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.group {
            0 => write!(f, "{}", self.weight),
            group => write!(f, "{} in {group}", self.weight),
        }
    }
}

impl FromStr for Flow {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let message = sentence!("model-not-flow", text);
            ParseError::new(message, text!("model-write-weight-1-8-8-2"))
        };
        let (weight, group) = text.trim().split_once(" in ").unwrap_or((text.trim(), "0"));
        let group = group.trim().parse().ok().ok_or_else(bad)?;
        let weight = weight.trim().parse().ok().ok_or_else(bad)?;
        if weight == 0 { Err(bad()) } else { Ok(Self { weight, group }) }
    }
}

impl TryFrom<String> for Flow {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<Flow> for String {
    fn from(flow: Flow) -> Self {
        flow.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_read_as_it_is_written() {
        for (text, weight, group) in
            [("8", 8, 0), ("1 in 2", 1, 2), ("4294967295 in 7", u32::MAX, 7)]
        {
            let flow: Flow = text.parse().unwrap();
            assert_eq!(
                (flow.weight, flow.group, flow.to_string().as_str()),
                (weight, group, text)
            );
        }
        assert_eq!(" 3 in 0 ".parse::<Flow>().unwrap().to_string(), "3");
        for wrong in
            ["", "0", "-8", "8in2", "8 in", "8 in -1", "1.5", "4294967296", "8 in 2 in 3"]
        {
            assert!(wrong.parse::<Flow>().is_err(), "{wrong}");
        }
    }
}
