//! Confidence intervals of the mean of few repetitions, and of the ratio of two means.
//!
//! Student's and Welch's intervals. With three to ten repetitions resampling underestimates the tails (the bootstrap
//! of three values cannot leave their range), while these intervals widen as they should.

/// Both ends of a 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// 97.5 % quantiles of Student's distribution for 1 to 30 degrees of freedom.
///
/// Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// The quantile for `freedom` degrees, rounded down to one in the table, which widens the interval.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the table"
)]
fn student(freedom: f64) -> f64 {
    match freedom {
        freedom if freedom >= 120.0 => 1.980,
        freedom if freedom >= 60.0 => 2.000,
        freedom if freedom >= 40.0 => 2.021,
        freedom => STUDENT[(freedom.clamp(1.0, 30.0) as usize).saturating_sub(1)],
    }
}

/// Count, mean, and the variance of the mean.
#[expect(clippy::cast_precision_loss, reason = "counts of repetitions")]
fn moments(values: &[f64]) -> Option<(f64, f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    Some((count, mean, squares / (count - 1.0) / count))
}

/// The 95 % confidence interval of the mean, if the values are normally distributed; `None` with fewer than two.
#[must_use]
pub fn mean_interval(values: &[f64]) -> Option<Interval> {
    let (count, mean, variance) = moments(values)?;
    let half = student(count - 1.0) * variance.sqrt();
    Some(Interval { low: mean - half, high: mean + half })
}

/// The 95 % confidence interval of the typical `other` divided by the typical `base`: Welch's interval of the
/// difference of logarithms, so that it treats a factor of two up and down alike. `None` with fewer than two values
/// on either side, or if a value is not above zero.
#[must_use]
pub fn ratio_interval(base: &[f64], other: &[f64]) -> Option<Interval> {
    if base.iter().chain(other).any(|value| *value <= 0.0) {
        return None;
    }
    let logarithms = |values: &[f64]| values.iter().map(|value| value.ln()).collect::<Vec<_>>();
    let (base_count, base_mean, base_variance) = moments(&logarithms(base))?;
    let (count, mean, variance) = moments(&logarithms(other))?;
    let both = base_variance + variance;
    let middle = mean - base_mean;
    if both <= 0.0 {
        return Some(Interval { low: middle.exp(), high: middle.exp() });
    }
    let freedom = both.powi(2)
        / (base_variance.powi(2) / (base_count - 1.0) + variance.powi(2) / (count - 1.0));
    let half = student(freedom) * both.sqrt();
    Some(Interval { low: (middle - half).exp(), high: (middle + half).exp() })
}

#[cfg(test)]
mod tests {
    use iogram_testing::Noise;

    use super::*;

    /// How many of 4000 intervals hold the true value.
    fn share(mut holds: impl FnMut(&mut Noise) -> bool) -> f64 {
        let mut noise = Noise(7);
        let held = (0..4000).filter(|_| holds(&mut noise)).count();
        f64::from(u32::try_from(held).unwrap()) / 4000.0
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_true_mean() {
        for count in [2, 3, 5, 30] {
            let share = share(|noise| {
                let interval = mean_interval(&noise.many(count, 90.0, 4.0)).unwrap();
                (interval.low..=interval.high).contains(&90.0)
            });
            assert!((0.935..0.965).contains(&share), "{count} repetitions: {share}");
        }
    }

    #[test]
    fn at_least_nineteen_of_twenty_intervals_hold_the_true_ratio() {
        for (base, other) in [(3, 3), (3, 5), (5, 5), (20, 4)] {
            let share = share(|noise| {
                let exp =
                    |values: Vec<f64>| values.into_iter().map(f64::exp).collect::<Vec<_>>();
                let base = exp(noise.many(base, 0.0, 0.02));
                let other = exp(noise.many(other, 0.5_f64.ln(), 0.05));
                let interval = ratio_interval(&base, &other).unwrap();
                (interval.low..=interval.high).contains(&0.5)
            });
            assert!(share > 0.94, "{base} and {other} repetitions: {share}");
        }
    }

    #[test]
    fn one_repetition_tells_nothing_and_equal_ones_everything() {
        assert_eq!(mean_interval(&[5.0]), None);
        assert_eq!(ratio_interval(&[5.0, 5.1], &[4.0]), None);
        assert_eq!(ratio_interval(&[5.0, 0.0], &[4.0, 4.0]), None);
        let exact = ratio_interval(&[4.0, 4.0], &[2.0, 2.0]).unwrap();
        assert!((exact.low - 0.5).abs() < 1e-12 && (exact.high - 0.5).abs() < 1e-12);
    }
}
