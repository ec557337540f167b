//! A mergeable histogram of latencies in nanoseconds, with the sample-size rule for percentiles.
//!
//! An `HdrHistogram` with three significant digits, so that tools of other languages can read it;
//! minimum, maximum and sum are kept exactly beside it.

mod bounds;
mod buckets;
mod written;

use std::ops::RangeInclusive;

pub use self::bounds::QuantileBounds;
use self::buckets::Buckets;
pub use self::written::DecodeError;

/// Largest latency with its own bucket, one hour in nanoseconds. Longer ones count as this in percentiles, while the
/// maximum stays exact. Arbitrary, but no I/O is waited for longer.
const LATENCY_MAX_NS: u64 = 3_600_000_000_000;

/// Significant digits: 2048 steps per power of two, a relative error of at most 1/1024.
const SIGNIFICANT_DIGITS: u8 = 3;

/// Requests that must lie beyond a quantile before it is reported; with fewer, one slow request moves the answer.
const TAIL_SAMPLES_MIN: f64 = 10.0;

/// Up to this many values are held one by one: an interval with few of them is cheap to clear and merge, and needs no
/// large table. Arbitrary.
const FEW: usize = 256;

/// Counts of latencies, in nanoseconds.
#[derive(Debug, Clone)]
pub struct Histogram {
    /// The values themselves, up to [`FEW`] of them; empty afterwards.
    few: Vec<u64>,
    /// The buckets. Allocated once there are many values, and kept for reuse when cleared.
    buckets: Option<Buckets>,
    /// Whether the values are in the buckets.
    is_many: bool,
    count: u64,
    min: u64,
    max: u64,
    sum: u128,
}

impl PartialEq for Histogram {
    /// Equal counts in equal buckets, and equal exact figures.
    fn eq(&self, other: &Self) -> bool {
        (self.count, self.min, self.max, self.sum)
            == (other.count, other.min, other.max, other.sum)
            && self.buckets() == other.buckets()
    }
}

/// The usual percentiles in nanoseconds; `None` if too few samples lie beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quantiles {
    /// 50 %.
    pub p50: Option<u64>,
    /// 90 %.
    pub p90: Option<u64>,
    /// 99 %.
    pub p99: Option<u64>,
    /// 99.5 %.
    pub p995: Option<u64>,
    /// 99.9 %.
    pub p999: Option<u64>,
    /// 99.95 %.
    pub p9995: Option<u64>,
    /// 99.99 %.
    pub p9999: Option<u64>,
    /// 99.999 %.
    pub p99999: Option<u64>,
}

/// A range of latencies that share one count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// Its smallest latency.
    pub from_ns: u64,
    /// Its largest latency.
    pub to_ns: u64,
    /// Number of latencies in it.
    pub count: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self::new()
    }
}

impl Histogram {
    /// Largest count of one latency that the encoded form can hold: its counts are signed.
    pub const MAX_COUNT: u64 = i64::MAX as u64;

    /// An empty histogram. With many values it takes about 270 kB.
    #[must_use]
    pub fn new() -> Self {
        Self {
            few: Vec::new(),
            buckets: None,
            is_many: false,
            count: 0,
            min: u64::MAX,
            max: 0,
            sum: 0,
        }
    }

    /// Counts one latency, in nanoseconds.
    #[inline]
    pub fn record(&mut self, latency_ns: u64) {
        self.place(latency_ns);
        self.count = self.count.wrapping_add(1);
        self.min = self.min.min(latency_ns);
        self.max = self.max.max(latency_ns);
        // 2^64 latencies of 2^64 ns fit.
        self.sum = self.sum.wrapping_add(u128::from(latency_ns));
        self.debug_check();
    }

    /// Counts each of these latencies.
    #[inline]
    pub fn record_all(&mut self, mut latencies_ns: impl Iterator<Item = u64>) {
        while !self.is_many {
            let Some(latency_ns) = latencies_ns.next() else { return };
            self.record(latency_ns);
        }
        let Some(buckets) = &mut self.buckets else { return };
        let (mut count, mut min, mut max, mut sum) = (0_u64, self.min, self.max, 0_u128);
        for latency_ns in latencies_ns {
            buckets.record(latency_ns);
            count = count.wrapping_add(1);
            min = min.min(latency_ns);
            max = max.max(latency_ns);
            sum = sum.wrapping_add(u128::from(latency_ns));
        }
        self.count = self.count.saturating_add(count);
        (self.min, self.max) = (min, max);
        self.sum = self.sum.saturating_add(sum);
        self.debug_check();
    }

