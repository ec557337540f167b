//! What a cell's completions looked like in time, beyond intervals of 100 ms: where they paused, and how
//! far they were when.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workload::OpKind;

/// Times in which nothing completed although requests were outstanding.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Pauses {
    /// Every pause of at least this length is in the list, and no shorter one. Grows in cells with very
    /// many pauses.
    pub length_min_ns: u64,
    /// In order; they do not overlap. Empty: there was none.
    pub list: Vec<Pause>,
}

/// A time in which nothing completed although requests were out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// The last completion before it, or the first request issued after that; since the cell's first
    /// request.
    pub start_ns: u64,
    /// Until the next completion, or until nobody waited any more.
    pub length_ns: u64,
    /// The request whose completion ended it; `None` if none completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<PausedRequest>,
}

/// The request whose completion ended a pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PausedRequest {
    /// What the request did.
    pub operation: OpKind,
    /// Its first byte, counted from the target's beginning.
    pub offset_bytes: u64,
    /// When it was issued, since the cell's first request.
    pub issued_ns: u64,
}

/// How far a cell was when: its speed by position, as exact at 5 GB/s as at 5 MB/s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByteProgress {
    /// Bytes from one time to the next.
    pub step_bytes: u64,
    /// When each further step had completed, since the cell's first request; ascending. What is left of
    /// the amount after the last whole step has no time.
    pub times_ns: Vec<u64>,
}
