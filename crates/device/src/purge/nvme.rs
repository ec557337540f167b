//! Format and Sanitize of NVMe drives, through the kernel's pass-through of admin commands.
//!
//! Skips commands that would erase other namespaces than the named one.
//!
//! Sources: NVM Express Base Specification 2.0c: Identify (5.17), Format NVM (5.14), Sanitize (5.24), Sanitize Status
//! log (5.16.1.18); NVM Command Set Specification 1.0c, Identify Namespace (4.1.5.1); the kernel's
//! `linux/nvme_ioctl.h`. Never run on hardware.

use std::os::fd::OwnedFd;

use iogram_engine::Control;
use iogram_model::{Message, MessageId, PurgeValue};

use super::{Setback, pause};
use crate::linux::ioctl_nvme::{AdminCommand, identify, log_page, namespace_id, submit};

const FORMAT: u8 = 0x80;
const SANITIZE: u8 = 0x84;
const SANITIZE_STATUS: u8 = 0x81;
const SANITIZE_STATUS_LENGTH: u16 = 512;
/// Arbitrary: large drives take minutes.
const FORMAT_TIMEOUT_MS: u32 = 600_000;
/// The kernel's own default; the command only starts the erasure.
const SANITIZE_TIMEOUT_MS: u32 = 60_000;
/// CNS values of the Identify structures.
const NAMESPACE: u32 = 0;
const CONTROLLER: u32 = 1;
const ACTIVE_NAMESPACES: u32 = 2;

/// Sends a command without data.
fn send(fd: &OwnedFd, command: AdminCommand) -> Result<(), Setback> {
    match submit(fd, command, &mut [])? {
        0 => Ok(()),
        status => {
            let number = [format!("{status:#x}").into()];
            Err(match status & 0x7ff {
                // Invalid Command Opcode, Invalid Field in Command.
                1 | 2 => {
                    Setback::unsupported(Message::new(MessageId::PurgeStatusUnknown, number))
                }
                _ => Setback::failed(Message::new(MessageId::PurgeStatus, number)),
            })
        }
    }
}

fn u32_at(data: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes([data[offset], data[offset + 1], data[offset + 2], data[offset + 3]])
}

/// Number of other namespaces of the controller.
fn count_others(fd: &OwnedFd, namespace: u32) -> Result<usize, Setback> {
    let list = identify(fd, ACTIVE_NAMESPACES)?;
    let (words, _) = list.as_chunks::<4>();
    let ids = words.iter().map(|word| u32::from_le_bytes(*word)).take_while(|id| *id != 0);
    Ok(ids.filter(|id| *id != namespace).count())
}

fn erases_others(count: usize) -> Setback {
    Setback::skipped(Message::new(MessageId::PurgeOtherNamespaces, [count.into()]))
}

/// The value that deallocated blocks read as; `None` if the drive does not promise one.
pub(super) fn value_after_deallocation(fd: &OwnedFd) -> Option<PurgeValue> {
    decode_deallocated(&identify(fd, NAMESPACE).ok()?)
}

/// DLFEAT, bits 2:0.
fn decode_deallocated(namespace: &[u8]) -> Option<PurgeValue> {
    match namespace[33] & 7 {
        1 => Some(PurgeValue::Zeros),
        2 => Some(PurgeValue::Ones),
        _ => None,
    }
}

/// Dword 10 of Format NVM: the namespace's current format (FLBAS, DPS), and Secure Erase Settings 1, User Data Erase.
fn encode_format(namespace: &[u8]) -> u32 {
    let (flbas, dps) = (u32::from(namespace[26]), u32::from(namespace[29]));
    let (low, high) = (flbas & 0xf, flbas >> 5 & 3);
    low | (flbas >> 4 & 1) << 4 | (dps & 7) << 5 | (dps >> 3 & 1) << 8 | 1 << 9 | high << 12
}

/// Erases the user data of the namespace and keeps its format.
pub(super) fn format(fd: &OwnedFd) -> Result<Option<PurgeValue>, Setback> {
    let id = namespace_id(fd)?;
    let controller = identify(fd, CONTROLLER)?;
    // OACS, bit 1.
    if controller[256] & 2 == 0 {
        return Err(Setback::unsupported(MessageId::PurgeNoFormat));
    }
    // FNA, bits 0 and 1: formatting, or erasing with it, affects all namespaces at once.
    let others = count_others(fd, id)?;
    if controller[524] & 3 != 0 && others > 0 {
        return Err(erases_others(others));
    }
    let namespace = identify(fd, NAMESPACE)?;
    let word_10 = encode_format(&namespace);
    let command = AdminCommand::new(FORMAT, id, word_10, FORMAT_TIMEOUT_MS);
    send(fd, command)?;
    Ok(decode_deallocated(&namespace))
}

/// Erases everything that the drive ever stored, by a block erase or else by a change of the key.
pub(super) fn sanitize(fd: &OwnedFd, control: &Control) -> Result<Option<PurgeValue>, Setback> {
    let id = namespace_id(fd)?;
    let controller = identify(fd, CONTROLLER)?;
    // SANICAP, bit 1 block erase, bit 0 crypto erase; SANACT 2 and 4.
    let action = match u32_at(&controller, 328) & 3 {
        2 | 3 => 2,
        1 => 4,
        _ => return Err(Setback::unsupported(MessageId::PurgeNoSanitize)),
    };
    let others = count_others(fd, id)?;
    if others > 0 {
        return Err(erases_others(others));
    }
    send(fd, AdminCommand::new(SANITIZE, 0, action, SANITIZE_TIMEOUT_MS))?;
    loop {
        pause();
        let log = log_page(fd, SANITIZE_STATUS, SANITIZE_STATUS_LENGTH)?;
        match log[2] & 7 {
            1 | 4 => return Ok(value_after_deallocation(fd)),
            2 if control.is_stopped() => {
                return Err(Setback::interrupted(MessageId::PurgeGoesOn));
            }
            2 => {}
            state => {
                let state = [u64::from(state).into()];
                return Err(Setback::failed(Message::new(
                    MessageId::PurgeSanitizeState,
                    state,
                )));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::ioctl_nvme::IDENTIFY_LENGTH;

    #[test]
    fn a_format_keeps_the_format() {
        let mut namespace = [0; IDENTIFY_LENGTH];
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
            let mut namespace = [0; IDENTIFY_LENGTH];
            namespace[33] = byte;
            decode_deallocated(&namespace)
        };
        assert_eq!(read(0), None);
        assert_eq!(read(0x09), Some(PurgeValue::Zeros));
        assert_eq!(read(2), Some(PurgeValue::Ones));
    }
}
