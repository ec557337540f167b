//! The data of f3write's and h2testw's files: the contents of each 512 bytes, and the classification of other
//! contents.
//!
//! Knows no files. Source: f3 10.0, its documentation, and observed writes of f3write 8.0: 64 words of 64 bits,
//! little endian; the first is the sector's own offset, counted over all files as if they were concatenated, 1 GiB
//! each; each following word is the one before times 4294967311, plus 17. There is no salt: data of an earlier run at
//! the same place passes as this run's.

use iogram_model::SectorCounts;

use crate::payload::SECTOR;

const FACTOR: u64 = 4_294_967_311;
const SUMMAND: u64 = 17;
/// Words side by side: a chain of multiplications waits for each, eight parallel ones do not.
const LANES: usize = 8;

/// The same sequence in steps of [`LANES`].
const LEAP: (u64, u64) = {
    let (mut factor, mut summand) = (1_u64, 0_u64);
    let mut index = 0;
    while index < LANES {
        factor = factor.wrapping_mul(FACTOR);
        summand = summand.wrapping_mul(FACTOR).wrapping_add(SUMMAND);
        index += 1;
    }
    (factor, summand)
};

/// Up to this many flipped bits count as damage; more count as other data. The number is f3 10's.
const BITS_MAX: u32 = 7;

#[inline(always)]
fn first_row(offset: u64) -> [u64; LANES] {
    let mut row = [offset; LANES];
    for index in 1..LANES {
        row[index] = row[index - 1].wrapping_mul(FACTOR).wrapping_add(SUMMAND);
    }
    row
}

#[inline(always)]
fn next_row(row: &mut [u64; LANES]) {
    for word in row {
        *word = word.wrapping_mul(LEAP.0).wrapping_add(LEAP.1);
    }
}

/// Fills `buffer`, whole sectors, with the data for `offset` and the following bytes.
pub(crate) fn fill_h2w(buffer: &mut [u8], offset: u64) {
    let (sectors, _) = buffer.as_chunks_mut::<SECTOR>();
    let mut offset = offset;
    for sector in sectors {
        let mut row = first_row(offset);
        let (places, _) = sector.as_chunks_mut::<{ LANES * 8 }>();
        for place in places {
            for (bytes, word) in place.as_chunks_mut::<8>().0.iter_mut().zip(row) {
                *bytes = word.to_le_bytes();
            }
            next_row(&mut row);
        }
        offset += SECTOR as u64;
    }
}

/// Whether a sector differs from the data for `offset`.
#[inline(always)]
fn differs(sector: &[u8; SECTOR], offset: u64) -> bool {
    let mut row = first_row(offset);
    let mut wrong = 0;
    for part in sector.as_chunks::<{ LANES * 8 }>().0 {
        for (bytes, word) in part.as_chunks::<8>().0.iter().zip(row) {
            wrong |= u64::from_le_bytes(*bytes) ^ word;
        }
        next_row(&mut row);
    }
    wrong != 0
}

/// Classifies the sectors of `buffer`, whole sectors read at `offset`, and adds them to `counts`.
pub(crate) fn count_h2w(buffer: &[u8], offset: u64, counts: &mut SectorCounts) {
    let mut at = offset;
    for sector in buffer.as_chunks::<SECTOR>().0 {
        if !differs(sector, at) {
            counts.ok += 1;
        } else if flipped_bits(sector, at) <= BITS_MAX {
            counts.changed += 1;
        } else {
            let own = u64::from_le_bytes(sector.as_chunks::<8>().0[0]);
            // A sector of zeros does not match the first place: there the second word would be 17.
            let count = match flipped_bits(sector, own) {
                0..=BITS_MAX => &mut counts.overwritten,
                _ => &mut counts.corrupted,
            };
            *count += 1;
        }
        at += SECTOR as u64;
    }
}

fn flipped_bits(sector: &[u8; SECTOR], offset: u64) -> u32 {
    let mut right = [0; SECTOR];
    fill_h2w(&mut right, offset);
    right.iter().zip(sector).map(|(a, b)| (a ^ b).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(offset: u64) -> Vec<u64> {
        let mut sector = [0; SECTOR];
        fill_h2w(&mut sector, offset);
        sector.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
    }

    #[test]
    fn sectors_are_those_that_f3write_was_seen_to_write() {
        assert_eq!(words(0)[..4], [0, 0x11, 0x11_0000_0110, 0x20f_0000_1001]);
        let second = [0x200, 0x200_0000_1e11, 0x3c11_0001_c310, 0x5_480f_001a_6e01];
        assert_eq!(words(512)[..4], second);
        for pair in words(1 << 40).windows(2) {
            assert_eq!(pair[1], pair[0].wrapping_mul(FACTOR).wrapping_add(SUMMAND));
        }
    }

    #[test]
    fn what_is_wrong_with_a_sector_is_told_apart() {
        let mut data = vec![0; 6 * SECTOR];
        fill_h2w(&mut data, 1 << 30);
        data[SECTOR + 100] ^= 1;
        data[2 * SECTOR] ^= 0x81;
        fill_h2w(&mut data[3 * SECTOR..4 * SECTOR], 4096);
        data[4 * SECTOR..].fill(0);
        let mut counts = SectorCounts::default();
        count_h2w(&data, 1 << 30, &mut counts);
        let right =
            SectorCounts { ok: 1, changed: 2, overwritten: 1, corrupted: 2, unreadable: 0 };
        assert_eq!(counts, right);
        assert_eq!(counts.lost(), 5);
    }
}
