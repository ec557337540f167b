//! How a computer is set up, as far as it bears on a measurement.

use crate::platform::PlatformRecord;
use crate::units::Bytes;

/// What of a computer bears on a measurement and does not change while one looks. `None` is unknown, or no drive was
/// named.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HostSetup {
    /// Processors, power, buses.
    pub platform: PlatformRecord,
    /// The processors' frequency governor; several are told with commas.
    pub governor: Option<String>,
    /// Main memory; `None` if the kernel does not tell it.
    pub memory_total: Option<Bytes>,
    /// What of it programs could have without swapping.
    pub memory_available: Option<Bytes>,
    /// Timers and services that may start work of their own at any time.
    pub running_units: Vec<String>,
    /// The I/O scheduler of the drive; `None` where several drives lie below, too.
    pub scheduler: Option<SchedulerState>,
    /// How warm the drive is.
    pub drive_celsius: Option<f64>,
    /// At which temperature it warns.
    pub drive_warning_celsius: Option<f64>,
    /// Swap that lies on the drive.
    pub swap_on_drive: Vec<String>,
}

/// The I/O scheduler of a drive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchedulerState {
    /// The drive's kernel name.
    pub drive: String,
    /// The one that is at work.
    pub chosen: String,
    /// Whether it could work without one.
    pub offers_none: bool,
    /// Whether the kernel takes it for flash.
    pub is_flash: bool,
}
