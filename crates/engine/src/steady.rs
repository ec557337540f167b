//! Whether a figure of a cell is steady enough to end it. The check runs where intervals are merged, never where
//! requests are issued.
//!
//! The criteria are those in the documentation of fio's `steadystate`, over a sliding window: either no value is
//! farther from the mean than the limit, or the least-squares slope is no steeper than the limit.

use std::collections::VecDeque;

use iogram_model::{
    EndReason, EndingRecord, SteadyBy, SteadyLimit, SteadyRecord, SteadyValue, UntilSteady,
};

use crate::cell::Cell;
use crate::periods::{Periods, Sums};

/// The values of a cell that may end once they are steady.
#[derive(Debug)]
pub(crate) struct SteadyWatch {
    asked: UntilSteady,
    periods: Periods,
    /// The newest values, at most as many as a window has.
    values: VecDeque<SteadyValue>,
    is_steady: bool,
}

/// How steady the values of a window are, in the figure's unit.
#[derive(Debug, Clone, Copy)]
struct Evenness {
    mean: f64,
    /// The largest distance from the mean, or the slope.
    measure: f64,
}

impl SteadyWatch {
    /// `None` if the workload of `cell` has no end at steady state.
    pub(crate) fn of(cell: &Cell) -> Option<Self> {
        let workload = &cell.workload;
        let asked = workload.stop.steady?;
        let begin = workload.ramp.max(asked.after);
        Some(Self {
            asked,
            periods: Periods::new(begin, asked.every),
            values: VecDeque::new(),
            is_steady: false,
        })
    }

    /// Adds the sums of interval `index`, in order; returns whether the cell may end now. A missing interval had no
    /// completions.
    pub(crate) fn add(&mut self, index: u64, sums: Sums) -> bool {
        for period in self.periods.add(index, sums) {
            // Intervals while the last requests drain revoke nothing.
            if !self.is_steady {
                self.push(period.value);
            }
        }
        self.is_steady
    }

    fn push(&mut self, value: SteadyValue) {
        if self.values.len() as u64 >= self.asked.value_count() {
            self.values.pop_front();
        }
        self.values.push_back(value);
        self.is_steady = self.evenness().is_some_and(|it| self.is_within(it));
    }

    /// `None` before a window is complete, or if the drive does nothing.
    fn evenness(&self) -> Option<Evenness> {
        if (self.values.len() as u64) < self.asked.value_count() {
            return None;
        }
        let of = |value: &SteadyValue| match self.asked.figure {
            SteadyBy::Iops => value.iops,
            SteadyBy::Bandwidth => value.bytes_per_s,
            SteadyBy::Latency => value.latency_mean_ns.unwrap_or(0),
        };
        let values: Vec<f64> = self.values.iter().map(|value| float(of(value))).collect();
        let mean = iogram_stats::mean(&values).filter(|&mean| mean > 0.0)?;
        let measure = if self.asked.is_slope {
            slope(&values, mean)
        } else {
            values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max)
        };
        Some(Evenness { mean, measure })
    }

    fn is_within(&self, found: Evenness) -> bool {
        match self.asked.limit {
            SteadyLimit::Share(millionths) => {
                found.measure.abs() / found.mean * 1e6 < float(millionths)
            }
            SteadyLimit::Value(limit) => found.measure.abs() < float(limit),
        }
    }

    /// How the cell ended, for its record.
    pub(crate) fn ending(&self) -> EndingRecord {
        let ratio = self.evenness().map(|it| it.measure / it.mean);
        let is_slope = self.asked.is_slope;
        EndingRecord {
            reason: if self.is_steady { EndReason::Steady } else { EndReason::Limit },
            half_width_ratio: None,
            drift_ratio: None,
            settled_after_ns: None,
            planned_rate_ratio: None,
            early_error_ratio: None,
            steady: Some(SteadyRecord {
                deviation_max_ratio: ratio.filter(|_| !is_slope),
                slope_ratio: ratio.filter(|_| is_slope),
                values: self.values.iter().copied().collect(),
            }),
            floor: None,
        }
    }
}

/// The least-squares slope through equidistant values, per step.
fn slope(values: &[f64], mean: f64) -> f64 {
    let middle = (float(values.len() as u64) - 1.0) / 2.0;
    let (mut across, mut along) = (0.0, 0.0);
    for (index, value) in values.iter().enumerate() {
        let at = float(index as u64) - middle;
        across += at * (value - mean);
        along += at * at;
    }
    across / along
}

#[expect(clippy::cast_precision_loss, reason = "requests and bytes of a second")]
const fn float(value: u64) -> f64 {
    value as f64
}

#[cfg(test)]
mod tests {
    use iogram_model::{Nanos, Stop, Workload};

    use super::*;

    fn watch(rule: &str, ramp: Nanos) -> SteadyWatch {
        let stop = Stop { steady: Some(rule.parse().unwrap()), ..Stop::default() };
        SteadyWatch::of(&Cell::new("test", Workload { stop, ramp, ..Workload::default() }))
            .unwrap()
    }

