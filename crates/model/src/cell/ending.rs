//! Why a cell that may end early ended, and how precise or how steady its rate was.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workload::OpKind;

/// The end of a cell that may end early, once its rate is known precisely enough or is steady.
///
/// The rate is that of all requests, in intervals of 100 ms after the ramp, from the point where it has settled. The
/// planned length is the workload's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EndingRecord {
    /// Why it ended.
    pub reason: EndReason,
    /// Half the width of the mean rate's confidence interval, as a share of the mean, at the requested confidence; it
    /// allows for correlation of neighbouring intervals. Absent if there were too few intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width_ratio: Option<f64>,
    /// Difference between the rates of both halves, or of the last quarter and the rest, as a share of the mean.
    /// Absent if there were too few intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_ratio: Option<f64>,
    /// When the rate had settled, counted from the ramp. Absent if there were too few intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled_after_ns: Option<u64>,
    /// The rate that the cell would have had at its planned length, as a share of the measured one, if it had gone on
    /// at its settled rate. It differs from 1 if the beginning differs from the rest, because the beginning is a
    /// smaller part of a longer cell. Absent if the cell did not end early, or ended by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned_rate_ratio: Option<f64>,
    /// Error of ending early, as a share of the measured rate. The first of several repetitions runs to its other
    /// limits, so that its rate can be compared with the one it would have had if it had ended as soon as that was
    /// known. If the error is too large, later repetitions do not end early. Absent for other repetitions, and if the
    /// rate was never known precisely enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early_error_ratio: Option<f64>,
    /// How steady the figure was, for a cell that ends once it is steady. Absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady: Option<SteadyRecord>,
    /// The rate that was too low, for a cell that ended because of it. Absent for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<FloorRecord>,
}

impl EndingRecord {
    /// An end for this reason; `other` holds the figures of the other possible reasons.
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

/// A rate that fell below the minimum of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorRecord {
    /// The operation with this rate.
    pub operation: OpKind,
    /// Requests per second, as an integer.
    pub iops: u64,
    /// Bytes per second.
    pub bytes_per_s: u64,
    /// The end of the time that it covers, counted from the cell's beginning.
    pub until_ns: u64,
}

impl FloorRecord {
    /// The end of a cell because of it; `other` holds the figures of the other possible reasons.
    #[must_use]
    pub fn ending(self, other: Option<EndingRecord>) -> EndingRecord {
        let ending = EndingRecord::with_reason(EndReason::BelowFloor, other);
        EndingRecord { floor: Some(self), ..ending }
    }
}

/// The last window of a cell that ends once a figure is steady.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyRecord {
    /// The largest deviation of a value from the mean of the window, as a share of the mean. Absent if the slope is
    /// the criterion, or if no window was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation_max_ratio: Option<f64>,
    /// Slope of the least-squares line through the values, from one value to the next, as a share of their mean.
    /// Absent if the deviation is the criterion, or if no window was complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_ratio: Option<f64>,
    /// The values of the window; fewer if the cell ended before.
    pub values: Vec<SteadyValue>,
}

/// The results of all requests in a part of a cell's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyValue {
    /// Requests per second, as an integer.
    pub iops: u64,
    /// Bytes per second.
    pub bytes_per_s: u64,
    /// Mean latency; absent if no request completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_ns: Option<u64>,
}

/// Why a cell that may end early ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Its rate was known precisely enough and had no trend.
    Certain,
    /// Its figure was steady.
    Steady,
    /// One of its rates fell below its minimum.
    BelowFloor,
    /// A concurrent load ended, which ends the others, too.
    WithAnother,
    /// It reached another limit, or something else ended it.
    Limit,
    /// A reason of a newer version.
    #[serde(other)]
    Unknown,
}
