//! The course of a cell over time.
//!
//! Short cells have intervals of equal length. In a long cell, the intervals in the middle are combined, together
//! with extremes that sums would hide, so that a day takes no more space than an hour.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::Total as _;

/// Results per interval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Length of one interval.
    pub interval_ns: u64,
    /// Intervals with completions, in order, including the ramp. Some may be longer than others: see `length_ns`.
    pub rows: Vec<SeriesRow>,
}

/// One interval, or several combined ones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// Its start, counted from the cell's first request.
    pub start_ns: u64,
    /// Its length if it combines several intervals; absent: one. Counts and bytes are sums over all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_ns: Option<u64>,
    /// Reads in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<SeriesOp>,
    /// Writes in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<SeriesOp>,
    /// Flushes in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<SeriesOp>,
    /// Discards in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<SeriesOp>,
    /// The slowest and the fastest second of a row longer than a second; absent in others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsRange>,
}

/// One kind of operation in one row, all jobs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesOp {
    /// Requests that completed within the interval.
    pub count: u64,
    /// Bytes of those requests.
    pub bytes: u64,
    /// Median latency; `None` with too few samples. For several intervals, the mean of their medians, weighted by
    /// completions.
    pub p50_ns: Option<u64>,
    /// 99th percentile; `None` with too few samples. For several intervals, their weighted mean.
    pub p99_ns: Option<u64>,
    /// The longest latency of a request that completed within the interval.
    pub max_ns: u64,
}

/// The slowest and the fastest second of a combined row, reads and writes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecondsRange {
    /// Bytes in the slowest second; 0 if nothing completed in one of them.
    pub min_bytes: u64,
    /// Bytes in the fastest second.
    pub max_bytes: u64,
}

impl SeriesRow {
    /// Bytes read and written in it.
    #[must_use]
    pub fn moved_bytes(&self) -> u64 {
        [self.read, self.write].into_iter().flatten().map(|op| op.bytes).total()
    }
}

impl Series {
    /// Length of a row of this series.
    #[must_use]
    pub fn length_ns(&self, row: &SeriesRow) -> u64 {
        row.length_ns.unwrap_or(self.interval_ns)
    }

    /// The end of a row of this series, counted from the cell's first request.
    #[must_use]
    pub fn end_ns(&self, row: &SeriesRow) -> u64 {
        row.start_ns.saturating_add(self.length_ns(row))
    }

    /// The end of its last row; 0 without rows.
    #[must_use]
    pub fn last_end_ns(&self) -> u64 {
        self.rows.last().map_or(0, |row| self.end_ns(row))
    }

    /// Length of its longest row, which is its time resolution; the interval if there are no rows.
    #[must_use]
    pub fn coarsest_ns(&self) -> u64 {
        self.rows.iter().map(|row| self.length_ns(row)).max().unwrap_or(self.interval_ns)
    }

    /// Most equal steps in a loop over a series, including steps without a row. Arbitrary: 29 hours of 100 ms, and 16
    /// MB for a number of each.
    pub const STEPS_MAX: u64 = 1 << 20;

    /// A step for a loop over the whole series: no row is longer, and there are at most [`Self::STEPS_MAX`] steps,
    /// however long the gaps are. A multiple of the interval.
    #[must_use]
    pub fn step_ns(&self) -> u64 {
        let interval_ns = self.interval_ns.max(1);
        let fitting_ns = self.last_end_ns().div_ceil(Self::STEPS_MAX);
        let wanted_ns = fitting_ns.max(self.coarsest_ns());
        wanted_ns.checked_next_multiple_of(interval_ns).unwrap_or(wanted_ns)
    }
}
