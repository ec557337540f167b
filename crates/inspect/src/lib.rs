//! The properties of a drive and its host: kind and identity, connection, health, temperature, power, users of the
//! drive; the computer around it.
//!
//! Decodes the answers of drives, which are the same on every system; the caller provides the path to the drive
//! ([`AskDrive`]). Only `linux` reads the kernel's tables. Must not write, must not open a drive for I/O, and judges
//! nothing.

mod ask;
pub mod capture;
pub mod decode;
pub mod device_number;
pub mod drive_kind;
mod error;
mod linux;
pub mod signature;
#[cfg(test)]
mod tests_support;

pub use ask::{AskDrive, AskError, OpenDrive, Question, said_of_system};
pub use capture::{CapturedDrive, Disguise};
pub use device_number::{DeviceNumber, NotADeviceNumber};
pub use drive_kind::DriveKind;
pub use error::{InspectError, SystemError};
pub use linux::backing::{FileKey, find_backing_mark};
pub use linux::capture::capture_device;
pub use linux::clock::{
    CLOCK_NAME, ClockQuality, CpuScope, cpu_time, measure_clock, now, rest_until,
};
pub use linux::describe::describe_device;
pub use linux::filesystem::{FileSystem, Mount, find_file_system, parse_mountinfo};
pub use linux::health::{HealthProbe, HealthWatch, preferred_write};
pub use linux::host::read_host;
pub use linux::identity::{DeviceFacts, find_common_facts, find_facts};
pub use linux::in_memory::find_memory_below;
pub use linux::inventory::{Candidate, ListScope, Named, find_named, list_devices};
pub use linux::namespace_node::namespace_of;
pub use linux::near::{near_cpus, parse_cpu_list};
pub use linux::platform::read_platform;
pub use linux::power::{PowerMeter, PowerSensor, power_sensor_names};
pub use linux::sysfs::{AttributeError, SysRoot};
pub use linux::tick_clock::TickClock;
pub use linux::ways::{drives_below, shared_way};
pub use linux::zones::{ZoneLimits, find_zone_limits};
pub use linux::{
    activity, backing, bus, clock, filesystem, health, host, host_sample, identity, inventory,
    limits, memory_limit, platform, power, process, swap, sysfs, tick_clock,
};
pub use signature::{Signature, find_signatures};
