//! Whether and when a steady state was reached.

use iogram_model::Total as _;
use iogram_model::{
    CellRecord, CellState, Finding, SteadyRule, SteadyState, SteadyWindow, Verdict,
};
use iogram_stats::Settling;

/// One finding for each rule whose cells were measured at all.
#[must_use]
pub fn steady_states(rules: &[SteadyRule], cells: &[CellRecord]) -> Vec<Finding> {
    rules
        .iter()
        .filter_map(|rule| steady_state(rule, cells))
        .map(Finding::SteadyState)
        .collect()
}

fn steady_state(rule: &SteadyRule, cells: &[CellRecord]) -> Option<SteadyState> {
    let looked_at = || cells.iter().filter(|cell| rule.cells.contains(&cell.name));
    let (first, last) = (looked_at().next()?, looked_at().next_back()?);
    let windows: Vec<(SteadyWindow, bool)> =
        rule.cells.iter().map(|name| window(rule, name, cells)).collect();
    let rounds_count =
        windows.iter().map(|(window, _)| window.rounds_bytes_per_s.len() as u64).min()?;
    let is_steady = windows.iter().all(|(_, is_steady)| *is_steady);
    let written = looked_at().filter_map(|cell| cell.operations.write.as_ref());
    Some(SteadyState {
        verdict: match is_steady {
            true => Verdict::Pass,
            false if rounds_count >= u64::from(rule.rounds_max_count) => Verdict::Fail,
            false => Verdict::Unknown,
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
    })
}

fn window(rule: &SteadyRule, name: &str, cells: &[CellRecord]) -> (SteadyWindow, bool) {
    let rounds: Vec<Option<f64>> = cells
        .iter()
        .filter(|cell| cell.name == name)
        .map(|cell| match cell.state {
            CellState::Completed => cell.throughput().map(|it| it.bytes_per_s),
            _ => None,
        })
        .collect();
    let count = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
    let last = rounds.len().checked_sub(count).map(|start| &rounds[start..]);
    // A round without a value says nothing about the others.
    let values: Option<Vec<f64>> = last.and_then(|last| last.iter().copied().collect());
    let settling = values.and_then(|values| Settling::of_last(&values, count));
    let starts: Vec<u64> =
        cells.iter().filter(|cell| cell.name == name).map(|cell| cell.started_ns).collect();
    let hours = starts.len().checked_sub(count).and_then(|first| {
        let between = starts.last()?.checked_sub(*starts.get(first)?)?;
        Some(iogram_model::float(between) / 3.6e12).filter(|hours| *hours > 0.0)
    });
    let is_steady = settling.is_some_and(|it| it.is_within(rule.range_ratio, rule.slope_ratio));
    let window = SteadyWindow {
        cell: name.to_owned(),
        rounds_bytes_per_s: rounds,
        mean_bytes_per_s: settling.map(|it| it.mean),
        range_ratio: settling.map(|it| it.range_ratio),
        slope_ratio: settling.map(|it| it.slope_ratio),
        drift_per_hour_ratio: settling.zip(hours).map(|(it, hours)| it.slope_ratio / hours),
    };
    (window, is_steady)
}
