//! The questions of a diagnosis, and the uses that it judges for. Must not know an answer.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::Rule;

/// What a diagnosis asks of a drive, the most valuable answer first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DiagnosisQuestion {
    /// Does it keep data, and as much as it says?
    Capacity,
    /// How fast is it in order?
    Rates,
    /// How fast are small blocks?
    SmallBlocks,
    /// How long until a small write is safe?
    DurableWrites,
    /// Where does its cache end?
    Cache,
    /// Does it stall?
    Stalls,
    /// How many units can be open at a time?
    OpenUnits,
    /// Does heat slow it down?
    Heat,
    /// How is it connected?
    Link,
    /// What does it say of its own health?
    Health,
}

impl DiagnosisQuestion {
    /// Each with its name in method files and records.
    pub const NAMES: [(&'static str, Self); 10] = [
        ("capacity", Self::Capacity),
        ("rates", Self::Rates),
        ("small-blocks", Self::SmallBlocks),
        ("durable-writes", Self::DurableWrites),
        ("cache", Self::Cache),
        ("stalls", Self::Stalls),
        ("open-units", Self::OpenUnits),
        ("heat", Self::Heat),
        ("link", Self::Link),
        ("health", Self::Health),
    ];
}

/// What a question needs to be allowed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DiagnosisAccess {
    /// Reading.
    Read,
    /// Writing to single places, which are put back.
    Borrow,
    /// Writing anywhere.
    Destroy,
}

impl DiagnosisAccess {
    /// Each with its name in method files and records.
    pub const NAMES: [(&'static str, Self); 3] =
        [("read", Self::Read), ("borrow", Self::Borrow), ("destroy", Self::Destroy)];
}

/// A question, and the steps of the run that answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuestionRule {
    /// Which question.
    pub question: DiagnosisQuestion,
    /// Names of cells and probes, any of which answers it; empty: everything that is measured does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
    /// The least time that these steps take together.
    pub needs_ns: u64,
    /// What they need to be allowed.
    pub access: DiagnosisAccess,
}

/// A use, and the limits that a drive has to keep for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UseRule {
    /// Its name among the uses that come with iogram.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Its published limits.
    pub rules: Vec<Rule>,
}

/// What a diagnosis asks, and the uses that it judges for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosisRule {
    /// In the order in which they are answered.
    pub questions: Vec<QuestionRule>,
    /// Empty if no use is judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<UseRule>,
}