    /// Values are either in the list or in the buckets, and match the count.
    #[inline]
    fn debug_check(&self) {
        debug_assert!(!self.is_many || self.few.is_empty(), "values are in one place");
        debug_assert!(self.few.len() < FEW, "few values are few");
        debug_assert!(
            self.is_many || self.few.len() as u64 == self.count,
            "every value that is counted is kept"
        );
        debug_assert!(self.count == 0 || self.min <= self.max, "the ends have an order");
    }

    /// Counts the same latency `times` times.
    pub fn record_many(&mut self, latency_ns: u64, times: u64) {
        if times == 0 {
            return;
        }
        let buckets = self.make_many();
        buckets.record_many(latency_ns, times);
        self.count = self.count.saturating_add(times);
        self.min = self.min.min(latency_ns);
        self.max = self.max.max(latency_ns);
        self.sum =
            self.sum.saturating_add(u128::from(latency_ns).saturating_mul(u128::from(times)));
        self.debug_check();
    }

    /// Allocates all memory that counting can ever need, and touches it, so that no later value waits for a page
    /// fault.
    pub fn reserve(&mut self) {
        self.few.reserve_exact(FEW.saturating_sub(self.few.len()));
        if self.buckets.is_none() {
            self.buckets.insert(Buckets::new()).touch();
        }
    }

    #[inline]
    fn place(&mut self, latency_ns: u64) {
        match &mut self.buckets {
            Some(buckets) if self.is_many => buckets.record(latency_ns),
            _ => self.place_few(latency_ns),
        }
    }

    #[cold]
    fn place_few(&mut self, latency_ns: u64) {
        self.few.push(latency_ns);
        if self.few.len() >= FEW {
            self.make_many();
        }
    }

    /// Moves the values into the buckets.
    fn make_many(&mut self) -> &mut Buckets {
        let buckets = self.buckets.get_or_insert_with(Buckets::new);
        self.few.drain(..).for_each(|latency_ns| buckets.record(latency_ns));
        self.is_many = true;
        buckets
    }

    /// The range from the smallest to the largest latency; of an empty histogram, a single bucket.
    fn range(&self) -> RangeInclusive<u64> {
        self.min.min(self.max)..=self.max
    }

    /// Adds everything that `other` counted.
    pub fn merge(&mut self, other: &Self) {
        match &other.buckets {
            Some(buckets) if other.is_many => self.make_many().merge(buckets, other.range()),
            _ => other.few.iter().for_each(|&latency_ns| self.place(latency_ns)),
        }
        self.count = self.count.saturating_add(other.count);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum = self.sum.saturating_add(other.sum);
        self.debug_check();
    }

    /// Clamps the ends to a minimum and maximum that are known exactly. Text keeps only buckets, but a record holds
    /// both ends exactly, and no percentile may lie beyond them. Ends that no bucket could hold are ignored.
    #[must_use]
    pub fn within(mut self, least_ns: u64, most_ns: u64) -> Self {
        if self.count > 0 {
            let (min, max) = (self.min.max(least_ns), self.max.min(most_ns));
            if min <= max {
                (self.min, self.max) = (min, max);
            }
        }
        self.debug_check();
        self
    }

    /// Removes all values, keeps the memory.
    pub fn clear(&mut self) {
        self.few.clear();
        let range = self.range();
        if let Some(buckets) = self.buckets.as_mut().filter(|_| self.is_many) {
            buckets.clear(range);
        }
        self.is_many = false;
        (self.count, self.min, self.max, self.sum) = (0, u64::MAX, 0, 0);
        self.debug_check();
    }

    /// Number of latencies counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The smallest, exact; `None` if empty.
    #[must_use]
    pub fn min_ns(&self) -> Option<u64> {
        (self.count > 0).then_some(self.min)
    }

    /// The largest, exact; `None` if empty.
    #[must_use]
    pub fn max_ns(&self) -> Option<u64> {
        (self.count > 0).then_some(self.max)
    }

    /// The sum of all latencies, exact.
    #[must_use]
    pub fn sum_ns(&self) -> u128 {
        self.sum
    }

