//! The due times of an open loop's requests, for one job among several.

use iogram_model::{Arrivals, Nanos, Pacing};

use crate::rng::Rng;

/// The due times of an open loop's requests.
#[derive(Debug)]
pub(crate) struct Schedule {
    pub(crate) due: Nanos,
    start: Nanos,
    /// Offset from `start`; a float, so that rates that do not divide a second do not drift.
    due_offset_ns: f64,
    interval_ns: f64,
    arrivals: Arrivals,
    rng: Rng,
}

impl Schedule {
    #[expect(clippy::cast_precision_loss, reason = "job counts are small")]
    pub(crate) fn new(
        pacing: Pacing,
        lane: u64,
        lanes: u64,
        start: Nanos,
        seed: u64,
    ) -> Option<Self> {
        let Pacing::Open { rate_per_s, arrivals, .. } = pacing else { return None };
        let interval_all = 1e9 / rate_per_s;
        let mut schedule = Self {
            due: start,
            start,
            // Jobs take turns.
            due_offset_ns: interval_all * lane as f64,
            interval_ns: interval_all * lanes as f64,
            arrivals,
            // A separate stream, so that the schedule does not depend on the requests.
            rng: Rng::new(seed, lane ^ 0x7363_6865_6400),
        };
        // The first arrival is as random as the others: a fixed request at the very beginning would be one too many.
        if arrivals == Arrivals::Poisson {
            schedule.due_offset_ns = 0.0;
            schedule.advance();
        }
        schedule.due = schedule.due_at();
        Some(schedule)
    }

    pub(crate) fn advance(&mut self) {
        self.due_offset_ns += match self.arrivals {
            Arrivals::Fixed => self.interval_ns,
            Arrivals::Poisson => -self.rng.unit().ln() * self.interval_ns,
        };
        let due = self.due_at();
        assert!(due >= self.due, "what is due comes in its order");
        self.due = due;
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive number of nanoseconds that a run can reach"
    )]
    fn due_at(&self) -> Nanos {
        Nanos(self.start.0.saturating_add(self.due_offset_ns as u64))
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a count of requests; the expected one for random arrivals"
    )]
    pub(crate) fn overdue(&self, end: Nanos) -> u64 {
        let late = end.saturating_sub(self.due).0 as f64;
        if end <= self.due { 0 } else { (late / self.interval_ns) as u64 + 1 }
    }
}
