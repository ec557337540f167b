//! Whether the drive recovered an earlier rate: compares cells with others of the same run.

use iogram_model::{
    CellRecord, CellState, Figure, Finding, Recovery, RecoveryRule, RestOutcome, Run,
    SeriesRow, float, value_of_round,
};
use iogram_stats::{Histogram, mean, median};

/// One finding for each rule with a measured cell; `known` are the findings of the rounds.
#[must_use]
pub fn recoveries(rules: &[RecoveryRule], run: &Run, known: &[Finding]) -> Vec<Finding> {
    let found = rules.iter().filter_map(|rule| recovery(rule, run, known));
    found.map(Finding::Recovery).collect()
}

fn recovery(rule: &RecoveryRule, run: &Run, known: &[Finding]) -> Option<Recovery> {
    let cells: Vec<&CellRecord> = completed(run, &rule.cell).collect();
    let (first, last) = (cells.first()?, cells.last()?);
    let own = |figure| mean_of(figure, &cells);
    let reference = |figure| reference(rule, run, known, figure);
    let (bytes_per_s, reference_bytes_per_s) =
        (own(Figure::BytesPerS), reference(Figure::BytesPerS));
    let idle_ns = idle_ns(run, &rule.cell);
    let around = |figure| idle_ns.and_then(|_| without_rest(run, &rule.cell, figure));
    let without_rest_bytes_per_s = around(Figure::BytesPerS);
    let ratio = |reference: Option<f64>| {
        let (own, reference) = bytes_per_s.zip(reference.filter(|rate| *rate > 0.0))?;
        Some(own / reference)
    };
    let end = |cell: &CellRecord| {
        cell.started_ns.saturating_add(cell.elapsed_ns).saturating_sub(first.started_ns)
    };
    let samples = samples(&cells);
    let back = |least: Option<f64>| {
        let back =
            samples.iter().find(|sample| least.is_some_and(|it| sample.bytes_per_s >= it))?;
        Some(back.end_ns.saturating_sub(first.started_ns))
    };
    let settled_bytes_per_s = match idle_ns {
        None => settled(run, &rule.reference),
        Some(_) => None,
    };
    Some(Recovery {
        cell: rule.cell.clone(),
        reference: rule.reference.clone(),
        idle_ns,
        reference_iops: reference(Figure::Iops),
        iops: own(Figure::Iops),
        reference_bytes_per_s,
        bytes_per_s,
        gain_ratio: ratio(reference_bytes_per_s),
        without_rest_iops: around(Figure::Iops),
        without_rest_bytes_per_s,
        rest_gain_ratio: ratio(without_rest_bytes_per_s),
        recovered_after_ns: back(reference_bytes_per_s),
        settled_bytes_per_s,
        settled_after_ns: back(settled_bytes_per_s.map(|rate| rate * SETTLED_RATIO)),
        elapsed_ns: end(last),
        latency_max_ns: latency_max_ns(&cells),
    })
}

/// Tolerance between two rows of a constant drive: a request may end in the next one. Arbitrary.
const SETTLED_RATIO: f64 = 0.98;

/// The rate of the second half of the only cell of this name. Short forms of a test fill a drive only a few times.
/// The first fill goes into purged flash, and is faster than any later one.
fn settled(run: &Run, name: &str) -> Option<f64> {
    let mut cells = completed(run, name);
    let (cell, None) = (cells.next()?, cells.next()) else { return None };
    let half_ns = cell.elapsed_ns.checked_div(2)?;
    let rows = cell.series.rows.iter().filter(|row| row.start_ns >= half_ns);
    let first = rows.clone().next()?;
    let moved = rows.map(SeriesRow::moved_bytes).fold(0_u64, u64::saturating_add);
    let length_ns = cell.elapsed_ns.checked_sub(first.start_ns).filter(|length| *length > 0)?;
    Some(float(moved) * 1e9 / float(length_ns))
}

/// An interval of time and its rate.
struct Sample {
    /// End on the run's clock.
    end_ns: u64,
    bytes_per_s: f64,
}

/// The number of intervals of a cell that ran once; SNIA's 8 hours become minutes.
const STRETCHES: u64 = 480;
/// Longer intervals would hide how fast a drive recovers. Source: SNIA SSS-PTS, samples of one minute.
const STRETCH_MAX_NS: u64 = 60_000_000_000;

