//! Security Erase of ATA drives, through the kernel's SCSI pass-through.
//!
//! The drive gets the password [`PASSWORD`] for the time of the erasure, which removes it. If the computer loses
//! power in between, the drive is locked at the next start, and that password unlocks it (`docs/safety.md`). A drive
//! that is frozen, locked or already has a password is left alone.
//!
//! Sources: ACS-3 sections 7.12.7 (IDENTIFY DEVICE words 89 and 128) and 7.45 to 7.50 (SECURITY ..); SAT-3 section
//! 12.2.2 (ATA PASS-THROUGH (16)); the kernel's `scsi/sg.h`. Never run on hardware.

use std::os::fd::OwnedFd;

use iogram_model::{Argument, Message, MessageId, PurgeValue};

use super::Setback;
use crate::linux::ioctl_sg::{Transfer, submit};

/// The drive's password during the erasure.
const PASSWORD: &[u8] = b"iogram";
const IDENTIFY_DEVICE: u8 = 0xec;
const SECURITY_SET_PASSWORD: u8 = 0xf1;
const SECURITY_ERASE_PREPARE: u8 = 0xf3;
const SECURITY_ERASE_UNIT: u8 = 0xf4;
const SECURITY_DISABLE_PASSWORD: u8 = 0xf6;
const MINUTE_MS: u32 = 60_000;

fn send(
    fd: &OwnedFd,
    command: u8,
    transfer: Transfer<'_>,
    timeout_ms: u32,
) -> Result<(), Setback> {
    // Protocol in bits 4:1; T_DIR bit 3, BYT_BLOK bit 2, T_LENGTH bits 1:0 (2: in the sector count).
    let (protocol, lengths, sectors) = match transfer {
        Transfer::None => (3, 0, 0),
        Transfer::FromDevice(_) => (4, 0x0e, 1),
        Transfer::ToDevice(_) => (5, 0x06, 1),
    };
    let mut block = [0_u8; 16];
    (block[0], block[1], block[2]) = (0x85, protocol << 1, lengths);
    (block[6], block[14]) = (sectors, command);
    let answer = submit(fd, &block, transfer, timeout_ms)?;
    if answer.status == 0 && answer.host_status == 0 {
        return Ok(());
    }
    // Response code 70h: key in byte 2; 72h: in byte 1. Illegal request is 5.
    let sense = answer.sense;
    let key = if sense[0] & 0x7f >= 0x72 { sense[1] } else { sense[2] } & 0xf;
    let name: Argument = format!("{command:#x}").into();
    if key == 5 {
        return Err(Setback::unsupported(Message::new(
            MessageId::PurgeCommandNotPassed,
            [name],
        )));
    }
    let key = format!("{key:#x}").into();
    Err(Setback::failed(Message::new(MessageId::PurgeCommandFailed, [name, key])))
}

fn word(identify: &[u8; 512], index: usize) -> u16 {
    u16::from_le_bytes([identify[index * 2], identify[index * 2 + 1]])
}

/// Whether the drive can be erased now, from word 128.
fn check_state(identify: &[u8; 512]) -> Result<(), Setback> {
    let state = word(identify, 128);
    let skipped = |why: MessageId| Err(Setback::skipped(why));
    if state & 1 == 0 {
        return Err(Setback::unsupported(MessageId::PurgeNoSecurity));
    }
    if state & 1 << 2 != 0 {
        return skipped(MessageId::PurgeLocked);
    }
    if state & 1 << 1 != 0 {
        return skipped(MessageId::PurgeForeignPassword);
    }
    if state & 1 << 3 != 0 {
        return skipped(MessageId::PurgeFrozen);
    }
    if state & 1 << 4 != 0 {
        return skipped(MessageId::PurgeTooManyPasswords);
    }
    Ok(())
}

/// Maximum time of the erasure: word 89 in units of two minutes, in 15 bits if bit 15 is set, otherwise in 8;
/// doubled, and half a day if it is unknown or beyond the range.
fn erase_timeout_ms(identify: &[u8; 512]) -> u32 {
    const HALF_A_DAY: u32 = 720;
    let time = word(identify, 89);
    let units = u32::from(if time & 0x8000 != 0 { time & 0x7fff } else { time & 0xff });
    let minutes = if units == 0 || units == 255 { HALF_A_DAY } else { units * 2 };
    minutes.saturating_mul(2 * MINUTE_MS)
}

/// A block with the user password; all other bytes are 0: normal erase, security level high.
fn password_block() -> [u8; 512] {
    let mut block = [0; 512];
    block[2..2 + PASSWORD.len()].copy_from_slice(PASSWORD);
    block
}

/// Erases the whole drive. Normal erase writes zeros.
pub(super) fn security_erase(fd: &OwnedFd) -> Result<Option<PurgeValue>, Setback> {
    let mut identify = [0; 512];
    send(fd, IDENTIFY_DEVICE, Transfer::FromDevice(&mut identify), MINUTE_MS)?;
    check_state(&identify)?;
    let password = password_block();
    send(fd, SECURITY_SET_PASSWORD, Transfer::ToDevice(&password), MINUTE_MS)?;
    let erased = send(fd, SECURITY_ERASE_PREPARE, Transfer::None, MINUTE_MS).and_then(|()| {
        let timeout = erase_timeout_ms(&identify);
        send(fd, SECURITY_ERASE_UNIT, Transfer::ToDevice(&password), timeout)
    });
    let Err(setback) = erased else { return Ok(Some(PurgeValue::Zeros)) };
    // A drive that was not erased still has the password.
    match send(fd, SECURITY_DISABLE_PASSWORD, Transfer::ToDevice(&password), MINUTE_MS) {
        Ok(()) => Err(setback),
        Err(second) => Err(Setback::failed(Message::new(
            MessageId::PurgePasswordStays,
            [setback.why.into(), second.why.into()],
        ))),
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::PurgeOutcome;

    use super::*;

    fn identify(words: &[(usize, u16)]) -> [u8; 512] {
        let mut data = [0; 512];
        for (index, value) in words {
            data[index * 2..index * 2 + 2].copy_from_slice(&value.to_le_bytes());
        }
        data
    }

    #[test]
    fn only_a_drive_that_is_neither_frozen_nor_locked_is_erased() {
        let outcome = |state| check_state(&identify(&[(128, state)])).map_err(|it| it.outcome);
        assert_eq!(outcome(0x21), Ok(()));
        assert_eq!(outcome(0x20), Err(PurgeOutcome::Unsupported));
        for state in [0x29, 0x27, 0x23, 0x31] {
            assert_eq!(outcome(state), Err(PurgeOutcome::Skipped), "{state:#x}");
        }
    }

    #[test]
    fn the_time_of_an_erasure_is_what_the_drive_says_twice() {
        let minutes = |word| erase_timeout_ms(&identify(&[(89, word)])) / MINUTE_MS;
        assert_eq!(minutes(1), 4);
        assert_eq!(minutes(0x8000 | 300), 1200);
        assert_eq!(minutes(0), 1440);
        assert_eq!(minutes(255), 1440);
    }

    #[test]
    fn the_password_follows_the_two_bytes_of_flags() {
        assert_eq!(&password_block()[..8], b"\0\0iogram");
    }
}
