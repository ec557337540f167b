//! What happened in a cell over time.
//!
//! Short cells are told in intervals of one length. In a long one those that are neither at its beginning nor at
//! its end are put together, with what the sums would hide kept beside them, so that a day is not larger than
//! an hour.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::Total as _;

/// What happened per interval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Length of one interval.
    pub interval_ns: u64,
    /// Intervals in which something completed, in order; the ramp is included. Some may be longer than the
    /// others: see `length_ns`.
    pub rows: Vec<SeriesRow>,
}

/// One interval, or several in a row that are told together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// Its start since the cell's first request.
    pub start_ns: u64,
    /// Its length, where it holds several intervals; absent: one. Counts and bytes are sums over all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_ns: Option<u64>,
    /// What reads did in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<SeriesOp>,
    /// What writes did in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<SeriesOp>,
    /// What flushes did in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<SeriesOp>,
    /// What discards did in this interval; `None` if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<SeriesOp>,
    /// The slowest and the fastest second of a row that is longer than one; absent in others.
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
    /// Median latency; `None` with too few samples. Of several intervals the mean of their medians, each
    /// weighted with its completions.
    pub p50_ns: Option<u64>,
    /// 99th percentile; `None` with too few samples. Of several intervals the mean, as of the medians.
    pub p99_ns: Option<u64>,
    /// The longest latency of a request that completed within the interval.
    pub max_ns: u64,
}

/// The slowest and the fastest of the seconds that are told together, reads and writes together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SecondsRange {
    /// Bytes moved in the slowest; 0 if nothing completed in one of them.
    pub min_bytes: u64,
    /// Bytes moved in the fastest.
    pub max_bytes: u64,
}

impl SeriesRow {
    /// Bytes that were read and written in it.
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

    /// When a row of this series ends, since the cell's first request.
    #[must_use]
    pub fn end_ns(&self, row: &SeriesRow) -> u64 {
        row.start_ns.saturating_add(self.length_ns(row))
    }

    /// When its last row ends; 0 without one.
    #[must_use]
    pub fn last_end_ns(&self) -> u64 {
        self.rows.last().map_or(0, |row| self.end_ns(row))
    }

    /// Its longest row: what is shorter than that is not seen everywhere. Its interval if there is no row.
    #[must_use]
    pub fn coarsest_ns(&self) -> u64 {
        self.rows.iter().map(|row| self.length_ns(row)).max().unwrap_or(self.interval_ns)
    }

    /// Whoever goes through it at equal steps, those without a row included, takes at most so many. Arbitrary:
    /// 29 hours of 100 ms, and 16 MB for a number of each.
    pub const STEPS_MAX: u64 = 1 << 20;

    /// A length at which all of it can be gone through: no row is longer, and there are at most
    /// [`Self::STEPS_MAX`], however long nothing completed in between. A multiple of the interval.
    #[must_use]
    pub fn step_ns(&self) -> u64 {
        let interval_ns = self.interval_ns.max(1);
        let fitting_ns = self.last_end_ns().div_ceil(Self::STEPS_MAX);
        let wanted_ns = fitting_ns.max(self.coarsest_ns());
        wanted_ns.checked_next_multiple_of(interval_ns).unwrap_or(wanted_ns)
    }
}
