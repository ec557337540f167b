//! Pages of `NVMe` drives.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pages of an `NVMe` controller and namespace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeRecord {
    /// The kernel's identifier of the namespace; the device name contains another number.
    pub namespace_id: Option<String>,
    /// The controller.
    pub controller: Option<NvmeController>,
    /// The namespace.
    pub namespace: Option<NvmeNamespace>,
    /// Its health log; `None` without privileges.
    pub smart: Option<NvmeSmart>,
    /// Error log entries, the newest first; may be empty.
    pub errors: Option<Vec<NvmeErrorEntry>>,
    /// Firmware slots.
    pub firmware: Option<NvmeFirmware>,
}

/// Identification of a controller.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeController {
    /// PCI vendor number.
    pub vendor_id: String,
    /// Serial number.
    pub serial: Option<String>,
    /// Model.
    pub model: Option<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// IEEE OUI of the maker, such as `00-25-38`.
    pub ieee_oui: Option<String>,
    /// Version of the specification, such as `1.4.0`; `None` before 1.2.
    pub version: Option<String>,
    /// Largest transfer of one command; `None` is no limit or unknown.
    pub transfer_max_bytes: Option<u64>,
    /// Largest number of namespaces.
    pub namespace_count: Option<u64>,
    /// Total flash for namespaces; `None` is not reported.
    pub total_bytes: Option<u64>,
    /// Part of it that no namespace uses.
    pub unallocated_bytes: Option<u64>,
    /// Whether it has a volatile write cache.
    pub has_write_cache: Option<bool>,
    /// Preferred size of the host memory buffer.
    pub host_memory_preferred_bytes: Option<u64>,
    /// Composite temperature of the warning threshold.
    pub warning_celsius: Option<f64>,
    /// Composite temperature of the critical threshold.
    pub critical_celsius: Option<f64>,
    /// Lowest threshold that the host can set for throttling; `None` if the host cannot set it.
    pub throttle_min_celsius: Option<f64>,
    /// Highest threshold that the host can set for throttling; `None` if the host cannot set it.
    pub throttle_max_celsius: Option<f64>,
    /// Supported optional commands, such as `discard`, `write zeroes`, `format`.
    pub features: Vec<String>,
    /// Supported sanitize operations: `block erase`, `overwrite`, `crypto erase`.
    pub sanitize: Vec<String>,
    /// Power states, the highest power first.
    pub power_states: Vec<NvmePowerState>,
}

/// One of the controller's power states.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmePowerState {
    /// Its number.
    pub state_index: u64,
    /// Maximum power; `None` is not reported.
    pub power_max_watts: Option<f64>,
    /// Whether it processes commands in this state.
    pub is_operational: bool,
    /// Time to enter it; `None` is not reported.
    pub entry_latency_ns: Option<u64>,
    /// Time to leave it; `None` is not reported.
    pub exit_latency_ns: Option<u64>,
}

/// Identification of a namespace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeNamespace {
    /// Addressable blocks.
    pub size_blocks_count: u64,
    /// Blocks that can be in use at once.
    pub capacity_blocks_count: u64,
    /// Blocks in use, if the drive counts them.
    pub used_blocks_count: u64,
    /// Index of the current format.
    pub format_index: u64,
    /// Supported formats.
    pub formats: Vec<NvmeFormat>,
    /// Whether it keeps track of blocks that were never written or were discarded.
    pub is_thin: bool,
    /// Data of discarded blocks: `0x00`, `0xff`; `None` is not reported.
    pub discarded_reads: Option<String>,
    /// Optimal size of writes; `None` is not reported.
    pub optimal_write_bytes: Option<u64>,
    /// Optimal alignment of writes; `None` is not reported.
    pub optimal_write_alignment_bytes: Option<u64>,
    /// Optimal size of discards; `None` is not reported.
    pub optimal_discard_bytes: Option<u64>,
    /// Boundary that a request should not cross; `None` is not reported.
    pub optimal_boundary_bytes: Option<u64>,
    /// Globally unique identifier; `None` if it has none.
    pub nguid: Option<String>,
    /// The shorter unique identifier; `None` if it has none.
    pub eui64: Option<String>,
}

/// A format of logical blocks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeFormat {
    /// Its number.
    pub format_index: u64,
    /// Size of a block.
    pub block_size_bytes: u64,
    /// Metadata of a block.
    pub metadata_bytes: u64,
    /// Relative performance among the formats of this drive: `best`, `better`, `good` or `degraded`.
    pub performance: String,
}

/// The SMART and health log page of the controller.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeSmart {
    /// Active warnings of the controller; may be empty.
    pub critical_warnings: Vec<String>,
    /// Composite temperature; `None` is not reported.
    pub temperature_celsius: Option<f64>,
    /// Sensors by number from 1.
    pub sensors: Vec<NvmeSensor>,
    /// Remaining spare capacity as a share.
    pub spare_ratio: f64,
    /// Spare share below which it warns.
    pub spare_threshold_ratio: f64,
    /// Used share of the life, by the maker's estimate; may exceed 1.
    pub life_used_ratio: f64,
    /// Bytes read by the host. The drive counts units of 1000 blocks of 512 bytes, rounded up.
    pub read_bytes: Option<u64>,
    /// Bytes written by the host. The drive counts units of 1000 blocks of 512 bytes, rounded up.
    pub written_bytes: Option<u64>,
    /// Read commands.
    pub read_command_count: Option<u64>,
    /// Write commands.
    pub write_command_count: Option<u64>,
    /// Time with outstanding commands, in steps of a minute.
    pub busy_s: Option<u64>,
    /// Power cycles.
    pub power_cycle_count: Option<u64>,
    /// Time under power, in steps of an hour.
    pub power_on_s: Option<u64>,
    /// Power losses without a shutdown command.
    pub unsafe_shutdown_count: Option<u64>,
    /// Unrecovered data errors.
    pub media_error_count: Option<u64>,
    /// Entries ever written to the error log.
    pub error_log_count: Option<u64>,
    /// Time at or above the warning temperature, in steps of a minute.
    pub warning_temperature_s: u64,
    /// Time at or above the critical temperature, in steps of a minute.
    pub critical_temperature_s: u64,
    /// Number of transitions to light throttling, if the host has set a threshold.
    pub throttle_light_count: u64,
    /// Number of transitions to heavy throttling.
    pub throttle_heavy_count: u64,
    /// Time in light throttling.
    pub throttle_light_s: u64,
    /// Time in heavy throttling.
    pub throttle_heavy_s: u64,
}

/// One of the sensors behind the composite temperature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NvmeSensor {
    /// Its number from 1.
    pub sensor_index: u64,
    /// Its temperature.
    pub temperature_celsius: f64,
}

/// An entry of the error log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeErrorEntry {
    /// Number of the error since the beginning of the log.
    pub error_count: u64,
    /// Queue of the command; `None` if the error belongs to no command.
    pub queue_id: Option<String>,
    /// Status in words if known, such as `unrecovered read error`, otherwise as a number.
    pub status: String,
    /// First block of the command; `None` if it had none.
    pub first_block_index: Option<u64>,
    /// Namespace; `None` if the error belongs to none.
    pub namespace_id: Option<String>,
}

/// Firmware slots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeFirmware {
    /// Active slot, from 1; `None` is not reported.
    pub active_slot_index: Option<u64>,
    /// Slot that becomes active at the next reset; `None` means no change.
    pub next_slot_index: Option<u64>,
    /// Revisions of slots 1 to 7; `None` means empty.
    pub slots: Vec<Option<String>>,
}
