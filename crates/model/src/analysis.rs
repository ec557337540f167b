//! What a run means: the verdict, what it rests on, and the criteria that it is judged by.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::choice::{ChoiceRule, DemandRule};
use crate::conditions::{DriveState, DriveStateRecord};
use crate::diagnosis::DiagnosisRule;
use crate::figure::{MarkRule, Rule};
use crate::message::{Message, MessageId};
use crate::recovery::RecoveryRule;
use crate::scores::ScoreReference;
use crate::search::SearchRule;
use crate::standard::Standard;
use crate::steady::SteadyRule;

/// What a run is judged by, kept with it: an old run can be judged without its method file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Criteria {
    /// Published rules that the run is held against, each with its limit and source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// What marks such as A1 ask for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkRule>,
    /// Names of cells whose slowest requests are shown side by side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nines: Vec<String>,
    /// What has to become steady.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steady: Vec<SteadyRule>,
    /// Cells whose rate is held against that of others: whether the drive comes back to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recovery: Vec<RecoveryRule>,
    /// Which cells others take after, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<ChoiceRule>,
    /// Cells that ask the drive for more and more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub demand: Vec<DemandRule>,
    /// Searches for the most that can be asked while limits hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<SearchRule>,
    /// The use that the drive is judged for; `None` if the method judges for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_for: Option<GoodFor>,
    /// The published test that the method does; absent if there is none, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standard: Option<Standard>,
    /// The state of the flash that the method is about; `None` if it is about none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wants_state: Option<WantedState>,
    /// Another drive's scores of the same traces; absent if none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ScoreReference>,
    /// The questions of a diagnosis; absent of every other method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<DiagnosisRule>,
}

/// The state of the flash that a method is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WantedState {
    /// Which: purged, or written over its whole capacity.
    pub state: DriveState,
    /// The setting of the method that makes it, such as `prepare=yes`.
    pub made_by: String,
}

impl WantedState {
    /// So much of the capacity is all of it: what is kept for partition tables and ends of regions is left out. Arbitrary.
    const WHOLE_RATIO: f64 = 0.95;

    /// In words that fit behind "is about".
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
                // What a user says is written has no share.
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
    /// The name of the use, if it is one that comes with iogram.
    #[serde(default, rename = "use", skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it is, in words that fit behind "good enough for".
    pub title: String,
    /// The figure that decides where nobody publishes a limit, such as `sync-write.latency_p50_ns`.
    pub decides: String,
}

/// How bad it is. Decides the colour and the head of every page; it is [`Severity::Failed`] where the `Outcome` is that the
/// drive failed, and nowhere else.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Figures, of which none is alarming.
    Measured,
    /// What was asked is answered with yes.
    Good,
    /// What was asked could not be answered.
    Unknown,
    /// The drive works, but something about it hurts whoever uses it.
    Caution,
    /// The drive failed what it was tested for.
    Failed,
}

/// The answer to the question that a method asks, in a few statements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Headline {
    /// How bad it is.
    pub severity: Severity,
    /// The one statement that answers the method's question.
    pub answer: Message,
    /// What else has to be known, the most important first; at most three.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Message>,
    /// How often an answer like this is right, 0 to 1, as far as that was measured; `None` where nothing is
    /// inferred, or no frequency is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_ratio: Option<f64>,
    /// What it rests on; `None` if nothing was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Message>,
    /// What to do next; `None` if there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Message>,
}
