//! Problems that runs report about drives, ranked so that a list can show the worst first.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Severity;
use crate::message::Message;

/// A problem of a run or a drive, the least severe first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Shortcoming {
    /// Its quality could not be determined.
    Open,
    /// It works, but something about it harms its user.
    Hurts,
    /// It works, but it stalls.
    Stalls,
    /// It failed the test.
    Failed,
}

impl Shortcoming {
    /// All problems, the most severe first.
    pub const WORST_FIRST: [Self; 4] = [Self::Failed, Self::Stalls, Self::Hurts, Self::Open];

    /// Its severity on a page.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Open => Severity::Unknown,
            Self::Hurts | Self::Stalls => Severity::Caution,
            Self::Failed => Severity::Failed,
        }
    }
}

/// The problem that a run reports about its drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunShortcoming {
    /// The kind of problem.
    pub kind: Shortcoming,
    /// The statement that reports it.
    pub reason: Message,
}
