//! Format and Sanitize of NVMe drives, through the kernel's pass-through of admin commands.
//!
//! Leaves out what would erase other namespaces than the one that was named.
//!
//! Sources: NVM Express Base Specification 2.0c: Identify (5.17), Format NVM (5.14), Sanitize (5.24),
//! Sanitize Status log (5.16.1.18); NVM Command Set Specification 1.0c, Identify Namespace (4.1.5.1);
//! the kernel's `linux/nvme_ioctl.h`. Never run on hardware.

use std::ffi::c_void;
use std::os::fd::OwnedFd;

use iogram_engine::Control;
use iogram_model::{PurgeOutcome, PurgeValue};
use rustix::ioctl::{Ioctl, IoctlOutput, Opcode, opcode};

use super::{Setback, pause};

/// `struct nvme_passthru_cmd` of the kernel.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
struct AdminCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    cdw2: u32,
    cdw3: u32,
    metadata: u64,
    address: u64,
    metadata_length: u32,
    data_length: u32,
    cdw10: u32,
    cdw11: u32,
    cdw12: u32,
    cdw13: u32,
    cdw14: u32,
    cdw15: u32,
    timeout_ms: u32,
    result: u32,
}

const IDENTIFY: u8 = 0x06;
const GET_LOG_PAGE: u8 = 0x02;
const FORMAT: u8 = 0x80;
const SANITIZE: u8 = 0x84;

/// Sends an admin command; the answer is the kernel's return value: 0, or the drive's status.
struct Send<'a> {
    command: AdminCommand,
    /// Keeps the memory that the command points to.
    _data: Option<&'a mut [u8; 4096]>,
}

#[expect(unsafe_code, reason = "an ioctl whose return value is an answer")]
// SAFETY: the opcode takes a pointer to the command, which lives as long as `self`; the kernel writes the
// command's result and at most `data_length` bytes at `address`, which is the memory of `_data`.
unsafe impl Ioctl for Send<'_> {
    type Output = IoctlOutput;
    const IS_MUTATING: bool = true;

    fn opcode(&self) -> Opcode {
        opcode::read_write::<AdminCommand>(b'N', 0x41)
    }

    fn as_ptr(&mut self) -> *mut c_void {
        std::ptr::from_mut(&mut self.command).cast()
    }

    unsafe fn output_from_ptr(
        output: IoctlOutput,
        _pointer: *mut c_void,
    ) -> rustix::io::Result<Self::Output> {
        Ok(output)
    }
}

#[expect(unsafe_code, reason = "the ioctl above")]
fn send(
    fd: &OwnedFd,
    mut command: AdminCommand,
    mut data: Option<&mut [u8; 4096]>,
) -> Result<(), Setback> {
    if let Some(data) = &mut data {
        command.address = data.as_mut_ptr().expose_provenance() as u64;
        command.data_length = 4096;
    }
    let call = Send { command, _data: data };
    // SAFETY: see the implementation.
    match unsafe { rustix::ioctl::ioctl(fd, call) }? {
        0 => Ok(()),
        // Invalid Command Opcode, Invalid Field in Command.
        status if matches!(status & 0x7ff, 1 | 2) => Err(Setback::unsupported(format!(
            "the drive does not know it (status {status:#x})"
        ))),
        status => Err(Setback::failed(format!("the drive answered with status {status:#x}"))),
    }
}

/// The id of the namespace that the descriptor is of.
#[expect(unsafe_code, reason = "an ioctl whose return value is an answer")]
fn namespace_id(fd: &OwnedFd) -> Result<u32, Setback> {
    struct Id;
    // SAFETY: `NVME_IOCTL_ID` takes no argument and answers with its return value.
    unsafe impl Ioctl for Id {
        type Output = IoctlOutput;
        const IS_MUTATING: bool = false;

        fn opcode(&self) -> Opcode {
            opcode::none(b'N', 0x40)
        }

        fn as_ptr(&mut self) -> *mut c_void {
            std::ptr::null_mut()
        }

        unsafe fn output_from_ptr(
            output: IoctlOutput,
            _pointer: *mut c_void,
        ) -> rustix::io::Result<Self::Output> {
            Ok(output)
        }
    }
    // SAFETY: see the implementation.
    let id = unsafe { rustix::ioctl::ioctl(fd, Id) }?;
    u32::try_from(id).map_err(|_negative| Setback::failed("the kernel gives no namespace id"))
}

/// Identify data: of the namespace (0), the controller (1), the list of active namespaces (2).
fn identify(fd: &OwnedFd, structure: u32, namespace: u32) -> Result<[u8; 4096], Setback> {
    let mut data = [0; 4096];
    let command = AdminCommand {
        opcode: IDENTIFY,
        namespace,
        cdw10: structure,
        ..AdminCommand::default()
    };
    send(fd, command, Some(&mut data))?;
    Ok(data)
}

fn u32_at(data: &[u8; 4096], offset: usize) -> u32 {
    u32::from_le_bytes([data[offset], data[offset + 1], data[offset + 2], data[offset + 3]])
}

/// Namespaces of the controller beside this one.
fn count_others(fd: &OwnedFd, namespace: u32) -> Result<usize, Setback> {
    let list = identify(fd, 2, 0)?;
    let (words, _) = list.as_chunks::<4>();
    let ids = words.iter().map(|word| u32::from_le_bytes(*word)).take_while(|id| *id != 0);
    Ok(ids.filter(|id| *id != namespace).count())
}

