//! Exact confidence bounds of a quantile from order statistics, for any number of values and any distribution. Must
//! not know why a quantile is wanted.
//!
//! Source: W. J. Conover, "Practical Nonparametric Statistics", 3rd ed., section 3.2 (confidence intervals for a
//! quantile).

use super::{Bucket, Histogram};
use crate::binomial::{chance_of_at_least, chance_of_at_most};

/// Confidence bounds of a quantile. `None` if there are too few values for that side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuantileBounds {
    /// The quantile is no less than this.
    pub least_ns: Option<u64>,
    /// The quantile is no greater than this.
    pub most_ns: Option<u64>,
}

impl Histogram {
    /// The latencies between which `quantile` lies; each side is wrong with a probability of at most `chance`. Values
    /// of one bucket count as its smallest for the lower bound and as its largest for the upper one.
    #[must_use]
    pub fn quantile_bounds(&self, quantile: f64, chance: f64) -> QuantileBounds {
        debug_assert!((0.0..1.0).contains(&quantile), "a share of all, and not all of them");
        let (buckets, beyond) = (self.buckets(), 1.0 - quantile);
        let mut at_least = 0_u64;
        let mut least_ns = None;
        for bucket in buckets.iter().rev() {
            at_least = at_least.saturating_add(bucket.count);
            // If the quantile were smaller, at most the share beyond it would be as large as these values.
            if chance_of_at_least(self.count, at_least, beyond) < chance {
                least_ns = Some(bucket.from_ns.max(self.min));
                break;
            }
        }
        let mut above = self.count;
        let mut most_ns = None;
        for Bucket { to_ns, count, .. } in buckets {
            above = above.saturating_sub(count);
            // If the quantile were larger, more than the share beyond it would be larger than these values.
            if chance_of_at_most(self.count, above, beyond) < chance {
                most_ns = Some(to_ns.min(self.max));
                break;
            }
        }
        QuantileBounds { least_ns, most_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::of;
    use super::*;

    const CHANCE: f64 = 0.005;

    #[test]
    fn values_that_are_all_large_prove_it_however_few_they_are() {
        let bounds = |values: &[u64]| of(values).quantile_bounds(0.99, CHANCE);
        // One of a hundred is this large now and then; two in a row are not.
        assert_eq!(bounds(&[50_000]), QuantileBounds::default());
        assert_eq!(bounds(&[50_000, 60_000]).least_ns, Some(50_000));
        let least = bounds(&[50_000_000; 130]).least_ns.unwrap();
        assert!((49_900_000..=50_000_000).contains(&least), "{least}");
        assert_eq!(bounds(&[50_000; 400]).most_ns, None, "0.99^400 is 0.018");
        assert_eq!(bounds(&[50_000; 600]).most_ns, Some(50_000));
        assert_eq!(bounds(&[]), QuantileBounds::default());
    }

    /// The quantile of uniform values is known: each side may miss it as often as requested.
    #[test]
    fn a_bound_is_wrong_as_rarely_as_it_says() {
        let mut noise = 5_u64;
        let mut next = || {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (noise >> 33) % 1_000_000
        };
        let (mut low, mut high) = (0, 0);
        for count in [30, 130, 400, 900] {
            for _ in 0..500 {
                let values: Vec<u64> = (0..count).map(|_| next()).collect();
                let bounds = of(&values).quantile_bounds(0.99, 0.05);
                low += u32::from(bounds.least_ns.is_some_and(|least| least > 990_000));
                high += u32::from(bounds.most_ns.is_some_and(|most| most < 990_000));
            }
        }
        // 5 % of 2000, and four standard deviations.
        assert!(low <= 140 && high <= 140, "{low} {high}");
    }
}
