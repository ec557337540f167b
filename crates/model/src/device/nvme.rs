//! Pages of `NVMe` drives.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Pages of an `NVMe` controller and namespace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeRecord {
    /// The kernel's identifier of the namespace, which is not the number in its name.
    pub namespace_id: Option<String>,
    /// The controller.
    pub controller: Option<NvmeController>,
    /// The namespace.
    pub namespace: Option<NvmeNamespace>,
    /// Its health log; `None` without the privileges.
    pub smart: Option<NvmeSmart>,
    /// The newest errors first; empty if there were none.
    pub errors: Option<Vec<NvmeErrorEntry>>,
    /// Firmware slots.
    pub firmware: Option<NvmeFirmware>,
}

/// What a controller says that it is.
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
    /// IEEE number of the maker, such as `00-25-38`.
    pub ieee_oui: Option<String>,
    /// Version of the specification, such as `1.4.0`; `None` before 1.2.
    pub version: Option<String>,
    /// Largest transfer of one command; `None` is no limit or unknown.
    pub transfer_max_bytes: Option<u64>,
    /// Namespaces that it can have.
    pub namespace_count: Option<u64>,
    /// Flash that can be given to namespaces; `None` is not reported.
    pub total_bytes: Option<u64>,
    /// Of that, not given to any.
    pub unallocated_bytes: Option<u64>,
    /// Whether it has a volatile write cache.
    pub has_write_cache: Option<bool>,
    /// Memory of the host that it would like.
    pub host_memory_preferred_bytes: Option<u64>,
    /// Composite temperature from which it warns.
    pub warning_celsius: Option<f64>,
    /// Composite temperature that is critical.
    pub critical_celsius: Option<f64>,
    /// Lowest and highest threshold that can be set for throttling by the host; `None` where it cannot.
    pub throttle_min_celsius: Option<f64>,
    /// The highest of them; `None` where it cannot be set.
    pub throttle_max_celsius: Option<f64>,
    /// Optional commands, such as `discard`, `write zeroes`, `format`.
    pub features: Vec<String>,
    /// How it can be sanitized: `block erase`, `overwrite`, `crypto erase`.
    pub sanitize: Vec<String>,
    /// Power states from the one with the most power.
    pub power_states: Vec<NvmePowerState>,
}

/// One of the controller's power states.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmePowerState {
    /// Its number.
    pub state_index: u64,
    /// Most power; `None` is not reported.
    pub power_max_watts: Option<f64>,
    /// Whether it works in this state.
    pub is_operational: bool,
    /// Time to enter it; `None` is not reported.
    pub entry_latency_ns: Option<u64>,
    /// Time to leave it; `None` is not reported.
    pub exit_latency_ns: Option<u64>,
}

/// What a namespace says that it is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeNamespace {
    /// Blocks that can be addressed.
    pub size_blocks_count: u64,
    /// Blocks that may be in use at once.
    pub capacity_blocks_count: u64,
    /// Blocks that are in use, where the drive counts them.
    pub used_blocks_count: u64,
    /// Number of the format in use.
    pub format_index: u64,
    /// Formats that it offers.
    pub formats: Vec<NvmeFormat>,
    /// Whether blocks that were never written or were discarded are told apart.
    pub is_thin: bool,
    /// What discarded blocks read as: `0x00`, `0xff`; `None` is not reported.
    pub discarded_reads: Option<String>,
    /// Best size of writes; `None` is not reported.
    pub optimal_write_bytes: Option<u64>,
    /// Best alignment of writes.
    pub optimal_write_alignment_bytes: Option<u64>,
    /// Best size of discards.
    pub optimal_discard_bytes: Option<u64>,
    /// Boundary that a request had better not cross; `None` is not reported.
    pub optimal_boundary_bytes: Option<u64>,
    /// Globally unique identifier; `None` if it has none.
    pub nguid: Option<String>,
    /// The shorter one.
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
    /// `best`, `better`, `good` or `degraded`, among the formats of this drive.
    pub performance: String,
}

/// The SMART and health log page of the controller.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeSmart {
    /// What the controller warns of; empty is nothing.
    pub critical_warnings: Vec<String>,
    /// Composite temperature; `None` is not reported.
    pub temperature_celsius: Option<f64>,
    /// Sensors by number from 1.
    pub sensors: Vec<NvmeSensor>,
    /// Reserve that is left.
    pub spare_ratio: f64,
    /// Reserve below which it warns.
    pub spare_threshold_ratio: f64,
    /// Share of the life used, by the maker's estimate; may exceed 1.
    pub life_used_ratio: f64,
    /// Read by the host: thousands of 512 bytes, rounded up.
    pub read_bytes: Option<u64>,
    /// Written by the host: thousands of 512 bytes, rounded up.
    pub written_bytes: Option<u64>,
    /// Read commands.
    pub read_command_count: Option<u64>,
    /// Write commands.
    pub write_command_count: Option<u64>,
    /// Time with commands under way, in steps of a minute.
    pub busy_s: Option<u64>,
    /// Power-ups.
    pub power_cycle_count: Option<u64>,
    /// Time under power, in steps of an hour.
    pub power_on_s: Option<u64>,
    /// Power losses without notice.
    pub unsafe_shutdown_count: Option<u64>,
    /// Data that could not be read or was wrong.
    pub media_error_count: Option<u64>,
    /// Entries ever written to the error log.
    pub error_log_count: Option<u64>,
    /// Time at or above the warning temperature, in steps of a minute.
    pub warning_temperature_s: u64,
    /// Time at or above the critical temperature, in steps of a minute.
    pub critical_temperature_s: u64,
    /// Light throttling begun, where the host has set a threshold.
    pub throttle_light_count: u64,
    /// Heavy throttling begun.
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

/// One entry of the error log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeErrorEntry {
    /// Its number since the beginning of the log.
    pub error_count: u64,
    /// Queue of the command; `None` if no command was concerned.
    pub queue_id: Option<String>,
    /// Status in words where known, such as `unrecovered read error`, else in numbers.
    pub status: String,
    /// First block concerned; `None` if the command had none.
    pub first_block_index: Option<u64>,
    /// Namespace; `None` if none was concerned.
    pub namespace_id: Option<String>,
}

/// Firmware slots.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct NvmeFirmware {
    /// Slot that runs, from 1; `None` is not reported.
    pub active_slot_index: Option<u64>,
    /// Slot that runs after the next reset; `None` is the same.
    pub next_slot_index: Option<u64>,
    /// Revisions of slots 1 to 7; `None` is empty.
    pub slots: Vec<Option<String>>,
}
