//! A name in an open directory: what it holds now, and whether a file can be written there.

use iogram_texts::{Text, text};
use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Access, AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::{is_view, make_unnamed_in};
use crate::linux::held::Inode;
use crate::name::{FileName, assert_one_name};

/// The place of a file.
#[derive(Debug)]
pub(crate) struct Place {
    /// The last existing directory of the path.
    pub(crate) directory: OwnedFd,
    /// Missing directories below it.
    pub(crate) missing: Vec<OsString>,
    pub(crate) name: OsString,
    /// The path as the user typed it.
    pub(crate) path: PathBuf,
}

/// Directories that were made for a file. Dropping this without `keep` removes the empty ones.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct MadeFolders(Vec<(OwnedFd, OsString, Inode)>);

impl MadeFolders {
    /// Appends directories that were made later.
    pub(crate) fn extend(&mut self, mut later: Self) {
        self.0.append(&mut later.0);
    }

    /// Keeps them: their file exists.
    pub(crate) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for (above, name, inode) in self.0.iter().rev() {
            let found = rustix::fs::statat(above, name, AtFlags::SYMLINK_NOFOLLOW);
            if found.is_ok_and(|stat| Inode::of(&stat) == *inode) {
                let _somebody_uses_it = rustix::fs::unlinkat(above, name, AtFlags::REMOVEDIR);
            }
        }
    }
}

/// The current contents of a place.
#[derive(Debug)]
pub(crate) enum Holds {
    Nothing,
    File(Stat),
}

impl Place {
    /// The place that `path` names. With `makes_folders`, its directories may be missing.
    pub(crate) fn find(path: &Path, makes_folders: bool) -> Result<Self, DoorError> {
        let name = file_name(path)?;
        let parent = path.parent().unwrap_or(Path::new("."));
        let (directory, missing) = open_folder(parent, path, makes_folders)?;
        assert_one_name(&name);
        assert!(
            makes_folders || missing.is_empty(),
            "folders would be made that nobody asked for"
        );
        Ok(Self { directory, missing, name, path: path.to_owned() })
    }

    /// The place of `names` (directories, then a file) below `top`. The user named `top`, so it may be reached
    /// through links. Links below it are not followed, because the user did not name them.
    pub(crate) fn below(top: &Path, names: &[FileName]) -> Result<Self, DoorError> {
        if top.as_os_str().is_empty() {
            return Err(no_name(top));
        }
        let (mut directory, mut missing) = open_folder(top, top, true)?;
        let (name, folders) = names.split_last().ok_or_else(|| no_name(top))?;
        let mut path = top.to_owned();
        for folder in folders {
            path.push(folder.as_str());
            if missing.is_empty()
                && let Some(next) = step_into(&directory, folder.as_str().as_ref(), &path)?
            {
                directory = next;
            } else {
                missing.push(folder.as_str().into());
            }
        }
        path.push(name.as_str());
        assert_one_name(name.as_str().as_ref());
        assert!(path.starts_with(top), "a place below {} lies elsewhere", top.display());
        Ok(Self { directory, missing, name: name.as_str().into(), path })
    }

