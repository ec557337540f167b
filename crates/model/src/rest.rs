//! The record of a rest: how long the drive was left alone, what was waited for, and what came of it.

use std::fmt;
use std::str::FromStr;

use crate::{JsonSchema, text};
use serde::{Deserialize, Serialize};

use crate::sentence;
use crate::text::ParseError;
use crate::units::Nanos;

/// What a rest waits for beside time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RestGoal {
    /// Nothing but the rest's own time.
    Time,
    /// The drive is as cool as when the run began.
    Cool,
    /// The computer has nothing to do, and nobody else uses the drive.
    Idle,
    /// A cool drive and an idle computer, both.
    CoolAndIdle,
}

impl RestGoal {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Time, "time"),
        (Self::Cool, "cool"),
        (Self::Idle, "idle"),
        (Self::CoolAndIdle, "cool-and-idle"),
    ];

    /// Its name, as in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|(goal, _)| *goal == self);
        found.map_or("unknown", |(_, name)| name)
    }

    /// Whether the drive's temperature matters.
    #[must_use]
    pub const fn is_cool(self) -> bool {
        matches!(self, Self::Cool | Self::CoolAndIdle)
    }

    /// Whether what the computer does matters.
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

/// One rest between cells: what it waited for, and how long it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RestRecord {
    /// Cells of the run that came before it.
    pub cells_before_count: u64,
    /// What was waited for.
    pub goal: RestGoal,
    /// It lasts at least so long.
    #[serde(rename = "time_min_ns")]
    #[schemars(with = "u64")]
    pub time_min: Nanos,
    /// And at most so long.
    #[serde(rename = "time_max_ns")]
    #[schemars(with = "u64")]
    pub time_max: Nanos,
    /// How long it took.
    pub elapsed_ns: u64,
    /// What came of it.
    pub outcome: RestOutcome,
    /// The drive's temperature when it began; `None` without a sensor, or where it does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_start_celsius: Option<f64>,
    /// The same at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_end_celsius: Option<f64>,
    /// At or below this the drive counts as cool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_goal_celsius: Option<f64>,
    /// Share of all processors' time that was used, in the last seconds of the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_busy_ratio: Option<f64>,
    /// Requests per second that others made to the drive, in the last seconds of the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_requests_per_s: Option<f64>,
}

/// What came of a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RestOutcome {
    /// The time is over, and nothing else was waited for.
    TimeOver,
    /// What was waited for is reached.
    Reached,
    /// It was not reached in the longest time.
    NotReached,
    /// Whether it was reached cannot be told: there is no sensor.
    Unknown,
    /// It was stopped.
    Interrupted,
}
