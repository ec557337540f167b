//! Error Information log page of `NVMe` drives.
//!
//! Source: NVM Express Base Specification 2.0, section 5.16.1.2 (log page 01h); the status codes from
//! section 3.3.3.2.1 and, for media errors, NVM Command Set Specification 1.0, section 3.1.

use iogram_model::NvmeErrorEntry;

use super::bits::{Page, hex};

/// Bytes of an entry.
const ENTRY: usize = 64;

/// Decodes the entries, the newest first; skips unused entries and an incomplete last one.
#[must_use]
pub fn decode_nvme_error_log(bytes: &[u8]) -> Vec<NvmeErrorEntry> {
    bytes.chunks_exact(ENTRY).filter_map(|entry| decode_entry(Page(entry))).collect()
}

fn decode_entry(entry: Page<'_>) -> Option<NvmeErrorEntry> {
    // Error Count: 0 marks an unused entry.
    let error_count = entry.u64(0).filter(|count| *count != 0)?;
    // All ones: the field does not apply.
    let queue = entry.u16(8).filter(|queue| *queue != u16::MAX);
    let block = entry.u64(16).filter(|block| *block != u64::MAX);
    let namespace = entry.u32(24).filter(|id| !matches!(*id, 0 | u32::MAX));
    Some(NvmeErrorEntry {
        error_count,
        queue_id: queue.map(|queue| queue.to_string()),
        status: status(entry.u16(12)?),
        first_block_index: block,
        namespace_id: namespace.map(|id| hex(u64::from(id), 1)),
    })
}

/// Status Field: bit 0 is the phase tag, 8:1 the code, 11:9 its type.
fn status(field: u16) -> String {
    let (kind, code) = (field >> 9 & 7, field >> 1 & 0xff);
    let name = match (kind, code) {
        (0, 0x00) => "success",
        (0, 0x01) => "invalid command",
        (0, 0x02) => "invalid field in command",
        (0, 0x04) => "data transfer error",
        (0, 0x05) => "aborted by power loss",
        (0, 0x06) => "internal error",
        (0, 0x07) => "aborted on request",
        (0, 0x0b) => "invalid namespace or format",
        (0, 0x80) => "block address out of range",
        (0, 0x81) => "capacity exceeded",
        (0, 0x82) => "namespace not ready",
        (1, 0x09) => "invalid log page",
        (2, 0x80) => "write fault",
        (2, 0x81) => "unrecovered read error",
        (2, 0x82..=0x84) => "end-to-end protection check failed",
        (2, 0x85) => "compare failure",
        (2, 0x86) => "access denied",
        (2, 0x87) => "deallocated or unwritten block",
        _ => return format!("type {kind:#x}, code {code:#04x}"),
    };
    name.to_owned()
}