    /// Looks up the current contents.
    ///
    /// # Errors
    ///
    /// Refuses anything but a regular file.
    pub(crate) fn look(&self) -> Result<Holds, DoorError> {
        if !self.missing.is_empty() {
            return Ok(Holds::Nothing);
        }
        let stat =
            match rustix::fs::statat(&self.directory, &self.name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => stat,
                Err(Errno::NOENT) => return Ok(Holds::Nothing),
                Err(Errno::NAMETOOLONG) => {
                    let path = self.path.clone();
                    let (why, hint) = (
                        text!("door-name-too-long"),
                        text!("door-name-shorter-most-255-bytes"),
                    );
                    return Err(DoorError::NoFile { path, why, hint });
                }
                Err(errno) => {
                    return Err(DoorError::system(
                        text!("door-cannot-look", path),
                        &self.path,
                        errno,
                    ));
                }
            };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Ok(Holds::File(stat)),
            FileType::Symlink => Err(self.refuse_link()),
            FileType::Directory => Err(DoorError::NoFile {
                path: self.path.clone(),
                why: text!("door-directory"),
                hint: text!("door-name-file"),
            }),
            kind => Err(self.refuse(it_is(kind))),
        }
    }

    fn refuse(&self, why: Text) -> DoorError {
        DoorError::refused(&self.path, why, text!("door-name-new-file-instead"))
    }

    fn refuse_link(&self) -> DoorError {
        let target = rustix::fs::statat(&self.directory, &self.name, AtFlags::empty());
        let target = target.map(|stat: Stat| FileType::from_raw_mode(stat.st_mode));
        match target {
            Ok(FileType::RegularFile) => DoorError::refused(
                &self.path,
                text!("door-link-file"),
                text!("door-name-file-itself-new"),
            ),
            Ok(kind) => self.refuse(it_links_to(kind)),
            Err(_) => self.refuse(text!("door-link-nothing")),
        }
    }

    /// Checks that the directory accepts new files.
    pub(crate) fn check_directory(&self) -> Result<(), DoorError> {
        let failed = |errno: Errno| {
            DoorError::system(text!("door-cannot-write", path), &self.path, errno)
        };
        if is_view(&self.directory).map_err(failed)? {
            return Err(DoorError::refused(
                &self.path,
                text!("door-lies-among-devices-settings-kernel-where"),
                text!("door-name-file-directory-own"),
            ));
        }
        let access = Access::WRITE_OK | Access::EXEC_OK;
        rustix::fs::accessat(&self.directory, ".", access, AtFlags::empty()).map_err(failed)?;
        // Only creating a file reveals quotas, immutable directories and full file systems. This one has no name.
        match make_unnamed_in(&self.directory) {
            // The file system has no unnamed files.
            Ok(_) | Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOENT) => {
                Ok(())
            }
            Err(errno) => Err(failed(errno)),
        }
    }

    /// Makes the missing directories. On an error, removes those that it made.
    pub(crate) fn make_folders(&mut self, mode: Mode) -> Result<MadeFolders, DoorError> {
        let mut made = MadeFolders::default();
        for folder in std::mem::take(&mut self.missing) {
            assert_one_name(&folder);
            let is_new = match rustix::fs::mkdirat(&self.directory, &folder, mode) {
                Ok(()) => true,
                Err(Errno::EXIST) => false,
                Err(errno) => {
                    return Err(DoorError::system(
                        text!("door-cannot-make-folders", path),
                        &self.path,
                        errno,
                    ));
                }
            };
            let next = step_into(&self.directory, &folder, &self.path)?.ok_or_else(|| {
                DoorError::system(
                    text!("door-cannot-open-folders", path),
                    &self.path,
                    Errno::NOENT,
                )
            })?;
            let above = std::mem::replace(&mut self.directory, next);
            if is_new && let Ok(stat) = rustix::fs::fstat(&self.directory) {
                made.0.push((above, folder, Inode::of(&stat)));
            }
        }
        Ok(made)
    }

    /// Makes the directory entries durable.
    pub(crate) fn sync_directory(&self) -> Result<(), DoorError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let failed = |errno| {
            DoorError::system(text!("door-cannot-make-durable", path), &self.path, errno)
        };
        let opened = rustix::fs::openat(&self.directory, ".", flags, Mode::empty());
        match opened {
            // The directory accepts files but cannot be listed.
            Err(Errno::ACCESS) => Ok(()),
            opened => match rustix::fs::fsync(opened.map_err(failed)?) {
                // The file system cannot sync directories.
                Ok(()) | Err(Errno::INVAL) => Ok(()),
                Err(errno) => Err(failed(errno)),
            },
        }
    }
}

