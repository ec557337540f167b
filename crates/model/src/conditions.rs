//! Conditions of a run that affect its figures.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::platform::{PlatformRecord, TuneRecord};
use crate::units::Bytes;

/// The conditions that affect figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Conditions {
    /// The computer that submitted the requests.
    pub host: HostRecord,
    /// iogram itself, with its own measurements.
    pub tool: ToolRecord,
    /// The block queue of the device; `None` if there is none or it is unknown.
    pub queue: Option<QueueRecord>,
    /// The file system that holds the test file; `None` for raw devices.
    pub file_system: Option<FileSystemRecord>,
    /// The memory behind the target if it is no real drive, at any depth, such as `loop3, a file of tmpfs
    /// (/dev/shm/image)`; absent if any part of the target is not memory or is unknown, and in records of versions
    /// that did not check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// The computer and the path to the drive in detail; absent in records of versions that did not collect it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<Box<PlatformRecord>>,
    /// Settings that were changed for the duration of the run; absent if none were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuned: Option<TuneRecord>,
    /// The drive's volatile write cache; absent if the drive could not be queried, and in records of versions that
    /// did not query it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_cache: Option<WriteCacheRecord>,
    /// Whether the drive keeps confirmed writes on a power loss, according to its data sheet in the catalogue; absent
    /// if the data sheet does not state it, and in records of versions that did not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_loss: Option<PowerLossRecord>,
    /// The state of the flash when the drive was measured; absent while the run goes on, and in records of versions
    /// that did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drive_state: Option<DriveStateRecord>,
    /// Drives that the same process measured at the same time; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideRecord>,
    /// The user's notes, such as `cooling`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
}

/// The volatile write cache of a drive, as the drive reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WriteCacheRecord {
    /// Whether it was on during the run. A cache that survives a power loss does not count as on.
    pub is_on: bool,
    /// Whether the run switched it, and restored it at the end.
    pub is_switched: bool,
}

/// A data sheet's statement about confirmed writes on a power loss.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PowerLossRecord {
    /// Whether they survive.
    pub is_protected: bool,
    /// The source of the statement.
    pub source: String,
}

/// A drive measured at the same time by the same process.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct BesideRecord {
    /// The target as the user typed it, such as `/dev/sdb`.
    pub target: String,
    /// Vendor and model; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Its connection, as in [`crate::TargetRecord::link`]; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The part of the path to the computer that it shares with this record's drive; `None` if they share none, or if
    /// that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<SharedWayRecord>,
}

/// A part of the path to the computer that several drives share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct SharedWayRecord {
    /// Its name, such as `USB 2-1` or `PCI 0000:00:1c.0`.
    pub name: String,
    /// Its link towards the computer, such as `PCIe 3.0 x2`; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// Preparation of the flash before the first counted cell: a used drive is slower than a fresh one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriveStateRecord {
    /// The state: fresh, purged, written, or as found.
    pub state: DriveState,
    /// The evidence for the state, in English.
    pub basis: String,
    /// The evidence for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Bytes that the run itself wrote before; absent if it wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// Written bytes as a share of the capacity; absent if there is no capacity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_ratio: Option<f64>,
}

/// A state of the flash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DriveState {
    /// Never written.
    Fresh,
    /// Purged, and not written since.
    Purged,
    /// Written on purpose, to the extent of `written_ratio`.
    Written,
    /// Unknown, or a state of a newer version.
    #[serde(other)]
    Unknown,
}

/// The computer. `None` means unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HostRecord {
    /// Kernel release, such as `6.12.9`; `None` is unknown.
    pub kernel: Option<String>,
    /// Name and version of the operating system, from `/etc/os-release`.
    pub os: Option<String>,
    /// CPU model as the CPU reports it; `None` if it does not.
    pub cpu: Option<String>,
    /// CPUs that iogram may use.
    pub cpu_count: Option<u32>,
    /// CPU frequency governor, such as `performance`; `None` if there is none.
    pub governor: Option<String>,
    /// Main memory that the kernel manages.
    #[serde(rename = "memory_bytes")]
    #[schemars(with = "Option<u64>")]
    pub memory: Option<Bytes>,
    /// Board or virtual machine.
    pub machine: Option<String>,
    /// Settings of the page cache's write-back; absent in records of versions that did not collect them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_back: Option<WriteBackRecord>,
}

/// When the page cache writes dirty pages. This determines the cost of buffered writes, and how much a flush has to
/// write. `None` means unknown, or that the other of two alternative settings applies.
///
/// Source: the kernel's Documentation/admin-guide/sysctl/vm.rst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct WriteBackRecord {
    /// Share of memory that may be dirty before background write-back starts (`vm.dirty_background_ratio`).
    pub background_permille: Option<u16>,
    /// Dirty bytes before background write-back starts (`vm.dirty_background_bytes`).
    pub background_bytes: Option<u64>,
    /// Share of memory that may be dirty before writers block (`vm.dirty_ratio`).
    pub limit_permille: Option<u16>,
    /// Dirty bytes before writers block (`vm.dirty_bytes`).
    pub limit_bytes: Option<u64>,
    /// Age at which dirty pages are written (`vm.dirty_expire_centisecs`).
    pub expire_ns: Option<u64>,
    /// Interval of the check for old pages (`vm.dirty_writeback_centisecs`); 0 means never.
    pub interval_ns: Option<u64>,
}

/// iogram itself. `None` means not measured.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ToolRecord {
    /// Version of iogram.
    pub version: String,
    /// Name of the clock for latencies.
    pub clock: String,
    /// Cost of one reading of the clock.
    pub clock_cost_ns: Option<f64>,
    /// Smallest step observed between two readings.
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
    /// Whether the kernel treats the device as a hard disk.
    pub rotational: Option<bool>,
    /// Requests that each hardware queue holds.
    pub nr_requests: Option<u64>,
    /// Largest request that the kernel sends to the device.
    #[serde(rename = "request_max_bytes")]
    #[schemars(with = "Option<u64>")]
    pub request_max: Option<Bytes>,
    /// Required memory alignment of a request.
    #[serde(rename = "dma_alignment_bytes", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub dma_alignment: Option<Bytes>,
    /// Largest discard; 0 means unsupported.
    #[serde(rename = "discard_max_bytes")]
    #[schemars(with = "Option<u64>")]
    pub discard_max: Option<Bytes>,
    /// Read-ahead for buffered reads.
    #[serde(rename = "read_ahead_bytes")]
    #[schemars(with = "Option<u64>")]
    pub read_ahead: Option<Bytes>,
}

/// The file system of the test file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileSystemRecord {
    /// Its type, such as `ext4`.
    pub kind: String,
    /// Its mount point.
    pub mount_point: String,
    /// Mount options, separated by commas.
    pub options: String,
    /// Free space for this user before the test file was created.
    #[serde(rename = "free_bytes")]
    #[schemars(with = "u64")]
    pub free: Bytes,
    /// Whether a write goes to a new location instead of the old one; `None` is unknown.
    pub is_copy_on_write: Option<bool>,
    /// Whether data may be compressed; `None` is unknown.
    pub is_compressing: Option<bool>,
    /// Whether it is stored in memory.
    pub is_memory: bool,
    /// Whether `O_DIRECT` worked on the test file.
    pub supports_direct: Option<bool>,
    /// The command that created it for this run, without the device, and the version of the program; absent if it
    /// existed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
}
