//! Touching real drives: who may write to them and who uses them, borrowing and purging, and the targets that
//! I/O goes to.
//!
//! What a drive is, is read by `iogram-inspect`. Must not know methods, stores or pages.

mod alignment;
mod below;
mod block_device;
mod borrow;
mod borrow_places;
mod checks;
mod checksum;
mod claim;
mod contents;
mod device_identity;
mod direct;
mod error;
mod file_users;
mod find_contents;
mod front;
mod h2w;
mod holds;
mod identify;
mod image;
mod ioctl;
mod ioctl_loop;
mod ioctl_mmc;
mod ioctl_nvme;
mod ioctl_sg;
mod journal;
mod journal_head;
mod journal_place;
mod journals;
mod kernel_drive;
mod loop_file;
mod needed;
mod open_mode;
mod own_data;
mod permit;
mod places;
mod purge;
mod put_back;
mod refusal;
mod resolve;
mod restore;
mod same_device;
mod scratch;
mod start_barrier;
mod test_file;
mod test_files;
#[cfg(test)]
mod tests_support;
mod tombstone;
mod tune;
mod typed_name;
mod units;
mod unseen;

pub use block_device::{
    BlockDevice, open_borrowed_device, open_device_for_places, open_device_for_read,
    open_device_for_write,
};
pub use borrow::{BorrowPermit, BorrowRequest, permit_borrowing};
pub use borrow_places::{PlacesPermit, permit_borrowing_places};
pub use checks::{look_at_host, observe_setup};
pub use contents::{Contents, Data, Partition};
pub use device_identity::DeviceIdentity;
pub use error::DeviceError;
pub use front::{Behind, Front, is_served, stand_in_front};
pub use holds::{Access, BlockingUse, Mapping, find_blocking_uses};
pub use journal_head::JournalHead;
pub use journals::{Borrowed, JournalState, discard_unfinished, list_borrowed};
pub use kernel_drive::KernelDrive;
pub use loop_file::LoopFile;
pub use needed::ProtectedPath;
pub use open_mode::OpenMode;
pub use permit::{DestructionPermit, permit_device, permit_file};
pub use put_back::PutBack;
pub use refusal::{DriveSummary, Refusal};
pub use resolve::{PathKind, TargetSpec, examine};
pub use restore::{find_borrowed_device, restore, save_as};
pub use test_file::{TestFile, check_space, largest_test_file};
pub use test_files::{
    TEST_FILE_SIZE, list_test_files, read_test_files, remove_test_files, write_test_files,
};
pub use tombstone::BorrowId;
pub use tune::{Change, TuneRequest, Tuning, plan_tuning, restore_tuning};
pub use typed_name::TypedName;

pub use units::{Systemd, UnitControl};
pub use unseen::find_unseen;

mod buffer;
mod host_watch;
mod jobs;
mod mark;
mod null;
mod payload;
mod probe;
mod probe_thread;
mod rig;
mod seats;
mod sweep;
mod sync_target;
mod uring;
mod whole;

pub use image::{Image, NOT_THE_IMAGE};
pub use mark::{count_right, fill_marks, look_at_blocks};
pub use null::NullTarget;
pub use payload::{DataKey, fill, fill_keyed};
pub use rig::{BEYOND_THE_END, DriveRig, WritePolicy};
