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

/// Makes a file without a name in `directory`, which can never be given one.
///
/// # Errors
///
/// Fails as the file system does; not all have such files.
pub fn make_unnamed(directory: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::EXCL | OFlags::CLOEXEC;
    rustix::fs::open(directory, flags, Mode::RUSR | Mode::WUSR)
}
