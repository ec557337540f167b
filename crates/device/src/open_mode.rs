//! Opening anew what a descriptor refers to.

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{Mode, OFlags};

/// How a target is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenMode {
    /// For writing too.
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
    rustix::fs::open(format!("/proc/self/fd/{}", fd.as_raw_fd()), flags, Mode::empty())
}
