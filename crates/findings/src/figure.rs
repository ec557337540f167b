//! Value of a figure in one repetition of a cell, and over all of them.

use iogram_model::{CellRecord, CellState, Figure, OpKind, OpRecord, SyncPolicy, float};
use iogram_stats::{Histogram, mean};

/// The figure's value in `cell` for `operation` (`None`: reads and writes together). `None` if the cell did not
/// complete, if the operation did not occur or has no such figure, or if there were too few requests for the
/// percentile.
#[must_use]
pub fn value_of(figure: Figure, cell: &CellRecord, operation: Option<OpKind>) -> Option<f64> {
    if cell.state != CellState::Completed {
        return None;
    }
    let value = match (figure, operation) {
        (Figure::Elapsed, _) => Some(float(cell.running_ns())),
        (Figure::BytesPerSBeforeFlush, Some(OpKind::Write)) => bytes_per_s_before_flush(cell),
        (Figure::Flushing, Some(OpKind::Flush)) => flushing_ns(cell),
        (Figure::Writing, Some(OpKind::Write)) => writing_ns(cell),
        (Figure::BytesPerSBeforeFlush | Figure::Flushing | Figure::Writing, _)
        | (Figure::BytesPerS, Some(OpKind::Flush)) => None,
        (_, Some(kind)) => cell.operations.of(kind)?.value_of(figure),
        (_, None) => of_reads_and_writes(figure, cell),
    };
    value.filter(|value| value.is_finite())
}

/// The single value for all `repetitions` of a cell, by the same rule everywhere: tables, charts, answers,
/// comparisons, the catalogue and fleets. `None` if no completed one has the figure.
///
/// - Rates and times: the mean of the repetitions, as people who publish their runs give it.
/// - Latencies: of all their requests together. Percentiles are not averaged.
///
/// The caller selects the repetitions.
#[must_use]
pub fn overall(
    figure: Figure,
    repetitions: &[&CellRecord],
    operation: Option<OpKind>,
) -> Option<f64> {
    let values = || repetitions.iter().filter_map(|cell| value_of(figure, cell, operation));
    let records = || {
        let completed = repetitions.iter().filter(|it| it.state == CellState::Completed);
        completed.filter_map(|cell| cell.operations.of(operation?))
    };
    match (figure, figure.quantile()) {
        (Figure::LatencyMax, _) => values().reduce(f64::max),
        (Figure::LatencyMean, _) => {
            let count = records().map(|it| float(it.count)).sum::<f64>();
            let time = records().map(|it| float(it.count) * it.latency_ns.mean).sum::<f64>();
            (count > 0.0).then(|| time / count)
        }
        (_, Some(quantile)) => match records().collect::<Vec<_>>().as_slice() {
            // Imports from other tools often have only the percentile.
            [only] => only.value_of(figure),
            several => {
                let mut merged = Histogram::new();
                for record in several {
                    merged.merge(&histogram_of(record)?);
                }
                merged.quantile_ns(quantile).map(float)
            }
        },
        (_, None) => mean(&values().collect::<Vec<_>>()),
    }
}

/// The histogram of a record, within the extremes that the record stores exactly; `None` if it is unreadable.
pub(crate) fn histogram_of(record: &OpRecord) -> Option<Histogram> {
    let read = Histogram::from_text(&record.histogram).ok()?;
    Some(read.within(record.latency_ns.min, record.latency_ns.max))
}

/// Reads and writes of a cell together, per second.
pub(crate) fn iops_of(cell: &CellRecord) -> f64 {
    let operations = [&cell.operations.read, &cell.operations.write].into_iter().flatten();
    operations.map(|it| it.iops).sum::<f64>()
}

/// A wait below this share of the other one is negligible: writes into the page cache do not wait until the flush,
/// and published limits for flushes were measured beside such writes. Arbitrary.
const BESIDE_PART: f64 = 0.1;

/// The range of `figure` for a caller that waits until a write is durable; `None` if that took no time.
///
/// If the write already waits for the drive, the flush after it has nothing left to do. A database waits for both
/// together. That takes no less than either, and at a high percentile hardly more than the sum of both.
pub(crate) fn durable_range(figure: Figure, cell: &CellRecord) -> Option<(f64, f64)> {
    let flush = value_of(figure, cell, Some(OpKind::Flush))?;
    let write = value_of(figure, cell, Some(OpKind::Write))?;
    Some(durable_of(flush, write)).filter(|(least, _)| *least > 0.0)
}

/// The range from the two times.
pub(crate) fn durable_of(flush: f64, write: f64) -> (f64, f64) {
    (flush.max(write), until_durable(write, flush))
}

/// The most time that a write and its flush take together.
pub(crate) fn until_durable(write: f64, flush: f64) -> f64 {
    let (less, more) = (flush.min(write), flush.max(write));
    if less < BESIDE_PART * more { more } else { flush + write }
}

/// The lower bound of [`durable_range`] for all `repetitions`, by the rule of [`overall`].
pub(crate) fn durable_overall(figure: Figure, repetitions: &[&CellRecord]) -> Option<f64> {
    let flush = overall(figure, repetitions, Some(OpKind::Flush))?;
    let write = overall(figure, repetitions, Some(OpKind::Write))?;
    Some(flush.max(write)).filter(|least| *least > 0.0)
}

fn of_reads_and_writes(figure: Figure, cell: &CellRecord) -> Option<f64> {
    let (read, write) = (cell.operations.read.as_ref()?, cell.operations.write.as_ref()?);
    match figure {
        Figure::BytesPerS => cell.throughput().map(|throughput| throughput.bytes_per_s),
        Figure::Iops => Some(read.iops + write.iops),
        _ => None,
    }
}

/// The rate until the final flush began. Only with one job: the flushes of several jobs overlap with each other's
/// writes, so no moment separates the two.
fn bytes_per_s_before_flush(cell: &CellRecord) -> Option<f64> {
    let workload = &cell.workload;
    let ends_in_one_flush =
        workload.sync == SyncPolicy::End && workload.jobs == 1 && workload.mix.flush.0 == 0;
    if !ends_in_one_flush {
        return None;
    }
    let bytes = cell.operations.write.as_ref()?.bytes;
    Some(float(bytes) / (writing_ns(cell)? / 1e9))
}

/// Total time of all flushes; `None` if they may overlap with each other or with writes.
fn flushing_ns(cell: &CellRecord) -> Option<f64> {
    let workload = &cell.workload;
    let is_apart =
        workload.jobs == 1 && (workload.depth == 1 || workload.sync == SyncPolicy::End);
    let flush = cell.operations.flush.as_ref().filter(|_| is_apart)?;
    Some(flush.latency_ns.mean * float(flush.count))
}

/// Elapsed time without the flushes; `None` if it is unknown.
fn writing_ns(cell: &CellRecord) -> Option<f64> {
    let is_shared = cell.operations.read.is_some() || cell.operations.discard.is_some();
    let writing_ns = float(cell.running_ns()) - flushing_ns(cell).filter(|_| !is_shared)?;
    (writing_ns > 0.0).then_some(writing_ns)
}
