//! Finds outliers.
//!
//! The generalised extreme studentised deviate: it repeatedly removes the value farthest from the mean, and the last
//! step that chance does not explain gives the number of outliers. So several outliers do not mask each other, as
//! they do in a single test. With one step it is Grubbs's test. Sources: B. Rosner, "Percentage Points for a
//! Generalized ESD Many-Outlier Procedure", Technometrics 25 (1983); F. E. Grubbs, "Procedures for Detecting Outlying
//! Observations in Samples", Technometrics 11 (1969).

use statrs::distribution::{ContinuousCDF as _, StudentsT};

/// Outliers among many values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outliers {
    /// Their indexes, the farthest first; may be empty.
    pub indexes: Vec<usize>,
    /// How often chance alone makes an outlier as far, 0 to 1, over all steps of the search.
    pub p: f64,
}

/// With fewer values there is no test. Arbitrary: of six, five would have to agree.
pub const OUTLIERS_OF_MIN: usize = 7;

/// A step that chance explains more often adds no outlier.
const STEP_CHANCE: f64 = 0.01;

/// Each outlier must also be this rare beside the remaining values: a far one must not turn a near one into an
/// outlier.
const OWN_CHANCE: f64 = 0.001;

/// How much more often two steps find something in 10 to 14 values than one step does, as the test below measures.
const FEW_FACTOR: f64 = 1.3;

/// The outliers of `values`, at most a fifth of them. The others are assumed to be normally distributed, as rates and
/// latencies are on a logarithmic scale. `None` with fewer than [`OUTLIERS_OF_MIN`] values or if one is not finite.
#[must_use]
pub fn find_outliers(values: &[f64]) -> Option<Outliers> {
    if values.len() < OUTLIERS_OF_MIN || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let steps = (values.len() / 5).max(1);
    let mut left: Vec<(usize, f64)> = values.iter().copied().enumerate().collect();
    let mut taken = Vec::with_capacity(steps);
    let mut chances = Vec::with_capacity(steps);
    for _ in 0..steps {
        let all: Vec<f64> = left.iter().map(|it| it.1).collect();
        let mean = crate::mean(&all)?;
        let of = |it: &(usize, f64)| (it.1 - mean).abs();
        let (place, _) = left.iter().enumerate().max_by(|a, b| of(a.1).total_cmp(&of(b.1)))?;
        chances.push(chance_of_farthest(&all, of(left.get(place)?)));
        taken.push(left.swap_remove(place).0);
    }
    let odd =
        chances.iter().rposition(|p| *p <= STEP_CHANCE).map_or(0, |it| it.saturating_add(1));
    taken.truncate(odd);
    let belonging: Vec<f64> = values
        .iter()
        .enumerate()
        .filter(|(index, _)| !taken.contains(index))
        .map(|it| *it.1)
        .collect();
    taken.retain(|index| {
        values
            .get(*index)
            .is_none_or(|value| chance_of_further(&belonging, *value) <= OWN_CHANCE)
    });
    // With 15 values and more, chance exceeds Rosner's critical values of all steps together as often as each of
    // them. With fewer values, two steps give chance more than one: the test below measures it.
    let factor = if values.len() < 15 && steps > 1 { FEW_FACTOR } else { 1.0 };
    let p = (chances.into_iter().fold(1.0, f64::min) * factor).min(1.0);
    Some(Outliers { indexes: taken, p })
}

