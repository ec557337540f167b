//! Opens and removes files that an untrusted list names, below one directory and nowhere else.
//!
//! Below the directory, no path component that is a link is followed. Only regular files are opened.

use iogram_texts::text;
use std::ffi::OsString;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{Taken, rename};
use crate::linux::held::Inode;
use crate::name::assert_one_name;
use crate::place::open_path;

/// A name in an open directory.
struct Spot {
    directory: OwnedFd,
    name: OsString,
}

/// The directory and name of `path` below `top`; `None` if it leads outside, or through anything but directories.
fn spot(top: &Path, path: &Path) -> rustix::io::Result<Option<Spot>> {
    let mut names = Vec::new();
    for component in path.components() {
        let Component::Normal(name) = component else { return Ok(None) };
        names.push(name);
    }
    let Some((name, folders)) = names.split_last() else { return Ok(None) };
    let mut directory = match open_path(top) {
        Err(Errno::NOENT | Errno::NOTDIR) => return Ok(None),
        opened => opened?,
    };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    for folder in folders {
        assert_one_name(folder);
        directory = match rustix::fs::openat(&directory, *folder, flags, Mode::empty()) {
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP | Errno::NAMETOOLONG) => {
                return Ok(None);
            }
            opened => opened?,
        };
    }
    assert_one_name(name);
    Ok(Some(Spot { directory, name: (*name).to_owned() }))
}

impl Spot {
    /// Opens the regular file with this name; `None` if there is none.
    fn open(&self) -> rustix::io::Result<Option<File>> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        // Stat first: opening a device can already be a command to it.
        let look = AtFlags::SYMLINK_NOFOLLOW;
        let is_file = |mode| FileType::from_raw_mode(mode) == FileType::RegularFile;
        match rustix::fs::statat(&self.directory, &self.name, look) {
            Ok(stat) if is_file(stat.st_mode) => {}
            Ok(_) | Err(Errno::NOENT | Errno::NAMETOOLONG) => return Ok(None),
            Err(errno) => return Err(errno),
        }
        match rustix::fs::openat(&self.directory, &self.name, flags, Mode::empty()) {
            Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => Ok(None),
            opened => {
                let opened = opened?;
                let stat = rustix::fs::fstat(&opened)?;
                Ok(is_file(stat.st_mode).then(|| File::from(opened)))
            }
        }
    }

    fn inode(&self, name: &OsString) -> Option<Inode> {
        let found = rustix::fs::statat(&self.directory, name, AtFlags::SYMLINK_NOFOLLOW);
        found.ok().as_ref().map(Inode::of)
    }

    fn unlink(&self, name: &OsString) -> rustix::io::Result<()> {
        rustix::fs::unlinkat(&self.directory, name, AtFlags::empty())
    }

    /// Removes this file, but no other file that takes its name meanwhile. It renames the file to a name that nobody
    /// else uses, then checks the inode again.
    fn remove(&self, own: Inode) -> rustix::io::Result<bool> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let away = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let away = OsString::from(format!(".iogram-{}-{number}.old", std::process::id()));
            if self.name == away {
                continue;
            }
            match rename(&self.directory, &self.name, &away, Taken::Refused) {
                Ok(()) => break away,
                Err(Errno::EXIST) => {}
                // Some file systems cannot rename without replacing (NFS).
                Err(Errno::INVAL | Errno::NOSYS) => {
                    let is_it = self.inode(&self.name) == Some(own);
                    return if is_it {
                        self.unlink(&self.name).map(|()| true)
                    } else {
                        Ok(false)
                    };
                }
                Err(Errno::NOENT) => return Ok(false),
                Err(errno) => return Err(errno),
            }
        };
        if self.inode(&away) == Some(own) {
            return self.unlink(&away).map(|()| true);
        }
        rename(&self.directory, &away, &self.name, Taken::Refused).map(|()| false)
    }
}

/// Opens the file `path` below the directory `top` for reading; `None` if it is not a regular file or is reached
/// through a link. The user named `top` itself, so it may be reached through links.
///
/// # Errors
///
/// Fails if the file system does.
pub fn open_below(top: &Path, path: &Path) -> Result<Option<File>, DoorError> {
    let opened = spot(top, path).and_then(|spot| spot.map_or(Ok(None), |spot| spot.open()));
    opened.map_err(|errno| {
        DoorError::system(text!("door-cannot-read", path), top.join(path), errno)
    })
}

/// Removes a file that this program made. A missing file is no error. Anything but a regular file stays.
///
/// # Errors
///
/// Fails if the file system does.
pub fn remove_made(path: &Path) -> Result<(), DoorError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = Path::new(path.file_name().unwrap_or_default());
    remove_below(folder.unwrap_or(Path::new(".")), name, |_| true).map(drop)
}

/// Removes the file `path` below the directory `top` if `is_it` accepts its contents. Returns whether it was removed.
/// Anything but a regular file stays, and so does a file that is reached through a link.
///
/// # Errors
///
/// Fails if the file system does.
///
/// # Panics
///
/// Panics only on a bug in this program.
pub fn remove_below(
    top: &Path,
    path: &Path,
    is_it: impl FnOnce(&File) -> bool,
) -> Result<bool, DoorError> {
    let failed = |errno: Errno| {
        DoorError::system(text!("door-cannot-remove", path), top.join(path), errno)
    };
    let Some(spot) = spot(top, path).map_err(failed)? else { return Ok(false) };
    let Some(file) = spot.open().map_err(failed)? else { return Ok(false) };
    let stat = rustix::fs::fstat(&file).map_err(failed)?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    assert_eq!(kind, FileType::RegularFile, "something else than a file would be removed");
    let own = Inode::of(&stat);
    if !is_it(&file) {
        return Ok(false);
    }
    spot.remove(own).map_err(failed)
}
