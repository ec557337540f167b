//! Resolves paths to the program's own files step by step, and through no link that another user made.
//!
//! The owner of a link decides where it leads. If root follows a link of another user, root writes where that user
//! likes.

use iogram_texts::{Text, text};
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::error::DoorError;
use crate::linux::files::path_of;
use crate::name::assert_one_name;
use crate::place::{Place, file_name};

/// Most links on one path, as in the kernel: `MAXSYMLINKS` of Linux 6.12, `include/linux/namei.h`.
const LINKS_MAX: usize = 40;

/// Whether the owner is this user or root.
pub(crate) fn is_trusted(stat: &Stat) -> bool {
    stat.st_uid == 0 || is_own(stat)
}

/// Whether this user is the owner.
pub(crate) fn is_own(stat: &Stat) -> bool {
    stat.st_uid == rustix::process::geteuid().as_raw()
}

/// Refuses what another user owns. `why` says it.
pub(crate) fn check_owner(path: &Path, stat: &Stat, why: Text) -> Result<(), DoorError> {
    match is_trusted(stat) {
        true => Ok(()),
        false => Err(DoorError::refused(path, why, text!("door-name-place-own"))),
    }
}

const LINK: Text = text!("door-link-way-another-user");

/// The remaining names of a path, the next one last, and the position where the names of a link begin.
struct Steps {
    left: Vec<OsString>,
    /// Names at this index and above come from a link.
    of_link_from: usize,
    links: usize,
}

impl Steps {
    fn of(path: &Path) -> Self {
        let mut steps = Self { left: Vec::new(), of_link_from: usize::MAX, links: 0 };
        steps.push(path);
        steps
    }

    fn push(&mut self, path: &Path) {
        let names = path.components().rev().filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_owned()),
            Component::ParentDir => Some("..".into()),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
        });
        self.left.extend(names);
    }

    /// Continues at the target of a link. The link's own name is already taken off.
    fn follow(&mut self, target: &Path) -> bool {
        self.links += 1;
        self.of_link_from = self.of_link_from.min(self.left.len());
        self.push(target);
        assert!(
            self.of_link_from <= self.left.len(),
            "a link's part of a way begins behind it"
        );
        self.links <= LINKS_MAX
    }

    fn next(&mut self) -> Option<(OsString, bool)> {
        let name = self.left.pop()?;
        let is_of_link = self.left.len() >= self.of_link_from;
        if !is_of_link {
            self.of_link_from = usize::MAX;
        }
        Some((name, is_of_link))
    }
}

/// Opens the first directory of a path.
fn open_start(path: &Path) -> rustix::io::Result<OwnedFd> {
    let start = if path.has_root() { "/" } else { "." };
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(start, flags, Mode::empty())
}

/// Opens the last existing directory of `folder`; also returns the missing names below it.
///
/// # Errors
///
/// Refuses a link of another user; fails if a component is not a directory, or if the file system does.
pub(crate) fn open_folder(
    folder: &Path,
    shown: &Path,
) -> Result<(OwnedFd, Vec<OsString>), DoorError> {
    let failed =
        |errno: Errno| DoorError::system(text!("door-cannot-look", path), shown, errno);
    let no_file = |why, hint| DoorError::NoFile { path: shown.to_owned(), why, hint };
    let mut steps = Steps::of(folder);
    let mut directory = open_start(folder).map_err(failed)?;
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    while let Some((name, is_of_link)) = steps.next() {
        let found = match rustix::fs::openat(&directory, &name, flags, Mode::empty()) {
            Err(Errno::NOENT) if is_of_link => {
                let hint = text!("door-check-spelling-make-directory-first");
                return Err(no_file(text!("door-directory-not-exist"), hint));
            }
            Err(Errno::NOENT) => {
                steps.left.push(name);
                steps.left.reverse();
                // A missing directory has no parent.
                return match steps.left.iter().any(|name| name == "..") {
                    true => Err(no_file(
                        text!("door-directory-not-exist"),
                        text!("door-check-spelling"),
                    )),
                    false => Ok((directory, steps.left)),
                };
            }
            found => found.map_err(failed)?,
        };
        let stat = rustix::fs::fstat(&found).map_err(failed)?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory => directory = found,
            FileType::Symlink => {
                check_owner(shown, &stat, LINK)?;
                let target = rustix::fs::readlinkat(&found, "", Vec::new()).map_err(failed)?;
                let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                if target.has_root() {
                    directory = open_start(&target).map_err(failed)?;
                }
                if !steps.follow(&target) {
                    return Err(failed(Errno::LOOP));
                }
            }
            _ => {
                let why = text!("door-should-directory-none");
                return Err(no_file(why, text!("door-name-another-place")));
            }
        }
    }
    Ok((directory, Vec::new()))
}

impl Place {
    /// The place of one of the program's own files; its directories may be missing. Does not follow a link at the
    /// file itself.
    pub(crate) fn find_own(path: &Path) -> Result<Self, DoorError> {
        let name = file_name(path)?;
        let parent = path.parent().unwrap_or(Path::new("."));
        let (directory, missing) = open_folder(parent, path)?;
        assert_one_name(&name);
        missing.iter().for_each(|folder| assert_one_name(folder));
        Ok(Self { directory, missing, name, path: path.to_owned() })
    }

    /// The same, but follows links at the file itself.
    pub(crate) fn find_own_through_links(path: &Path) -> Result<Self, DoorError> {
        let to_nothing = || {
            DoorError::refused(path, text!("door-link-nothing"), text!("door-name-new-file"))
        };
        let mut place = Self::find_own(path)?;
        for links in 0..=LINKS_MAX {
            let failed =
                |errno: Errno| DoorError::system(text!("door-cannot-look", path), path, errno);
            if !place.missing.is_empty() {
                break;
            }
            let flags = AtFlags::SYMLINK_NOFOLLOW;
            let stat = match rustix::fs::statat(&place.directory, &place.name, flags) {
                Err(Errno::NOENT) if links > 0 => return Err(to_nothing()),
                // The caller's `look` reports the error.
                Err(_) => return Ok(place),
                Ok(stat) => stat,
            };
            if FileType::from_raw_mode(stat.st_mode) != FileType::Symlink {
                return Ok(place);
            }
            check_owner(path, &stat, LINK)?;
            let target = rustix::fs::readlinkat(&place.directory, &place.name, Vec::new());
            let target = target.map_err(failed)?;
            let target = Path::new(std::ffi::OsStr::from_bytes(target.as_bytes()));
            // The kernel's path of an open directory has no links.
            let folder = path_of(&place.directory).map_err(|error| {
                DoorError::system(text!("door-cannot-look", path), path, error)
            })?;
            place = Self::find_own(&folder.join(target))?;
            if !place.missing.is_empty() {
                return Err(to_nothing());
            }
            if links == LINKS_MAX {
                return Err(to_nothing());
            }
        }
        Ok(place)
    }
}
