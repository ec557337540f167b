//! Permission to destroy data, as a value.
//!
//! Only this module creates a [`DestructionPermit`], and nothing is opened for writing without one. It identifies one
//! file or device by the kernel's identity, not by a path, which may lead elsewhere later.
//!
//! Permitted are: a file that iogram made, a file without data, a file with data whose name the user typed, an unused
//! device whose serial number the user typed (or a substitute, see [`crate::linux::typed_name`]), and an unused,
//! empty loop or zram device (see [`crate::linux::scratch`]). There is no other way, and no option bypasses this one.

use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use iogram_model::{Bytes, Sentence, Text, sentence, text};
use rustix::fs::FileType;

use crate::claim::{Claim, check_seen, claim};
use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::linux::file_users::check_file_users;
use crate::linux::needed::ProtectedPath;
use crate::open_mode::{OpenMode, reopen};
use crate::refusal::{DriveSummary, Refusal, file_name};
use crate::resolve::fd_holds_data;
use iogram_inspect::backing::FileKey;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::filesystem::number_of_node;
use iogram_inspect::sysfs::SysRoot;

/// Proof that destroying the data of one file or device was allowed.
#[derive(Debug)]
pub struct DestructionPermit {
    path: PathBuf,
    subject: Subject,
    /// The examined file or device, held open: while this lives, nobody can claim the device, and the file's number
    /// is not reused. `None` for a new file, which its maker holds open.
    held: Option<OwnedFd>,
}

#[derive(Debug)]
enum Subject {
    File(FileIdentity),
    Device(DeviceIdentity, Contents),
}

/// The identity of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    key: FileKey,
    /// Whether the user allowed the destruction of its contents.
    may_hold_data: bool,
}

/// Permits writes to a new file: it must be empty.
pub(crate) fn permit_new_file(
    fd: &OwnedFd,
    path: &Path,
) -> Result<DestructionPermit, DeviceError> {
    let (identity, size) = identify_file(fd, path, false)?;
    if size != 0 {
        return Err(Refusal::HoldsData { path: path.to_owned() }.into());
    }
    Ok(DestructionPermit {
        path: path.to_owned(),
        subject: Subject::File(identity),
        held: None,
    })
}

/// Permits writes to an existing file: one without data, or one whose name was typed, either its last part or `path`
/// itself.
///
/// # Errors
///
/// [`DeviceError::Refused`] for a file with data whose name was not typed, and for a file that the kernel swaps to or
/// that backs a loop device; fails if the file may not be read.
pub fn permit_file(
    root: &SysRoot,
    path: &Path,
    typed_name: Option<&str>,
) -> Result<DestructionPermit, DeviceError> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let fd = rustix::fs::open(path, flags, rustix::fs::Mode::empty())
        .map_err(|errno| DeviceError::system(text!("device-cannot-open", path), path, errno))?;
    let holds_data = fd_holds_data(&fd);
    let (identity, _) = identify_file(&fd, path, holds_data)?;
    check_file_users(root, path, &fd, identity.key)?;
    if holds_data {
        let typed = typed_name.ok_or_else(|| Refusal::HoldsData { path: path.to_owned() })?;
        if typed != file_name(path) && Path::new(typed) != path {
            let typed = typed.to_owned();
            return Err(Refusal::WrongName { path: path.to_owned(), typed }.into());
        }
    }
    let (path, subject) = (path.to_owned(), Subject::File(identity));
    Ok(DestructionPermit { path, subject, held: Some(fd) })
}

fn identify_file(
    fd: &OwnedFd,
    path: &Path,
    may_hold_data: bool,
) -> Result<(FileIdentity, u64), DeviceError> {
    let stat = rustix::fs::fstat(fd)
        .map_err(|errno| DeviceError::system(text!("device-cannot-look", path), path, errno))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: sentence!("device-not-file"),
            hint: Sentence::default(),
        });
    }
    let identity = FileIdentity { key: FileKey::of(&stat), may_hold_data };
    Ok((identity, u64::try_from(stat.st_size).unwrap_or(u64::MAX)))
}

/// Permits writes to an unused whole device, if `typed` names it. Opens it for reading only and changes nothing.
/// `needed` lists the places that this run must not destroy.
///
/// # Errors
///
/// [`DeviceError::Refused`] with every obstacle, or with the text to type; fails if the device or one of the kernel's
/// tables cannot be read.
pub fn permit_device(
    root: &SysRoot,
    path: &Path,
    typed: Option<&str>,
    needed: &[ProtectedPath],
) -> Result<DestructionPermit, DeviceError> {
    let mut claim = claim(root, path, needed)?;
    claim.look_for_data(root)?;
    let is_scratch = matches!(claim.facts.kind, DriveKind::Loop | DriveKind::Zram)
        && claim.contents.is_empty();
    match typed {
        Some(typed) if claim.typed_name.is(typed) => {}
        Some(typed) => {
            let (typed, shown) = (typed.to_owned(), Box::new(shown(claim)));
            return Err(Refusal::OtherConfirmed { shown, typed }.into());
        }
        None if is_scratch => {}
        None => return Err(Refusal::NotConfirmed(Box::new(shown(claim))).into()),
    }
    let subject = Subject::Device(claim.identity, claim.contents);
    Ok(DestructionPermit { path: claim.path, subject, held: Some(claim.fd) })
}

