//! The results of one cell.

mod ending;
mod load;
mod replay;
mod unstored;

pub use self::ending::{EndReason, EndingRecord, FloorRecord, SteadyRecord, SteadyValue};
pub use self::load::{LoadCourse, LoadRecord, LoadStretch, Moved};
pub use self::replay::{RecordedLatency, ReplayRecord};
pub use self::unstored::{UnstoredRecord, UnstoredTeller};
use crate::message::Message;
use crate::number::Total as _;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::health::HealthSeries;
use crate::host::{DiskActivity, HostPause, OtherActivity};
use crate::power::PowerSeries;
use crate::series::Series;
use crate::trace::{ByteProgress, Pauses};
use crate::units::{Bytes, Nanos, Throughput};
use crate::unknown::Unknown;
use crate::warning::Warning;
use crate::workload::{OpKind, Workload};

/// How a cell ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellState {
    /// It reached its limit of time, bytes or requests.
    Completed,
    /// A signal or the user stopped it.
    Interrupted,
    /// Requests failed; the successful ones are recorded.
    IoErrors,
    /// The target had no space left.
    Full,
    /// The device disappeared.
    Vanished,
    /// The device rejects writes.
    ReadOnly,
    /// Requests did not complete within the I/O timeout.
    Stalled,
    /// The target does not support an operation of the cell, such as discard.
    Unsupported,
    /// A state that this version does not know.
    #[serde(other)]
    Unknown,
}

/// One measured cell: its workload, its end, and the results of each operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self")]
pub struct CellRecord {
    /// The cell's name; its repetitions share it.
    pub name: String,
    /// The part of a composed method that the cell belongs to; its name begins with it. Absent in other methods.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Whether it counts in summaries; `false` for a repetition that the method discards.
    pub is_counted: bool,
    /// How the cell ended.
    pub state: CellState,
    /// The requested workload, including its seed.
    pub workload: Workload,
    /// Start on the target's clock since the run began.
    pub started_ns: u64,
    /// From the first request after the ramp to the last completion, including the flush at the end.
    pub elapsed_ns: u64,
    /// User-mode CPU time of the whole process in the elapsed time; `None` on a target without CPU time.
    pub cpu_user_ns: Option<u64>,
    /// Kernel-mode CPU time of the whole process in the elapsed time; `None` on a target without CPU time.
    pub cpu_system_ns: Option<u64>,
    /// How iogram generated the load.
    pub engine: EngineRecord,
    /// The results of each operation.
    #[serde(flatten)]
    pub operations: Operations,
    /// The results of the concurrent loads, in the order of the workload; empty if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<LoadRecord>,
    /// Results of each 100 ms. A long cell has longer intervals, except near its beginning and its end.
    pub series: Series,
    /// Stalls, in which no request completed; `None` in records of versions that did not look for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pauses: Option<Pauses>,
    /// Times by amount written or read; `None` if the cell did not end by an amount, or has several threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ByteProgress>,
    /// The drive's health during the cell; absent if the drive reports none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<HealthSeries>,
    /// The power consumption; absent without a sensor or meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PowerSeries>,
    /// Times in which the computer did not let iogram run; no rate and no finding about the drive includes them.
    /// Absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_pauses: Vec<HostPause>,
    /// Requests that were outstanding during one of the `host_pauses`: no figure includes them, because their
    /// latencies contain it. Absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside_count: Option<u64>,
    /// Activity of other processes meanwhile; absent in virtual time and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<OtherActivity>,
    /// The kernel's counters of the block device and of those below it; empty if there is no block device, and in
    /// records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disks: Vec<DiskActivity>,
    /// Reads of places without data; absent if there is no evidence of them, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstored: Option<UnstoredRecord>,
    /// Bytes that were read back afterwards and compared with the expected data, if that is known beforehand: an
    /// image. `errors` holds the differences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified_bytes: Option<u64>,
    /// Why the cell ended when it did, and how precise its rate was by then. Absent if the cell could not end early,
    /// and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingRecord>,
    /// An earlier measurement of this cell that was discarded because of its `host_pauses`: no figure includes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discarded: Option<Box<Self>>,
    /// The user's exclusion of this repetition from all figures; absent if it is not excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Exclusion>,
    /// Warnings about this cell.
    pub warnings: Vec<Warning>,
    /// Failures, equal ones counted together; may be empty.
    pub errors: Vec<ErrorRecord>,
    /// Fields that a newer version wrote.
    #[serde(skip)]
    pub unknown: Unknown,
}

