//! Orders in which every number occurs once.

use crate::rng::mix;

/// A pseudo-random order of the numbers below `count` that needs no memory: a Feistel network on the
/// next power of four, walked until the result is in range. At most four steps on average.
#[derive(Debug, Clone)]
pub(crate) struct Permutation {
    pub(crate) count: u64,
    half_bits: u32,
    keys: [u64; 4],
}

impl Permutation {
    pub(crate) fn new(count: u64, seed: u64) -> Self {
        let bits = 64 - count.saturating_sub(1).leading_zeros();
        // Four rounds are the fewest after which a Feistel network of good functions is indistinguishable from chance
        // (Luby and Rackoff, SIAM J. Comput. 17(2), 1988): a drive must not detect a stream in it.
        let keys = std::array::from_fn(|round| mix(seed ^ mix(round as u64 + 1)));
        Self { count, half_bits: bits.div_ceil(2).max(1), keys }
    }

    /// The number at place `index`; `index` is below the count.
    #[inline]
    pub(crate) fn at(&self, index: u64) -> u64 {
        let mask = (1_u64 << self.half_bits) - 1;
        let mut value = index;
        loop {
            let (mut left, mut right) = (value >> self.half_bits, value & mask);
            for key in self.keys {
                (left, right) = (right, left ^ (mix(right ^ key) & mask));
            }
            value = left << self.half_bits | right;
            // Outside the range, continue from there. The network is a bijection, so the walk ends inside the range,
            // and no two walks end at the same place.
            if value < self.count {
                return value;
            }
        }
    }
}
