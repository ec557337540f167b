//! IDENTIFY DEVICE data of ATA drives.
//!
//! Source: ATA/ATAPI Command Set 3 (ACS-3), section 7.12.7, by word; transport words 76 and 77 from
//! Serial ATA 3.2, section 13.2.

use iogram_model::{AtaIdentify, AtaSecurity};

use super::bits::{hex, printable, reported};

/// Decodes the 512 bytes of IDENTIFY DEVICE data; `None` if there are fewer, or if they are not of an
/// ATA device (word 0, bit 15).
#[must_use]
pub fn decode_ata_identify(bytes: &[u8]) -> Option<AtaIdentify> {
    let words = Words(bytes.first_chunk()?);
    if words.bit(0, 15) || words.0.iter().all(|byte| *byte == 0) {
        return None;
    }
    // Words 82, 83 and 84 are valid if 83 has 01 in its top bits; 85 to 87 if 87 has.
    let supports = |word, bit| words.is_valid(83).then(|| words.bit(word, bit));
    let enabled = |word, bit| words.is_valid(87).then(|| words.bit(word, bit));
    let (logical, physical) = block_sizes(&words);
    let trims = words.bit(169, 0);
    // NCQ in word 76, which is 0 or all ones on drives that are not serial.
    let serial = Some(words.at(76)).filter(|word| !matches!(word, 0 | 0xffff));
    let queues = serial.is_some_and(|word| word >> 8 & 1 == 1);
    Some(AtaIdentify {
        model: words.text(27, 47),
        serial: words.text(10, 20),
        firmware: words.text(23, 27),
        // Word 87 bit 8: words 108 to 111 hold a name.
        wwn: enabled(87, 8).filter(|has| *has).map(|_| hex(words.wwn(), 16)),
        capacity_bytes: sectors(&words).and_then(|count| count.checked_mul(logical)),
        logical_block_size_bytes: logical,
        physical_block_size_bytes: physical,
        version: version(words.at(80)).map(str::to_owned),
        rotation_rpm: Some(u64::from(words.at(217))).filter(|it| (0x401..0xffff).contains(it)),
        is_solid_state: match words.at(217) {
            1 => Some(true),
            0x401..=0xfffe => Some(false),
            _ => None,
        },
        form_factor: form_factor(words.at(168) & 15).map(str::to_owned),
        speed_possible_bits_per_s: serial.and_then(|word| speed((word & 14).checked_ilog2()?)),
        // Word 77, bits 3:1.
        speed_bits_per_s: serial.and_then(|_| speed(u32::from(words.at(77) >> 1 & 7))),
        queue_depth: queues.then(|| u64::from(words.at(75) & 31) + 1),
        has_write_cache: supports(82, 5),
        is_write_cache_on: enabled(85, 5),
        supports_fua: words.is_valid(84).then(|| words.bit(84, 6)),
        supports_trim: Some(trims),
        trimmed_reads: trims.then(|| trimmed_reads(&words).to_owned()),
        supports_smart: supports(82, 0),
        is_smart_on: enabled(85, 0),
        sanitize: sanitize(&words),
        security: security(&words),
        is_checksum_right: checksum(&words),
    })
}

struct Words<'a>(&'a [u8; 512]);

impl Words<'_> {
    /// 0 beyond the last word, which no caller requests.
    fn at(&self, index: usize) -> u16 {
        let word = self.0.get(index * 2..).and_then(<[u8]>::first_chunk);
        word.map_or(0, |word| u16::from_le_bytes(*word))
    }

    fn bit(&self, index: usize, bit: u32) -> bool {
        self.at(index) >> bit & 1 == 1
    }

    /// Words with a validity mark have 01 in bits 15:14.
    fn is_valid(&self, index: usize) -> bool {
        self.at(index) >> 14 == 1
    }

    fn u32(&self, index: usize) -> u64 {
        u64::from(self.at(index)) | u64::from(self.at(index + 1)) << 16
    }

    /// In texts the two letters of every word are swapped.
    fn text(&self, first: usize, end: usize) -> Option<String> {
        let letters = (first..end).flat_map(|index| self.at(index).to_be_bytes());
        printable(&letters.collect::<Vec<u8>>())
    }

    /// Words 108 to 111, the highest first.
    fn wwn(&self) -> u64 {
        (108..112).fold(0, |name, index| name << 16 | u64::from(self.at(index)))
    }
}

/// Words 100 to 103 with 48-bit addresses (word 83, bit 10), otherwise 60 and 61.
fn sectors(words: &Words<'_>) -> Option<u64> {
    let is_long = words.is_valid(83) && words.bit(83, 10);
    let long = words.u32(100) | words.u32(102) << 32;
    reported(if is_long { long } else { words.u32(60) })
}

