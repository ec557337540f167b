//! A cell's series as the points of a curve.

use iogram_model::{
    Access, CellRecord, CellState, Figure, Nanos, Run, SecondsRange, Series, SeriesRow,
    SteadyRule, Total as _,
};

use super::{real, seconds, short};
use crate::locale::{Locale, say};

/// With fewer completions per interval, the rate alternates between 0 and 1. Arbitrary.
const COMPLETIONS_MIN: u64 = 10;
/// An interval may end this long after the time of its cell without counting as draining. Arbitrary: far less than
/// any interval.
const ROUNDING_NS: u64 = 1_000_000;
/// Number of intervals that are merged if they are too short.
const WIDER: u64 = 10;
/// Fewer wide ones than this would not be a curve.
const SAMPLES_MIN: u64 = 20;

/// Whether the rate of a cell is shown in requests: small random ones, or rounds that had to be steady in them.
pub(super) fn is_told_by_requests(run: &Run, cell: &CellRecord) -> bool {
    is_by_requests(cell) || is_ruled_by_requests(run, cell)
}

/// Whether a cell belongs to rounds that had to be steady in requests per second, or has the same load as one; SNIA's
/// tests are shown this way.
pub(super) fn is_ruled_by_requests(run: &Run, cell: &CellRecord) -> bool {
    let load = |cell: &CellRecord| {
        let it = &cell.workload;
        (it.access.clone(), it.mix, it.block.clone(), it.depth, it.jobs)
    };
    let is_of = |rule: &SteadyRule| {
        let mut of_rule = run.cells.iter().filter(|it| rule.round_cells.contains(&it.name));
        rule.figure() == Figure::Iops
            && of_rule.any(|it| !run.is_preconditioning(it) && load(it) == load(cell))
    };
    let rules = run.criteria.iter().flat_map(|criteria| &criteria.steady);
    cell.workload.block.sizes().len() == 1 && rules.into_iter().any(is_of)
}

/// Small random requests.
pub(super) fn is_by_requests(cell: &CellRecord) -> bool {
    /// Larger requests are shown in bytes. Arbitrary.
    const SMALL_MAX: u64 = 16 << 10;
    let [(size, _)] = cell.workload.block.sizes() else { return false };
    let is_in_order = matches!(cell.workload.access, Access::Sequential);
    size.0 > 0 && size.0 <= SMALL_MAX && (!is_in_order || cell.operations.flush.is_some())
}

/// Positions, and the throughput at each.
pub(super) type Curve = (Vec<f64>, Vec<Option<f64>>);

/// Throughput of the intervals of a cell. Intervals are merged if they have too few completions for a rate, or if
/// they are so many of small requests that only a band would be visible.
pub(super) struct Intervals {
    pub(super) interval_ns: u64,
    /// In order; an interval without completions is missing.
    pub(super) rows: Vec<Sample>,
}

/// The bytes of one interval, or of several that the series combines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sample {
    start_ns: u64,
    length_ns: u64,
    bytes: u64,
    /// Minimum and maximum, for several seconds.
    seconds: Option<SecondsRange>,
}

impl Sample {
    /// Its rates in bytes per second at its start (0) and in its middle (1): combined seconds have the rates of the
    /// fastest and of the slowest one.
    fn points(&self) -> Vec<(u64, f64)> {
        match self.seconds {
            Some(range) if range.min_bytes < range.max_bytes => {
                vec![(0, real(range.max_bytes)), (1, real(range.min_bytes))]
            }
            _ => vec![(0, real(self.bytes) * 1e9 / real(self.length_ns.max(1)))],
        }
    }
}

impl Intervals {
    pub(super) fn of(cell: &CellRecord) -> Self {
        let series = &cell.series;
        let sample = |row: &SeriesRow| Sample {
            start_ns: row.start_ns,
            length_ns: series.length_ns(row),
            bytes: row.moved_bytes(),
            seconds: row.seconds,
        };
        let mut found = Self {
            interval_ns: series.interval_ns,
            rows: series.rows.iter().map(sample).collect(),
        };
        found.leave_out_draining(cell);
        let operations = series.rows.iter().flat_map(|row| [row.read, row.write]).flatten();
        let count: u64 = operations.map(|operation| operation.count).total();
        let end = series.rows.last().map_or(0, |row| row.start_ns);
        let all = |interval: u64| end.checked_div(interval).unwrap_or(0);
        let is_short = count < all(found.interval_ns).saturating_mul(COMPLETIONS_MIN)
            || (is_by_requests(cell) && all(found.interval_ns) > 600);
        let wider = found.interval_ns.saturating_mul(WIDER);
        if is_short && all(wider) >= SAMPLES_MIN {
            found.widen(wider);
        }
        found
    }

