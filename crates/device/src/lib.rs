//! Real drives: finding out what they are, how they are connected, how healthy they are and who uses
//! them; and the targets that I/O goes to.
//!
//! The only room with system calls. Must not know methods, stores or pages.

mod block_device;
pub mod decode;
mod error;
mod filesystem;
mod holds;
mod host;
mod identity;
mod link;
mod permit;
mod resolve;
mod signature;
mod sysfs;
mod test_file;
#[cfg(test)]
mod tests_support;

pub use block_device::{
    BlockDevice, DeviceIdentity, open_device_for_read, open_device_for_write,
};
pub use error::DeviceError;
pub use filesystem::{FileSystem, Mount, find_file_system, parse_mountinfo};
pub use holds::{Hold, find_holds};
pub use host::read_host;
pub use identity::{
    DeviceFacts, DeviceNumber, DriveKind, NotADeviceNumber, find_common_facts, find_facts,
};
pub use permit::{DestructionPermit, Refusal, permit_device, permit_file};
pub use resolve::{PathKind, TargetSpec, examine};
pub use signature::{Signature, find_signatures};
pub use sysfs::{AttributeError, SysRoot};
pub use test_file::{OpenMode, TestFile, check_space, largest_test_file};

mod buffer;
mod clock;
mod jobs;
mod null;
mod payload;
mod rig;
mod sync_target;
mod uring;

pub use clock::{CLOCK_NAME, ClockQuality, CpuScope, cpu_time, measure_clock, now, rest_until};
pub use null::NullTarget;
pub use payload::fill;
pub use rig::{Allowance, DriveRig};
