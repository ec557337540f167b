//! Files for results: looked at first, written as a whole at the end.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{Access, AtFlags, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{Taken, rename};
use crate::linux::held::{Inode, holder};
use crate::name::FileName;
use crate::place::{Holds, Place};

/// What is written at once of a long file. Arbitrary.
const BUFFER_BYTES: usize = 256 << 10;

/// What may happen to what is there.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Whether a file that exists is replaced.
    pub replaces: bool,
    /// Whether folders on the way are made.
    pub makes_folders: bool,
    /// Paths that are never taken, whether they exist or not, and what each is for the user, such as `the
    /// method file`; of a folder, no file in it.
    pub keeps: Vec<(String, PathBuf)>,
}

/// A place for a file that was looked at: a file may come there.
#[derive(Debug)]
pub struct Outlet {
    place: Place,
    /// The file to be replaced.
    old: Option<Stat>,
    /// For the owner alone.
    is_private: bool,
}

impl Outlet {
    /// Looks whether a file may come to `path`. Nothing is made or changed.
    ///
    /// # Errors
    ///
    /// Refuses what is no regular file, also through links; a file that exists, unless `rules` say that it
    /// is replaced and nobody needs it; a place where no file can be.
    pub fn check(path: &Path, rules: &Rules) -> Result<Self, DoorError> {
        Self::at(Place::find(path, rules.makes_folders)?, rules)
    }

    pub(crate) fn at(place: Place, rules: &Rules) -> Result<Self, DoorError> {
        check_kept(&place, rules)?;
        let old = match place.look()? {
            Holds::Nothing => None,
            Holds::File(stat) => {
                check_replaceable(&place, Inode::of(&stat), rules)?;
                Some(stat)
            }
        };
        place.check_directory()?;
        Ok(Self { place, old, is_private: false })
    }

    /// Looks at a place below the folder `top`, as [`Outlet::check`] does.
    ///
    /// # Errors
    ///
    /// As [`Outlet::check`].
    pub fn below(top: &Path, names: &[FileName], rules: &Rules) -> Result<Self, DoorError> {
        Self::at(Place::below(top, names)?, rules)
    }

    /// For a file that holds what is nobody else's business.
    pub(crate) fn private(mut self) -> Self {
        self.is_private = true;
        self
    }

    /// As the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Writes the file: under another name first, made durable, and then renamed.
    ///
    /// # Errors
    ///
    /// Fails as the file system does; then nothing of it stays and what was there is there. If something
    /// appeared at the place since it was looked at, that is left alone, and the error names the file that
    /// holds the result.
    pub fn write(self, bytes: &[u8]) -> Result<PathBuf, DoorError> {
        self.write_with(|file| file.write_all(bytes))
    }

    /// The same with what `write` writes, which need not be in memory as a whole.
    ///
    /// # Errors
    ///
    /// As [`Outlet::write`], and if `write` fails.
    pub fn write_with(
        mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
    ) -> Result<PathBuf, DoorError> {
        let mode = if self.is_private { Mode::RWXU } else { Mode::from_raw_mode(0o777) };
        self.place.make_folders(mode)?;
        let draft = Draft::new(&self.place, &self, write)?;
        match &self.old {
            None => draft.become_new()?,
            Some(old) => draft.replace(Inode::of(old))?,
        }
        self.place.sync_directory()?;
        Ok(self.place.path)
    }

    /// Gives the new file to those who had the old one; else it is as the user's mask says.
    fn hand_over(&self, file: &File) -> rustix::io::Result<()> {
        if let Some(old) = &self.old {
            let owner = rustix::fs::Uid::from_raw(old.st_uid);
            let group = rustix::fs::Gid::from_raw(old.st_gid);
            // Only root may; and what follows comes second, because this takes bits away.
            if rustix::process::geteuid().is_root() {
                rustix::fs::fchown(file, Some(owner), Some(group))?;
            }
            rustix::fs::fchmod(file, Mode::from_raw_mode(old.st_mode & 0o777))?;
        }
        match self.is_private {
            true => rustix::fs::fchmod(file, Mode::RUSR | Mode::WUSR),
            false => Ok(()),
        }
    }
}

/// Whether the place is one that something else needs, under any of its names.
fn check_kept(place: &Place, rules: &Rules) -> Result<(), DoorError> {
    let folder = rustix::fs::fstat(&place.directory).map(|stat| Inode::of(&stat)).ok();
    let file = rustix::fs::statat(&place.directory, &place.name, AtFlags::empty());
    let file = file.map(|stat| Inode::of(&stat)).ok().filter(|_| place.missing.is_empty());
    let is_it = |path: &Path| match Inode::at(path) {
        Some(kept) => Some(kept) == file || Some(kept) == folder,
        // Not there yet: the same name in the same folder.
        None => Place::find(path, true).is_ok_and(|other| {
            let its_folder = rustix::fs::fstat(&other.directory).map(|stat| Inode::of(&stat));
            let names = (&other.missing, &other.name) == (&place.missing, &place.name);
            names && its_folder.ok() == folder
        }),
    };
    match rules.keeps.iter().find(|(_, path)| is_it(path)) {
        Some((what, _)) => {
            let why = format!("it is {what}");
            Err(DoorError::refused(&place.path, why, "name another file"))
        }
        None => Ok(()),
    }
}

