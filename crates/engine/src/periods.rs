//! Merges intervals into periods of one length, for the checks that may end a cell by its rates.
//!
//! They run where intervals are merged, never where requests are issued.

use iogram_model::{Nanos, SteadyValue};

use crate::interval::INTERVAL;

/// The sums of all requests of one or several intervals.
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

/// The period that is still incomplete.
#[derive(Debug)]
pub(crate) struct Periods {
    every: Nanos,
    /// The next interval that is expected.
    next: u64,
    partial: Sums,
    /// Intervals in the period.
    count: u64,
}

/// A complete period.
#[derive(Debug)]
pub(crate) struct Period {
    /// Its rates per second.
    pub(crate) value: SteadyValue,
}

impl Periods {
    /// Periods of `every`, a multiple of the interval; the first begins with the first interval that begins at
    /// `begin` or later.
    pub(crate) fn new(begin: Nanos, every: Nanos) -> Self {
        let next = begin.0.div_ceil(INTERVAL.0);
        Self { every, next, partial: Sums::default(), count: 0 }
    }

    /// Adds the sums of interval `index`, in order; returns the periods that are complete now. A missing interval had
    /// no completions.
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

/// Rates per second of the requests of `time`.
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
