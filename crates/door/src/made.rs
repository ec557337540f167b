//! New files that are written while a run goes on: test files, saved blocks.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{Mode, OFlags};

/// Makes a file that did not exist, open for reading and writing; `is_direct` goes past the page cache.
///
/// # Errors
///
/// Fails if there is anything of this name, a link too, and as the file system does.
pub fn make_new(path: &Path, mode: Mode, is_direct: bool) -> rustix::io::Result<OwnedFd> {
    let mut flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR;
    flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
    flags.set(OFlags::DIRECT, is_direct);
    rustix::fs::open(path, flags, mode)
}
