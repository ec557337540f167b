//! Scores of a drive for the recorded requests of several programs.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The scores of all traces that a run replayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TraceScores {
    /// One score per trace, in the order of the run; one per part if a run replays the same traces in several parts.
    pub traces: Vec<TraceScore>,
    /// The score of all of them together.
    pub total: TraceScore,
    /// The drive that the ratios refer to; absent if none was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// Another drive's scores as a reference.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ScoreReference {
    /// The drive and its run.
    pub name: String,
    /// One score per trace.
    pub traces: Vec<ReferenceScore>,
}

/// The reference drive's score of one trace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReferenceScore {
    /// The cell.
    pub cell: String,
    /// Its score.
    pub score: f64,
}

impl ScoreReference {
    /// The reference with these scores; `name` states its drive and run.
    #[must_use]
    pub fn new(name: String, scores: &TraceScores) -> Self {
        let of_one =
            |it: &TraceScore| ReferenceScore { cell: it.cell.clone(), score: it.score };
        Self { name, traces: scores.traces.iter().map(of_one).collect() }
    }
}

/// The score of a trace's reads and writes: the geometric mean of their rate while the drive was busy, in MB/s, and
/// of the number that would complete per second one after the other.
///
/// Source: the formula that UL publishes for the storage benchmarks of `PCMark` 10 and `3DMark`, which does not state
/// its unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TraceScore {
    /// The cell, or the part; empty for the total.
    pub cell: String,
    /// Number of repetitions; for a part, of its cells.
    pub run_count: u64,
    /// Bytes read and written, divided by the time in which a request was outstanding.
    pub bytes_per_s: f64,
    /// Mean time of a read or write from its issue.
    pub access_mean_ns: f64,
    /// The score; higher is better.
    pub score: f64,
    /// Mean time of a read or write on the drive of the recording; absent if the recording lacks the time of each
    /// request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_access_mean_ns: Option<f64>,
    /// The score divided by that of the reference; for the total, the geometric mean of these ratios, as in
    /// `SPECworkstation`. Absent without a reference, and if the reference lacks the trace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_ratio: Option<f64>,
}