/// A person's decision to exclude a repetition from all figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exclusion {
    /// The reason, in the person's words.
    pub reason: String,
    /// Wall clock, microseconds since 1970 UTC.
    pub excluded_at_us: i64,
}

impl CellRecord {
    /// The results of each operation of the concurrent load `load`, or of the cell's own load for `None`. Returns
    /// `None` if there is no such load.
    #[must_use]
    pub fn operations_of(&self, load: Option<&str>) -> Option<&Operations> {
        let Some(name) = load else { return Some(&self.operations) };
        self.beside.iter().find(|it| it.name == name).map(|it| &it.operations)
    }

    /// Its warnings and those of its concurrent loads, each with the load's name, or `None` for the cell itself.
    pub fn all_warnings(&self) -> impl Iterator<Item = (Option<&str>, &Warning)> {
        let beside = self.beside.iter().flat_map(|load| {
            load.warnings.iter().map(|warning| (Some(load.name.as_str()), warning))
        });
        self.warnings.iter().map(|warning| (None, warning)).chain(beside)
    }

    /// Its end on the target's clock since the run began.
    #[must_use]
    pub const fn end_ns(&self) -> u64 {
        self.started_ns.saturating_add(self.workload.ramp.0).saturating_add(self.elapsed_ns)
    }

    /// Part of the elapsed time in which the computer did not let iogram run.
    #[must_use]
    pub fn paused_ns(&self) -> u64 {
        let from = self.workload.ramp.0;
        self.paused_between_ns(from, from.saturating_add(self.elapsed_ns))
    }

    /// Part of the elapsed time in which the computer let iogram run.
    #[must_use]
    pub fn running_ns(&self) -> u64 {
        self.elapsed_ns.saturating_sub(self.paused_ns())
    }

    /// How long the computer did not let iogram run between two moments, both counted from the first request.
    #[must_use]
    pub fn paused_between_ns(&self, from_ns: u64, to_ns: u64) -> u64 {
        let pauses = self.host_pauses.iter();
        pauses.fold(0, |sum: u64, it| sum.saturating_add(it.overlap_ns(from_ns, to_ns)))
    }

    /// Bytes per second of reads and writes together, or `None` if no time passed.
    #[must_use]
    pub fn throughput(&self) -> Option<Throughput> {
        let bytes = [&self.operations.read, &self.operations.write];
        let moved = bytes.into_iter().flatten().map(|op| op.bytes).total();
        Throughput::mean(Bytes(moved), Nanos(self.running_ns()))
    }
}

/// One record per kind of operation; a kind that did not occur is `None` and absent in JSON.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Operations {
    /// Results of reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<OpRecord>,
    /// Results of writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<OpRecord>,
    /// Results of flushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<OpRecord>,
    /// Results of discards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<OpRecord>,
}

impl Operations {
    /// The record of `kind`.
    #[must_use]
    pub fn of(&self, kind: OpKind) -> Option<&OpRecord> {
        match kind {
            OpKind::Read => self.read.as_ref(),
            OpKind::Write => self.write.as_ref(),
            OpKind::Flush => self.flush.as_ref(),
            OpKind::Discard => self.discard.as_ref(),
        }
    }

    /// The slot for the record of `kind`.
    pub fn slot(&mut self, kind: OpKind) -> &mut Option<OpRecord> {
        match kind {
            OpKind::Read => &mut self.read,
            OpKind::Write => &mut self.write,
            OpKind::Flush => &mut self.flush,
            OpKind::Discard => &mut self.discard,
        }
    }

    /// The operations that occurred.
    pub fn iter(&self) -> impl Iterator<Item = (OpKind, &OpRecord)> {
        OpKind::ALL.into_iter().filter_map(|kind| Some((kind, self.of(kind)?)))
    }
}

/// One kind of operation in one cell, all jobs together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpRecord {
    /// Completions after the ramp, without failures. At least 1.
    pub count: u64,
    /// Bytes of these requests (discarded bytes for discards; 0 for flushes).
    pub bytes: u64,
    /// Completions per second of the cell's elapsed time.
    pub iops: f64,
    /// Bytes per second of the cell's elapsed time.
    pub bytes_per_s: f64,
    /// Latency, from the merged histogram.
    pub latency_ns: LatencySummary,
    /// The merged histogram: HdrHistogram V2 encoding with DEFLATE, base64, values in nanoseconds, three significant
    /// digits. Tools of other languages can read it.
    pub histogram: String,
    /// Requests of an open loop that were due but did not complete. The latencies and the histogram include them with
    /// the time since they were due, which is less than they would have taken; counts and rates do not. Absent if
    /// there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overdue_count: Option<u64>,
    /// Time from issue to completion in an open loop, where latency counts from the due time. Absent in a closed
    /// loop, where both are the same, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceRecord>,
}

