//! The one way in which the commands of NVMe, SCSI and MMC go through `ioctl`.

#![expect(unsafe_code, reason = "ioctls that no crate wraps")]

use std::ffi::c_void;
use std::os::fd::AsFd;

use rustix::io::Result;
use rustix::ioctl::{Ioctl, IoctlOutput, Opcode};

/// An ioctl that reads and writes one structure and whose answer matters: NVMe's is the status of the
/// command, which is positive where the drive refused.
pub(crate) struct Exchange<'a, const OPCODE: Opcode, T>(&'a mut T);

impl<'a, const OPCODE: Opcode, T> Exchange<'a, OPCODE, T> {
    /// # Safety
    ///
    /// The kernel has to take a pointer to a `T` for this opcode, and every pointer in it has to be valid
    /// for the lengths beside it until the call returns.
    pub(crate) unsafe fn new(value: &'a mut T) -> Self {
        Self(value)
    }
}

// SAFETY: the pointer is to one `T`, as the maker of this value promised for the opcode, and it is
// borrowed for as long as this value lives. The answer is a plain number.
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

/// Makes the call; the answer is not negative.
pub(crate) fn exchange<const OPCODE: Opcode, T>(
    fd: impl AsFd,
    value: Exchange<'_, OPCODE, T>,
) -> Result<IoctlOutput> {
    // SAFETY: the maker of `value` promised that it fits its opcode.
    unsafe { rustix::ioctl::ioctl(fd, value) }
}
