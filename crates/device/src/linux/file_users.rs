//! Finds other users of a file that is to be written: swap, loop devices, mounts, other processes, and hidden ones.
//!
//! Unlike for devices, the kernel can report whether anybody at all has a file open for writing. Must not write to
//! the file, nor decide whether its data may be destroyed.

#![expect(unsafe_code, reason = "leases, which no crate wraps")]

use std::os::fd::{AsRawFd as _, OwnedFd};
use std::path::Path;

use crate::error::DeviceError;
use crate::linux::holds::{BlockingUse, Watched, find_exports, find_writers};
use crate::refusal::Refusal;
use iogram_inspect::backing::{FileKey, loop_files};
use iogram_inspect::filesystem::own_mounts;
use iogram_inspect::swap::swap_paths;
use iogram_inspect::sysfs::SysRoot;

/// Checks that nobody else uses the file, which is open for reading only.
///
/// # Errors
///
/// [`DeviceError::Refused`] with the user; fails if one of the kernel's tables cannot be read.
pub(crate) fn check_file_users(
    root: &SysRoot,
    path: &Path,
    fd: &OwnedFd,
    key: FileKey,
) -> Result<(), DeviceError> {
    let in_use = |user: String| {
        Err(DeviceError::from(Refusal::FileInUse { path: path.to_owned(), user }))
    };
    let is_it =
        |other: &Path| rustix::fs::stat(other).is_ok_and(|stat| FileKey::of(&stat) == key);
    if swap_paths(root)?.iter().any(|path| is_it(path)) {
        return in_use("swap".to_owned());
    }
    let mut loops = loop_files(root)?.into_iter();
    if let Some((user, _)) = loops.find(|(_, file)| file.key == Some(key)) {
        return in_use(user);
    }
    let mut holds = Vec::new();
    // Some file systems are mounted from a file without a loop device.
    for mount in own_mounts(root)? {
        if mount.source.starts_with('/') && same_path(path, &mount.source) {
            let (file, mount_point) = (path.to_owned(), mount.mount_point);
            holds.push(BlockingUse::FileMounted { file, mount_point });
        }
    }
    let mut watched = Watched::default();
    watched.add_file(key, path);
    find_writers(root, &watched, &mut holds)?;
    find_exports(root, &watched, &mut holds)?;
    if holds.is_empty() && is_open_for_writing(fd) {
        holds.push(BlockingUse::OpenSomewhere { file: path.to_owned() });
    }
    if holds.is_empty() {
        return Ok(());
    }
    Err(Refusal::Held { name: path.display().to_string(), holds }.into())
}

/// Compares text only: resolving a source could wait for a server that does not answer.
fn same_path(path: &Path, source: &str) -> bool {
    let source = Path::new(source);
    path == source || std::fs::canonicalize(path).is_ok_and(|path| path == source)
}

/// Whether anybody has the file open for writing, in any namespace or in the kernel: the kernel grants no read lease
/// on such a file. File systems without leases, such as those of servers, cannot tell; then only visible users count.
///
/// Source: fcntl(2), "Leases": "a read lease can be placed only on a file descriptor that is opened read-only", and
/// `EAGAIN` if others have it open for writing.
fn is_open_for_writing(fd: &OwnedFd) -> bool {
    /// From the kernel's `include/uapi/asm-generic/fcntl.h`: sets the signal that announces a broken lease.
    const F_SETSIG: libc::c_int = 10;
    let control = |what: libc::c_int, value: libc::c_int| {
        // SAFETY: the calls take numbers and touch no memory of this process.
        let answer = unsafe { libc::fcntl(fd.as_raw_fd(), what, value) };
        if answer == 0 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
    };
    // A process that opens the file at this very moment breaks the lease: SIGIO would end this process, SIGURG is
    // ignored by default.
    if control(F_SETSIG, libc::SIGURG).is_err() {
        return false;
    }
    match control(libc::F_SETLEASE, libc::F_RDLCK) {
        Ok(()) => {
            drop(control(libc::F_SETLEASE, libc::F_UNLCK));
            false
        }
        Err(error) => error.raw_os_error() == Some(libc::EAGAIN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    #[test]
    fn a_file_that_is_open_for_writing_is_told_even_where_no_process_is_seen() {
        let dir = TempDir::new("lease");
        let path = dir.write("disk.img", "data");
        let open = |flags| rustix::fs::open(&path, flags, rustix::fs::Mode::empty()).unwrap();
        let reader = open(rustix::fs::OFlags::RDONLY);
        assert!(!is_open_for_writing(&reader));
        // This process skips itself, as if it were in a hidden namespace.
        let writer = open(rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::APPEND);
        let key = FileKey::of(&rustix::fs::fstat(&reader).unwrap());
        let check = || check_file_users(&SysRoot::default(), &path, &reader, key);
        let error = check().unwrap_err().to_string();
        assert!(error.contains("open for writing"), "{error}");
        drop(writer);
        check().unwrap();
    }
}
