//! What was measured in one cell.

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
    /// It reached its limit of time, amount or count.
    Completed,
    /// A signal or the user stopped it.
    Interrupted,
    /// Requests failed; those that succeeded are recorded.
    IoErrors,
    /// The target had no space left.
    Full,
    /// The device is no longer there.
    Vanished,
    /// The device no longer takes writes.
    ReadOnly,
    /// Requests did not come back within the I/O timeout.
    Stalled,
    /// The target does not support what the cell asks, such as discard.
    Unsupported,
    /// In a way that this version does not know.
    #[serde(other)]
    Unknown,
}

/// One measured cell: what was asked, how it ended, what each kind of operation did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self")]
pub struct CellRecord {
    /// Its name; repetitions have the same.
    pub name: String,
    /// The part of a composed method that it belongs to; its name begins with it. Absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// Whether it counts in summaries; `false` for a run whose method discards it.
    pub is_counted: bool,
    /// How it ended.
    pub state: CellState,
    /// What was asked for; the seed is among it.
    pub workload: Workload,
    /// Start on the target's clock since the run began.
    pub started_ns: u64,
    /// From the first request after the ramp to the last completion, flush at the end included.
    pub elapsed_ns: u64,
    /// User-mode CPU time of the whole process in the elapsed time; `None` on a target without CPU time.
    pub cpu_user_ns: Option<u64>,
    /// The same in the kernel.
    pub cpu_system_ns: Option<u64>,
    /// How the load was generated.
    pub engine: EngineRecord,
    /// What each kind of operation did.
    #[serde(flatten)]
    pub operations: Operations,
    /// What the loads beside it did, in the order in which the workload has them; empty if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<LoadRecord>,
    /// Intervals of 100 ms; in a cell of many of them longer ones, away from its beginning and its end.
    pub series: Series,
    /// Times in which nothing completed; `None` in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pauses: Option<Pauses>,
    /// Times by amount; `None` if the cell did not end by an amount, or not in one thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ByteProgress>,
    /// How the drive fared; absent where it tells nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<HealthSeries>,
    /// The power that was drawn; absent without a sensor or meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power: Option<PowerSeries>,
    /// Times in which the computer did not let iogram run; they are in no rate and in no finding about the
    /// drive. Absent if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_pauses: Vec<HostPause>,
    /// Requests that were out in such a time: their latencies contain it, and they are in no figure. Absent if
    /// there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside_count: Option<u64>,
    /// What others did meanwhile; absent where time is virtual and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<OtherActivity>,
    /// What the kernel counted meanwhile at the block device and those that it lies on; empty where there is none, and
    /// in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disks: Vec<DiskActivity>,
    /// Reads that met places which hold nothing; absent if nobody says that there were any, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstored: Option<UnstoredRecord>,
    /// What was read back after it and compared with what was to be written, where that is known beforehand: an
    /// image. What was found to be another is among the errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verified_bytes: Option<u64>,
    /// Why it ended when it did, and how well its rate was known by then. Absent where the cell could not end
    /// early, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingRecord>,
    /// An earlier measurement of this cell that was discarded because of its `host_pauses`: it is in no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discarded: Option<Box<Self>>,
    /// That somebody left it out of every figure afterwards; absent if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Exclusion>,
    /// What the reader has to know about this cell.
    pub warnings: Vec<Warning>,
    /// What failed, equal failures counted together; empty if nothing did.
    pub errors: Vec<ErrorRecord>,
    /// What a newer version wrote beside all this.
    #[serde(skip)]
    pub unknown: Unknown,
}

/// That a person left a repetition out of every figure, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exclusion {
    /// In the person's words.
    pub reason: String,
    /// Wall clock, microseconds since 1970 UTC.
    pub excluded_at_us: i64,
}

impl CellRecord {
    /// What each kind of operation did, of the load beside it that is called so; `None` as the name is the cell's own
    /// load. `None` if there is no such load.
    #[must_use]
    pub fn operations_of(&self, load: Option<&str>) -> Option<&Operations> {
        let Some(name) = load else { return Some(&self.operations) };
        self.beside.iter().find(|it| it.name == name).map(|it| &it.operations)
    }

    /// Its warnings and those of the loads beside it, each with the name of the load that it is of; `None` is the cell.
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

    /// Of the elapsed time, what the computer did not let iogram run.
    #[must_use]
    pub fn paused_ns(&self) -> u64 {
        let from = self.workload.ramp.0;
        self.paused_between_ns(from, from.saturating_add(self.elapsed_ns))
    }

    /// The elapsed time in which the computer let iogram run.
    #[must_use]
    pub fn running_ns(&self) -> u64 {
        self.elapsed_ns.saturating_sub(self.paused_ns())
    }

    /// How much of the time between two moments since the first request the computer did not let iogram run.
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
    /// Reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<OpRecord>,
    /// Writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<OpRecord>,
    /// Flushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<OpRecord>,
    /// Discards.
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

