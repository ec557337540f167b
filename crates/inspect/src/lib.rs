//! What a drive and its host are: kind and identity, how it is connected, how healthy and how warm it is, what
//! power it draws, what uses it; the computer around it.
//!
//! Reads the kernel's tables (sysfs, procfs) and decodes what drives answer; whoever asks brings the way to the
//! drive ([`AskDrive`]). Must not write, must not open a drive for I/O, and judges nothing.

pub mod activity;
mod ask;
pub mod backing;
pub mod bus;
mod card;
pub mod clock;
pub mod decode;
mod describe;
pub mod device_number;
pub mod drive_kind;
mod error;
pub mod filesystem;
pub mod health;
pub mod host;
pub mod host_sample;
pub mod identity;
pub mod inventory;
mod limits;
mod link;
mod near;
pub mod platform;
pub mod power;
mod sensors;
pub mod signature;
pub mod swap;
pub mod sysfs;
#[cfg(test)]
mod tests_support;
pub mod tick_clock;
mod uses;

pub use ask::{AskDrive, AskError, OpenDrive, Question};
pub use backing::{FileKey, find_backing_mark};
pub use clock::{CLOCK_NAME, ClockQuality, CpuScope, cpu_time, measure_clock, now, rest_until};
pub use describe::describe_device;
pub use device_number::{DeviceNumber, NotADeviceNumber};
pub use drive_kind::DriveKind;
pub use error::InspectError;
pub use filesystem::{FileSystem, Mount, find_file_system, parse_mountinfo};
pub use health::{HealthProbe, HealthWatch, preferred_write};
pub use host::read_host;
pub use identity::{DeviceFacts, find_common_facts, find_facts};
pub use inventory::{Candidate, ListScope, Named, find_named, list_devices};
pub use near::{near_cpus, parse_cpu_list};
pub use platform::read_platform;
pub use power::{PowerMeter, PowerSensor, power_sensor_names};
pub use signature::{Signature, find_signatures};
pub use sysfs::{AttributeError, SysRoot};
pub use tick_clock::TickClock;
