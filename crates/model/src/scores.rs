//! How a drive served the recorded requests of several programs, in one number each.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The scores of all traces that a run made again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceScores {
    /// Of each trace, in the order of the run; of each part of a run that makes the same traces in several.
    pub traces: Vec<TraceScore>,
    /// Of all of them together.
    pub total: TraceScore,
    /// The drive that the ratios are to; absent if none was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// The scores of another drive, to which those of this one are set in relation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ScoreReference {
    /// The drive and its run.
    pub name: String,
    /// Of each trace.
    pub traces: Vec<ReferenceScore>,
}

/// The score of one trace on the drive of a reference.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReferenceScore {
    /// The cell.
    pub cell: String,
    /// Its score.
    pub score: f64,
}

impl ScoreReference {
    /// That of a drive with these scores; `name` says which drive and run.
    #[must_use]
    pub fn new(name: String, scores: &TraceScores) -> Self {
        let of_one =
            |it: &TraceScore| ReferenceScore { cell: it.cell.clone(), score: it.score };
        Self { name, traces: scores.traces.iter().map(of_one).collect() }
    }
}

/// How the reads and writes of a trace were served: the geometric mean of their rate while the drive was busy, in MB/s, and
/// of how many of them one after the other would be done in a second.
///
/// Source: the formula that UL publishes for the storage benchmarks of `PCMark` 10 and `3DMark`; its unit is not stated there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TraceScore {
    /// The cell, or the part; empty for all of them together.
    pub cell: String,
    /// Repetitions that it is of; of a part, its cells.
    pub run_count: u64,
    /// Bytes read and written over the time in which a request was out.
    pub bytes_per_s: f64,
    /// How long a read or write took from its issue, on average.
    pub access_mean_ns: f64,
    /// The score; more is better.
    pub score: f64,
    /// The same of the drive that the trace was recorded on; absent if it is not known how long each request took there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_access_mean_ns: Option<f64>,
    /// The score over that of the reference; of all together, the geometric mean of these, as `SPECworkstation` has it. Absent
    /// without a reference, and where that lacks the trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_ratio: Option<f64>,
}
