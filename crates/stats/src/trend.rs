//! Whether a value rises or falls with another one, and how fast.
//!
//! The slope is the median of the slopes of all pairs, which a few outliers do not move. The number of rising and
//! falling pairs decides whether there is a trend at all. Sources: H. B. Mann, "Nonparametric Tests Against Trend",
//! Econometrica 13 (1945); P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", Journal of
//! the American Statistical Association 63 (1968).

use statrs::distribution::{ContinuousCDF as _, Normal};

use crate::interval::Interval;

/// A trend of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trend {
    /// Change of the value per unit of the other one.
    pub slope: f64,
    /// The 95 % confidence interval of the slope.
    pub interval: Interval,
    /// How often values in random order rise or fall as steadily, 0 to 1.
    pub p: f64,
}

/// With fewer values there is no trend: of five, chance orders one row in sixty.
pub const TREND_OF_MIN: usize = 6;

/// Up to this many distinct values the probability is counted exactly, not approximated.
const EXACT_MAX: usize = 12;

/// The trend of `values` along `places`, which need not be sorted. `None` with fewer than [`TREND_OF_MIN`] values, if
/// the lengths differ, if all places are the same, or if one is not finite.
#[must_use]
pub fn find_trend(places: &[f64], values: &[f64]) -> Option<Trend> {
    let p = trend_chance(places, values)?;
    let mut slopes: Vec<f64> = pairs(places, values)
        .filter(|(run, _)| *run != 0.0)
        .map(|(run, rise)| rise / run)
        .collect();
    slopes.sort_by(f64::total_cmp);
    let slope = crate::median(&slopes)?;
    let variance = variance(count(values.len()), &[ties(places), ties(values)]);
    // Ranks of the slopes that bound the true one.
    let half = 1.96 * variance.sqrt() / 2.0;
    let middle = (count(slopes.len()) - 1.0) / 2.0;
    let low = *slopes.get(rank(middle - half))?;
    let high = *slopes.get(rank(middle + half + 0.999).min(slopes.len().saturating_sub(1)))?;
    Some(Trend { slope, interval: Interval { low, high }, p })
}

/// [`Trend::p`] alone, which takes a small part of the time: of thousands of rows, few are worth the rest. `None` as
/// in [`find_trend`].
#[must_use]
pub fn trend_chance(places: &[f64], values: &[f64]) -> Option<f64> {
    let is_number = places.iter().chain(values).all(|it| it.is_finite());
    if places.len() != values.len() || values.len() < TREND_OF_MIN || !is_number {
        return None;
    }
    let score = pairs(places, values)
        .map(|(run, rise)| sign(run).saturating_mul(sign(rise)))
        .fold(0, i64::saturating_add);
    let ties = [ties(places), ties(values)];
    let [of_places, _] = &ties;
    if of_places.first().is_some_and(|size| *size >= count(places.len())) {
        return None;
    }
    let has_ties = ties.iter().any(|sizes| !sizes.is_empty());
    Some(if !has_ties && values.len() <= EXACT_MAX {
        exact(values.len(), score.unsigned_abs())
    } else {
        normal(score.unsigned_abs(), variance(count(values.len()), &ties))
    })
}

/// For each pair of points: the difference of places and of values.
fn pairs<'a>(places: &'a [f64], values: &'a [f64]) -> impl Iterator<Item = (f64, f64)> + 'a {
    let points = places.iter().zip(values);
    points.enumerate().flat_map(move |(index, (place, value))| {
        let before = places.iter().zip(values).take(index);
        before.map(move |(other_place, other)| (place - other_place, value - other))
    })
}

