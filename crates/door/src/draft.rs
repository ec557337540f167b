//! Files that are complete before they get their final names, and give them up again if another file of their group
//! fails.

use iogram_texts::text;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{AtFlags, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{Taken, rename};
use crate::linux::held::Inode;
use crate::place::Place;

/// Write buffer of a long file, in bytes. Arbitrary.
const BUFFER_BYTES: usize = 256 << 10;

/// The state of a draft, which decides how to undo it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// It still has its temporary name.
    Draft,
    /// It has its final name, which was free.
    New,
    /// It has its final name; the file that it replaces has the temporary name.
    Exchanged,
    /// Nothing to undo.
    Settled,
}

/// A complete file beside its final path. Dropping it without `keep` removes it and restores the file that it
/// replaced.
pub(crate) struct Draft<'a> {
    place: &'a Place,
    name: OsString,
    /// The file to replace.
    old: Option<Inode>,
    /// The draft's own status after writing; `None` before that.
    own: Option<Stat>,
    stage: Stage,
}

/// Whether both are the same file and nobody wrote to it in between. The modification time tells it from a newer file
/// that reuses the inode number.
fn is_same(one: &Stat, other: &Stat) -> bool {
    let written = |stat: &Stat| (stat.st_mtime, stat.st_mtime_nsec);
    Inode::of(one) == Inode::of(other) && written(one) == written(other)
}

