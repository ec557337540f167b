//! Firmware Slot Information log page of `NVMe` drives.
//!
//! Source: NVM Express Base Specification 2.0, section 5.16.1.4 (log page 03h).

use iogram_model::NvmeFirmware;

use super::bits::{Page, reported};

/// Decodes the first 64 bytes of the log page; `None` if there are fewer.
#[must_use]
pub fn decode_nvme_firmware(bytes: &[u8]) -> Option<NvmeFirmware> {
    let page = Page(bytes.get(..64)?);
    // AFI: bits 2:0 the running slot, 6:4 the slot after the next reset.
    let active = page.u8(0)?;
    // FRS1 to FRS7.
    let mut slots: Vec<Option<String>> =
        (1..8).map(|slot| page.text(8 * slot..8 * (slot + 1))).collect();
    let last = slots.iter().rposition(Option::is_some);
    slots.truncate(last.map_or(0, |last| last + 1));
    Some(NvmeFirmware {
        active_slot_index: reported(u64::from(active & 7)),
        next_slot_index: reported(u64::from(active >> 4 & 7)),
        slots,
    })
}
