//! The record of a run: everything a finding or a table needs, with no way back to the drive.
//!
//! The serialised form of [`Run`] is the published format `iogram-run/1`. Fields are only ever added.

use crate::number::Total as _;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::{Criteria, Headline};
use crate::device::SdStatus;
use crate::finding::Finding;
use crate::health::HealthSeries;
use crate::host::{HostLook, HostPause, OtherActivity};
use crate::platform::{PlatformRecord, TuneRecord};
use crate::power::PowerSeries;
use crate::probe::ProbeRecord;
use crate::purge::PurgeRecord;
use crate::reading::Unknown;
use crate::rest::RestRecord;
use crate::trace::{ByteProgress, Pauses};
use crate::units::{Bytes, Nanos, Throughput};
use crate::workload::{OpKind, Workload};

/// One execution of a method on one target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self")]
pub struct Run {
    /// Always [`Run::FORMAT`].
    pub format: String,
    /// Sortable and unique: start time and a random part, such as `20261121-143015-7f3a`.
    pub id: String,
    /// How it ended.
    pub state: RunState,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// Wall clock at the end; `None` while it runs or after a crash.
    pub ended_at_us: Option<i64>,
    /// What was done.
    pub method: MethodRecord,
    /// To what.
    pub target: TargetRecord,
    /// Under which conditions.
    pub conditions: Conditions,
    /// Purges of the drive, in the order of execution; absent if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub purges: Vec<PurgeRecord>,
    /// Rests, in the order of execution; absent if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rests: Vec<RestRecord>,
    /// When it went on after it had been broken off; absent if it never was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resumes: Vec<ResumeRecord>,
    /// How busy the computer was before and after; absent where time is virtual and in runs of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<HostLook>,
    /// In the order of execution.
    pub cells: Vec<CellRecord>,
    /// What was found out about the drive beside its speed, in the order of execution; absent if
    /// nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub probes: Vec<ProbeRecord>,
    /// What concerns the run as a whole.
    pub warnings: Vec<Warning>,
    /// Conclusions.
    pub findings: Vec<Finding>,
    /// What it is judged by; `None` in records of versions that did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Criteria>,
    /// The answer; `None` while it runs, and in records of versions that gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// What a newer version wrote beside all this; it is written again where it stood.
    #[serde(skip)]
    pub unknown: Unknown,
}

impl Run {
    /// When what was measured last ended, on the target's clock; 0 if nothing was.
    #[must_use]
    pub fn end_ns(&self) -> u64 {
        let cells = self.cells.iter().map(CellRecord::end_ns);
        let probes =
            self.probes.iter().map(|probe| probe.started_ns.saturating_add(probe.elapsed_ns));
        cells.chain(probes).max().unwrap_or(0)
    }

    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-run/1";
}

/// A run that was broken off went on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResumeRecord {
    /// Wall clock, microseconds since 1970 UTC.
    pub resumed_at_us: i64,
    /// Cells that were kept of what came before.
    pub cells_before_count: u64,
    /// Purges, discards and cells that were done a second time, because what follows needs the state that
    /// they make.
    pub repeated: Vec<String>,
    /// What of the state before cannot be brought back.
    pub lost: Vec<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// Not at an end: running now, or ended by a crash or a power cut.
    Running,
    /// Every cell was executed.
    Completed,
    /// Stopped by the user or a signal.
    Interrupted,
    /// Stopped because a cell could not go on.
    Failed,
    /// In a way that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The method and its parameters as executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MethodRecord {
    /// Its id, such as `cdm`; `measure` for an ad-hoc cell.
    pub id: String,
    /// One line.
    pub title: String,
    /// Where the method was published; `None` for an ad-hoc cell.
    pub source: Option<String>,
    /// Every parameter with the value used.
    pub params: BTreeMap<String, String>,
    /// Decides every random choice of the run; `None` in runs of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The method file, if it is not one of iogram's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What kind of thing was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// A block device.
    BlockDevice,
    /// A file on a mounted file system.
    File,
    /// Nothing: requests complete at once.
    Null,
    /// A simulated drive.
    Simulated,
    /// A drive that another tool measured, known from its log. Its capacity is 0 where the log does not say.
    Imported,
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// What was measured, as far as it is known. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TargetRecord {
    /// As the user named it.
    pub name: String,
    /// What kind of thing.
    pub kind: TargetKind,
    /// Bytes that could be addressed: the device's or the test file's.
    #[serde(rename = "capacity_bytes")]
    #[schemars(with = "u64")]
    pub capacity: Bytes,
    /// Smallest addressable unit.
    #[serde(rename = "logical_block_size_bytes")]
    #[schemars(with = "u64")]
    pub logical_block_size: Bytes,
    /// Smallest unit written without read-modify-write.
    #[serde(rename = "physical_block_size_bytes")]
    #[schemars(with = "Option<u64>")]
    pub physical_block_size: Option<Bytes>,
    /// Kernel name of the block device below, such as `nvme0n1`.
    pub device: Option<String>,
    /// Kind of drive: `NVMe`, `SATA`, `USB`, `SD`, `eMMC`, `virtio`, `loop`, `zram`, `dm`, `md`, ..
    pub drive: Option<String>,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Capacity of the drive below a file.
    #[serde(rename = "drive_capacity_bytes")]
    #[schemars(with = "Option<u64>")]
    pub drive_capacity: Option<Bytes>,
    /// How it is connected, such as `PCIe 3.0 x2 (of 4.0 x4)`.
    pub link: Option<String>,
    /// Which model, for a drive that is one; `None` and absent in JSON for everything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulation: Option<SimulationRecord>,
    /// What is particular about an SD card; `None` and absent in JSON for everything else, and where a
    /// reader hides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<CardRecord>,
}

