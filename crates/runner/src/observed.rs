//! Rates that were measured of a target, and what they say about work that is like it.
//!
//! Pure. Every step from what was measured to what is planned is a bound that holds for any drive: larger blocks and
//! more requests outstanding are no slower, and no faster than in proportion.

use iogram_model::{
    Caching, CellRecord, CellState, OpMix, Pacing, SyncPolicy, Workload, float,
};

/// What the same work differs by from one time to the next, stalls and noise included.
///
/// Source: the zoo, where `the_real_time_lies_in_the_range` of `session` needs it; on drives of the same kind,
/// repetitions of quick spread by 3 % to 20 %.
const SPREAD: f64 = 1.3;

/// So many requests are outstanding where the kernel reads ahead of one.
///
/// Source: 128 KiB of read-ahead by default (Linux, `read_ahead_kb`), of which the next half is read while the
/// first is used; drives were not more than so much faster than with one.
const READ_AHEAD: f64 = 4.0;

/// A cell was measured to move so much in a second.
#[derive(Debug, Clone, PartialEq)]
pub struct Observed {
    kind: Kind,
    is_buffered: bool,
    block_bytes: f64,
    outstanding: f64,
    bytes: f64,
    bytes_per_s: f64,
}

/// Work that drives do alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    direction: Direction,
    is_sequential: bool,
    /// Whether each write waits until it is durable.
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

fn outstanding(workload: &Workload) -> f64 {
    f64::from(workload.depth) * f64::from(workload.jobs)
}

impl Observed {
    /// What a cell says; `None` of one that did not complete or moved nothing.
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

    /// Bounds of the rate at which `workload` moves, if this is like it.
    fn bounds(&self, workload: &Workload) -> Option<(f64, f64)> {
        if self.kind != Kind::of(workload) {
            return None;
        }
        let larger = workload.block.largest().as_f64() / self.block_bytes;
        let is_buffered = workload.caching != Caching::Direct;
        let more = match (self.is_buffered, is_buffered) {
            // The kernel decides how much is outstanding: as much as the program asked for, or far more.
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

/// Slowest and fastest rate at which `workload` moves `bytes`, by what was `observed`, within `usual`.
pub(crate) fn narrowed(
    observed: &[Observed],
    (workload, bytes): (&Workload, f64),
    usual: (f64, f64),
) -> (f64, f64) {
    let kind = Kind::of(workload);
    let reads = observed.iter().filter(|it| it.kind.direction == Direction::Read);
    // The link, mostly: nothing moves faster, and no drive writes much faster than it reads.
    let fastest = reads.map(|it| it.bytes_per_s * SPREAD).fold(0.0, f64::max);
    let usual_fast = if fastest > 0.0 { usual.1.min(fastest) } else { usual.1 };
    let alike: Vec<(&Observed, (f64, f64))> =
        observed.iter().filter_map(|it| Some((it, it.bounds(workload)?))).collect();
    if alike.is_empty() {
        return (usual.0.min(usual_fast), usual_fast);
    }
    // Of several bounds the narrowest ones hold; where they contradict each other, all that lies between.
    let low = alike.iter().map(|(_, bounds)| bounds.0).fold(0.0, f64::max);
    let high = alike.iter().map(|(_, bounds)| bounds.1).fold(f64::INFINITY, f64::min);
    let (low, high) = (low.min(high), high.max(low));
    let high = if fastest > 0.0 { high.min(fastest).max(low) } else { high };
    // A cache may end behind what was seen of it.
    let seen = alike.iter().map(|(it, _)| it.bytes).fold(0.0, f64::max);
    let is_beyond = kind.direction != Direction::Read && bytes > seen;
    (if is_beyond { low.min(usual.0) } else { low }, high)
}
