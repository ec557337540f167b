//! The only MMC command in use: `SEND_EXT_CSD`.
//!
//! Source: the kernel's `include/uapi/linux/mmc/ioctl.h` and `include/linux/mmc/core.h`; JEDEC JESD84-B51, section
//! 6.10.4 (CMD8).

#![expect(unsafe_code, reason = "the kernel writes into the buffer of a command")]

use std::os::fd::AsFd;

use rustix::ioctl::{Opcode, opcode};

use crate::linux::ioctl::{Exchange, exchange};
use iogram_inspect::AskError;

/// `struct mmc_ioc_cmd`.
#[repr(C)]
#[derive(Debug, Default)]
struct Command {
    write_flag: i32,
    is_application: i32,
    opcode: u32,
    argument: u32,
    response: [u32; 4],
    flags: u32,
    block_size: u32,
    blocks: u32,
    sleep_min_us: u32,
    sleep_max_us: u32,
    data_timeout_ns: u32,
    command_timeout_ms: u32,
    padding: u32,
    data: u64,
}

const COMMAND: Opcode = opcode::read_write::<Command>(179, 0);
const SEND_EXT_CSD: u32 = 8;
/// A response of 48 bits with checksum and opcode (`MMC_RSP_R1`), and data from the card
/// (`MMC_CMD_ADTC`).
const R1_WITH_DATA: u32 = 1 | 1 << 2 | 1 << 4 | 1 << 5;
const LENGTH: u32 = 512;

/// The 512 bytes of the extended CSD.
pub(crate) fn ask_ext_csd(fd: impl AsFd) -> Result<Vec<u8>, AskError> {
    let mut data = vec![0_u8; 512];
    let mut command = Command {
        opcode: SEND_EXT_CSD,
        flags: R1_WITH_DATA,
        block_size: LENGTH,
        blocks: 1,
        data: data.as_mut_ptr().expose_provenance() as u64,
        ..Command::default()
    };
    // SAFETY: the structure is the one of this opcode; its data pointer is to `data`, which has
    // `block_size` times `blocks` bytes and lives beyond the call.
    let ioctl = unsafe { Exchange::<COMMAND, Command>::new(&mut command) };
    exchange(fd, ioctl).map_err(AskError::System)?;
    Ok(data)
}

const _: () = assert!(size_of::<Command>() == 72, "as in the kernel's header");
