//! The meaning of a run: the verdict, its basis, and the criteria that decide it.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::{ChoiceRule, DemandRule};
use crate::conditions::{DriveState, DriveStateRecord};
use crate::diagnosis_rule::DiagnosisRule;
use crate::figure::{MarkRule, Rule};
use crate::message::{Message, MessageId};
use crate::recovery::RecoveryRule;
use crate::scores::ScoreReference;
use crate::search::SearchRule;
use crate::standard::Standard;
use crate::steady::SteadyRule;

/// The criteria that judge a run. The record keeps them, so an old run can be judged without its method file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Criteria {
    /// Published rules for the run, each with its limit and source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// Requirements of marks such as A1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkRule>,
    /// Names of cells whose slowest requests are compared side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nines: Vec<String>,
    /// Figures that must become steady.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steady: Vec<SteadyRule>,
    /// Cells whose rate is compared with that of earlier cells: whether the drive recovers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recovery: Vec<RecoveryRule>,
    /// Cells whose settings other cells take over, and the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceRule>,
    /// Cells that raise the load step by step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demand: Vec<DemandRule>,
    /// Searches for the highest load within limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<SearchRule>,
    /// The use that the drive is judged for; `None` if the method judges none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_for: Option<GoodFor>,
    /// The published test that the method performs; absent if there is none, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard: Option<Standard>,
    /// The state of the flash that the method is meant for; `None` if it is meant for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants_state: Option<WantedState>,
    /// Another drive's scores of the same traces; absent if none was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ScoreReference>,
    /// The questions of a diagnosis; absent of every other method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<DiagnosisRule>,
}

/// The state of the flash that a method is meant for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WantedState {
    /// The state: purged, or written over the whole capacity.
    pub state: DriveState,
    /// The setting of the method that prepares it, such as `prepare=yes`.
    pub made_by: String,
}

impl WantedState {
    /// Share of the capacity that counts as the whole: partition tables and the ends of regions are left out.
    /// Arbitrary.
    const WHOLE_RATIO: f64 = 0.95;

    /// The state, in words that fit behind "is about".
    #[must_use]
    pub const fn statement(&self) -> MessageId {
        match self.state {
            DriveState::Fresh => MessageId::WantedFresh,
            DriveState::Purged => MessageId::WantedPurged,
            DriveState::Written => MessageId::WantedWritten,
            DriveState::Unknown => MessageId::WantedOther,
        }
    }

    /// Whether `found` is this state.
    #[must_use]
    pub fn is_met_by(&self, found: &DriveStateRecord) -> bool {
        match self.state {
            DriveState::Written => {
                // A state that the user stated has no written share.
                let is_whole = found.written_bytes.is_none()
                    || found.written_ratio.is_some_and(|ratio| ratio >= Self::WHOLE_RATIO);
                found.state == DriveState::Written && is_whole
            }
            DriveState::Fresh | DriveState::Purged => {
                matches!(found.state, DriveState::Fresh | DriveState::Purged)
            }
            DriveState::Unknown => true,
        }
    }
}

/// A use that a drive is judged for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GoodFor {
    /// Id of the use, if it comes with iogram.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Title, in words that fit behind "good enough for".
    pub title: String,
    /// The figure that decides if there is no published limit, such as `sync-write.latency_p50_ns`.
    pub decides: String,
}

/// The severity of a run's result. It decides the colour and the heading of every page. It is [`Severity::Failed`]
/// exactly if the `Outcome` is that the drive failed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Figures without an alarming one.
    Measured,
    /// The answer to the method's question is yes.
    Good,
    /// The method's question could not be answered.
    Unknown,
    /// The drive works, but something about it harms its user.
    Caution,
    /// The drive failed the test.
    Failed,
}

/// The answer to the method's question, in a few statements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Headline {
    /// Severity of the answer.
    pub severity: Severity,
    /// The statement that answers the method's question.
    pub answer: Message,
    /// Further facts, the most important first; at most three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Message>,
    /// Confidence: the share of such answers that are right, 0 to 1, as far as that was measured; `None` if nothing
    /// is inferred, or if the frequency is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_ratio: Option<f64>,
    /// The basis of the answer; `None` if nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Message>,
    /// The recommended next step; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Message>,
}
