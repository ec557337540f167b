//! Opens block devices: for reading, or with a permit for writing.
//!
//! The only module that opens one. It checks the identity through the open descriptor, because the kernel reuses
//! names and even device numbers.

use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use iogram_engine::DriveZones;
use iogram_inspect::find_zone_limits;
use iogram_inspect::sysfs::SysRoot;
use iogram_model::{Bytes, DirectAlignment, sentence, text};
use rustix::fs::{Mode, OFlags};

use crate::borrow::BorrowPermit;
use crate::borrow_places::PlacesPermit;
use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::linux::alignment;
use crate::linux::zones::report_zones;
use crate::open_mode::{OpenMode, reopen};
use crate::permit::DestructionPermit;
use crate::refusal::Refusal;

/// A block device, open as long as this lives.
#[derive(Debug)]
pub struct BlockDevice {
    fd: OwnedFd,
    path: PathBuf,
    identity: DeviceIdentity,
    authority: Authority,
}

/// The permit behind write access.
#[derive(Debug)]
enum Authority {
    None,
    /// For the whole device.
    Destruction(Box<DestructionPermit>),
    /// For the part whose blocks are saved.
    Borrowing(Box<BorrowPermit>),
    /// For places that are saved before each first write.
    Places(Box<PlacesPermit>),
}

/// Opens a block device or partition for reading only.
///
/// # Errors
///
/// Fails if it is not a block device or may not be read.
pub fn open_device_for_read(path: &Path) -> Result<BlockDevice, DeviceError> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let fd = rustix::fs::open(path, flags, Mode::empty())
        .map_err(|errno| DeviceError::system(text!("device-cannot-open", path), path, errno))?;
    let identity = DeviceIdentity::read(&fd, path)?;
    Ok(BlockDevice { fd, path: path.to_owned(), identity, authority: Authority::None })
}

/// Opens exactly the permitted device for writing. The claim of the permit is kept, so nobody could mount it since
/// then, and nobody can while it is open.
///
/// # Errors
///
/// [`DeviceError::Refused`] if it is no longer the permitted device, or if its contents have changed.
pub fn open_device_for_write(permit: DestructionPermit) -> Result<BlockDevice, DeviceError> {
    let path = permit.path().to_owned();
    // Through its descriptor: the path may lead to another device by now.
    let mode = OpenMode { is_writable: true, is_direct: false };
    let fd = reopen(permit.claim_fd()?, mode).map_err(|errno| {
        DeviceError::system(text!("device-cannot-open-writing", path), &path, errno)
    })?;
    let identity = permit.check_device(&fd)?;
    Ok(BlockDevice { fd, path, identity, authority: Authority::Destruction(Box::new(permit)) })
}

/// Opens the part of a device whose blocks were saved, for writing. The claim is kept since the saving, so nothing
/// could change the device in between.
///
/// # Errors
///
/// Fails if the system does.
pub fn open_borrowed_device(permit: BorrowPermit) -> Result<BlockDevice, DeviceError> {
    let fd = permit.claim_fd()?;
    let (path, identity) = (permit.path().to_owned(), permit.identity().clone());
    Ok(BlockDevice { fd, path, identity, authority: Authority::Borrowing(Box::new(permit)) })
}

/// Opens a device for writing to places that are saved first.
///
/// # Errors
///
/// Fails if the system does.
pub fn open_device_for_places(permit: PlacesPermit) -> Result<BlockDevice, DeviceError> {
    let fd = permit.claim_fd()?;
    let (path, identity) = (permit.path().to_owned(), permit.identity().clone());
    Ok(BlockDevice { fd, path, identity, authority: Authority::Places(Box::new(permit)) })
}

impl BlockDevice {
    /// Opens the same device again, with its own flags; for writing only if the whole device may be written.
    ///
    /// # Errors
    ///
    /// Fails for writing without a permit, and if another device has taken its place.
    pub fn open(&self, mode: OpenMode) -> Result<OwnedFd, DeviceError> {
        self.open_part(mode, 0..self.identity.capacity.0)
    }

    /// As [`Self::open`]; all writes will lie in `part`, a range of bytes.
    ///
    /// # Errors
    ///
    /// As [`Self::open`], and for writing outside the borrowed part of a borrowed device.
    pub fn open_part(&self, mode: OpenMode, part: Range<u64>) -> Result<OwnedFd, DeviceError> {
        if mode.is_writable {
            self.check_authority(&part)?;
        }
        self.open_again(mode)
    }

    /// Opens the device for a probe, which saves the contents of a place before it writes there.
    pub(crate) fn open_for_places(
        &self,
        mode: OpenMode,
    ) -> Result<(OwnedFd, Option<&PlacesPermit>), DeviceError> {
        match &self.authority {
            Authority::Places(permit) if permit.is_out() => {
                Ok((self.open_again(mode)?, Some(permit)))
            }
            _ => Ok((self.open(mode)?, None)),
        }
    }

