//! The program's own files. They hold serial numbers and data of drives, so only the owner gets access.

use iogram_texts::{Text, sentence, text};
use std::fs::File;
use std::io::Read as _;
use std::mem::ManuallyDrop;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{link_to, path_of};
use crate::linux::held::Inode;
use crate::outlet::{Outlet, Rules};
use crate::place::{Holds, Place};
use crate::trusted::{check_owner, is_own, is_trusted};

/// Every private file that was opened for reading or created; they stay open until the program ends. Closing any
/// descriptor of a file drops all POSIX locks of this process on it, including those of the other library (fcntl(2)),
/// which then writes without locks. Source: <https://sqlite.org/howtocorrupt.html>, 2.2.
static OPENED: Mutex<Vec<(Inode, File)>> = Mutex::new(Vec::new());

/// Keeps `file` open and returns its inode.
fn keep(place: &Place, file: File) -> Result<Inode, DoorError> {
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    keep_in(&mut opened, place, file)
}

fn keep_in(
    opened: &mut Vec<(Inode, File)>,
    place: &Place,
    file: File,
) -> Result<Inode, DoorError> {
    // Nobody else can hold a lock on a deleted file.
    opened.retain(|(_, file)| rustix::fs::fstat(file).is_ok_and(|stat| stat.st_nlink > 0));
    let found = stat_of(place, &file);
    match found {
        Ok(inode) => opened.push((inode, file)),
        // Its inode is unknown: it can be one of the files above.
        Err(_) => {
            let _stays_open = ManuallyDrop::new(file);
        }
    }
    found
}

/// Whether this program keeps `path` open for another library: reading it would drop that library's locks.
#[must_use]
pub fn is_private(path: &Path) -> bool {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    Inode::at(path).is_some_and(|inode| opened.iter().any(|(known, _)| *known == inode))
}

/// A file that another library opens by its path. This holds it open meanwhile: the path still leads to the same
/// file, or [`PrivateFile::check`] fails.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    /// Opened with `O_PATH`: closing a regular descriptor would drop the other library's locks on the file
    /// (fcntl(2)).
    file: OwnedFd,
    siblings: Vec<PathBuf>,
    is_anothers: bool,
    is_made: bool,
}

impl PrivateFile {
    /// Opens `path`, or makes it and its directories, for its owner alone. `is_own` checks the first bytes of a file
    /// that is not empty. `siblings` are suffixes of further files that will be written beside it.
    ///
    /// Follows a link to a file, unless it is another user's.
    ///
    /// # Errors
    ///
    /// Refuses, without a change, anything but a regular file, a file that `is_own` rejects, an empty file that
    /// another user may have made, and siblings that are not regular files.
    ///
    /// # Panics
    ///
    /// Panics only on a bug in this program.
    pub fn open(
        path: &Path,
        siblings: &[&str],
        is_own: impl Fn(&[u8]) -> bool,
    ) -> Result<Self, DoorError> {
        let mut place = Place::find_own_through_links(path)?;
        let (inode, is_anothers, is_made) = match place.look()? {
            Holds::Nothing => {
                let made = make(&mut place)?;
                (keep(&place, made)?, false, true)
            }
            Holds::File(stat) => (check_own(&place, &stat, is_own)?, !is_trusted(&stat), false),
        };
        let file = hold(&place, inode)?;
        let path = real_path(&place)?;
        let beside = |ending: &&str| {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            PathBuf::from(name)
        };
        let siblings: Vec<PathBuf> = siblings.iter().map(beside).collect();
        let is_beside = |it: &PathBuf| it.parent() == path.parent() && *it != path;
        assert!(siblings.iter().all(is_beside), "what is written beside a file lies elsewhere");
        let opened = Self { path, file, siblings, is_anothers, is_made };
        opened.check()?;
        Ok(opened)
    }

    /// Checks that [`Self::open`] would succeed, without making or changing anything.
    ///
    /// # Errors
    ///
    /// As [`Self::open`].
    pub fn look(
        path: &Path,
        siblings: &[&str],
        is_own: impl Fn(&[u8]) -> bool,
    ) -> Result<(), DoorError> {
        if rustix::fs::lstat(path).is_ok() {
            return Self::open(path, siblings, is_own).map(drop);
        }
        let place = Place::find_own(path)?;
        place.look()?;
        place.check_directory()
    }

    /// Whether the file existed and belongs to another user: such a file is not initialised.
    #[must_use]
    pub fn is_anothers(&self) -> bool {
        self.is_anothers
    }

    /// Removes the permissions of others, which an earlier version granted. Call it once the file is known to be the
    /// program's own. A file of another owner stays as it is.
    pub fn tighten(&self) {
        let Ok(stat) = rustix::fs::fstat(&self.file) else { return };
        let mode = Mode::from_raw_mode(stat.st_mode);
        let is_open = mode.intersects(Mode::RWXG | Mode::RWXO);
        if is_open && stat.st_uid == rustix::process::geteuid().as_raw() {
            // An `O_PATH` descriptor does not allow chmod.
            let held = link_to(&self.file);
            let _a_medium_may_not_be_writable = rustix::fs::chmod(held, mode & Mode::RWXU);
        }
    }

