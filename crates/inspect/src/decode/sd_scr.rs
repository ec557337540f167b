//! SCR of SD cards.
//!
//! Source: SD Physical Layer Simplified Specification 9.10, section 5.6.

use iogram_model::SdScr;

use super::bits::Register;

/// Decodes the 8 bytes of an SCR; `None` if there are fewer or its structure is unknown.
#[must_use]
pub fn decode_sd_scr(bytes: &[u8]) -> Option<SdScr> {
    let scr = Register::<8>::of(bytes)?;
    // SCR_STRUCTURE: only 0 is defined.
    if scr.bits(63, 60) != 0 {
        return None;
    }
    // SD_BUS_WIDTHS: bit 0 one line, bit 2 four.
    let widths = [(48, "1 bit"), (50, "4 bits")];
    let widths = widths.into_iter().filter(|(bit, _)| scr.bit(*bit));
    Some(SdScr {
        version: version(&scr),
        // DATA_STAT_AFTER_ERASE.
        erased_bits: scr.bits(55, 55).to_string(),
        bus_widths: widths.map(|(_, width)| width.to_owned()).collect(),
        // CMD_SUPPORT.
        supports_set_block_count: scr.bit(33),
        supports_speed_class_control: scr.bit(32),
        supports_extension_registers: scr.bit(34),
    })
}

/// `SD_SPEC`, `SD_SPEC3`, `SD_SPEC4` and `SD_SPECX` together.
fn version(scr: &Register<8>) -> Option<String> {
    let parts = (scr.bits(59, 56), scr.bit(47), scr.bit(42), scr.bits(41, 38));
    let version = match parts {
        (0, false, false, 0) => "1.0",
        (1, false, false, 0) => "1.10",
        (2, false, false, 0) => "2.00",
        (2, true, false, 0) => "3.0",
        (2, true, true, 0) => "4",
        // From here on SD_SPEC4 may have either value.
        (2, true, _, 1) => "5",
        (2, true, _, 2) => "6",
        (2, true, _, 3) => "7",
        (2, true, _, 4) => "8",
        (2, true, _, 5) => "9",
        _ => return None,
    };
    Some(version.to_owned())
}