    /// The arithmetic mean; `None` if empty.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than 53 bits")]
    pub fn mean_ns(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The standard deviation in nanoseconds, from the middles of the buckets; `None` if there are no samples.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "latencies below 2^53 ns, and counts of them"
    )]
    pub fn stddev_ns(&self) -> Option<f64> {
        let mean = self.mean_ns()?;
        let square = |bucket: &Bucket| {
            let middle = f64::midpoint(bucket.from_ns as f64, bucket.to_ns as f64);
            // The ends are known exactly.
            let middle = middle.clamp(self.min as f64, self.max as f64);
            bucket.count as f64 * (middle - mean).powi(2)
        };
        let squares = self.buckets().iter().map(square).sum::<f64>();
        Some((squares / self.count as f64).sqrt())
    }

    /// The smallest latency that at least the share `quantile` of all samples does not exceed. `None` if fewer than
    /// 10/(1-quantile) were counted. `quantile` lies between 0 and 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "compared with a sample size rule")]
    pub fn quantile_ns(&self, quantile: f64) -> Option<u64> {
        debug_assert!((0.0..1.0).contains(&quantile), "a share of all, and not all of them");
        // 1 - 0.99 is a little more than 0.01 in binary; the margin keeps 1000 samples enough.
        let needed = TAIL_SAMPLES_MIN / (1.0 - quantile) * (1.0 - 1e-9);
        if self.count == 0 || (self.count as f64) < needed {
            return None;
        }
        let value = match &self.buckets {
            Some(buckets) if self.is_many => self.value_of_many(buckets, quantile)?,
            _ => value_of_few(&self.few, quantile)?,
        };
        Some(value.clamp(self.min, self.max))
    }

    /// The percentiles that a record keeps, each only if ten values lie beyond it.
    #[must_use]
    pub fn quantiles(&self) -> Quantiles {
        Quantiles {
            p50: self.quantile_ns(0.5),
            p90: self.quantile_ns(0.9),
            p99: self.quantile_ns(0.99),
            p995: self.quantile_ns(0.995),
            p999: self.quantile_ns(0.999),
            p9995: self.quantile_ns(0.9995),
            p9999: self.quantile_ns(0.9999),
            p99999: self.quantile_ns(0.99999),
        }
    }

    /// The buckets that are not empty, ascending.
    #[must_use]
    pub fn buckets(&self) -> Vec<Bucket> {
        let mut all = Vec::new();
        self.visit(|bucket| all.push(bucket));
        all
    }

    /// Calls `look` for each of [`Histogram::buckets`], without building a list.
    fn visit(&self, mut look: impl FnMut(Bucket)) {
        let few = || {
            let mut buckets = Buckets::new();
            self.few.iter().for_each(|&latency_ns| buckets.record(latency_ns));
            Some(buckets)
        };
        let made = if self.is_many { None } else { few() };
        let held = self.buckets.as_ref().filter(|_| self.is_many).or(made.as_ref());
        let held = held.into_iter().flat_map(|buckets| buckets.held(self.range()));
        held.for_each(|(from_ns, to_ns, count)| look(Bucket { from_ns, to_ns, count }));
    }

    /// The largest latency of the bucket in which the share `quantile` of all is reached.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank: as an HdrHistogram counts it"
    )]
    fn value_of_many(&self, buckets: &Buckets, quantile: f64) -> Option<u64> {
        let rank = ((quantile.min(1.0) * self.count as f64).ceil() as u64).max(1);
        let mut below = 0_u64;
        let mut reached = buckets.held(self.range()).skip_while(|&(_, _, count)| {
            below = below.saturating_add(count);
            below < rank
        });
        reached.next().map(|(_, to_ns, _)| to_ns)
    }
}

