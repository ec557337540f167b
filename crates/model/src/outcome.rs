//! The outcome of a run: the single decision behind exit codes, colours, pages and lists of many drives.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Severity;
use crate::message::Message;

/// The outcome of a run, best first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    /// The question is answered and nothing failed, or there was nothing to judge.
    Passed,
    /// The question is not answered, for example because too little was measured.
    CannotTell,
    /// The question is not answered, because something other than the drive decided the figures.
    Disturbed,
    /// The run did not complete, and the drive is not known to be the reason.
    BrokenOff,
    /// The drive failed the test.
    Failed,
}

impl OutcomeKind {
    /// All kinds, best first.
    pub const ALL: [Self; 5] =
        [Self::Passed, Self::CannotTell, Self::Disturbed, Self::BrokenOff, Self::Failed];

    /// The outcome that a statement of this severity means by itself.
    #[must_use]
    pub const fn of_severity(severity: Severity) -> Self {
        match severity {
            Severity::Measured | Severity::Good | Severity::Caution => Self::Passed,
            Severity::Unknown => Self::CannotTell,
            Severity::Failed => Self::Failed,
        }
    }

    /// Its name in records and metrics.
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

/// The outcome of a run, with the reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The kind of outcome.
    pub kind: OutcomeKind,
    /// The statement that decided it.
    pub reason: Message,
}
