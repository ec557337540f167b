//! The results of the loads that run beside a cell's own.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CellState, EndingRecord, ErrorRecord, Operations};
use crate::number::Total as _;
use crate::series::Series;
use crate::warning::Warning;
use crate::workload::OpKind;

/// The results of a concurrent load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoadRecord {
    /// Its name in the workload.
    pub name: String,
    /// How it ended.
    pub state: CellState,
    /// From its first request after the ramp to its last completion.
    pub elapsed_ns: u64,
    /// The results of each operation.
    #[serde(flatten)]
    pub operations: Operations,
    /// Failures, equal ones counted together; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ErrorRecord>,
    /// Warnings about it that do not concern the whole cell; may be empty, and is empty in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// Its results second by second; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<LoadCourse>,
    /// Why it ended, if it may end before its other limits; absent for others, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingRecord>,
}

/// The results of a load in consecutive stretches of equal length, from the end of the ramp on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LoadCourse {
    /// Length of a stretch: a second, or more in a cell of more than an hour.
    pub stretch_ns: u64,
    /// Complete stretches, in order, including those in which nothing completed.
    pub stretches: Vec<LoadStretch>,
}

/// The results of a load in one stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LoadStretch {
    /// Completed reads; absent if there were none, as for the other operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Moved>,
    /// Completed writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<Moved>,
    /// Completed flushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<Moved>,
    /// Completed discards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<Moved>,
}

/// Number and size of completed requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Number of requests.
    pub count: u64,
    /// Bytes of these requests.
    pub bytes: u64,
}

impl LoadStretch {
    /// The results of `kind`; zero if there were none.
    #[must_use]
    pub fn of(&self, kind: OpKind) -> Moved {
        let moved = match kind {
            OpKind::Read => self.read,
            OpKind::Write => self.write,
            OpKind::Flush => self.flush,
            OpKind::Discard => self.discard,
        };
        moved.unwrap_or_default()
    }
}

impl LoadCourse {
    /// Most stretches that are kept: an hour of seconds. Arbitrary.
    const STRETCHES_MAX: u64 = 3600;

    /// The course of `series` from `from_ns` (the end of the ramp) to `to_ns`, both counted from the cell's first
    /// request. A row belongs to the stretch in which it begins.
    #[must_use]
    pub fn of(series: &Series, from_ns: u64, to_ns: u64) -> Self {
        const SECOND_NS: u64 = 1_000_000_000;
        let length_ns = to_ns.saturating_sub(from_ns);
        let seconds = length_ns.div_euclid(SECOND_NS);
        let needed = seconds.div_ceil(Self::STRETCHES_MAX).saturating_mul(SECOND_NS);
        let shortest_ns = needed.max(series.coarsest_ns()).max(SECOND_NS);
        let stretch_ns = shortest_ns.checked_next_multiple_of(SECOND_NS).unwrap_or(shortest_ns);
        let count = usize::try_from(length_ns.div_euclid(stretch_ns)).unwrap_or(0);
        let mut stretches = vec![LoadStretch::default(); count];
        for row in series.rows.iter().filter(|row| row.start_ns >= from_ns) {
            let place = row.start_ns.saturating_sub(from_ns).div_euclid(stretch_ns);
            let place = usize::try_from(place).unwrap_or(usize::MAX);
            let Some(stretch) = stretches.get_mut(place) else { continue };
            let of_row = [row.read, row.write, row.flush, row.discard];
            let of_stretch = [
                &mut stretch.read,
                &mut stretch.write,
                &mut stretch.flush,
                &mut stretch.discard,
            ];
            for (done, sum) in of_row.into_iter().zip(of_stretch) {
                let Some(done) = done else { continue };
                let sum = sum.get_or_insert_default();
                sum.count = sum.count.saturating_add(done.count);
                sum.bytes = sum.bytes.saturating_add(done.bytes);
            }
        }
        Self { stretch_ns, stretches }
    }

    /// The results of `kind` in consecutive complete windows of `window_ns`, each with its start and end since the
    /// end of the ramp. A window is rounded up to a whole number of stretches.
    pub fn windows(
        &self,
        kind: OpKind,
        window_ns: u64,
    ) -> impl Iterator<Item = (std::ops::Range<u64>, Moved)> {
        let stretch_ns = self.stretch_ns.max(1);
        let size = usize::try_from(window_ns.div_ceil(stretch_ns)).unwrap_or(usize::MAX).max(1);
        let length_ns = (size as u64).saturating_mul(stretch_ns);
        let windows = (0_u64..).zip(self.stretches.chunks_exact(size));
        windows.map(move |(index, part)| {
            let from_ns = index.saturating_mul(length_ns);
            let moved = Moved {
                count: part.iter().map(|it| it.of(kind).count).total(),
                bytes: part.iter().map(|it| it.of(kind).bytes).total(),
            };
            (from_ns..from_ns.saturating_add(length_ns), moved)
        })
    }
}
