//! What became of a run: the one decision that exit codes, colours, pages and lists of many drives are taken from.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Severity;
use crate::message::Message;

/// What became of a run, the least bad first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    /// What was asked is answered, and nothing failed; also where nothing was to be judged.
    Passed,
    /// What was asked is not answered: too little was measured, or something else.
    CannotTell,
    /// What was asked is not answered, because something else than the drive decided the figures.
    Disturbed,
    /// It did not come to its end, and the drive is not known to be the reason.
    BrokenOff,
    /// The drive failed what it was tested for.
    Failed,
}

impl OutcomeKind {
    /// All of them, the least bad first.
    pub const ALL: [Self; 5] =
        [Self::Passed, Self::CannotTell, Self::Disturbed, Self::BrokenOff, Self::Failed];

    /// What a statement of so bad a kind means by itself.
    #[must_use]
    pub const fn of_severity(severity: Severity) -> Self {
        match severity {
            Severity::Measured | Severity::Good | Severity::Caution => Self::Passed,
            Severity::Unknown => Self::CannotTell,
            Severity::Failed => Self::Failed,
        }
    }

    /// As records and metrics have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::CannotTell => "cannot-tell",
            Self::Disturbed => "disturbed",
            Self::BrokenOff => "broken-off",
            Self::Failed => "failed",
        }
    }
}

/// What became of a run, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// Which of the five.
    pub kind: OutcomeKind,
    /// The statement that decided it.
    pub reason: Message,
}
