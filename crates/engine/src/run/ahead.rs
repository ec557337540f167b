//! Large writes that are made ready while others are out.

use iogram_model::{Bytes, DataPattern, Pacing, Workload};

/// Blocks from this size on are prepared while earlier requests are out: making their data takes longer
/// than a system call. Measured: 4 KiB take 0.2 us to make, 1 MiB 50 us (docs/journal).
const AHEAD_BLOCK_MIN: Bytes = Bytes(32 << 10);

/// Requests of a job that are made ready while others are out; several, because completions come in
/// bunches. Arbitrary.
const AHEAD_MAX: u32 = 4;

/// Slots that one job needs of a target: its queue depth, and more for large writes that are made ready
/// while others are out.
#[must_use]
pub fn slots_per_job(workload: &Workload) -> u32 {
    let ahead = if prepares_ahead(workload) { workload.depth.min(AHEAD_MAX) } else { 0 };
    workload.depth + ahead
}

/// Whether the next request is made ready while others are out.
#[must_use]
pub fn prepares_ahead(workload: &Workload) -> bool {
    workload.mix.write().0 > 0
        && workload.block.largest() >= AHEAD_BLOCK_MIN
        && workload.data != DataPattern::Zeros
        && workload.pacing == Pacing::Closed
        && workload.replay.is_none()
        // What comes next depends on what has completed.
        && workload.again.is_none()
        && workload.flow.is_none()
        && !workload.access.follows_write_pointers()
}