    /// Removes the file again if it was made here and is still empty: a failed start leaves no file behind. Call it
    /// after the other library has closed it.
    pub fn take_back(self) {
        let is_empty = rustix::fs::fstat(&self.file).is_ok_and(|stat| stat.st_size == 0);
        if self.is_made && is_empty && self.check().is_ok() {
            let _what_cannot_be_removed_stays = remove_private(&self.path);
        }
    }

    /// The path, with links and `..` resolved.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the path still leads to this file, and that each sibling is a regular file or missing.
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
                    let hint = text!("door-look-put-move-away");
                    return Err(DoorError::refused(sibling, text!("door-no-file"), hint));
                }
            }
        }
        let failed =
            |errno| DoorError::system(text!("door-cannot-look", path), &self.path, errno);
        let held = rustix::fs::fstat(&self.file).map_err(failed)?;
        let named = rustix::fs::lstat(&self.path).map_err(failed)?;
        if Inode::of(&held) == Inode::of(&named) {
            return Ok(());
        }
        Err(changed(&self.path))
    }
}

/// Makes the file and its directories, for the owner alone.
fn make(place: &mut Place) -> Result<File, DoorError> {
    place.check_directory()?;
    place.make_folders(Mode::RWXU)?.keep();
    assert!(place.missing.is_empty(), "a file is made before its folders are");
    let mut flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR;
    flags |= OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match rustix::fs::openat(&place.directory, &place.name, flags, Mode::RUSR | Mode::WUSR) {
        Ok(fd) => Ok(fd.into()),
        // Another iogram was faster; the file is empty or complete.
        Err(Errno::EXIST) => open_plain(place),
        Err(errno) => {
            Err(DoorError::system(text!("door-cannot-make", path), &place.path, errno))
        }
    }
}

/// Opens read-only, so that a store on a read-only medium can be read.
fn open_plain(place: &Place) -> Result<File, DoorError> {
    assert!(place.missing.is_empty(), "a file is opened in a folder that is not there");
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    rustix::fs::openat(&place.directory, &place.name, flags, Mode::empty())
        .map(File::from)
        .map_err(|errno| DoorError::system(text!("door-cannot-open", path), &place.path, errno))
}

fn stat_of(place: &Place, file: &File) -> Result<Inode, DoorError> {
    rustix::fs::fstat(file)
        .map(|stat| Inode::of(&stat))
        .map_err(|errno| DoorError::system(text!("door-cannot-look", path), &place.path, errno))
}

/// Holds the file open to detect a replacement.
fn hold(place: &Place, inode: Inode) -> Result<OwnedFd, DoorError> {
    let failed =
        |errno: Errno| DoorError::system(text!("door-cannot-open", path), &place.path, errno);
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(&place.directory, &place.name, flags, Mode::empty());
    let file = file.map_err(failed)?;
    assert!(place.missing.is_empty(), "a file is held in a folder that is not there");
    let held = rustix::fs::fstat(&file).map_err(failed)?;
    if Inode::of(&held) == inode { Ok(file) } else { Err(changed(&place.path)) }
}

fn changed(path: &Path) -> DoorError {
    let hint = text!("door-look-try-again");
    DoorError::refused(path, text!("door-become-another-file-meanwhile"), hint)
}

/// The remedy for an unusable file.
const NEW: Text = text!("door-name-another-file-new-made-not");

/// Whether an empty file may be filled: the user owns it and it has no other name.
fn is_free_to_fill(stat: &Stat) -> bool {
    is_own(stat) && stat.st_nlink == 1
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
    let length = read_up_to(file, &mut head).map_err(|errno| {
        DoorError::system(text!("door-cannot-read", path), &place.path, errno)
    })?;
    if length == 0 && !is_free_to_fill(looked) {
        let (why, hint) = (text!("door-empty-file-another-user-another-name"), NEW);
        return Err(DoorError::refused(&place.path, why, hint));
    }
    if length > 0 && !is_own(&head[..length]) {
        opened.retain(|(known, _)| *known != inode);
        let (why, hint) = (text!("door-file-something-else"), NEW);
        return Err(DoorError::NoFile { path: place.path.clone(), why, hint });
    }
    Ok(inode)
}

/// Reads the beginning of a file, whatever its current offset.
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
        .map_err(|error| DoorError::system(text!("door-cannot-look", path), &place.path, error))
}

