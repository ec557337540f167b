//! What a figure is in one repetition of a cell, and in all of them.

use iogram_model::{CellRecord, CellState, Figure, OpKind, OpRecord, SyncPolicy, float};
use iogram_stats::{Histogram, mean};

/// The figure's value in `cell` for `operation` (`None`: reads and writes together), or `None` if the
/// cell did not complete, the operation did not occur or has no such figure, or there were too few
/// requests for the percentile.
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

/// The one number for all `repetitions` of a cell, by the one rule for everything that shows one: tables, charts, answers,
/// comparisons, the catalogue and fleets. `None` if none of those that completed has it.
///
/// - Rates and times: the mean of the repetitions, which is what people who publish their runs write beside them.
/// - Latencies: of all their requests together. Percentiles are not averaged.
///
/// Which repetitions count is up to the caller.
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
            // What other tools left of one is often the percentile alone.
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

/// The histogram of a record, with the ends that the record knows exactly; `None` if it is not readable.
pub(crate) fn histogram_of(record: &OpRecord) -> Option<Histogram> {
    let read = Histogram::from_text(&record.histogram).ok()?;
    Some(read.within(record.latency_ns.min, record.latency_ns.max))
}

/// Reads and writes of a cell together, per second.
pub(crate) fn iops_of(cell: &CellRecord) -> f64 {
    let operations = [&cell.operations.read, &cell.operations.write].into_iter().flatten();
    operations.map(|it| it.iops).sum::<f64>()
}

/// A wait that is less than this part of the other is none for a drive: writes that the computer takes are not waited for
/// until the flush, and whoever publishes a limit of flushes measured them beside such writes. Arbitrary.
const BESIDE_PART: f64 = 0.1;

/// Between which two values `figure` lies for whoever waits until a write is durable; `None` if that took no time.
///
/// Where the write already waits for the drive, the flush after it finds nothing left to do. What a database waits
/// for is both together, which is no shorter than either and, at a high percentile, hardly longer than the sum of
/// both.
pub(crate) fn durable_range(figure: Figure, cell: &CellRecord) -> Option<(f64, f64)> {
    let flush = value_of(figure, cell, Some(OpKind::Flush))?;
    let write = value_of(figure, cell, Some(OpKind::Write))?;
    Some(durable_of(flush, write)).filter(|(least, _)| *least > 0.0)
}

/// The same of the two times.
pub(crate) fn durable_of(flush: f64, write: f64) -> (f64, f64) {
    (flush.max(write), until_durable(write, flush))
}

/// The most that a write and its flush take together.
pub(crate) fn until_durable(write: f64, flush: f64) -> f64 {
    let (less, more) = (flush.min(write), flush.max(write));
    if less < BESIDE_PART * more { more } else { flush + write }
}

/// The least of [`durable_range`] for all `repetitions`, by the rule of [`overall`].
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

/// The rate until the final flush began. Only with one job: the flushes of several run beside each
/// other's writes, so no moment separates the two.
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

/// What all flushes took together; `None` where they may run beside each other or beside writes.
fn flushing_ns(cell: &CellRecord) -> Option<f64> {
    let workload = &cell.workload;
    let is_apart =
        workload.jobs == 1 && (workload.depth == 1 || workload.sync == SyncPolicy::End);
    let flush = cell.operations.flush.as_ref().filter(|_| is_apart)?;
    Some(flush.latency_ns.mean * float(flush.count))
}

/// What is left of the elapsed time for writes; `None` where that is not known.
fn writing_ns(cell: &CellRecord) -> Option<f64> {
    let is_shared = cell.operations.read.is_some() || cell.operations.discard.is_some();
    let writing_ns = float(cell.running_ns()) - flushing_ns(cell).filter(|_| !is_shared)?;
    (writing_ns > 0.0).then_some(writing_ns)
}
