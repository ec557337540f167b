//! The computer and the way to the drive, in the details that change numbers.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The platform of a run. Everything that is absent is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PlatformRecord {
    /// The processors and how they save power.
    pub cpu: CpuRecord,
    /// Maker, name and version of the board, as the firmware tells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The firmware (BIOS or UEFI): maker and version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firmware: Option<String>,
    /// Its date, as it writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firmware_date: Option<String>,
    /// The memory modules, told to root only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryRecord>,
    /// Options on the kernel's command line that change speed, in their order; others are not kept.
    /// `None` if the command line cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel_options: Option<Vec<String>>,
    /// What the kernel does against each weakness of the processor that it knows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub mitigations: BTreeMap<String, String>,
    /// The hypervisor below; `None` if none was recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hypervisor: Option<String>,
    /// The container around; `None` if none was recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// The kernel's clock, such as `tsc`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_source: Option<String>,
    /// The kernel's policy for saving power on PCI Express links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aspm_policy: Option<String>,
    /// Whether the computer runs on its battery; `None` where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_on_battery: Option<bool>,
    /// The way to the drive; absent if there is no single one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drive: Option<DrivePlatform>,
}

/// The processors. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CpuRecord {
    /// Processor packages.
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
    /// What sets the clock, such as `intel_pstate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency_driver: Option<String>,
    /// The energy-performance preference; several if processors differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub energy_preference: Option<String>,
    /// What puts idle processors to sleep, such as `intel_idle`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_driver: Option<String>,
    /// The idle states of the first processor.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle_states: Vec<IdleState>,
}

/// A state in which a processor sleeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IdleState {
    /// Its name, such as `C6`.
    pub name: String,
    /// How long waking takes.
    pub exit_latency_ns: Option<u64>,
    /// Whether it may be entered.
    pub is_enabled: Option<bool>,
}

/// The memory modules. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MemoryRecord {
    /// Sockets with a module in them.
    pub module_count: u64,
    /// Such as `DDR5`; several if they differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Transfers of the slowest module, as it is run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers_per_s: Option<u64>,
}

/// The way from the computer to the drive, and what on it saves power. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DrivePlatform {
    /// The kernel's drivers from the drive upwards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drivers: Vec<String>,
    /// States of the PCI Express link in which it saves power and that are switched on, such as `L1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_power_states: Option<Vec<String>>,
    /// The longest that the drive may take to wake by itself (`NVMe` APST): `any`, or a time such as
    /// `100 us`; `0 us` is never asleep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wake_tolerance: Option<String>,
    /// Power saving of a SATA link, such as `med_power_with_dipm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_power_policy: Option<String>,
    /// Hardware queues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardware_queue_count: Option<u64>,
    /// Queues that are polled (`NVMe`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poll_queue_count: Option<u64>,
    /// Whether requests may be polled for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allows_polling: Option<bool>,
    /// Latency that throttling of buffered writes aims at; 0 is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writeback_target_ns: Option<u64>,
    /// Whether the device may be put to sleep while it is not used (USB): `on` is never, `auto` is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime_power: Option<String>,
}

/// What was set on the computer for the time of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct TuneRecord {
    /// What was changed.
    pub changes: Vec<TuneChange>,
    /// What could not be changed, and why.
    pub failures: Vec<String>,
}

/// One setting that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TuneChange {
    /// In words, such as `governor`.
    pub what: String,
    /// Where, such as a path in sysfs or a systemd unit.
    pub place: String,
    /// The value before, as the kernel shows it.
    pub before: String,
    /// The value during the run.
    pub during: String,
}
