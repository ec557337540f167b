//! Flash writes of ATA drives, from makers with known counters.
//!
//! Pure. Source: smartmontools' drivedb.h, family "Crucial/Micron BX/MX1/2/3/500, M5/600, 11/1300 SSDs": 246 sectors
//! written by the host, 247 pages programmed for the host, 248 pages programmed by the drive for itself. Other makers
//! use the same numbers for other things, so the model decides.

use iogram_model::AtaSmart;

/// Bytes written over the drive's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtaWritten {
    /// Bytes that hosts wrote over the drive's life.
    pub host_bytes: u64,
    /// Bytes written to the flash, including data that the drive moved by itself.
    pub nand_bytes: u64,
}

/// `None` if this model's counters are unknown or missing.
#[must_use]
pub fn ata_written(model: &str, smart: &AtaSmart) -> Option<AtaWritten> {
    let is_known =
        ["CT", "Crucial_CT", "Micron_"].into_iter().any(|maker| model.starts_with(maker));
    if !is_known {
        return None;
    }
    let raw = |number: u64| {
        let found = smart.attributes.iter().find(|it| it.attribute_index == number);
        found.map(|it| it.raw_count)
    };
    let (sectors, for_host, for_drive) = (raw(246)?, raw(247)?, raw(248)?);
    let host_bytes = sectors.checked_mul(512)?;
    // The drive does not report the page size. It follows from the host writes, rounded to 4 KiB.
    let quarters = (host_bytes.checked_div(for_host)? + 2048) / 4096;
    let page_size = quarters.max(1) * 4096;
    let nand_bytes = for_host.checked_add(for_drive)?.checked_mul(page_size)?;
    Some(AtaWritten { host_bytes, nand_bytes })
}

#[cfg(test)]
mod tests {
    use iogram_model::AtaSmartAttribute;

    use super::*;

    fn smart(values: &[(u64, u64)]) -> AtaSmart {
        let attribute = |&(attribute_index, raw_count): &(u64, u64)| AtaSmartAttribute {
            attribute_index,
            name: None,
            value_index: None,
            worst_index: None,
            threshold_index: None,
            raw_count,
            is_prefail: false,
        };
        AtaSmart {
            attributes: values.iter().map(attribute).collect(),
            temperature_celsius: None,
            power_on_s: None,
            is_checksum_right: true,
        }
    }

    #[test]
    fn pages_of_16_kib_are_found_from_what_the_host_wrote() {
        let values = smart(&[(246, 1_556_679_048), (247, 48_646_220), (248, 44_352_048)]);
        let written = ata_written("CT500MX500SSD1", &values).unwrap();
        assert_eq!(written.host_bytes, 1_556_679_048 * 512);
        assert_eq!(written.nand_bytes, (48_646_220 + 44_352_048) * 16384);
        assert_eq!(ata_written("Example SSD", &values), None);
    }

    #[test]
    fn a_drive_that_lacks_a_counter_or_was_never_written_tells_nothing() {
        assert_eq!(ata_written("CT1", &smart(&[(246, 1), (247, 1)])), None);
        assert_eq!(ata_written("CT1", &smart(&[(246, 0), (247, 0), (248, 9)])), None);
        let huge = smart(&[(246, u64::MAX), (247, 1), (248, 1)]);
        assert_eq!(ata_written("CT1", &huge), None);
    }
}