const fn it_is(kind: FileType) -> Text {
    match kind {
        FileType::RegularFile => text!("door-file"),
        FileType::Directory => text!("door-directory"),
        FileType::BlockDevice => text!("door-block-device"),
        FileType::CharacterDevice => text!("door-character-device"),
        FileType::Fifo => text!("door-pipe"),
        FileType::Socket => text!("door-socket"),
        FileType::Symlink => text!("door-link"),
        FileType::Unknown => text!("door-something-unknown"),
    }
}

const fn it_links_to(kind: FileType) -> Text {
    match kind {
        FileType::RegularFile => text!("door-link-file"),
        FileType::Directory => text!("door-link-directory"),
        FileType::BlockDevice => text!("door-link-block-device"),
        FileType::CharacterDevice => text!("door-link-character-device"),
        FileType::Fifo => text!("door-link-pipe"),
        FileType::Socket => text!("door-link-socket"),
        FileType::Symlink => text!("door-link-link"),
        FileType::Unknown => text!("door-link-something-unknown"),
    }
}

fn no_name(path: &Path) -> DoorError {
    let (why, hint) = (text!("door-names-no-file"), text!("door-name-file-result-json"));
    DoorError::NoFile { path: path.to_owned(), why, hint }
}

/// The file name at the end of a path.
pub(crate) fn file_name(path: &Path) -> Result<OsString, DoorError> {
    let bytes = path.as_os_str().as_encoded_bytes();
    if bytes.ends_with(b"/") || bytes.ends_with(b"/.") {
        return Err(no_name(path));
    }
    path.file_name().map(ToOwned::to_owned).ok_or_else(|| no_name(path))
}

pub(crate) fn open_path(path: &Path) -> rustix::io::Result<OwnedFd> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    rustix::fs::open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
}

/// Opens the last existing directory of `folder`; also returns the missing ones below it.
fn open_folder(
    folder: &Path,
    shown: &Path,
    makes_folders: bool,
) -> Result<(OwnedFd, Vec<OsString>), DoorError> {
    let mut missing = Vec::new();
    let mut at = folder;
    loop {
        match open_path(at) {
            Ok(directory) => {
                missing.reverse();
                return Ok((directory, missing));
            }
            Err(Errno::NOENT) if makes_folders && rustix::fs::lstat(at).is_err() => {}
            Err(Errno::NOENT) => {
                let (why, hint) = (
                    text!("door-directory-not-exist"),
                    text!("door-check-spelling-make-directory-first"),
                );
                return Err(DoorError::NoFile { path: shown.to_owned(), why, hint });
            }
            Err(Errno::NOTDIR) => {
                let (why, hint) =
                    (text!("door-should-directory-none"), text!("door-name-another-place"));
                return Err(DoorError::NoFile { path: shown.to_owned(), why, hint });
            }
            Err(errno) => {
                return Err(DoorError::system(text!("door-cannot-write", path), shown, errno));
            }
        }
        // Rejects `missing/../x`: a missing directory has no parent.
        let Some(Component::Normal(name)) = at.components().next_back() else {
            return Err(no_name(shown));
        };
        missing.push(name.to_owned());
        at = at.parent().unwrap_or(Path::new("."));
    }
}

/// Opens the directory `name` in `directory`, but not through a link; `None` if there is none.
pub(crate) fn step_into(
    directory: &OwnedFd,
    name: &OsStr,
    shown: &Path,
) -> Result<Option<OwnedFd>, DoorError> {
    assert_one_name(name);
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match rustix::fs::openat(directory, name, flags, Mode::empty()) {
        Ok(next) => Ok(Some(next)),
        Err(Errno::NOENT) => Ok(None),
        Err(Errno::LOOP | Errno::NOTDIR) => Err(DoorError::refused(
            shown,
            text!("door-something-no-folder-name-link"),
            text!("door-name-new-directory"),
        )),
        Err(errno) => Err(DoorError::system(text!("door-cannot-open", path), shown, errno)),
    }
}
