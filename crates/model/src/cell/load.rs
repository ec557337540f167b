//! What the loads beside a cell's own did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CellState, ErrorRecord, Operations};

/// What a load did that ran at the same time as a cell's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoadRecord {
    /// Its name in the workload.
    pub name: String,
    /// How it ended.
    pub state: CellState,
    /// From its first request after the ramp to its last completion.
    pub elapsed_ns: u64,
    /// What each kind of operation did.
    #[serde(flatten)]
    pub operations: Operations,
    /// What failed, equal failures counted together; empty if nothing did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorRecord>,
}
