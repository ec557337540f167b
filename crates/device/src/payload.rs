//! Generates the written bytes: from a description to data at memory speed.
//!
//! Salt, pattern and key determine the data of a request, sector by sector, so that a test can predict the data that
//! must be read back. Nothing repeats, because every request has another salt. All data has the same key, except on a
//! borrowed device: its own key lets `own_data` distinguish it from everything else.

use std::sync::Arc;

use iogram_engine::{Errno, Request, mix};
use iogram_model::{DataPattern, FewBytes};

use crate::image::Image;

/// The unit of data generation: the smallest block of any drive.
pub(crate) const SECTOR: usize = 512;

/// Difference between the generator states of consecutive sectors.
const SECTOR_STEP: u64 = 0x3C6E_F372_FE94_F82A;

/// Independent generators side by side, so that the compiler can use wide registers.
pub(crate) const LANES: usize = 8;

/// Differences between the lanes' seeds: the first 16 outputs of `SplitMix64` from 0, so that no two
/// lanes or halves are equal.
pub(crate) const SEEDS: [[u64; LANES]; 2] = {
    let mut seeds = [[0; LANES]; 2];
    let mut index = 0;
    while index < 2 * LANES {
        let step = 0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(index as u64 + 1);
        seeds[index / LANES][index % LANES] = mix(step);
        index += 1;
    }
    seeds
};

/// The owner of written data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataKey(pub(crate) u64);

impl DataKey {
    /// The key for writes that are never put back.
    pub const COMMON: Self = Self(STEP);

    /// The key of one borrowing; `random` is 64 unique bits.
    pub(crate) fn of_borrowing(random: u64) -> Self {
        Self(random)
    }

    /// The difference between marks of this key and common ones.
    pub(crate) fn family(self) -> u64 {
        self.0 ^ STEP
    }
}

/// The source of the bytes that a cell writes.
#[derive(Debug, Clone)]
pub(crate) struct Payload {
    /// The owner of the data.
    pub(crate) key: DataKey,
    /// The image to write, if the pattern asks for it.
    pub(crate) image: Option<Arc<Image>>,
    /// Whether reads are compared with the data that would have been written there.
    pub(crate) compares: bool,
}

impl Payload {
    /// Fills `buffer` with the data that `request` writes.
    #[inline]
    pub(crate) fn fill(&self, buffer: &mut [u8], request: &Request) {
        match &self.image {
            Some(image) if request.data == DataPattern::Image => {
                image.fill(buffer, request.offset);
            }
            _ if request.data == DataPattern::Placed => {
                fill_placed(buffer, (request.salt, request.offset), self.key.0);
            }
            _ if let DataPattern::Headed(bytes) = request.data => {
                fill_placed(buffer, (request.salt, request.offset), self.key.0);
                keep_heads(buffer, bytes);
            }
            _ => fill_keyed(buffer, request.data, request.salt, self.key),
        }
    }
}

impl Payload {
    /// `result` of a read that returned `found`, or the error that this differs from the written data. `expected` is
    /// reusable memory.
    pub(crate) fn compared(
        &self,
        (request, found): (&Request, &[u8]),
        expected: &mut Vec<u8>,
        result: Result<u32, Errno>,
    ) -> Result<u32, Errno> {
        let Ok(length) = result else { return result };
        // Places that nobody wrote may hold anything.
        if !request.data.is_known_by_place() {
            return result;
        }
        let found = &found[..found.len().min(length as usize)];
        expected.resize(found.len(), 0);
        self.fill(expected, request);
        if expected == found { result } else { Err(Errno::NOT_AS_WRITTEN) }
    }
}

/// Fills `buffer` with the data that follows from `offset` and this salt, sector by sector.
fn fill_placed(buffer: &mut [u8], (salt, offset): (u64, u64), key: u64) {
    let mut state = mix(salt).wrapping_add(SECTOR_STEP.wrapping_mul(offset / SECTOR as u64));
    let (sectors, _) = buffer.as_chunks_mut::<SECTOR>();
    for sector in sectors {
        fill_sector(sector, &mut state, key);
    }
}

/// Bytes at the beginning of every sector that depend on its place, if the others are a pattern. Arbitrary: one row
/// of the generator.
const HEAD: usize = LANES * 8;

