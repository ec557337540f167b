//! The circumstances of a run that change its numbers.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::platform::{PlatformRecord, TuneRecord};
use crate::units::Bytes;

/// The circumstances that change numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Conditions {
    /// The computer that sent the requests.
    pub host: HostRecord,
    /// This program, measured by itself.
    pub tool: ToolRecord,
    /// The block queue of the device below; `None` if there is none or it is unknown.
    pub queue: Option<QueueRecord>,
    /// The file system that holds the test file; `None` for raw devices.
    pub file_system: Option<FileSystemRecord>,
    /// What in the computer's memory stands for the drive, however deep below it, such as
    /// `loop3, a file of tmpfs (/dev/shm/image)`; absent if a part of it is no memory or is not known to be, and in records of
    /// versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// The computer and the way to the drive in detail; absent in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<PlatformRecord>>,
    /// What was set for the time of the run; absent if nothing was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuned: Option<TuneRecord>,
    /// The drive's volatile write cache; absent where nobody could be asked, and in records of versions that did not ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache: Option<WriteCacheRecord>,
    /// Whether the drive keeps what it confirmed when the power fails, as its data sheet in the catalogue says; absent where
    /// it says nothing, and in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_loss: Option<PowerLossRecord>,
    /// In which state of its flash the drive was measured; absent while the run goes on, and in records of versions that
    /// did not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_state: Option<DriveStateRecord>,
    /// The drives that were measured at the same time by the same program; empty if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideRecord>,
    /// What the user noted, such as `cooling`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
}

/// The volatile write cache of a drive, as the drive itself says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WriteCacheRecord {
    /// Whether it was on while the run measured. A cache that loses nothing without power is none that is on.
    pub is_on: bool,
    /// Whether it was switched for the run, and put back at its end.
    pub is_switched: bool,
}

/// What a data sheet says of writes that were confirmed when the power fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PowerLossRecord {
    /// Whether they are kept.
    pub is_protected: bool,
    /// Who says so.
    pub source: String,
}

/// A drive that was measured at the same time.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BesideRecord {
    /// The target as it was typed, such as `/dev/sdb`.
    pub target: String,
    /// Vendor and model; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How it is connected, as in [`crate::TargetRecord::link`]; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What it shares with the drive of this record on the way to the computer; `None` if that is nothing, or unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<SharedWayRecord>,
}

/// A part of the way to the computer that several drives share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SharedWayRecord {
    /// Such as `USB 2-1` or `PCI 0000:00:1c.0`.
    pub name: String,
    /// Its link towards the computer, such as `PCIe 3.0 x2`; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// What was done to the flash before the first cell that counts: a drive that was used is slower than a fresh one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriveStateRecord {
    /// Fresh, purged, written, or as it was found.
    pub state: DriveState,
    /// What the state follows from, in English.
    pub basis: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Bytes that the run itself wrote before; absent where it wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// The same as a share of the capacity; absent where there is none to be a share of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_ratio: Option<f64>,
}

/// A state of the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DriveState {
    /// Nothing was ever written to it.
    Fresh,
    /// Purged, and nothing was written since.
    Purged,
    /// Written to on purpose: as far as `written_ratio` says.
    Written,
    /// Nobody knows; or a state of a newer version.
    #[serde(other)]
    Unknown,
}

/// The computer. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HostRecord {
    /// Release of the kernel, such as `6.12.9`; `None` if it is not told.
    pub kernel: Option<String>,
    /// Name of the operating system with its version, as `/etc/os-release` has it.
    pub os: Option<String>,
    /// Model of the processors as they say it; `None` if they do not.
    pub cpu: Option<String>,
    /// CPUs that may be used.
    pub cpu_count: Option<u32>,
    /// Frequency governor of the processors, such as `performance`; `None` if there is none.
    pub governor: Option<String>,
    /// Main memory that the kernel manages.
    #[serde(rename = "memory_bytes")]
    #[schemars(with = "Option<u64>")]
    pub memory: Option<Bytes>,
    /// Board or virtual machine.
    pub machine: Option<String>,
    /// When the page cache writes; absent in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_back: Option<WriteBackRecord>,
}

/// When the page cache writes what is dirty: it decides what a buffered write costs, and when a flush has something
/// to do. `None` is unknown, or said by the other of two settings.
///
/// Source: the kernel's Documentation/admin-guide/sysctl/vm.rst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct WriteBackRecord {
    /// Share of the memory that may be dirty before it is written in the background (`vm.dirty_background_ratio`).
    pub background_permille: Option<u16>,
    /// The same in bytes (`vm.dirty_background_bytes`).
    pub background_bytes: Option<u64>,
    /// Share of the memory that may be dirty before who writes has to wait (`vm.dirty_ratio`).
    pub limit_permille: Option<u16>,
    /// The same in bytes (`vm.dirty_bytes`).
    pub limit_bytes: Option<u64>,
    /// What is dirty for longer is written (`vm.dirty_expire_centisecs`).
    pub expire_ns: Option<u64>,
    /// How often it is looked at (`vm.dirty_writeback_centisecs`); 0 is never.
    pub interval_ns: Option<u64>,
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
    /// Requests that the queue holds, each of them if there are several.
    pub nr_requests: Option<u64>,
    /// Largest request that is sent to the device.
    #[serde(rename = "request_max_bytes")]
    #[schemars(with = "Option<u64>")]
    pub request_max: Option<Bytes>,
    /// What the memory of a request must be a multiple of.
    #[serde(rename = "dma_alignment_bytes", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub dma_alignment: Option<Bytes>,
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
    /// Options that it is mounted with, separated by commas.
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
    /// The command that made it for this run, without the device, and the version of the program; absent if it was there
    /// before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
}
