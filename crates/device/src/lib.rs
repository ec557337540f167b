//! Real drives: finding out what they are, how they are connected, how healthy they are and who uses
//! them; and the targets that I/O goes to.
//!
//! The only room with system calls. Must not know methods, stores or pages.

mod ask;
mod block_device;
mod bus;
pub mod decode;
mod error;
mod filesystem;
mod health;
mod holds;
mod host;
mod identity;
mod inventory;
mod ioctl;
mod ioctl_mmc;
mod ioctl_nvme;
mod ioctl_sg;
mod limits;
mod link;
mod permit;
mod portrait;
mod resolve;
mod sensors;
mod signature;
mod sysfs;
mod test_file;
#[cfg(test)]
mod tests_support;
mod uses;

pub use ask::{AskDrive, AskError, KernelDrive, OpenDrive, Question};
pub use block_device::{
    BlockDevice, DeviceIdentity, open_device_for_read, open_device_for_write,
};
pub use error::DeviceError;
pub use filesystem::{FileSystem, Mount, find_file_system, parse_mountinfo};
pub use health::{HealthProbe, HealthWatch};
pub use holds::{Hold, find_holds};
pub use host::read_host;
pub use identity::{
    DeviceFacts, DeviceNumber, DriveKind, NotADeviceNumber, find_common_facts, find_facts,
};
pub use inventory::{Candidate, ListScope, Named, find_named, list_devices};
pub use permit::{DestructionPermit, Refusal, permit_device, permit_file};
pub use portrait::describe_device;
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
