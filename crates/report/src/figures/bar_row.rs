//! A bar for the throughput of one cell, with its repetitions if they are informative.

use iogram_charts::{Axis, BarRow, RunValue, Unit};
use iogram_model::{CellRecord, Run};

use super::samples::is_ruled_by_requests;
use super::{ChartContext, short};
use crate::group::{Group, Line};

/// If repetitions differ by less than this share of the largest, they are not shown individually.
const SPREAD_MIN: f64 = 0.02;

/// The unit of the bars of a chart: requests if SNIA's rounds had to be steady in them, otherwise bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    Bytes,
    Requests,
}

impl Told {
    pub(super) fn of<'g>(groups: impl Iterator<Item = (&'g Run, &'g Group<'g>)>) -> Self {
        // Earlier cells do not decide.
        let mut counted = groups.filter(|(_, group)| group.counts()).peekable();
        let is_any = counted.peek().is_some();
        let is_ruled = counted.all(|(run, group)| is_ruled_by_requests(run, group.cells[0]));
        if is_any && is_ruled { Self::Requests } else { Self::Bytes }
    }

    pub(super) const fn figure(self) -> &'static str {
        match self {
            Self::Bytes => "bytes_per_s",
            Self::Requests => "iops",
        }
    }

    pub(super) fn axis(self, context: &ChartContext<'_>) -> Axis {
        match self {
            Self::Bytes => Axis::linear(context.text("throughput"), Unit::BYTES_PER_S),
            Self::Requests => Axis::linear(context.text("iops"), Unit::IOPS),
        }
    }

    pub(super) fn title(self, context: &ChartContext<'_>, cell: Option<&str>) -> String {
        match (self, cell) {
            (Self::Bytes, Some(cell)) => {
                context.with("figure-throughput-of", &[("cell", cell)])
            }
            (Self::Bytes, None) => context.text("figure-throughput"),
            (Self::Requests, Some(cell)) => context.with("figure-iops-of", &[("cell", cell)]),
            (Self::Requests, None) => context.text("figure-iops"),
        }
    }

    /// The title of the bars of one block size.
    pub(super) fn title_of_size(self, context: &ChartContext<'_>, size: &str) -> String {
        let id = match self {
            Self::Bytes => "figure-throughput-size",
            Self::Requests => "figure-iops-size",
        };
        context.with(id, &[("size", size)])
    }
}
/// The bar of `line`.
pub(super) fn row(
    run: &Run,
    line: &Line<'_>,
    told: Told,
    (label, slot): (String, u8),
) -> BarRow {
    let summary = line.summary(&run.findings, told.figure());
    let value_of = |cell: &CellRecord| match told {
        Told::Bytes => line.bytes_per_s(cell),
        Told::Requests => line.iops(cell),
    };
    let runs: Vec<RunValue> = line
        .group
        .cells
        .iter()
        .map(|cell| RunValue { value: value_of(cell).map(short), is_counted: cell.is_counted })
        .collect();
    let value = match summary {
        Some(summary) => summary.shown(),
        // A run without findings shows the value of its only repetition.
        None => runs.first().filter(|_| runs.len() == 1).and_then(|run| run.value),
    };
    let (low, high) =
        (summary.and_then(|it| it.min).map(short), summary.and_then(|it| it.max).map(short));
    let is_spread = low.zip(high).is_some_and(|(low, high)| high - low > SPREAD_MIN * high);
    let runs = if is_spread { runs } else { Vec::new() };
    BarRow { label, series: String::new(), slot, value: value.map(short), low, high, runs }
}
