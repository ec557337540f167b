//! The counts of a histogram, in the buckets of an `HdrHistogram` with three significant digits: one each up to 2047,
//! from there on 1024 steps per power of two. Two shifts give the bucket of a value, so a request waits for little.
//! Must not know which buckets are in use: that follows from the smallest and the largest value.

use std::ops::RangeInclusive;

use super::LATENCY_MAX_NS;

/// Bits of the values with a bucket each: three significant digits need 2000 of them.
const BITS_EXACT: u32 = 11;

/// Steps per power of two, and their logarithm.
const STEPS: u64 = 1 << STEPS_BITS;
const STEPS_BITS: u32 = BITS_EXACT - 1;

/// The first value without a bucket: the first power of two beyond [`LATENCY_MAX_NS`].
const BEYOND: u64 = LATENCY_MAX_NS.next_power_of_two();

/// Number of buckets, as an `HdrHistogram` of these bounds has.
const LENGTH: usize = ((BEYOND.ilog2() - BITS_EXACT + 2) as usize) << STEPS_BITS;

/// The count of each bucket.
#[derive(Debug, Clone)]
pub(super) struct Buckets(Box<[u64; LENGTH]>);

impl Buckets {
    pub(super) fn new() -> Self {
        let counts = vec![0; LENGTH].into_boxed_slice();
        Self(counts.try_into().expect("as many as were asked for"))
    }

    #[inline]
    pub(super) fn record(&mut self, value: u64) {
        let count = &mut self.0[place(value)];
        *count = count.wrapping_add(1);
    }

    pub(super) fn record_many(&mut self, value: u64, times: u64) {
        let count = &mut self.0[place(value)];
        *count = count.saturating_add(times);
    }

    /// Adds the counts of `other` for values in `range`.
    pub(super) fn merge(&mut self, other: &Self, range: RangeInclusive<u64>) {
        let places = places(range);
        for (mine, theirs) in self.0[places.clone()].iter_mut().zip(&other.0[places]) {
            *mine = mine.saturating_add(*theirs);
        }
    }

    /// Clears the counts of all values in `range`.
    pub(super) fn clear(&mut self, range: RangeInclusive<u64>) {
        self.0[places(range)].fill(0);
    }

    /// Writes to all of the memory while it is empty: until then the kernel maps one shared zero page.
    pub(super) fn touch(&mut self) {
        self.0.fill(std::hint::black_box(0));
    }

    /// The buckets of values in `range` that are not empty, ascending: smallest and largest value, and count.
    pub(super) fn held(
        &self,
        range: RangeInclusive<u64>,
    ) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let places = places(range);
        let counts = self.0[places.clone()].iter();
        places.zip(counts).filter(|&(_, &count)| count > 0).map(|(place, &count)| {
            let (from, to) = values_at(place);
            (from, to, count)
        })
    }
}

/// The bucket index of a value. Zero, which is below the clock's resolution, counts as one; a value beyond all
/// buckets counts as the largest latency.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "less than twice the steps")]
pub(super) fn place(value: u64) -> usize {
    let value = if value < BEYOND { value.max(1) } else { LATENCY_MAX_NS };
    let power =
        (u64::BITS - BITS_EXACT).wrapping_sub((value | (STEPS * 2 - 1)).leading_zeros());
    ((power as usize) << STEPS_BITS).wrapping_add((value >> power) as usize)
}

/// The range of bucket indexes for a range of values; values beyond all buckets have a lower index than the last
/// bucket.
fn places(values: RangeInclusive<u64>) -> RangeInclusive<usize> {
    let last = if *values.end() < BEYOND { place(*values.end()) } else { LENGTH - 1 };
    place((*values.start()).min(LATENCY_MAX_NS))..=last
}

/// The smallest and the largest value of the bucket `place`.
fn values_at(place: usize) -> (u64, u64) {
    let place = place as u64;
    let power = (place >> STEPS_BITS).saturating_sub(1);
    let step = place.wrapping_sub(power << STEPS_BITS);
    (step << power, (step.wrapping_add(1) << power).wrapping_sub(1))
}

#[cfg(test)]
mod tests {
    use super::super::tests::values;
    use super::*;

    #[test]
    fn a_value_has_the_bucket_that_an_hdr_histogram_gives_it() {
        let mut all = values(11, 1_000);
        all.extend((0..64).flat_map(|power| [(1 << power) - 1, 1 << power, (1 << power) + 1]));
        all.extend([0, LATENCY_MAX_NS, LATENCY_MAX_NS + 1, BEYOND, u64::MAX]);
        let hdr =
            || hdrhistogram::Histogram::<u64>::new_with_bounds(1, LATENCY_MAX_NS, 3).unwrap();
        assert_eq!(hdr().distinct_values(), LENGTH);
        for value in all {
            let mut theirs = hdr();
            theirs.saturating_record(value.max(1));
            let mut ours = Buckets::new();
            ours.record(value);
            let bucket = theirs.iter_recorded().next().unwrap().value_iterated_to();
            let expected =
                (theirs.lowest_equivalent(bucket), theirs.highest_equivalent(bucket), 1);
            assert_eq!(ours.held(0..=u64::MAX).collect::<Vec<_>>(), [expected], "{value}");
            assert_eq!(ours.held(value..=value).count(), 1, "{value}");
            ours.clear(value..=value);
            assert_eq!(ours.held(0..=u64::MAX).count(), 0, "{value}");
        }
    }
}
