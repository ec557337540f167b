//! Whether and when a steady state was reached.

use iogram_model::Total as _;
use iogram_model::{
    CellRecord, CellState, Figure, Finding, PurgeState, RoundResult, Run, SteadyRule,
    SteadyState, SteadyWindow, Verdict, float, value_of_round,
};
use iogram_stats::{Histogram, Settling};

use crate::tail_latency::reads_and_writes;

const HOUR_NS: f64 = 3.6e12;
/// A shorter window does not give an hourly drift. Arbitrary: ten minutes.
const DRIFT_HOURS_MIN: f64 = 1.0 / 6.0;

/// One finding for each rule with measured cells.
#[must_use]
pub fn steady_states(rules: &[SteadyRule], run: &Run) -> Vec<Finding> {
    rules.iter().filter_map(|rule| steady_state(rule, run)).map(Finding::SteadyState).collect()
}

fn steady_state(rule: &SteadyRule, run: &Run) -> Option<SteadyState> {
    let cells = &run.cells;
    let is_looked_at = |cell: &CellRecord| rule.cells.contains(&cell.name);
    let looked_at = || cells.iter().filter(|cell| is_looked_at(cell));
    let (first, last) = (looked_at().next()?, looked_at().next_back()?);
    let windows: Vec<(SteadyWindow, bool)> =
        rule.cells.iter().map(|name| window(rule, name, cells)).collect();
    let rounds_count =
        windows.iter().map(|(window, _)| window.rounds_bytes_per_s.len() as u64).min()?;
    let is_steady = windows.iter().all(|(_, is_steady)| *is_steady);
    let capacity_bytes = Some(run.target.capacity.0).filter(|&bytes| bytes > 0);
    let is_over = rounds_count >= u64::from(rule.rounds_max_count)
        || capacity_bytes.is_some_and(|capacity| rule.is_written(capacity, cells));
    let written = looked_at().filter_map(|cell| cell.operations.write.as_ref());
    let end = cells.iter().rposition(is_looked_at)?;
    Some(SteadyState {
        verdict: match (is_steady, is_over) {
            (true, _) => Verdict::Pass,
            (false, true) => Verdict::Fail,
            (false, false) => Verdict::Unknown,
        },
        rounds_count,
        elapsed_ns: last
            .started_ns
            .saturating_add(last.elapsed_ns)
            .saturating_sub(first.started_ns),
        written_bytes: written.map(|write| write.bytes).total(),
        window_count: rule.window_count,
        range_limit_ratio: rule.range_ratio,
        slope_limit_ratio: rule.slope_ratio,
        rounds_max_count: rule.rounds_max_count,
        cells: windows.into_iter().map(|(window, _)| window).collect(),
        figure: rule.figure,
        written_before_bytes: Some(written_before(run, end)),
        capacity_bytes,
        results: results(rule, cells),
    })
}

/// Bytes that all cells up to the one at `end` wrote since the last purge before it.
fn written_before(run: &Run, end: usize) -> u64 {
    let purges = run.purges.iter().filter(|purge| purge.state == PurgeState::Purged);
    let starts = purges.filter_map(|purge| usize::try_from(purge.cells_before_count).ok());
    let start = starts.filter(|&start| start <= end).max().unwrap_or(0);
    let cells = run.cells.iter().take(end.saturating_add(1)).skip(start);
    cells.filter_map(|cell| cell.operations.write.as_ref()).map(|write| write.bytes).total()
}

/// The results of the window's rounds, cell by cell in the order of a round.
fn results(rule: &SteadyRule, cells: &[CellRecord]) -> Vec<RoundResult> {
    let of_cell = |name: &String| {
        let rounds: Vec<&CellRecord> = rule.rounds(name, cells).collect();
        let count = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
        let last = rounds.get(rounds.len().checked_sub(count)?..)?;
        Some(result(name, last))
    };
    rule.round_cells.iter().filter_map(of_cell).collect()
}

