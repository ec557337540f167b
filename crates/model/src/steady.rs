//! Criteria of a steady state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When the figure of some cells, one value a round, counts as steady: over the last rounds it varies
/// little and has hardly a trend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyRule {
    /// The names of the cells whose throughput has to be steady, all of them in the same rounds.
    pub cells: Vec<String>,
    /// Rounds that are looked at, the last ones. At least 2.
    pub window_count: u32,
    /// Largest minus smallest value, at most this share of the mean.
    pub range_ratio: f64,
    /// Change of the least-squares line from the window's first to its last round, at most this share of
    /// the mean.
    pub slope_ratio: f64,
    /// Rounds after which it is given up.
    pub rounds_max_count: u32,
}
