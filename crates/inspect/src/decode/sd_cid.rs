//! CID of SD cards.
//!
//! Source: SD Physical Layer Simplified Specification 9.10, section 5.2; the checksum's polynomial from
//! section 4.5.

use iogram_model::SdCid;

use super::bits::{Register, hex, printable};
use super::makers::sd_maker;

/// Decodes the 16 bytes of a CID; `None` if there are fewer.
#[must_use]
pub fn decode_sd_cid(bytes: &[u8]) -> Option<SdCid> {
    let cid = Register::<16>::of(bytes)?;
    // MID, assigned by SD-3C.
    let manufacturer = cid.bits(127, 120);
    // MDT: bits 19:12 years since 2000, 11:8 month from 1.
    let (year, month) = (2000 + cid.bits(19, 12), cid.bits(11, 8));
    Some(SdCid {
        manufacturer_id: hex(manufacturer, 2),
        manufacturer: sd_maker(manufacturer).map(str::to_owned),
        // OID.
        oem_id: printable(&cid.bytes(119, 104)),
        // PNM.
        product: printable(&cid.bytes(103, 64)),
        // PRV, two digits: hardware and firmware.
        revision: format!("{}.{}", cid.bits(63, 60), cid.bits(59, 56)),
        // PSN.
        serial: hex(cid.bits(55, 24), 8),
        manufactured: (1..=12).contains(&month).then(|| format!("{year}-{month:02}")),
        is_checksum_right: checksum(&cid),
    })
}

/// CRC, bits 7:1, and an end bit of 1. Most host controllers omit the whole byte.
fn checksum(cid: &Register<16>) -> Option<bool> {
    let last = cid.bits(7, 0);
    (last != 0).then(|| last == u64::from(crc7(&cid.bytes(127, 8))) << 1 | 1)
}

/// A CID of a card or an eMMC with a recomputed checksum; one that the host controller omitted stays omitted.
#[must_use]
pub fn with_cid_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    if let [content @ .., last] = bytes.as_mut_slice()
        && *last != 0
    {
        *last = crc7(content) << 1 | 1;
    }
    bytes
}

/// Generator x^7 + x^3 + 1, highest bit first, initial value 0.
fn crc7(bytes: &[u8]) -> u8 {
    let mut crc = 0_u8;
    for byte in bytes {
        for bit in (0..8).rev() {
            let is_odd = (crc >> 6 ^ byte >> bit) & 1 == 1;
            crc = crc << 1 & 0x7f;
            if is_odd {
                crc ^= 0x09;
            }
        }
    }
    crc
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: SD Physical Layer Simplified Specification 9.10, section 4.5, the examples of CRC7.
    #[test]
    fn the_checksum_is_that_of_the_specifications_examples() {
        assert_eq!(crc7(&[0x40, 0, 0, 0, 0]), 0b100_1010);
        assert_eq!(crc7(&[0x51, 0, 0, 0, 0]), 0b010_1010);
        assert_eq!(crc7(&[0x11, 0, 0, 0x09, 0]), 0b011_0011);
    }
}