/// Each repetition, or the intervals of the only one; an incomplete last interval is dropped.
fn samples(cells: &[&CellRecord]) -> Vec<Sample> {
    let [cell] = cells else {
        let sample = |cell: &&CellRecord| {
            let bytes_per_s = value_of_round(Figure::BytesPerS, cell)?;
            let end_ns = cell.started_ns.saturating_add(cell.elapsed_ns);
            Some(Sample { end_ns, bytes_per_s })
        };
        return cells.iter().filter_map(sample).collect();
    };
    let series = &cell.series;
    let wanted = cell.elapsed_ns.checked_div(STRETCHES).unwrap_or(0).min(STRETCH_MAX_NS);
    let mut samples = Vec::new();
    let (mut moved, mut begin_ns) = (0_u64, 0_u64);
    for row in &series.rows {
        moved = moved.saturating_add(row.moved_bytes());
        let end_ns = row.start_ns.saturating_add(series.length_ns(row));
        let length_ns = end_ns.saturating_sub(begin_ns);
        if length_ns > 0 && length_ns >= wanted && end_ns <= cell.elapsed_ns {
            let bytes_per_s = float(moved) * 1e9 / float(length_ns);
            samples
                .push(Sample { end_ns: cell.started_ns.saturating_add(end_ns), bytes_per_s });
            (moved, begin_ns) = (0, end_ns);
        }
    }
    samples
}

fn completed<'a>(run: &'a Run, name: &str) -> impl Iterator<Item = &'a CellRecord> {
    run.cells.iter().filter(move |cell| cell.name == name && cell.state == CellState::Completed)
}

fn mean_of(figure: Figure, cells: &[&CellRecord]) -> Option<f64> {
    let values: Option<Vec<f64>> =
        cells.iter().map(|cell| value_of_round(figure, cell)).collect();
    mean(&values?)
}

/// The reference rate: if rounds measure the reference cell, that of the last rounds.
fn reference(rule: &RecoveryRule, run: &Run, known: &[Finding], figure: Figure) -> Option<f64> {
    let steady = known.iter().find_map(|finding| match finding {
        Finding::SteadyState(it) => {
            it.cells.iter().any(|window| window.cell == rule.reference).then_some(it)
        }
        _ => None,
    });
    match steady {
        Some(steady) => {
            let result = steady.results.iter().find(|it| it.cell == rule.reference)?;
            if figure == Figure::Iops { result.iops } else { result.bytes_per_s }
        }
        None => mean_of(figure, &completed(run, &rule.reference).collect::<Vec<_>>()),
    }
}

/// The rate of the same load right before the first repetition and right after the last, whichever is higher: a drive
/// whose state changes meanwhile is neither slower nor faster because of the rests.
fn without_rest(run: &Run, name: &str, figure: Figure) -> Option<f64> {
    let place = |cell: &CellRecord| cell.name == name;
    let first = run.cells.iter().position(place)?;
    let last = run.cells.iter().rposition(place)?;
    let load = &run.cells.get(first)?.workload;
    let is_same = |cell: &&CellRecord| {
        let other = &cell.workload;
        cell.state == CellState::Completed
            && (&other.access, &other.mix, &other.block)
                == (&load.access, &load.mix, &load.block)
            && (other.depth, other.jobs, &other.region) == (load.depth, load.jobs, &load.region)
    };
    let before = first.checked_sub(1).and_then(|index| run.cells.get(index));
    let after = last.checked_add(1).and_then(|index| run.cells.get(index));
    let beside = [before, after].into_iter().flatten().filter(is_same);
    let rates = beside.filter_map(|cell| value_of_round(figure, cell));
    rates.max_by(f64::total_cmp)
}

/// The median of the rests after the cell's repetitions.
fn idle_ns(run: &Run, name: &str) -> Option<u64> {
    let follows = |cells_before: u64| {
        let last = usize::try_from(cells_before).ok()?.checked_sub(1)?;
        run.cells.get(last).filter(|cell| cell.name == name)
    };
    let rests = run.rests.iter().filter(|rest| {
        rest.outcome != RestOutcome::Interrupted && follows(rest.cells_before_count).is_some()
    });
    let times: Vec<f64> = rests.map(|rest| float(rest.time_min.0)).collect();
    median(&times).map(iogram_model::whole)
}

/// `None` also if a histogram cannot be read.
fn latency_max_ns(cells: &[&CellRecord]) -> Option<u64> {
    let operations =
        cells.iter().flat_map(|cell| [&cell.operations.read, &cell.operations.write]);
    let slowest = operations
        .flatten()
        .map(|operation| Histogram::from_text(&operation.histogram).ok()?.max_ns());
    slowest.collect::<Option<Vec<u64>>>()?.into_iter().max()
}
