//! Whether a rate of a cell is below the one that it has to keep. Looked at where intervals come together, never where
//! requests are made.
//!
//! As fio's `rate_min` does it (`check_min_rate` in its `backend.c`), over intervals of the record.

use iogram_model::{Floor, FloorRecord, RateFloor};

use crate::cell::Cell;
use crate::interval::INTERVAL;
use crate::steady::{Sums, value};

/// The rates of a cell that may end because one of them is too low.
#[derive(Debug)]
pub(crate) struct FloorWatch {
    asked: RateFloor,
    /// The next interval that is expected.
    next: u64,
    /// Of the time that is not whole, and how many intervals it has.
    partial: ([Sums; 3], u64),
    below: Option<FloorRecord>,
}

impl FloorWatch {
    /// `None` if the cell has no least rate.
    pub(crate) fn of(cell: &Cell) -> Option<Self> {
        let asked = cell.workload.stop.floor?;
        let begin = cell.workload.ramp.max(asked.after);
        let next = begin.0.div_ceil(INTERVAL.0);
        Some(Self { asked, next, partial: Default::default(), below: None })
    }

    /// Adds what interval `index` did of each kind, which come in order; whether a rate was too low by now. In an interval
    /// that is left out nothing completed.
    pub(crate) fn add(&mut self, index: u64, sums: [Sums; 3]) -> bool {
        if index < self.next {
            return self.below.is_some();
        }
        while self.next < index {
            self.push([Sums::default(); 3]);
        }
        self.push(sums);
        self.below.is_some()
    }

    fn push(&mut self, sums: [Sums; 3]) {
        self.next += 1;
        let (partial, intervals) = &mut self.partial;
        for (all, one) in partial.iter_mut().zip(sums) {
            all.add(one);
        }
        *intervals += 1;
        if *intervals * INTERVAL.0 < self.asked.every.0 || self.below.is_some() {
            return;
        }
        let (whole, _) = std::mem::take(&mut self.partial);
        let kinds = RateFloor::KINDS.iter().zip(&self.asked.of).zip(whole);
        self.below = kinds.into_iter().find_map(|((kind, floor), sums)| {
            let value = value(sums, self.asked.every);
            let is_below = match (*floor)? {
                Floor::Iops(least) => value.iops < least,
                Floor::BytesPerS(least) => value.bytes_per_s < least,
            };
            is_below.then(|| FloorRecord {
                operation: *kind,
                iops: value.iops,
                bytes_per_s: value.bytes_per_s,
                until_ns: self.next * INTERVAL.0,
            })
        });
    }

    /// What was too low, if anything was.
    pub(crate) fn below(&self) -> Option<FloorRecord> {
        self.below
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

    /// In how many intervals of 100 ms it ends.
    fn ends(watch: &mut FloorWatch, of: impl Fn(u64) -> [u64; 3]) -> Option<u64> {
        (0..1000).find(|&index| watch.add(index, of(index).map(sums))).map(|index| index + 1)
    }

    #[test]
    fn the_first_time_below_the_rate_ends_it() {
        let rule = "write 100/s after 2s every 1s";
        // Ten in an interval are a hundred in a second, which is enough.
        assert_eq!(ends(&mut watch(rule, 0), |_| [0, 10, 0]), None);
        assert_eq!(ends(&mut watch(rule, 0), |_| [50, 9, 50]), Some(30));
        // What is slow in the first two seconds, or in the ramp, is nothing.
        assert_eq!(ends(&mut watch(rule, 0), |at| [0, if at < 20 { 0 } else { 10 }, 0]), None);
        assert_eq!(ends(&mut watch(rule, 5), |at| [0, if at < 50 { 0 } else { 10 }, 0]), None);
        // A second as a whole counts, wherever its requests are.
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

    /// Intervals in which nothing completes are not told.
    #[test]
    fn a_drive_that_does_nothing_is_too_slow() {
        let mut watch = watch("read 1/s after 2s every 1s", 0);
        assert!(!watch.add(0, [sums(1), sums(0), sums(0)]));
        assert!(watch.add(47, [sums(1), sums(0), sums(0)]));
        assert_eq!(watch.below().unwrap().until_ns, 3_000_000_000);
    }
}
