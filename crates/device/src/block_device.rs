//! Opening block devices: for reading, or with a permit for writing.
//!
//! The only place that opens one. What was opened is compared with what was meant through the open
//! descriptor, because names and even device numbers are given out again.

#![expect(unsafe_code, reason = "one ioctl that no crate wraps")]

use std::fmt;
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use iogram_model::Bytes;
use rustix::fs::{FileType, Mode, OFlags, SeekFrom};
use rustix::io::Errno;
use rustix::ioctl::{Getter, Opcode, opcode};

use crate::borrow::BorrowPermit;
use crate::borrow_places::PlacesPermit;
use crate::contents::{Contents, read_contents};
use crate::error::DeviceError;
use crate::permit::DestructionPermit;
use crate::refusal::Refusal;
use crate::test_file::{OpenMode, reopen};
use crate::typed_name::find_world_wide_name;
use iogram_inspect::backing::find_backing_mark;
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::identity::{find_facts, whole_of};
use iogram_inspect::sysfs::SysRoot;

/// What makes a block device this one, read through an open descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceIdentity {
    /// The kernel's number, which is given out again.
    pub number: DeviceNumber,
    /// Bytes that can be addressed.
    pub capacity: Bytes,
    /// Counts the disks that the kernel has seen, never given out again (Linux 5.15); `None` before
    /// and for partitions of some drivers.
    pub sequence: Option<u64>,
    /// Vendor and model of the drive; `None` is unknown.
    pub model: Option<String>,
    /// Serial number of the drive; `None` is unknown.
    pub serial: Option<String>,
    /// World-wide name, EUI-64, NGUID or CID; `None` is unknown.
    pub world_wide_name: Option<String>,
    /// What a device shows that is no drive: a loop device's file, a mapping, an array (see
    /// [`iogram_inspect::backing::find_backing_mark`]); `None` for drives, and if the kernel does not tell.
    pub backing: Option<String>,
}

impl fmt::Display for DeviceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {} with {}", self.number, self.capacity)?;
        let texts = [("model", &self.model), ("serial number", &self.serial)];
        for (what, text) in texts {
            if let Some(text) = text {
                write!(f, ", {what} {text}")?;
            }
        }
        if let Some(name) = &self.world_wide_name {
            write!(f, ", {name}")?;
        }
        if let Some(backing) = &self.backing {
            write!(f, ", {backing}")?;
        }
        match self.sequence {
            Some(sequence) => write!(f, ", disk {sequence}"),
            None => Ok(()),
        }
    }
}

impl DeviceIdentity {
    /// Reads it from the kernel by the number of what is open. A descriptor is always of this
    /// computer, so the facts are, too.
    pub(crate) fn read(fd: &OwnedFd, path: &Path) -> Result<Self, DeviceError> {
        let failed = |errno: Errno| DeviceError::system("identify", path, errno);
        let stat = rustix::fs::fstat(fd).map_err(failed)?;
        if !FileType::from_raw_mode(stat.st_mode).is_block_device() {
            return Err(DeviceError::NotATarget {
                name: path.display().to_string(),
                why: "it is not a block device".to_owned(),
                hint: String::new(),
            });
        }
        let number = DeviceNumber::from_raw(stat.st_rdev);
        let capacity = rustix::fs::seek(fd, SeekFrom::End(0)).map_err(failed)?;
        let root = SysRoot::default();
        // Gone: it was unplugged while it was open.
        let dir = root.block_dir(number).ok_or_else(|| failed(Errno::NODEV))?;
        let facts = find_facts(&root, number).ok_or_else(|| failed(Errno::NODEV))?;
        Ok(Self {
            number,
            capacity: Bytes(capacity),
            sequence: disk_sequence(fd),
            model: facts.model,
            serial: facts.serial,
            world_wide_name: find_world_wide_name(&whole_of(&dir)),
            backing: find_backing_mark(&root, number),
        })
    }

    pub(crate) fn read_contents(
        &self,
        fd: &OwnedFd,
        path: &Path,
    ) -> Result<Contents, DeviceError> {
        let dir = SysRoot::default().block_dir(self.number);
        let dir = dir.ok_or_else(|| DeviceError::system("identify", path, Errno::NODEV))?;
        let mut contents = read_contents(fd, path, &dir, self.capacity)?;
        contents.look_for_data(fd, path, &dir, self.capacity)?;
        Ok(contents)
    }
}

/// `BLKGETDISKSEQ` of the kernel's `linux/fs.h`.
fn disk_sequence(fd: &OwnedFd) -> Option<u64> {
    const BLKGETDISKSEQ: Opcode = opcode::read::<u64>(0x12, 128);
    // SAFETY: for this opcode the kernel writes one `__u64`.
    let getter = unsafe { Getter::<BLKGETDISKSEQ, u64>::new() };
    // SAFETY: the getter has room for what the kernel writes, and is read only if the call succeeded.
    unsafe { rustix::ioctl::ioctl(fd, getter) }.ok()
}

