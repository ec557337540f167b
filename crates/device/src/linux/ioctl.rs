//! The common `ioctl` wrapper for NVMe, SCSI and MMC commands.

#![expect(unsafe_code, reason = "ioctls that no crate wraps")]

use std::ffi::c_void;
use std::os::fd::AsFd;

use rustix::io::Result;
use rustix::ioctl::{Ioctl, IoctlOutput, Opcode};

/// An ioctl that reads and writes one structure and whose return value matters: for NVMe it is the status of the
/// command, positive if the drive refused.
pub(crate) struct Exchange<'a, const OPCODE: Opcode, T>(&'a mut T);

impl<'a, const OPCODE: Opcode, T> Exchange<'a, OPCODE, T> {
    /// # Safety
    ///
    /// The kernel has to take a pointer to a `T` for this opcode, and every pointer in it has to be valid for the
    /// lengths beside it until the call returns.
    pub(crate) unsafe fn new(value: &'a mut T) -> Self {
        Self(value)
    }
}

// SAFETY: the pointer is to one `T`, as the creator of this value promised for the opcode, and it is borrowed for as
// long as this value lives. The return value is a plain number.
unsafe impl<const OPCODE: Opcode, T> Ioctl for Exchange<'_, OPCODE, T> {
    type Output = IoctlOutput;

    const IS_MUTATING: bool = true;

    fn opcode(&self) -> Opcode {
        OPCODE
    }

    fn as_ptr(&mut self) -> *mut c_void {
        std::ptr::from_mut(self.0).cast()
    }

    unsafe fn output_from_ptr(answer: IoctlOutput, _value: *mut c_void) -> Result<IoctlOutput> {
        Ok(answer)
    }
}

/// Makes the call; returns a result that is not negative.
pub(crate) fn exchange<const OPCODE: Opcode, T>(
    fd: impl AsFd,
    value: Exchange<'_, OPCODE, T>,
) -> Result<IoctlOutput> {
    // SAFETY: the creator of `value` promised that it fits its opcode.
    unsafe { rustix::ioctl::ioctl(fd, value) }
}
