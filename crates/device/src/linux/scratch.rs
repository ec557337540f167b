//! Whether a loop or zram device is empty, so that nobody could miss its contents.
//!
//! Empty means that every byte reads zero. Parts that were never written are not read for that: the file system
//! reports a file's holes, and zram its pages. Written parts are read, for at most as long as a person waits; if more
//! is left, the answer is unknown, and the device counts as one with data.
//!
//! Knows no formats: unrecognised data is data.

use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

use iogram_model::Bytes;
use rustix::fs::{Advice, FileType, Mode, OFlags, SeekFrom};
use rustix::io::{Errno, Result};

use crate::contents::Data;
use crate::linux::ioctl_loop::loop_file;
use crate::open_mode::{OpenMode, reopen};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::kind_of;
use iogram_inspect::sysfs::text_if_known;

/// Maximum number of written bytes of a file that are read to check for zeros: some seconds on a slow card.
/// Arbitrary.
const READ_MAX: u64 = 64 << 20;
/// The same for a zram device, which is memory. Arbitrary.
const MEMORY_READ_MAX: u64 = 4 << 30;
/// Maximum number of separate data ranges of a file; with more, the file counts as data. Arbitrary.
const STRETCHES_MAX: usize = 1 << 16;

/// The data on the open loop or zram device of this folder; `None` if it is empty.
///
/// # Errors
///
/// Fails if the device cannot be read.
pub(crate) fn find_data(fd: &OwnedFd, dir: &Path, capacity: Bytes) -> Result<Option<Data>> {
    // Data that was written to the device and has not reached the storage below it.
    rustix::fs::fsync(fd)?;
    match kind_of(dir) {
        DriveKind::Loop => match backing_file(fd, dir) {
            Some((file, start)) => file_data(&file, start, capacity),
            None => device_data(fd, capacity, READ_MAX),
        },
        DriveKind::Zram if is_nothing_stored(dir) => Ok(None),
        _ => device_data(fd, capacity, MEMORY_READ_MAX),
    }
}

/// Counts the stored pages, without those that were discarded or freed.
///
/// Source: Documentation/admin-guide/blockdev/zram.rst, `mm_stat`, `orig_data_size`.
fn is_nothing_stored(dir: &Path) -> bool {
    let stat = text_if_known(dir, "mm_stat");
    stat.is_some_and(|text| text.split_whitespace().next() == Some("0"))
}

/// The file behind the loop device, open for reading, and its byte at which the device begins. `None` if the kernel's
/// path does not lead to it: removed, replaced, or in another namespace.
fn backing_file(fd: &OwnedFd, dir: &Path) -> Option<(OwnedFd, u64)> {
    let shown = loop_file(fd).ok()?;
    let text = std::fs::read(dir.join("loop/backing_file")).ok()?;
    let path = Path::new(std::ffi::OsStr::from_bytes(text.strip_suffix(b"\n")?));
    // Opened as a path first: the object there may be a tape or a pipe.
    let place = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let is_it = |fd: &OwnedFd| {
        rustix::fs::fstat(fd).is_ok_and(|stat| {
            FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
                && stat.st_ino == shown.inode
                && DeviceNumber::from_raw(stat.st_dev) == shown.file_system
        })
    };
    if !is_it(&place) {
        return None;
    }
    let mode = OpenMode { is_writable: false, is_direct: false };
    let file = reopen(place.as_fd(), mode).ok().filter(is_it)?;
    Some((file, shown.offset))
}

/// Uses the ranges that the file system reports as data. Without such a report, the whole file is one range.
fn file_data(fd: &OwnedFd, start: u64, capacity: Bytes) -> Result<Option<Data>> {
    let end = start.saturating_add(capacity.0);
    let file = fd.try_clone().map(File::from).map_err(|error| errno(&error))?;
    let (mut at, mut kept, mut budget, mut is_zero) = (start, 0, READ_MAX, true);
    for _stretch in 0..STRETCHES_MAX {
        let first = match rustix::fs::seek(fd, SeekFrom::Data(at)) {
            Ok(first) => first.max(at),
            Err(Errno::NXIO) => end,
            Err(_) => at,
        };
        if first >= end {
            return Ok(told(is_zero, kept, budget, capacity));
        }
        let last = rustix::fs::seek(fd, SeekFrom::Hole(first)).unwrap_or(end).min(end);
        let last = if last > first { last } else { end };
        kept += last - first;
        if is_zero && budget > 0 {
            let read = (last - first).min(budget);
            is_zero = first_byte(&file, first, read)?.is_none();
            budget -= read;
        }
        at = last;
    }
    Ok(Some(Data::Kept { kept: Bytes(kept), capacity }))
}

fn told(is_zero: bool, kept: u64, budget: u64, capacity: Bytes) -> Option<Data> {
    match (is_zero, kept > READ_MAX - budget) {
        (false, _) => Some(Data::Kept { kept: Bytes(kept), capacity }),
        (true, true) => Some(Data::Unread { read: Bytes(READ_MAX) }),
        (true, false) => None,
    }
}

/// Reads the device itself.
fn device_data(fd: &OwnedFd, capacity: Bytes, most: u64) -> Result<Option<Data>> {
    let file = fd.try_clone().map(File::from).map_err(|error| errno(&error))?;
    let read = capacity.0.min(most);
    let found = first_byte(&file, 0, read)?;
    let unread = (read < capacity.0).then_some(Data::Unread { read: Bytes(read) });
    Ok(found.map(|offset| Data::From { offset: Bytes(offset) }).or(unread))
}

/// The beginning of the first block with a byte that is not zero. A file may end before `size` bytes: the missing
/// bytes read zero through a loop device.
fn first_byte(file: &File, start: u64, size: u64) -> Result<Option<u64>> {
    const CHUNK: usize = 1 << 20;
    const BLOCK: usize = 512;
    let mut buffer = vec![0; CHUNK];
    let (mut at, end) = (start, start + size);
    let mut found = None;
    while at < end && found.is_none() {
        let wanted = usize::try_from(end - at).unwrap_or(CHUNK).min(CHUNK);
        let read = match file.read_at(&mut buffer[..wanted], at) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(errno(&error)),
        };
        let is_data = |block: &[u8]| block.iter().any(|byte| *byte != 0);
        let block = buffer[..read].chunks(BLOCK).position(is_data);
        found = block.map(|block| at + (block * BLOCK) as u64);
        at += read as u64;
    }
    // A later measurement must not read this part from memory.
    let read = std::num::NonZeroU64::new(at - start);
    rustix::fs::fadvise(file, start, read, Advice::DontNeed).ok();
    Ok(found)
}

fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}
