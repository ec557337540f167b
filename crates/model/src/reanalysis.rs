//! All conclusions about a run, and their changes since it was stored.

use serde::{Deserialize, Serialize};

use crate::JsonSchema;
use crate::analysis::Headline;
use crate::finding::Finding;
use crate::outcome::Outcome;
use crate::warning::Warning;

/// All conclusions about a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// The outcome of the run; it determines the exit code.
    pub outcome: Outcome,
    /// The answer with its severity, its details and the next step.
    pub headline: Headline,
    /// Conclusions from the measurement, in the order of their computation.
    pub findings: Vec<Finding>,
    /// Warnings about the figures.
    pub warnings: Vec<Warning>,
}

/// A conclusion that today's rules change compared with the stored ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisChange {
    /// Its subject, such as `rule etcd-fsync`.
    pub subject: String,
    /// The stored conclusion; `None` if there was none.
    pub before: Option<String>,
    /// Today's conclusion; `None` if there is none.
    pub after: Option<String>,
}

/// A run, judged by today's rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reanalysis {
    /// Always [`Reanalysis::FORMAT`].
    pub format: String,
    /// The run's id.
    pub run: String,
    /// Today's conclusions.
    pub analysis: Analysis,
    /// Differences from the stored answer; may be empty.
    pub changes: Vec<AnalysisChange>,
}

impl Reanalysis {
    /// Name and version of the format.
    pub const FORMAT: &'static str = "iogram-analysis/1";
}
