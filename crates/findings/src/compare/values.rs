//! A figure on one side: of each run, of all of its repetitions, and as one value to show.

use iogram_model::Total as _;
use iogram_model::{CellRecord, ComparedValue, Figure, OpKind, Range95};
use iogram_stats::{mean, mean_interval};

use crate::figure::{overall, value_of};
use crate::quality::range;

/// A figure of one cell on one side.
pub(super) struct SideFigure {
    /// The displayed value; `None` if no run has it.
    pub(super) value: Option<ComparedValue>,
    /// The values of the runs that have it.
    pub(super) of_runs: Vec<f64>,
    /// Whether any run lacks it.
    pub(super) lacks_a_run: bool,
    /// The values of all repetitions; `None` if one of them lacks it, because the others are not a random sample.
    pub(super) of_repetitions: Option<Vec<f64>>,
}

/// The figure from the repetitions of one side's runs.
pub(super) fn figure_of(
    side: &[Vec<&CellRecord>],
    operation: Option<OpKind>,
    figure: Figure,
) -> SideFigure {
    let repetitions: Vec<Option<f64>> =
        side.iter().flatten().map(|cell| value_of(figure, cell, operation)).collect();
    let runs: Vec<Option<f64>> =
        side.iter().map(|run| overall(figure, run, operation)).collect();
    let of_runs: Vec<f64> = runs.iter().flatten().copied().collect();
    let known: Vec<f64> = repetitions.iter().flatten().copied().collect();
    let lacks_a_run = of_runs.len() < side.len();
    let of_repetitions = (known.len() == repetitions.len()).then(|| known.clone());
    let is_one = side.len() == 1;
    let shown = if is_one { of_runs.first().copied() } else { geometric_mean(&of_runs) };
    let records = || side.iter().flatten().filter_map(|cell| cell.operations.of(operation?));
    let value = shown.map(|value| ComparedValue {
        value,
        interval: if is_one {
            mean_interval(&known).map(range)
        } else {
            geometric_interval(&of_runs)
        },
        runs: if is_one { Vec::new() } else { runs.clone() },
        request_count: records().map(|record| record.count).total(),
        repetitions: repetitions.clone(),
    });
    SideFigure { value, of_runs, lacks_a_run, of_repetitions }
}

fn logarithms(values: &[f64]) -> Option<Vec<f64>> {
    values.iter().map(|value| (*value > 0.0).then(|| value.ln())).collect()
}

/// Falls back to the mean if a run gave zero, which has no logarithm.
fn geometric_mean(values: &[f64]) -> Option<f64> {
    let middle = logarithms(values).and_then(|values| mean(&values));
    middle.map(f64::exp).or_else(|| mean(values))
}

fn geometric_interval(values: &[f64]) -> Option<Range95> {
    let interval = mean_interval(&logarithms(values)?)?;
    Some(Range95 { low: interval.low.exp(), high: interval.high.exp() })
}
