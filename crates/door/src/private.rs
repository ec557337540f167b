//! Files of the program's own, which hold serial numbers and what drives held: for their owner alone.

use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{link_to, path_of};
use crate::linux::held::Inode;
use crate::outlet::{Outlet, Rules};
use crate::place::{Holds, Place};

/// Every such file that was opened to be read or made, until the program ends: whatever descriptor of a file is closed ends all
/// locks that this process has on it, the other library's, too (fcntl(2)), and what it writes after that is without them.
/// Source: <https://sqlite.org/howtocorrupt.html>, 2.2.
static OPENED: Mutex<Vec<(Inode, File)>> = Mutex::new(Vec::new());

/// Keeps `file` open; which one it is.
fn keep(place: &Place, file: File) -> Result<Inode, DoorError> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    keep_in(&mut opened, place, file)
}

fn keep_in(
    opened: &mut Vec<(Inode, File)>,
    place: &Place,
    file: File,
) -> Result<Inode, DoorError> {
    // Of a file that is gone nobody else can have a lock.
    opened.retain(|(_, file)| rustix::fs::fstat(file).is_ok_and(|stat| stat.st_nlink > 0));
    let found = stat_of(place, &file);
    match found {
        Ok(inode) => opened.push((inode, file)),
        // Which one it is is not known: it may be one of those.
        Err(_) => {
            let _stays_open = ManuallyDrop::new(file);
        }
    }
    found
}

/// Whether `path` is a file that this program keeps open for another library: reading it would end the locks on it.
#[must_use]
pub fn is_private(path: &Path) -> bool {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    Inode::at(path).is_some_and(|inode| opened.iter().any(|(known, _)| *known == inode))
}

/// A file that another library opens by its path, held open meanwhile: its name means the same file, or
/// [`PrivateFile::check`] says so.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    /// Without access to what is in it: closing a file that was opened would end the locks that the other
    /// library has on it (fcntl(2)).
    file: OwnedFd,
    siblings: Vec<PathBuf>,
}

impl PrivateFile {
    /// Opens `path`, or makes it with its folders, for its owner alone. `is_own` looks at the first bytes of
    /// a file that is not empty. `siblings` are endings of further files that will be written beside it.
    ///
    /// A link is followed, to a file.
    ///
    /// # Errors
    ///
    /// Refuses, untouched, whatever is no regular file, what `is_own` does not know, and siblings that are
    /// no regular files.
    pub fn open(
        path: &Path,
        siblings: &[&str],
        is_own: impl Fn(&[u8]) -> bool,
    ) -> Result<Self, DoorError> {
        let is_link = rustix::fs::lstat(path)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink);
        let path = match std::fs::canonicalize(path) {
            Ok(real) if is_link => real,
            Err(_) if is_link => {
                return Err(DoorError::refused(
                    path,
                    "it is a link to nothing",
                    "name a new file",
                ));
            }
            _ => path.to_owned(),
        };
        let mut place = Place::find(&path, true)?;
        let inode = match place.look()? {
            Holds::Nothing => {
                let made = make(&mut place)?;
                keep(&place, made)?
            }
            Holds::File(stat) => check_own(&place, &stat, is_own)?,
        };
        let file = hold(&place, inode)?;
        let path = real_path(&place)?;
        let beside = |ending: &&str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        let siblings = siblings.iter().map(beside).collect();
        let opened = Self { path, file, siblings };
        opened.check()?;
        Ok(opened)
    }

    /// Looks whether [`Self::open`] would do, without making or changing anything.
    ///
    /// # Errors
    ///
    /// As that does.
    pub fn look(
        path: &Path,
        siblings: &[&str],
        is_own: impl Fn(&[u8]) -> bool,
    ) -> Result<(), DoorError> {
        if rustix::fs::lstat(path).is_ok() {
            return Self::open(path, siblings, is_own).map(drop);
        }
        let place = Place::find(path, true)?;
        place.look()?;
        place.check_directory()
    }

    /// Takes the rights of others away, which an earlier version gave. To be called once it is sure that the
    /// file is one's own. Another owner's is left as it is.
    pub fn tighten(&self) {
        let Ok(stat) = rustix::fs::fstat(&self.file) else { return };
        let mode = Mode::from_raw_mode(stat.st_mode);
        let is_open = mode.intersects(Mode::RWXG | Mode::RWXO);
        if is_open && stat.st_uid == rustix::process::geteuid().as_raw() {
            // The descriptor itself allows nothing.
            let held = link_to(&self.file);
            let _a_medium_may_not_be_writable = rustix::fs::chmod(held, mode & Mode::RWXU);
        }
    }

    /// The path, with links and `..` resolved.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the path still means this file, and everything beside it is a regular file or not there.
    ///
    /// # Errors
    ///
    /// Refuses if not.
    pub fn check(&self) -> Result<(), DoorError> {
        let kind = |stat: &Stat| FileType::from_raw_mode(stat.st_mode);
        for sibling in &self.siblings {
            match rustix::fs::lstat(sibling) {
                Err(Errno::NOENT) => {}
                Ok(stat) if kind(&stat) == FileType::RegularFile => {}
                _ => {
                    let hint = "look who put it there, and move it away";
                    return Err(DoorError::refused(sibling, "it is no file", hint));
                }
            }
        }
        let failed = |errno| DoorError::system("look at", &self.path, errno);
        let held = rustix::fs::fstat(&self.file).map_err(failed)?;
        let named = rustix::fs::lstat(&self.path).map_err(failed)?;
        if Inode::of(&held) == Inode::of(&named) {
            return Ok(());
        }
        Err(changed(&self.path))
    }
}