    /// The place for the record of `kind`.
    pub fn slot(&mut self, kind: OpKind) -> &mut Option<OpRecord> {
        match kind {
            OpKind::Read => &mut self.read,
            OpKind::Write => &mut self.write,
            OpKind::Flush => &mut self.flush,
            OpKind::Discard => &mut self.discard,
        }
    }

    /// The kinds that occurred.
    pub fn iter(&self) -> impl Iterator<Item = (OpKind, &OpRecord)> {
        OpKind::ALL.into_iter().filter_map(|kind| Some((kind, self.of(kind)?)))
    }
}

/// One kind of operation in one cell, all jobs together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpRecord {
    /// Completions after the ramp, without failures. At least 1.
    pub count: u64,
    /// Bytes moved by them (discarded, for discards; 0 for flushes).
    pub bytes: u64,
    /// Completions per second of the cell's elapsed time.
    pub iops: f64,
    /// Bytes per second of the cell's elapsed time.
    pub bytes_per_s: f64,
    /// From the merged histogram.
    pub latency_ns: LatencySummary,
    /// The merged histogram: HdrHistogram V2 encoding with DEFLATE, base64, values in nanoseconds,
    /// three significant digits. Tools of other languages read it.
    pub histogram: String,
    /// Requests of an open loop that were due and did not complete: in the latencies and the histogram with the
    /// time for which they had been due at the end, which is less than what they would have taken; in no count
    /// and no rate. Absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overdue_count: Option<u64>,
    /// In an open loop, where latency counts from the moment at which a request was due: how long it took from
    /// its issue. Absent in a closed loop, where both are the same, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceRecord>,
}

/// How long requests took from their issue to their completion, whenever they were due.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ServiceRecord {
    /// From the merged histogram.
    pub latency_ns: LatencySummary,
    /// The merged histogram, in the form of [`OpRecord::histogram`].
    pub histogram: String,
}

/// Latency in nanoseconds. A percentile that needs more samples than there are is `None`: quantile q
/// needs 10/(1-q).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencySummary {
    /// Smallest.
    pub min: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Half are faster.
    pub p50: Option<u64>,
    /// 90 % are faster.
    pub p90: Option<u64>,
    /// 99 % are faster.
    pub p99: Option<u64>,
    /// 99.5 % are faster; absent in records of older versions, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p995: Option<u64>,
    /// 99.9 % are faster.
    pub p999: Option<u64>,
    /// 99.95 % are faster; absent in records of older versions, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p9995: Option<u64>,
    /// 99.99 % are faster.
    pub p9999: Option<u64>,
    /// 99.999 % are faster.
    pub p99999: Option<u64>,
    /// Largest.
    pub max: u64,
    /// Standard deviation; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stddev: Option<f64>,
}

/// How requests reached the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum IoPath {
    /// One ring per job.
    #[serde(rename = "io_uring")]
    IoUring,
    /// The drive's own commands through a ring per job, past the block layer (`/dev/ngXnY`).
    #[serde(rename = "nvme-passthrough")]
    Passthrough,
    /// `preadv2`/`pwritev2`, one thread per outstanding request.
    #[serde(rename = "sync")]
    Sync,
    /// Through a program on a file system, one operation at a time of each job.
    #[serde(rename = "application")]
    Application,
    /// Nowhere.
    #[serde(rename = "null")]
    Null,
    /// None of iogram's: another computer was watched.
    #[serde(rename = "watched")]
    Watched,
    /// A model in virtual time.
    #[serde(rename = "sim")]
    Sim,
    /// In a way that this version does not know.
    #[serde(rename = "unknown", other)]
    Unknown,
}

impl IoPath {
    /// Its published name, as records have it.
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

/// What made requests start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Loop {
    /// Completions.
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

/// One submitting thread's own effort: a job, or one outstanding request of a job where each has a
/// thread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SubmitterRecord {
    /// CPU time of its thread after the ramp; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
    /// Its own elapsed time after the ramp.
    pub elapsed_ns: u64,
    /// How long its thread was ready to run meanwhile and had no processor; absent if the kernel does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_delay_ns: Option<u64>,
    /// How often its thread got a processor; absent if the kernel does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_count: Option<u64>,
    /// How often a processor was taken away from it; absent if the kernel does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub involuntary_switch_count: Option<u64>,
    /// How long it looked for completions that were not there yet, for up to 5 us before each sleep; a part of `cpu`.
    /// Absent if it slept at once, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_ns: Option<u64>,
    /// The processor that its thread was bound to; absent if the kernel chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_index: Option<u32>,
}