fn result(name: &str, rounds: &[&CellRecord]) -> RoundResult {
    let mean = |figure: Figure| {
        let values: Option<Vec<f64>> =
            rounds.iter().map(|cell| value_of_round(figure, cell)).collect();
        values.map(|values| values.iter().sum::<f64>() / float(values.len() as u64))
    };
    let is_completed = |cell: &&CellRecord| cell.state == CellState::Completed;
    let completed: Vec<&CellRecord> = rounds.iter().copied().filter(is_completed).collect();
    let merged = reads_and_writes(&completed);
    let workload = rounds.first().map(|cell| &cell.workload);
    let sizes = workload.map(|workload| workload.block.sizes());
    RoundResult {
        cell: name.to_owned(),
        read_permille: workload.map_or(0, |it| it.mix.read.0),
        block_bytes: match sizes {
            Some([(size, _)]) => Some(size.0),
            _ => None,
        },
        outstanding_count: workload
            .map_or(0, |it| u64::from(it.depth).saturating_mul(u64::from(it.jobs))),
        bytes_per_s: mean(Figure::BytesPerS),
        iops: mean(Figure::Iops),
        latency_mean_ns: mean(Figure::LatencyMean),
        latency_p99999_ns: merged.as_ref().and_then(|all| all.quantiles().p99999),
        latency_max_ns: merged.as_ref().and_then(Histogram::max_ns),
        rate_half_width_ratio: half_width(rounds),
    }
}

/// Half width of the interval for the mean of independent, similar rounds.
fn half_width(rounds: &[&CellRecord]) -> Option<f64> {
    let each: Option<Vec<f64>> = rounds
        .iter()
        .map(|cell| cell.ending.as_ref().and_then(|it| it.half_width_ratio))
        .collect();
    let squares = each?.iter().map(|it| it * it).sum::<f64>();
    (!rounds.is_empty()).then(|| squares.sqrt() / float(rounds.len() as u64))
}

fn window(rule: &SteadyRule, name: &str, cells: &[CellRecord]) -> (SteadyWindow, bool) {
    let measured: Vec<&CellRecord> = rule.rounds(name, cells).collect();
    let count = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
    let values = |figure: Figure| -> Vec<Option<f64>> {
        measured.iter().map(|cell| value_of_round(figure, cell)).collect()
    };
    let settling = |values: &[Option<f64>]| {
        let last = values.get(values.len().checked_sub(count)?..)?;
        // A round without a value does not represent the others.
        let values: Option<Vec<f64>> = last.iter().copied().collect();
        Settling::of_last(&values?, count)
    };
    let throughput = values(Figure::BytesPerS);
    let tracked = values(rule.figure());
    let settled = settling(&tracked);
    let starts: Vec<u64> = measured.iter().map(|cell| cell.started_ns).collect();
    let hours = starts.len().checked_sub(count).and_then(|first| {
        let between = starts.last()?.checked_sub(*starts.get(first)?)?;
        Some(float(between) / HOUR_NS).filter(|hours| *hours >= DRIFT_HOURS_MIN)
    });
    let is_steady = settled.is_some_and(|it| it.is_within(rule.range_ratio, rule.slope_ratio));
    let has_own_figure = rule.figure() != Figure::BytesPerS;
    let window = SteadyWindow {
        cell: name.to_owned(),
        mean_bytes_per_s: settling(&throughput).map(|it| it.mean),
        rounds_bytes_per_s: throughput,
        range_ratio: settled.map(|it| it.range_ratio),
        slope_ratio: settled.map(|it| it.slope_ratio),
        drift_per_hour_ratio: settled.zip(hours).map(|(it, hours)| it.slope_ratio / hours),
        rounds: has_own_figure.then_some(tracked),
        mean: settled.map(|it| it.mean).filter(|_| has_own_figure),
    };
    (window, is_steady)
}