/// Puts the pattern after the head of every sector, at the same phase as without the head.
fn keep_heads(buffer: &mut [u8], bytes: FewBytes) {
    // The pattern's length divides the head's length.
    for sector in buffer.chunks_mut(SECTOR) {
        let head = sector.len().min(HEAD);
        repeat(&mut sector[head..], bytes);
    }
}

/// Fills `buffer` with the data that a request of `salt` and `data` writes.
///
/// # Panics
///
/// Never: a share of a sector fits in a sector.
pub fn fill(buffer: &mut [u8], data: DataPattern, salt: u64) {
    fill_keyed(buffer, data, salt, DataKey::COMMON);
}

/// As [`fill`], with data of this key.
///
/// # Panics
///
/// Never: a share of a sector fits in a sector.
pub fn fill_keyed(buffer: &mut [u8], data: DataPattern, salt: u64, key: DataKey) {
    match data {
        DataPattern::Zeros => buffer.fill(0),
        // An image has its own path, and without one no cell starts; so does data that depends on the place. Two
        // writes have the same data if they have the same salt.
        DataPattern::Random
        | DataPattern::Dedupe(_)
        | DataPattern::Image
        | DataPattern::Placed => {
            fill_random(buffer, salt, key.0);
        }
        DataPattern::Repeated(bytes) => {
            repeat(buffer, bytes);
        }
        DataPattern::Headed(bytes) => {
            fill_random(buffer, salt, key.0);
            keep_heads(buffer, bytes);
        }
        DataPattern::Compressible(_) => {
            fill_random(buffer, salt, key.0);
            let keep = kept_per_sector(data);
            for sector in buffer.chunks_mut(SECTOR) {
                let keep = sector.len().min(keep);
                sector[keep..].fill(0);
                if key != DataKey::COMMON && keep < LANES * 8 {
                    sign(&mut sector[..keep], key);
                }
            }
        }
    }
}

/// Fills `buffer` with the same few bytes.
fn repeat(buffer: &mut [u8], bytes: FewBytes) {
    for part in buffer.chunks_mut(bytes.as_slice().len()) {
        part.copy_from_slice(&bytes.as_slice()[..part.len()]);
    }
}

/// Number of nonzero bytes per sector.
pub(crate) fn kept_per_sector(data: DataPattern) -> usize {
    match data {
        DataPattern::Zeros => 0,
        DataPattern::Random
        | DataPattern::Dedupe(_)
        | DataPattern::Image
        | DataPattern::Placed
        | DataPattern::Headed(_)
        | DataPattern::Repeated(_) => SECTOR,
        DataPattern::Compressible(zeros) => {
            SECTOR - usize::try_from(zeros.of(SECTOR as u64)).expect("at most a sector")
        }
    }
}

/// A sector that is nearly all zeros is too short to identify its owner, so its bytes all follow from the first
/// eight.
pub(crate) fn sign(kept: &mut [u8], key: DataKey) {
    let Some(first) = kept.first_chunk::<8>() else { return };
    let seed = mix(u64::from_le_bytes(*first) ^ key.0);
    for (index, word) in kept.chunks_mut(8).enumerate().skip(1) {
        let right = mix(seed.wrapping_add(STEP.wrapping_mul(index as u64))).to_le_bytes();
        word.copy_from_slice(&right[..word.len()]);
    }
}

fn fill_random(buffer: &mut [u8], salt: u64, key: u64) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the same code compiled for wider registers")]
        // SAFETY: the CPU has the feature, as was just asked.
        unsafe {
            fill_random_avx2(buffer, salt, key);
        }
        return;
    }
    fill_sectors(buffer, salt, key);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_random_avx2(buffer: &mut [u8], salt: u64, key: u64) {
    fill_sectors(buffer, salt, key);
}

#[inline(always)]
fn fill_sectors(buffer: &mut [u8], salt: u64, key: u64) {
    let (sectors, rest) = buffer.as_chunks_mut::<SECTOR>();
    // The salts of neighbouring requests may differ by exactly the step between sectors.
    let mut state = mix(salt);
    for sector in sectors {
        fill_sector(sector, &mut state, key);
    }
    if !rest.is_empty() {
        let mut sector = [0; SECTOR];
        fill_sector(&mut sector, &mut state, key);
        rest.copy_from_slice(&sector[..rest.len()]);
    }
}