/// How the load was generated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineRecord {
    /// The path that requests took.
    pub path: IoPath,
    /// Why this path, such as `queue depth 1` or `io_uring is not permitted (EPERM)`.
    pub path_reason: String,
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path_statement: Option<Message>,
    /// Kernel features in use, such as `defer-taskrun`, `registered-buffers`.
    pub features: Vec<String>,
    /// Outstanding requests asked for: depth times jobs.
    pub depth_asked: u32,
    /// Mean number of requests outstanding between issue and completion (Little's law).
    pub depth_reached: f64,
    /// Closed or open loop.
    #[serde(rename = "loop")]
    pub pacing: Loop,
    /// The largest share of one core that any submitter used, user and kernel together; 1 is all of it.
    pub submit_cpu_ratio: Option<f64>,
    /// Each submitting thread.
    pub submitters: Vec<SubmitterRecord>,
    /// How exactly completions were stamped; absent with a single outstanding request, where
    /// nothing can complete meanwhile, if nothing completed after the ramp, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamping: Option<StampingRecord>,
    /// The clock that its times are from; absent where time is virtual and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRecord>,
    /// Whether completions were polled for; `false` if that was asked for and is not possible. Absent if nobody
    /// asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_polled: Option<bool>,
    /// So many completions were waited for before any was taken (as many as are out, if fewer are). Absent if
    /// the first one ended every wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_batch_count: Option<u32>,
    /// The program whose operations these are; absent where requests went to the target themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<ApplicationRecord>,
    /// How a trace was made again; absent where requests were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplayRecord>,
}

/// A program whose operations were measured, as it says itself what it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ApplicationRecord {
    /// Its name, such as `SQLite`.
    pub name: String,
    /// Its version; absent where it is a part of iogram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Of a database, the bytes of one page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_size_bytes: Option<u64>,
    /// How it is set, read back from it: `journal_mode=delete`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// What it was built with: `THREADSAFE=1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub build_options: Vec<String>,
}

/// The clock of a cell's submitters, and how far it was from the kernel's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClockRecord {
    /// `TSC`, the processor's own counter, or `CLOCK_MONOTONIC`, the kernel's.
    pub name: String,
    /// Why not the processor's counter; absent if it is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Steps of the counter, as measured with the kernel's clock; absent if the counter was not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks_per_s: Option<f64>,
    /// How often the counter was compared with the kernel's clock and set right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_count: Option<u64>,
    /// The largest difference that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference_max_ns: Option<u64>,
}

/// How exactly completions are stamped. A submitter stamps what completed when it looks; a *turn* is the time
/// from there until it has handed over the next requests, in which nobody looks. So far is a stamp late at most.
/// All submitters together, after the ramp.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StampingRecord {
    /// How often completions were taken.
    pub reap_count: u64,
    /// Completions taken at a time, on average.
    pub completions_mean_count: f64,
    /// At most.
    pub completions_max_count: u64,
    /// Length of a turn on average.
    pub turn_mean_ns: f64,
    /// Half are shorter, to an eighth; `None` with too few turns, as for latencies.
    pub turn_p50_ns: Option<u64>,
    /// 99.99 % are shorter.
    pub turn_p9999_ns: Option<u64>,
    /// The longest.
    pub turn_max_ns: u64,
    /// Turns of more than 20 us, pauses of the computer included: few ends of intervals are so long (p99 20 us on a
    /// busy machine). `None` in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_over_20us_count: Option<u64>,
    /// Turns in which an interval of the series ended.
    pub boundary_count: u64,
    /// Half of those are shorter.
    pub boundary_p50_ns: Option<u64>,
    /// 90 % of those are shorter; `None` with too few, as in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary_p90_ns: Option<u64>,
    /// 99 % of those are shorter: known after 100 s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boundary_p99_ns: Option<u64>,
    /// The longest of those; `None` if there was none.
    pub boundary_max_ns: Option<u64>,
    /// Where several completions are waited for (`wait_batch_count`): half of the waits were shorter. All
    /// completions but the last one of a wait may be stamped late by that, beside the turn. Absent elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_p50_ns: Option<u64>,
    /// 99.99 % of those waits were shorter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_p9999_ns: Option<u64>,
    /// The longest of those waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_max_ns: Option<u64>,
}

/// Failures of one kind with one error number, counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorRecord {
    /// Which operation failed.
    pub operation: OpKind,
    /// The system's error number; `None` for a short transfer.
    pub errno: Option<i32>,
    /// In words, such as `input/output error (EIO)` or `short transfer`.
    pub message: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// How many requests failed so.
    pub count: u64,
    /// Where the first one was, bytes from the target's beginning.
    pub first_offset_bytes: u64,
    /// Where the last one was.
    pub last_offset_bytes: u64,
    /// Where the one nearest to the target's beginning was; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowest_offset_bytes: Option<u64>,
}

impl ErrorRecord {
    /// What the failures were; where a record keeps the words alone, by the system's number.
    #[must_use]
    pub fn said(&self) -> Option<Message> {
        self.statement.clone().or_else(|| self.errno.map(Message::of_errno))
    }
}