fn check_replaceable(place: &Place, inode: Inode, rules: &Rules) -> Result<(), DoorError> {
    let refuse = |why: String, hint: &str| Err(DoorError::refused(&place.path, why, hint));
    if !rules.replaces {
        return refuse(
            "it exists".to_owned(),
            "name a new file, or add --overwrite to replace it",
        );
    }
    if let Some(who) = holder(inode) {
        return refuse(who, "name another file");
    }
    rustix::fs::accessat(&place.directory, &place.name, Access::WRITE_OK, AtFlags::empty())
        .map_err(|errno| DoorError::system("replace", &place.path, errno))
}

/// Looks whether files may come to these places below `top`. Nothing is made or changed.
///
/// # Errors
///
/// As [`Outlet::check`] does for each.
pub fn check_all(top: &Path, files: &[&[FileName]], rules: &Rules) -> Result<(), DoorError> {
    files.iter().try_for_each(|names| Outlet::at(Place::below(top, names)?, rules).map(drop))
}

/// Writes files that belong together below `top`: all places are looked at before the first is written.
/// Folders are made as needed.
///
/// # Errors
///
/// As [`Outlet::check`] does for each, with nothing written; and as [`Outlet::write`] does.
pub fn write_all(
    top: &Path,
    files: &[(Vec<FileName>, Vec<u8>)],
    rules: &Rules,
) -> Result<(), DoorError> {
    let outlets = files.iter().map(|(names, _)| Outlet::at(Place::below(top, names)?, rules));
    let outlets = outlets.collect::<Result<Vec<Outlet>, DoorError>>()?;
    for (outlet, (_, bytes)) in outlets.into_iter().zip(files) {
        outlet.write(bytes)?;
    }
    Ok(())
}

/// A complete file that has not got its name yet; removed unless it gets it.
struct Draft<'a> {
    place: &'a Place,
    name: String,
    is_done: bool,
}

impl<'a> Draft<'a> {
    fn new(
        place: &'a Place,
        outlet: &Outlet,
        write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
    ) -> Result<Self, DoorError> {
        let failed = |error: std::io::Error| DoorError::system("write", &place.path, error);
        let (fd, name) = make_draft(place).map_err(|errno| failed(errno.into()))?;
        let draft = Self { place, name, is_done: false };
        let file = File::from(fd);
        // FAT and others have one mode and owner for all files.
        let _as_it_is = outlet.hand_over(&file);
        let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file);
        write(&mut buffered).map_err(failed)?;
        let file = buffered.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync_all().map_err(failed)?;
        Ok(draft)
    }

    fn rename(&self, taken: Taken) -> rustix::io::Result<()> {
        rename(&self.place.directory, &self.name, &self.place.name, taken)
    }

    fn failed(&self, errno: Errno) -> DoorError {
        DoorError::system("write", &self.place.path, errno)
    }

    /// Leaves the draft, because what was to be its place is taken.
    fn appeared(&mut self) -> DoorError {
        self.is_done = true;
        let kept = self.place.path.with_file_name(&self.name);
        DoorError::Appeared { path: self.place.path.clone(), kept }
    }

    /// Takes a name that nothing has.
    fn become_new(mut self) -> Result<(), DoorError> {
        match self.rename(Taken::Refused) {
            Ok(()) => {
                self.is_done = true;
                Ok(())
            }
            Err(Errno::EXIST) => Err(self.appeared()),
            Err(Errno::INVAL | Errno::NOSYS) => self.become_new_by_link(),
            Err(errno) => Err(self.failed(errno)),
        }
    }

    /// File systems that know only the renaming that replaces (NFS).
    fn become_new_by_link(mut self) -> Result<(), DoorError> {
        let (directory, name) = (&self.place.directory, &self.place.name);
        match rustix::fs::linkat(directory, &self.name, directory, name, AtFlags::empty()) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST) => Err(self.appeared()),
            Err(errno) => Err(self.failed(errno)),
        }
    }

    /// Takes the name of `old`, and looks afterwards whether it was that which it took the name from:
    /// between looking and renaming another file could come there.
    fn replace(mut self, old: Inode) -> Result<(), DoorError> {
        match self.rename(Taken::Exchanged) {
            Ok(()) => {}
            Err(Errno::NOENT) => return self.become_new(),
            Err(Errno::INVAL | Errno::NOSYS) => return self.replace_unseen(old),
            Err(errno) => return Err(self.failed(errno)),
        }
        // What is called like the draft now is what was there.
        if self.inode(&self.name) == Some(old) {
            return Ok(());
        }
        self.rename(Taken::Exchanged).map_err(|errno| self.failed(errno))?;
        Err(self.appeared())
    }

    /// The same where names cannot be exchanged: the look comes right before.
    fn replace_unseen(mut self, old: Inode) -> Result<(), DoorError> {
        let name = self.place.name.to_string_lossy().into_owned();
        if self.inode(&name) != Some(old) {
            return Err(self.appeared());
        }
        self.rename(Taken::Replaced).map_err(|errno| self.failed(errno))?;
        self.is_done = true;
        Ok(())
    }

    fn inode(&self, name: &str) -> Option<Inode> {
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let stat = rustix::fs::statat(&self.place.directory, name, flags).ok()?;
        Some(Inode::of(&stat))
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            let flags = AtFlags::empty();
            let _a_leftover_is_harmless =
                rustix::fs::unlinkat(&self.place.directory, &self.name, flags);
        }
    }
}

/// A new file with a name that nothing else has. Short, so that every file system takes it.
fn make_draft(place: &Place) -> rustix::io::Result<(OwnedFd, String)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let flags =
        OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-{}-{number}.part", std::process::id());
        match rustix::fs::openat(&place.directory, &name, flags, Mode::from_raw_mode(0o666)) {
            Err(Errno::EXIST) => {}
            other => return other.map(|fd| (fd, name)),
        }
    }
}
