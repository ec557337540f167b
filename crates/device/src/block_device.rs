//! Opening block devices: for reading, or with a permit for writing.
//!
//! The only place that opens one. What was opened is compared with what was meant through the open
//! descriptor, because names and even device numbers are given out again.

#![expect(unsafe_code, reason = "one ioctl that no crate wraps")]

use std::fmt;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use iogram_model::Bytes;
use rustix::fs::{FileType, Mode, OFlags, SeekFrom};
use rustix::io::Errno;
use rustix::ioctl::{Getter, Opcode, opcode};

use crate::error::DeviceError;
use crate::identity::DeviceNumber;
use crate::permit::{DestructionPermit, Refusal};
use crate::signature::{Signature, find_signatures};
use crate::test_file::{OpenMode, reopen};

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
}

impl fmt::Display for DeviceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {} with {}", self.number, self.capacity)?;
        match self.sequence {
            Some(sequence) => write!(f, ", disk {sequence}"),
            None => Ok(()),
        }
    }
}

impl DeviceIdentity {
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
        let capacity = rustix::fs::seek(fd, SeekFrom::End(0)).map_err(failed)?;
        Ok(Self {
            number: DeviceNumber::from_raw(stat.st_rdev),
            capacity: Bytes(capacity),
            sequence: disk_sequence(fd),
        })
    }

    pub(crate) fn find_signatures(
        &self,
        fd: &OwnedFd,
        path: &Path,
    ) -> Result<Vec<Signature>, DeviceError> {
        let failed = |source: io::Error| DeviceError::system("read", path, source);
        let file = File::from(fd.try_clone().map_err(failed)?);
        find_signatures(self.capacity, |offset, buffer| file.read_exact_at(buffer, offset))
            .map_err(failed)
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
    permit: Option<DestructionPermit>,
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
    Ok(BlockDevice { fd, path: path.to_owned(), identity, permit: None })
}

/// Opens exactly the device that was permitted, for writing, so that nobody can mount it meanwhile.
///
/// # Errors
///
/// [`DeviceError::Refused`] if somebody uses it, if it is no longer the one that was permitted, or if
/// it holds something recognised now.
pub fn open_device_for_write(permit: DestructionPermit) -> Result<BlockDevice, DeviceError> {
    let path = permit.path().to_owned();
    let fd = open_exclusively(&path, true)
        .map_err(|errno| DeviceError::system("open for writing", &path, errno))?;
    let identity = permit.check_device(&fd)?;
    if let Some(Signature { kind, .. }) = identity.find_signatures(&fd, &path)?.first() {
        let what = format!("it holds {kind} now");
        return Err(Refusal::Changed { path, what }.into());
    }
    Ok(BlockDevice { fd, path, identity, permit: Some(permit) })
}

/// For a block device `O_EXCL` without `O_CREAT` fails if somebody claims it: a mount, swap, a mapping.
pub(crate) fn open_exclusively(path: &Path, is_writable: bool) -> rustix::io::Result<OwnedFd> {
    let access = if is_writable { OFlags::RDWR } else { OFlags::RDONLY };
    rustix::fs::open(path, access | OFlags::EXCL | OFlags::CLOEXEC, Mode::empty())
}

impl BlockDevice {
    /// Opens the same device anew, with its own flags.
    ///
    /// # Errors
    ///
    /// Fails for writing without a permit, and if another device has come into its place.
    pub fn open(&self, mode: OpenMode) -> Result<OwnedFd, DeviceError> {
        if mode.is_writable && self.permit.is_none() {
            return Err(Refusal::NoPermit { path: self.path.clone() }.into());
        }
        let fd = reopen(self.fd.as_fd(), mode)
            .map_err(|errno| DeviceError::system("open", &self.path, errno))?;
        let found = DeviceIdentity::read(&fd, &self.path)?;
        if found != self.identity {
            let what = format!("{found} instead of {}", self.identity);
            return Err(Refusal::Changed { path: self.path.clone(), what }.into());
        }
        Ok(fd)
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

    /// Whether it may be written.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.permit.is_some()
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
