//! Whether a drive recovers an earlier rate after a rest or after other work.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Compares a cell's rate with that of another cell of the same run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryRule {
    /// The name of the judged cell.
    pub cell: String,
    /// The name of the reference cell. Its rate is the mean of the measurement window if it must become steady,
    /// otherwise the mean of all its repetitions.
    pub reference: String,
}

/// A cell's rate compared with a reference, both means over time. `None`: not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recovery {
    /// The name of the judged cell.
    pub cell: String,
    /// The name of the reference cell.
    pub reference: String,
    /// Usual length of the rest after each of its repetitions; `None` without rests.
    pub idle_ns: Option<u64>,
    /// Requests per second of the reference, reads and writes together.
    pub reference_iops: Option<f64>,
    /// Requests per second of the cell.
    pub iops: Option<f64>,
    /// Bytes per second of the reference.
    pub reference_bytes_per_s: Option<f64>,
    /// Bytes per second of the cell.
    pub bytes_per_s: Option<f64>,
    /// The cell's rate as a share of the reference's.
    pub gain_ratio: Option<f64>,
    /// Requests per second of the same load without rests, directly before or after the cell, the higher of the two;
    /// `None` if the drive had no rests or no such cell exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_rest_iops: Option<f64>,
    /// Bytes per second of that load without rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_rest_bytes_per_s: Option<f64>,
    /// The cell's rate as a share of that load's rate: the effect of the rests alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_gain_ratio: Option<f64>,
    /// From the beginning of the cell's first repetition to the end of the first repetition that is as fast as the
    /// reference, or to the end of the first such stretch if there is one repetition; `None` if none is.
    pub recovered_after_ns: Option<u64>,
    /// Bytes per second of the second half of the reference, if that is one cell and the drive had no rests. It
    /// excludes the early effect of fresh flash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_bytes_per_s: Option<f64>,
    /// Like `recovered_after_ns`, but compared with `settled_bytes_per_s`, within 2 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_after_ns: Option<u64>,
    /// From the beginning of the cell's first repetition to the end of its last one.
    pub elapsed_ns: u64,
    /// The slowest request of all repetitions.
    pub latency_max_ns: Option<u64>,
}
