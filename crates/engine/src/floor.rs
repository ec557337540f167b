//! Whether a cell's rate falls below the required one. The check runs where intervals are merged, never where
//! requests are issued.
//!
//! Follows fio's `rate_min` (`check_min_rate` in its `backend.c`), over intervals of the record.

use iogram_model::{Floor, FloorRecord, Nanos, OpKind, RateFloor, SteadyValue};

use crate::cell::Cell;
use crate::interval::INTERVAL;
use crate::periods::{Sums, value};

/// The rates of a cell that may end because one of them is too low.
#[derive(Debug)]
pub(crate) struct FloorWatch {
    every: Nanos,
    /// The largest possible request.
    largest_bytes: u64,
    windows: Vec<Window>,
    below: Option<FloorRecord>,
}

/// The sums of one kind since the last check.
#[derive(Debug)]
struct Window {
    kind: OpKind,
    least: Floor,
    sums: Sums,
    /// Its first interval, and the next one.
    first: u64,
    next: u64,
}

impl FloorWatch {
    /// `None` if the cell has no minimum rate.
    pub(crate) fn of(cell: &Cell) -> Option<Self> {
        let asked = cell.workload.stop.floor?;
        let begin = cell.workload.ramp.max(asked.after);
        let first = begin.0.div_ceil(INTERVAL.0);
        let window = |(kind, least): (OpKind, Option<Floor>)| {
            Some(Window { kind, least: least?, sums: Sums::default(), first, next: first })
        };
        Some(Self {
            every: asked.every,
            largest_bytes: cell.workload.block.largest().0,
            windows: RateFloor::KINDS.into_iter().zip(asked.of).filter_map(window).collect(),
            below: None,
        })
    }

    /// Adds the sums of each kind in interval `index`, in order; returns whether a rate is too low now. A missing
    /// interval had no completions.
    pub(crate) fn add(&mut self, index: u64, sums: [Sums; 3]) -> bool {
        for window in &mut self.windows {
            let place = RateFloor::KINDS.iter().position(|kind| *kind == window.kind);
            let of_kind = place.map_or_else(Sums::default, |place| sums[place]);
            while self.below.is_none() && window.next <= index {
                let is_last = window.next == index;
                let sums = if is_last { of_kind } else { Sums::default() };
                // The record names the first one.
                self.below = window.push(sums, (self.every, self.largest_bytes));
            }
        }
        self.below.is_some()
    }

    /// The rate that was too low, if any.
    pub(crate) fn below(&self) -> Option<FloorRecord> {
        self.below
    }
}

impl Window {
    /// Adds an interval. As in fio, a window ends with a request: once its time has passed, it stays open as long as
    /// one more request could still reach the rate.
    fn push(
        &mut self,
        sums: Sums,
        (every, largest_bytes): (Nanos, u64),
    ) -> Option<FloorRecord> {
        self.next += 1;
        self.sums.add(sums);
        let time = Nanos((self.next - self.first) * INTERVAL.0);
        if time < every {
            return None;
        }
        let found = value(self.sums, time);
        let mut with_next = self.sums;
        with_next.add(Sums { requests: 1, bytes: largest_bytes, latency_ns: 0 });
        let is_below = self.is_below(found);
        if is_below && sums.requests == 0 && !self.is_below(value(with_next, time)) {
            return None;
        }
        (self.sums, self.first) = (Sums::default(), self.next);
        is_below.then_some(FloorRecord {
            operation: self.kind,
            iops: found.iops,
            bytes_per_s: found.bytes_per_s,
            until_ns: self.next * INTERVAL.0,
        })
    }

