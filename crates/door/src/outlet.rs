//! Files for results: checked first, written as a whole at the end.

use iogram_texts::{Sentence, Text, sentence, text};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, AtFlags, FileType, Mode, Stat};

use crate::draft::{Draft, name_all};
use crate::error::DoorError;
use crate::linux::held::{Inode, holder};
use crate::name::FileName;
use crate::place::{Holds, MadeFolders, Place};

/// The changes that a write may make to existing files and directories.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Whether an existing file is replaced.
    pub replaces: bool,
    /// Whether missing directories are made.
    pub makes_folders: bool,
    /// Paths that are never taken, whether they exist or not, and what each is for the user, such as `it is the
    /// method file`; of a folder, no file in it.
    pub keeps: Vec<(Text, PathBuf)>,
}

/// A checked place that can take a file.
#[derive(Debug)]
pub struct Outlet {
    place: Place,
    /// The file to replace.
    old: Option<Stat>,
    /// Whether only the owner gets access.
    is_private: bool,
}

impl Outlet {
    /// Checks that a file can be written to `path`. Makes and changes nothing.
    ///
    /// # Errors
    ///
    /// Refuses anything but a regular file, and links to anything; an existing file, unless `rules` allow replacing
    /// it and nothing uses it; a place that cannot hold a file.
    pub fn check(path: &Path, rules: &Rules) -> Result<Self, DoorError> {
        Self::at(Place::find(path, rules.makes_folders)?, rules)
    }

    pub(crate) fn at(place: Place, rules: &Rules) -> Result<Self, DoorError> {
        check_kept(&place, rules)?;
        let old = match place.look()? {
            Holds::Nothing => None,
            Holds::File(stat) => {
                assert!(place.missing.is_empty(), "a file is in a folder that is not there");
                check_replaceable(&place, Inode::of(&stat), rules)?;
                Some(stat)
            }
        };
        place.check_directory()?;
        Ok(Self { place, old, is_private: false })
    }

    /// Checks a place below the directory `top`, as [`Outlet::check`] does.
    ///
    /// # Errors
    ///
    /// As [`Outlet::check`].
    pub fn below(top: &Path, names: &[FileName], rules: &Rules) -> Result<Self, DoorError> {
        Self::at(Place::below(top, names)?, rules)
    }

    /// For a file with private contents.
    pub(crate) fn private(mut self) -> Self {
        self.is_private = true;
        self
    }

    /// The path as the user typed it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Writes the file under a temporary name, makes it durable, then renames it.
    ///
    /// # Errors
    ///
    /// Fails if the file system does; then nothing of the new file stays, and the old file is intact. If something
    /// appeared at the place after the check, it is left alone, and the error names the file that holds the result.
    pub fn write(self, bytes: &[u8]) -> Result<PathBuf, DoorError> {
        self.write_with(|file| file.write_all(bytes))
    }

    /// The same for contents that `write` produces piece by piece, without holding all of it in memory.
    ///
    /// # Errors
    ///
    /// As [`Outlet::write`], and if `write` fails.
    ///
    /// # Panics
    ///
    /// Panics only on a bug in this program.
    pub fn write_with(
        mut self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
    ) -> Result<PathBuf, DoorError> {
        let folders = self.make_folders()?;
        assert!(self.place.missing.is_empty(), "folders of a file are still to be made");
        name_all(vec![self.draft(write)?])?;
        folders.keep();
        Ok(self.place.path)
    }

    fn make_folders(&mut self) -> Result<MadeFolders, DoorError> {
        let mode = if self.is_private { Mode::RWXU } else { Mode::from_raw_mode(0o777) };
        self.place.make_folders(mode)
    }