/// What blocks read as that hold nothing; `None` if the drive does not promise.
pub(super) fn value_after_deallocation(fd: &OwnedFd) -> Option<PurgeValue> {
    let namespace = identify(fd, 0, namespace_id(fd).ok()?).ok()?;
    decode_deallocated(&namespace)
}

/// DLFEAT, bits 2:0.
fn decode_deallocated(namespace: &[u8; 4096]) -> Option<PurgeValue> {
    match namespace[33] & 7 {
        1 => Some(PurgeValue::Zeros),
        2 => Some(PurgeValue::Ones),
        _ => None,
    }
}

/// Dword 10 of Format NVM: the namespace's own format (FLBAS, DPS) again, and Secure Erase Settings 1,
/// User Data Erase.
fn encode_format(namespace: &[u8; 4096]) -> u32 {
    let (flbas, dps) = (u32::from(namespace[26]), u32::from(namespace[29]));
    let (low, high) = (flbas & 0xf, flbas >> 5 & 3);
    low | (flbas >> 4 & 1) << 4 | (dps & 7) << 5 | (dps >> 3 & 1) << 8 | 1 << 9 | high << 12
}

/// Erases the user data of the namespace and leaves its format as it is.
pub(super) fn format(fd: &OwnedFd) -> Result<Option<PurgeValue>, Setback> {
    let id = namespace_id(fd)?;
    let controller = identify(fd, 1, 0)?;
    // OACS, bit 1.
    if controller[256] & 2 == 0 {
        return Err(Setback::unsupported("the drive has no Format command"));
    }
    // FNA, bits 0 and 1: formatting, or erasing with it, is of all namespaces at once.
    let others = count_others(fd, id)?;
    if controller[524] & 3 != 0 && others > 0 {
        let message = format!("it would erase {others} other namespaces, too");
        return Err(Setback::new(PurgeOutcome::Skipped, message));
    }
    let namespace = identify(fd, 0, id)?;
    let command = AdminCommand {
        opcode: FORMAT,
        namespace: id,
        cdw10: encode_format(&namespace),
        // Arbitrary: large drives take minutes.
        timeout_ms: 600_000,
        ..AdminCommand::default()
    };
    send(fd, command, None)?;
    Ok(decode_deallocated(&namespace))
}

/// Erases everything that the drive ever stored, by erasing blocks or else by changing the key.
pub(super) fn sanitize(fd: &OwnedFd, control: &Control) -> Result<Option<PurgeValue>, Setback> {
    let id = namespace_id(fd)?;
    let controller = identify(fd, 1, 0)?;
    // SANICAP, bit 1 block erase, bit 0 crypto erase; SANACT 2 and 4.
    let action = match u32_at(&controller, 328) & 3 {
        2 | 3 => 2,
        1 => 4,
        _ => return Err(Setback::unsupported("the drive has no Sanitize command that erases")),
    };
    let others = count_others(fd, id)?;
    if others > 0 {
        let message = format!("it would erase {others} other namespaces, too");
        return Err(Setback::new(PurgeOutcome::Skipped, message));
    }
    let command = AdminCommand { opcode: SANITIZE, cdw10: action, ..AdminCommand::default() };
    send(fd, command, None)?;
    loop {
        pause();
        let mut log = [0; 4096];
        // Log 81h; the number of dwords less one is in the upper half.
        let cdw10 = 0x81 | (4096 / 4 - 1) << 16;
        let command = AdminCommand {
            opcode: GET_LOG_PAGE,
            namespace: u32::MAX,
            cdw10,
            ..AdminCommand::default()
        };
        send(fd, command, Some(&mut log))?;
        match log[2] & 7 {
            1 | 4 => return Ok(value_after_deallocation(fd)),
            2 if control.is_stopped() => {
                let message = "it was stopped; the drive goes on by itself";
                return Err(Setback::new(PurgeOutcome::Interrupted, message));
            }
            2 => {}
            state => return Err(Setback::failed(format!("Sanitize ended in state {state}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_keeps_the_format() {
        let mut namespace = [0; 4096];
        assert_eq!(encode_format(&namespace), 0x200);
        // Format 3, extended metadata; protection type 1, first eight bytes.
        (namespace[26], namespace[29]) = (0x13, 0x09);
        assert_eq!(encode_format(&namespace), 0x200 | 0x13 | 1 << 5 | 1 << 8);
        namespace[26] = 0x20;
        assert_eq!(encode_format(&namespace), 0x200 | 1 << 5 | 1 << 8 | 1 << 12);
    }

    #[test]
    fn what_deallocated_blocks_read_as_is_promised_or_not() {
        let read = |byte| {
            let mut namespace = [0; 4096];
            namespace[33] = byte;
            decode_deallocated(&namespace)
        };
        assert_eq!(read(0), None);
        assert_eq!(read(0x09), Some(PurgeValue::Zeros));
        assert_eq!(read(2), Some(PurgeValue::Ones));
    }

    #[test]
    fn the_command_has_the_size_that_the_kernel_expects() {
        assert_eq!(size_of::<AdminCommand>(), 72);
    }
}
