//! Whether the rate of a cell is known well enough to end it. The check runs where intervals are merged, never where
//! requests are issued.

use iogram_model::{Certainty, EndReason, EndingRecord};
use iogram_stats::{BatchMeans, settled_from};

use crate::cell::{Cell, EarlyEnd};
use crate::interval::INTERVAL;

/// Maximum number of values; above it, neighbours are merged. Arbitrary: finer than batch means need.
const VALUES_MAX: usize = 4096;

/// The next check comes after this multiple of the elapsed time. Arbitrary: checks that share most of their data
/// would agree by chance.
const LOOK_AGAIN: f64 = 1.1;

/// Consecutive checks that have to agree. A single one is one of many, and each may be lucky.
const LOOKS_MIN: u32 = 2;

/// The drift may be this multiple of the requested half width: in a series without drift, the difference of the two
/// halves varies twice as much as the mean.
const DRIFT_MAX: f64 = 2.0;

/// The largest share of the values that may be dropped as a beginning: 2 of 5. The search covers up to a half; if the
/// best cut lies at the end of that, nothing has settled. The rule: White (1997); the fifth below it is arbitrary.
const BEGINNING_MAX: (usize, usize) = (2, 5);

/// The intervals of a cell that may end early.
#[derive(Debug)]
pub(crate) struct Watch {
    asked: Certainty,
    /// Intervals of the cell without an early end; `None` if the cell has no time limit.
    planned: Option<u64>,
    /// The first interval that lies wholly after the ramp.
    first: u64,
    /// The next interval that is expected.
    next: u64,
    /// Requests per `width` intervals.
    values: Vec<f64>,
    /// Intervals per value.
    width: u64,
    /// Requests and intervals of the value that is still incomplete.
    partial: (u64, u64),
    early_end: EarlyEnd,
    /// The prediction at the first moment of certainty: the mean number of requests per interval over the whole cell.
    foretold: Option<f64>,
    /// The next check comes after this many intervals.
    look_at: u64,
    looks: u32,
}

impl Watch {
    /// `None` if the workload of `cell` does not allow an early end.
    pub(crate) fn of(cell: &Cell) -> Option<Self> {
        let workload = &cell.workload;
        let asked = workload.stop.certain?;
        let first = workload.ramp.0.div_ceil(INTERVAL.0);
        let look_at = asked.after.0.div_ceil(INTERVAL.0);
        Some(Self {
            asked,
            planned: workload.stop.time.map(|time| time.0 / INTERVAL.0),
            first,
            next: first,
            values: Vec::new(),
            width: 1,
            partial: (0, 0),
            early_end: cell.early_end,
            foretold: None,
            look_at,
            looks: 0,
        })
    }

    /// Adds the requests of interval `index`, in order; returns whether the cell may end now. A missing interval had
    /// no completions.
    pub(crate) fn add(&mut self, index: u64, requests: u64) -> bool {
        if index < self.next {
            return self.may_end();
        }
        while self.next < index {
            self.push(0);
        }
        self.push(requests);
        let seen = self.next.saturating_sub(self.first);
        if !self.is_enough() && seen >= self.look_at {
            self.looks = if self.is_certain() { self.looks + 1 } else { 0 };
            self.look_at = again(seen);
            self.foretold = if self.is_enough() { self.planned_mean() } else { None };
        }
        self.may_end()
    }

    fn push(&mut self, requests: u64) {
        self.next += 1;
        self.partial = (self.partial.0.saturating_add(requests), self.partial.1 + 1);
        if self.partial.1 < self.width {
            return;
        }
        self.values.push(float(self.partial.0));
        self.partial = (0, 0);
        if self.values.len() >= VALUES_MAX {
            self.values = self.values.chunks_exact(2).map(|pair| pair[0] + pair[1]).collect();
            self.width *= 2;
        }
    }

    /// Whether the rate was certain once; later values do not revoke it.
    const fn is_enough(&self) -> bool {
        self.looks >= LOOKS_MIN
    }

    fn may_end(&self) -> bool {
        self.is_enough() && self.early_end == EarlyEnd::Allowed
    }

    /// The value from which the rate had settled, and its mean from there on.
    fn found(&self) -> Option<(usize, BatchMeans)> {
        let from = settled_from(&self.values);
        let confidence = f64::from(self.asked.confidence.0) / 1000.0;
        Some((from, BatchMeans::of(&self.values[from..], confidence)?))
    }

    fn is_certain(&self) -> bool {
        let within = f64::from(self.asked.within.0) / 1000.0;
        self.found().is_some_and(|(from, it)| {
            // A cut beyond the largest allowed beginning shows a trend, not a beginning.
            let has_settled = from * BEGINNING_MAX.1 <= self.values.len() * BEGINNING_MAX.0;
            has_settled && it.half_width_ratio <= within && it.drift_ratio <= DRIFT_MAX * within
        })
    }

    /// How the cell ended, for its record.
    pub(crate) fn ending(&self) -> EndingRecord {
        let found = self.found();
        let mean = iogram_stats::mean(&self.values).filter(|mean| *mean > 0.0);
        let of_mean = |value: f64| mean.map(|mean| value * float(self.width) / mean);
        let is_early = self.may_end();
        EndingRecord {
            reason: if is_early { EndReason::Certain } else { EndReason::Limit },
            half_width_ratio: found.map(|(_, it)| it.half_width_ratio),
            drift_ratio: found.map(|(_, it)| it.drift_ratio),
            settled_after_ns: found.map(|(from, _)| from as u64 * self.width * INTERVAL.0),
            planned_rate_ratio: self.planned_mean().filter(|_| is_early).and_then(of_mean),
            early_error_ratio: self
                .foretold
                .filter(|_| self.early_end == EarlyEnd::Rehearsed)
                .and_then(of_mean)
                .map(|ratio| ratio - 1.0),
            steady: None,
            floor: None,
        }
    }

