//! The file behind a loop device, as the kernel has it open: its path may lead to another file by now.
//!
//! Source: the kernel's `include/uapi/linux/loop.h`, `struct loop_info64`.

#![expect(unsafe_code, reason = "one ioctl that no crate wraps")]

use std::path::Path;

use iogram_inspect::sysfs::text_if_known;
use rustix::fs::{Mode, OFlags};
use rustix::ioctl::{Getter, Opcode};

const LOOP_GET_STATUS64: Opcode = 0x4C05;

/// `struct loop_info64`, the part in use: the file's device and its number there, and the offset of its first used
/// byte.
#[repr(C)]
#[derive(Clone, Copy)]
struct LoopInfo {
    device: u64,
    inode: u64,
    special_device: u64,
    offset: u64,
    rest: [u64; 25],
}

/// The file behind a loop device: the facts that survive a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopFile {
    /// Its number within its file system.
    pub inode: u64,
    /// The byte of the file at which the device begins.
    pub offset: u64,
}

/// The size that the kernel copies: 8 numbers of 64 and 4 of 32 bits, and names of 64, 64 and 32 bytes.
const _: () = assert!(size_of::<LoopInfo>() == 232);

/// The path that the loop device of this folder was given, as the kernel shows it now; `None` if it is not a loop
/// device.
pub(crate) fn named_file(dir: &Path) -> Option<String> {
    text_if_known(dir, "loop/backing_file")
}

/// The file behind a loop device; `None` if it is not a loop device or cannot be queried.
pub(crate) fn find_loop_file(device: &Path) -> Option<LoopFile> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    let fd = rustix::fs::open(device, flags, Mode::empty()).ok()?;
    // SAFETY: for this opcode the kernel writes one `struct loop_info64`, whose size is asserted above.
    let getter = unsafe { Getter::<LOOP_GET_STATUS64, LoopInfo>::new() };
    // SAFETY: the getter has room for what the kernel writes, and is read only if the call succeeded.
    let info = unsafe { rustix::ioctl::ioctl(fd, getter) }.ok()?;
    Some(LoopFile { inode: info.inode, offset: info.offset })
}
