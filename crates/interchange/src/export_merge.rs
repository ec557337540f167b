//! The counted repetitions of a cell as one: rates are means, latencies those of the merged histograms.

use iogram_model::Total as _;
use iogram_model::{CellRecord, CellState, OpKind, Run};
use iogram_stats::{Histogram, mean};

/// A cell with what its counted repetitions did together.
#[derive(Debug)]
pub(crate) struct Merged<'a> {
    /// Counted repetitions that completed. Never empty.
    pub(crate) cells: Vec<&'a CellRecord>,
}

/// One kind of operation of a merged cell.
#[derive(Debug)]
pub(crate) struct MergedOp {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    /// Means over repetitions.
    pub(crate) iops: f64,
    pub(crate) bytes_per_s: f64,
    /// Of each repetition.
    pub(crate) each_iops: Vec<f64>,
    pub(crate) each_bytes_per_s: Vec<f64>,
    pub(crate) histogram: Histogram,
    /// Exact ends and mean, which a decoded histogram knows within a thousandth only.
    pub(crate) min_ns: u64,
    pub(crate) max_ns: u64,
    pub(crate) mean_ns: f64,
}

/// The cells of a run by name, in order; those without a completed counted repetition are left out.
pub(crate) fn merged(run: &Run) -> Vec<Merged<'_>> {
    let mut all: Vec<Merged<'_>> = Vec::new();
    let usable = |cell: &&CellRecord| cell.is_counted && cell.state == CellState::Completed;
    for cell in run.cells.iter().filter(usable) {
        match all.iter_mut().find(|it| it.cells[0].name == cell.name) {
            Some(group) => group.cells.push(cell),
            None => all.push(Merged { cells: vec![cell] }),
        }
    }
    all
}

#[expect(clippy::cast_precision_loss, reason = "counts of repetitions and of requests")]
impl<'a> Merged<'a> {
    pub(crate) fn first(&self) -> &'a CellRecord {
        self.cells[0]
    }

    /// `None` if the operation did not occur, or if a histogram is not readable.
    pub(crate) fn operation(&self, kind: OpKind) -> Option<MergedOp> {
        let records: Vec<_> =
            self.cells.iter().filter_map(|cell| cell.operations.of(kind)).collect();
        let mut histogram = Histogram::new();
        for record in &records {
            histogram.merge(&Histogram::from_text(&record.histogram).ok()?);
        }
        let count: u64 = records.iter().map(|record| record.count).total();
        let total: f64 =
            records.iter().map(|it| it.latency_ns.mean * it.count as f64).sum::<f64>();
        let each_iops: Vec<f64> = records.iter().map(|record| record.iops).collect();
        let each_bytes_per_s: Vec<f64> = records.iter().map(|it| it.bytes_per_s).collect();
        Some(MergedOp {
            count,
            bytes: records.iter().map(|record| record.bytes).total(),
            iops: mean(&each_iops)?,
            bytes_per_s: mean(&each_bytes_per_s)?,
            each_iops,
            each_bytes_per_s,
            histogram,
            min_ns: records.iter().map(|record| record.latency_ns.min).min()?,
            max_ns: records.iter().map(|record| record.latency_ns.max).max()?,
            mean_ns: total / count.max(1) as f64,
        })
    }
}

/// Standard deviation of a sample; 0 with fewer than two, as fio writes it.
#[expect(clippy::cast_precision_loss, reason = "counts of repetitions")]
pub(crate) fn deviation(values: &[f64]) -> f64 {
    let Some(mean) = mean(values).filter(|_| values.len() > 1) else { return 0.0 };
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (squares / values.len().saturating_sub(1) as f64).sqrt()
}
