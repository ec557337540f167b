//! The figures that can be taken from one repetition of a cell, by their published names.

use std::fmt;
use std::str::FromStr;

use iogram_model::{CellRecord, CellState, LatencySummary, OpKind, OpRecord, SyncPolicy};

/// One figure of one repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Bytes per second of the elapsed time, a flush at the end included.
    BytesPerS,
    /// Bytes per second until the flush at the end began: what a copy appears to reach while the data
    /// is still on its way to the drive.
    BytesPerSBeforeFlush,
    /// Completions per second of the elapsed time.
    Iops,
    /// The elapsed time.
    Elapsed,
    /// Mean latency.
    LatencyMean,
    /// Median latency.
    LatencyP50,
    /// 90th percentile.
    LatencyP90,
    /// 99th percentile.
    LatencyP99,
    /// 99.9th percentile.
    LatencyP999,
    /// 99.99th percentile.
    LatencyP9999,
    /// 99.999th percentile.
    LatencyP99999,
    /// Largest latency.
    LatencyMax,
}

/// A name that no figure has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{name}\" is not a figure")]
pub struct UnknownFigure {
    /// The name.
    pub name: String,
    /// The names that exist.
    pub hint: String,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 12] = [
        Self::BytesPerS,
        Self::BytesPerSBeforeFlush,
        Self::Iops,
        Self::Elapsed,
        Self::LatencyMean,
        Self::LatencyP50,
        Self::LatencyP90,
        Self::LatencyP99,
        Self::LatencyP999,
        Self::LatencyP9999,
        Self::LatencyP99999,
        Self::LatencyMax,
    ];

    /// The name in records and method files; it ends in the unit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BytesPerS => "bytes_per_s",
            Self::BytesPerSBeforeFlush => "bytes_per_s_before_flush",
            Self::Iops => "iops",
            Self::Elapsed => "elapsed_ns",
            Self::LatencyMean => "latency_mean_ns",
            Self::LatencyP50 => "latency_p50_ns",
            Self::LatencyP90 => "latency_p90_ns",
            Self::LatencyP99 => "latency_p99_ns",
            Self::LatencyP999 => "latency_p999_ns",
            Self::LatencyP9999 => "latency_p9999_ns",
            Self::LatencyP99999 => "latency_p99999_ns",
            Self::LatencyMax => "latency_max_ns",
        }
    }

    /// Its value in `cell` for `operation` (`None`: reads and writes together), or `None` if the cell
    /// did not complete, the operation did not occur or has no such figure, or there were too few
    /// requests for the percentile.
    #[must_use]
    pub fn value(self, cell: &CellRecord, operation: Option<OpKind>) -> Option<f64> {
        if cell.state != CellState::Completed {
            return None;
        }
        let value = match (self, operation) {
            (Self::Elapsed, _) => Some(float(cell.elapsed_ns)),
            (Self::BytesPerSBeforeFlush, Some(OpKind::Write)) => bytes_per_s_before_flush(cell),
            (Self::BytesPerSBeforeFlush, _) | (Self::BytesPerS, Some(OpKind::Flush)) => None,
            (_, Some(kind)) => self.of_operation(cell.operations.of(kind)?),
            (_, None) => self.of_reads_and_writes(cell),
        };
        value.filter(|value| value.is_finite())
    }

    fn of_operation(self, op: &OpRecord) -> Option<f64> {
        match self {
            Self::BytesPerS => Some(op.bytes_per_s),
            Self::Iops => Some(op.iops),
            latency => latency.of_latency(&op.latency_ns),
        }
    }

    fn of_latency(self, latency: &LatencySummary) -> Option<f64> {
        match self {
            Self::LatencyMean => Some(latency.mean),
            Self::LatencyP50 => latency.p50.map(float),
            Self::LatencyP90 => latency.p90.map(float),
            Self::LatencyP99 => latency.p99.map(float),
            Self::LatencyP999 => latency.p999.map(float),
            Self::LatencyP9999 => latency.p9999.map(float),
            Self::LatencyP99999 => latency.p99999.map(float),
            Self::LatencyMax => Some(float(latency.max)),
            Self::BytesPerS | Self::BytesPerSBeforeFlush | Self::Iops | Self::Elapsed => None,
        }
    }

    fn of_reads_and_writes(self, cell: &CellRecord) -> Option<f64> {
        let (read, write) = (cell.operations.read.as_ref()?, cell.operations.write.as_ref()?);
        match self {
            Self::BytesPerS => cell.throughput().map(|throughput| throughput.bytes_per_s),
            Self::Iops => Some(read.iops + write.iops),
            _ => None,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Figure {
    type Err = UnknownFigure;

    fn from_str(text: &str) -> Result<Self, UnknownFigure> {
        Self::ALL.into_iter().find(|figure| figure.name() == text).ok_or_else(|| {
            UnknownFigure {
                name: text.to_owned(),
                hint: format!("use one of {}", Self::ALL.map(Self::name).join(", ")),
            }
        })
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
    let writing_ns = float(cell.elapsed_ns) - flush.latency_ns.mean * float(flush.count);
    (writing_ns > 0.0).then(|| float(write.bytes) / (writing_ns / 1e9))
}

#[expect(clippy::cast_precision_loss, reason = "53 bits are 104 days of nanoseconds or 9 PB")]
fn float(value: u64) -> f64 {
    value as f64
}