    fn draft(
        &self,
        write: impl FnOnce(&mut (dyn Write + Send)) -> std::io::Result<()>,
    ) -> Result<Draft<'_>, DoorError> {
        let old = self.old.as_ref().map(Inode::of);
        Draft::new(&self.place, old, |file| self.hand_over(file), write)
    }

    /// Gives the new file the owner and mode of the old one; a new file gets those of the umask.
    fn hand_over(&self, file: &File) -> rustix::io::Result<()> {
        if let Some(old) = &self.old {
            let kind = FileType::from_raw_mode(old.st_mode);
            assert_eq!(kind, FileType::RegularFile, "a file would replace what is none");
            let owner = rustix::fs::Uid::from_raw(old.st_uid);
            let group = rustix::fs::Gid::from_raw(old.st_gid);
            // Only root may change owners. Do it before chmod, because it clears mode bits.
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

/// Refuses a place that something else needs, under any of its names.
fn check_kept(place: &Place, rules: &Rules) -> Result<(), DoorError> {
    let folder = rustix::fs::fstat(&place.directory).map(|stat| Inode::of(&stat)).ok();
    let file = rustix::fs::statat(&place.directory, &place.name, AtFlags::empty());
    let file = file.map(|stat| Inode::of(&stat)).ok().filter(|_| place.missing.is_empty());
    let is_it = |path: &Path| match Inode::at(path) {
        Some(kept) => Some(kept) == file || Some(kept) == folder,
        // It does not exist yet: compare directory and name.
        None => Place::find(path, true).is_ok_and(|other| {
            let its_folder = rustix::fs::fstat(&other.directory).map(|stat| Inode::of(&stat));
            let names = (&other.missing, &other.name) == (&place.missing, &place.name);
            names && its_folder.ok() == folder
        }),
    };
    match rules.keeps.iter().find(|(_, path)| is_it(path)) {
        Some((why, _)) => {
            Err(DoorError::refused(&place.path, *why, text!("door-name-another-file")))
        }
        None => Ok(()),
    }
}

fn check_replaceable(place: &Place, inode: Inode, rules: &Rules) -> Result<(), DoorError> {
    let refuse = |why: Sentence, hint: Text| Err(DoorError::refused(&place.path, why, hint));
    if !rules.replaces {
        return refuse(
            sentence!("door-exists"),
            text!("door-name-new-file-add-overwrite-replace"),
        );
    }
    if let Some(who) = holder(inode) {
        return refuse(who, text!("door-name-another-file"));
    }
    rustix::fs::accessat(&place.directory, &place.name, Access::WRITE_OK, AtFlags::empty())
        .map_err(|errno| {
            DoorError::system(text!("door-cannot-replace", path), &place.path, errno)
        })
}

/// Checks that files can be written to these places below `top`. Makes and changes nothing.
///
/// # Errors
///
/// As [`Outlet::check`] for each.
pub fn check_all(top: &Path, files: &[&[FileName]], rules: &Rules) -> Result<(), DoorError> {
    files.iter().try_for_each(|names| Outlet::at(Place::below(top, names)?, rules).map(drop))
}

/// Writes a group of files below `top`. Checks all places before it writes the first, and makes missing directories.
///
/// # Errors
///
/// As [`Outlet::check`] for each, with nothing written; and as [`write_together`].
pub fn write_all(
    top: &Path,
    files: &[(Vec<FileName>, Vec<u8>)],
    rules: &Rules,
) -> Result<(), DoorError> {
    let outlets = files.iter().map(|(names, _)| Outlet::below(top, names, rules));
    let outlets = outlets.collect::<Result<Vec<Outlet>, DoorError>>()?;
    let contents = files.iter().map(|(_, bytes)| bytes.as_slice());
    write_together(outlets.into_iter().zip(contents).collect())
}

/// Writes a group of files, all or none. Each is written and made durable before the first is renamed, so a full file
/// system is noticed in time.
///
/// # Errors
///
/// As [`Outlet::write`] for each. The call then removes the files and directories that it made and restores those
/// that it replaced. It leaves alone anything that another process made or wrote meanwhile.
pub fn write_together(files: Vec<(Outlet, &[u8])>) -> Result<(), DoorError> {
    let (mut outlets, contents): (Vec<Outlet>, Vec<&[u8]>) = files.into_iter().unzip();
    let mut folders = MadeFolders::default();
    for outlet in &mut outlets {
        folders.extend(outlet.make_folders()?);
    }
    let drafts = outlets.iter().zip(contents);
    let drafts = drafts.map(|(outlet, bytes)| outlet.draft(|file| file.write_all(bytes)));
    name_all(drafts.collect::<Result<_, DoorError>>()?)?;
    folders.keep();
    Ok(())
}
