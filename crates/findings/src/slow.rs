//! Slow stretches: a drive works for many seconds at a small fraction of its usual rate, and then recovers. Neither
//! `stalls`, which looks for single pauses, nor the mean of a cell shows them.
//!
//! A rate that falls and stays low is not a slow stretch but a full cache or a throttled drive, which are reported
//! elsewhere.

use iogram_model::Total as _;
use iogram_model::{CellRecord, Finding, OpKind, SeriesRow, SlowStretch, Stall, float, whole};

/// Least length of a stretch. Arbitrary: too long for a hiccup.
const LENGTH_MIN_NS: u64 = 10_000_000_000;

/// The largest rate in a slow stretch, as a share of the usual one. Arbitrary.
const SLOW_SHARE: f64 = 0.25;

/// An interval at this share of the usual rate ends a slow stretch. Arbitrary.
const FAST_SHARE: f64 = 0.5;

/// The usual rate is the one that is not reached in this share of the time: a drive may be slow for most of it and
/// still have been fast. Arbitrary.
const USUAL_RANK: f64 = 0.75;

/// Windows have at least this length, and this many requests. Arbitrary: few requests make every rate uneven.
const WINDOW_MIN_NS: u64 = 1_000_000_000;
const WINDOW_REQUESTS: f64 = 10.0;

/// This many windows that are not slow do not end a stretch. Arbitrary.
const GAP_MAX: usize = 2;

/// A cell with fewer windows has no usual rate. Arbitrary.
const WINDOW_COUNT_MIN: usize = 20;

/// Slow stretches of every cell. `stalls` are the known stalls: a single long stall is not reported twice.
#[must_use]
pub fn slow_stretches(cells: &[CellRecord], stalls: &[Finding]) -> Vec<Finding> {
    cells.iter().flat_map(|cell| stretches_of(cell, stalls)).map(Finding::SlowStretch).collect()
}

fn stretches_of(cell: &CellRecord, stalls: &[Finding]) -> Vec<SlowStretch> {
    let Some(rates) = Rates::of(cell) else { return Vec::new() };
    let slow = rates.slow_windows();
    let mut found = Vec::new();
    for (first, last) in slow {
        let is_over = last.saturating_add(1) < rates.windows.len();
        let (from_ns, to_ns) = rates.edges(cell, first, last);
        let bytes_per_s = rates.mean(first, last);
        let is_long = to_ns.saturating_sub(from_ns)
            >= LENGTH_MIN_NS.max(rates.wanted_ns.saturating_mul(10));
        if is_long && bytes_per_s <= SLOW_SHARE * rates.usual {
            found.push(SlowStretch {
                cell: cell.name.clone(),
                repeat: cell.repeat,
                from_ns,
                to_ns,
                bytes_per_s,
                usual_bytes_per_s: rates.usual,
                is_over,
            });
        }
    }
    found.retain(|stretch| !is_one_stall(stretch, cell, stalls));
    // A drive that never recovered has a new rate, unless it recovered from an earlier stretch.
    let recovers = found.iter().any(|stretch| stretch.is_over && stretch.from_ns > 0);
    found.retain(|stretch| stretch.is_over && stretch.from_ns > 0 || recovers);
    found
}

/// Whether a single stall makes up most of it.
fn is_one_stall(stretch: &SlowStretch, cell: &CellRecord, stalls: &[Finding]) -> bool {
    let overlap = |stall: &Stall| {
        let end = stall.time_ns.saturating_add(stall.length_ns).min(stretch.to_ns);
        end.saturating_sub(stall.time_ns.max(stretch.from_ns))
    };
    stalls.iter().any(|finding| match finding {
        Finding::Stall(stall) if stall.cell == cell.name && stall.repeat == cell.repeat => {
            overlap(stall).saturating_mul(2) > stretch.to_ns.saturating_sub(stretch.from_ns)
        }
        _ => false,
    })
}

/// Time series of a cell's rate.
struct Rates {
    window_ns: u64,
    /// The length of a window if the series had no longer rows.
    wanted_ns: u64,
    /// Bytes in each whole window.
    windows: Vec<u64>,
    usual: f64,
}

impl Rates {
    /// `None` if there is too little data for a usual rate.
    fn of(cell: &CellRecord) -> Option<Self> {
        let interval_ns = cell.series.interval_ns.max(1);
        let wanted_ns = window_ns(cell).next_multiple_of(interval_ns);
        // Merged rows no longer show their intervals.
        let step_ns = cell.series.step_ns();
        let window_ns = wanted_ns.checked_next_multiple_of(step_ns)?;
        let end_ns = cell.series.last_end_ns();
        let count = usize::try_from(end_ns.checked_div(window_ns).unwrap_or(0)).ok()?;
        if count < WINDOW_COUNT_MIN {
            return None;
        }
        let mut windows = vec![0_u64; count];
        for row in &cell.series.rows {
            let index =
                usize::try_from(row.start_ns.checked_div(window_ns).unwrap_or(0)).ok()?;
            // The last window is incomplete.
            if let Some(window) = windows.get_mut(index) {
                *window = (*window).saturating_add(bytes_of(row));
            }
        }
        stretch_paused(&mut windows, cell, window_ns);
        let mut sorted = windows.clone();
        sorted.sort_unstable();
        let usual = per_second(sorted[rank(count)], window_ns);
        (usual > 0.0).then_some(Self { window_ns, wanted_ns, windows, usual })
    }