/// An SD card: what its registers claim, and what of it this host uses. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CardRecord {
    /// Its classes and allocation units.
    pub status: Option<SdStatus>,
    /// Whether commands are queued in the card.
    pub is_queue_used: Option<bool>,
    /// Whether its cache is on.
    pub is_cache_used: Option<bool>,
}

/// A simulated drive: with its description, the seed decides everything that it does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationRecord {
    /// The name in its description.
    pub drive: String,
    /// What its description says in one line.
    pub title: String,
    /// The seed.
    pub seed: u64,
}

/// The circumstances that change numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Conditions {
    /// The computer.
    pub host: HostRecord,
    /// This program, measured by itself.
    pub tool: ToolRecord,
    /// The block queue of the device below; `None` if there is none or it is unknown.
    pub queue: Option<QueueRecord>,
    /// The file system that holds the test file; `None` for raw devices.
    pub file_system: Option<FileSystemRecord>,
    /// The computer and the way to the drive in detail; absent in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<PlatformRecord>>,
    /// What was set for the time of the run; absent if nothing was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuned: Option<TuneRecord>,
    /// What the user noted, such as `cooling`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
}

/// The computer. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HostRecord {
    /// Kernel release.
    pub kernel: Option<String>,
    /// Operating system's name.
    pub os: Option<String>,
    /// CPU model.
    pub cpu: Option<String>,
    /// CPUs that may be used.
    pub cpu_count: Option<u32>,
    /// Frequency governor.
    pub governor: Option<String>,
    /// Main memory.
    #[serde(rename = "memory_bytes")]
    #[schemars(with = "Option<u64>")]
    pub memory: Option<Bytes>,
    /// Board or virtual machine.
    pub machine: Option<String>,
}

/// This program. `None` is not measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ToolRecord {
    /// Version of iogram.
    pub version: String,
    /// Name of the clock that latencies are taken from.
    pub clock: String,
    /// Cost of one reading of the clock.
    pub clock_cost_ns: Option<f64>,
    /// Smallest step seen between two readings.
    pub clock_precision_ns: Option<f64>,
    /// Cost of one request against the null target at queue depth 32.
    pub floor_ns: Option<f64>,
}

/// The block queue's settings. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct QueueRecord {
    /// I/O scheduler in use.
    pub scheduler: Option<String>,
    /// `write back` or `write through`.
    pub write_cache: Option<String>,
    /// Whether force-unit-access writes are supported.
    pub fua: Option<bool>,
    /// Whether the kernel believes that it is a hard disk.
    pub rotational: Option<bool>,
    /// Requests that the queue holds.
    pub nr_requests: Option<u64>,
    /// Largest request that is sent to the device.
    #[serde(rename = "request_max_bytes")]
    #[schemars(with = "Option<u64>")]
    pub request_max: Option<Bytes>,
    /// Largest discard; 0 is not supported.
    #[serde(rename = "discard_max_bytes")]
    #[schemars(with = "Option<u64>")]
    pub discard_max: Option<Bytes>,
    /// Read-ahead for buffered reads.
    #[serde(rename = "read_ahead_bytes")]
    #[schemars(with = "Option<u64>")]
    pub read_ahead: Option<Bytes>,
}