fn sign(value: f64) -> i64 {
    i64::from(value > 0.0).saturating_sub(i64::from(value < 0.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
fn rank(place: f64) -> usize {
    place.max(0.0) as usize
}

#[expect(clippy::cast_precision_loss, reason = "counts of values")]
const fn count(length: usize) -> f64 {
    length as f64
}

/// The sizes of all groups of two or more equal values.
fn ties(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let groups = sorted.chunk_by(|a, b| a.total_cmp(b).is_eq());
    groups.filter(|group| group.len() > 1).map(|group| count(group.len())).collect()
}

/// The variance of the score, with ties on both sides: M. G. Kendall, "Rank Correlation Methods" (1948), chapter 4.
fn variance(n: f64, [places, values]: &[Vec<f64>; 2]) -> f64 {
    let main = |t: f64| t * (t - 1.0) * (2.0 * t + 5.0);
    let third = |t: f64| t * (t - 1.0) * (t - 2.0);
    let pairs = |t: f64| t * (t - 1.0);
    let sum =
        |sizes: &[f64], of: &dyn Fn(f64) -> f64| sizes.iter().map(|t| of(*t)).sum::<f64>();
    let base = main(n) - sum(places, &main) - sum(values, &main);
    let triples = sum(places, &third) * sum(values, &third) / (9.0 * third(n));
    let twos = sum(places, &pairs) * sum(values, &pairs) / (2.0 * pairs(n));
    base / 18.0 + triples + twos
}

#[expect(clippy::cast_precision_loss, reason = "a number of pairs")]
fn normal(score: u64, variance: f64) -> f64 {
    let Ok(normal) = Normal::new(0.0, 1.0) else { return 1.0 };
    if variance <= 0.0 {
        return 1.0;
    }
    let z = (score.saturating_sub(1) as f64) / variance.sqrt();
    (2.0 * normal.sf(z)).min(1.0)
}

/// The share of all orders of `n` values with a score as far from zero, from the number of inversions.
fn exact(n: usize, score: u64) -> f64 {
    let mut orders = vec![1.0_f64];
    for added in 2..=n {
        let mut next = vec![0.0; orders.len().saturating_add(added).saturating_sub(1)];
        for (inversions, ways) in orders.iter().enumerate() {
            for place in next.iter_mut().skip(inversions).take(added) {
                *place += ways;
            }
        }
        orders = next;
    }
    let pairs = orders.len().saturating_sub(1);
    let far: f64 = orders
        .iter()
        .enumerate()
        .filter(|(inversions, _)| {
            (pairs as u64).abs_diff((inversions.saturating_mul(2)) as u64) >= score
        })
        .map(|(_, ways)| ways)
        .sum::<f64>();
    far / orders.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Normal as Noise;

    #[test]
    fn the_chance_of_a_row_in_order_is_two_in_all_orders() {
        let places: Vec<f64> = (0..7).map(f64::from).collect();
        let trend = find_trend(&places, &places.iter().map(|it| 3.0 * it).collect::<Vec<_>>());
        let trend = trend.unwrap();
        assert!((trend.slope - 3.0).abs() < 1e-12);
        assert!((trend.p - 2.0 / 5040.0).abs() < 1e-12, "{}", trend.p);
        assert_eq!(find_trend(&places[..5], &places[..5]), None);
        assert_eq!(find_trend(&[1.0; 8], &[2.0; 8]), None);
        let level = find_trend(&places, &[2.0; 7]).unwrap();
        assert_eq!((level.slope, level.p), (0.0, 1.0));
    }

    #[test]
    fn chance_and_interval_are_what_is_said() {
        let (mut alarms, mut outside) = (0, 0);
        for seed in 0..3000_u64 {
            let n = [6_u32, 9, 15, 30][(seed % 4) as usize];
            let places: Vec<f64> = (0..n).map(f64::from).collect();
            let noise: Vec<f64> = Noise::new(seed * 7 + 3).take(n as usize).collect();
            let found = find_trend(&places, &noise).unwrap();
            alarms += u32::from(found.p <= 0.05);
            let tilted: Vec<f64> =
                places.iter().zip(&noise).map(|(x, e)| 0.3 * x + e).collect();
            let interval = find_trend(&places, &tilted).unwrap().interval;
            outside += u32::from(!(interval.low..=interval.high).contains(&0.3));
        }
        assert!((60..=170).contains(&alarms), "5 % of 3000 are 150: {alarms}");
        assert!((60..=190).contains(&outside), "5 % of 3000 are 150: {outside}");
    }
}