/// A block device, held open for as long as this lives.
#[derive(Debug)]
pub struct BlockDevice {
    fd: OwnedFd,
    path: PathBuf,
    identity: DeviceIdentity,
    authority: Authority,
}

/// What allows to write.
#[derive(Debug)]
enum Authority {
    None,
    /// To all of it.
    Destruction(Box<DestructionPermit>),
    /// To the part whose blocks are saved.
    Borrowing(Box<BorrowPermit>),
    /// To places that are saved before.
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
        .map_err(|errno| DeviceError::system("open", path, errno))?;
    let identity = DeviceIdentity::read(&fd, path)?;
    Ok(BlockDevice { fd, path: path.to_owned(), identity, authority: Authority::None })
}

/// Opens exactly the device that was permitted, for writing. The claim under which it was permitted is
/// kept, so that nobody could mount it since, and nobody can as long as it is open.
///
/// # Errors
///
/// [`DeviceError::Refused`] if it is no longer the one that was permitted, or if it holds something else
/// now.
pub fn open_device_for_write(permit: DestructionPermit) -> Result<BlockDevice, DeviceError> {
    let path = permit.path().to_owned();
    // By its descriptor: the path may have come to mean another device.
    let mode = OpenMode { is_writable: true, is_direct: false };
    let fd = reopen(permit.claim_fd()?, mode)
        .map_err(|errno| DeviceError::system("open for writing", &path, errno))?;
    let identity = permit.check_device(&fd)?;
    Ok(BlockDevice { fd, path, identity, authority: Authority::Destruction(Box::new(permit)) })
}

/// Opens the part of a device whose blocks were saved, for writing. The claim under which they were
/// saved is kept, so that nothing could change the device since.
///
/// # Errors
///
/// Fails if the system does.
pub fn open_borrowed_device(permit: BorrowPermit) -> Result<BlockDevice, DeviceError> {
    let fd = permit.claim_fd()?;
    let (path, identity) = (permit.path().to_owned(), permit.identity().clone());
    Ok(BlockDevice { fd, path, identity, authority: Authority::Borrowing(Box::new(permit)) })
}

/// Opens a device of which places may be written after they were saved.
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
    /// Opens the same device anew, with its own flags; for writing only where all of it may be written.
    ///
    /// # Errors
    ///
    /// Fails for writing without a permit, and if another device has come into its place.
    pub fn open(&self, mode: OpenMode) -> Result<OwnedFd, DeviceError> {
        self.open_part(mode, 0..self.identity.capacity.0)
    }

    /// As [`Self::open`]; what is written will lie in `part`, a range of bytes.
    ///
    /// # Errors
    ///
    /// As [`Self::open`], and for writing to a part that is not borrowed on a device that is.
    pub fn open_part(&self, mode: OpenMode, part: Range<u64>) -> Result<OwnedFd, DeviceError> {
        if mode.is_writable {
            self.check_authority(&part)?;
        }
        self.open_again(mode)
    }

    /// Opens the device for a probe, which keeps what is at a place before it writes.
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
        let fd = reopen(self.fd.as_fd(), mode)
            .map_err(|errno| DeviceError::system("open", &self.path, errno))?;
        let found = DeviceIdentity::read(&fd, &self.path)?;
        if found != self.identity {
            let what = format!("{found} instead of {}", self.identity);
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

    /// As the user named it.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What makes it this one.
    #[must_use]
    pub fn identity(&self) -> &DeviceIdentity {
        &self.identity
    }

    /// Whether it, or a part of it, may be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        !matches!(self.authority, Authority::None)
    }

    /// What was on it when its destruction was permitted; `None` if it was not.
    #[must_use]
    pub fn destroyed_contents(&self) -> Option<&Contents> {
        match &self.authority {
            Authority::Destruction(permit) => permit.contents(),
            Authority::None | Authority::Borrowing(_) | Authority::Places(_) => None,
        }
    }

    /// The permit of which places may be written; `None` for other devices.
    #[must_use]
    pub fn places(&self) -> Option<&PlacesPermit> {
        match &self.authority {
            Authority::Places(permit) => Some(permit),
            _ => None,
        }
    }

    /// What is borrowed of it; `None` if it is not borrowed.
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
    /// Refused without the permit to destroy all of it.
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
    /// Fails if the kernel does not tell.
    pub fn logical_block_size(&self) -> Result<Bytes, DeviceError> {
        let size = rustix::fs::ioctl_blksszget(&self.fd).map_err(|errno| {
            DeviceError::system("read the logical block size of", &self.path, errno)
        })?;
        Ok(Bytes(u64::from(size)))
    }

    /// Smallest unit written without read-modify-write; `None` is unknown.
    #[must_use]
    pub fn physical_block_size(&self) -> Option<Bytes> {
        let size = rustix::fs::ioctl_blkpbszget(&self.fd).ok()?;
        (size > 0).then_some(Bytes(u64::from(size)))
    }
}
