//! Mounting, unmounting and hole punching on Linux.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use rustix::fs::{Access, FallocateFlags, fallocate};
use rustix::mount::UnmountFlags;

/// The device through which user programs serve file systems.
const FUSE: &str = "/dev/fuse";

pub(crate) fn has_fuse() -> bool {
    Path::new(FUSE).exists()
}

pub(crate) fn may_use_fuse() -> bool {
    rustix::fs::access(FUSE, Access::READ_OK | Access::WRITE_OK).is_ok()
}

/// Unmounts `directory`; `is_forced` detaches it even if it is in use.
pub(crate) fn unmount(directory: &Path, is_forced: bool) -> io::Result<()> {
    let flags = if is_forced { UnmountFlags::DETACH } else { UnmountFlags::empty() };
    Ok(rustix::mount::unmount(directory, flags)?)
}

/// Frees the space of `range`, which then reads as zeroes. A file system without this function keeps the bytes; no
/// other data is affected.
pub(crate) fn give_space_back(file: &File, range: Range<u64>) {
    let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
    let _kept = fallocate(file, flags, range.start, range.end - range.start);
}
