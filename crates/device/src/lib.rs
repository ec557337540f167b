//! Access to real drives: permissions and current users, borrowing and purging, and the targets of I/O.
//!
//! `iogram-inspect` reads the properties of drives. Must not know methods, stores or pages.

mod application;
mod block_device;
mod borrow;
mod borrow_places;
mod buffer;
mod checksum;
mod claim;
mod contents;
mod device_identity;
mod direct;
mod error;
mod folder;
mod h2w;
mod image;
mod jobs;
mod journal;
mod journal_head;
mod journal_place;
mod journals;
mod linux;
mod mark;
mod null;
mod open_mode;
mod own_data;
mod payload;
mod permit;
mod places;
mod probe;
mod probe_thread;
mod purge;
mod put_back;
mod refusal;
mod resolve;
mod restore;
mod rig;
mod start_barrier;
mod sweep;
mod test_file;
mod test_files;
#[cfg(test)]
mod tests_support;
mod tombstone;
mod whole;

pub use block_device::{
    BlockDevice, open_borrowed_device, open_device_for_places, open_device_for_read,
    open_device_for_write,
};
pub use borrow::{BorrowPermit, BorrowRequest, permit_borrowing};
pub use borrow_places::{PlacesPermit, permit_borrowing_places};
pub use contents::{Contents, Data, Partition};
pub use device_identity::DeviceIdentity;
pub use error::DeviceError;
pub use image::Image;
pub use journal_head::JournalHead;
pub use journals::{Borrowed, JournalState, discard_unfinished, list_borrowed};
pub use linux::checks::{look_at_host, observe_setup};
pub use linux::front::{Behind, Front, is_served, stand_in_front};
pub use linux::holds::{Access, BlockingUse, Mapping, find_blocking_uses};
pub use linux::kernel_drive::KernelDrive;
pub use linux::loop_file::LoopFile;
pub use linux::needed::ProtectedPath;
pub use linux::same_device::find_borrowed_device;
pub use linux::seats::near_seats;
pub use linux::tracefs::{BlockEvents, EventText};
pub use linux::tune::{
    Change, TuneRequest, Tuning, plan_tuning, restore_tuning, switched_write_caches,
};
pub use linux::typed_name::TypedName;
pub use linux::units::{Systemd, UnitControl};
pub use linux::unseen::find_unseen;
pub use linux::write_cache::is_write_cache_on;
pub use mark::{count_right, fill_marks, look_at_blocks};
pub use null::NullTarget;
pub use open_mode::OpenMode;
pub use payload::{DataKey, fill, fill_keyed};
pub use permit::{DestructionPermit, permit_device, permit_file};
pub use put_back::PutBack;
pub use refusal::{DriveSummary, Refusal};
pub use resolve::{PathKind, TargetSpec, examine};
pub use restore::{restore, save_as};
pub use rig::{DriveRig, WritePolicy};
pub use test_file::{TestFile, check_space, largest_test_file};
pub use test_files::{
    TEST_FILE_SIZE, WrittenFiles, list_test_files, read_test_files, remove_test_files,
    write_test_files,
};
pub use tombstone::BorrowId;