/// The smallest value that at least the share `quantile` of all does not exceed.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rank among few values"
)]
fn value_of_few(values: &[u64], quantile: f64) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let rank = (quantile * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1).saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014): the sequence of a seed must not change.
    pub(super) fn values(seed: u64, count: usize) -> Vec<u64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        };
        // Spread over nine decades, as latencies are.
        (0..count).map(|_| (next() >> 20) >> (next() % 36)).collect()
    }

    #[test]
    fn few_values_have_the_quantiles_of_many() {
        for count in [20, 100, 255, 256, 257, 1000] {
            let values = values(6, count);
            let mut bucketed = of(&values);
            bucketed.make_many();
            let (exact, rough) = (of(&values).quantiles(), bucketed.quantiles());
            for (exact, rough) in [(exact.p50, rough.p50), (exact.p90, rough.p90)] {
                let close = exact.zip(rough).map(|(e, r)| e.abs_diff(r) <= e / 1000);
                assert_ne!(close, Some(false), "{count}: {exact:?} {rough:?}");
            }
            assert_eq!(of(&values), bucketed, "{count}");
        }
    }

    pub(super) fn of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::new();
        values.iter().for_each(|&value| histogram.record(value));
        histogram
    }

    #[test]
    fn quantiles_are_within_a_thousandth_of_the_sorted_samples() {
        let mut values = values(1, 1_000_000);
        values.iter_mut().for_each(|value| *value %= LATENCY_MAX_NS);
        let histogram = of(&values);
        values.sort_unstable();
        for (quantile, rank) in [(0.5, 500_000), (0.99, 990_000), (0.99999, 999_990)] {
            let exact = values[rank - 1];
            let found = histogram.quantile_ns(quantile).unwrap();
            let error = found.abs_diff(exact);
            assert!(error <= exact / 1000, "q {quantile}: {found} against {exact}");
        }
        assert_eq!(histogram.min_ns(), values.first().copied());
        assert_eq!(histogram.max_ns(), values.last().copied());
    }

    #[test]
    fn a_value_counted_many_times_is_that_many_values() {
        let mut one_by_one = values(7, 100);
        one_by_one.extend([5_000; 300]);
        let mut at_once = of(&values(7, 100));
        at_once.reserve();
        at_once.record_many(5_000, 300);
        at_once.record_many(9, 0);
        assert_eq!(at_once, of(&one_by_one));
    }

    #[test]
    fn a_percentile_needs_ten_samples_beyond_it() {
        for (quantile, enough) in [(0.5, 20), (0.9, 100), (0.99, 1000), (0.999, 10_000)] {
            let samples = values(2, enough);
            assert!(of(&samples).quantile_ns(quantile).is_some(), "q {quantile}");
            assert!(of(&samples[1..]).quantile_ns(quantile).is_none(), "q {quantile}");
        }
    }

    #[test]
    fn an_empty_histogram_knows_nothing() {
        let empty = Histogram::new();
        assert_eq!((empty.min_ns(), empty.max_ns(), empty.mean_ns()), (None, None, None));
        assert_eq!(empty.quantiles(), Quantiles::default());
    }

    #[test]
    fn merging_equals_recording_everything_in_one() {
        let all = values(3, 40_000);
        let mut merged = of(&all[..13]);
        merged.merge(&of(&all[13..25_000]));
        merged.merge(&Histogram::new());
        merged.merge(&of(&all[25_000..]));
        assert_eq!(merged, of(&all));
    }

    #[test]
    fn buckets_hold_every_value_once() {
        let mut values = values(8, 20_000);
        values.iter_mut().for_each(|value| *value %= LATENCY_MAX_NS);
        let buckets = of(&values).buckets();
        assert_eq!(buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 20_000);
        for bucket in &buckets {
            let range = bucket.from_ns..=bucket.to_ns;
            let inside =
                values.iter().filter(|value| range.contains(&(**value).max(1))).count();
            assert_eq!(inside as u64, bucket.count, "{bucket:?}");
        }
    }

    #[test]
    fn the_standard_deviation_is_that_of_the_values() {
        assert_eq!(Histogram::new().stddev_ns(), None);
        assert_eq!(of(&[500; 1000]).stddev_ns(), Some(0.0));
        let mut values = values(9, 20_000);
        values.iter_mut().for_each(|value| *value = *value % 1_000_000 + 1);
        let count = values.len() as f64;
        let mean = values.iter().map(|&it| it as f64).sum::<f64>() / count;
        let squares = values.iter().map(|&it| (it as f64 - mean).powi(2)).sum::<f64>();
        let exact = (squares / count).sqrt();
        let told = of(&values).stddev_ns().unwrap();
        assert!((told / exact - 1.0).abs() < 0.002, "{told} of {exact}");
    }

    #[test]
    fn clearing_leaves_no_trace() {
        let mut histogram = of(&values(4, 1000));
        histogram.clear();
        assert_eq!(histogram, Histogram::new());
    }

    #[test]
    fn an_hour_and_more_saturates_but_the_maximum_is_exact() {
        let histogram = of(&[LATENCY_MAX_NS * 3; 30]);
        assert_eq!(histogram.max_ns(), Some(LATENCY_MAX_NS * 3));
        assert_eq!(histogram.count(), 30);
    }
}
