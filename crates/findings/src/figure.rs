//! What a figure is in one repetition of a cell.

use iogram_model::{
    CellRecord, CellState, Figure, LatencySummary, OpKind, OpRecord, SyncPolicy, float,
};

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
        (Figure::BytesPerSBeforeFlush, _) | (Figure::BytesPerS, Some(OpKind::Flush)) => None,
        (_, Some(kind)) => of_operation(figure, cell.operations.of(kind)?),
        (_, None) => of_reads_and_writes(figure, cell),
    };
    value.filter(|value| value.is_finite())
}

/// Between which two values `figure` lies for whoever waits until a write is durable; `None` if that took no time.
///
/// Where the write already waits for the drive, the flush after it finds nothing left to do. What a database waits
/// for is both together, which is no shorter than either and, at a high percentile, hardly longer than the sum of
/// both.
pub(crate) fn durable_range(figure: Figure, cell: &CellRecord) -> Option<(f64, f64)> {
    let flush = value_of(figure, cell, Some(OpKind::Flush))?;
    let write = value_of(figure, cell, Some(OpKind::Write))?;
    let least = flush.max(write);
    (least > 0.0).then_some((least, flush + write))
}

fn of_operation(figure: Figure, op: &OpRecord) -> Option<f64> {
    match figure {
        Figure::BytesPerS => Some(op.bytes_per_s),
        Figure::Iops => Some(op.iops),
        latency => of_latency(latency, &op.latency_ns),
    }
}

fn of_latency(figure: Figure, latency: &LatencySummary) -> Option<f64> {
    match figure {
        Figure::LatencyMean => Some(latency.mean),
        Figure::LatencyP50 => latency.p50.map(float),
        Figure::LatencyP90 => latency.p90.map(float),
        Figure::LatencyP99 => latency.p99.map(float),
        Figure::LatencyP999 => latency.p999.map(float),
        Figure::LatencyP9999 => latency.p9999.map(float),
        Figure::LatencyP99999 => latency.p99999.map(float),
        Figure::LatencyMax => Some(float(latency.max)),
        Figure::BytesPerS | Figure::BytesPerSBeforeFlush | Figure::Iops | Figure::Elapsed => {
            None
        }
    }
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
    let (write, flush) = (cell.operations.write.as_ref()?, cell.operations.flush.as_ref()?);
    let writing_ns = float(cell.running_ns()) - flush.latency_ns.mean * float(flush.count);
    (writing_ns > 0.0).then(|| float(write.bytes) / (writing_ns / 1e9))
}
