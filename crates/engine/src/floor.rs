//! Whether a rate of a cell is below the one that it has to keep. Looked at where intervals come together, never where
//! requests are made.
//!
//! As fio's `rate_min` does it (`check_min_rate` in its `backend.c`), over intervals of the record.

use iogram_model::{Floor, FloorRecord, RateFloor};

use crate::cell::Cell;
use crate::periods::{Period, Periods, Sums};

/// The rates of a cell that may end because one of them is too low.
#[derive(Debug)]
pub(crate) struct FloorWatch {
    asked: RateFloor,
    periods: Periods<3>,
    below: Option<FloorRecord>,
}

impl FloorWatch {
    /// `None` if the cell has no least rate.
    pub(crate) fn of(cell: &Cell) -> Option<Self> {
        let asked = cell.workload.stop.floor?;
        let begin = cell.workload.ramp.max(asked.after);
        let periods = Periods::new(begin, asked.every);
        Some(Self { asked, periods, below: None })
    }

    /// Adds what interval `index` did of each kind, which come in order; whether a rate was too low by now. In an interval
    /// that is left out nothing completed.
    pub(crate) fn add(&mut self, index: u64, sums: [Sums; 3]) -> bool {
        for period in self.periods.add(index, sums) {
            // The first one is told.
            self.below = self.below.or_else(|| self.too_low(&period));
        }
        self.below.is_some()
    }

    fn too_low(&self, period: &Period<3>) -> Option<FloorRecord> {
        let kinds = RateFloor::KINDS.iter().zip(&self.asked.of).zip(&period.values);
        kinds.into_iter().find_map(|((kind, floor), value)| {
            let is_below = match (*floor)? {
                Floor::Iops(least) => value.iops < least,
                Floor::BytesPerS(least) => value.bytes_per_s < least,
            };
            is_below.then_some(FloorRecord {
                operation: *kind,
                iops: value.iops,
                bytes_per_s: value.bytes_per_s,
                until_ns: period.until_ns,
            })
        })
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
