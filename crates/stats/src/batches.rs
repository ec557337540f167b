//! The confidence interval of the mean of a correlated series, and its drift.
//!
//! Batch means: the means of long consecutive batches are nearly independent even in a correlated series. The
//! remaining correlation between neighbouring batches is estimated and widens the interval. Two numbers of batches
//! are tried, and the wider interval counts: a correlation longer than the short batches shows only in the long ones.
//!
//! Sources: batch means, A. Law, "Simulation Modeling and Analysis"; the long-run variance of a first-order process,
//! s^2 (1 + r) / (1 - r).

/// Numbers of batches. Arbitrary: enough for a variance, few enough that batches are long.
const BATCHES: [usize; 2] = [20, 10];

/// A correlation of batches above this one cannot be told from a drift. Arbitrary.
const CORRELATION_MAX: f64 = 0.9;

/// The mean of a series, its confidence interval and its drift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchMeans {
    /// The arithmetic mean; positive.
    pub mean: f64,
    /// Half the width of the confidence interval, as a share of the mean.
    pub half_width_ratio: f64,
    /// The larger of two differences, as a share of the mean: between the two halves, and between the last quarter
    /// and the rest. The second is scaled by sqrt(3/4), because chance makes it larger by sqrt(4/3).
    pub drift_ratio: f64,
}

impl BatchMeans {
    /// Fewer values give no result.
    pub const COUNT_MIN: usize = 20;

    /// Computes them from `values` at equal distances in time, with a `confidence` from 0.5 to 1. `None` if there are
    /// fewer than [`Self::COUNT_MIN`] values or the mean is not positive.
    #[must_use]
    pub fn of(values: &[f64], confidence: f64) -> Option<Self> {
        let mean = crate::mean(values).filter(|mean| mean.is_finite() && *mean > 0.0)?;
        if values.len() < Self::COUNT_MIN {
            return None;
        }
        let widths = BATCHES.iter().filter_map(|&count| half_width(values, count, confidence));
        let half_width = widths.reduce(f64::max)?;
        let between = |first: &[f64], second: &[f64]| {
            let pair = crate::mean(first).zip(crate::mean(second));
            pair.map_or(0.0, |(one, other)| (one - other).abs() / mean)
        };
        let (half, late) = (values.len() / 2, values.len().saturating_sub(values.len() / 4));
        let halves = between(&values[..half], &values[half..]);
        // For independent values the second difference has a standard deviation sqrt(4/3) times as large: the ratio
        // of 1/(1/4) + 1/(3/4) to 1/(1/2) + 1/(1/2).
        let end = between(&values[..late], &values[late..]) * (3.0_f64 / 4.0).sqrt();
        Some(Self { mean, half_width_ratio: half_width / mean, drift_ratio: halves.max(end) })
    }
}

/// The index at which `values` become settled: of all beginnings up to half the series, dropping this one gives the
/// smallest standard error of the remaining mean.
///
/// Source: K. White, "An effective truncation heuristic for bias reduction in simulation output" (1997), the marginal
/// standard error rule: least sum of squares over the square of the remaining count.
#[must_use]
pub fn settled_from(values: &[f64]) -> usize {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    let mut best = (f64::INFINITY, 0);
    // Subtract one value, so that squares of large, nearly equal numbers do not cancel.
    let origin = values.last().copied().unwrap_or(0.0);
    for (index, value) in values.iter().enumerate().rev() {
        let value = value - origin;
        count += 1.0;
        sum += value;
        squares += value * value;
        if index > values.len() / 2 {
            continue;
        }
        let error = (squares - sum * sum / count).max(0.0) / (count * count);
        // On a tie, prefer to keep more values.
        if error <= best.0 {
            best = (error, index);
        }
    }
    best.1
}

/// Half the width of the mean's confidence interval, from `count` batches of equal length. Values at the beginning
/// that do not fill a batch are dropped.
fn half_width(values: &[f64], count: usize, confidence: f64) -> Option<f64> {
    let length = values.len().checked_div(count).filter(|&length| length > 0)?;
    let first = values.len().saturating_sub(length.saturating_mul(count));
    let batches: Vec<f64> =
        values[first..].chunks_exact(length).filter_map(crate::mean).collect();
    let mean = crate::mean(&batches)?;
    let deviations: Vec<f64> = batches.iter().map(|batch| batch - mean).collect();
    let squares = deviations.iter().map(|it| it * it).sum::<f64>();
    let products = deviations.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>();
    let correlation = if squares > 0.0 { products / squares } else { 0.0 };
    let correlation = correlation.clamp(0.0, CORRELATION_MAX);
    let (batches, freedom) = (float(count), float(count.saturating_sub(1)));
    let variance = squares / freedom / batches * (1.0 + correlation) / (1.0 - correlation);
    Some(student(confidence, freedom) * variance.sqrt())
}

