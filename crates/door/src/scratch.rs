//! Scratch directories for other programs, and the files in them. They are made beside a path that the user named and
//! removed as a whole.

use iogram_texts::text;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{FileType, FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::is_view;
use crate::name::assert_one_name;

/// Prefix of their names.
const PREFIX: &str = ".iogram-work-";
/// Lock file, locked while the directory is in use. A directory without one belongs to somebody else.
const LOCK: &str = "in-use";

/// A new scratch directory. Dropping this removes it and its contents.
#[derive(Debug)]
pub struct ScratchFolder {
    path: PathBuf,
    /// Locked while this lives; the kernel releases it however the program ends.
    _lock: File,
}

impl ScratchFolder {
    /// Makes one in `directory`, for its owner alone. Removes those that a killed program left there first.
    ///
    /// # Errors
    ///
    /// Refuses a directory that is a view of the kernel; fails if the file system does.
    pub fn make_in(directory: &Path) -> Result<Self, DoorError> {
        let failed = |errno: Errno| {
            DoorError::system(text!("door-cannot-make-folder", path), directory, errno)
        };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = rustix::fs::open(directory, flags, Mode::empty()).map_err(failed)?;
        if is_view(&opened).map_err(failed)? {
            let hint = text!("door-name-directory-drive");
            return Err(DoorError::refused(directory, text!("door-belongs-kernel"), hint));
        }
        let _removed = remove_left_in(directory);
        for attempt in 0_u32.. {
            let path = directory.join(format!("{PREFIX}{}-{attempt}", std::process::id()));
            match rustix::fs::mkdir(&path, Mode::RWXU) {
                Ok(()) => return Self::lock(path).map_err(failed),
                Err(Errno::EXIST) => {}
                Err(errno) => return Err(failed(errno)),
            }
        }
        Err(failed(Errno::EXIST))
    }

    fn lock(path: PathBuf) -> rustix::io::Result<Self> {
        assert_of_this_program(&path);
        let mut flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR;
        flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let made = rustix::fs::open(path.join(LOCK), flags, Mode::RUSR | Mode::WUSR);
        let locked = made.and_then(|file| {
            rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).map(|()| file)
        });
        match locked {
            Ok(file) => Ok(Self { path, _lock: file.into() }),
            Err(errno) => {
                let _of_no_use_without_a_lock = std::fs::remove_dir_all(&path);
                Err(errno)
            }
        }
    }

    /// The path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // A directory that cannot be removed now is found by its name next time.
        let _next_time = std::fs::remove_dir_all(&self.path);
    }
}

/// Asserts the unique name of a scratch directory, before a recursive removal.
#[track_caller]
fn assert_of_this_program(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    assert!(name.starts_with(PREFIX), "{} is no folder of this program's", path.display());
}

/// Removes scratch directories that are no longer in use, and returns those that it removed. One that cannot be
/// removed stays; it does no harm.
///
/// # Panics
///
/// Panics only on a bug in this program.
pub fn remove_left_in(directory: &Path) -> Vec<PathBuf> {
    let mut left = left_in(directory);
    left.retain(|path| {
        assert_of_this_program(path);
        assert_eq!(path.parent(), Some(directory), "a folder elsewhere would be removed");
        std::fs::remove_dir_all(path).is_ok()
    });
    left
}

/// Scratch directories in `directory` that killed programs left behind.
#[must_use]
pub fn left_in(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let named = entries.flatten().filter(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        is_folder && entry.file_name().to_string_lossy().starts_with(PREFIX)
    });
    let mut left: Vec<PathBuf> = named.map(|entry| entry.path()).collect();
    left.retain(|path| is_left(path));
    left.sort();
    left
}

/// Whether this user owns it and nobody holds its lock. A directory of another user is never touched.
fn is_left(path: &Path) -> bool {
    let own = rustix::process::geteuid().as_raw();
    let is_own = rustix::fs::lstat(path).is_ok_and(|stat| stat.st_uid == own);
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(lock) = rustix::fs::open(path.join(LOCK), flags, Mode::empty()) else {
        return false;
    };
    let is_file = rustix::fs::fstat(&lock)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
    let is_free = || rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok();
    is_own && is_file && is_free()
}

/// Makes a directory in an open one.
///
/// # Errors
///
/// Fails if the file system does.
pub fn make_folder_in(folder: &OwnedFd, name: &str) -> rustix::io::Result<()> {
    assert_one_name(name.as_ref());
    rustix::fs::mkdirat(folder, name, Mode::RWXU)
}

/// Opens a file of an open directory for writing; creates or truncates it.
///
/// # Errors
///
/// Fails if the file system does.
pub fn make_file_in(folder: &OwnedFd, name: &str) -> rustix::io::Result<OwnedFd> {
    assert_one_name(name.as_ref());
    let mut flags = OFlags::CREATE | OFlags::TRUNC | OFlags::WRONLY;
    flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(folder, name, flags, Mode::RUSR | Mode::WUSR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(directory: &Path) -> Vec<PathBuf> {
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_folder_is_gone_with_all_that_was_made_in_it() {
        let directory = tempfile::tempdir().unwrap();
        let folder = ScratchFolder::make_in(directory.path()).unwrap();
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        std::fs::write(folder.path().join("deep/file"), "data").unwrap();
        assert_eq!(entries(directory.path()), [folder.path()]);
        drop(folder);
        assert!(entries(directory.path()).is_empty());
    }

    #[test]
    fn what_a_killed_program_left_is_removed_and_what_is_in_use_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let used = ScratchFolder::make_in(directory.path()).unwrap();
        // The state after a kill: a lock file that nobody holds.
        let left = directory.path().join(format!("{PREFIX}1-0"));
        std::fs::create_dir(&left).unwrap();
        std::fs::write(left.join(LOCK), "").unwrap();
        // Another owner's directory that happens to have the prefix.
        let other = directory.path().join(format!("{PREFIX}holiday"));
        std::fs::create_dir(&other).unwrap();
        std::fs::write(other.join("photo"), "keep").unwrap();
        assert_eq!(left_in(directory.path()), [left.as_path()]);
        let second = ScratchFolder::make_in(directory.path()).unwrap();
        assert!(!left.exists());
        assert!(used.path().exists() && second.path().exists());
        assert_eq!(std::fs::read(other.join("photo")).unwrap(), b"keep");
    }

    #[test]
    fn nothing_is_made_among_the_kernels_views() {
        let error = ScratchFolder::make_in(Path::new("/proc")).unwrap_err().to_string();
        assert!(error.contains("belongs to the kernel"), "{error}");
    }
}
