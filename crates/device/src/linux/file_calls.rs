//! Linux file operations beyond those of every Unix: allocation without data, copy on write, opening an open file
//! again.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use iogram_model::Bytes;
use rustix::fs::{
    FallocateFlags, IFlags, Mode, OFlags, fallocate, ioctl_getflags, ioctl_setflags,
};
use rustix::io::Result;

/// Allocates space for the first `size` bytes of a file.
pub(crate) fn allocate(file: impl AsFd, size: Bytes) -> Result<()> {
    fallocate(file, FallocateFlags::empty(), 0, size.0)
}

/// Deallocates `size` bytes from `offset` on; the file's length stays.
pub(crate) fn punch_hole(file: impl AsFd, offset: u64, size: Bytes) -> Result<()> {
    fallocate(file, FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, offset, size.0)
}

/// Whether copy on write is off for a file; false if the file system has no such flag.
pub(crate) fn is_nocow(file: impl AsFd) -> bool {
    ioctl_getflags(file).is_ok_and(|flags| flags.contains(IFlags::NOCOW))
}

/// Works only while the file is empty. Reads the flag back to check: most file systems have none, and some accept and
/// forget it.
pub(crate) fn disable_copy_on_write(file: impl AsFd) -> bool {
    let file = file.as_fd();
    let Ok(flags) = ioctl_getflags(file) else { return false };
    ioctl_setflags(file, flags | IFlags::NOCOW).is_ok() && is_nocow(file)
}

/// Opens the file behind a descriptor again, with a separate position; works without a name.
pub(crate) fn open_again(fd: BorrowedFd<'_>, flags: OFlags) -> Result<OwnedFd> {
    let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
    rustix::fs::open(path, flags | OFlags::CLOEXEC, Mode::empty())
}
