//! Ioctls of the block layer: erase a range, drop its pages, identify this disk.
//!
//! Source: the kernel's `include/uapi/linux/fs.h`.

#![expect(unsafe_code, reason = "ioctls that no crate wraps")]

use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use iogram_inspect::sysfs::{AttributeError, read_text};
use rustix::io::Result;
use rustix::ioctl::{Getter, NoArg, Opcode, Setter, ioctl, opcode};

const BLKRRPART: Opcode = opcode::none(0x12, 95);
const BLKFLSBUF: Opcode = opcode::none(0x12, 97);
const BLKDISCARD: Opcode = opcode::none(0x12, 119);
const BLKSECDISCARD: Opcode = opcode::none(0x12, 125);
/// Source: `include/uapi/linux/blkzoned.h`: start and length in units of 512 bytes.
const BLKRESETZONE: Opcode = opcode::write::<[u64; 2]>(0x12, 131);
const BLKGETDISKSEQ: Opcode = opcode::read::<u64>(0x12, 128);

/// The kernel's ways to erase a range.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Erase {
    Discard,
    SecureDiscard,
    /// Whole zones: resets their write pointers.
    ResetZones,
}

/// Erases a range, given by its start and its length in bytes.
pub(crate) fn erase_part(fd: impl AsFd, erase: Erase, part: [u64; 2]) -> Result<()> {
    match erase {
        Erase::Discard => {
            // SAFETY: the opcode takes a pointer to two numbers, start and length, and writes nothing
            // back.
            let call = unsafe { Setter::<BLKDISCARD, [u64; 2]>::new(part) };
            // SAFETY: as above.
            unsafe { ioctl(fd, call) }
        }
        Erase::SecureDiscard => {
            // SAFETY: as above.
            let call = unsafe { Setter::<BLKSECDISCARD, [u64; 2]>::new(part) };
            // SAFETY: as above.
            unsafe { ioctl(fd, call) }
        }
        Erase::ResetZones => {
            let sectors = part.map(|bytes| bytes / 512);
            // SAFETY: as above.
            let call = unsafe { Setter::<BLKRESETZONE, [u64; 2]>::new(sectors) };
            // SAFETY: as above.
            unsafe { ioctl(fd, call) }
        }
    }
}

/// Writes the device's dirty pages, and drops its pages.
pub(crate) fn flush_buffers(fd: &OwnedFd) -> Result<()> {
    // SAFETY: the opcode takes no argument.
    let call = unsafe { NoArg::<BLKFLSBUF>::new() };
    // SAFETY: as above; the descriptor is open.
    unsafe { ioctl(fd, call) }
}

/// Makes the kernel read the partition table again; fails if a partition is in use, or if the device can have none.
pub(crate) fn reread_partitions(fd: &OwnedFd) -> Result<()> {
    // SAFETY: the opcode takes no argument.
    let call = unsafe { NoArg::<BLKRRPART>::new() };
    // SAFETY: as above; the descriptor is open.
    unsafe { ioctl(fd, call) }
}

/// A number that no other disk had or will have until the next start of the computer; `None` before Linux 5.15.
pub(crate) fn disk_sequence(fd: &OwnedFd) -> Option<u64> {
    // SAFETY: for this opcode the kernel writes one `__u64`.
    let getter = unsafe { Getter::<BLKGETDISKSEQ, u64>::new() };
    // SAFETY: the getter has room for what the kernel writes, and is read only if the call succeeded.
    unsafe { ioctl(fd, getter) }.ok()
}

/// Whether reads or writes of the device of this folder are outstanding; with a driver that does not count them,
/// false.
pub(crate) fn has_requests_in_flight(dir: &Path) -> std::result::Result<bool, AttributeError> {
    let in_flight = read_text(dir, "inflight")?.unwrap_or_default();
    Ok(in_flight.split_whitespace().any(|count| count != "0"))
}
