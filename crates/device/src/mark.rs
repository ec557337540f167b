//! Marked data: every 512 bytes name their write pass and their intended address, and the other bytes follow from
//! these two.
//!
//! So the data itself shows on reading whether it is right, comes from an earlier pass, was meant for another place,
//! or was damaged. Must not know the conclusions from that.
//!
//! A sector, as words of 64 bits, little endian: salt, own offset in bytes, 60 words of the generator of `payload`
//! with seeds from both, salt and offset again. The second pair helps if the first is damaged. On a borrowed device
//! the seeds also depend on the borrowing's key: there, marks with another key do not count.

use iogram_engine::{Found, mix};

use crate::payload::{DataKey, LANES, Lanes, SECTOR, STEP};

const ROWS: usize = SECTOR / (LANES * 8);

/// A sector that differs from the right one in more bits than this, of 4096, counts as different data. Random data
/// differs in 2048 bits, with a standard deviation of 32; arbitrary between.
const BITS_MAX: u32 = 1024;

/// Fills `buffer` with the data of the write pass `salt` for `offset` and the following bytes.
///
/// # Panics
///
/// If `buffer` is not whole sectors.
pub fn fill_marks(buffer: &mut [u8], offset: u64, salt: u64) {
    fill_marks_keyed(buffer, offset, salt, DataKey::COMMON);
}

/// As [`fill_marks`], with marks of this key.
pub(crate) fn fill_marks_keyed(buffer: &mut [u8], offset: u64, salt: u64, key: DataKey) {
    let family = key.family();
    let (sectors, rest) = buffer.as_chunks_mut::<SECTOR>();
    assert!(rest.is_empty(), "marks are whole sectors");
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the same code compiled for wider registers")]
        // SAFETY: the CPU has the feature, as was just asked.
        unsafe {
            fill_avx2(sectors, offset, salt, family);
        }
        return;
    }
    fill_plain(sectors, offset, salt, family);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_avx2(sectors: &mut [[u8; SECTOR]], offset: u64, salt: u64, family: u64) {
    fill_plain(sectors, offset, salt, family);
}

#[inline(always)]
fn fill_plain(sectors: &mut [[u8; SECTOR]], offset: u64, salt: u64, family: u64) {
    let key = mix(salt) ^ family;
    let mut offset = offset;
    for sector in sectors {
        let mut lanes = lanes_of(key, offset);
        let (rows, _) = sector.as_chunks_mut::<{ LANES * 8 }>();
        for row in rows {
            lanes.fill_row(row);
        }
        let head = [salt.to_le_bytes(), offset.to_le_bytes()];
        sector[..16].copy_from_slice(head.as_flattened());
        sector[SECTOR - 16..].copy_from_slice(head.as_flattened());
        offset = offset.wrapping_add(SECTOR as u64);
    }
}

#[inline(always)]
fn lanes_of(key: u64, offset: u64) -> Lanes {
    let seed = key.wrapping_add(offset);
    Lanes::new(mix(seed), mix(seed.wrapping_add(STEP)))
}

/// The number of leading bytes of `buffer` that are exactly the data of [`fill_marks`] for `offset` and `salt`, in
/// whole sectors; the length of the buffer if all are.
///
/// # Panics
///
/// If `buffer` is not whole sectors.
#[must_use]
pub fn count_right(buffer: &[u8], offset: u64, salt: u64) -> usize {
    count_right_keyed(buffer, offset, salt, DataKey::COMMON)
}

fn count_right_keyed(buffer: &[u8], offset: u64, salt: u64, key: DataKey) -> usize {
    let family = key.family();
    let (sectors, rest) = buffer.as_chunks::<SECTOR>();
    assert!(rest.is_empty(), "marks are whole sectors");
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the same code compiled for wider registers")]
        // SAFETY: the CPU has the feature, as was just asked.
        return unsafe { count_avx2(sectors, offset, salt, family) } * SECTOR;
    }
    count_plain(sectors, offset, salt, family) * SECTOR
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn count_avx2(sectors: &[[u8; SECTOR]], offset: u64, salt: u64, family: u64) -> usize {
    count_plain(sectors, offset, salt, family)
}

#[inline(always)]
fn count_plain(sectors: &[[u8; SECTOR]], offset: u64, salt: u64, family: u64) -> usize {
    let key = mix(salt) ^ family;
    let mut at = offset;
    for (index, sector) in sectors.iter().enumerate() {
        if differs(sector, key, at, salt) {
            return index;
        }
        at = at.wrapping_add(SECTOR as u64);
    }
    sectors.len()
}

#[inline(always)]
fn differs(sector: &[u8; SECTOR], key: u64, offset: u64, salt: u64) -> bool {
    let mut lanes = lanes_of(key, offset);
    let mut wrong = [0_u64; LANES];
    let (rows, _) = sector.as_chunks::<{ LANES * 8 }>();
    for (index, row) in rows.iter().enumerate() {
        let mut right = lanes.next_row();
        if index == 0 {
            (right[0], right[1]) = (salt, offset);
        } else if index == ROWS - 1 {
            (right[LANES - 2], right[LANES - 1]) = (salt, offset);
        }
        let (words, _) = row.as_chunks::<8>();
        for lane in 0..LANES {
            wrong[lane] |= u64::from_le_bytes(words[lane]) ^ right[lane];
        }
    }
    wrong.iter().fold(0, |all, word| all | word) != 0
}