/// One sector from two fresh seeds. The lanes are `xorshift128+` (Vigna, "Further scramblings of Marsaglia's xorshift
/// generators", 2017): a few additions, shifts and exclusive ors, and no multiplication, which wide registers lack.
/// Good enough to defeat compression and deduplication, and for nothing else.
#[inline(always)]
pub(crate) fn fill_sector(sector: &mut [u8; SECTOR], state: &mut u64, key: u64) {
    let first = mix(*state);
    let second = mix(state.wrapping_add(key));
    *state = state.wrapping_add(SECTOR_STEP);
    let mut lanes = Lanes::new(first, second);
    let (rows, _) = sector.as_chunks_mut::<{ LANES * 8 }>();
    for row in rows {
        lanes.fill_row(row);
    }
}

/// The step from one seed of a sector to the other, without a special key.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generators of one sector, side by side.
pub(crate) struct Lanes {
    s0: [u64; LANES],
    s1: [u64; LANES],
}

impl Lanes {
    #[inline(always)]
    pub(crate) fn new(first: u64, second: u64) -> Self {
        Self {
            s0: std::array::from_fn(|lane| first ^ SEEDS[0][lane]),
            s1: std::array::from_fn(|lane| second ^ SEEDS[1][lane]),
        }
    }

    /// The next word of every lane.
    #[inline(always)]
    pub(crate) fn next_row(&mut self) -> [u64; LANES] {
        let mut words = [0; LANES];
        for (lane, word) in words.iter_mut().enumerate() {
            let (mut x, y) = (self.s0[lane], self.s1[lane]);
            *word = x.wrapping_add(y);
            self.s0[lane] = y;
            x ^= x << 23;
            self.s1[lane] = x ^ y ^ (x >> 18) ^ (y >> 5);
        }
        words
    }

