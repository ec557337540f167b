//! Nearly normal values for tests of statistics.

/// A sequence of values: sums of twelve uniform ones, from `SplitMix64`; the number inside is its state.
#[derive(Debug, Clone)]
pub struct Noise(pub u64);

impl Noise {
    /// The next value, of mean 0 and standard deviation 1, between -6 and 6.
    #[expect(clippy::should_implement_trait, reason = "it has no end and is no iterator")]
    pub fn next(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// This many values with this mean and standard deviation.
    pub fn many(&mut self, count: usize, mean: f64, deviation: f64) -> Vec<f64> {
        (0..count).map(|_| mean + deviation * self.next()).collect()
    }

    /// At least 0 and below 1, in steps of 2^-32.
    #[expect(clippy::cast_precision_loss, reason = "32 bits fit")]
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as f64 / 4_294_967_296.0
    }
}
