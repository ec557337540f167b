//! Middle and spread that a few wrong values do not move, and their confidence intervals.

/// Median deviations per standard deviation of a normal distribution.
const MEDIAN_DEVIATIONS: f64 = 1.482_602_218_505_602;

/// The arithmetic mean; `None` without values.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "nobody has 2^53 values")]
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle value, or the mean of the two middle ones; `None` without values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    // A total order: with `partial_cmp` a NaN would leave the middle to chance.
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        count if count % 2 == 1 => Some(sorted[half]),
        _ => Some(f64::midpoint(sorted[half.saturating_sub(1)], sorted[half])),
    }
}

/// The median absolute distance from the median, scaled to the standard deviation of a normal distribution; `None`
/// without values.
#[must_use]
pub fn median_deviation(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    Some(median(&distances)? * MEDIAN_DEVIATIONS)
}

/// The confidence interval of `statistic`: the percentile bootstrap of B. Efron (1979). `seed` determines the
/// resamples. `None` if the statistic has no value.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of the number of resamples"
)]
pub fn bootstrap(
    values: &[f64],
    statistic: impl Fn(&[f64]) -> Option<f64>,
    (confidence, resamples): (f64, usize),
    seed: u64,
) -> Option<(f64, f64)> {
    debug_assert!((0.0..1.0).contains(&confidence), "a share of all resamples");
    let mut state = seed;
    let mut sample = vec![0.0; values.len()];
    let mut results: Vec<f64> = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        for place in &mut sample {
            let index = u128::from(next(&mut state)).saturating_mul(values.len() as u128) >> 64;
            *place = values[index as usize];
        }
        results.push(statistic(&sample)?);
    }
    results.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = (share * results.len() as f64) as usize;
        results.get(index.min(results.len().saturating_sub(1))).copied()
    };
    let outside = (1.0 - confidence) / 2.0;
    at(outside).zip(at(1.0 - outside))
}

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = *state;
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
