//! How a drive served the recorded requests of several programs, in one number each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The scores of all traces that a run made again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceScores {
    /// Of each trace, in the order of the run; of each part of a run that makes the same traces in several.
    pub traces: Vec<TraceScore>,
    /// Of all of them together.
    pub total: TraceScore,
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
}
