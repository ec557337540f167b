//! Our own small generator: the meaning of a seed must not change with a new version of a library.

/// `xoshiro256++` 1.0, seeded by `SplitMix64`.
///
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2019; Steele, Lea
/// and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#[derive(Debug, Clone)]
pub struct Rng([u64; 4]);

/// One step of `SplitMix64`: advances `state` and mixes it.
#[must_use]
pub fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mix(*state)
}

/// A bijection of 64-bit numbers in which every input bit changes about half of the output bits.
#[must_use]
#[inline]
pub const fn mix(value: u64) -> u64 {
    let mut z = value;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Rng {
    /// The sequence that `seed` and `stream` determine; streams of one seed are independent.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        // Both are mixed before they meet: otherwise seed 1 with stream 0 and seed 0 with stream 1 would give the
        // same sequence. The constant is arbitrary and keeps stream 0 from mixing to 0.
        let mut state = mix(seed) ^ mix(stream.wrapping_add(0x5851_F42D_4C95_7F2D));
        Self(std::array::from_fn(|_| split_mix(&mut state)))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// Uniform below `bound`. The bias is less than bound / 2^64.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0: no number is below it.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is a number below the bound");
        // Multiplies and shifts instead of dividing (Lemire, ACM TOMACS 29(1), 2019), without the loop that removes
        // the last bias: 2^-24 at a terabyte of bytes.
        high_half(u128::from(self.next_u64()) * u128::from(bound))
    }

    /// Uniform in (0, 1]: never 0, because callers take its logarithm.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "53 bits are kept on purpose")]
    pub fn unit(&mut self) -> f64 {
        ((self.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }
}

#[inline]
const fn high_half(product: u128) -> u64 {
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_mix_gives_the_published_sequence() {
        // Source: the reference implementation's output for seed 1234567 (prng.di.unimi.it).
        let mut state = 1_234_567;
        let found: [u64; 3] = std::array::from_fn(|_| split_mix(&mut state));
        assert_eq!(
            found,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn xoshiro_gives_the_published_sequence() {
        // Source: the reference implementation from the state 1, 2, 3, 4.
        let mut rng = Rng([1, 2, 3, 4]);
        let found: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(
            found,
            [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]
        );
    }

    #[test]
    fn bounded_numbers_are_uniform() {
        let mut rng = Rng::new(7, 0);
        let mut counts = [0_u32; 10];
        (0..100_000).for_each(|_| counts[usize::try_from(rng.below(10)).unwrap()] += 1);
        // 10,000 each; the standard deviation is 95, so 500 is more than five of them.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
    }

    #[test]
    fn streams_of_one_seed_differ() {
        assert_ne!(Rng::new(1, 0).next_u64(), Rng::new(1, 1).next_u64());
    }
}
