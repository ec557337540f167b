//! Finds where an ordered row of values changes its distribution, without assumptions about the distribution.
//!
//! E-divisive: it takes the split with the largest energy distance between both sides, and counts how often randomly
//! ordered rows have one as large. Then it repeats this on each side. Source: D. S. Matteson, N. A. James, "A
//! Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", Journal of the American
//! Statistical Association 109 (2014). The permutations end early when the answer is clear: J. Besag, P. Clifford,
//! "Sequential Monte Carlo p-values", Biometrika 78 (1991).

use crate::robust::next;

/// A change of the distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DistributionChange {
    /// Index of the first value after it.
    pub index: usize,
    /// How often a randomly ordered row has a change as large somewhere, 0 to 1.
    pub p: f64,
}

/// The search ends after this many random orders with a change as large: the probability is then known to a third.
const EXCEEDED_MAX: u32 = 10;

/// Work for one probability, in steps: 80 values get 50,000 permutations, 500 values 1,600.
const WORK_MAX: usize = 400_000_000;

/// Least and most permutations.
const PERMUTATIONS: (u32, u32) = (199, 50_000);

/// Finds the changes in `values`, in order, with at least `least` values (two or more) on each side and a probability
/// of at most `chance_max` each. The first part of the result is the probability of the largest change of the whole
/// row; 1 if the row is too short.
#[must_use]
pub fn find_distribution_changes(
    values: &[f64],
    least: usize,
    chance_max: f64,
) -> (f64, Vec<DistributionChange>) {
    let least = least.max(2);
    let mut found = Vec::new();
    let mut open = vec![(0, values.len())];
    let mut first = None;
    while let Some((from, to)) = open.pop() {
        let Some(piece) = values.get(from..to) else { continue };
        let Some((split, size)) = largest_split(piece, least) else { continue };
        let p = chance_of(piece, least, size);
        first.get_or_insert(p);
        if p > chance_max {
            continue;
        }
        let index = from.saturating_add(split);
        found.push(DistributionChange { index, p });
        open.extend([(from, index), (index, to)]);
    }
    found.sort_by_key(|change| change.index);
    (first.unwrap_or(1.0), found)
}

/// The split with the largest energy distance, and that distance, weighted by the lengths of both sides.
fn largest_split(values: &[f64], least: usize) -> Option<(usize, f64)> {
    let last = values.len().checked_sub(least).filter(|last| *last >= least)?;
    let distance = |a: f64, b: f64| (a - b).abs();
    // Sums over pairs: within the values before the split, within those after it, between both.
    let (mut before, mut behind, mut between) = (0.0, 0.0, 0.0);
    for (index, value) in values.iter().enumerate() {
        behind += values.iter().take(index).map(|other| distance(*value, *other)).sum::<f64>();
    }
    let mut largest: Option<(usize, f64)> = None;
    for (index, value) in values.iter().enumerate().take(last) {
        let to_before: f64 =
            values.iter().take(index).map(|other| distance(*value, *other)).sum::<f64>();
        let to_behind: f64 =
            values.iter().skip(index).map(|other| distance(*value, *other)).sum::<f64>();
        before += to_before;
        behind -= to_behind;
        between += to_behind - to_before;
        let split = index.saturating_add(1);
        if split < least {
            continue;
        }
        let (m, n) = (count(split), count(values.len().saturating_sub(split)));
        let energy = 2.0 * between / (m * n)
            - 2.0 * before / (m * (m - 1.0))
            - 2.0 * behind / (n * (n - 1.0));
        let size = m * n / (m + n) * energy;
        if largest.is_none_or(|(_, most)| size > most) {
            largest = Some((split, size));
        }
    }
    largest
}

fn chance_of(values: &[f64], least: usize, size: f64) -> f64 {
    let square = values.len().saturating_mul(values.len()).max(1);
    let budget = u32::try_from(WORK_MAX.checked_div(square).unwrap_or(0)).unwrap_or(u32::MAX);
    let permutations = budget.clamp(PERMUTATIONS.0, PERMUTATIONS.1);
    let mut row = values.to_vec();
    // Rounding must not turn a row of equal values into a change.
    let size = size - size.abs() * 1e-9 - 1e-300;
    let (mut state, mut exceeded) = (0x6972_6f67_7261_6d31, 0_u32);
    for done in 1..=permutations {
        shuffle(&mut row, &mut state);
        exceeded = exceeded.saturating_add(u32::from(
            largest_split(&row, least).is_some_and(|it| it.1 >= size),
        ));
        if exceeded >= EXCEEDED_MAX {
            return f64::from(exceeded) / f64::from(done);
        }
    }
    (f64::from(exceeded) + 1.0) / (f64::from(permutations) + 1.0)
}

/// The Fisher-Yates shuffle in R. Durstenfeld's form.
#[expect(clippy::cast_possible_truncation, reason = "below a length")]
fn shuffle(values: &mut [f64], state: &mut u64) {
    for last in (1..values.len()).rev() {
        let count = (last as u128).saturating_add(1);
        let index = u128::from(next(state)).saturating_mul(count) >> 64;
        values.swap(last, index as usize);
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of values")]
const fn count(length: usize) -> f64 {
    length as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Normal;

    #[test]
    fn a_shift_and_a_wider_spread_are_found_where_they_begin() {
        let shifted: Vec<f64> = Normal::new(3)
            .take(60)
            .enumerate()
            .map(|(index, it)| if index < 25 { it } else { it + 3.0 })
            .collect();
        let (p, changes) = find_distribution_changes(&shifted, 5, 0.01);
        assert_eq!(changes.len(), 1, "{changes:?}");
        assert!(changes[0].index.abs_diff(25) <= 1 && p < 1e-3, "{changes:?}");
        let wider: Vec<f64> = Normal::new(4)
            .take(120)
            .enumerate()
            .map(|(index, it)| if index < 60 { it } else { it * 6.0 })
            .collect();
        let (p, changes) = find_distribution_changes(&wider, 5, 0.05);
        assert!(p < 0.01 && changes[0].index.abs_diff(60) <= 10, "{p} {changes:?}");
    }

    #[test]
    fn two_changes_are_two_and_short_or_equal_rows_have_none() {
        let steps: Vec<f64> = Normal::new(9)
            .take(90)
            .enumerate()
            .map(|(index, it)| it + [0.0, 4.0, 0.5][index / 30])
            .collect();
        let (_, changes) = find_distribution_changes(&steps, 5, 0.01);
        let places: Vec<usize> = changes.iter().map(|it| it.index).collect();
        assert_eq!(places.len(), 2, "{changes:?}");
        assert!(places[0].abs_diff(30) <= 2 && places[1].abs_diff(60) <= 2, "{places:?}");
        assert_eq!(find_distribution_changes(&[1.0, 2.0, 3.0], 2, 0.05), (1.0, vec![]));
        assert_eq!(find_distribution_changes(&[], 2, 0.05), (1.0, vec![]));
        let (p, changes) = find_distribution_changes(&[5.0; 40], 3, 0.05);
        assert!(p > 0.5 && changes.is_empty(), "{p}");
    }

    #[test]
    fn chance_makes_a_change_as_often_as_is_said() {
        let mut alarms = 0;
        for seed in 0..600 {
            // Skewed, as latencies are.
            let values: Vec<f64> = Normal::new(seed * 31 + 1).take(24).map(f64::exp).collect();
            alarms += u32::from(find_distribution_changes(&values, 4, 0.05).0 <= 0.05);
        }
        assert!((12..=48).contains(&alarms), "5 % of 600 are 30: {alarms}");
    }
}