/// Time of requests from issue to completion, without the delay from due time to issue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServiceRecord {
    /// Summary of the merged histogram.
    pub latency_ns: LatencySummary,
    /// The merged histogram, in the form of [`OpRecord::histogram`].
    pub histogram: String,
}

/// Latency in nanoseconds. A percentile is `None` if there are too few samples: quantile q needs 10/(1-q).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencySummary {
    /// Smallest latency.
    pub min: u64,
    /// Mean latency.
    pub mean: f64,
    /// Half of the requests are faster.
    pub p50: Option<u64>,
    /// 90 % of the requests are faster.
    pub p90: Option<u64>,
    /// 99 % of the requests are faster.
    pub p99: Option<u64>,
    /// 99.5 % of the requests are faster; also absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p995: Option<u64>,
    /// 99.9 % of the requests are faster.
    pub p999: Option<u64>,
    /// 99.95 % of the requests are faster; also absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p9995: Option<u64>,
    /// 99.99 % of the requests are faster.
    pub p9999: Option<u64>,
    /// 99.999 % of the requests are faster.
    pub p99999: Option<u64>,
    /// Largest latency.
    pub max: u64,
    /// Standard deviation of the latency; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stddev: Option<f64>,
}

/// How requests reached the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum IoPath {
    /// io_uring, one ring per job.
    #[serde(rename = "io_uring")]
    IoUring,
    /// NVMe commands through one ring per job, bypassing the block layer (`/dev/ngXnY`).
    #[serde(rename = "nvme-passthrough")]
    Passthrough,
    /// System calls `preadv2`/`pwritev2`, one thread per outstanding request.
    #[serde(rename = "sync")]
    Sync,
    /// Through a program on a file system; each job has one operation at a time.
    #[serde(rename = "application")]
    Application,
    /// To no device.
    #[serde(rename = "null")]
    Null,
    /// No requests by iogram: it observed another computer.
    #[serde(rename = "watched")]
    Watched,
    /// A simulation in virtual time.
    #[serde(rename = "sim")]
    Sim,
    /// A path that this version does not know.
    #[serde(rename = "unknown", other)]
    Unknown,
}

impl IoPath {
    /// Its published name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IoUring => "io_uring",
            Self::Passthrough => "nvme-passthrough",
            Self::Sync => "sync",
            Self::Application => "application",
            Self::Null => "null",
            Self::Watched => "watched",
            Self::Sim => "sim",
            Self::Unknown => "unknown",
        }
    }
}

/// The event that starts requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Loop {
    /// A completion.
    Closed,
    /// A schedule.
    Open,
}

/// CPU time of a thread or of the process, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CpuTime {
    /// In user mode.
    pub user_ns: u64,
    /// In the kernel.
    pub system_ns: u64,
}

/// Effort of one submitting thread: a job, or one outstanding request of a job if each has a thread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SubmitterRecord {
    /// CPU time of the thread after the ramp; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
    /// Elapsed time of the thread after the ramp.
    pub elapsed_ns: u64,
    /// Time in which the thread was runnable but had no CPU; absent if the kernel does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_delay_ns: Option<u64>,
    /// How often the thread was scheduled on a CPU; absent if the kernel does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_count: Option<u64>,
    /// How often the thread was preempted; absent if the kernel does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub involuntary_switch_count: Option<u64>,
    /// Time spent polling for completions before sleeping, up to 5 us each; a part of `cpu`. Absent if it slept at
    /// once, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_ns: Option<u64>,
    /// The CPU that the thread was pinned to; absent if the kernel chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_index: Option<u32>,
}

/// How iogram generated the load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineRecord {
    /// The path of the requests.
    pub path: IoPath,
    /// The reason for this path, such as `queue depth 1` or `io_uring is not permitted (EPERM)`.
    pub path_reason: String,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_statement: Option<Message>,
    /// Kernel features in use, such as `defer-taskrun`, `registered-buffers`.
    pub features: Vec<String>,
    /// Outstanding requests of the workload: depth times jobs.
    pub depth_asked: u32,
    /// Mean number of requests outstanding between issue and completion (Little's law).
    pub depth_reached: f64,
    /// Closed or open loop.
    #[serde(rename = "loop")]
    pub pacing: Loop,
    /// The largest share of one core that any submitter used, user and kernel together; 1 is the whole core.
    pub submit_cpu_ratio: Option<f64>,
    /// Effort of each submitting thread.
    pub submitters: Vec<SubmitterRecord>,
    /// Precision of the completion timestamps; absent with a single outstanding request, where nothing can complete
    /// meanwhile, if nothing completed after the ramp, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamping: Option<StampingRecord>,
    /// The clock of the timestamps; absent in virtual time and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRecord>,
    /// Whether completions were polled; `false` if polling was requested but impossible. Absent if it was not
    /// requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_polled: Option<bool>,
    /// Number of completions to wait for before reaping (or all outstanding ones, if fewer). Absent if the first one
    /// ended every wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_batch_count: Option<u32>,
    /// The program that performed the operations; absent if requests went directly to the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<ApplicationRecord>,
    /// The replay of a trace; absent for other workloads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplayRecord>,
}

