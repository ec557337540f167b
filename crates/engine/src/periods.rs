//! Intervals that are put together to periods of one length, for whoever may end a cell by its rates.
//!
//! Looked at where intervals come together, never where requests are made.

use iogram_model::{Nanos, SteadyValue};

use crate::interval::INTERVAL;

/// What all requests of an interval, or of several, did.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sums {
    pub(crate) requests: u64,
    pub(crate) bytes: u64,
    pub(crate) latency_ns: u128,
}

impl Sums {
    pub(crate) const fn add(&mut self, other: Self) {
        self.requests += other.requests;
        self.bytes += other.bytes;
        self.latency_ns += other.latency_ns;
    }
}

/// The period that is not whole yet.
#[derive(Debug)]
pub(crate) struct Periods {
    every: Nanos,
    /// The next interval that is expected.
    next: u64,
    partial: Sums,
    /// Intervals of the period.
    count: u64,
}

/// A period that is whole.
#[derive(Debug)]
pub(crate) struct Period {
    /// What was done in a second of it.
    pub(crate) value: SteadyValue,
}

impl Periods {
    /// Periods of `every`, a multiple of the interval, the first one from the first interval that begins at `begin` or later.
    pub(crate) fn new(begin: Nanos, every: Nanos) -> Self {
        let next = begin.0.div_ceil(INTERVAL.0);
        Self { every, next, partial: Sums::default(), count: 0 }
    }

    /// Adds what interval `index` did, which come in order; the periods that are whole by now. In an interval that is left
    /// out nothing completed.
    pub(crate) fn add(&mut self, index: u64, sums: Sums) -> Vec<Period> {
        let mut whole = Vec::new();
        while self.next < index {
            whole.extend(self.push(Sums::default()));
        }
        if self.next == index {
            whole.extend(self.push(sums));
        }
        whole
    }

    fn push(&mut self, sums: Sums) -> Option<Period> {
        self.next += 1;
        self.count += 1;
        self.partial.add(sums);
        if self.count * INTERVAL.0 < self.every.0 {
            return None;
        }
        assert_eq!(self.count * INTERVAL.0, self.every.0, "a period is a number of intervals");
        self.count = 0;
        let whole = std::mem::take(&mut self.partial);
        Some(Period { value: value(whole, self.every) })
    }
}

/// What requests of a time did in each second of it.
pub(crate) fn value(sums: Sums, time: Nanos) -> SteadyValue {
    let per_s = |amount: u64| {
        let all = u128::from(amount) * u128::from(Nanos::SECOND.0);
        u64::try_from(all / u128::from(time.0.max(1))).unwrap_or(u64::MAX)
    };
    let mean = sums.latency_ns.checked_div(u128::from(sums.requests));
    SteadyValue {
        iops: per_s(sums.requests),
        bytes_per_s: per_s(sums.bytes),
        latency_mean_ns: mean.and_then(|mean| u64::try_from(mean).ok()),
    }
}
