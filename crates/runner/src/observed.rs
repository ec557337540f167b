//! Rates measured on a target, and the bounds that they give for similar work.
//!
//! Pure. Every conclusion from a measured cell to a planned one is a bound that holds for any drive: larger blocks
//! and more outstanding requests are no slower, and no faster than in proportion.

use iogram_model::{
    Caching, CellRecord, CellState, OpMix, Pacing, SyncPolicy, Workload, float,
};

/// Factor by which the same work varies from one time to the next, stalls and noise included.
///
/// Source: the zoo, where `the_real_time_lies_in_the_range` of `session` needs it; on drives of the same kind,
/// repetitions of quick spread by 3 % to 20 %.
const SPREAD: f64 = 1.3;

/// Outstanding requests that the kernel's read-ahead makes of one.
///
/// Source: 128 KiB of read-ahead by default (Linux, `read_ahead_kb`); the kernel reads the next half while the
/// program uses the first. No drive was faster with it by more than this factor.
const READ_AHEAD: f64 = 4.0;

/// The largest factor by which a drive may write faster than its observed reads.
///
/// Source: drives on the market hardly write faster than they read at all. Of 36 cards drawn with unrelated read and
/// write rates, one in ten wrote 2.6 times as fast (2026-11), which is this factor times the spread.
const WRITES_FASTER: f64 = 2.0;

/// The measured rate of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    kind: Kind,
    is_buffered: bool,
    block_bytes: f64,
    outstanding: f64,
    bytes: f64,
    bytes_per_s: f64,
}

/// A kind of work that drives serve alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    direction: Direction,
    is_sequential: bool,
    /// Whether each write waits for durability.
    is_durable: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Read,
    Write,
    Both,
}

impl Direction {
    fn of(mix: &OpMix) -> Self {
        match (mix.read.0, mix.write().0) {
            (_, 0) => Self::Read,
            (0, _) => Self::Write,
            _ => Self::Both,
        }
    }
}

impl Kind {
    fn of(workload: &Workload) -> Self {
        Self {
            direction: Direction::of(&workload.mix),
            is_sequential: workload.access == iogram_model::Access::Sequential,
            is_durable: matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Dsync),
        }
    }
}

/// Outstanding requests of all jobs together.
pub(crate) fn outstanding(workload: &Workload) -> f64 {
    f64::from(workload.depth) * f64::from(workload.jobs)
}

impl Observed {
    /// The observation from a cell; `None` if the cell did not complete or moved nothing.
    #[must_use]
    pub fn of(cell: &CellRecord) -> Option<Self> {
        let rate = cell.throughput().map(|it| it.bytes_per_s).filter(|rate| *rate > 0.0)?;
        let is_known =
            cell.state == CellState::Completed && cell.workload.pacing == Pacing::Closed;
        let read_and_written = [&cell.operations.read, &cell.operations.write];
        let bytes = read_and_written.into_iter().flatten().map(|it| float(it.bytes)).sum();
        is_known.then(|| Self {
            kind: Kind::of(&cell.workload),
            is_buffered: cell.workload.caching != Caching::Direct,
            block_bytes: cell.workload.block.largest().as_f64(),
            outstanding: outstanding(&cell.workload),
            bytes,
            bytes_per_s: rate,
        })
    }

    /// Bounds of the rate of `workload`, if it is similar to this observation; `None` otherwise.
    fn bounds(&self, workload: &Workload) -> Option<(f64, f64)> {
        if self.kind != Kind::of(workload) {
            return None;
        }
        let larger = workload.block.largest().as_f64() / self.block_bytes;
        let is_buffered = workload.caching != Caching::Direct;
        let more = match (self.is_buffered, is_buffered) {
            // The kernel decides how much is outstanding: the program's depth, or far more.
            (false, true) if self.outstanding > outstanding(workload) => 1.0,
            (false, true) => READ_AHEAD,
            (true, false) => return None,
            _ => outstanding(workload) / self.outstanding,
        };
        let low = self.bytes_per_s * larger.min(1.0) * more.min(1.0);
        let high = self.bytes_per_s * larger.max(1.0) * more.max(1.0);
        Some((low / SPREAD, high * SPREAD))
    }
}

/// Slowest and fastest rate at which `workload` moves `bytes`: the `usual` range, narrowed by the `observed` rates.
pub(crate) fn narrowed(
    observed: &[Observed],
    (workload, bytes): (&Workload, f64),
    usual: (f64, f64),
) -> (f64, f64) {
    let kind = Kind::of(workload);
    let is_read = kind.direction == Direction::Read;
    let reads = observed.iter().filter(|it| it.kind.direction == Direction::Read);
    // Usually the link's rate: nothing moves faster.
    let fastest = reads.map(|it| it.bytes_per_s * SPREAD).fold(0.0, f64::max);
    let ceiling = if is_read { fastest } else { fastest * WRITES_FASTER };
    let usual_fast = if fastest > 0.0 { usual.1.min(ceiling) } else { usual.1 };
    let alike: Vec<(&Observed, (f64, f64))> =
        observed.iter().filter_map(|it| Some((it, it.bounds(workload)?))).collect();
    if alike.is_empty() {
        return (usual.0.min(usual_fast), usual_fast);
    }
    // The narrowest bounds hold. If they contradict each other, the range covers all of them.
    let low = alike.iter().map(|(_, bounds)| bounds.0).fold(0.0, f64::max);
    let high = alike.iter().map(|(_, bounds)| bounds.1).fold(f64::INFINITY, f64::min);
    let (low, high) = match low <= high {
        true => (low, high),
        false => (high / SPREAD / SPREAD, low * SPREAD * SPREAD),
    };
    // An observed rate of the same kind lifts the ceiling that the reads set.
    let seen_rate = alike.iter().map(|(it, _)| it.bytes_per_s * SPREAD).fold(0.0, f64::max);
    let high = if fastest > 0.0 { high.min(ceiling.max(seen_rate)).max(low) } else { high };
    // A cache may end right after the observed amount.
    let seen = alike.iter().map(|(it, _)| it.bytes).fold(0.0, f64::max);
    let is_beyond = !is_read && bytes > seen;
    (if is_beyond { low.min(usual.0) } else { low }, high)
}
