//! Permission to destroy data, as a value.
//!
//! A [`DestructionPermit`] is made here and nowhere else, and nothing is opened for writing without
//! one. It names one file or device by what the kernel calls it, not by a path, which may come to mean
//! something else.
//!
//! Permitted are: a file that iogram made, a file without data, a file with data whose name the user
//! typed, a device that nothing uses and whose serial number the user typed (or what stands for one,
//! see [`crate::typed_name`]), and a loop or zram device that nothing uses and that holds nothing
//! recognised. There is no other way, and no option that leads around this one.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::block_device::DeviceIdentity;
use crate::claim::{Claim, claim};
use crate::contents::Contents;
use crate::error::DeviceError;
use crate::holds::{loop_files, swap_paths};
use crate::identity::{DeviceNumber, DriveKind};
use crate::needed::Needed;
use crate::refusal::{Refusal, Shown, file_name};
use crate::resolve::fd_holds_data;
use crate::sysfs::SysRoot;

/// Proof that destroying the data of one file or device was allowed.
#[derive(Debug, PartialEq, Eq)]
pub struct DestructionPermit {
    path: PathBuf,
    subject: Subject,
}

#[derive(Debug, PartialEq, Eq)]
enum Subject {
    File(FileIdentity),
    Device(DeviceIdentity, Contents),
}

/// What makes a file this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    file_system: DeviceNumber,
    inode: u64,
    /// Whether the user allowed to destroy what it holds.
    may_hold_data: bool,
}

/// Permits writing to a file that was just made: it must be empty.
pub(crate) fn permit_new_file(
    fd: &OwnedFd,
    path: &Path,
) -> Result<DestructionPermit, DeviceError> {
    let (identity, size) = identify_file(fd, path, false)?;
    if size != 0 {
        return Err(Refusal::HoldsData { path: path.to_owned() }.into());
    }
    Ok(DestructionPermit { path: path.to_owned(), subject: Subject::File(identity) })
}

/// Permits writing to a file that exists: one without data, or one whose name was typed, either as its
/// last part or as `path` itself.
///
/// # Errors
///
/// [`DeviceError::Refused`] for a file with data whose name was not typed, and for a file that the
/// kernel swaps to or that a loop device shows; fails if the file may not be read.
pub fn permit_file(
    root: &SysRoot,
    path: &Path,
    typed_name: Option<&str>,
) -> Result<DestructionPermit, DeviceError> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let fd = rustix::fs::open(path, flags, rustix::fs::Mode::empty())
        .map_err(|errno| DeviceError::system("open", path, errno))?;
    let holds_data = fd_holds_data(&fd);
    let (identity, _) = identify_file(&fd, path, holds_data)?;
    if let Some(user) = find_user(root, identity)? {
        return Err(Refusal::FileInUse { path: path.to_owned(), user }.into());
    }
    if holds_data {
        let typed = typed_name.ok_or_else(|| Refusal::HoldsData { path: path.to_owned() })?;
        if typed != file_name(path) && Path::new(typed) != path {
            let typed = typed.to_owned();
            return Err(Refusal::WrongName { path: path.to_owned(), typed }.into());
        }
    }
    Ok(DestructionPermit { path: path.to_owned(), subject: Subject::File(identity) })
}

fn identify_file(
    fd: &OwnedFd,
    path: &Path,
    may_hold_data: bool,
) -> Result<(FileIdentity, u64), DeviceError> {
    let stat =
        rustix::fs::fstat(fd).map_err(|errno| DeviceError::system("look at", path, errno))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: "it is not a file".to_owned(),
            hint: String::new(),
        });
    }
    let identity = FileIdentity {
        file_system: DeviceNumber::from_raw(stat.st_dev),
        inode: stat.st_ino,
        may_hold_data,
    };
    Ok((identity, u64::try_from(stat.st_size).unwrap_or(u64::MAX)))
}

