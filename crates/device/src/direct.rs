//! Accesses a claimed device past the page cache, for saving, marking and putting back.
//!
//! Checks that it is still the claimed device, although its size may have changed. Must not know why it is written.

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use iogram_model::{Bytes, sentence, text};

use crate::buffer::SlotBuffers;
use crate::claim::Claim;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::journal_head::BLOCK;
use crate::linux::block_calls::flush_buffers;
use crate::open_mode::{OpenMode, reopen};
use crate::refusal::Refusal;

/// Memory for one journal block in each of `count` slots, aligned for direct requests.
pub(crate) fn block_buffers(count: usize) -> Result<SlotBuffers, DeviceError> {
    let size = usize::try_from(BLOCK).expect("a mebibyte");
    SlotBuffers::new(count, size).map_err(|errno| {
        DeviceError::system(text!("device-cannot-get-memory", path), "saved blocks", errno)
    })
}

/// The device, accessed past the page cache.
pub(crate) struct Direct<'a> {
    pub(crate) fd: OwnedFd,
    pub(crate) path: &'a Path,
    /// Its current capacity.
    pub(crate) capacity: Bytes,
}

impl<'a> Direct<'a> {
    /// Opens the claimed device again; fails if it is gone or another one has taken its place.
    pub(crate) fn open(claim: &'a Claim, is_writable: bool) -> Result<Self, DeviceError> {
        let mode = OpenMode { is_writable, is_direct: true };
        let path = claim.path.as_path();
        let fd = reopen(claim.fd.as_fd(), mode).map_err(|errno| {
            DeviceError::system(text!("device-cannot-open", path), path, errno)
        })?;
        let found = DeviceIdentity::read(&fd, path)?;
        let capacity = found.capacity;
        // A device that has grown or shrunk is still the same one.
        if (DeviceIdentity { capacity: claim.identity.capacity, ..found.clone() })
            != claim.identity
        {
            let what = sentence!("device-instead", found, identity = claim.identity);
            return Err(Refusal::Changed { path: path.to_owned(), what }.into());
        }
        Ok(Self { fd, path, capacity })
    }

    pub(crate) fn read(&self, start: u64, buffer: &mut [u8]) -> Result<(), DeviceError> {
        let mut done = 0;
        while done < buffer.len() {
            let moved = rustix::io::pread(&self.fd, &mut buffer[done..], start + done as u64)
                .map_err(|errno| {
                DeviceError::system(text!("device-cannot-read", path), self.path, errno)
            })?;
            if moved == 0 {
                let end = std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
                return Err(DeviceError::system(
                    text!("device-cannot-read", path),
                    self.path,
                    end,
                ));
            }
            done += moved;
        }
        Ok(())
    }

    pub(crate) fn write(&self, start: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        let mut done = 0;
        while done < bytes.len() {
            let moved = rustix::io::pwrite(&self.fd, &bytes[done..], start + done as u64)
                .map_err(|errno| {
                    DeviceError::system(text!("device-cannot-write", path), self.path, errno)
                })?;
            if moved == 0 {
                let end = std::io::Error::from(std::io::ErrorKind::WriteZero);
                return Err(DeviceError::system(
                    text!("device-cannot-write", path),
                    self.path,
                    end,
                ));
            }
            done += moved;
        }
        Ok(())
    }

    /// Makes the writes durable, and drops the pages that other readers have cached.
    pub(crate) fn settle(&self) -> Result<(), DeviceError> {
        let failed =
            |errno| DeviceError::system(text!("device-cannot-write", path), self.path, errno);
        rustix::fs::fsync(&self.fd).map_err(failed)?;
        flush_buffers(&self.fd).map_err(failed)
    }
}
