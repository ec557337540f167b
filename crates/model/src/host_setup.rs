//! The setup of a computer, as far as it affects a measurement.

use crate::platform::PlatformRecord;
use crate::units::Bytes;

/// The facts about a computer that affect a measurement and are constant during a check. `None` is unknown, or no
/// drive was named.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HostSetup {
    /// CPUs, power, buses.
    pub platform: PlatformRecord,
    /// CPU frequency governor; several are separated by commas.
    pub governor: Option<String>,
    /// Main memory; `None` if the kernel does not report it.
    pub memory_total: Option<Bytes>,
    /// Memory available to programs without swapping.
    pub memory_available: Option<Bytes>,
    /// Timers and services that may start work at any time.
    pub running_units: Vec<String>,
    /// The I/O scheduler of the drive; `None` also if there are several underlying drives.
    pub scheduler: Option<SchedulerState>,
    /// The drive's temperature.
    pub drive_celsius: Option<f64>,
    /// The drive's warning temperature.
    pub drive_warning_celsius: Option<f64>,
    /// Swap areas on the drive.
    pub swap_on_drive: Vec<String>,
}

/// The I/O scheduler of a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchedulerState {
    /// The drive's kernel name.
    pub drive: String,
    /// The active scheduler.
    pub chosen: String,
    /// Whether `none` is available.
    pub offers_none: bool,
    /// Whether the kernel treats the drive as flash.
    pub is_flash: bool,
}
