//! Times from a description: distributions, tables by size, and the pace of the medium when it is throttled or
//! drifts.

use crate::quantity::mul_div;
use crate::rng::Draws;
use crate::spec::{Latency, SizeTime};

impl Latency {
    /// Draws a time from the distribution, in nanoseconds. A constant draws nothing, so that a constant in a
    /// description does not shift the other draws.
    pub(crate) fn draw(&self, draws: &mut Draws) -> u64 {
        match self {
            Self::Constant(time) => time.ns(),
            Self::Quantiles(points) => quantile(points, draws.between(0, 999_999)),
        }
    }
}

/// The time at `level` parts per million.
fn quantile(points: &[(crate::quantity::Share, crate::quantity::Time)], level: u64) -> u64 {
    let above = points.partition_point(|&(share, _)| u64::from(share.ppm()) <= level);
    let value = |index: usize| (u64::from(points[index].0.ppm()), points[index].1.ns());
    match above {
        0 => value(0).1,
        _ if above == points.len() => value(above - 1).1,
        _ => {
            let ((from, low), (to, high)) = (value(above - 1), value(above));
            low + mul_div(high - low, level - from, to - from)
        }
    }
}

/// The time of a command of `size` bytes, from an ascending table that is not empty.
pub(crate) fn time_by_size(table: &[SizeTime], size: u64) -> u64 {
    let point = |index: usize| (table[index].size.bytes(), table[index].time.ns());
    let above = table.partition_point(|entry| entry.size.bytes() <= size);
    if above == 0 {
        // The table has no smaller size: a command has a fixed cost.
        return point(0).1;
    }
    let (from, low) = point(above - 1);
    if from == size {
        return low;
    }
    if above < table.len() {
        let (to, high) = point(above);
        return low + mul_div(high - low, size - from, to - from);
    }
    if above == 1 {
        return mul_div(low, size, from);
    }
    let (before, lower) = point(above - 2);
    low + mul_div(low - lower, size - from, from - before)
}

/// Speed of the medium: 1,000,000 is full speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pace(u32);

impl Pace {
    pub(crate) const FULL: Self = Self(1_000_000);

    /// Combines two slowdowns.
    pub(crate) fn and(self, speed: crate::quantity::Share) -> Self {
        let ppm = mul_div(u64::from(self.0), u64::from(speed.ppm()), 1_000_000);
        Self(u32::try_from(ppm).unwrap_or(u32::MAX).max(1))
    }

    /// The time of an operation that takes `ns` at full speed.
    #[inline]
    pub(crate) fn stretch(self, ns: u64) -> u64 {
        if self == Self::FULL { ns } else { mul_div(ns, 1_000_000, u64::from(self.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::Share;

    fn table(points: &[(u64, u64)]) -> Vec<SizeTime> {
        let entry = |&(size, ns): &(u64, u64)| SizeTime {
            size: crate::quantity::Size(iogram_model::Bytes(size)),
            time: crate::quantity::Time(iogram_model::Nanos(ns)),
        };
        points.iter().map(entry).collect()
    }

    #[test]
    fn times_between_two_sizes_are_interpolated_and_beyond_them_extended() {
        let two = table(&[(4096, 2000), (8192, 3000)]);
        let times = [512, 4096, 6144, 8192, 16384].map(|size| time_by_size(&two, size));
        assert_eq!(times, [2000, 2000, 2500, 3000, 5000]);
        assert_eq!(time_by_size(&table(&[(4096, 2000)]), 8192), 4000);
    }

    #[test]
    fn a_quantile_is_found_between_its_neighbours() {
        let point =
            |ppm, ns| (Share::from_ppm(ppm), crate::quantity::Time(iogram_model::Nanos(ns)));
        let points = [point(500_000, 100), point(900_000, 500), point(999_000, 500)];
        let drawn = [0, 500_000, 700_000, 900_000, 950_000, 999_999];
        assert_eq!(drawn.map(|level| quantile(&points, level)), [100, 100, 300, 500, 500, 500]);
    }

    #[test]
    fn half_the_speed_takes_twice_the_time() {
        let half = Pace::FULL.and(Share::from_ppm(500_000));
        assert_eq!(half.stretch(100), 200);
        assert_eq!(half.and(Share::from_ppm(500_000)).stretch(100), 400);
        assert_eq!(Pace::FULL.stretch(7), 7);
    }
}
