//! Finds the cells that are passes over the same region, one after the other, and the burst that measures the buffer.

use iogram_model::{Access, Bytes, Caching, CellRecord, CellState, Pacing, Permille, float};

use super::rates::Reference;
use crate::segments::{self, DIFFERENCE_MIN, PassProgress, Segment};
use crate::stalls::silences;
use crate::steps::stepped_names;

/// A shorter pass says nothing about a drive. Arbitrary.
const PASS_MIN: Bytes = Bytes(64 << 20);
/// Longest gap between a pass and the burst that measures the buffer: before a cache empties itself. Arbitrary.
const BURST_GAP_MAX_NS: u64 = 3_000_000_000;

/// A part that is faster than both of its neighbours this close to a stall, as a share of the pass, is an effect of
/// the stall: the write buffer emptied meanwhile. Arbitrary: two groups of the search for parts.
const STALL_NEAR_RATIO: f64 = 0.002;

/// A pass with its parts.
#[derive(Clone)]
pub(super) struct Pass<'a> {
    pub(super) cell: &'a CellRecord,
    pub(super) segments: Vec<Segment>,
    /// Its rate between interruptions.
    pub(super) undisturbed_bytes_per_s: f64,
    /// Idle time since the write before; `None` for the first pass.
    pub(super) rest_ns: Option<u64>,
    /// Stalls, which all rates exclude: beginnings on a clock without them, and lengths.
    pub(super) stalls: Vec<(f64, f64)>,
}

/// Passes over the same region, one after the other, and the burst that measured the buffer.
#[derive(Clone)]
pub(super) struct Chain<'a> {
    pub(super) passes: Vec<Pass<'a>>,
    pub(super) buffer: Option<Buffer>,
    /// A part written after a discard that followed the last pass.
    pub(super) freed: Option<Freed<'a>>,
    /// The reference from an earlier chain of the run.
    pub(super) reference: Option<Reference>,
}

/// A pass over a part of a drive after some of its blocks were freed.
#[derive(Clone)]
pub(super) struct Freed<'a> {
    pub(super) pass: Pass<'a>,
    /// Discarded bytes as a share of the region of the other passes.
    pub(super) share: f64,
}

/// Result of a burst into a full cache: a number of bytes at the link's rate, then the flash's rate.
///
/// A buffer of C bytes that fills at rate r and empties at rate s takes C r / (r - s) bytes at rate r.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    pub(super) burst_bytes: f64,
    pub(super) burst_bytes_per_s: f64,
    pub(super) after_bytes_per_s: f64,
    /// All bytes of the burst, and its beginning.
    pub(super) whole_bytes: f64,
    pub(super) started_ns: u64,
}

fn is_ordered_write(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    cell.state == CellState::Completed
        && workload.access == Access::Sequential
        && workload.mix.write().0 == 1000
        && workload.caching == Caching::Direct
        && workload.pacing == Pacing::Closed
        && workload.is_synthetic()
        && workload.jobs == 1
        && workload.ramp.0 == 0
}

fn is_pass(cell: &CellRecord) -> bool {
    let stop = cell.workload.stop;
    is_ordered_write(cell)
        && cell.is_counted
        && stop.pass_count == Some(1)
        && stop.amount.is_some_and(|amount| amount >= PASS_MIN)
}

/// Whether the cell is the burst that measures the buffer: it writes a part of the region right after a pass.
fn is_burst(cell: &CellRecord, pass: &CellRecord) -> bool {
    let stop = cell.workload.stop;
    let amounts = stop.amount.zip(pass.workload.stop.amount);
    is_ordered_write(cell)
        && stop.pass_count.is_none()
        && amounts.is_some_and(|(burst, whole)| burst < whole)
        && idle_ns(pass, cell) < BURST_GAP_MAX_NS
}

/// Discarded bytes of a cell of discards alone, if all succeeded.
fn discarded(cell: &CellRecord) -> Option<u64> {
    let is_whole =
        cell.state == CellState::Completed && cell.workload.mix.discard == Permille::ALL;
    Some(cell.operations.discard.as_ref().filter(|_| is_whole)?.bytes)
}

/// A sequential write of a part of the region of `chain`, right after a discard of `bytes` of it.
fn freed<'a>(chain: &Chain<'a>, cell: &'a CellRecord, bytes: u64) -> Option<Freed<'a>> {
    let whole = chain.passes[0].cell.workload.stop.amount?;
    let is_part = is_ordered_write(cell)
        && cell.workload.stop.pass_count == Some(1)
        && cell.workload.stop.amount.is_some_and(|amount| amount < whole);
    let pass = pass(cell, None).filter(|_| is_part)?;
    Some(Freed { pass, share: float(bytes) / whole.as_f64().max(1.0) })
}

