//! Checks whether the places that a cell read hold data: for places that were never written, or were discarded, a
//! drive answers without its medium, at any speed.
//!
//! Checks after the cell, and stops after the first places if any of them holds data. Must not judge the
//! consequences.

use std::ops::Range;
use std::os::unix::fs::FileExt as _;

use iogram_model::{
    Bytes, CellRecord, CellState, DataPattern, UnstoredRecord, UnstoredTeller, Workload,
};

use super::DriveRig;
use super::place::TestPlace;
use crate::buffer::SlotBuffers;
use crate::open_mode::OpenMode;

/// Maximum number of checked places. If a hundredth of the part holds data, all of them miss it once in 13 times.
/// Arbitrary: unnoticeable on drives with discards, and many cells read the same part.
const PLACES: u64 = 256;

/// Bytes per place: within one unit of the smallest common mapping.
const PLACE_BYTES: u64 = 4096;

impl DriveRig {
    /// The share without data of the part of a drive that the cell read, as far as zeros show it. Only for drives
    /// that support discards: others fetch zeros from the medium like any data.
    pub(super) fn zeros_for(&self, record: &CellRecord) -> Option<UnstoredRecord> {
        let workload = &record.workload;
        let has_read = record.operations.read.is_some() && record.state == CellState::Completed;
        let discards = self.queue().and_then(|queue| queue.discard_max);
        let may_be_empty = discards.is_some_and(|most| most > Bytes(0));
        if !has_read || !may_be_empty || !is_of_foreign_data(workload) {
            return None;
        }
        let TestPlace::Device(_) = &*self.place else { return None };
        let part = self.part_for(workload);
        let looked = self.zeros_in(&part).ok()?;
        let of_bytes = part.end.saturating_sub(part.start);
        let unstored_bytes = looked.share_of(of_bytes);
        let told_by = UnstoredTeller::Contents;
        (unstored_bytes > 0).then_some(UnstoredRecord { unstored_bytes, of_bytes, told_by })
    }

    /// Fails as reading does; unreadable places are not known to be empty.
    fn zeros_in(&self, part: &Range<u64>) -> std::io::Result<Looked> {
        let mode = OpenMode { is_writable: false, is_direct: self.supports_direct() };
        let target = self.place.open(mode, part.clone()).map_err(std::io::Error::other)?;
        let length = usize::try_from(PLACE_BYTES).map_err(std::io::Error::other)?;
        let mut memory = SlotBuffers::aligned(1, length, self.memory_alignment())?;
        Looked::at(places(part), |offset| {
            let read = &mut memory.slot(0)[..length];
            target.read_exact_at(read, offset)?;
            Ok(read.iter().all(|byte| *byte == 0))
        })
    }
}

/// The number of checked places, and how many held only zeros.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Looked {
    all: u64,
    zeros: u64,
}

impl Looked {
    /// This many places suffice if any of them holds data: their share of zeros equals that of the part, give or take
    /// a sixth. The record of a finished cell is stored only after this check, so it has to be short. Arbitrary.
    const ENOUGH: u64 = 32;

    /// Checks `places` until they suffice.
    fn at(
        places: impl Iterator<Item = u64>,
        mut is_zeros: impl FnMut(u64) -> std::io::Result<bool>,
    ) -> std::io::Result<Self> {
        let mut looked = Self::default();
        for place in places {
            looked.zeros += u64::from(is_zeros(place)?);
            looked.all += 1;
            if looked.is_enough() {
                break;
            }
        }
        Ok(looked)
    }

    /// Whether no more places have to be checked.
    const fn is_enough(self) -> bool {
        self.zeros < self.all && self.all >= Self::ENOUGH
    }

    /// The same share of `bytes` as of the places.
    fn share_of(self, bytes: u64) -> u64 {
        let share = u128::from(bytes) * u128::from(self.zeros) / u128::from(self.all.max(1));
        u64::try_from(share).unwrap_or(bytes)
    }
}

/// Whether a cell reads existing data: it writes nothing itself, and no zeros were written for it.
fn is_of_foreign_data(workload: &Workload) -> bool {
    workload.is_synthetic() && !workload.writes() && workload.data != DataPattern::Zeros
}

/// The places to check: one in each of as many equal parts, at irregular distances, distant ones first.
fn places(part: &Range<u64>) -> impl Iterator<Item = u64> {
    let start = part.start.next_multiple_of(PLACE_BYTES);
    let count = part.end.saturating_sub(start) / PLACE_BYTES;
    let looks = count.min(PLACES);
    (0..looks).map(move |turn| {
        // 101 is prime, so every part has its turn once.
        let index = turn * 101 % looks;
        let (from, to) = (index * count / looks, (index + 1) * count / looks);
        // The fraction of the golden ratio spreads places within their parts.
        let within = index.wrapping_mul(0x9e37_79b9_7f4a_7c15) % (to - from);
        start + (from + within) * PLACE_BYTES
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(part: Range<u64>, count: u64) {
        let mut found: Vec<u64> = places(&part).collect();
        let (first, second) = (found.first().copied(), found.get(1).copied());
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len() as u64, count, "{part:?}: each part has one place");
        let is_inside = |it: &u64| *it >= part.start && it + PLACE_BYTES <= part.end;
        assert!(found.iter().all(is_inside), "{part:?}: {found:?}");
        assert!(found.iter().all(|it| it.is_multiple_of(PLACE_BYTES)), "{part:?}: {found:?}");
        // The widest gap is at most two parts wide, and the first two places are far apart.
        let length = part.end - part.start;
        if count == PLACES {
            let gap = found.windows(2).map(|two| two[1] - two[0]).max().unwrap();
            assert!(gap <= 2 * length / PLACES, "{part:?}: {gap}");
            assert!(first.unwrap().abs_diff(second.unwrap()) > length / 4, "{part:?}");
        }
    }

    #[track_caller]
    fn check_share(zeros: impl Fn(u64) -> bool, all: u64, bytes: u64) {
        let looked = Looked::at(0..PLACES, |place| Ok(zeros(place))).unwrap();
        assert_eq!((looked.all, looked.share_of(1 << 20)), (all, bytes));
    }

    #[test]
    fn a_part_that_holds_nothing_is_told_by_its_share_of_the_places() {
        check_share(|_| true, PLACES, 1 << 20);
        check_share(|place| place % 2 == 0, Looked::ENOUGH, 1 << 19);
        check_share(|_| false, Looked::ENOUGH, 0);
        // Only the last of many holds data.
        check_share(|place| place + 1 < PLACES, PLACES, (1 << 20) - (1 << 12));
        assert_eq!(Looked::default().share_of(1 << 20), 0);
    }

    #[test]
    fn places_lie_all_over_the_part() {
        check(0..0, 0);
        check(0..4095, 0);
        check(0..4096, 1);
        check(1000..9000, 1);
        check(0..(100 << 12), 100);
        check(0..(1 << 30), PLACES);
        check((3 << 30) + 512..(64 << 30) + 512, PLACES);
        check(0..(16 << 40), PLACES);
    }
}
