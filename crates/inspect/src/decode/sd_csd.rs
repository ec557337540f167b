//! CSD of SD cards.
//!
//! Source: SD Physical Layer Simplified Specification 9.10, sections 5.3.2 (version 1, and the
//! fields that all versions share), 5.3.3 (version 2) and 5.3.4 (version 3).

use iogram_model::SdCsd;

use super::bits::Register;

/// Decodes the 16 bytes of a CSD; `None` if there are fewer or its version is unknown.
#[must_use]
pub fn decode_sd_csd(bytes: &[u8]) -> Option<SdCsd> {
    let csd = Register::<16>::of(bytes)?;
    // CSD_STRUCTURE.
    let (version, capacity) = match csd.bits(127, 126) {
        0 => ("1.0", standard_capacity(&csd)),
        // C_SIZE counts 512 KiB.
        1 => ("2.0", (csd.bits(69, 48) + 1) << 19),
        2 => ("3.0", (csd.bits(75, 48) + 1) << 19),
        _ => return None,
    };
    let classes = csd.bits(95, 84);
    // WRITE_BL_LEN: 512 bytes, or 1024 and 2048 on some cards of version 1.
    let write_block = 1_u64 << csd.bits(25, 22);
    Some(SdCsd {
        version: version.to_owned(),
        capacity_bytes: capacity,
        line_bits_per_s: line_rate(csd.bits(103, 96)),
        // CCC: bit n means class n.
        command_classes: (0..12).filter(|class| classes >> class & 1 == 1).collect(),
        // ERASE_BLK_EN.
        erases_blocks: csd.bit(46),
        // SECTOR_SIZE, in write blocks.
        erase_sector_bytes: (csd.bits(45, 39) + 1) * write_block,
        is_copy: csd.bit(14),
        is_permanently_write_protected: csd.bit(13),
        is_temporarily_write_protected: csd.bit(12),
    })
}

/// Version 1: `C_SIZE`, `C_SIZE_MULT` and `READ_BL_LEN`.
fn standard_capacity(csd: &Register<16>) -> u64 {
    let (size, factor, block) = (csd.bits(73, 62), csd.bits(49, 47), csd.bits(83, 80));
    // At most 12 + 9 + 15 bits.
    (size + 1) << (factor + 2) << block
}

/// `TRAN_SPEED`: bits 2:0 the unit, 6:3 the factor in tenths.
fn line_rate(code: u64) -> Option<u64> {
    const TENTHS: [u64; 16] = [0, 10, 12, 13, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70, 80];
    let unit = match code & 7 {
        0 => 10_000,
        1 => 100_000,
        2 => 1_000_000,
        3 => 10_000_000,
        _ => return None,
    };
    let factor = usize::try_from(code >> 3 & 15).ok().and_then(|index| TENTHS.get(index))?;
    (*factor != 0 && code < 0x80).then_some(factor * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfer_rates_are_those_of_the_bus_modes() {
        assert_eq!(line_rate(0x32), Some(25_000_000));
        assert_eq!(line_rate(0x5a), Some(50_000_000));
        assert_eq!(line_rate(0x0b), Some(100_000_000));
        assert_eq!(line_rate(0x2b), Some(200_000_000));
        assert_eq!((line_rate(0), line_rate(0x36)), (None, None));
    }
}
