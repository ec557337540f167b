//! Recognises data that was written while a device was borrowed, sector by sector, at any later time: the tombstones,
//! the data of cells and the marks of probes, all by the key of the borrowing.
//!
//! Random data is recognised without a log of the writes: the first 64 bytes of a sector determine the two seeds that
//! it was made from, and these differ by the key. The chance that foreign data passes is 2^-64 per sector. Must not
//! know what happens to the device.
//!
//! Limit: anybody may write zeros. They count only if the run announced that it may write them.

use iogram_engine::{Found, mix};

use crate::mark;
use crate::payload::{DataKey, LANES, SECTOR, SEEDS, fill_sector, sign};
use crate::tombstone::{BorrowId, Tombstone};

/// This many nonzero bytes of a sector suffice to recognise it.
pub(crate) const RECOGNISED_MIN: usize = 16;

/// The data to recognise.
#[derive(Debug, Clone)]
pub(crate) struct OwnData {
    pub(crate) key: DataKey,
    /// The borrowing of the tombstones; `None` if it left none.
    pub(crate) id: Option<BorrowId>,
    /// Whether zeros, or the result of a discard, may have been written.
    pub(crate) has_blanks: bool,
    /// The generator's state after the last recognised sector: within a request the next sector continues it.
    next_state: Option<u64>,
}

impl OwnData {
    pub(crate) fn new(key: DataKey, id: Option<BorrowId>, has_blanks: bool) -> Self {
        Self { key, id, has_blanks, next_state: None }
    }

    /// Whether the sector holds data written while the device was borrowed.
    pub(crate) fn wrote(&mut self, sector: &[u8; SECTOR]) -> bool {
        if sector.iter().all(|byte| *byte == sector[0]) && matches!(sector[0], 0 | 0xFF) {
            return self.has_blanks;
        }
        if let Some(state) = self.next_state
            && self.is_made_from(sector, state)
        {
            return true;
        }
        self.is_tombstone(sector) || self.is_mark(sector) || self.is_payload(sector)
    }

    fn is_tombstone(&self, sector: &[u8; SECTOR]) -> bool {
        self.id.is_some() && Tombstone::decode(sector).map(|found| found.id) == self.id
    }

    fn is_mark(&self, sector: &[u8; SECTOR]) -> bool {
        matches!(mark::look(sector, self.key), Found::Mark { .. })
    }

    fn is_payload(&mut self, sector: &[u8; SECTOR]) -> bool {
        let (words, _) = sector.as_chunks::<8>();
        let row = std::array::from_fn(|lane| u64::from_le_bytes(words[lane]));
        let key = self.key.0;
        let seeds = find_seeds(&row, |first, second| {
            let state = unmix(first);
            (unmix(second) == state.wrapping_add(key)).then_some(state)
        });
        match seeds {
            Some(state) if self.is_made_from(sector, state) => true,
            _ => self.is_signed(sector),
        }
    }

    /// Whether the generator yields the sector, or its front followed by zeros.
    fn is_made_from(&mut self, sector: &[u8; SECTOR], state: u64) -> bool {
        let (mut right, mut next) = ([0; SECTOR], state);
        fill_sector(&mut right, &mut next, self.key.0);
        let same = right.iter().zip(sector).take_while(|(right, found)| right == found).count();
        let is_own = same >= LANES * 8 && sector[same..].iter().all(|byte| *byte == 0);
        self.next_state = is_own.then_some(next);
        is_own
    }

    /// Checks a sector that is nearly all zeros.
    fn is_signed(&self, sector: &[u8; SECTOR]) -> bool {
        let kept = sector.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        // The last kept bytes may be zeros by chance: the first ones determine them.
        let mut right = [0; LANES * 8];
        right[..8].copy_from_slice(&sector[..8]);
        sign(&mut right, self.key);
        let is_short = self.key != DataKey::COMMON && kept <= right.len();
        is_short && kept >= RECOGNISED_MIN && sector[..kept] == right[..kept]
    }
}

/// The seeds of the generator with this first row, if `accept` takes them. Each word is the sum of two seeds, which
/// differ from lane to lane by known bits. The search starts with the lowest bit; the carries into the next bit
/// resolve what one bit leaves open.
fn find_seeds<T>(row: &[u64; LANES], accept: impl Fn(u64, u64) -> Option<T>) -> Option<T> {
    /// Arbitrary: nearly always fewer than 200 suffice; random data needs 5.
    const STEPS_MAX: u32 = 1 << 16;
    let bit_of = |word: u64, bit: u32| word >> bit & 1 == 1;
    let mut open: Vec<(u32, u64, u64, [bool; LANES])> = vec![(0, 0, 0, [false; LANES])];
    for _step in 0..STEPS_MAX {
        let (bit, first, second, carries) = open.pop()?;
        if bit == u64::BITS {
            if let Some(found) = accept(first, second) {
                return Some(found);
            }
            continue;
        }
        // The sum of the two bits is the same in all lanes; otherwise this is not such a row.
        let sum = |lane: usize| {
            bit_of(row[lane] ^ SEEDS[0][lane] ^ SEEDS[1][lane], bit) ^ carries[lane]
        };
        let differ = sum(0);
        if (1..LANES).any(|lane| sum(lane) != differ) {
            continue;
        }
        for high in [false, true] {
            let (a, b) = (high, high ^ differ);
            let next = std::array::from_fn(|lane| {
                let (a, b) = (a ^ bit_of(SEEDS[0][lane], bit), b ^ bit_of(SEEDS[1][lane], bit));
                a && b || (a ^ b) && carries[lane]
            });
            open.push((
                bit + 1,
                first | u64::from(a) << bit,
                second | u64::from(b) << bit,
                next,
            ));
        }
    }
    None
}