    /// Mean requests per interval of a cell of the planned length, if the rest of it continues at the settled rate.
    fn planned_mean(&self) -> Option<f64> {
        let (_, settled) = self.found()?;
        let seen = float(self.values.len() as u64);
        let planned = float(self.planned?) / float(self.width);
        let rest = (planned - seen).max(0.0);
        let mean = iogram_stats::mean(&self.values)?;
        // Per interval, because a cell that continues merges more intervals into a value.
        Some((mean * seen + settled.mean * rest) / (seen + rest) / float(self.width))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a number of intervals that a run can reach"
)]
fn again(seen: u64) -> u64 {
    ((seen as f64 * LOOK_AGAIN) as u64).max(seen + 1)
}

#[expect(clippy::cast_precision_loss, reason = "requests of an interval")]
const fn float(requests: u64) -> f64 {
    requests as f64
}

#[cfg(test)]
mod tests {
    use iogram_model::{Nanos, Permille, Stop, Workload};

    use super::*;

    fn watch(ramp: Nanos) -> Watch {
        let after = Nanos(5 * Nanos::SECOND.0);
        let certain = Certainty { within: Permille(10), confidence: Permille(950), after };
        let time = Some(Nanos(60 * Nanos::SECOND.0));
        let stop = Stop { time, certain: Some(certain), ..Stop::default() };
        Watch::of(&Cell::new("test", Workload { stop, ramp, ..Workload::default() })).unwrap()
    }

    /// The index of the interval at which the rate is certain; `None` if it never is.
    fn ends(watch: &mut Watch, rate: impl Fn(u64) -> u64) -> Option<u64> {
        (0..20_000).find(|&index| watch.add(index, rate(index)))
    }

    #[test]
    fn an_even_rate_is_enough_at_the_second_look_and_never_before_its_time() {
        assert_eq!(ends(&mut watch(Nanos(0)), |_| 900), Some(54));
        assert_eq!(
            ends(&mut watch(Nanos(150_000_000)), |_| 900),
            Some(56),
            "the ramp counts for nothing"
        );
    }

    #[test]
    fn a_beginning_that_is_otherwise_is_the_part_of_a_minute_that_it_would_be() {
        let mut watch = watch(Nanos(0));
        let rate = |index| if index < 10 { 100 } else { 1000 };
        let end = ends(&mut watch, rate).unwrap() + 1;
        assert!((54..80).contains(&end), "{end}");
        let ending = watch.ending();
        assert_eq!(ending.settled_after_ns, Some(1_000_000_000));
        let measured: u64 = (0..end).map(rate).sum();
        let minute: u64 = (0..600).map(rate).sum();
        let (measured, minute) = (float(measured) / float(end), float(minute) / 600.0);
        let ratio = ending.planned_rate_ratio.unwrap();
        assert!((measured * ratio / minute - 1.0).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn a_cell_does_not_end_on_a_slope_or_right_after_a_cliff() {
        // Falls by a tenth in ten seconds; stops falling within the cell's half minute.
        let slope = |index: u64| 100_000_u64.saturating_sub(index.min(300) * 100);
        let end = ends(&mut watch(Nanos(0)), slope).unwrap();
        assert!(end > 500, "the slope is no beginning before that: {end}");
        let mut watch = watch(Nanos(0));
        let end = ends(&mut watch, |index| if index < 45 { 900 } else { 300 }).unwrap();
        assert!(
            (110..200).contains(&end),
            "what came before the cliff is the beginning: {end}"
        );
        assert_eq!(watch.ending().settled_after_ns, Some(4_500_000_000));
    }

    #[test]
    fn a_rehearsal_goes_on_and_tells_how_wrong_it_would_have_been() {
        let mut watch = Watch { early_end: EarlyEnd::Rehearsed, ..watch(Nanos(0)) };
        // A cache of ten seconds; nobody can see its end within five.
        let rate = |index| if index < 100 { 900 } else { 300 };
        assert_eq!((0..600).find(|&index| watch.add(index, rate(index))), None);
        let ending = watch.ending();
        assert_eq!(ending.reason, EndReason::Limit);
        let error = ending.early_error_ratio.unwrap();
        assert!((error - 1.25).abs() < 1e-9, "900 instead of 400: {error}");
    }

    #[test]
    fn intervals_in_which_nothing_came_back_count() {
        let mut watch = watch(Nanos(0));
        for index in [0, 3, 4, 6] {
            assert!(!watch.add(index, 900));
        }
        assert_eq!(watch.values, [900.0, 0.0, 0.0, 900.0, 900.0, 0.0, 900.0]);
    }

    #[test]
    fn a_day_is_kept_in_few_values() {
        let mut watch = watch(Nanos(0));
        assert!((0..864_000).any(|index| watch.add(index, 50 + index % 977)));
        (0..864_000).for_each(|index| assert!(watch.add(index, 50)));
        assert!(watch.values.len() < VALUES_MAX && watch.width >= 256);
        assert_eq!(watch.ending().reason, EndReason::Certain);
    }
}
