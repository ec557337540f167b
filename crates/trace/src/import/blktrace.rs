//! The kernel's binary records, `struct blk_io_trace` version 7, in one file as `blkparse -d` writes it.
//!
//! Source: the kernel's `blktrace_api.h`. The numbers have the byte order of the recording computer; the first four
//! bytes of each record reveal it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

use iogram_model::{OpKind, Text, text};

use super::flow::Flow;
use super::line::{Line, SECTOR, What};
use crate::error::TraceError;

/// The upper three bytes of a record's first word.
const MAGIC: u32 = 0x6561_7400;
/// The version in its lowest byte.
const VERSION: u32 = 7;
/// Bytes of a record, without its payload.
const RECORD_BYTES: usize = 48;

/// Actions, in the lower half of the word.
const QUEUE: u32 = 1;
const REQUEUE: u32 = 6;
const ISSUE: u32 = 7;
const COMPLETE: u32 = 8;
/// Categories, in the upper half.
const WRITE: u32 = 1 << 1;
const FLUSH: u32 = 1 << 2;
const COMMAND: u32 = 1 << 9;
const NOTIFY: u32 = 1 << 10;
const DISCARD: u32 = 1 << 13;
const FUA: u32 = 1 << 15;

/// Whether `head` is the beginning of such a file.
pub(super) fn is_one(head: &[u8]) -> bool {
    order_of(head).is_some()
}

/// Byte order of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn number<const N: usize>(self, record: &[u8], at: usize) -> u64 {
        let bytes = record.get(at..at.saturating_add(N)).unwrap_or_default();
        let join = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        match self {
            Self::Little => bytes.iter().rev().fold(0, join),
            Self::Big => bytes.iter().fold(0, join),
        }
    }

    fn word(self, record: &[u8], at: usize) -> u32 {
        u32::try_from(self.number::<4>(record, at)).unwrap_or(u32::MAX)
    }
}

fn order_of(record: &[u8]) -> Option<ByteOrder> {
    let is = |order: &ByteOrder| order.word(record, 0) & !0xff == MAGIC;
    [ByteOrder::Little, ByteOrder::Big].into_iter().find(is)
}

/// Reads the next complete record of `input` into `record` and returns its time in nanoseconds; `None` at the end, or
/// if the rest is not a record.
pub(super) fn next_record(
    input: &mut impl Read,
    record: &mut Vec<u8>,
) -> io::Result<Option<u64>> {
    record.clear();
    input.by_ref().take(RECORD_BYTES as u64).read_to_end(record)?;
    let Some(order) = order_of(record).filter(|_| record.len() == RECORD_BYTES) else {
        return Ok(None);
    };
    let (at_ns, length) = (order.number::<8>(record, 8), order.number::<2>(record, 46));
    let taken = input.by_ref().take(length).read_to_end(record)?;
    Ok((taken as u64 == length).then_some(at_ns))
}

/// Reads all records. Errors name the record's number instead of a line.
pub(super) fn read(mut input: impl BufRead, flow: &mut Flow<'_>) -> Result<(), TraceError> {
    // Program names by process number; the tracer writes a name when it first sees a process.
    let mut programs: BTreeMap<u32, String> = BTreeMap::new();
    let mut record = [0; RECORD_BYTES];
    let mut behind = Vec::new();
    for number in 1.. {
        match fill(&mut input, &mut record)? {
            0 => return Ok(()),
            RECORD_BYTES => {}
            _ => return flow.wrong(number, text!("trace-record-cut-off"), ""),
        }
        let Some(order) = order_of(&record) else {
            // The position of the next record is now unknown.
            return Err(not_one(number, text!("trace-record-not-begin-magic-number")));
        };
        if order.word(&record, 0) & 0xff != VERSION {
            return Err(not_one(number, text!("trace-record-another-version-7")));
        }
        let length = order.number::<2>(&record, 46);
        behind.clear();
        input.by_ref().take(length).read_to_end(&mut behind)?;
        if (behind.len() as u64) < length {
            return flow.wrong(number, text!("trace-record-cut-off"), "");
        }
        let (action, process) = (order.word(&record, 28), order.word(&record, 32));
        if action >> 16 & NOTIFY != 0 {
            // Note number 0 names a process.
            if action & 0xffff == 0 {
                let name = behind.split(|&byte| byte == 0).next().unwrap_or_default();
                programs.insert(process, String::from_utf8_lossy(name).into_owned());
            }
            continue;
        }
        let device = order.word(&record, 36);
        let volume = format!("{},{}", device >> 20, device & 0xf_ffff);
        let program = programs.get(&process).map_or("", String::as_str);
        let line = line_of(order, &record, (&volume, program));
        flow.take(number, "", &line)?;
    }
    Ok(())
}

fn line_of<'a>(
    order: ByteOrder,
    record: &[u8],
    (volume, process): (&'a str, &'a str),
) -> Line<'a> {
    let at_ns = order.number::<8>(record, 8);
    let sector = order.number::<8>(record, 16);
    let length = order.number::<4>(record, 24);
    let action = order.word(record, 28);
    let category = action >> 16;
    let what = match action & 0xffff {
        QUEUE => What::Queued,
        ISSUE => What::Issued,
        COMPLETE => What::Completed,
        REQUEUE => What::Withdrawn,
        _ => return Line::other(volume),
    };
    let has_preflush = category & FLUSH != 0;
    let kind = match () {
        () if category & COMMAND != 0 => return Line::other(volume),
        () if length == 0 && has_preflush => OpKind::Flush,
        () if category & DISCARD != 0 => OpKind::Discard,
        () if category & WRITE != 0 => OpKind::Write,
        () => OpKind::Read,
    };
    let is_flush = kind == OpKind::Flush;
    let place = if is_flush { (0, 0) } else { (sector.saturating_mul(SECTOR), length) };
    Line {
        what,
        is_fua: category & FUA != 0,
        has_preflush: has_preflush && !is_flush,
        volume,
        process: if what == What::Completed { "" } else { process },
        ..Line::request(at_ns, kind, place)
    }
}

fn not_one(number: u64, why: Text) -> TraceError {
    TraceError::Line(crate::error::WrongLine { number, why, text: String::new() })
}

/// Reads until `buffer` is full or the input ends.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0_usize;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(count) => filled = filled.saturating_add(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
