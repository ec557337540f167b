//! Decides whether to poll briefly for completions before sleeping until one arrives.
//!
//! A sleeper has to be woken, and both sides pay for that. If the next completion arrives within a few microseconds,
//! polling costs less, and more requests complete (docs/journal/2026-11-28-groups-of-completions.md). If it arrives
//! later, polling is a waste. So polls have a budget of processor time: one that finds something earns the sleep that
//! it saved, each costs its own time, and without credit there is no poll until the next trial.
//!
//! Knows the results of polls. Must not know rings or drives, nor read a clock.

use iogram_model::Nanos;

/// The longest poll. Arbitrary: a little more than a sleep costs.
pub(crate) const LOOK: Nanos = Nanos(5_000);

/// The credit for a successful poll: the processor time of the sleep and the wake-up that it saved. On a busy machine
/// that was 3 us; on quiet cores, with this price, polls took more than they saved (3.2 us a request instead of 1.9)
/// and completed no more requests. So only nearly immediate success pays
/// (docs/journal/2026-11-28-groups-of-completions.md).
const SLEEP_COST: u64 = 500;

/// Credit for a trial: three unsuccessful polls. Arbitrary.
const TRIAL_CREDIT: u64 = 3 * LOOK.0;

/// Credit is worth at most a few unsuccessful polls, so that polling stops soon after a drive becomes slow.
/// Arbitrary.
const CREDIT_MAX: u64 = 8 * LOOK.0;

/// Waits from the end of one trial to the next, doubled after each unsuccessful one. At a depth of 1 on a slow drive
/// the trials take less than a hundredth of the processor time within the first 4,000 requests.
const REST_MIN: u32 = 64;
const REST_MAX: u32 = 8_192;

/// Decides whether the next wait begins with a poll.
#[derive(Debug)]
pub(crate) struct Looking {
    /// Processor time that polls may still lose, in ns; 0 while there is no polling.
    credit: u64,
    /// Waits left until the next trial.
    resting: u32,
    rest: u32,
    /// Whether the credit was full at some time in this trial.
    has_earned: bool,
    idle: Nanos,
}

impl Default for Looking {
    fn default() -> Self {
        Self { credit: 0, resting: REST_MIN, rest: REST_MIN, has_earned: false, idle: Nanos(0) }
    }
}

impl Looking {
    /// Whether the wait that begins now starts with a poll.
    #[inline]
    pub(crate) fn wants(&mut self) -> bool {
        if self.credit > 0 {
            return true;
        }
        self.resting -= 1;
        if self.resting == 0 {
            (self.credit, self.has_earned) = (TRIAL_CREDIT, false);
        }
        false
    }

    /// Notes a successful poll of length `took`, in which nothing had arrived for `idle`.
    #[inline]
    pub(crate) fn found(&mut self, took: Nanos, idle: Nanos) {
        self.idle += idle;
        if took.0 > SLEEP_COST {
            return self.lose(took.0 - SLEEP_COST);
        }
        self.credit = (self.credit + SLEEP_COST - took.0).min(CREDIT_MAX);
        self.has_earned |= self.credit == CREDIT_MAX;
    }

    /// Notes an unsuccessful poll of length `took`.
    #[inline]
    pub(crate) fn found_nothing(&mut self, took: Nanos) {
        self.idle += took;
        self.lose(took.0.max(1));
    }

    /// Total time in which polls found nothing.
    #[inline]
    pub(crate) fn idle(&self) -> Nanos {
        self.idle
    }

    #[inline]
    fn lose(&mut self, cost: u64) {
        self.credit = self.credit.saturating_sub(cost);
        if self.credit == 0 {
            self.rest = if self.has_earned { REST_MIN } else { (self.rest * 2).min(REST_MAX) };
            self.resting = self.rest;
        }
        assert!(
            self.credit > 0 || (1..=REST_MAX).contains(&self.resting),
            "who does not look rests until the next trial"
        );
    }
}

#[cfg(test)]
mod tests {
    use iogram_engine::Rng;

    use super::*;

    /// Simulates `count` waits whose next completion arrives after `next()` ns; returns the number that began with a
    /// poll, and the processor time that polls cost (positive) or saved, in ns.
    fn waits(looking: &mut Looking, count: u32, mut next: impl FnMut() -> u64) -> (u32, i64) {
        let (mut looks, mut cost) = (0, 0);
        for _ in 0..count {
            let after = next();
            if !looking.wants() {
                continue;
            }
            looks += 1;
            if after < LOOK.0 {
                looking.found(Nanos(after), Nanos(after));
                cost += i64::try_from(after).unwrap() - i64::try_from(SLEEP_COST).unwrap();
            } else {
                looking.found_nothing(LOOK);
                cost += i64::try_from(LOOK.0).unwrap();
            }
        }
        (looks, cost)
    }

    #[test]
    fn where_completions_come_at_once_nearly_every_wait_begins_with_a_look() {
        let mut looking = Looking::default();
        let (looks, cost) = waits(&mut looking, 10_000, || 200);
        assert_eq!(looks, 10_000 - REST_MIN);
        assert_eq!(cost, -i64::from(looks) * 300);
        assert_eq!(looking.idle(), Nanos(u64::from(looks) * 200));
    }

    #[test]
    fn a_slow_drive_is_looked_for_so_seldom_that_nobody_sees_it() {
        let mut looking = Looking::default();
        let (looks, cost) = waits(&mut looking, 4_096, || 100_000);
        assert!((3..=18).contains(&looks), "{looks}");
        // One request takes at least 8 us of processor time.
        assert!(cost * 100 < 4_096 * 8_000, "{cost}");
        let (later, _) = waits(&mut looking, 100_000, || 100_000);
        assert!((9..=60).contains(&later), "{later}");
    }

    #[test]
    fn looks_never_cost_more_than_the_sleeps_that_they_save_but_for_the_trials() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed, 1);
            let (share, span) = (rng.below(101), 1 + rng.below(2 * LOOK.0));
            let mut looking = Looking::default();
            let (looks, cost) = waits(&mut looking, 50_000, || {
                if rng.below(100) < share { rng.below(span) } else { 50_000 }
            });
            let trials = 50_000 / i64::from(REST_MIN);
            let most = trials * i64::try_from(TRIAL_CREDIT + LOOK.0).unwrap();
            assert!(cost <= most, "seed {seed}: {cost} ns in {looks} looks");
            // This is less than a tenth of a microsecond per request.
            assert!(cost < 50_000 * 100 || looks < 50_000, "seed {seed}: {cost} ns");
        }
    }

    #[test]
    fn a_drive_that_becomes_slow_is_left_in_peace_and_found_again_when_it_is_fast() {
        let mut looking = Looking::default();
        waits(&mut looking, 1_000, || 200);
        let (looks, _) = waits(&mut looking, REST_MIN, || 1_000_000);
        assert_eq!(u64::from(looks), CREDIT_MAX / LOOK.0);
        waits(&mut looking, 1_000_000, || 1_000_000);
        let (looks, _) = waits(&mut looking, 2 * REST_MAX, || 200);
        assert!(looks >= REST_MAX, "{looks}");
    }
}
