//! The identity of a loop device's file, the one fact of the loop driver that sysfs does not report.
//!
//! Source: the kernel's `include/uapi/linux/loop.h` (6.12), `struct loop_info64`, `LOOP_GET_STATUS64`.

#![expect(unsafe_code, reason = "an ioctl that no crate wraps")]

use std::os::fd::OwnedFd;

use rustix::ioctl::{Getter, Opcode};

use iogram_inspect::device_number::DeviceNumber;

/// `struct loop_info64`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct LoopInfo64 {
    device: u64,
    inode: u64,
    special_device: u64,
    offset: u64,
    size_limit: u64,
    number: u32,
    encrypt_type: u32,
    encrypt_key_size: u32,
    flags: u32,
    file_name: [u8; 64],
    crypt_name: [u8; 64],
    encrypt_key: [u8; 32],
    init: [u64; 2],
}

/// The file behind a loop device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LoopFile {
    /// The file system's number.
    pub(crate) file_system: DeviceNumber,
    /// The file's number on it.
    pub(crate) inode: u64,
    /// The byte of the file at which the device begins.
    pub(crate) offset: u64,
}

/// The file behind the open loop device.
///
/// # Errors
///
/// Fails if there is none.
pub(crate) fn loop_file(fd: &OwnedFd) -> rustix::io::Result<LoopFile> {
    const LOOP_GET_STATUS64: Opcode = 0x4c05;
    // SAFETY: for this opcode the kernel writes one `struct loop_info64`, of which this is the layout.
    let getter = unsafe { Getter::<LOOP_GET_STATUS64, LoopInfo64>::new() };
    // SAFETY: the getter has room for what the kernel writes, and is read only if the call succeeded.
    let info = unsafe { rustix::ioctl::ioctl(fd, getter) }?;
    Ok(LoopFile {
        file_system: DeviceNumber::from_raw(info.device),
        inode: info.inode,
        offset: info.offset,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_layout_is_the_kernels() {
        assert_eq!(size_of::<super::LoopInfo64>(), 232);
    }
}