    const fn is_below(&self, value: SteadyValue) -> bool {
        match self.least {
            Floor::Iops(least) => value.iops < least,
            Floor::BytesPerS(least) => value.bytes_per_s < least,
        }
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::{Nanos, OpKind, Stop, Workload};

    use super::*;

    fn watch(rule: &str, ramp: u64) -> FloorWatch {
        let stop = Stop { floor: Some(rule.parse().unwrap()), ..Stop::default() };
        let ramp = Nanos(ramp * Nanos::SECOND.0);
        FloorWatch::of(&Cell::new("test", Workload { stop, ramp, ..Workload::default() }))
            .unwrap()
    }

    fn sums(requests: u64) -> Sums {
        Sums { requests, bytes: requests * 4096, latency_ns: 0 }
    }

    /// After how many intervals of 100 ms it ends.
    fn ends(watch: &mut FloorWatch, of: impl Fn(u64) -> [u64; 3]) -> Option<u64> {
        (0..1000).find(|&index| watch.add(index, of(index).map(sums))).map(|index| index + 1)
    }

    #[test]
    fn the_first_time_below_the_rate_ends_it() {
        let rule = "write 100/s after 2s every 1s";
        // Ten per interval are a hundred per second, which is enough.
        assert_eq!(ends(&mut watch(rule, 0), |_| [0, 10, 0]), None);
        assert_eq!(ends(&mut watch(rule, 0), |_| [50, 9, 50]), Some(30));
        // Slowness in the first two seconds, or in the ramp, does not count.
        assert_eq!(ends(&mut watch(rule, 0), |at| [0, if at < 20 { 0 } else { 10 }, 0]), None);
        assert_eq!(ends(&mut watch(rule, 5), |at| [0, if at < 50 { 0 } else { 10 }, 0]), None);
        // A second counts as a whole, wherever its requests are.
        assert_eq!(
            ends(&mut watch(rule, 0), |at| [0, if at % 10 == 3 { 100 } else { 0 }, 0]),
            None
        );
        let mut late = watch(rule, 0);
        assert_eq!(ends(&mut late, |at| [0, if at == 75 { 0 } else { 10 }, 0]), Some(80));
        let below = late.below().unwrap();
        assert_eq!(
            (below.operation, below.iops, below.until_ns),
            (OpKind::Write, 90, 8_000_000_000)
        );
    }

    #[test]
    fn each_kind_has_its_own_rate_in_requests_or_bytes() {
        let rule = "read 40960B/s, discard 20/s after 0s every 500ms";
        assert_eq!(ends(&mut watch(rule, 0), |_| [1, 0, 2]), None);
        let mut reads = watch(rule, 0);
        assert_eq!(ends(&mut reads, |at| [u64::from(at != 7), 0, 2]), Some(10));
        assert_eq!(reads.below().unwrap().bytes_per_s, 4 * 4096 * 2);
        let mut discards = watch(rule, 0);
        assert_eq!(ends(&mut discards, |_| [1, 9, 1]), Some(5));
        assert_eq!(discards.below().unwrap().operation, OpKind::Discard);
    }

    /// 1250 B/s in blocks of 4 KiB, with a minimum of 1024 B/s: `1mbs_clients.fio` of fio, which lets it run (3.33).
    #[test]
    fn a_request_that_comes_in_time_is_not_missed_before() {
        let due = |at: u64| u64::from(at.is_multiple_of(33));
        let rule = "read 1KiB/s after 2s every 1s";
        assert_eq!(ends(&mut watch(rule, 0), |at| [due(at), 0, 0]), None);
        // Every fifth second is too late: known as soon as that is certain, after four.
        let late = |at: u64| [u64::from(at.is_multiple_of(50)), 0, 0];
        assert_eq!(ends(&mut watch(rule, 0), late), Some(92));
        assert_eq!(
            ends(&mut watch("read 2/s after 0s every 1s", 0), |at| [due(at), 0, 0]),
            Some(11)
        );
    }

    /// Intervals without completions are not reported.
    #[test]
    fn a_drive_that_does_nothing_is_too_slow() {
        let mut watch = watch("read 2/s after 2s every 1s", 0);
        assert!(!watch.add(0, [sums(1), sums(0), sums(0)]));
        assert!(watch.add(47, [sums(1), sums(0), sums(0)]));
        assert_eq!(watch.below().unwrap().until_ns, 3_000_000_000);
    }
}