/// Makes the file and its folders, for the owner alone.
fn make(place: &mut Place) -> Result<File, DoorError> {
    place.check_directory()?;
    place.make_folders(Mode::RWXU)?.keep();
    let mut flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR;
    flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match rustix::fs::openat(&place.directory, &place.name, flags, Mode::RUSR | Mode::WUSR) {
        Ok(fd) => Ok(fd.into()),
        // Another iogram was faster; it is empty or a whole one.
        Err(Errno::EXIST) => open_plain(place),
        Err(errno) => Err(DoorError::system("make", &place.path, errno)),
    }
}

/// For reading: a store on a medium that cannot be written can be looked into.
fn open_plain(place: &Place) -> Result<File, DoorError> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    rustix::fs::openat(&place.directory, &place.name, flags, Mode::empty())
        .map(File::from)
        .map_err(|errno| DoorError::system("open", &place.path, errno))
}

fn stat_of(place: &Place, file: &File) -> Result<Inode, DoorError> {
    rustix::fs::fstat(file)
        .map(|stat| Inode::of(&stat))
        .map_err(|errno| DoorError::system("look at", &place.path, errno))
}

/// Keeps the file from being replaced unnoticed.
fn hold(place: &Place, inode: Inode) -> Result<OwnedFd, DoorError> {
    let failed = |errno: Errno| DoorError::system("open", &place.path, errno);
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&place.directory, &place.name, flags, Mode::empty());
    let file = file.map_err(failed)?;
    let held = rustix::fs::fstat(&file).map_err(failed)?;
    if Inode::of(&held) == inode { Ok(file) } else { Err(changed(&place.path)) }
}

fn changed(path: &Path) -> DoorError {
    let hint = "look who did that, and try again";
    DoorError::refused(path, "it has become another file meanwhile", hint)
}

fn check_own(
    place: &Place,
    looked: &Stat,
    is_own: impl Fn(&[u8]) -> bool,
) -> Result<Inode, DoorError> {
    let inode = Inode::of(looked);
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if opened.iter().all(|(known, _)| *known != inode) {
        let file = open_plain(place)?;
        if keep_in(&mut opened, place, file)? != inode {
            return Err(changed(&place.path));
        }
    }
    let Some((_, file)) = opened.iter().find(|(known, _)| *known == inode) else {
        // It was removed a moment ago.
        return Err(changed(&place.path));
    };
    let mut head = [0; 128];
    let length = read_up_to(file, &mut head)
        .map_err(|errno| DoorError::system("read", &place.path, errno))?;
    if length > 0 && !is_own(&head[..length]) {
        opened.retain(|(known, _)| *known != inode);
        let (why, hint) = (
            "it is a file of something else",
            "name another file; a new one is made if it does not exist",
        );
        return Err(DoorError::NoFile { path: place.path.clone(), why, hint });
    }
    Ok(inode)
}