fn idle_ns(before: &CellRecord, after: &CellRecord) -> u64 {
    after.started_ns.saturating_sub(before.end_ns())
}

/// Any other write ends a chain, because it changes the contents of the cache.
pub(super) fn chains(cells: &[CellRecord]) -> Vec<Chain<'_>> {
    let mut chains: Vec<Chain<'_>> = Vec::new();
    let mut is_open = false;
    let mut before: Option<&CellRecord> = None;
    let mut free = None;
    let pieces = stepped_names(cells);
    let is_pass = |cell: &CellRecord| is_pass(cell) && !pieces.contains(&cell.name.as_str());
    for cell in cells.iter().filter(|cell| cell.workload.writes()) {
        let last = chains.last_mut().filter(|_| is_open);
        let bytes = std::mem::replace(&mut free, discarded(cell));
        match last {
            Some(chain) if free.is_some() && chain.freed.is_none() => {}
            Some(chain) if bytes.is_some() => {
                chain.freed = bytes.and_then(|bytes| freed(chain, cell, bytes));
                is_open = false;
            }
            Some(chain) if is_pass(cell) && continues(chain, cell) => {
                let rest_ns = before.map(|before| idle_ns(before, cell));
                chain.passes.extend(pass(cell, rest_ns));
            }
            Some(chain) if chain.passes.last().is_some_and(|it| is_burst(cell, it.cell)) => {
                chain.buffer = chain.buffer.or_else(|| buffer(cell));
            }
            _ => {
                let first = Some(cell).filter(|&cell| is_pass(cell));
                let first = first.and_then(|cell| pass(cell, None));
                is_open = first.is_some();
                chains.extend(first.map(|first| Chain {
                    passes: vec![first],
                    buffer: None,
                    freed: None,
                    reference: None,
                }));
            }
        }
        before = Some(cell);
    }
    chains
}

fn continues(chain: &Chain<'_>, cell: &CellRecord) -> bool {
    let first = &chain.passes[0].cell.workload;
    first.region == cell.workload.region && first.stop.amount == cell.workload.stop.amount
}

pub(super) fn pass(cell: &CellRecord, rest_ns: Option<u64>) -> Option<Pass<'_>> {
    let times = silences(cell);
    let mut before = 0_u64;
    let on_own_clock = times.iter().map(|&(time, length)| {
        let at = time.saturating_sub(before);
        before = before.saturating_add(length);
        (float(at), float(length))
    });
    let stalls: Vec<(f64, f64)> = on_own_clock.collect();
    let progress = PassProgress::without(cell, &times)?;
    let undisturbed_bytes_per_s = progress.undisturbed_bytes_per_s();
    let mut segments = progress.segments();
    let whole_ns = segments.last().map_or(0.0, |last| last.to_ns);
    let near_ns = whole_ns * STALL_NEAR_RATIO;
    segments::merge_spikes(&mut segments, |part| {
        let is_near = |at: &f64| (part.from_ns - near_ns..=part.to_ns + near_ns).contains(at);
        stalls.iter().any(|(at, _)| is_near(at))
    });
    Some(Pass { cell, segments, undisturbed_bytes_per_s, rest_ns, stalls })
}

pub(super) fn buffer(cell: &CellRecord) -> Option<Buffer> {
    let segments = PassProgress::of(cell)?.segments();
    let (first, last) = (segments.first()?, segments.last()?);
    let is_burst = segments.len() > 1 && drops(first, last);
    Some(Buffer {
        burst_bytes: if is_burst { first.to_bytes } else { 0.0 },
        burst_bytes_per_s: first.bytes_per_s(),
        after_bytes_per_s: last.bytes_per_s(),
        whole_bytes: last.to_bytes,
        started_ns: cell.started_ns,
    })
}

/// Whether the second part is slower by more than the tolerance.
pub(super) fn drops(first: &Segment, second: &Segment) -> bool {
    first.bytes_per_s() > second.bytes_per_s() * (1.0 + DIFFERENCE_MIN)
}

impl Buffer {
    pub(super) fn size(self) -> f64 {
        self.burst_bytes * (1.0 - self.after_bytes_per_s / self.burst_bytes_per_s).max(0.0)
    }
}

impl Pass<'_> {
    /// The rate of a part including its stalls; `None` if it has none.
    pub(super) fn with_stalls(&self, part: &Segment) -> Option<f64> {
        let is_inside = |at: f64| (part.from_ns..=part.to_ns).contains(&at);
        let stalled: f64 = self
            .stalls
            .iter()
            .filter(|(at, _)| is_inside(*at))
            .map(|(_, length)| *length)
            .sum::<f64>();
        (stalled > 0.0)
            .then(|| part.bytes() / (part.to_ns - part.from_ns + stalled).max(1.0) * 1e9)
    }
}