impl<'a> Draft<'a> {
    /// Writes the contents for `place`, which may hold `old`; calls `hand_over` first.
    pub(crate) fn new(
        place: &'a Place,
        old: Option<Inode>,
        hand_over: impl FnOnce(&File) -> rustix::io::Result<()>,
        write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
    ) -> Result<Self, DoorError> {
        let failed = |error: std::io::Error| {
            DoorError::system(text!("door-cannot-write", path), &place.path, error)
        };
        let (fd, name) = make_draft(place).map_err(|errno| failed(errno.into()))?;
        assert!(place.missing.is_empty(), "a file is written before its folders are made");
        assert_ne!(name, place.name, "a file that is not complete has the name of its place");
        let mut draft = Self { place, name, old, own: None, stage: Stage::Draft };
        let file = File::from(fd);
        // FAT and others have one mode and owner for all files.
        let _as_it_is = hand_over(&file);
        let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file);
        write(&mut buffered).map_err(failed)?;
        let file = buffered.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        draft.own = rustix::fs::fstat(&file).ok();
        Ok(draft)
    }

    /// Renames the draft to its final name.
    fn take_name(&mut self) -> Result<(), DoorError> {
        assert_eq!(self.stage, Stage::Draft, "a file takes its name a second time");
        match self.old {
            None => self.become_new(),
            Some(old) => self.replace(old),
        }
    }

    fn rename(&self, taken: Taken) -> rustix::io::Result<()> {
        rename(&self.place.directory, &self.name, &self.place.name, taken)
    }

    fn rename_back(&self, taken: Taken) -> rustix::io::Result<()> {
        rename(&self.place.directory, &self.place.name, &self.name, taken)
    }

    fn failed(&self, errno: Errno) -> DoorError {
        DoorError::system(text!("door-cannot-write", path), &self.place.path, errno)
    }

    /// Keeps the draft under its temporary name because its final name is taken.
    fn appeared(&mut self) -> DoorError {
        assert_ne!(self.stage, Stage::New, "a file has its name and is said not to have it");
        self.stage = Stage::Settled;
        let kept = self.place.path.with_file_name(&self.name);
        DoorError::Appeared { path: self.place.path.clone(), kept }
    }

    /// Takes a name that is free.
    fn become_new(&mut self) -> Result<(), DoorError> {
        match self.rename(Taken::Refused) {
            Ok(()) => {
                self.stage = Stage::New;
                Ok(())
            }
            Err(Errno::EXIST) => Err(self.appeared()),
            Err(Errno::INVAL | Errno::NOSYS) => self.become_new_by_link(),
            Err(errno) => Err(self.failed(errno)),
        }
    }

    /// For file systems that cannot rename without replacing (NFS).
    fn become_new_by_link(&mut self) -> Result<(), DoorError> {
        assert_eq!(self.stage, Stage::Draft, "a file takes its name a second time");
        let (directory, name) = (&self.place.directory, &self.place.name);
        match rustix::fs::linkat(directory, &self.name, directory, name, AtFlags::empty()) {
            Ok(()) => {
                self.remove(&self.name);
                self.stage = Stage::New;
                Ok(())
            }
            Err(Errno::EXIST) => Err(self.appeared()),
            Err(errno) => Err(self.failed(errno)),
        }
    }

    /// Exchanges names with `old`, then checks that it was `old`: another file can appear between the check and the
    /// rename.
    fn replace(&mut self, old: Inode) -> Result<(), DoorError> {
        assert_eq!(self.old, Some(old), "another file is replaced than was looked at");
        match self.rename(Taken::Exchanged) {
            Ok(()) => {}
            Err(Errno::NOENT) => return self.become_new(),
            Err(Errno::INVAL | Errno::NOSYS) => return self.replace_unseen(old),
            Err(errno) => return Err(self.failed(errno)),
        }
        // The temporary name now belongs to the replaced file.
        if self.inode(&self.name) == Some(old) {
            self.stage = Stage::Exchanged;
            return Ok(());
        }
        // The file belongs to somebody else: it must not be removed under the temporary name.
        self.stage = Stage::Settled;
        self.rename(Taken::Exchanged).map_err(|errno| self.failed(errno))?;
        Err(self.appeared())
    }

    /// The same for file systems that cannot exchange names: checks right before renaming.
    fn replace_unseen(&mut self, old: Inode) -> Result<(), DoorError> {
        if self.inode(&self.place.name) != Some(old) {
            return Err(self.appeared());
        }
        assert_eq!(self.stage, Stage::Draft, "a file takes its name a second time");
        self.rename(Taken::Replaced).map_err(|errno| self.failed(errno))?;
        self.stage = Stage::Settled;
        Ok(())
    }

    fn stat(&self, name: &OsStr) -> Option<Stat> {
        rustix::fs::statat(&self.place.directory, name, AtFlags::SYMLINK_NOFOLLOW).ok()
    }

    fn inode(&self, name: &OsStr) -> Option<Inode> {
        self.stat(name).as_ref().map(Inode::of)
    }

    /// Whether the file with this name is the draft, unmodified.
    fn is_own(&self, name: &OsStr) -> bool {
        let (own, found) = (self.own.as_ref(), self.stat(name));
        own.zip(found).is_some_and(|(own, found)| is_same(own, &found))
    }

    fn remove(&self, name: &OsStr) {
        let flags = AtFlags::empty();
        let _a_leftover_is_harmless = rustix::fs::unlinkat(&self.place.directory, name, flags);
    }

    /// Keeps the file and removes the one that it replaced.
    fn keep(mut self) {
        assert_ne!(self.stage, Stage::Draft, "a file is kept that never got its name");
        if self.stage == Stage::Exchanged {
            self.remove(&self.name);
        }
        self.stage = Stage::Settled;
    }

    /// Undoes the rename. The draft is removed only under its temporary name, which nobody else uses: a file that
    /// appeared between check and rename gets its name back.
    fn take_back(&self, taken: Taken) {
        if !self.is_own(&self.place.name) {
            return;
        }
        match self.rename_back(taken) {
            Ok(()) if self.is_own(&self.name) => self.remove(&self.name),
            Ok(()) => {
                let _both_stay_where_they_are = self.rename(taken);
            }
            Err(Errno::INVAL | Errno::NOSYS) if taken == Taken::Refused => {
                self.remove(&self.place.name);
            }
            Err(_) => {}
        }
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        match self.stage {
            Stage::Draft => self.remove(&self.name),
            Stage::New => self.take_back(Taken::Refused),
            Stage::Exchanged => self.take_back(Taken::Exchanged),
            Stage::Settled => {}
        }
    }
}

/// Gives a group of files their final names, all or none, and syncs their directories.
///
/// # Errors
///
/// Fails if the file system does, or if something appeared at one of the places: the draft of that place stays.
pub(crate) fn name_all(mut drafts: Vec<Draft<'_>>) -> Result<(), DoorError> {
    drafts.iter_mut().try_for_each(Draft::take_name)?;
    let is_named = |draft: &Draft<'_>| draft.stage != Stage::Draft;
    assert!(drafts.iter().all(is_named), "of files that belong together one has no name");
    drafts.iter().try_for_each(|draft| draft.place.sync_directory())?;
    drafts.into_iter().for_each(Draft::keep);
    Ok(())
}

/// Creates a file with an unused name. The name is short, so that every file system accepts it.
fn make_draft(place: &Place) -> rustix::io::Result<(OwnedFd, OsString)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let flags =
        OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-{}-{number}.part", std::process::id());
        // The user asked for exactly this name: leave it free.
        if place.name.as_os_str() == name.as_str() {
            continue;
        }
        match rustix::fs::openat(&place.directory, &name, flags, Mode::from_raw_mode(0o666)) {
            Err(Errno::EXIST) => {}
            other => return other.map(|fd| (fd, name.into())),
        }
    }
}