fn shown(claim: Claim) -> DriveSummary {
    let model = claim.facts.model.map(|model| format!(", {model}")).unwrap_or_default();
    DriveSummary {
        name: claim.facts.name,
        drive: claim.facts.drive + &model,
        capacity: claim.identity.capacity,
        identity: claim.identity,
        contents: claim.contents,
        typed_name: claim.typed_name,
    }
}

impl DestructionPermit {
    /// The path as the user gave it; for an unnamed file its directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compares an open file with the permitted one.
    pub(crate) fn check_file(&self, fd: &OwnedFd) -> Result<(), DeviceError> {
        let changed =
            |what: Text| Refusal::Changed { path: self.path.clone(), what: what.into() };
        let Subject::File(permitted) = self.subject else {
            return Err(changed(text!("device-device-permitted")).into());
        };
        let (found, _) = identify_file(fd, &self.path, permitted.may_hold_data)?;
        let is_there =
            |key| rustix::fs::stat(&self.path).is_ok_and(|it| FileKey::of(&it) == key);
        // The user named a path, so the path has to lead to the same file.
        if found != permitted || self.held.is_some() && !is_there(permitted.key) {
            return Err(changed(text!("device-another-file")).into());
        }
        if !permitted.may_hold_data && fd_holds_data(fd) {
            return Err(changed(text!("device-holds-data-now")).into());
        }
        Ok(())
    }

    /// Opens the existing permitted file for writing, if nobody else uses it now; `None` for a new file, which its
    /// maker has open, and for a device.
    pub(crate) fn open_file(&self) -> Result<Option<OwnedFd>, DeviceError> {
        let (Subject::File(permitted), Some(held)) = (&self.subject, &self.held) else {
            return Ok(None);
        };
        check_file_users(&SysRoot::default(), &self.path, held, permitted.key)?;
        // Through its descriptor, which refers to the same file whatever happens to the path.
        let mode = OpenMode { is_writable: true, is_direct: false };
        reopen(held.as_fd(), mode).map(Some).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open-writing", path), &self.path, errno)
        })
    }

    /// The identity of the permitted file or device, in words that are the same for the same one and for no other.
    #[must_use]
    pub fn mark(&self) -> String {
        match &self.subject {
            Subject::File(identity) => identity.key.to_string(),
            Subject::Device(identity, _) => identity.to_string(),
        }
    }

    /// Refuses if it is another file or device than the one seen before; `None` means that nothing was seen.
    ///
    /// # Errors
    ///
    /// [`DeviceError::Refused`] with the difference.
    pub fn check_seen(&self, seen: Option<&str>) -> Result<(), DeviceError> {
        check_seen(&self.path, &self.mark(), seen)
    }

    /// The descriptor that claims the device.
    pub(crate) fn claim_fd(&self) -> Result<BorrowedFd<'_>, DeviceError> {
        let what = sentence!("device-file-permitted");
        let changed = || Refusal::Changed { path: self.path.clone(), what };
        match (&self.subject, &self.held) {
            (Subject::Device(..), Some(fd)) => Ok(fd.as_fd()),
            _ => Err(changed().into()),
        }
    }

    /// Bytes of the device; 0 for a file, whose size is set later.
    pub(crate) fn capacity(&self) -> Bytes {
        match &self.subject {
            Subject::File(_) => Bytes(0),
            Subject::Device(identity, _) => identity.capacity,
        }
    }

    /// The contents recognised on the device at the time of the permit; `None` for a file.
    #[must_use]
    pub fn contents(&self) -> Option<&Contents> {
        match &self.subject {
            Subject::File(_) => None,
            Subject::Device(_, contents) => Some(contents),
        }
    }

    /// Compares an open device with the permitted one.
    pub(crate) fn check_device(&self, fd: &OwnedFd) -> Result<DeviceIdentity, DeviceError> {
        let changed = |what: Sentence| Refusal::Changed { path: self.path.clone(), what };
        let Subject::Device(permitted, contents) = &self.subject else {
            return Err(changed(sentence!("device-file-permitted")).into());
        };
        // The user named a path, so the path has to lead to the same device.
        if number_of_node(&self.path) != Some(permitted.number) {
            return Err(changed(sentence!("device-path-leads-elsewhere")).into());
        }
        let found = DeviceIdentity::read(fd, &self.path)?;
        if found != *permitted {
            return Err(
                changed(sentence!("device-instead-found-permitted", found, permitted)).into()
            );
        }
        let held = found.read_contents(fd, &self.path)?;
        if !held.is_as(contents) {
            let (now, before) = (held.summary(), contents.summary());
            return Err(changed(sentence!("device-before", now, before)).into());
        }
        Ok(found)
    }
}