    /// After how many intervals of 100 ms it is steady; `None` if it never is.
    fn ends(watch: &mut SteadyWatch, requests: impl Fn(u64) -> u64) -> Option<u64> {
        let sums = |requests: u64| Sums {
            requests,
            bytes: requests * 4096,
            latency_ns: u128::from(requests) * 1_000_000_000 / u128::from(requests.max(1)),
        };
        (0..2000).find(|&index| watch.add(index, sums(requests(index)))).map(|index| index + 1)
    }

    #[test]
    fn an_even_rate_is_steady_when_its_first_window_is_whole() {
        let rule = "iops within 5% for 3s after 1s every 500ms";
        assert_eq!(ends(&mut watch(rule, Nanos(0)), |_| 90), Some(40));
        // No value comes from the ramp.
        assert_eq!(ends(&mut watch(rule, Nanos(2 * Nanos::SECOND.0)), |_| 90), Some(50));
        let mut watch = watch(rule, Nanos(0));
        ends(&mut watch, |_| 90);
        let ending = watch.ending();
        assert_eq!(ending.reason, EndReason::Steady);
        let steady = ending.steady.unwrap();
        assert_eq!((steady.deviation_max_ratio, steady.slope_ratio), (Some(0.0), None));
        let value = SteadyValue {
            iops: 900,
            bytes_per_s: 3_686_400,
            latency_mean_ns: Some(11_111_111),
        };
        assert_eq!(steady.values, [value; 6]);
    }

    /// The slow oracle: computes each window separately.
    fn oracle(values: &[f64], count: usize, is_slope: bool, limit: f64) -> Option<usize> {
        (count..=values.len()).find(|&end| {
            let window = &values[end - count..end];
            let n = count as f64;
            let mean = window.iter().sum::<f64>() / n;
            let found = if is_slope {
                let sum_xy: f64 = window.iter().enumerate().map(|(x, y)| x as f64 * y).sum();
                let sum_x: f64 = (0..count).map(|x| x as f64).sum();
                let sum_xx: f64 = (0..count).map(|x| (x * x) as f64).sum();
                (sum_xy - sum_x * mean) / (sum_xx - sum_x * sum_x / n)
            } else {
                window.iter().map(|y| (y - mean).abs()).fold(0.0, f64::max)
            };
            found.abs() / mean * 100.0 < limit
        })
    }

    #[test]
    fn the_first_window_within_the_limit_ends_it_whatever_the_course() {
        let mut found = 0;
        for seed in 0..200_u64 {
            let mut rng = crate::rng::Rng::new(seed, 0);
            // A cache that fills up, and noise.
            let values: Vec<u64> = (0..200)
                .map(|second| 1000 + 9000 / (1 + second / (1 + seed % 20)) + rng.below(300))
                .collect();
            let (is_slope, limit) = (seed % 2 == 0, [1.0, 12.0][usize::from(seed % 2 == 1)]);
            let slope = if is_slope { " slope" } else { "" };
            let rule = format!("iops{slope} within {limit}% for 20s after 0s every 1s");
            let mut watch = watch(&rule, Nanos(0));
            // All requests of a second fall into its first interval.
            let end = ends(&mut watch, |at| {
                let is_first = at % 10 == 0;
                if is_first {
                    values.get((at / 10) as usize).copied().unwrap_or(1000)
                } else {
                    0
                }
            });
            let floats: Vec<f64> = values.iter().map(|&value| value as f64).collect();
            let expected = oracle(&floats, 20, is_slope, limit).map(|end| end as u64 * 10);
            assert_eq!(end.filter(|&end| end <= 2000), expected, "seed {seed}");
            found += u64::from(expected.is_some_and(|end| end > 200));
        }
        assert!(found > 50, "most are steady later than in the first window: {found}");
    }

    #[test]
    fn a_limit_in_the_unit_of_the_figure_is_one() {
        let course = |at: u64| if at.is_multiple_of(2) { 90 } else { 110 };
        let rule = |limit| format!("{limit} for 1s after 0s every 100ms");
        assert_eq!(ends(&mut watch(&rule("iops within 101/s"), Nanos(0)), course), Some(10));
        assert_eq!(ends(&mut watch(&rule("iops within 100/s"), Nanos(0)), course), None);
        let limit = "bandwidth within 409601B/s";
        assert_eq!(ends(&mut watch(&rule(limit), Nanos(0)), course), Some(10));
        let limit = "latency within 2ms";
        assert_eq!(ends(&mut watch(&rule(limit), Nanos(0)), course), Some(10));
    }

    #[test]
    fn a_drive_that_does_nothing_is_not_steady() {
        let mut watch = watch("iops within 5% for 1s after 0s every 100ms", Nanos(0));
        assert_eq!(ends(&mut watch, |_| 0), None);
        let ending = watch.ending();
        assert_eq!(ending.reason, EndReason::Limit);
        let steady = ending.steady.unwrap();
        assert_eq!(steady.deviation_max_ratio, None);
        assert_eq!(steady.values.last().unwrap().latency_mean_ns, None, "unknown is not zero");
    }
}