    /// First and last window of each run of slow ones.
    fn slow_windows(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (index, &bytes) in self.windows.iter().enumerate() {
            if per_second(bytes, self.window_ns) > SLOW_SHARE * self.usual {
                continue;
            }
            match runs.last_mut() {
                Some((_, last)) if index.saturating_sub(*last) <= GAP_MAX + 1 => *last = index,
                _ => runs.push((index, index)),
            }
        }
        runs
    }

    fn mean(&self, first: usize, last: usize) -> f64 {
        let bytes = self.windows[first..=last].iter().total();
        per_second(
            bytes,
            self.window_ns.saturating_mul(last.saturating_sub(first).saturating_add(1) as u64),
        )
    }

    /// Beginning and end of a run of slow windows, to the row of the series: after the last fast row before it and at
    /// the first fast row after it, at most a window away.
    fn edges(&self, cell: &CellRecord, first: usize, last: usize) -> (u64, u64) {
        let series = &cell.series;
        let (begin, end) = (
            (first as u64).saturating_mul(self.window_ns),
            (last as u64).saturating_add(1).saturating_mul(self.window_ns),
        );
        let is_fast = |row: &&SeriesRow| {
            per_second(bytes_of(row), series.length_ns(row)) >= FAST_SHARE * self.usual
        };
        let near = |from: u64, to: u64| {
            series.rows.iter().filter(move |row| (from..to).contains(&row.start_ns))
        };
        let before =
            near(begin.saturating_sub(self.window_ns), begin.saturating_add(self.window_ns));
        let after =
            near(end.saturating_sub(self.window_ns), end.saturating_add(self.window_ns));
        let from = before.clone().filter(is_fast).map(|row| series.end_ns(row)).max();
        let to = after.clone().filter(is_fast).map(|row| row.start_ns).min();
        let (from, to) = (from.unwrap_or(begin), to.unwrap_or(end));
        // A long row at an edge belongs to the stretch in proportion to its lack of bytes.
        let slow = self.mean(first, last);
        let lacks = |row: &SeriesRow| {
            let rate = per_second(bytes_of(row), series.length_ns(row));
            let share = (self.usual - rate) / (self.usual - slow).max(1.0);
            whole(float(series.length_ns(row)) * share.clamp(0.0, 1.0))
        };
        let is_long = |row: &&SeriesRow| row.length_ns.is_some();
        let at_begin = before.filter(is_long).find(|row| series.end_ns(row) == from);
        let at_end = after.filter(is_long).find(|row| row.start_ns == to);
        (
            from.saturating_sub(at_begin.map_or(0, lacks)),
            to.saturating_add(at_end.map_or(0, lacks)),
        )
    }
}

/// Scales windows in which the computer stopped iogram for a part of the time. A window in which iogram hardly ran
/// gets the value of the one before.
fn stretch_paused(windows: &mut [u64], cell: &CellRecord, window_ns: u64) {
    if cell.host_pauses.is_empty() {
        return;
    }
    let mut before = windows.iter().copied().max().unwrap_or(0);
    for (index, window) in windows.iter_mut().enumerate() {
        let from = (index as u64).saturating_mul(window_ns);
        let paused = cell.paused_between_ns(from, from.saturating_add(window_ns));
        let running = window_ns.saturating_sub(paused);
        if running < window_ns / 2 {
            *window = before;
        } else if paused > 0 {
            *window = whole(float(*window) * float(window_ns) / float(running));
        }
        before = *window;
    }
}

/// The index of the usual rate among the sorted ones.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a share of the length of a list"
)]
fn rank(count: usize) -> usize {
    ((count as f64 * USUAL_RANK) as usize).min(count.saturating_sub(1))
}

fn window_ns(cell: &CellRecord) -> u64 {
    let kinds = [OpKind::Read, OpKind::Write];
    let medians = kinds.iter().filter_map(|kind| cell.operations.of(*kind)?.latency_ns.p50);
    let request_ns = medians.max().unwrap_or(0);
    let apart_ns = float(request_ns) / cell.engine.depth_reached.max(1.0);
    whole(apart_ns * WINDOW_REQUESTS).max(WINDOW_MIN_NS)
}

fn bytes_of(row: &SeriesRow) -> u64 {
    [&row.read, &row.write].into_iter().flatten().map(|op| op.bytes).total()
}

fn per_second(bytes: u64, time_ns: u64) -> f64 {
    float(bytes) * 1e9 / float(time_ns.max(1))
}
