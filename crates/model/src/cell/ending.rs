//! Why a cell ended that may end early, and how well its rate was known, or how steady it was.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workload::OpKind;

/// Of a cell that may end once its rate is known well enough, or steady: why it ended, and how well, or how steady, that
/// was.
///
/// The rate is that of all requests, in intervals of 100 ms after the ramp, from where it has settled. The planned
/// length is the workload's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndingRecord {
    /// Why it ended.
    pub reason: EndReason,
    /// How far the interval of the mean rate reaches to either side, as a share of the mean, at the confidence
    /// that was asked for; neighbouring intervals are not taken to be independent. Absent if there were too few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width_ratio: Option<f64>,
    /// How far the rate of the second half is from that of the first, or of the last quarter from the rest, as a
    /// share of the mean. Absent if there were too few intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_ratio: Option<f64>,
    /// From where on the rate had settled, since the ramp. Absent if there were too few intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_after_ns: Option<u64>,
    /// The rate of a cell of the planned length, as a share of the one that was measured: the rest is taken to have
    /// the rate that had settled. Not 1 where the beginning was otherwise than the rest, because a part of a longer
    /// cell it is a smaller one. Absent if the cell did not end early, or by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned_rate_ratio: Option<f64>,
    /// Of the first of several repetitions, which goes on to its other limits: how far from its rate the one is that
    /// would have been told if it had ended as soon as it was known, as a share of it. Absent elsewhere, and if it was
    /// never known well enough. Repetitions of a cell that would have been wrong do not end early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early_error_ratio: Option<f64>,
    /// How steady its figure was, of a cell that ends once that is steady. Absent of others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<SteadyRecord>,
    /// The rate that was too low, of a cell that ended for it. Absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<FloorRecord>,
}

impl EndingRecord {
    /// An end of that kind; `other` is what is known of what else might have ended it.
    #[must_use]
    pub fn with_reason(reason: EndReason, other: Option<Self>) -> Self {
        let nothing = Self {
            reason,
            half_width_ratio: None,
            drift_ratio: None,
            settled_after_ns: None,
            planned_rate_ratio: None,
            early_error_ratio: None,
            steady: None,
            floor: None,
        };
        Self { reason, ..other.unwrap_or(nothing) }
    }
}

/// A rate that was below the one that a cell had to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorRecord {
    /// Whose rate.
    pub operation: OpKind,
    /// Whole requests per second.
    pub iops: u64,
    /// Bytes per second.
    pub bytes_per_s: u64,
    /// The end of the time over which it was taken, since the cell began.
    pub until_ns: u64,
}

impl FloorRecord {
    /// How a cell ended by it; `other` is what else might have ended it.
    #[must_use]
    pub fn ending(self, other: Option<EndingRecord>) -> EndingRecord {
        let ending = EndingRecord::with_reason(EndReason::BelowFloor, other);
        EndingRecord { floor: Some(self), ..ending }
    }
}

/// The last window of a cell that ends once a figure is steady.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyRecord {
    /// How far the value is from the mean of the window that is farthest, as a share of the mean. Absent if it is the slope
    /// that counts, or no window was whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation_max_ratio: Option<f64>,
    /// By how much the line through the values, by least squares, rises from one value to the next, as a share of their
    /// mean. Absent if it is the deviation that counts, or no window was whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_ratio: Option<f64>,
    /// The values of the window, or as many of them as there were when the cell ended.
    pub values: Vec<SteadyValue>,
}

/// What all requests of a cell did in a part of its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyValue {
    /// Whole requests per second.
    pub iops: u64,
    /// Bytes per second.
    pub bytes_per_s: u64,
    /// Their mean latency; absent if none completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_ns: Option<u64>,
}

/// Why a cell ended that may end early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Its rate was known well enough and had no trend.
    Certain,
    /// Its figure was steady.
    Steady,
    /// One of its rates was below the one that it had to keep.
    BelowFloor,
    /// A load at the same time came to its end, with which the others end.
    WithAnother,
    /// It came to another limit, or something else ended it.
    Limit,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}
