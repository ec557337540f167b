//! Opens the file behind a descriptor again.

use std::os::fd::OwnedFd;

use rustix::fs::OFlags;

use crate::linux::file_calls::open_again;

/// How a target is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenMode {
    /// For writing too; reading is always possible.
    pub is_writable: bool,
    /// With `O_DIRECT`, bypassing the page cache.
    pub is_direct: bool,
}

/// Opens the file behind a descriptor again; works without a name.
pub(crate) fn reopen(
    fd: std::os::fd::BorrowedFd<'_>,
    mode: OpenMode,
) -> rustix::io::Result<OwnedFd> {
    let mut flags = OFlags::CLOEXEC;
    flags |= if mode.is_writable { OFlags::RDWR } else { OFlags::RDONLY };
    flags.set(OFlags::DIRECT, mode.is_direct);
    open_again(fd, flags)
}
