//! NVMe admin commands: those that query, and the common way to send any.
//!
//! Must not know a command that changes anything: `purge` has those that erase, with its permit, and `write_cache`
//! the one that sets.
//!
//! Source: the kernel's `include/uapi/linux/nvme_ioctl.h`; NVM Express Base Specification 2.0, sections 5.16 (Get Log
//! Page) and 5.17 (Identify).

#![expect(unsafe_code, reason = "the kernel writes into the buffer of a command")]

use iogram_model::{Message, MessageId};
use std::os::fd::AsFd;

use rustix::io::Errno;
use rustix::ioctl::{Opcode, opcode};

use crate::linux::ioctl::{Exchange, exchange};
use iogram_inspect::AskError;

/// `struct nvme_admin_cmd`.
#[repr(C)]
#[derive(Debug, Default)]
pub(crate) struct AdminCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    words_2_3: [u32; 2],
    metadata: u64,
    address: u64,
    metadata_length: u32,
    data_length: u32,
    words_10_15: [u32; 6],
    timeout_ms: u32,
    result: u32,
}

impl AdminCommand {
    /// A command for `namespace` (0 if it is for none), with its dword 10.
    pub(crate) fn new(opcode: u8, namespace: u32, word_10: u32, timeout_ms: u32) -> Self {
        let words_10_15 = [word_10, 0, 0, 0, 0, 0];
        Self { opcode, namespace, words_10_15, timeout_ms, ..Self::default() }
    }

    /// The same with its dword 11.
    pub(crate) const fn with_word_11(mut self, word_11: u32) -> Self {
        self.words_10_15[1] = word_11;
        self
    }
}

const ADMIN_COMMAND: Opcode = opcode::read_write::<AdminCommand>(b'N', 0x41);
const NAMESPACE_ID: Opcode = opcode::none(b'N', 0x40);
const GET_LOG_PAGE: u8 = 0x02;
const IDENTIFY: u8 = 0x06;
const GET_FEATURES: u8 = 0x0a;
/// Every namespace.
const ALL: u32 = u32::MAX;
/// Arbitrary: a log page takes microseconds, a drive in an internal error may take long.
const TIMEOUT_MS: u32 = 10_000;

/// Bytes of an identify page.
pub(crate) const IDENTIFY_LENGTH: usize = 4096;

/// The identify page of the controller (`cns` 1) or of the namespace behind `fd` (`cns` 0).
pub(crate) fn identify(fd: impl AsFd, cns: u32) -> Result<Vec<u8>, AskError> {
    let namespace = if cns == 0 { namespace_id(&fd).map_err(AskError::System)? } else { 0 };
    ask(fd, AdminCommand::new(IDENTIFY, namespace, cns, TIMEOUT_MS), IDENTIFY_LENGTH)
}

/// The first `length` bytes of a log page, a multiple of 4.
pub(crate) fn log_page(fd: impl AsFd, page: u8, length: u16) -> Result<Vec<u8>, AskError> {
    // NUMDL counts words of 4 bytes, minus one.
    let words = (u32::from(length) / 4).saturating_sub(1);
    let word_10 = u32::from(page) | words << 16;
    let command = AdminCommand::new(GET_LOG_PAGE, ALL, word_10, TIMEOUT_MS);
    ask(fd, command, usize::from(length))
}

/// The current value of a feature of the controller: dword 0 of the answer.
pub(crate) fn get_feature(fd: impl AsFd, feature: u32) -> Result<u32, AskError> {
    let mut command = AdminCommand::new(GET_FEATURES, 0, feature, TIMEOUT_MS);
    match carry_out(fd, &mut command, &mut []).map_err(AskError::System)? {
        0 => Ok(command.result),
        status => Err(refused(status)),
    }
}

fn refused(status: i32) -> AskError {
    let status = [format!("{status:#06x}").into()];
    AskError::Refused(Message::new(MessageId::AskNvmeStatus, status))
}

fn ask(fd: impl AsFd, command: AdminCommand, length: usize) -> Result<Vec<u8>, AskError> {
    let mut data = vec![0_u8; length];
    match submit(fd, command, &mut data).map_err(AskError::System)? {
        0 => Ok(data),
        status => Err(refused(status)),
    }
}

/// `NVME_IOCTL_ID`, which returns the number of the namespace behind `fd`.
pub(crate) fn namespace_id(fd: impl AsFd) -> Result<u32, Errno> {
    let mut nothing = ();
    // SAFETY: the kernel reads no argument for this opcode.
    let ioctl = unsafe { Exchange::<NAMESPACE_ID, ()>::new(&mut nothing) };
    u32::try_from(exchange(fd, ioctl)?).map_err(|_negative| Errno::IO)
}

/// Makes the drive execute `command`, which reads `data.len()` bytes into `data`; returns the drive's status, 0 for
/// success.
pub(crate) fn submit(
    fd: impl AsFd,
    mut command: AdminCommand,
    data: &mut [u8],
) -> Result<i32, Errno> {
    carry_out(fd, &mut command, data)
}

/// The same; afterwards `command` holds the rest of the drive's answer.
fn carry_out(fd: impl AsFd, command: &mut AdminCommand, data: &mut [u8]) -> Result<i32, Errno> {
    if !data.is_empty() {
        command.address = data.as_mut_ptr().expose_provenance() as u64;
        command.data_length = u32::try_from(data.len()).map_err(|_huge| Errno::INVAL)?;
    }
    // SAFETY: the structure is the one of this opcode; its address is that of `data`, which has
    // `data_length` bytes and lives beyond the call; there is no metadata.
    let ioctl = unsafe { Exchange::<ADMIN_COMMAND, AdminCommand>::new(command) };
    exchange(fd, ioctl)
}

const _: () = assert!(size_of::<AdminCommand>() == 72, "as in the kernel's header");
