//! A bar of the throughput of one cell, with its repetitions where they tell something.

use iogram_charts::{BarRow, RunValue};
use iogram_model::Run;

use super::short;
use crate::group::Line;

/// Repetitions closer together than this share of the largest are not told one by one.
const SPREAD_MIN: f64 = 0.02;

/// The bar of `line`.
pub(super) fn row(run: &Run, line: &Line<'_>, label: String, slot: u8) -> BarRow {
    let summary = line.summary(&run.findings, "bytes_per_s");
    let runs: Vec<RunValue> = line
        .group
        .cells
        .iter()
        .map(|cell| RunValue {
            value: line.bytes_per_s(cell).map(short),
            is_counted: cell.is_counted,
        })
        .collect();
    let value = match summary {
        Some(summary) => summary.shown(),
        // A run without findings: the only repetition speaks for itself.
        None => runs.first().filter(|_| runs.len() == 1).and_then(|run| run.value),
    };
    let (low, high) =
        (summary.and_then(|it| it.min).map(short), summary.and_then(|it| it.max).map(short));
    let is_spread = low.zip(high).is_some_and(|(low, high)| high - low > SPREAD_MIN * high);
    let runs = if is_spread { runs } else { Vec::new() };
    BarRow { label, series: String::new(), slot, value: value.map(short), low, high, runs }
}
