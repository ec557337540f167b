//! Everything that follows from a run, and what of it changed with the rules.

use serde::{Deserialize, Serialize};

use crate::JsonSchema;
use crate::analysis::Headline;
use crate::finding::Finding;
use crate::outcome::Outcome;
use crate::warning::Warning;

/// Everything that follows from a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analysis {
    /// What became of the run; the exit code is that of this.
    pub outcome: Outcome,
    /// The answer with its severity, its details and what to do next.
    pub headline: Headline,
    /// What follows from the measurement, in the order in which it is drawn up.
    pub findings: Vec<Finding>,
    /// What the reader of the numbers has to know.
    pub warnings: Vec<Warning>,
}

/// Something that today's rules say differently about a run than those that it was kept with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AnalysisChange {
    /// What it is about, such as `rule etcd-fsync`.
    pub subject: String,
    /// What was said; `None` if nothing was.
    pub before: Option<String>,
    /// What is said now; `None` if nothing is.
    pub after: Option<String>,
}

/// A run judged by today's rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reanalysis {
    /// Always [`Reanalysis::FORMAT`].
    pub format: String,
    /// The run's id.
    pub run: String,
    /// What follows from it now.
    pub analysis: Analysis,
    /// What of the kept answer differs from today's; empty if nothing does.
    pub changes: Vec<AnalysisChange>,
}

impl Reanalysis {
    /// Name and version of the written form.
    pub const FORMAT: &'static str = "iogram-analysis/1";
}