    /// After the time of a cell nothing is issued any more, and outstanding requests complete: that looks like a
    /// collapse, but is none.
    fn leave_out_draining(&mut self, cell: &CellRecord) {
        let Some(time) = cell.workload.stop.time else { return };
        let is_within = |sample: &Sample| {
            sample.start_ns.saturating_add(sample.length_ns)
                <= time.0.saturating_add(ROUNDING_NS)
        };
        if cell.state == CellState::Completed && self.rows.first().is_some_and(is_within) {
            self.rows.retain(is_within);
        }
    }

    fn widen(&mut self, interval_ns: u64) {
        let mut rows: Vec<Sample> = Vec::new();
        for sample in self.rows.drain(..) {
            if sample.length_ns >= interval_ns {
                rows.push(sample);
                continue;
            }
            let start_ns = sample
                .start_ns
                .checked_div(interval_ns)
                .unwrap_or(0)
                .saturating_mul(interval_ns);
            match rows.last_mut().filter(|last| last.start_ns == start_ns) {
                Some(last) => last.bytes = last.bytes.saturating_add(sample.bytes),
                None => rows.push(Sample { start_ns, length_ns: interval_ns, ..sample }),
            }
        }
        *self = Self { interval_ns, rows };
    }

    /// Length of its rows, in words.
    pub(super) fn resolution(&self, locale: &Locale) -> String {
        let longest = self.rows.iter().map(|row| row.length_ns).max().unwrap_or(0);
        lengths(self.interval_ns, longest, locale)
    }
}

/// Length of the rows of a series, in words.
pub(super) fn resolution(series: &Series, locale: &Locale) -> String {
    lengths(series.interval_ns, series.coarsest_ns(), locale)
}

/// One length, or the shortest and the longest.
fn lengths(shortest: u64, longest: u64, locale: &Locale) -> String {
    let (shortest, longest) = (Nanos(shortest), Nanos(longest));
    match longest > shortest {
        true => say!(locale, "from-to", from = shortest, to = longest),
        false => shortest.to_string(),
    }
}

/// A point of the curve: a time, and the bytes moved until then.
struct CurvePoint {
    at_ns: u64,
    moved_bytes: f64,
}

/// Throughput of each interval, with zeros for missing rows: an interval without completions has no row, and shows as
/// a stall. `position` maps a point to the axis.
fn course(cell: &CellRecord, position: impl Fn(CurvePoint) -> f64) -> Curve {
    let Intervals { interval_ns, rows } = Intervals::of(cell);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    if interval_ns == 0 {
        return (x, y);
    }
    let mut expected = rows.first().map_or(0, |first| first.start_ns);
    let mut moved = 0_u64;
    let last = rows.len().saturating_sub(1);
    for (index, sample) in rows.iter().enumerate() {
        if sample.start_ns > expected {
            // The curve falls and rises vertically.
            let until = sample.start_ns.saturating_sub(interval_ns);
            for at_ns in [expected, until] {
                x.push(position(CurvePoint { at_ns, moved_bytes: real(moved) }));
                y.push(Some(0.0));
            }
        }
        // The end of the cell cuts off the last interval, so its rate is meaningless.
        let is_cut = index == last && !y.is_empty() && cell.state == CellState::Completed;
        for (half, rate) in sample.points().into_iter().filter(|_| !is_cut) {
            let later_ns = (sample.length_ns / 2).saturating_mul(half);
            let moved_bytes = real(moved) + real(sample.bytes) / 2.0 * real(half);
            let at_ns = sample.start_ns.saturating_add(later_ns);
            x.push(position(CurvePoint { at_ns, moved_bytes }));
            y.push(Some(short(rate)));
        }
        moved = moved.saturating_add(sample.bytes);
        expected = sample.start_ns.saturating_add(sample.length_ns);
    }
    (x, y)
}

pub(super) fn rates(cell: &CellRecord) -> Curve {
    course(cell, |place| seconds(place.at_ns))
}

pub(super) fn rates_by_bytes(cell: &CellRecord) -> Curve {
    course(cell, |place| short(place.moved_bytes))
}
