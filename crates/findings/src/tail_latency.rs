//! Tail latency of a cell: reads and writes in one histogram, from one to five nines.

use iogram_model::{CellRecord, CellState, Finding, TailLatency};
use iogram_stats::{Histogram, mean};

use crate::figure::{histogram_of, iops_of};

/// One table row for each of the named cells that was measured.
#[must_use]
pub fn tail_latency(names: &[String], cells: &[CellRecord]) -> Vec<Finding> {
    names.iter().filter_map(|name| tail(name, cells)).map(Finding::TailLatency).collect()
}

/// Reads and writes of all these cells in one histogram; `None` if a histogram cannot be read, because the rest would
/// pass for the whole.
pub(crate) fn reads_and_writes(cells: &[&CellRecord]) -> Option<Histogram> {
    let mut merged = Histogram::new();
    for cell in cells {
        for operation in [&cell.operations.read, &cell.operations.write].into_iter().flatten() {
            merged.merge(&histogram_of(operation)?);
        }
    }
    Some(merged)
}

fn tail(name: &str, cells: &[CellRecord]) -> Option<TailLatency> {
    let done: Vec<&CellRecord> = cells
        .iter()
        .filter(|cell| cell.name == name && cell.is_counted)
        .filter(|cell| cell.state == CellState::Completed)
        .collect();
    let merged = reads_and_writes(&done)?;
    let iops: Vec<f64> = done.iter().map(|cell| iops_of(cell)).collect();
    if merged.count() == 0 {
        return None;
    }
    let quantiles = merged.quantiles();
    Some(TailLatency {
        cell: name.to_owned(),
        request_count: merged.count(),
        iops: mean(&iops),
        p90_ns: quantiles.p90,
        p99_ns: quantiles.p99,
        p999_ns: quantiles.p999,
        p9999_ns: quantiles.p9999,
        p99999_ns: quantiles.p99999,
        max_ns: merged.max_ns(),
    })
}
