//! The record of a rest: its length, its goal and its result.

use std::fmt;
use std::str::FromStr;

use crate::{JsonSchema, text};
use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::Nanos;

/// The goal of a rest, besides time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RestGoal {
    /// Only the time itself.
    Time,
    /// The drive has cooled to its temperature at the beginning of the run.
    Cool,
    /// The computer is idle, and no other program uses the drive.
    Idle,
    /// Both: a cool drive and an idle computer.
    CoolAndIdle,
}

impl RestGoal {
    /// All goals, with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Time, "time"),
        (Self::Cool, "cool"),
        (Self::Idle, "idle"),
        (Self::CoolAndIdle, "cool-and-idle"),
    ];

    /// Its name in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|(goal, _)| *goal == self);
        found.map_or("unknown", |(_, name)| name)
    }

    /// Whether it requires a cool drive.
    #[must_use]
    pub const fn is_cool(self) -> bool {
        matches!(self, Self::Cool | Self::CoolAndIdle)
    }

    /// Whether it requires an idle computer.
    #[must_use]
    pub const fn is_idle(self) -> bool {
        matches!(self, Self::Idle | Self::CoolAndIdle)
    }
}

impl fmt::Display for RestGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RestGoal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|(_, name)| *name == text.trim());
        found.map(|(goal, _)| goal).ok_or_else(|| {
            ParseError::new(
                sentence!("model-nothing-rest-wait", text),
                text!("model-write-time-cool-idle-cool-idle"),
            )
        })
    }
}

/// One rest between cells: its goal and its length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RestRecord {
    /// Number of cells of the run before it.
    pub cells_before_count: u64,
    /// The goal.
    pub goal: RestGoal,
    /// Minimum length.
    #[serde(rename = "time_min_ns")]
    #[schemars(with = "u64")]
    pub time_min: Nanos,
    /// Maximum length.
    #[serde(rename = "time_max_ns")]
    #[schemars(with = "u64")]
    pub time_max: Nanos,
    /// Actual length.
    pub elapsed_ns: u64,
    /// The result.
    pub outcome: RestOutcome,
    /// The drive's temperature at the beginning; `None` without a sensor, or if it does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_start_celsius: Option<f64>,
    /// The drive's temperature at the end; `None` without a sensor, or if it does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_end_celsius: Option<f64>,
    /// The drive counts as cool at or below this temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_goal_celsius: Option<f64>,
    /// Used share of all CPU time in the last seconds of the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_busy_ratio: Option<f64>,
    /// Requests per second of other programs to the drive, in the last seconds of the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_requests_per_s: Option<f64>,
}

/// The result of a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RestOutcome {
    /// The time is over; there was no other goal.
    TimeOver,
    /// The goal is reached.
    Reached,
    /// The goal was not reached within the maximum length.
    NotReached,
    /// The goal cannot be checked: there is no sensor.
    Unknown,
    /// It was interrupted.
    Interrupted,
}
