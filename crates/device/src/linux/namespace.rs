//! A namespace of an `NVMe` drive behind its character device (`/dev/ngXnY`), which passes commands to the drive past
//! the block layer, and the only command that is passed: Read.
//!
//! Must not know how to write. The kernel protects nobody there: neither a claim (`O_EXCL`) nor a mount guards a
//! character device, and for root a descriptor for reading suffices for every command.
//!
//! Source: the kernel's `include/uapi/linux/nvme_ioctl.h` (`struct nvme_uring_cmd`, `NVME_URING_CMD_IO`; Linux 5.19);
//! NVM Express NVM Command Set Specification 1.0, section 3.2.4 (Read).

use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::AsRawFd as _;
use std::path::Path;

use io_uring::{IoUring, cqueue, opcode, squeue, types};
use iogram_engine::Errno;
use iogram_inspect::decode::decode_nvme_namespace;
use iogram_model::{Bytes, Sentence, sentence, text};
use rustix::fs::{FileType, Mode, OFlags};
use rustix::ioctl::{Opcode, opcode as numbers};

use crate::block_device::BlockDevice;
use crate::buffer::SlotBuffers;
use crate::error::DeviceError;
use crate::linux::ioctl_nvme::{identify, namespace_id};
use crate::linux::uring::register_buffers;
use crate::open_mode::OpenMode;
use crate::resolve::block_device_hint;

/// A ring whose entries have room for a command and its result.
pub(crate) type CommandRing = IoUring<squeue::Entry128, cqueue::Entry32>;

/// The size of `struct nvme_uring_cmd` is a part of the command's number.
const COMMAND_IO: Opcode = numbers::read_write::<[u8; 72]>(b'N', 0x80);
const READ: u8 = 0x02;

/// A namespace whose character device is open for reading.
#[derive(Debug)]
pub(crate) struct Namespace {
    node: File,
    id: u32,
    block_size: Bytes,
    /// Whether commands may name registered memory (Linux 6.1).
    takes_registered: bool,
}

impl Namespace {
    /// Opens the character device at `path`, which has to belong to the namespace of `device`, and reads one block to
    /// check that commands are passed on.
    ///
    /// # Errors
    ///
    /// Fails if it is another namespace, if its blocks have metadata, or if the kernel or the drive accepts no
    /// commands this way.
    pub(crate) fn open(path: &Path, device: &BlockDevice) -> Result<Self, DeviceError> {
        let failed =
            |action, errno: rustix::io::Errno| DeviceError::system(action, path, errno);
        let refused = |why: Sentence| DeviceError::NotATarget {
            name: path.display().to_string(),
            why,
            hint: block_device_hint(device.path()),
        };
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
        let node = rustix::fs::open(path, flags, Mode::empty())
            .map_err(|errno| failed(text!("device-cannot-open", path), errno))?;
        let stat = rustix::fs::fstat(&node)
            .map_err(|errno| failed(text!("device-cannot-look", path), errno))?;
        let id = namespace_id(&node)
            .map_err(|errno| failed(text!("device-cannot-identify", path), errno))?;
        let page =
            identify(&node, 0).map_err(|error| refused(sentence!("device-not-say", error)))?;
        let page = decode_nvme_namespace(&page)
            .ok_or_else(|| refused(sentence!("device-not-say-how-blocks-formatted")))?;
        let mut formats = page.formats.iter();
        let format = formats
            .find(|format| format.format_index == page.format_index)
            .ok_or_else(|| refused(sentence!("device-not-say-how-blocks-formatted")))?;
        let block = device.open(OpenMode { is_writable: false, is_direct: false })?;
        let size = page.size_blocks_count.checked_mul(format.block_size_bytes);
        let is_same = FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice
            && namespace_id(&block) == Ok(id)
            && size == Some(device.identity().capacity.0);
        if !is_same {
            let device = device.path().display();
            return Err(refused(sentence!("device-shows-another-namespace", device)));
        }
        if format.metadata_bytes > 0 {
            let why = text!("device-blocks-carry-metadata-not-read-way");
            return Err(refused(why.into()));
        }
        let block_size = Bytes(format.block_size_bytes);
        let mut opened = Self { node: node.into(), id, block_size, takes_registered: true };
        if opened.try_read(block_size.0).is_ok() {
            return Ok(opened);
        }
        opened.takes_registered = false;
        opened.try_read(block_size.0).map_err(|error| {
            refused(sentence!("device-kernel-passes-no-commands-through-io", error))
        })?;
        Ok(opened)
    }