#[expect(clippy::cast_precision_loss, reason = "a number of batches")]
const fn float(count: usize) -> f64 {
    count as f64
}

/// The quantile of Student's distribution for a two-sided interval with this `confidence`.
///
/// Source: Abramowitz and Stegun, 26.2.23 (the normal quantile, to 4.5e-4) and 26.7.5 (its expansion in the degrees
/// of freedom, which is as exact from 9 on).
fn student(confidence: f64, freedom: f64) -> f64 {
    let above = (1.0 - confidence) / 2.0;
    let root = (-2.0 * above.ln()).sqrt();
    let z = root
        - (0.010_328_f64.mul_add(root, 0.802_853).mul_add(root, 2.515_517))
            / (0.001_308_f64.mul_add(root, 0.189_269).mul_add(root, 1.432_788))
                .mul_add(root, 1.0);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * freedom)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom.powi(3))
}

#[cfg(test)]
mod tests {
    use iogram_testing::Noise;

    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (confidence, freedom, quantile) in
            [(0.95, 9.0, 2.262), (0.95, 19.0, 2.093), (0.99, 9.0, 3.250), (0.90, 19.0, 1.729)]
        {
            let found = student(confidence, freedom);
            assert!((found - quantile).abs() < 0.004, "{confidence}, {freedom}: {found}");
        }
    }

    /// A first-order process around 100 with this correlation of neighbours.
    fn correlated(noise: &mut Noise, count: usize, correlation: f64) -> Vec<f64> {
        let mut state = 0.0;
        let steps = noise.many(count + 200, 0.0, 5.0);
        let values = steps.into_iter().map(|step| {
            state = state * correlation + step;
            100.0 + state
        });
        values.skip(200).collect()
    }

    #[test]
    fn an_interval_holds_the_mean_as_often_as_it_says_also_of_a_correlated_series() {
        for correlation in [0.0, 0.5, 0.8] {
            // With a strong correlation, few values hold less information than they seem to: 89 of 100 intervals hold
            // the mean instead of 95.
            let floor = if correlation > 0.7 { 0.03 } else { 0.0 };
            for (count, least) in [(60, 0.90 - floor), (200, 0.93 - floor), (600, 0.94 - floor)]
            {
                let mut noise = Noise(11);
                let held = (0..2000).filter(|_| {
                    let values = correlated(&mut noise, count, correlation);
                    let found = BatchMeans::of(&values, 0.95).unwrap();
                    (found.mean - 100.0).abs() <= found.half_width_ratio * found.mean
                });
                let share = f64::from(u32::try_from(held.count()).unwrap()) / 2000.0;
                assert!(share >= least, "correlation {correlation}, {count} values: {share}");
            }
        }
    }

    #[test]
    fn what_a_series_begins_with_is_found_and_an_even_one_is_settled_from_its_beginning() {
        let series = |begin: usize| -> Vec<f64> {
            let rate = |at: usize| if at < begin { 10.0 } else { [90.0, 91.0, 92.0][at % 3] };
            (0..100).map(rate).collect()
        };
        for begin in [0, 1, 7, 30, 50] {
            assert_eq!(settled_from(&series(begin)), begin, "begins with {begin}");
        }
        assert_eq!(settled_from(&[5.0; 40]), 0);
        assert_eq!(settled_from(&[]), 0);
    }

    #[test]
    fn a_cliff_is_a_drift_wherever_it_is_and_few_values_say_nothing() {
        for cliff in 10..95 {
            let values: Vec<f64> =
                (0..100).map(|index| if index < cliff { 100.0 } else { 40.0 }).collect();
            let found = BatchMeans::of(&values, 0.95).unwrap();
            assert!(found.drift_ratio > 0.1, "cliff at {cliff}: {found:?}");
        }
        let even = BatchMeans::of(&[7.0; 40], 0.95).unwrap();
        assert_eq!((even.half_width_ratio, even.drift_ratio), (0.0, 0.0));
        assert_eq!(BatchMeans::of(&[7.0; 19], 0.95), None);
        assert_eq!(BatchMeans::of(&[0.0; 40], 0.95), None);
    }
}
