//! Two groups of runs, many figures at once: how far apart they are, and which differences are no chance.
//!
//! The run is the unit: what varies within a run is not what varies from one run to the next. Three runs tell
//! little about how much one figure varies, but all figures of a kind together tell more. What all figures of a
//! run share (a warm day, a busy computer) is known from as many values as there are runs, and no more. What each
//! figure does besides is drawn towards what the others suggest, by as much as they agree (a moderated t test).
//! Both variances together make the error; their degrees of freedom are joined as Welch and Satterthwaite do.
//! Sources: G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential expression in
//! microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), section 6;
//! F. E. Satterthwaite, "An approximate distribution of estimates of variance components", Biometrics 2 (1946).

use statrs::distribution::{ContinuousCDF as _, StudentsT};
use statrs::function::gamma::digamma;

use crate::interval::Interval;

/// A figure in two groups of runs, in any unit above zero.
#[derive(Debug, Clone, Copy)]
pub struct TwoGroups<'a> {
    /// One value for each run that the others are held against.
    pub base: &'a [f64],
    /// One value for each of the other runs.
    pub other: &'a [f64],
}

/// How far two groups are apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupDifference {
    /// The geometric mean of the others divided by that of the base.
    pub ratio: f64,
    /// Where that ratio lies with 95 % confidence.
    pub interval: Interval,
    /// How often chance alone makes so large a difference, 0 to 1, for this figure by itself.
    pub p: f64,
}

/// A figure on a logarithmic scale.
#[derive(Debug, Clone)]
struct Logarithms {
    difference: f64,
    /// Of each run, less the mean of its group.
    residuals: Vec<f64>,
    /// The sum of one divided by each count.
    reciprocals: f64,
}

impl Logarithms {
    fn of(groups: TwoGroups<'_>) -> Option<Self> {
        let (base, other) = (Centred::of(groups.base)?, Centred::of(groups.other)?);
        let reciprocals = 1.0 / count(&base.residuals) + 1.0 / count(&other.residuals);
        let difference = other.mean - base.mean;
        let residuals = base.residuals.into_iter().chain(other.residuals).collect();
        Some(Self { difference, residuals, reciprocals })
    }

    /// How many values more than groups.
    fn freedom(&self) -> f64 {
        count(&self.residuals) - 2.0
    }
}

/// The logarithms of one group.
struct Centred {
    mean: f64,
    residuals: Vec<f64>,
}

