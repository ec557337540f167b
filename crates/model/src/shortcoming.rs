//! What is said against one of several runs or drives: what has to come first of many.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Severity;
use crate::message::Message;

/// What is said against a run or a drive, the least bad first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Shortcoming {
    /// Whether it is any good could not be told.
    Open,
    /// It works, but something about it hurts whoever uses it.
    Hurts,
    /// It works, but it stands still.
    Stalls,
    /// It failed what it was tested for.
    Failed,
}

impl Shortcoming {
    /// All of them, the worst first.
    pub const WORST_FIRST: [Self; 4] = [Self::Failed, Self::Stalls, Self::Hurts, Self::Open];

    /// How bad that is on a page.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::Open => Severity::Unknown,
            Self::Hurts | Self::Stalls => Severity::Caution,
            Self::Failed => Severity::Failed,
        }
    }
}

/// What a run says against its drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunShortcoming {
    /// Which kind it is.
    pub kind: Shortcoming,
    /// The statement that says it.
    pub reason: Message,
}