/// The contents of one sector, whoever wrote it.
#[must_use]
pub(crate) fn look(sector: &[u8; SECTOR], key: DataKey) -> Found {
    let (words, _) = sector.as_chunks::<8>();
    let word = |index: usize| u64::from_le_bytes(words[index]);
    if sector.iter().all(|byte| *byte == sector[0]) && matches!(sector[0], 0 | 0xFF) {
        return Found::Blank;
    }
    for (salt, offset) in [(word(0), word(1)), (word(62), word(63))] {
        let mut right = [0; SECTOR];
        fill_plain(std::slice::from_mut(&mut right), offset, salt, key.family());
        if right == *sector {
            return Found::Mark { salt, offset };
        }
        let bits: u32 = right.iter().zip(sector).map(|(a, b)| (a ^ b).count_ones()).sum();
        if bits <= BITS_MAX {
            return Found::Damaged;
        }
    }
    Found::Other
}

/// Appends the contents of every block of `block` bytes.
///
/// # Panics
///
/// If `block` is not whole sectors.
pub fn look_at_blocks(buffer: &[u8], block: usize, found: &mut Vec<Found>) {
    look_at_blocks_keyed(buffer, block, DataKey::COMMON, found);
}

/// As [`look_at_blocks`], with marks of this key.
pub(crate) fn look_at_blocks_keyed(
    buffer: &[u8],
    block: usize,
    key: DataKey,
    found: &mut Vec<Found>,
) {
    assert!(block > 0 && block.is_multiple_of(SECTOR), "blocks are whole sectors");
    // Nearly always the whole buffer is one write pass: that check is much faster than classifying other contents.
    let mut rest = buffer;
    if let Some(head) = buffer.first_chunk::<16>() {
        let (words, _) = head.as_chunks::<8>();
        let (salt, offset) = (u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]));
        let whole = buffer.len() / SECTOR * SECTOR;
        let right = count_right_keyed(&buffer[..whole], offset, salt, key) / block * block;
        let starts = (0..right).step_by(block);
        found.extend(
            starts.map(|start| Found::Mark { salt, offset: offset.wrapping_add(start as u64) }),
        );
        rest = &buffer[right..];
    }
    for block in rest.chunks_exact(block) {
        let (sectors, _) = block.as_chunks::<SECTOR>();
        let first = look(&sectors[0], key);
        let mut what = first;
        for (index, sector) in sectors.iter().enumerate().skip(1) {
            let here = look(sector, key);
            let goes_on = match (first, here) {
                (Found::Mark { salt, offset }, Found::Mark { salt: other, offset: at }) => {
                    salt == other && at == offset.wrapping_add((index * SECTOR) as u64)
                }
                (first, here) => first == here,
            };
            if !goes_on {
                // Half a mark counts as a damaged mark.
                let is_mark = |it| matches!(it, Found::Mark { .. } | Found::Damaged);
                what =
                    if is_mark(first) || is_mark(here) { Found::Damaged } else { Found::Other };
                break;
            }
        }
        found.push(what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(size: usize, offset: u64, salt: u64) -> Vec<u8> {
        let mut buffer = vec![0; size];
        fill_marks(&mut buffer, offset, salt);
        buffer
    }

    fn looked(buffer: &[u8], block: usize) -> Vec<Found> {
        let mut found = Vec::new();
        look_at_blocks(buffer, block, &mut found);
        found
    }

    #[test]
    fn what_was_written_is_recognised_with_its_place() {
        for block in [512, 4096] {
            let buffer = marked(8192, 1 << 40, 7);
            assert_eq!(count_right(&buffer, 1 << 40, 7), 8192);
            for (index, found) in looked(&buffer, block).into_iter().enumerate() {
                let offset = (1 << 40) + (index * block) as u64;
                assert_eq!(found, Found::Mark { salt: 7, offset });
            }
        }
    }

    #[test]
    fn another_place_or_another_writing_is_not_right() {
        let buffer = marked(4096, 8192, 7);
        assert_eq!(count_right(&buffer, 8704, 7), 0);
        assert_eq!(count_right(&buffer, 8192, 8), 0);
    }

    #[test]
    fn every_flipped_bit_is_found_and_called_damage() {
        let right = marked(512, 512, 99);
        for bit in 0..4096 {
            let mut buffer = marked(1024, 0, 99);
            buffer[512 + bit / 8] ^= 1 << (bit % 8);
            assert_eq!(count_right(&buffer, 0, 99), 512, "bit {bit}");
            assert_eq!(looked(&buffer, 512)[1], Found::Damaged, "bit {bit}");
        }
        assert_eq!(looked(&right, 512), [Found::Mark { salt: 99, offset: 512 }]);
    }

    #[test]
    fn both_compilations_give_the_same_sectors() {
        let mut plain = vec![[0; SECTOR]; 8];
        fill_plain(&mut plain, 4096, 3, 0);
        assert_eq!(marked(4096, 4096, 3), plain.as_flattened());
        assert_eq!(count_plain(&plain, 4096, 3, 0), 8);
    }

    #[test]
    fn nothing_else_passes_for_a_mark() {
        assert_eq!(looked(&[0; 512], 512), [Found::Blank]);
        assert_eq!(looked(&[0xFF; 512], 512), [Found::Blank]);
        assert_eq!(looked(&[7; 512], 512), [Found::Other]);
        let mut half = marked(4096, 0, 5);
        half[2048..].fill(0);
        assert_eq!(looked(&half, 4096), [Found::Damaged]);
        // Words that would be addresses beyond the drive.
        assert_eq!(looked(&[[0xFE; 511].as_slice(), &[1]].concat(), 512), [Found::Other]);
        let mut random = vec![0; 512];
        crate::payload::fill(&mut random, iogram_model::DataPattern::Random, 1);
        assert_eq!(looked(&random, 512), [Found::Other]);
    }
}
