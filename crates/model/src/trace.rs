//! The completions of a cell in time, in finer detail than intervals of 100 ms: its stalls, and its progress.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workload::OpKind;

/// Periods without completions although requests were outstanding.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Pauses {
    /// The list holds every period of at least this length, and no shorter one. Grows in cells with very many of
    /// them.
    pub length_min_ns: u64,
    /// The periods in order; they do not overlap. May be empty.
    pub list: Vec<Pause>,
}

/// A period without completions although requests were outstanding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// The last completion before it, or the first request issued after that; counted from the cell's first
    /// request.
    pub start_ns: u64,
    /// Until the next completion, or until no request was outstanding.
    pub length_ns: u64,
    /// The request whose completion ended it; `None` if none completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<PausedRequest>,
}

/// The request that ended such a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PausedRequest {
    /// The operation of the request.
    pub operation: OpKind,
    /// Offset of its first byte, from the beginning of the target.
    pub offset_bytes: u64,
    /// When it was issued, counted from the cell's first request.
    pub issued_ns: u64,
}

/// The progress of a cell over time: its rate by position, with the same resolution in bytes at 5 GB/s and at 5 MB/s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByteProgress {
    /// Bytes between consecutive times.
    pub step_bytes: u64,
    /// Completion time of each further step, counted from the cell's first request; ascending. The rest of the amount
    /// after the last whole step has no time.
    pub times_ns: Vec<u64>,
}
