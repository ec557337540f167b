//! New files that a run writes while it measures: test files, saved blocks.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

/// Creates a file and opens it for reading and writing; `is_direct` bypasses the page cache.
///
/// # Errors
///
/// Fails if anything has this name, even a link, or if the file system does.
pub fn make_new(path: &Path, mode: Mode, is_direct: bool) -> rustix::io::Result<OwnedFd> {
    let mut flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR;
    flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
    flags.set(OFlags::DIRECT, is_direct);
    rustix::fs::open(path, flags, mode)
}
