//! What became of recorded requests that were made again.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LatencySummary;
use crate::workload::OpKind;

/// How a trace was made again, beside what its requests did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayRecord {
    /// Requests that were issued.
    pub count: u64,
    /// Time in which at least one was out.
    pub busy_ns: u64,
    /// When the last one that was issued was due, since the beginning of the cell; absent in a closed loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_ns: Option<u64>,
    /// How much later than it was due each was issued; absent in a closed loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ns: Option<LatencySummary>,
    /// How long these requests took when they were recorded, for each kind of which that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedLatency>,
    /// From the first issue to the last completion when they were recorded, idle times cut as here; absent if it is not
    /// known when they completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_elapsed_ns: Option<u64>,
    /// Time of the recording in which at least one request was out; absent if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_busy_ns: Option<u64>,
    /// Idle time that was cut.
    #[serde(default)]
    pub idle_cut_ns: u64,
    /// Requests whose place or size is no multiple of a logical block here, and that were made larger.
    #[serde(default)]
    pub rounded_count: u64,
    /// Requests that were asked in pieces, because none is larger than 64 MiB here; each piece counts as a request.
    #[serde(default, skip_serializing_if = "is_none")]
    pub split_count: u64,
    /// Discards that the target does not take and that were left out.
    #[serde(default)]
    pub left_out_count: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// How long requests of one kind took when they were recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedLatency {
    /// Their kind.
    pub operation: OpKind,
    /// Requests of which it is known.
    pub count: u64,
    /// From issue to completion.
    pub latency_ns: LatencySummary,
}