/// Undoes [`mix`].
const fn unmix(value: u64) -> u64 {
    // The factors of `mix`, inverted modulo 2^64.
    const SECOND: u64 = inverse(0x94D0_49BB_1331_11EB);
    const FIRST: u64 = inverse(0xBF58_476D_1CE4_E5B9);
    let z = value ^ (value >> 31) ^ (value >> 62);
    let z = z.wrapping_mul(SECOND);
    let z = z ^ (z >> 27) ^ (z >> 54);
    let z = z.wrapping_mul(FIRST);
    z ^ (z >> 30) ^ (z >> 60)
}

/// Newton's iteration doubles the number of correct bits: from three, five steps suffice.
const fn inverse(odd: u64) -> u64 {
    let (mut guess, mut step) = (odd, 0);
    while step < 5 {
        guess = guess.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(guess)));
        step += 1;
    }
    guess
}

/// `mix` and its inverse have to match.
const _: () = assert!(unmix(mix(0x0123_4567_89AB_CDEF)) == 0x0123_4567_89AB_CDEF);

#[cfg(test)]
mod tests {
    use iogram_model::{DataPattern, Permille};

    use super::*;
    use crate::mark::fill_marks_keyed;
    use crate::payload::{fill, fill_keyed};

    const KEY: DataKey = DataKey(0x1234_5678_9ABC_DEF1);
    const OTHER: DataKey = DataKey(0x1234_5678_9ABC_DEF3);

    fn recognised(data: &[u8], key: DataKey) -> usize {
        let mut own = OwnData::new(key, None, false);
        let (sectors, _) = data.as_chunks::<SECTOR>();
        sectors.iter().filter(|sector| own.wrote(sector)).count()
    }

    #[test]
    fn every_pattern_is_recognised_by_its_key_and_by_no_other() {
        let shares = [0, 1, 77, 300, 500, 870, 876, 930, 960];
        let patterns = shares.map(|share| DataPattern::Compressible(Permille(share)));
        for data in patterns.into_iter().chain([DataPattern::Random]) {
            for salt in 0..40 {
                let mut buffer = vec![0; 8 * SECTOR];
                fill_keyed(&mut buffer, data, mix(salt), KEY);
                assert_eq!(recognised(&buffer, KEY), 8, "{data}, salt {salt}");
                assert_eq!(recognised(&buffer, OTHER), 0, "{data}, salt {salt}");
                assert_eq!(recognised(&buffer, DataKey::COMMON), 0, "{data}, salt {salt}");
            }
        }
    }

    #[test]
    fn each_sector_is_recognised_without_those_before() {
        let mut buffer = vec![0; 64 * SECTOR];
        for salt in 0..64 {
            fill_keyed(&mut buffer, DataPattern::Random, salt, KEY);
            let (sectors, _) = buffer.as_chunks::<SECTOR>();
            for (index, sector) in sectors.iter().enumerate() {
                let is_own = OwnData::new(KEY, None, false).wrote(sector);
                assert!(is_own, "salt {salt}, sector {index}");
            }
        }
    }

    #[test]
    fn marks_of_the_key_are_recognised_and_marks_of_others_are_not() {
        let mut buffer = vec![0; 4096];
        fill_marks_keyed(&mut buffer, 1 << 30, 7, KEY);
        assert_eq!((recognised(&buffer, KEY), recognised(&buffer, OTHER)), (8, 0));
        mark::fill_marks(&mut buffer, 1 << 30, 7);
        assert_eq!((recognised(&buffer, KEY), recognised(&buffer, DataKey::COMMON)), (0, 8));
    }

    #[test]
    fn any_changed_byte_makes_a_sector_somebody_elses() {
        let mut buffer = vec![0; SECTOR];
        for data in [DataPattern::Random, DataPattern::Compressible(Permille(900))] {
            for at in 0..SECTOR {
                fill_keyed(&mut buffer, data, 9, KEY);
                buffer[at] ^= 0x40;
                assert_eq!(recognised(&buffer, KEY), 0, "{data}, byte {at}");
            }
        }
    }

    #[test]
    fn data_of_another_run_and_blanks_are_not_recognised() {
        let mut buffer = vec![0; 4096];
        assert_eq!(recognised(&buffer, KEY), 0);
        assert!(OwnData::new(KEY, None, true).wrote(&[0; SECTOR]));
        assert!(OwnData::new(KEY, None, true).wrote(&[0xFF; SECTOR]));
        assert!(!OwnData::new(KEY, None, true).wrote(&[0xFE; SECTOR]));
        fill(&mut buffer, DataPattern::Random, 3);
        assert_eq!(recognised(&buffer, KEY), 0);
        assert_eq!(recognised(&buffer, DataKey::COMMON), 8);
    }
}
