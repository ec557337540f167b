//! Prepares large writes while others are outstanding.

use iogram_model::{Bytes, DataPattern, Pacing, Workload};

/// Blocks of at least this size are prepared while earlier requests are outstanding: generating their data takes
/// longer than a system call. Measured: 4 KiB take 0.2 us to generate, 1 MiB 50 us (docs/journal).
const AHEAD_BLOCK_MIN: Bytes = Bytes(32 << 10);

/// Requests of a job that are prepared while others are outstanding; several, because completions come in bunches.
/// Arbitrary.
const AHEAD_MAX: u32 = 4;

/// Slots that one job needs on a target: its queue depth, plus some for large writes that are prepared while others
/// are outstanding.
#[must_use]
pub fn slots_per_job(workload: &Workload) -> u32 {
    let ahead = if prepares_ahead(workload) { workload.depth.min(AHEAD_MAX) } else { 0 };
    workload.depth + ahead
}

/// Whether the next request is prepared while others are outstanding.
#[must_use]
pub fn prepares_ahead(workload: &Workload) -> bool {
    workload.mix.write().0 > 0
        && workload.block.largest() >= AHEAD_BLOCK_MIN
        && workload.data != DataPattern::Zeros
        && workload.pacing == Pacing::Closed
        && workload.replay.is_none()
        // The next request depends on the completions.
        && workload.again.is_none()
        && workload.flow.is_none()
        && !workload.access.follows_write_pointers()
}
