//! What of a measurement is the computer's and not the drive's: times in which it did not let iogram run, and
//! what others did meanwhile.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::check::CheckAdvice;
use crate::message::MessageId;
use crate::number::float;
use crate::units::Nanos;

/// A time in which the computer did not let iogram run: what was slow in it was not the drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostPause {
    /// Since the cell's first request, on the target's clock.
    pub start_ns: u64,
    /// On the target's clock, which stands still while the computer sleeps.
    pub length_ns: u64,
    /// How long the computer slept in it; absent if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slept_ns: Option<u64>,
    /// What kept iogram from running.
    pub reason: HostPauseReason,
}

impl HostPause {
    /// Its end, as [`HostPause::start_ns`].
    #[must_use]
    pub const fn end_ns(&self) -> u64 {
        self.start_ns.saturating_add(self.length_ns)
    }

    /// How much of the time between two moments it takes.
    #[must_use]
    pub fn overlap_ns(&self, from_ns: u64, to_ns: u64) -> u64 {
        self.end_ns().min(to_ns).saturating_sub(self.start_ns.max(from_ns))
    }
}

/// What kept iogram from running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HostPauseReason {
    /// A signal (Ctrl-Z, SIGSTOP), a debugger, a frozen container, or a virtual machine that was paused.
    Stopped,
    /// The computer was suspended.
    Suspended,
    /// Other programs had the processors.
    Starved,
    /// The host of this virtual machine had its processors do something else.
    Stolen,
    /// iogram's own memory had to be read from a drive.
    Paging,
    /// A reason that this version does not know.
    #[serde(other)]
    Unknown,
}

impl HostPauseReason {
    /// In words, after "iogram did not run: ".
    #[must_use]
    pub const fn statement(self) -> MessageId {
        match self {
            Self::Stopped => MessageId::PauseStopped,
            Self::Suspended => MessageId::PauseSuspended,
            Self::Starved => MessageId::PauseStarved,
            Self::Stolen => MessageId::PauseStolen,
            Self::Paging => MessageId::PausePaging,
            Self::Unknown => MessageId::PauseUnknown,
        }
    }
}

/// What the kernel counted at one block device while a cell ran, by whomever.
///
/// Source: the kernel's Documentation/block/stat.rst.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiskActivity {
    /// The kernel's name of the device, such as `sda`.
    pub name: String,
    /// Between the two looks at the counters.
    pub elapsed_ns: u64,
    /// Reads that it completed.
    pub read_count: u64,
    /// Reads that were joined with others before.
    pub read_merge_count: u64,
    /// Bytes that it read.
    pub read_bytes: u64,
    /// Time of all reads, summed.
    pub read_time_ns: u64,
    /// Writes that it completed.
    pub write_count: u64,
    /// Writes that were joined with others before.
    pub write_merge_count: u64,
    /// Bytes that it wrote.
    pub write_bytes: u64,
    /// Time of all writes, summed.
    pub write_time_ns: u64,
    /// Flushes that it completed; absent before Linux 5.5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush_count: Option<u64>,
    /// Time in which any request was under way.
    pub busy_ns: u64,
    /// Time of all requests, summed, as the kernel does it.
    pub queue_ns: u64,
}

impl DiskActivity {
    /// Share of the time in which any request was under way.
    #[must_use]
    pub fn busy_ratio(&self) -> Option<f64> {
        let ratio = float(self.busy_ns) / float(self.elapsed_ns);
        // The kernel counts in steps of milliseconds.
        (self.elapsed_ns > 0).then(|| ratio.min(1.0))
    }

    /// What came since `before`, in `elapsed`.
    #[must_use]
    pub fn since(&self, before: &Self, elapsed: Nanos) -> Self {
        Self {
            name: self.name.clone(),
            elapsed_ns: elapsed.0,
            read_count: self.read_count.saturating_sub(before.read_count),
            read_merge_count: self.read_merge_count.saturating_sub(before.read_merge_count),
            read_bytes: self.read_bytes.saturating_sub(before.read_bytes),
            read_time_ns: self.read_time_ns.saturating_sub(before.read_time_ns),
            write_count: self.write_count.saturating_sub(before.write_count),
            write_merge_count: self.write_merge_count.saturating_sub(before.write_merge_count),
            write_bytes: self.write_bytes.saturating_sub(before.write_bytes),
            write_time_ns: self.write_time_ns.saturating_sub(before.write_time_ns),
            flush_count: self
                .flush_count
                .zip(before.flush_count)
                .map(|(to, from)| to.saturating_sub(from)),
            busy_ns: self.busy_ns.saturating_sub(before.busy_ns),
            queue_ns: self.queue_ns.saturating_sub(before.queue_ns),
        }
    }
}

/// What others did while a cell ran. `None` is unknown, or means nothing for this target.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct OtherActivity {
    /// Share of all processors' time that they were busy, with whatever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_busy_ratio: Option<f64>,
    /// Share of all processors' time that other programs computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_others_ratio: Option<f64>,
    /// Share of all processors' time that the host of this virtual machine gave to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_stolen_ratio: Option<f64>,
    /// Share of the time in which some program waited for memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_wait_ratio: Option<f64>,
    /// Bytes that the drive below read beyond what the cell asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_read_others_bytes: Option<u64>,
    /// The same for writes; what a file system writes of its own is among it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_write_others_bytes: Option<u64>,
}

/// When a look at the computer was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookMoment {
    /// Before the first cell.
    Before,
    /// After the last one.
    After,
}

/// How busy the computer was with other things, seen for a moment in which iogram did nothing. `None` is
/// unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostLook {
    /// Whether the look was before the run or after it.
    pub moment: LookMoment,
    /// How long was looked: the counters are differences over this time.
    pub watched_ns: u64,
    /// Share of all processors' time that they were busy.
    pub cpu_busy_ratio: Option<f64>,
    /// Share of all processors' time that the host of this virtual machine gave to others.
    pub cpu_stolen_ratio: Option<f64>,
    /// Share of the time in which some program waited for memory.
    pub memory_wait_ratio: Option<f64>,
    /// Requests that the drives below completed.
    pub drive_request_count: Option<u64>,
    /// Bytes that they moved.
    pub drive_bytes: Option<u64>,
    /// What of it should be mended; empty if nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<CheckAdvice>,
}
