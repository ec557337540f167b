//! How precisely completions are timestamped: a completion that arrives while a submitter is busy gets its timestamp
//! at the next look.
//!
//! A *turn* is the time from reaping completions to submitting the next requests. Its length comes from clock
//! readings that the engine makes anyway, so recording it costs an addition or two.

use iogram_model::{Nanos, StampingRecord};

/// Steps per power of two.
const STEPS: usize = 8;
/// Longer turns are counted separately: the longest work of a submitter itself takes half of this (docs/journal).
const LONG: Nanos = Nanos(20_000);
/// Powers of two that lengths are resolved in: up to 2^40 ns, 18 minutes.
const POWERS: usize = 40;

/// Lengths of turns, with a resolution of an eighth. Small enough to stay in the first-level cache.
#[derive(Debug, Clone)]
pub(crate) struct Lengths {
    counts: [u32; STEPS * POWERS],
    count: u64,
    sum: u64,
    max: u64,
    long_count: u64,
}

impl Default for Lengths {
    fn default() -> Self {
        Self { counts: [0; STEPS * POWERS], count: 0, sum: 0, max: 0, long_count: 0 }
    }
}

impl Lengths {
    #[inline]
    pub(crate) fn note(&mut self, length: Nanos) {
        let count = &mut self.counts[place(length.0)];
        *count = count.saturating_add(1);
        self.count += 1;
        self.sum = self.sum.saturating_add(length.0);
        self.max = self.max.max(length.0);
        self.long_count += u64::from(length > LONG);
    }

    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine = mine.saturating_add(*theirs);
        }
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.max = self.max.max(other.max);
        self.long_count += other.long_count;
    }

    /// The largest length at quantile `share`; `None` with fewer than ten lengths beyond it, as for latencies.
    #[expect(clippy::cast_precision_loss, reason = "a rank")]
    fn quantile(&self, share: f64) -> Option<u64> {
        let total: u64 = self.counts.iter().map(|&count| u64::from(count)).sum();
        // Lower if a count has saturated.
        assert!(total <= self.count, "each length is counted once");
        // 1 - 0.9999 is slightly less than a ten-thousandth: without the last factor 100,000 turns would have 9.99
        // beyond.
        let beyond = total as f64 * (1.0 - share) * (1.0 + 1e-9);
        if total == 0 || beyond < 10.0 {
            return None;
        }
        // From above: few lengths lie beyond a high quantile, so few places are visited.
        let mut left = beyond;
        let (mut at, mut known) = (self.counts.len(), self.max);
        while at > 0 {
            at -= 1;
            if self.counts[at] == 0 {
                continue;
            }
            known = highest(at).min(self.max);
            left -= f64::from(self.counts[at]);
            if left < 0.0 {
                break;
            }
        }
        Some(known)
    }
}

/// The index at which a length is counted.
#[inline]
fn place(length: u64) -> usize {
    let length = length.max(1);
    let power = 63 - length.leading_zeros() as usize;
    // The three bits below the highest one; shifted up first, because lengths below eight have fewer bits.
    let step = ((u128::from(length) << 3 >> power) & 7) as usize;
    (power.min(POWERS - 1) * STEPS + step).min(STEPS * POWERS - 1)
}

/// The largest length that `place` counts.
fn highest(place: usize) -> u64 {
    let (power, step) = (place / STEPS, (place % STEPS) as u64);
    // Below eight not every place has a length; rounding up makes the end a length that is counted there.
    ((STEPS as u64 + step + 1) << power).div_ceil(STEPS as u64).saturating_sub(1).max(1)
}

/// One submitter's record of its turns after the ramp.
#[derive(Debug, Clone, Default)]
pub struct Stamping {
    turns: Lengths,
    /// Turns that ended an interval.
    boundaries: Lengths,
    reap_count: u64,
    completion_count: u64,
    completions_max: u64,
    /// Waits for several completions; `None` if the first completion ends a wait.
    waits: Option<Box<Lengths>>,
    /// The last look for completions.
    looked: Option<Nanos>,
    /// The beginning of the current turn.
    taken: Option<Nanos>,
    /// Whether an interval ended in it.
    has_rolled: bool,
}

impl Stamping {
    /// For a target whose waits end after `wait_batch` completions.
    pub(crate) fn waiting_for(wait_batch: u32) -> Self {
        Self { waits: (wait_batch > 1).then(Box::default), ..Self::default() }
    }

    /// Notes that `completions` completions were reaped at `at`: a turn begins.
    #[inline]
    pub(crate) fn take(&mut self, completions: usize, at: Nanos) {
        let completions = completions as u64;
        assert!(completions > 0, "nothing is no completion");
        self.reap_count += 1;
        self.completion_count += completions;
        self.completions_max = self.completions_max.max(completions);
        self.taken = Some(at);
        if let Some(waits) = &mut self.waits {
            if let Some(looked) = self.looked.filter(|_| completions > 1) {
                waits.note(at.saturating_sub(looked));
            }
            self.looked = Some(at);
        }
    }

