//! Compares many figures of two groups of runs at once: how far apart they are, and which differences chance does not
//! explain.
//!
//! The run is the unit: variation within a run is not variation between runs. Three runs show little about the
//! variance of one figure, but all figures of a kind together show more. The variation that all figures of a run
//! share (a warm day, a busy computer) is known only from as many values as there are runs. The remaining variance of
//! each figure is shrunk towards that of the others, by as much as they agree (a moderated t test). Both variances
//! together make the error; their degrees of freedom are combined as Welch and Satterthwaite do. Sources: G. K.
//! Smyth, "Linear models and empirical Bayes methods for assessing differential expression in microarray
//! experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004), section 6; F. E. Satterthwaite,
//! "An approximate distribution of estimates of variance components", Biometrics 2 (1946).

use statrs::distribution::{ContinuousCDF as _, StudentsT};
use statrs::function::gamma::digamma;

use crate::interval::Interval;

/// A figure in two groups of runs, in any unit, above zero.
#[derive(Debug, Clone, Copy)]
pub struct TwoGroups<'a> {
    /// One value for each run of the baseline.
    pub base: &'a [f64],
    /// One value for each of the other runs.
    pub other: &'a [f64],
}

/// The difference between two groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupDifference {
    /// The geometric mean of the others divided by that of the base.
    pub ratio: f64,
    /// The 95 % confidence interval of that ratio.
    pub interval: Interval,
    /// How often chance alone makes a difference as large, 0 to 1, for this figure by itself.
    pub p: f64,
}

/// A figure on a logarithmic scale.
#[derive(Debug, Clone)]
struct Logarithms {
    difference: f64,
    /// For each run, its deviation from the mean of its group.
    residuals: Vec<f64>,
    /// The sum of the reciprocal counts of both groups.
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

    /// Degrees of freedom: values less groups.
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
    /// `None` with fewer than two values, or if one is not above zero.
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

/// A variance and its degrees of freedom.
#[derive(Debug, Clone, Copy)]
struct Variance {
    value: f64,
    freedom: f64,
}

/// Weight of the prior for the shared variance, in degrees of freedom: the prior is the typical variance of single
/// figures. Chosen in the sweep of `crates/findings/tests/findings/compare_runs.rs`: without it, two or three runs a
/// side that agree by luck make one of ten comparisons wrong instead of one of twenty.
const COMMON_PRIOR_FREEDOM: f64 = 2.0;

impl Variance {
    /// Raises the shared variance towards the typical one of single figures: few runs can agree by luck.
    fn not_by_luck(self, own: &[Self]) -> Self {
        let typical = crate::median(&own.iter().map(|it| it.value).collect::<Vec<f64>>());
        let Some(typical) = typical.filter(|_| self.value > 0.0) else { return self };
        let sum = self.freedom * self.value + COMMON_PRIOR_FREEDOM * typical;
        let value = (sum / (self.freedom + COMMON_PRIOR_FREEDOM)).max(self.value);
        Self { value, ..self }
    }
}

/// The variance that all figures of a run share, and the rest of each figure.
struct Parts {
    common: Variance,
    own: Vec<Variance>,
}

impl Parts {
    /// Splits the variance of figures of the same runs. With too few figures no split is possible: then each keeps
    /// its whole variance.
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

/// The variance that all figures of a kind suggest for each one (empirical Bayes).
#[derive(Debug, Clone, Copy)]
struct Prior {
    variance: f64,
    /// Its weight in degrees of freedom; [`FREEDOM_MAX`] if all figures agree.
    freedom: f64,
}

/// Fewer figures give no prior. Arbitrary: of three, one can still be the odd one.
const FIGURES_MIN: usize = 3;

impl Prior {
    /// Estimates it from the figures that vary at all.
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

    /// Keeps a variance that is larger than the prior. In real runs some figures are disturbed now and then;
    /// shrinking their variance would report the disturbance as a difference.
    fn weigh(self, figure: Variance) -> Variance {
        if figure.value > self.variance {
            return figure;
        }
        let freedom = self.freedom + figure.freedom;
        let sum = self.freedom * self.variance + figure.freedom * figure.value;
        Variance { value: sum / freedom, freedom }
    }
}

/// The difference between the groups for each of `figures`. All figures are of one kind, such as rates, and of the
/// same runs. An element is `None` if a group has fewer than two values, or if one is not above zero.
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

/// The difference between the groups that all of `figures` of the same runs share: the typical ratio. More must be
/// better in all of them, or in none. `None` for fewer than three figures, or if one of them lacks a run.
///
/// For each run only the median of its figures counts. That leaves out events in single figures of a run: a burst of
/// another process, a cache that filled earlier. So it finds a difference that is too small to show in any single
/// noisy figure, and no deviating figure can turn its sign.
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
    // For each run, the distance of its figures from their means over both groups.
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
    // The median of this many figures varies less than each of them, by their number.
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
        // The figures never vary, as on a simulated drive: any difference is real.
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

/// From here on, Student's distribution equals the normal one to three digits.
const FREEDOM_MAX: f64 = 1e4;

/// Adjusts the probabilities of [`GroupDifference::p`] for looking at all of them: the probability that any
/// difference reported at 0.05 is chance is at most 5 % in total. Source: S. Holm, "A simple sequentially rejective
/// multiple test procedure", Scand. J. Statistics 6 (1979).
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

/// The second derivative of the logarithm of the gamma function, for arguments above zero. Source: Abramowitz and
/// Stegun, 6.4.6 (recurrence) and 6.4.12 (asymptotic series).
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

/// The argument at which [`trigamma`], a falling function, equals `value`.
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