/// A program whose operations were measured, as it describes itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ApplicationRecord {
    /// Its name, such as `SQLite`.
    pub name: String,
    /// Its version; absent if it is a part of iogram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Page size of a database in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_size_bytes: Option<u64>,
    /// Its settings, read back from it: `journal_mode=delete`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// Its build options: `THREADSAFE=1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub build_options: Vec<String>,
}

/// The clock of a cell's submitters, and its deviation from the kernel's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockRecord {
    /// `TSC`, the processor's own counter, or `CLOCK_MONOTONIC`, the kernel's.
    pub name: String,
    /// Why the processor's counter was not used; absent if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Frequency of the counter, measured with the kernel's clock; absent if the counter was not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks_per_s: Option<f64>,
    /// How often the counter was compared with the kernel's clock and corrected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_count: Option<u64>,
    /// The largest difference found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference_max_ns: Option<u64>,
}

/// Precision of the completion timestamps, of all submitters together after the ramp. A submitter stamps completions
/// when it reaps them. A *turn* is the time from reaping until the next requests are submitted, in which nobody
/// reaps; so a timestamp can be late by at most one turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StampingRecord {
    /// How often completions were reaped.
    pub reap_count: u64,
    /// Mean number of completions reaped at a time.
    pub completions_mean_count: f64,
    /// Largest number of completions reaped at a time.
    pub completions_max_count: u64,
    /// Mean length of a turn.
    pub turn_mean_ns: f64,
    /// Half of the turns are shorter, to an eighth; `None` with too few turns, as for latencies.
    pub turn_p50_ns: Option<u64>,
    /// 99.99 % of the turns are shorter; `None` with too few turns.
    pub turn_p9999_ns: Option<u64>,
    /// The longest turn.
    pub turn_max_ns: u64,
    /// Turns of more than 20 us, including pauses of the computer: few turns at interval ends are as long (p99 20 us
    /// on a busy machine). `None` in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_over_20us_count: Option<u64>,
    /// Turns in which an interval of the series ended (boundary turns).
    pub boundary_count: u64,
    /// Half of the boundary turns are shorter.
    pub boundary_p50_ns: Option<u64>,
    /// 90 % of the boundary turns are shorter; `None` with too few of them, and in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary_p90_ns: Option<u64>,
    /// 99 % of the boundary turns are shorter: known after 100 s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary_p99_ns: Option<u64>,
    /// The longest boundary turn; `None` if there was none.
    pub boundary_max_ns: Option<u64>,
    /// With `wait_batch_count`: half of the waits for several completions were shorter. All completions of a wait
    /// except the last may be stamped late by this, in addition to the turn. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_p50_ns: Option<u64>,
    /// With `wait_batch_count`: 99.99 % of the waits for several completions were shorter. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_p9999_ns: Option<u64>,
    /// With `wait_batch_count`: the longest wait for several completions. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_max_ns: Option<u64>,
}

/// Failures of one kind with one error number, counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorRecord {
    /// The operation that failed.
    pub operation: OpKind,
    /// The system's error number; `None` for a short transfer.
    pub errno: Option<i32>,
    /// The error in words, such as `input/output error (EIO)` or `short transfer`.
    pub message: String,
    /// The error for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Number of requests that failed so.
    pub count: u64,
    /// Offset of the first one, in bytes from the beginning of the target.
    pub first_offset_bytes: u64,
    /// Offset of the last one, in bytes from the beginning of the target.
    pub last_offset_bytes: u64,
    /// The lowest offset of any, in bytes from the beginning of the target; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest_offset_bytes: Option<u64>,
}

impl ErrorRecord {
    /// The failure as a message; from the error number if a record keeps only the words.
    #[must_use]
    pub fn said(&self) -> Option<Message> {
        self.statement.clone().or_else(|| self.errno.map(Message::of_errno))
    }
}
