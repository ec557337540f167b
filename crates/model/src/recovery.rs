//! Whether a drive comes back to a rate that it had before, after it was left alone or asked something else.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cell whose rate is held against that of another one of the same run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecoveryRule {
    /// The name of the cell that is looked at.
    pub cell: String,
    /// The name of the cell that it is held against: the mean of the measurement window, if that cell has to
    /// become steady; else the mean of all its repetitions.
    pub reference: String,
}

/// A cell's rate against that of another one, both means over time. `None`: it was not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recovery {
    /// The name of the cell that is looked at.
    pub cell: String,
    /// The name of the cell that it is held against.
    pub reference: String,
    /// How long the drive was left alone after each of its repetitions, as a rule; `None` if it was not.
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
    /// Requests per second of the same load without rests right before and right after the cell, the higher of the
    /// two; `None` also if the drive was not left alone, or nothing stands there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_rest_iops: Option<f64>,
    /// Bytes per second of the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_rest_bytes_per_s: Option<f64>,
    /// The cell's rate as a share of that: what the rests alone give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_gain_ratio: Option<f64>,
    /// From the beginning of the cell's first repetition until the end of the first one that is as fast as the
    /// reference, or of the first stretch of the only one; `None` if none is.
    pub recovered_after_ns: Option<u64>,
    /// Bytes per second of the second half of the reference, where that is one cell and the drive was not left alone:
    /// what fresh flash gave at the beginning is not in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_bytes_per_s: Option<f64>,
    /// As `recovered_after_ns`, held against that, within 2 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_after_ns: Option<u64>,
    /// From the beginning of its first repetition to the end of its last.
    pub elapsed_ns: u64,
    /// The slowest request of all repetitions.
    pub latency_max_ns: Option<u64>,
}