/// Who in the kernel uses the file's blocks: swap or a loop device.
fn find_user(root: &SysRoot, file: FileIdentity) -> Result<Option<String>, DeviceError> {
    let is_it = |path: &Path| {
        rustix::fs::stat(path).is_ok_and(|stat| {
            stat.st_ino == file.inode && DeviceNumber::from_raw(stat.st_dev) == file.file_system
        })
    };
    if swap_paths(root)?.iter().any(|path| is_it(Path::new(path))) {
        return Ok(Some("swap".to_owned()));
    }
    let user = loop_files(root)?.into_iter().find(|(_, path)| is_it(path));
    Ok(user.map(|(user, _)| user))
}

/// Permits writing to a whole device that nothing uses, if `typed` names it. Opens it only for reading
/// and alters nothing. `needed` is what this run must not destroy.
///
/// # Errors
///
/// [`DeviceError::Refused`] with everything that stands in the way, or with what has to be typed; fails
/// if the device or one of the kernel's tables cannot be read.
pub fn permit_device(
    root: &SysRoot,
    path: &Path,
    typed: Option<&str>,
    needed: &[Needed],
) -> Result<DestructionPermit, DeviceError> {
    let claim = claim(root, path, needed)?;
    let is_scratch = matches!(claim.facts.kind, DriveKind::Loop | DriveKind::Zram)
        && claim.contents.is_empty();
    match typed {
        Some(typed) if typed == claim.typed_name.text => {}
        Some(typed) => {
            let (typed, shown) = (typed.to_owned(), Box::new(shown(claim)));
            return Err(Refusal::OtherConfirmed { shown, typed }.into());
        }
        None if is_scratch => {}
        None => return Err(Refusal::NotConfirmed(Box::new(shown(claim))).into()),
    }
    let subject = Subject::Device(claim.identity, claim.contents);
    Ok(DestructionPermit { path: claim.path, subject })
}

fn shown(claim: Claim) -> Shown {
    let model = claim.facts.model.map(|model| format!(", {model}")).unwrap_or_default();
    Shown {
        name: claim.facts.name,
        drive: claim.facts.drive + &model,
        capacity: claim.identity.capacity,
        contents: claim.contents,
        typed_name: claim.typed_name,
    }
}

impl DestructionPermit {
    /// As the user named it; for an unnamed file its directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compares an open file with the one that was permitted.
    pub(crate) fn check_file(&self, fd: &OwnedFd) -> Result<(), DeviceError> {
        let changed =
            |what: &str| Refusal::Changed { path: self.path.clone(), what: what.to_owned() };
        let Subject::File(permitted) = self.subject else {
            return Err(changed("a device was permitted").into());
        };
        let (found, _) = identify_file(fd, &self.path, permitted.may_hold_data)?;
        if found != permitted {
            return Err(changed("another file").into());
        }
        if !permitted.may_hold_data && fd_holds_data(fd) {
            return Err(changed("it holds data now").into());
        }
        Ok(())
    }

    /// What was recognised on the device when it was permitted; `None` for a file.
    #[must_use]
    pub fn contents(&self) -> Option<&Contents> {
        match &self.subject {
            Subject::File(_) => None,
            Subject::Device(_, contents) => Some(contents),
        }
    }

    /// Compares an open device with the one that was permitted.
    pub(crate) fn check_device(&self, fd: &OwnedFd) -> Result<DeviceIdentity, DeviceError> {
        let changed = |what: String| Refusal::Changed { path: self.path.clone(), what };
        let Subject::Device(permitted, contents) = &self.subject else {
            return Err(changed("a file was permitted".to_owned()).into());
        };
        let found = DeviceIdentity::read(fd, &self.path)?;
        if found != *permitted {
            return Err(changed(format!("{found} instead of {permitted}")).into());
        }
        let held = found.read_contents(fd, &self.path)?;
        if held != *contents {
            let (now, before) = (held.summary(), contents.summary());
            return Err(changed(format!("on it: {now}; before: {before}")).into());
        }
        Ok(found)
    }
}
