//! Claims an unused block device for this process alone and reads its contents, without changing anything.
//!
//! Every way to write to a device begins here: destroying, borrowing, putting back. Must not decide whether the
//! contents may be destroyed.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use iogram_model::{sentence, text};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::linux::find_contents::read_contents;
use crate::linux::holds::{BlockingUse, find_blocking_uses};
use crate::linux::needed::ProtectedPath;
use crate::linux::typed_name::{TypedName, find_typed_name};
use crate::linux::unseen::find_unseen;
use crate::refusal::Refusal;
use crate::tombstone::{Tombstone, find_tombstone};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::identity::{DeviceFacts, find_facts, name_of};
use iogram_inspect::sysfs::SysRoot;

/// A device that nothing else uses while this lives.
#[derive(Debug)]
pub(crate) struct Claim {
    /// Open for reading, exclusively: any attempt to mount it meanwhile fails.
    pub(crate) fd: OwnedFd,
    pub(crate) path: PathBuf,
    pub(crate) identity: DeviceIdentity,
    pub(crate) facts: DeviceFacts,
    pub(crate) contents: Contents,
    pub(crate) typed_name: TypedName,
}

/// Claims the whole device at `path`. `needed` lists the places that this run must not destroy.
///
/// # Errors
///
/// [`DeviceError::Refused`] with every obstacle; fails if the device or one of the kernel's tables cannot be read.
pub(crate) fn claim(
    root: &SysRoot,
    path: &Path,
    needed: &[ProtectedPath],
) -> Result<Claim, DeviceError> {
    let claim = claim_to_put_back(root, path, needed)?;
    let file = std::fs::File::from(claim.fd.try_clone().map_err(|source| {
        DeviceError::system(text!("device-cannot-read", path), path, source)
    })?);
    let read = |offset, sector: &mut [u8; 512]| {
        std::os::unix::fs::FileExt::read_exact_at(&file, sector, offset).is_ok()
    };
    match find_tombstone(claim.identity.capacity.0, &claim.contents, read) {
        None => Ok(claim),
        Some(Tombstone { journal, .. }) => {
            let (name, holds) = (claim.facts.name, vec![BlockingUse::Marked { journal }]);
            Err(Refusal::Held { name, holds }.into())
        }
    }
}

/// As [`claim`], for a device that may still be borrowed.
///
/// # Errors
///
/// As [`claim`].
pub(crate) fn claim_to_put_back(
    root: &SysRoot,
    path: &Path,
    needed: &[ProtectedPath],
) -> Result<Claim, DeviceError> {
    let stat = rustix::fs::stat(path)
        .map_err(|errno| DeviceError::system(text!("device-cannot-look", path), path, errno))?;
    let number = DeviceNumber::from_raw(stat.st_rdev);
    let is_block = FileType::from_raw_mode(stat.st_mode).is_block_device();
    let known = root.block_dir(number).zip(find_facts(root, number)).filter(|_| is_block);
    let (dir, facts) = known.ok_or_else(|| DeviceError::NotATarget {
        name: path.display().to_string(),
        why: sentence!("device-not-block-device-kernel-knows"),
        hint: sentence!("device-lsblk-lists-devices"),
    })?;
    let name = name_of(&dir);
    let held = |holds: Vec<BlockingUse>| {
        DeviceError::from(Refusal::Held { name: name.clone(), holds })
    };
    let holds = find_blocking_uses(root, &dir, needed)?;
    if !holds.is_empty() {
        return Err(held(holds));
    }
    // Exclusive, to detect users that no table lists; not for writing, because udev would notice that.
    let fd = match open_exclusively(path) {
        Ok(fd) => fd,
        Err(Errno::BUSY) => return Err(held(vec![BlockingUse::Busy])),
        Err(errno) => {
            return Err(DeviceError::system(text!("device-cannot-open", path), path, errno));
        }
    };
    let identity = DeviceIdentity::read(&fd, path)?;
    if identity.number != number {
        let what = sentence!("device-device-instead", found = identity.number, number);
        return Err(Refusal::Changed { path: path.to_owned(), what }.into());
    }
    // Finds uses that began between the check and the claim: a claim does not stop programs that open the device
    // without one.
    let holds = find_blocking_uses(root, &dir, needed)?;
    if !holds.is_empty() {
        return Err(held(holds));
    }
    let contents = read_contents(&fd, path, &dir, identity.capacity)?;
    let members = contents.memberships(&name);
    if !members.is_empty() {
        let member = |(device, mark)| BlockingUse::Member { device, mark };
        return Err(held(members.into_iter().map(member).collect()));
    }
    let typed_name = find_typed_name(root, &dir, &facts)?;
    let is_told = root.unused_outside.as_ref().is_some_and(|told| typed_name.is(told));
    let unseen = if is_told { Vec::new() } else { find_unseen(root)? };
    if !unseen.is_empty() {
        return Err(held(vec![BlockingUse::Unseen {
            why: unseen,
            typed: typed_name.quoted(),
        }]));
    }
    Ok(Claim { fd, path: path.to_owned(), identity, facts, contents, typed_name })
}

impl Claim {
    /// Another descriptor of the claimed device.
    pub(crate) fn fd_again(&self) -> Result<OwnedFd, DeviceError> {
        self.fd.try_clone().map_err(|source| {
            DeviceError::system(text!("device-cannot-open", path), &self.path, source)
        })
    }

    /// Refuses if the name now leads to another device than before.
    pub(crate) fn check_seen(&self, seen: Option<&str>) -> Result<(), DeviceError> {
        check_seen(&self.path, &self.identity.to_string(), seen)
    }

    /// Checks whether a loop or zram device without recognised contents is empty, while nobody else can mount it.
    pub(crate) fn look_for_data(&mut self, root: &SysRoot) -> Result<(), DeviceError> {
        let gone = || {
            DeviceError::system(text!("device-cannot-identify", path), &self.path, Errno::NODEV)
        };
        let dir = root.block_dir(self.identity.number).ok_or_else(gone)?;
        self.contents.look_for_data(&self.fd, &self.path, &dir, self.identity.capacity)
    }
}

/// Refuses if the object at `path`, described by `found`, differs from the one seen when the user named it; `None`
/// means that nothing was seen.
pub(crate) fn check_seen(
    path: &Path,
    found: &str,
    seen: Option<&str>,
) -> Result<(), DeviceError> {
    match seen {
        Some(seen) if seen != found => {
            let what = sentence!("device-instead-found-seen", found, seen);
            Err(Refusal::Changed { path: path.to_owned(), what }.into())
        }
        _ => Ok(()),
    }
}

/// For a block device, `O_EXCL` without `O_CREAT` fails if somebody has claimed it: a mount, swap, a mapping.
fn open_exclusively(path: &Path) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::EXCL | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty())
}