/// Opens one of the program's own directories. If `makes_folders`, makes a missing one and its parents, for its owner
/// alone; an existing one keeps its permissions.
fn open_own_folder(path: &Path, makes_folders: bool) -> Result<Option<Stat>, DoorError> {
    let mut place = Place::find_own(&path.join("x"))?;
    if !place.missing.is_empty() {
        if !makes_folders {
            return Ok(None);
        }
        place.check_directory()?;
        place.make_folders(Mode::RWXU)?.keep();
    }
    let stat = rustix::fs::fstat(&place.directory)
        .map_err(|errno| DoorError::system(text!("door-cannot-look", path), path, errno))?;
    check_owner(path, &stat, text!("door-directory-another-user"))?;
    Ok(Some(stat))
}

fn check_rights(path: &Path, stat: &Stat, others: Mode) -> Result<(), DoorError> {
    if Mode::from_raw_mode(stat.st_mode).intersects(others) {
        let hint = sentence!("door-name-directory-own-chmod", path = path.display());
        return Err(DoorError::refused(path, text!("door-others-write-directory"), hint));
    }
    Ok(())
}

/// Makes a directory and its parents, for its owner alone. An existing one must be safe: owned by this user or root,
/// and writable by nobody else.
///
/// # Errors
///
/// Refuses an unsafe directory, and a link of another user on the way; fails if the file system does.
pub fn private_folder(path: &Path) -> Result<(), DoorError> {
    match open_own_folder(path, true)? {
        Some(stat) => check_rights(path, &stat, Mode::WGRP | Mode::WOTH),
        None => Ok(()),
    }
}

/// Makes one of the program's own directories and its parents, for its owner alone. An existing one must belong to
/// this user or root and not be world-writable; it keeps its permissions.
///
/// # Errors
///
/// Refuses an unsafe directory, anything that is not a directory, and a link of another user on the way; fails if the
/// file system does.
pub fn own_folder(path: &Path) -> Result<(), DoorError> {
    match open_own_folder(path, true)? {
        Some(stat) => check_rights(path, &stat, Mode::WOTH),
        None => Ok(()),
    }
}

/// Checks that [`own_folder`] would accept an existing directory. Makes nothing.
///
/// # Errors
///
/// As [`own_folder`].
pub fn check_own_folder(path: &Path) -> Result<(), DoorError> {
    match open_own_folder(path, false)? {
        Some(stat) => check_rights(path, &stat, Mode::WOTH),
        None => Ok(()),
    }
}

/// Replaces one of the program's own small files as a whole; it is durable when this returns.
///
/// # Errors
///
/// Refuses anything but a regular file; fails if the file system does.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), DoorError> {
    let rules = Rules { replaces: true, makes_folders: true, keeps: Vec::new() };
    Outlet::at(Place::find_own(path)?, &rules)?.private().write(bytes).map(drop)
}

/// Opens a lock file; makes it and its directories if missing.
///
/// # Errors
///
/// Refuses anything but a regular file; fails if the file system does.
pub fn lock_private(path: &Path) -> Result<File, DoorError> {
    let mut place = Place::find_own(path)?;
    match place.look()? {
        Holds::Nothing => make(&mut place),
        Holds::File(..) => open_plain(&place),
    }
}

/// Most bytes read from one of the program's own files. Arbitrary: far more than any has.
const OWN_BYTES_MAX: u64 = 64 << 20;

/// Reads one of the program's own small files as a whole; `None` if there is none.
///
/// # Errors
///
/// Refuses anything but a regular file, and a file that another user may have written; fails if the file system does.
pub fn read_private(path: &Path) -> Result<Option<Vec<u8>>, DoorError> {
    let place = Place::find_own(path)?;
    let Holds::File(_) = place.look()? else { return Ok(None) };
    let file = open_plain(&place)?;
    let failed = |errno| DoorError::system(text!("door-cannot-look", path), path, errno);
    let stat = rustix::fs::fstat(&file).map_err(failed)?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(changed(path));
    }
    check_owner(path, &stat, text!("door-another-user"))?;
    if Mode::from_raw_mode(stat.st_mode).contains(Mode::WOTH) {
        let hint = text!("door-look-move-away");
        return Err(DoorError::refused(path, text!("door-others-write"), hint));
    }
    let mut bytes = Vec::new();
    let read = file.take(OWN_BYTES_MAX).read_to_end(&mut bytes);
    read.map_err(|error| DoorError::system(text!("door-cannot-read", path), path, error))?;
    Ok(Some(bytes))
}

/// Removes one of the program's own files. A missing file is no error.
///
/// # Errors
///
/// Refuses anything but a regular file; fails if the file system does.
///
/// # Panics
///
/// Panics only on a bug in this program.
pub fn remove_private(path: &Path) -> Result<(), DoorError> {
    let place = Place::find_own(path)?;
    let Holds::File(_) = place.look()? else { return Ok(()) };
    assert!(place.missing.is_empty(), "a file is removed from a folder that is not there");
    match rustix::fs::unlinkat(&place.directory, &place.name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(DoorError::system(text!("door-cannot-remove", path), path, errno)),
    }
}
