//! Linux file operations beyond POSIX: unnamed files, exchanged names, the current path of an open file.

use std::ffi::OsStr;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, OFlags, RenameFlags};
use rustix::io::Result;

use crate::name::assert_one_name;

/// File systems that are a view of the kernel: writing there is a command, not a file.
///
/// Source: Linux 6.12, `include/uapi/linux/magic.h`: proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs,
/// selinuxfs, smack, bpf, pstore, efivarfs, devpts, nsfs, pipefs, sockfs, configfs (its own source), `binfmt_misc`.
const VIEWS: [u64; 18] = [
    0x9fa0,
    0x6265_6572,
    0x0027_e0eb,
    0x6367_7270,
    0x6462_6720,
    0x7472_6163,
    0x7363_6673,
    0xf97c_ff8c,
    0x4341_5d53,
    0xcafe_4a11,
    0x6165_676c,
    0xde5e_81e4,
    0x1cd1,
    0x6e73_6673,
    0x5049_5045,
    0x534f_434b,
    0x6265_6570,
    0x4249_4e4d,
];

/// Whether a directory belongs to the kernel. Devices lie in an ordinary tmpfs, so only the path `/dev` identifies
/// them; `/dev/shm` below it is open to everybody.
pub(crate) fn is_view(directory: impl AsFd) -> Result<bool> {
    let kind = rustix::fs::fstatfs(&directory)?.f_type;
    if u64::try_from(kind).is_ok_and(|kind| VIEWS.contains(&kind)) {
        return Ok(true);
    }
    let place = path_of(&directory).unwrap_or_default();
    let is_below = |top: &str| place.starts_with(top);
    Ok(["/dev", "/proc", "/sys"].into_iter().any(is_below) && !is_below("/dev/shm"))
}

/// The `/proc/self/fd` path of an open file, which stays valid if the file is renamed.
pub(crate) fn link_to(open: impl AsFd) -> String {
    format!("/proc/self/fd/{}", open.as_fd().as_raw_fd())
}

/// The current path of an open file.
pub(crate) fn path_of(open: impl AsFd) -> std::io::Result<PathBuf> {
    std::fs::read_link(link_to(open))
}

/// Whether a path names a stream of this process, such as `/dev/stdout`.
#[must_use]
pub fn is_stream_name(path: &Path) -> bool {
    let path = path.to_string_lossy();
    ["/dev/std", "/dev/fd", "/proc/self/fd"].iter().any(|stream| path.starts_with(stream))
}

/// Creates a file without a name in `directory`; it can never get one.
///
/// # Errors
///
/// Fails if the file system does; some file systems have no unnamed files.
pub fn make_unnamed(directory: &Path) -> Result<OwnedFd> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::EXCL | OFlags::CLOEXEC;
    rustix::fs::open(directory, flags, Mode::RUSR | Mode::WUSR)
}

/// The same in an open directory, write-only.
pub(crate) fn make_unnamed_in(directory: impl AsFd) -> Result<OwnedFd> {
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    rustix::fs::openat(directory, ".", flags, Mode::RUSR | Mode::WUSR)
}

/// The fate of a file that already has the new name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// It stays; the rename fails.
    Refused,
    /// It gets the old name.
    Exchanged,
    /// It is deleted.
    Replaced,
}

/// Renames within a directory.
pub(crate) fn rename(
    directory: impl AsFd,
    old: &OsStr,
    new: &OsStr,
    taken: Taken,
) -> Result<()> {
    assert_one_name(old);
    assert_one_name(new);
    let flags = match taken {
        Taken::Refused => RenameFlags::NOREPLACE,
        Taken::Exchanged => RenameFlags::EXCHANGE,
        Taken::Replaced => RenameFlags::empty(),
    };
    rustix::fs::renameat_with(&directory, old, &directory, new, flags)
}
