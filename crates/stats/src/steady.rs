//! Whether a series has settled: little variation and hardly a trend over its last values.

/// Variation and trend of the last values of a series, as shares of their mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settling {
    /// Arithmetic mean.
    pub mean: f64,
    /// Largest minus smallest value.
    pub range_ratio: f64,
    /// Change of the least-squares line from the first to the last value; negative if it falls.
    pub slope_ratio: f64,
}

impl Settling {
    /// Computes it from the last `window` values; `None` if there are fewer, fewer than two, or if their mean is not
    /// positive.
    ///
    /// Source: SNIA SSS-PTS 2.0.2, 2.1.24, as quoted in open implementations: over five rounds, largest minus
    /// smallest value at most 20 % of the mean, and the fitted line changes by at most 10 % of it, which is the slope
    /// times four.
    #[must_use]
    pub fn of_last(values: &[f64], window: usize) -> Option<Self> {
        let window = values.get(values.len().checked_sub(window)?..)?;
        if window.len() < 2 {
            return None;
        }
        let count = float(window.len());
        let mean = window.iter().sum::<f64>() / count;
        let middle = (count - 1.0) / 2.0;
        let places = || (0..window.len()).map(|index| float(index) - middle);
        // Positions count from their middle: slope and mean are then independent, and one sum drops out.
        let spread: f64 = places().map(|place| place * place).sum::<f64>();
        let product: f64 =
            places().zip(window).map(|(place, value)| place * value).sum::<f64>();
        let (min, max) = window.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |all, &one| {
            (all.0.min(one), all.1.max(one))
        });
        (mean > 0.0).then(|| Self {
            mean,
            range_ratio: (max - min) / mean,
            slope_ratio: product / spread * (count - 1.0) / mean,
        })
    }

    /// Whether it varies by at most `range_ratio` and changes by at most `slope_ratio`, up or down.
    #[must_use]
    pub fn is_within(&self, range_ratio: f64, slope_ratio: f64) -> bool {
        self.range_ratio <= range_ratio && self.slope_ratio.abs() <= slope_ratio
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has 2^53 rounds")]
const fn float(value: usize) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(values: &[f64], mean: f64, range: f64, change: f64, is_steady: bool) {
        let found = Settling::of_last(values, 5).unwrap();
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9 * mean;
        assert!(near(found.mean, mean), "{found:?}");
        assert!(near(found.range_ratio * mean, range), "{found:?}");
        assert!(near(found.slope_ratio * mean, change), "{found:?}");
        assert_eq!(found.is_within(0.2, 0.1), is_steady, "{found:?}");
    }

    #[test]
    fn range_and_slope_are_those_computed_by_hand() {
        check(&[100.0, 98.0, 97.0, 99.0, 96.0], 98.0, 4.0, -2.8, true);
        check(&[90.0, 95.0, 100.0, 105.0, 109.0], 99.8, 19.0, 19.2, false);
        check(&[110.0, 89.0, 100.0, 111.0, 90.0], 100.0, 22.0, -7.2, false);
        // Only the last ones count.
        check(&[900.0, 100.0, 98.0, 97.0, 99.0, 96.0], 98.0, 4.0, -2.8, true);
    }

    #[test]
    fn too_few_values_say_nothing() {
        assert_eq!(Settling::of_last(&[1.0; 4], 5), None);
        assert_eq!(Settling::of_last(&[1.0], 1), None);
        assert_eq!(Settling::of_last(&[0.0; 5], 5), None);
    }
}
