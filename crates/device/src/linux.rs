//! The Linux interfaces: paths for requests (io_uring, `preadv2`), commands of its drivers (`ioctl`), and its tables
//! of drive users and computer settings.
//!
//! Everything in this crate that another system would have to implement differently. The modules around it apply to
//! every system: permits, borrowing and putting back, test files, cells.

pub(crate) mod alignment;
pub(crate) mod below;
pub(crate) mod block_calls;
pub(crate) mod checks;
pub(crate) mod extents;
pub(crate) mod file_calls;
pub(crate) mod file_users;
pub(crate) mod find_contents;
pub(crate) mod front;
pub(crate) mod holds;
pub(crate) mod host_watch;
pub(crate) mod identify;
pub(crate) mod ioctl;
pub(crate) mod ioctl_loop;
pub(crate) mod ioctl_mmc;
pub(crate) mod ioctl_nvme;
pub(crate) mod ioctl_sg;
pub(crate) mod kernel_drive;
pub(crate) mod looking;
pub(crate) mod loop_file;
pub(crate) mod mounted;
pub(crate) mod namespace;
pub(crate) mod needed;
pub(crate) mod passthrough;
pub(crate) mod same_device;
pub(crate) mod scratch;
pub(crate) mod seats;
pub(crate) mod sync_target;
pub(crate) mod tracefs;
pub(crate) mod tune;
pub(crate) mod typed_name;
pub(crate) mod units;
pub(crate) mod unseen;
pub(crate) mod uring;
pub(crate) mod write_cache;
pub(crate) mod zones;