    /// Reads the first `length` bytes.
    ///
    /// # Errors
    ///
    /// The error of the kernel or the drive.
    pub(crate) fn try_read(&self, length: u64) -> std::io::Result<()> {
        let length = u32::try_from(length).map_err(|_huge| ErrorKind::InvalidInput)?;
        let mut ring = build_command_ring(1, false)?;
        let mut buffers = SlotBuffers::new(1, length as usize)?;
        if self.takes_registered && !register_buffers(&ring, &buffers) {
            return Err(ErrorKind::OutOfMemory.into());
        }
        let file = types::Fd(self.node.as_raw_fd());
        push(
            &mut ring,
            &self.read(
                file,
                (buffers.lend(0, length as usize), self.takes_registered),
                length,
                0,
            ),
        )
        .map_err(|errno| std::io::Error::from_raw_os_error(errno.0))?;
        loop {
            match ring.submit_and_wait(1) {
                Err(error) if error.raw_os_error() != Some(libc::EINTR) => {
                    // The drive may still write to it.
                    buffers.leak();
                    return Err(error);
                }
                _ => {}
            }
            if let Some(done) = ring.completion().next() {
                let answer = errno_of(done.result());
                return answer
                    .map_or(Ok(()), |errno| Err(std::io::Error::from_raw_os_error(errno.0)));
            }
        }
    }

    /// The character device.
    pub(crate) const fn node(&self) -> &File {
        &self.node
    }

    /// Whether commands may name registered memory.
    pub(crate) const fn takes_registered(&self) -> bool {
        self.takes_registered
    }

    /// The entry for a read of `length` bytes at `offset`, both multiples of the block size, into memory that is
    /// registered or not.
    #[inline]
    pub(crate) fn read(
        &self,
        file: types::Fd,
        (data, is_registered): (*mut u8, bool),
        length: u32,
        offset: u64,
    ) -> squeue::Entry128 {
        let first = offset / self.block_size.0;
        // The number of blocks is stored minus one; 16 bits cover the largest request of any drive.
        let count = (u64::from(length) / self.block_size.0).saturating_sub(1);
        let (low, high) = (first & 0xFFFF_FFFF, first >> 32);
        let word = |value: u64| u32::try_from(value).expect("32 bits");
        let mut command = [0; 80];
        let fields: [(usize, &[u8]); 6] = [
            (0, &[READ]),
            (4, &self.id.to_ne_bytes()),
            (24, &(data.expose_provenance() as u64).to_ne_bytes()),
            (36, &length.to_ne_bytes()),
            (40, &word(low).to_ne_bytes()),
            (44, &word(high).to_ne_bytes()),
        ];
        for (at, bytes) in fields {
            command[at..at + bytes.len()].copy_from_slice(bytes);
        }
        command[48..52].copy_from_slice(&word(count & 0xFFFF).to_ne_bytes());
        let entry = opcode::UringCmd80::new(file, COMMAND_IO).cmd(command);
        entry.buf_index(is_registered.then_some(0)).build()
    }
}

/// A ring for commands, with all features of this kernel.
pub(crate) fn build_command_ring(
    entries: u32,
    is_polled: bool,
) -> std::io::Result<CommandRing> {
    let builder = || {
        let mut builder = CommandRing::builder();
        builder.setup_clamp();
        if is_polled {
            builder.setup_iopoll();
        }
        builder
    };
    // Linux 6.1 and newer.
    let mut deferred = builder();
    deferred.setup_single_issuer().setup_defer_taskrun();
    deferred.build(entries).or_else(|_older| builder().build(entries))
}

/// Pushes an entry to the ring, which has room for one entry per slot.
#[expect(unsafe_code, reason = "entries refer to memory")]
#[inline]
pub(crate) fn push(ring: &mut CommandRing, entry: &squeue::Entry128) -> Result<(), Errno> {
    // SAFETY: the entry refers to a slot's buffer, which lives until the ring is dropped or is leaked.
    let pushed = unsafe { ring.submission().push(entry) };
    pushed.map_err(|_full| Errno(libc::EBUSY))
}

/// The meaning of a command's result: a negative one is the kernel's error, a positive one the drive's status; `None`
/// is success.
///
/// Source: NVM Express Base Specification 2.0, figures 97 and 99; the kernel maps them to the same numbers for
/// requests to the block device (`nvme_error_status`, `blk_errors`).
#[inline]
pub(crate) fn errno_of(result: i32) -> Option<Errno> {
    /// Status code type and status code.
    const STATUS: i32 = 0x7FF;
    match result {
        0 => None,
        ..0 => Some(Errno(-result)),
        _ => Some(Errno(match result & STATUS {
            0x281 | 0x287 => libc::ENODATA,
            0x282..=0x284 => libc::EILSEQ,
            _ => libc::EIO,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drives_status_becomes_the_error_that_its_block_device_would_give() {
        assert_eq!(errno_of(0), None);
        assert_eq!(errno_of(-libc::EOPNOTSUPP), Some(Errno(libc::EOPNOTSUPP)));
        // Unrecovered read error, with the bit that forbids a retry.
        assert_eq!(errno_of(0x4281), Some(Errno(libc::ENODATA)));
        assert_eq!(errno_of(0x283), Some(Errno(libc::EILSEQ)));
        assert_eq!(errno_of(0x80), Some(Errno(libc::EIO)));
    }
}