/// Word 106: bit 12 long logical blocks (words 117 and 118, in 16-bit words), bit 13 several logical blocks per
/// physical one (bits 3:0, a power of two).
fn block_sizes(words: &Words<'_>) -> (u64, Option<u64>) {
    if !words.is_valid(106) {
        return (512, None);
    }
    let long = reported(words.u32(117) * 2).filter(|_| words.bit(106, 12));
    let logical = long.unwrap_or(512);
    let factor = if words.bit(106, 13) { words.at(106) & 15 } else { 0 };
    (logical, Some(logical << factor))
}

/// Word 80: the highest bit set; 0 and all ones mean "not reported".
fn version(bits: u16) -> Option<&'static str> {
    if matches!(bits, 0 | 0xffff) {
        return None;
    }
    Some(match bits.ilog2() {
        4 => "ATA/ATAPI-4",
        5 => "ATA/ATAPI-5",
        6 => "ATA/ATAPI-6",
        7 => "ATA/ATAPI-7",
        8 => "ATA8-ACS",
        9 => "ACS-2",
        10 => "ACS-3",
        11 => "ACS-4",
        12 => "ACS-5",
        _ => return None,
    })
}

/// Word 168.
fn form_factor(code: u16) -> Option<&'static str> {
    Some(match code {
        1 => "5.25 inch",
        2 => "3.5 inch",
        3 => "2.5 inch",
        4 => "1.8 inch",
        5 => "below 1.8 inch",
        6 => "mSATA",
        7 => "M.2",
        8 => "microSSD",
        9 => "CFast",
        _ => return None,
    })
}

/// Generation 1 to 3, from bits 3:1 of word 76 or as a number from word 77.
fn speed(generation: u32) -> Option<u64> {
    (1..=3).contains(&generation).then(|| 1_500_000_000 << (generation - 1))
}

/// Word 69: bit 14 deterministic reads, bit 5 zeros as well.
fn trimmed_reads(words: &Words<'_>) -> &'static str {
    match (words.bit(69, 14), words.bit(69, 5)) {
        (true, true) => "zeros",
        (true, false) => "the same each time",
        (false, _) => "anything",
    }
}

/// Word 59: bit 12 the feature set, 15 block erase, 14 overwrite, 13 crypto scramble.
fn sanitize(words: &Words<'_>) -> Vec<String> {
    let names = [(15, "block erase"), (14, "overwrite"), (13, "crypto scramble")];
    let offered = names.iter().filter(|(bit, _)| words.bit(59, 12) && words.bit(59, *bit));
    offered.map(|(_, name)| (*name).to_owned()).collect()
}

/// Word 128; times of erasure in words 89 and 90.
fn security(words: &Words<'_>) -> Option<AtaSecurity> {
    words.bit(128, 0).then(|| AtaSecurity {
        is_enabled: words.bit(128, 1),
        is_locked: words.bit(128, 2),
        is_frozen: words.bit(128, 3),
        supports_enhanced_erase: words.bit(128, 5),
        erase_s: erase_time(words.at(89)),
        enhanced_erase_s: erase_time(words.at(90)),
    })
}

/// In units of two minutes: bits 7:0, or 14:0 with bit 15. The largest number means "longer".
fn erase_time(word: u16) -> Option<u64> {
    let (count, most) =
        if word >> 15 == 1 { (word & 0x7fff, 0x7fff) } else { (word & 0xff, 0xff) };
    reported(u64::from(count)).filter(|_| count != most).map(|count| count * 120)
}

/// Word 255: A5h in its low byte means that the sum of all bytes is 0.
fn checksum(words: &Words<'_>) -> Option<bool> {
    let sum = words.0.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    (words.at(255) & 0xff == 0xa5).then_some(sum == 0)
}

/// Recomputes the checksum of a page; a page without a checksum stays without.
#[must_use]
pub fn with_ata_checksum(mut page: Vec<u8>) -> Vec<u8> {
    if let [content @ .., last] = page.as_mut_slice()
        && content.last() == Some(&0xa5)
    {
        *last = content.iter().fold(0_u8, |sum, byte| sum.wrapping_sub(*byte));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_the_highest_bit_and_the_number() {
        // Word 76 with generations 1, 2 and 3.
        assert_eq!(0b1110_u16.checked_ilog2().and_then(speed), Some(6_000_000_000));
        assert_eq!(0b0010_u16.checked_ilog2().and_then(speed), Some(1_500_000_000));
        assert_eq!((speed(0), speed(4)), (None, None));
    }

    #[test]
    fn times_of_erasure_come_in_two_widths() {
        assert_eq!(erase_time(4), Some(480));
        assert_eq!(erase_time(0x8000 | 300), Some(36_000));
        assert_eq!((erase_time(0), erase_time(0xff), erase_time(0xffff)), (None, None, None));
    }
}