/// The distance from the mean at which one more value beside `values`, which are no outliers, would count as an
/// outlier. The chance of a false alarm is one in a thousand each time, because many figures are checked. `None` with
/// too few values.
#[must_use]
pub fn visible_distance(values: &[f64]) -> Option<f64> {
    if values.len() < OUTLIERS_OF_MIN {
        return None;
    }
    let mean = crate::mean(values)?;
    let n = length(values);
    let spread = (values.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let student = StudentsT::new(0.0, 1.0, n - 1.0).ok()?;
    let t = student.inverse_cdf(1.0 - VISIBLE_CHANCE / (2.0 * (n + 1.0)));
    Some(t * spread * (1.0 + 1.0 / n).sqrt())
}

/// Small enough for checks of many figures.
const VISIBLE_CHANCE: f64 = 0.001;

/// The probability that one of as many values as `all` and one more is as far as `value` from the mean of the others.
fn chance_of_further(all: &[f64], value: f64) -> f64 {
    let n = length(all);
    let mean = crate::mean(all).unwrap_or(value);
    let spread = (all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
    let t = (value - mean).abs() / (spread * (1.0 + 1.0 / n).sqrt());
    match StudentsT::new(0.0, 1.0, n - 1.0) {
        Ok(student) if spread > 0.0 => (2.0 * (n + 1.0) * student.sf(t)).min(1.0),
        // All others are equal.
        _ => f64::from((value - mean).abs() < f64::EPSILON * mean.abs()),
    }
}

/// The probability that the farthest of as many values as `all` is as far as `distance` from their mean.
fn chance_of_farthest(all: &[f64], distance: f64) -> f64 {
    let n = length(all);
    let squares: f64 = {
        let mean = crate::mean(all).unwrap_or(0.0);
        all.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
    };
    if squares <= 0.0 {
        return 1.0;
    }
    let ratio = distance.powi(2) * (n - 1.0) / squares;
    let rest = (n - 1.0).powi(2) - n * ratio;
    if rest <= 0.0 {
        // All others are equal.
        return 0.0;
    }
    let t = (n * (n - 2.0) * ratio / rest).sqrt();
    let Ok(student) = StudentsT::new(0.0, 1.0, n - 2.0) else { return 1.0 };
    (2.0 * n * student.sf(t)).min(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts of values")]
fn length(values: &[f64]) -> f64 {
    values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Normal;

    #[test]
    fn the_published_example_has_its_three_outliers() {
        // Rosner's 54 values from NIST's handbook 1.3.5.17.3: three outliers, 6.01, 5.42 and 5.34, at 5 %.
        let values = [
            -0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49, 1.49, 1.55,
            1.56, 1.58, 1.65, 1.69, 1.70, 1.76, 1.77, 1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09,
            2.10, 2.14, 2.15, 2.23, 2.24, 2.26, 2.35, 2.37, 2.40, 2.47, 2.54, 2.62, 2.64, 2.90,
            2.92, 2.92, 2.93, 3.21, 3.26, 3.30, 3.59, 3.68, 4.30, 4.64, 5.34, 5.42, 6.01,
        ];
        // R1 = 3.118 in NIST's table corresponds to this probability: its critical value at 5 % is 3.158.
        let mean = crate::mean(&values).unwrap();
        let first = chance_of_farthest(&values, 6.01 - mean);
        assert!((0.05..0.07).contains(&first), "{first}");
        let third =
            chance_of_farthest(&values[..52], 5.34 - crate::mean(&values[..52]).unwrap());
        assert!((0.025..0.05).contains(&third), "R3 = 3.179 > 3.144: {third}");
    }

    #[test]
    fn several_do_not_hide_each_other_and_equal_values_have_none() {
        let mut values: Vec<f64> = Normal::new(7).take(30).map(|it| it * 0.02).collect();
        (values[3], values[11], values[20]) = (0.4, 0.42, -0.5);
        let found = find_outliers(&values).unwrap();
        let mut places = found.indexes.clone();
        places.sort_unstable();
        assert_eq!(places, [3, 11, 20]);
        assert!(found.p < 1e-4, "{found:?}");
        assert!(find_outliers(&[1.0; 12]).unwrap().indexes.is_empty());
        assert_eq!(find_outliers(&[1.0; 6]), None);
        assert_eq!(find_outliers(&[f64::NAN; 9]), None);
        let mut one = [1.0; 12];
        one[5] = 1.5;
        assert_eq!(find_outliers(&one).unwrap().indexes, [5]);
    }

    #[test]
    fn chance_makes_one_as_often_as_is_said() {
        for count in [7, 10, 12, 14, 15, 25, 60] {
            let mut alarms = 0;
            for seed in 0..4000 {
                let values: Vec<f64> = Normal::new(seed * 977 + 5).take(count).collect();
                let found = find_outliers(&values).unwrap();
                alarms += u32::from(found.p <= 0.05);
            }
            assert!(
                (120..=245).contains(&alarms),
                "5 % of 4000 are 200; {count} values: {alarms}"
            );
        }
    }
}