    fn open_again(&self, mode: OpenMode) -> Result<OwnedFd, DeviceError> {
        let fd = reopen(self.fd.as_fd(), mode).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), &self.path, errno)
        })?;
        let found = DeviceIdentity::read(&fd, &self.path)?;
        if found != self.identity {
            let what = sentence!("device-instead", found, identity = self.identity);
            return Err(Refusal::Changed { path: self.path.clone(), what }.into());
        }
        Ok(fd)
    }

    fn check_authority(&self, part: &Range<u64>) -> Result<(), DeviceError> {
        match &self.authority {
            Authority::None | Authority::Places(_) => {
                Err(Refusal::NoPermit { path: self.path.clone() }.into())
            }
            Authority::Destruction(_) => Ok(()),
            Authority::Borrowing(permit) if !permit.is_out() => {
                Err(Refusal::NoPermit { path: self.path.clone() }.into())
            }
            Authority::Borrowing(permit) if part.end <= permit.size().0 => Ok(()),
            Authority::Borrowing(permit) => Err(Refusal::NotBorrowed {
                path: self.path.clone(),
                start: Bytes(part.start),
                end: Bytes(part.end),
                borrowed: permit.size(),
            }
            .into()),
        }
    }

    /// The alignment of direct requests (Linux 6.11); `None` means unknown.
    #[must_use]
    pub fn direct_alignment(&self) -> Option<DirectAlignment> {
        alignment::told_of(&self.fd)
    }

    /// Its zones, if it accepts writes only at write pointers; `None` for any other device.
    ///
    /// # Errors
    ///
    /// Fails if the kernel does not report them.
    pub fn zones(&self) -> Result<Option<DriveZones>, DeviceError> {
        let Some(limits) = find_zone_limits(&SysRoot::default(), self.identity.number) else {
            return Ok(None);
        };
        let zones = report_zones(&self.fd, &limits).map_err(|errno| {
            DeviceError::system(text!("device-cannot-ask-zones", path), &self.path, errno)
        })?;
        Ok(Some(zones))
    }

    /// The path as the user gave it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The identity of the device.
    #[must_use]
    pub fn identity(&self) -> &DeviceIdentity {
        &self.identity
    }

    /// Whether the device, or a part of it, may be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        !matches!(self.authority, Authority::None)
    }

    /// The contents at the time when their destruction was permitted; `None` if it was not.
    #[must_use]
    pub fn destroyed_contents(&self) -> Option<&Contents> {
        match &self.authority {
            Authority::Destruction(permit) => permit.contents(),
            Authority::None | Authority::Borrowing(_) | Authority::Places(_) => None,
        }
    }

    /// The permit for writing to places; `None` for other devices.
    #[must_use]
    pub fn places(&self) -> Option<&PlacesPermit> {
        match &self.authority {
            Authority::Places(permit) => Some(permit),
            _ => None,
        }
    }

    /// The borrowed part; `None` if the device is not borrowed.
    #[must_use]
    pub fn borrowed(&self) -> Option<&BorrowPermit> {
        match &self.authority {
            Authority::Borrowing(permit) => Some(permit),
            Authority::None | Authority::Destruction(_) | Authority::Places(_) => None,
        }
    }

    /// The descriptor for ioctls that destroy everything.
    ///
    /// # Errors
    ///
    /// Refused without a permit to destroy the whole device.
    pub(crate) fn fd_to_destroy(&self) -> Result<&OwnedFd, DeviceError> {
        match &self.authority {
            Authority::Destruction(_) => Ok(&self.fd),
            Authority::Borrowing(permit) => Err(Refusal::NotBorrowed {
                path: self.path.clone(),
                start: Bytes(0),
                end: self.identity.capacity,
                borrowed: permit.size(),
            }
            .into()),
            Authority::None | Authority::Places(_) => {
                Err(Refusal::NoPermit { path: self.path.clone() }.into())
            }
        }
    }

    /// Smallest addressable unit.
    ///
    /// # Errors
    ///
    /// Fails if the kernel does not report it.
    pub fn logical_block_size(&self) -> Result<Bytes, DeviceError> {
        let size = rustix::fs::ioctl_blksszget(&self.fd).map_err(|errno| {
            DeviceError::system(
                text!("device-cannot-read-logical-block-size", path),
                &self.path,
                errno,
            )
        })?;
        Ok(Bytes(u64::from(size)))
    }

    /// Smallest unit written without read-modify-write; `None` means unknown.
    #[must_use]
    pub fn physical_block_size(&self) -> Option<Bytes> {
        let size = rustix::fs::ioctl_blkpbszget(&self.fd).ok()?;
        (size > 0).then_some(Bytes(u64::from(size)))
    }
}
