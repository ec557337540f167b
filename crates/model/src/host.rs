//! The computer's share in a measurement: times in which it did not let iogram run, and the activity of other
//! programs.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::check::CheckAdvice;
use crate::message::MessageId;
use crate::number::float;
use crate::units::Nanos;

/// A time in which the computer did not let iogram run: the drive did not cause this delay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HostPause {
    /// Start on the target's clock, counted from the cell's first request.
    pub start_ns: u64,
    /// Length on the target's clock, which stops while the computer sleeps.
    pub length_ns: u64,
    /// How long the computer slept in it; absent if it did not sleep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slept_ns: Option<u64>,
    /// The reason why iogram did not run.
    pub reason: HostPauseReason,
}

impl HostPause {
    /// Its end, on the same clock as [`HostPause::start_ns`].
    #[must_use]
    pub const fn end_ns(&self) -> u64 {
        self.start_ns.saturating_add(self.length_ns)
    }

    /// How long it overlaps the time between two moments.
    #[must_use]
    pub fn overlap_ns(&self, from_ns: u64, to_ns: u64) -> u64 {
        self.end_ns().min(to_ns).saturating_sub(self.start_ns.max(from_ns))
    }
}

/// The reason why iogram did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HostPauseReason {
    /// A signal (Ctrl-Z, SIGSTOP), a debugger, a frozen container, or a paused virtual machine.
    Stopped,
    /// The computer was suspended.
    Suspended,
    /// Other programs used the CPUs.
    Starved,
    /// The host of this virtual machine used its CPUs for other work.
    Stolen,
    /// iogram's own memory had to be read back from a drive.
    Paging,
    /// A reason that this version does not know.
    #[serde(other)]
    Unknown,
}

impl HostPauseReason {
    /// The reason, in words after "iogram did not run: ".
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

/// The kernel's counters of one block device while a cell ran, for all programs.
///
/// Source: the kernel's Documentation/block/stat.rst.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiskActivity {
    /// The kernel's name of the device, such as `sda`.
    pub name: String,
    /// Time between the two readings of these counters.
    pub elapsed_ns: u64,
    /// Completed reads.
    pub read_count: u64,
    /// Merged reads.
    pub read_merge_count: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Total time of all reads.
    pub read_time_ns: u64,
    /// Completed writes.
    pub write_count: u64,
    /// Merged writes.
    pub write_merge_count: u64,
    /// Bytes written.
    pub write_bytes: u64,
    /// Total time of all writes.
    pub write_time_ns: u64,
    /// Completed flushes; absent before Linux 5.5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flush_count: Option<u64>,
    /// Time in which any request was outstanding.
    pub busy_ns: u64,
    /// Total time of all requests, as the kernel counts it.
    pub queue_ns: u64,
}

impl DiskActivity {
    /// Share of the time in which any request was outstanding; `None` if no time passed.
    #[must_use]
    pub fn busy_ratio(&self) -> Option<f64> {
        let ratio = float(self.busy_ns) / float(self.elapsed_ns);
        // The kernel counts in milliseconds, so the ratio can exceed 1.
        (self.elapsed_ns > 0).then(|| ratio.min(1.0))
    }

    /// The increase since `before`, within `elapsed`.
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

/// Activity of other programs while a cell ran. `None` is unknown, or does not apply to this target.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct OtherActivity {
    /// Share of all CPU time in which the CPUs were busy, with any work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_busy_ratio: Option<f64>,
    /// Share of all CPU time that other programs used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_others_ratio: Option<f64>,
    /// Share of all CPU time that the host of this virtual machine gave to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_stolen_ratio: Option<f64>,
    /// Share of the time in which some program waited for memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_wait_ratio: Option<f64>,
    /// Bytes that the underlying drive read beyond the requests of the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_read_others_bytes: Option<u64>,
    /// Bytes that the underlying drive wrote beyond the requests of the cell, including the file system's own writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_write_others_bytes: Option<u64>,
}

/// When a sample of the computer's load was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookMoment {
    /// Before the first cell.
    Before,
    /// After the last cell.
    After,
}

/// The computer's load from other work, sampled while iogram was idle. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HostLook {
    /// Whether the sample is from before or after the run.
    pub moment: LookMoment,
    /// Duration of the sample: the counters are differences over this time.
    pub watched_ns: u64,
    /// Share of all CPU time in which the CPUs were busy.
    pub cpu_busy_ratio: Option<f64>,
    /// Share of all CPU time that the host of this virtual machine gave to others.
    pub cpu_stolen_ratio: Option<f64>,
    /// Share of the time in which some program waited for memory.
    pub memory_wait_ratio: Option<f64>,
    /// Requests that the underlying drives completed.
    pub drive_request_count: Option<u64>,
    /// Bytes that the underlying drives transferred.
    pub drive_bytes: Option<u64>,
    /// Problems to fix; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<CheckAdvice>,
}
