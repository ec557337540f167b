//! Noise for tests.

use crate::robust::next;

/// Normally distributed numbers: the sum of twelve uniform ones, good enough for these tests.
pub(crate) struct Normal(u64);

impl Normal {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Iterator for Normal {
    type Item = f64;

    #[expect(clippy::cast_precision_loss, reason = "noise")]
    fn next(&mut self) -> Option<f64> {
        Some((0..12).map(|_| next(&mut self.0) as f64 / u64::MAX as f64).sum::<f64>() - 6.0)
    }
}