/// The beginning of a file, wherever its descriptor stands.
fn read_up_to(file: &File, buffer: &mut [u8]) -> Result<usize, Errno> {
    let mut length = 0;
    while length < buffer.len() {
        match rustix::io::pread(file, &mut buffer[length..], length as u64)? {
            0 => break,
            count => length += count,
        }
    }
    Ok(length)
}

fn real_path(place: &Place) -> Result<PathBuf, DoorError> {
    path_of(&place.directory)
        .map(|directory| directory.join(&place.name))
        .map_err(|error| DoorError::system("look at", &place.path, error))
}

/// Makes a folder, with those above it, for its owner alone, or looks whether one that is there is safe:
/// one's own or root's, and nobody else may write in it.
///
/// # Errors
///
/// Refuses a folder that is not so; fails as the file system does.
pub fn private_folder(path: &Path) -> Result<(), DoorError> {
    let mut place = Place::find(&path.join("x"), true)?;
    if !place.missing.is_empty() {
        place.check_directory()?;
        place.make_folders(Mode::RWXU)?.keep();
    }
    let stat = rustix::fs::fstat(&place.directory)
        .map_err(|errno| DoorError::system("look at", path, errno))?;
    let own = rustix::process::geteuid().as_raw();
    if stat.st_uid != own && stat.st_uid != 0 {
        let hint = "name a directory of your own";
        return Err(DoorError::refused(path, "the directory is another user's", hint));
    }
    if Mode::from_raw_mode(stat.st_mode).intersects(Mode::WGRP | Mode::WOTH) {
        let hint = format!("name a directory of your own, or: chmod go-w {}", path.display());
        return Err(DoorError::refused(path, "others may write in this directory", hint));
    }
    Ok(())
}

/// Makes a folder of the program's own, with those above it, for its owner alone; an earlier version made it
/// readable for all. Another owner's is left as it is.
///
/// # Errors
///
/// Refuses what is no folder; fails as the file system does.
pub fn own_folder(path: &Path) -> Result<(), DoorError> {
    let mut place = Place::find(&path.join("x"), true)?;
    if !place.missing.is_empty() {
        place.check_directory()?;
        place.make_folders(Mode::RWXU)?.keep();
        return Ok(());
    }
    let failed = |errno| DoorError::system("look at", path, errno);
    let stat = rustix::fs::fstat(&place.directory).map_err(failed)?;
    let is_open = Mode::from_raw_mode(stat.st_mode).intersects(Mode::RWXG | Mode::RWXO);
    if is_open && stat.st_uid == rustix::process::geteuid().as_raw() {
        let flags = rustix::fs::AtFlags::empty();
        let _a_medium_may_not_be_writable =
            rustix::fs::chmodat(&place.directory, ".", Mode::RWXU, flags);
    }
    Ok(())
}

/// Replaces a small file of the program's own as a whole; durable when it returns.
///
/// # Errors
///
/// Refuses what is no regular file; fails as the file system does.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), DoorError> {
    let rules = Rules { replaces: true, makes_folders: true, keeps: Vec::new() };
    Outlet::check(path, &rules)?.private().write(bytes).map(drop)
}

/// Opens a file that is only locked, and makes it with its folders if there is none.
///
/// # Errors
///
/// Refuses what is no regular file; fails as the file system does.
pub fn lock_private(path: &Path) -> Result<File, DoorError> {
    let mut place = Place::find(path, true)?;
    match place.look()? {
        Holds::Nothing => make(&mut place),
        Holds::File(..) => open_plain(&place),
    }
}
