//! Opening anew what a descriptor refers to.

use std::os::fd::OwnedFd;

use rustix::fs::OFlags;

use crate::linux::file_calls::open_again;

/// How a target is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenMode {
    /// For writing too; reading is always possible.
    pub is_writable: bool,
    /// With `O_DIRECT`, past the page cache.
    pub is_direct: bool,
}

/// Opens what a descriptor refers to anew; works without a name.
pub(crate) fn reopen(
    fd: std::os::fd::BorrowedFd<'_>,
    mode: OpenMode,
) -> rustix::io::Result<OwnedFd> {
    let mut flags = OFlags::CLOEXEC;
    flags |= if mode.is_writable { OFlags::RDWR } else { OFlags::RDONLY };
    flags.set(OFlags::DIRECT, mode.is_direct);
    open_again(fd, flags)
}
