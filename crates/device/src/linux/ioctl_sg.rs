//! ATA commands through SCSI, to SATA drives and behind bridges: those that query, and the common way to send any.
//!
//! Must not know a command that changes anything: `purge` has those, with its permit.
//!
//! Source: the kernel's `include/scsi/sg.h`; SAM-5, section 5.3 (status codes).

#![expect(unsafe_code, reason = "the kernel writes into the buffers of a command")]

use iogram_model::{Message, MessageId};
use std::ffi::{c_int, c_uchar, c_uint, c_ushort, c_void};
use std::os::fd::AsFd;

use rustix::io::Errno;
use rustix::ioctl::Opcode;

use crate::linux::ioctl::{Exchange, exchange};
use iogram_inspect::AskError;
use iogram_inspect::decode::{AtaCommand, decode_ata_registers, encode_ata_pass_through};

/// `struct sg_io_hdr`.
#[repr(C)]
struct Header {
    interface_id: c_int,
    direction: c_int,
    command_length: c_uchar,
    sense_length_max: c_uchar,
    vector_count: c_ushort,
    data_length: c_uint,
    data: *mut c_void,
    command: *const c_uchar,
    sense: *mut c_uchar,
    timeout_ms: c_uint,
    flags: c_uint,
    pack_id: c_int,
    user: *mut c_void,
    status: c_uchar,
    masked_status: c_uchar,
    message_status: c_uchar,
    sense_length: c_uchar,
    host_status: c_ushort,
    driver_status: c_ushort,
    residual: c_int,
    duration_ms: c_uint,
    info: c_uint,
}

const SG_IO: Opcode = 0x2285;
const DIRECTION_NONE: c_int = -1;
const DIRECTION_TO_DEVICE: c_int = -2;
const DIRECTION_FROM_DEVICE: c_int = -3;
const CHECK_CONDITION: u8 = 2;
const SENSE_LENGTH: usize = 64;
/// Arbitrary: below the kernel's 30 s for a command, because a bridge that does not know the command may never
/// answer.
const TIMEOUT_MS: c_uint = 5_000;

/// The direction of a command's data.
pub(crate) enum Transfer<'a> {
    None,
    FromDevice(&'a mut [u8]),
    ToDevice(&'a [u8]),
}

/// How a command ended.
pub(crate) struct Answer {
    /// The SCSI status: 0 for success.
    pub(crate) status: u8,
    /// The error of the controller or its driver, otherwise 0.
    pub(crate) host_status: u16,
    pub(crate) sense: [u8; SENSE_LENGTH],
}

/// The answer: data, or for a command without data the sense data with the drive's registers.
pub(crate) fn ask_ata(fd: impl AsFd, command: AtaCommand) -> Result<Vec<u8>, AskError> {
    let block = encode_ata_pass_through(command);
    let mut data = vec![0_u8; command.data_length()];
    let transfer =
        if data.is_empty() { Transfer::None } else { Transfer::FromDevice(&mut data) };
    let answer = submit(fd, &block, transfer, TIMEOUT_MS).map_err(AskError::System)?;
    if answer.host_status != 0 {
        let status = answer.host_status;
        return Err(refused(MessageId::AskControllerFailed, status));
    }
    // The registers arrive as sense data, with CHECK CONDITION.
    if data.is_empty() && decode_ata_registers(&answer.sense).is_some() {
        return Ok(answer.sense.to_vec());
    }
    match answer.status {
        0 if !data.is_empty() => Ok(data),
        0 => Err(AskError::Refused(Message::plain(MessageId::AskNoRegisters))),
        CHECK_CONDITION => Err(AskError::Refused(Message::plain(MessageId::AskRefused))),
        status => Err(refused(MessageId::AskScsiStatus, status.into())),
    }
}

fn refused(why: MessageId, status: u16) -> AskError {
    AskError::Refused(Message::new(why, [format!("{status:#04x}").into()]))
}

/// Makes the drive execute the command in `block`; an error if the kernel did not pass it on.
pub(crate) fn submit(
    fd: impl AsFd,
    block: &[u8; 16],
    transfer: Transfer<'_>,
    timeout_ms: u32,
) -> Result<Answer, Errno> {
    let (direction, data, length) = match transfer {
        Transfer::None => (DIRECTION_NONE, std::ptr::null_mut(), 0),
        Transfer::FromDevice(data) => {
            (DIRECTION_FROM_DEVICE, data.as_mut_ptr().cast(), data.len())
        }
        // The kernel only reads the data for the device.
        Transfer::ToDevice(data) => {
            (DIRECTION_TO_DEVICE, data.as_ptr().cast_mut().cast(), data.len())
        }
    };
    let mut sense = [0_u8; SENSE_LENGTH];
    let mut header = Header {
        interface_id: c_int::from(b'S'),
        direction,
        command_length: 16,
        sense_length_max: 64,
        vector_count: 0,
        data_length: c_uint::try_from(length).map_err(|_huge| Errno::INVAL)?,
        data,
        command: block.as_ptr(),
        sense: sense.as_mut_ptr(),
        timeout_ms,
        flags: 0,
        pack_id: 0,
        user: std::ptr::null_mut(),
        status: 0,
        masked_status: 0,
        message_status: 0,
        sense_length: 0,
        host_status: 0,
        driver_status: 0,
        residual: 0,
        duration_ms: 0,
        info: 0,
    };
    // SAFETY: the structure is the one of this opcode; command, data and sense are buffers of the lengths
    // beside them and live beyond the call.
    let ioctl = unsafe { Exchange::<SG_IO, Header>::new(&mut header) };
    exchange(fd, ioctl)?;
    Ok(Answer { status: header.status, host_status: header.host_status, sense })
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Header>() == 88, "as in the kernel's header");