/// The file system below a test file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileSystemRecord {
    /// Its type, such as `ext4`.
    pub kind: String,
    /// Where it is mounted.
    pub mount_point: String,
    /// Its mount options.
    pub options: String,
    /// Free space for this user before the test file was made.
    #[serde(rename = "free_bytes")]
    #[schemars(with = "u64")]
    pub free: Bytes,
    /// Whether a write goes to a new place instead of the old one; `None` is unknown.
    pub is_copy_on_write: Option<bool>,
    /// Whether data may be compressed; `None` is unknown.
    pub is_compressing: Option<bool>,
    /// Whether it lives in memory.
    pub is_memory: bool,
    /// Whether `O_DIRECT` worked on the test file.
    pub supports_direct: Option<bool>,
}

/// Something the reader of the numbers has to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// Short stable name, such as `generator-bound`.
    pub code: String,
    /// One sentence with the figures.
    pub message: String,
}

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

/// One measured cell.
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
    /// What was asked.
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
    /// 100 ms intervals.
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
    /// An earlier measurement of this cell that was discarded because of its `host_pauses`: it is in no figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discarded: Option<Box<Self>>,
    /// What the reader has to know about this cell.
    pub warnings: Vec<Warning>,
    /// Failures, grouped.
    pub errors: Vec<ErrorRecord>,
    /// What a newer version wrote beside all this.
    #[serde(skip)]
    pub unknown: Unknown,
}

impl CellRecord {
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
    /// 99.9 % are faster.
    pub p999: Option<u64>,
    /// 99.99 % are faster.
    pub p9999: Option<u64>,
    /// 99.999 % are faster.
    pub p99999: Option<u64>,
    /// Largest.
    pub max: u64,
}

/// How requests reached the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum IoPath {
    /// One ring per job.
    #[serde(rename = "io_uring")]
    IoUring,
    /// `preadv2`/`pwritev2`, one thread per outstanding request.
    #[serde(rename = "sync")]
    Sync,
    /// Nowhere.
    #[serde(rename = "null")]
    Null,
    /// A model in virtual time.
    #[serde(rename = "sim")]
    Sim,
    /// In a way that this version does not know.
    #[serde(rename = "unknown", other)]
    Unknown,
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

/// CPU time.
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
}

/// How the load was generated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineRecord {
    /// The path that requests took.
    pub path: IoPath,
    /// Why this path, such as `queue depth 1` or `io_uring is not permitted (EPERM)`.
    pub path_reason: String,
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
}

/// What happened per interval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Series {
    /// Length of one interval.
    pub interval_ns: u64,
    /// Intervals in which something completed, in order; the ramp is included.
    pub rows: Vec<SeriesRow>,
}

/// One interval.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SeriesRow {
    /// Its start since the cell's first request.
    pub start_ns: u64,
    /// Reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<SeriesOp>,
    /// Writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<SeriesOp>,
    /// Flushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush: Option<SeriesOp>,
    /// Discards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discard: Option<SeriesOp>,
}

/// One kind of operation in one interval, all jobs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeriesOp {
    /// Completions.
    pub count: u64,
    /// Bytes moved.
    pub bytes: u64,
    /// Median latency; `None` with too few samples.
    pub p50_ns: Option<u64>,
    /// 99th percentile; `None` with too few samples.
    pub p99_ns: Option<u64>,
    /// Largest latency.
    pub max_ns: u64,
}

/// Equal failures, counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorRecord {
    /// Which operation failed.
    pub operation: OpKind,
    /// The system's error number; `None` for a short transfer.
    pub errno: Option<i32>,
    /// In words, such as `input/output error (EIO)` or `short transfer`.
    pub message: String,
    /// How many.
    pub count: u64,
    /// Where the first one was, bytes from the target's beginning.
    pub first_offset_bytes: u64,
    /// Where the last one was.
    pub last_offset_bytes: u64,
}