    #[inline(always)]
    pub(crate) fn fill_row(&mut self, row: &mut [u8; LANES * 8]) {
        let (places, _) = row.as_chunks_mut::<8>();
        for (place, word) in places.iter_mut().zip(self.next_row()) {
            *place = word.to_le_bytes();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use iogram_model::Permille;

    use super::*;

    fn filled(size: usize, data: DataPattern, salt: u64) -> Vec<u8> {
        let mut buffer = vec![0xAA; size];
        fill(&mut buffer, data, salt);
        buffer
    }

    #[test]
    fn no_eight_bytes_occur_twice_in_sixteen_megabytes() {
        let mut seen = BTreeSet::new();
        for salt in 0..16 {
            let data = filled(1 << 20, DataPattern::Random, mix(salt));
            for word in data.as_chunks::<8>().0.iter().step_by(3) {
                // 700,000 random words collide once in 10^8 tries.
                assert!(seen.insert(*word), "salt {salt}");
            }
        }
    }

    #[test]
    fn requests_whose_salts_are_a_step_apart_share_no_sector() {
        for step in [1, 512, 0x9E37_79B9_7F4A_7C15, 0x3C6E_F372_FE94_F82A_u64] {
            let mut seen = BTreeSet::new();
            for request in 1..=64 {
                let data = filled(4096, DataPattern::Random, step.wrapping_mul(request));
                for sector in data.as_chunks::<SECTOR>().0 {
                    assert!(seen.insert(*sector), "step {step:#x}, request {request}");
                }
            }
        }
    }

    #[test]
    fn bytes_are_uniform_and_independent_of_their_neighbours() {
        let data = filled(1 << 22, DataPattern::Random, 42);
        let (mut counts, mut pairs) = ([0_u32; 256], vec![0_u32; 65536]);
        for pair in data.windows(2) {
            counts[usize::from(pair[0])] += 1;
            pairs[usize::from(pair[0]) << 8 | usize::from(pair[1])] += 1;
        }
        // 16384 each with a standard deviation of 128, and 64 each with 8; the limit is six of them.
        assert!(counts.iter().all(|count| count.abs_diff(16_384) < 768));
        assert!(pairs.iter().all(|count| count.abs_diff(64) < 60));
    }

    #[test]
    fn both_compilations_give_the_same_bytes() {
        for size in [1, 511, 512, 513, 4096, 2300] {
            let mut plain = vec![0; size];
            fill_sectors(&mut plain, 7, STEP);
            assert_eq!(filled(size, DataPattern::Random, 7), plain, "{size}");
        }
    }

    #[test]
    fn a_shorter_request_is_the_beginning_of_a_longer_one() {
        let long = filled(4096, DataPattern::Random, 3);
        assert_eq!(filled(2300, DataPattern::Random, 3), long[..2300]);
    }

    #[test]
    fn data_of_a_place_are_the_same_in_requests_of_every_size() {
        let payload = Payload { key: DataKey::COMMON, image: None, compares: true };
        let request = |offset, length| Request {
            slot: 0,
            length,
            offset,
            salt: 7,
            data: DataPattern::Placed,
            kind: iogram_model::OpKind::Read,
            is_fua: false,
            is_full_sync: false,
        };
        let mut whole = vec![0; 65_536];
        payload.fill(&mut whole, &request(1 << 20, 65_536));
        for size in [512_usize, 1024, 4096, 65_536] {
            for start in (0..65_536).step_by(size) {
                let part = request((1 << 20) + start as u64, u32::try_from(size).unwrap());
                let found = &whole[start..start + size];
                let mut expected = Vec::new();
                let length = u32::try_from(size).unwrap();
                let compare = |found: &[u8], expected: &mut Vec<u8>| {
                    payload.compared((&part, found), expected, Ok(length))
                };
                assert_eq!(compare(found, &mut expected), Ok(length));
                let mut wrong = found.to_vec();
                wrong[size - 1] ^= 1;
                assert_eq!(compare(&wrong, &mut expected), Err(Errno::NOT_AS_WRITTEN));
            }
        }
        // Data of the next place is wrong here.
        let mut expected = Vec::new();
        let moved = payload.compared(
            (&request(1 << 20, 512), &whole[512..1024]),
            &mut expected,
            Ok(512),
        );
        assert_eq!(moved, Err(Errno::NOT_AS_WRITTEN));
    }

    #[test]
    fn a_pattern_behind_heads_tells_a_place_and_a_run() {
        let payload = Payload { key: DataKey::COMMON, image: None, compares: true };
        let data: DataPattern = "placed=0xaa555aa5".parse().unwrap();
        let filled = |offset, salt| {
            let request = Request {
                slot: 0,
                length: 4096,
                offset,
                salt,
                data,
                kind: iogram_model::OpKind::Write,
                is_fua: false,
                is_full_sync: false,
            };
            let mut buffer = vec![0; 4096];
            payload.fill(&mut buffer, &request);
            buffer
        };
        let first = filled(0, 7);
        for sector in first.chunks(SECTOR) {
            assert!(sector[HEAD..].chunks(4).all(|it| it == [0xaa, 0x55, 0x5a, 0xa5]));
        }
        // Each sector, each place and each run has its own heads.
        let heads = |buffer: &[u8]| -> Vec<Vec<u8>> {
            buffer.chunks(SECTOR).map(|sector| sector[..HEAD].to_vec()).collect()
        };
        let mut all = [heads(&first), heads(&filled(4096, 7)), heads(&filled(0, 8))].concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 24);
        assert_eq!(first[SECTOR..2 * SECTOR], filled(512, 7)[..SECTOR]);
    }

    #[test]
    fn few_bytes_are_written_again_and_again() {
        let data: DataPattern = "pattern=0x01020304".parse().unwrap();
        let mut buffer = vec![0; 10];
        fill(&mut buffer, data, 3);
        assert_eq!(buffer, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2]);
    }

    #[test]
    fn the_asked_share_of_every_sector_is_zeros() {
        let data = filled(8192, DataPattern::Compressible(Permille(500)), 3);
        for sector in data.chunks(512) {
            assert!(sector[256..].iter().all(|&byte| byte == 0));
            assert!(sector[..256].iter().filter(|&&byte| byte == 0).count() < 16);
        }
        assert!(filled(700, DataPattern::Zeros, 3).iter().all(|&byte| byte == 0));
    }
}
