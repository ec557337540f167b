//! The replay of recorded requests.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LatencySummary;
use crate::workload::OpKind;

/// How a trace was replayed, in addition to the results of its requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayRecord {
    /// Requests that were issued.
    pub count: u64,
    /// Time in which at least one request was outstanding.
    pub busy_ns: u64,
    /// Due time of the last issued request, counted from the beginning of the cell; absent in a closed loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule_ns: Option<u64>,
    /// Delay of each request from its due time to its issue; absent in a closed loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_ns: Option<LatencySummary>,
    /// Latency of these requests in the recording, for each operation whose latency is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recorded: Vec<RecordedLatency>,
    /// From the first issue to the last completion in the recording, with idle times cut as here; absent if
    /// completion times are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_elapsed_ns: Option<u64>,
    /// Time of the recording in which at least one request was outstanding; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_busy_ns: Option<u64>,
    /// Idle time cut from the replay.
    #[serde(default)]
    pub idle_cut_ns: u64,
    /// Requests that were enlarged because their offset or size is not a multiple of the logical block size here.
    #[serde(default)]
    pub rounded_count: u64,
    /// Requests that were submitted in pieces, because requests are at most 64 MiB here; each piece counts as a
    /// request.
    #[serde(default, skip_serializing_if = "is_none")]
    pub split_count: u64,
    /// Discards that were dropped because the target does not support them.
    #[serde(default)]
    pub left_out_count: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Latency of one operation in the recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RecordedLatency {
    /// The operation.
    pub operation: OpKind,
    /// Requests with known latency.
    pub count: u64,
    /// Latency from issue to completion.
    pub latency_ns: LatencySummary,
}
