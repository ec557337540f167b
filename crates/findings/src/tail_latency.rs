//! The slowest requests of a cell: reads and writes in one histogram, from one to five nines.

use iogram_model::{CellRecord, CellState, Finding, TailLatency, float};
use iogram_stats::Histogram;

/// One table row for each of the named cells that was measured.
#[must_use]
pub fn tail_latency(names: &[String], cells: &[CellRecord]) -> Vec<Finding> {
    names.iter().filter_map(|name| tail(name, cells)).map(Finding::TailLatency).collect()
}

fn tail(name: &str, cells: &[CellRecord]) -> Option<TailLatency> {
    let done: Vec<&CellRecord> = cells
        .iter()
        .filter(|cell| cell.name == name && cell.is_counted)
        .filter(|cell| cell.state == CellState::Completed)
        .collect();
    let mut merged = Histogram::new();
    let mut elapsed_ns = 0_u64;
    for cell in &done {
        elapsed_ns = elapsed_ns.saturating_add(cell.running_ns());
        for operation in [&cell.operations.read, &cell.operations.write].into_iter().flatten() {
            // A histogram that cannot be read is no reason to show the rest as if it was all.
            merged.merge(&Histogram::from_text(&operation.histogram).ok()?);
        }
    }
    if merged.count() == 0 {
        return None;
    }
    let quantiles = merged.quantiles();
    Some(TailLatency {
        cell: name.to_owned(),
        request_count: merged.count(),
        iops: (elapsed_ns > 0).then(|| float(merged.count()) / (float(elapsed_ns) / 1e9)),
        p90_ns: quantiles.p90,
        p99_ns: quantiles.p99,
        p999_ns: quantiles.p999,
        p9999_ns: quantiles.p9999,
        p99999_ns: quantiles.p99999,
        max_ns: merged.max_ns(),
    })
}
