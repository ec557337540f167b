//! Details of the computer and the path to the drive that affect figures.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The platform of a run. Absent fields are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PlatformRecord {
    /// The CPUs and their power saving.
    pub cpu: CpuRecord,
    /// Maker, name and version of the board, as the firmware reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The firmware (BIOS or UEFI): maker and version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firmware: Option<String>,
    /// The firmware's date, in its own format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firmware_date: Option<String>,
    /// The memory modules; only root can read them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryRecord>,
    /// Options on the kernel's command line that affect speed, in their order; others are not stored. `None` if the
    /// command line cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel_options: Option<Vec<String>>,
    /// The kernel's mitigation of each CPU vulnerability that it knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mitigations: BTreeMap<String, String>,
    /// The hypervisor that runs this system; `None` if none was detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hypervisor: Option<String>,
    /// The container that iogram runs in; `None` if none was detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// The kernel's clock source, such as `tsc`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_source: Option<String>,
    /// The kernel's policy for saving power on PCI Express links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspm_policy: Option<String>,
    /// Whether the computer runs on battery power; `None` if it has no battery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_on_battery: Option<bool>,
    /// The path to the drive; absent if there is no single one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drive: Option<DrivePlatform>,
}

/// The CPUs. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CpuRecord {
    /// CPU packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket_count: Option<u64>,
    /// Cores of all packages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_count: Option<u64>,
    /// Hardware threads of all cores that are online.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_count: Option<u64>,
    /// Revision of the microcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microcode: Option<String>,
    /// Simultaneous multithreading: `on`, `off`, `forceoff`, `notsupported`, `notimplemented`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt: Option<String>,
    /// Whether clocks above the nominal one are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_turbo_on: Option<bool>,
    /// The driver that sets the clock, such as `intel_pstate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_driver: Option<String>,
    /// The energy-performance preference; several if CPUs differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_preference: Option<String>,
    /// The driver that puts idle CPUs to sleep, such as `intel_idle`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_driver: Option<String>,
    /// The idle states of the first CPU.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle_states: Vec<IdleState>,
}

/// An idle state of a CPU.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdleState {
    /// Its name, such as `C6`.
    pub name: String,
    /// Wake-up latency.
    pub exit_latency_ns: Option<u64>,
    /// Whether the kernel may enter it.
    pub is_enabled: Option<bool>,
}

/// The memory modules. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MemoryRecord {
    /// Number of populated sockets.
    pub module_count: u64,
    /// Type, such as `DDR5`; several if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Configured transfers per second of the slowest module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers_per_s: Option<u64>,
}

/// The path from the computer to the drive, and its power saving. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DrivePlatform {
    /// Kernel drivers, from the drive upwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drivers: Vec<String>,
    /// Enabled power-saving states of the PCI Express link, such as `L1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_power_states: Option<Vec<String>>,
    /// Longest wake-up latency that the drive may cause by autonomous power saving (`NVMe` APST): `any`, or a time
    /// such as `100 us`; `0 us` means that it never sleeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake_tolerance: Option<String>,
    /// Power saving of a SATA link, such as `med_power_with_dipm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_power_policy: Option<String>,
    /// Number of hardware queues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardware_queue_count: Option<u64>,
    /// Number of polled queues (`NVMe`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_queue_count: Option<u64>,
    /// Whether polled completions are enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allows_polling: Option<bool>,
    /// Target latency of write-back throttling; 0 means off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writeback_target_ns: Option<u64>,
    /// Whether the kernel may suspend the idle device (USB): `on` means never, `auto` means yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime_power: Option<String>,
}

/// Settings of the computer that were changed for the duration of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TuneRecord {
    /// The changes.
    pub changes: Vec<TuneChange>,
    /// Settings that could not be changed, with the reason.
    pub failures: Vec<String>,
}

/// A changed setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TuneChange {
    /// The setting in words, such as `governor`.
    pub what: String,
    /// Its location, such as a path in sysfs or a systemd unit.
    pub place: String,
    /// The value before the run, as the kernel shows it.
    pub before: String,
    /// The value during the run.
    pub during: String,
}