    /// Notes that an interval ended in this turn.
    pub(crate) const fn end_interval(&mut self) {
        self.has_rolled = true;
    }

    /// Notes that there is nothing to submit: the time until the next request is not part of a turn.
    pub(crate) const fn rest(&mut self) {
        self.taken = None;
    }

    /// Notes that the next requests are submitted: the turn ends, if one had begun.
    #[inline]
    pub(crate) fn hand_over(&mut self, now: Nanos) {
        self.looked = Some(now);
        let Some(taken) = self.taken.take() else { return };
        let length = now.saturating_sub(taken);
        self.turns.note(length);
        if std::mem::take(&mut self.has_rolled) {
            self.boundaries.note(length);
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.turns.merge(&other.turns);
        self.boundaries.merge(&other.boundaries);
        if let Some(waits) = &other.waits {
            self.waits.get_or_insert_default().merge(waits);
        }
        self.reap_count += other.reap_count;
        self.completion_count += other.completion_count;
        self.completions_max = self.completions_max.max(other.completions_max);
    }

    /// The summary for the record; `None` without a turn.
    #[expect(clippy::cast_precision_loss, reason = "means")]
    pub(crate) fn record(&self) -> Option<StampingRecord> {
        if self.reap_count == 0 || self.turns.count == 0 {
            return None;
        }
        assert!(self.completion_count >= self.reap_count, "each time one is taken at least");
        assert!(
            self.completions_max <= self.completion_count,
            "the most are not more than all"
        );
        assert!(
            self.boundaries.count <= self.turns.count,
            "a turn that ends an interval is one"
        );
        let is_known = self.boundaries.count > 0;
        let waits = self.waits.as_deref().filter(|waits| waits.count > 0);
        assert!(
            waits.is_none_or(|it| it.count <= self.reap_count),
            "a wait ends with completions"
        );
        Some(StampingRecord {
            reap_count: self.reap_count,
            completions_mean_count: self.completion_count as f64 / self.reap_count as f64,
            completions_max_count: self.completions_max,
            turn_mean_ns: self.turns.sum as f64 / self.turns.count as f64,
            turn_p50_ns: self.turns.quantile(0.5),
            turn_p9999_ns: self.turns.quantile(0.9999),
            turn_max_ns: self.turns.max,
            turn_over_20us_count: Some(self.turns.long_count),
            boundary_count: self.boundaries.count,
            boundary_p50_ns: self.boundaries.quantile(0.5),
            boundary_p90_ns: self.boundaries.quantile(0.9),
            boundary_p99_ns: self.boundaries.quantile(0.99),
            boundary_max_ns: is_known.then_some(self.boundaries.max),
            wait_p50_ns: waits.and_then(|waits| waits.quantile(0.5)),
            wait_p9999_ns: waits.and_then(|waits| waits.quantile(0.9999)),
            wait_max_ns: waits.map(|waits| waits.max),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_has_a_place_and_is_below_its_end() {
        for length in (0..70_000).chain((17..40).map(|power| (1 << power) + 12_345)) {
            let (at, end) = (place(length), highest(place(length)));
            assert!(length <= end && end <= length.max(8) + length / 4, "{length}: {end}");
            assert!(at == 0 || highest(at - 1) < length.max(8), "{length}");
        }
        assert_eq!(place(u64::MAX), STEPS * POWERS - 1);
    }

    #[test]
    fn waits_for_several_completions_are_part_of_how_late_a_stamp_is() {
        let record = |wait_batch| {
            let mut stamping = Stamping::waiting_for(wait_batch);
            for turn in 0..30 {
                stamping.hand_over(Nanos(turn * 100_000));
                stamping.take(4, Nanos(turn * 100_000 + 60_000));
            }
            stamping.record().unwrap()
        };
        let (single, batch) = (record(1), record(4));
        assert_eq!((single.wait_p50_ns, single.wait_max_ns), (None, None));
        assert_eq!(batch.wait_max_ns, Some(60_000));
        assert_eq!((single.turn_max_ns, batch.turn_max_ns), (40_000, 40_000));
    }

    #[test]
    fn few_turns_have_no_far_percentile() {
        let mut lengths = Lengths::default();
        (0..100_000)
            .for_each(|at| lengths.note(Nanos(if at % 1000 == 0 { 9_000 } else { 100 })));
        assert!(lengths.quantile(0.5).is_some_and(|ns| (100..=111).contains(&ns)));
        assert!(lengths.quantile(0.9999).is_some_and(|ns| (9_000..=10_240).contains(&ns)));
        assert_eq!(lengths.quantile(0.99999), None);
    }
}