impl Centred {
    /// `None` with fewer than two values or one that is not above zero.
    fn of(values: &[f64]) -> Option<Self> {
        if values.len() < 2 || values.iter().any(|value| *value <= 0.0 || !value.is_finite()) {
            return None;
        }
        let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        let mean = crate::mean(&logarithms)?;
        Some(Self { mean, residuals: logarithms.iter().map(|value| value - mean).collect() })
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of runs and figures")]
fn count(values: &[f64]) -> f64 {
    values.len() as f64
}

fn squares(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>()
}

/// A variance, and from how much it is known.
#[derive(Debug, Clone, Copy)]
struct Variance {
    value: f64,
    freedom: f64,
}

/// What is shared by all figures is taken to vary as they do by themselves, as if that had been seen so often.
/// Chosen in the sweep of `crates/findings/tests/findings/compare_runs.rs`: without it two or three runs a side
/// that happen to agree make one of ten comparisons wrong instead of one of twenty.
const COMMON_PRIOR_FREEDOM: f64 = 2.0;

impl Variance {
    /// Few runs can agree by luck in what they share.
    fn not_by_luck(self, own: &[Self]) -> Self {
        let typical = crate::median(&own.iter().map(|it| it.value).collect::<Vec<f64>>());
        let Some(typical) = typical.filter(|_| self.value > 0.0) else { return self };
        let sum = self.freedom * self.value + COMMON_PRIOR_FREEDOM * typical;
        let value = (sum / (self.freedom + COMMON_PRIOR_FREEDOM)).max(self.value);
        Self { value, ..self }
    }
}

/// What the figures of each run share, and what each figure does besides.
struct Parts {
    common: Variance,
    own: Vec<Variance>,
}

impl Parts {
    /// Of figures of the same runs. Of too few nothing can be told apart: then each is by itself.
    fn of(figures: &[Logarithms]) -> Self {
        let freedom = figures.first().map_or(0.0, Logarithms::freedom);
        let alone = || figures.iter().map(|it| squares(&it.residuals) / freedom).collect();
        let runs = figures.first().map_or(0, |it| it.residuals.len());
        let is_whole = figures.iter().all(|it| it.residuals.len() == runs);
        let (common, own): (f64, Vec<f64>) = if is_whole && figures.len() >= FIGURES_MIN {
            let shared: Vec<f64> = (0..runs)
                .map(|run| {
                    let of_run: Vec<f64> = figures
                        .iter()
                        .filter_map(|it| it.residuals.get(run).copied())
                        .collect();
                    crate::mean(&of_run).unwrap_or(0.0)
                })
                .collect();
            let besides = |it: &Logarithms| {
                let own =
                    it.residuals.iter().zip(&shared).map(|(value, shared)| value - shared);
                squares(&own.collect::<Vec<f64>>()) / freedom
            };
            (squares(&shared) / freedom, figures.iter().map(besides).collect())
        } else {
            (0.0, alone())
        };
        let own: Vec<Variance> =
            own.into_iter().map(|value| Variance { value, freedom }).collect();
        let common = Variance { value: common, freedom }.not_by_luck(&own);
        let prior = Prior::of(&own);
        let own = own.into_iter().map(|it| prior.map_or(it, |prior| prior.weigh(it))).collect();
        Self { common, own }
    }
}

/// What all figures of a kind suggest of the variance of each.
#[derive(Debug, Clone, Copy)]
struct Prior {
    variance: f64,
    /// As many degrees of freedom is it worth; [`FREEDOM_MAX`] if all agree.
    freedom: f64,
}

/// Fewer figures suggest nothing. Arbitrary: of three, one can still be the odd one.
const FIGURES_MIN: usize = 3;

impl Prior {
    /// Of figures that vary at all.
    fn of(figures: &[Variance]) -> Option<Self> {
        let varying: Vec<&Variance> = figures.iter().filter(|it| it.value > 0.0).collect();
        if varying.len() < FIGURES_MIN {
            return None;
        }
        let half = |it: &Variance| it.freedom / 2.0;
        let expected = |it: &Variance| it.value.ln() - digamma(half(it)) + half(it).ln();
        let all: Vec<f64> = varying.iter().map(|it| expected(it)).collect();
        let middle = crate::mean(&all)?;
        let distances: Vec<f64> = all.iter().map(|it| it - middle).collect();
        let spread = squares(&distances) / (count(&all) - 1.0);
        let chance: Vec<f64> = varying.iter().map(|it| trigamma(half(it))).collect();
        let excess = spread - crate::mean(&chance)?;
        if excess <= 0.0 {
            return Some(Self { variance: middle.exp(), freedom: FREEDOM_MAX });
        }
        let half = inverse_trigamma(excess);
        let variance = (middle + digamma(half) - half.ln()).exp();
        Some(Self { variance, freedom: (2.0 * half).min(FREEDOM_MAX) })
    }

    /// A figure that varies more than the others suggest is believed: real runs have a figure now and then that
    /// something else went on in, and to call that luck would call it a difference.
    fn weigh(self, figure: Variance) -> Variance {
        if figure.value > self.variance {
            return figure;
        }
        let freedom = self.freedom + figure.freedom;
        let sum = self.freedom * self.variance + figure.freedom * figure.value;
        Variance { value: sum / freedom, freedom }
    }
}

/// How far apart the groups are in each of `figures`, which are all of one kind, such as rates, and of the same
/// runs: one answer for each, `None` where a group has fewer than two values or one that is not above zero.
#[must_use]
pub fn compare_groups(figures: &[TwoGroups<'_>]) -> Vec<Option<GroupDifference>> {
    let all: Vec<Option<Logarithms>> =
        figures.iter().map(|groups| Logarithms::of(*groups)).collect();
    let known: Vec<Logarithms> = all.iter().flatten().cloned().collect();
    let parts = Parts::of(&known);
    let mut own = parts.own.into_iter();
    all.into_iter()
        .map(|figure| Some(difference(&figure?, parts.common, own.next()?)))
        .collect()
}

/// How far the groups are apart in what all of `figures` of the same runs share: the typical ratio. More is better in all of
/// them, or in none. `None` for fewer than three figures, and where one of them lacks a run.
///
/// What happens to single figures of a run - a neighbour's burst, a cache that filled earlier - is left out: of each run the
/// figure in the middle counts. So a difference that each figure by itself is too uneven to show is found, and no figure that
/// went its own way turns its sign.
#[must_use]
pub fn compare_together(figures: &[TwoGroups<'_>]) -> Option<GroupDifference> {
    let known: Option<Vec<Logarithms>> =
        figures.iter().map(|groups| Logarithms::of(*groups)).collect();
    let known = known.filter(|known| known.len() >= FIGURES_MIN)?;
    let first = figures.first()?;
    let is_whole = |it: &TwoGroups<'_>| {
        it.base.len() == first.base.len() && it.other.len() == first.other.len()
    };
    if !figures.iter().all(is_whole) {
        return None;
    }
    // Of each run how far its figures are from their means over both groups.
    let base_count = first.base.len();
    let score = |run: usize| {
        let half = |it: &Logarithms| {
            let side = if run < base_count { -0.5 } else { 0.5 };
            Some(it.residuals.get(run)? + side * it.difference)
        };
        crate::median(&known.iter().filter_map(half).collect::<Vec<f64>>())
    };
    let runs = base_count.saturating_add(first.other.len());
    let scores: Vec<f64> = (0..runs).map(score).collect::<Option<_>>()?;
    let (base, other) = scores.split_at_checked(base_count)?;
    let (base_mean, other_mean) = (crate::mean(base)?, crate::mean(other)?);
    let centred = |values: &[f64], mean: f64| -> Vec<f64> {
        values.iter().map(|value| value - mean).collect()
    };
    let residuals = [centred(base, base_mean), centred(other, other_mean)].concat();
    let together = Logarithms {
        difference: other_mean - base_mean,
        residuals,
        reciprocals: known.first()?.reciprocals,
    };
    let freedom = together.freedom();
    let value = squares(&together.residuals) / freedom;
    // A figure in the middle of so many varies by so much less than each of them.
    let own: Vec<Variance> = known
        .iter()
        .map(|it| Variance {
            value: squares(&it.residuals) / freedom / count_of(known.len()),
            freedom,
        })
        .collect();
    let none = Variance { value: 0.0, freedom };
    Some(difference(&together, Variance { value, freedom }.not_by_luck(&own), none))
}

#[expect(clippy::cast_precision_loss, reason = "a count of figures")]
const fn count_of(figures: usize) -> f64 {
    figures as f64
}

fn difference(figure: &Logarithms, common: Variance, own: Variance) -> GroupDifference {
    let variance = common.value + own.value;
    let error = (variance * figure.reciprocals).sqrt();
    let uncertainty = common.value.powi(2) / common.freedom + own.value.powi(2) / own.freedom;
    let freedom = (variance.powi(2) / uncertainty).clamp(1.0, FREEDOM_MAX);
    let middle = figure.difference;
    let at = |shift: f64| (middle + shift).exp();
    let student = StudentsT::new(0.0, 1.0, freedom).ok().filter(|_| error > 0.0);
    let Some(student) = student else {
        // Figures that never vary, as a simulated drive's may: any difference is one.
        let p = if middle == 0.0 { 1.0 } else { 0.0 };
        return GroupDifference {
            ratio: at(0.0),
            interval: Interval { low: at(0.0), high: at(0.0) },
            p,
        };
    };
    let half = student.inverse_cdf(0.975) * error;
    GroupDifference {
        ratio: at(0.0),
        interval: Interval { low: at(-half), high: at(half) },
        p: 2.0 * student.sf((middle / error).abs()),
    }
}

/// With more, Student's distribution is the normal one to three digits.
const FREEDOM_MAX: f64 = 1e4;

/// The probabilities of [`GroupDifference::p`], each as it is if all of them are looked at: that one of the
/// differences with at most 0.05 is chance has a probability of 5 % for all together.
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statistics 6 (1979).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of figures")]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        let left = probabilities.len().saturating_sub(rank) as f64;
        least = least.max(probabilities[index] * left).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// The second derivative of the logarithm of the gamma function, for arguments above zero.
/// Source: Abramowitz and Stegun, 6.4.6 (recurrence) and 6.4.12 (asymptotic series).
fn trigamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x < 8.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    sum + 1.0 / x
        + square / 2.0
        + square / x * (1.0 / 6.0 - square * (1.0 / 30.0 - square * (1.0 / 42.0)))
}

/// Where [`trigamma`], which falls all the way, is `value`.
fn inverse_trigamma(value: f64) -> f64 {
    let (mut low, mut high) = (1e-8_f64, 1e8_f64);
    for _ in 0..100 {
        let middle = (low * high).sqrt();
        if trigamma(middle) > value { low = middle } else { high = middle }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trigamma_has_its_known_values() {
        let square = std::f64::consts::PI.powi(2);
        for (x, expected) in
            [(1.0, square / 6.0), (0.5, square / 2.0), (2.0, square / 6.0 - 1.0)]
        {
            assert!((trigamma(x) - expected).abs() < 1e-9, "{x}");
            assert!((inverse_trigamma(expected) - x).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn holm_multiplies_by_how_many_are_left() {
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        assert!(close(&adjusted, &[0.03, 0.06, 0.06, 0.02]), "{adjusted:?}");
        assert!(close(&holm(&[0.9, 0.8]), &[1.0, 1.0]));
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn one_figure_alone_is_students_test_of_logarithms() {
        // By hand: t = 7.948 with 4 degrees of freedom, whose 97.5 % quantile is 2.776.
        let groups = TwoGroups { base: &[100.0, 101.0, 99.0], other: &[110.0, 112.0, 108.0] };
        let Some(difference) = compare_groups(&[groups])[0] else { panic!("no answer") };
        let Interval { low, high } = difference.interval;
        let (found, expected) = (
            [difference.ratio, difference.p, low, high],
            [1.099_915, 0.001_357, 1.063_928, 1.137_121],
        );
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        assert!(found.iter().zip(&expected).all(is_near), "{found:?}");
    }

    #[test]
    fn without_two_values_above_zero_on_each_side_there_is_no_answer() {
        for (base, other) in [(&[1.0][..], &[1.0, 2.0][..]), (&[1.0, 0.0], &[1.0, 2.0])] {
            assert_eq!(compare_groups(&[TwoGroups { base, other }]), [None]);
        }
    }

    #[test]
    fn what_never_varies_differs_by_anything_or_not_at_all() {
        let same = TwoGroups { base: &[5.0, 5.0], other: &[5.0, 5.0] };
        let more = TwoGroups { base: &[5.0, 5.0], other: &[6.0, 6.0] };
        let [Some(same), Some(more)] = compare_groups(&[same, more])[..] else { panic!() };
        assert_eq!((same.ratio, same.p), (1.0, 1.0));
        assert!(more.p == 0.0 && (more.ratio - 1.2).abs() < 1e-12);
    }
}
