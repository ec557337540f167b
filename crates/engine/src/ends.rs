//! The conditions that may end a cell before its other limits.

use iogram_model::{EndReason, EndingRecord, OpKind, RateFloor};

use crate::cell::Cell;
use crate::certain;
use crate::floor::FloorWatch;
use crate::periods::Sums;
use crate::steady::SteadyWatch;

/// All conditions that may end a cell before its other limits.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    /// For a cell that may end once its rate is known or steady.
    watch: Option<Watch>,
    /// For a cell that has to sustain a rate.
    floor: Option<FloorWatch>,
    /// Whether the end of another load ends this one.
    is_with_another: bool,
    /// Whether requests were left unissued.
    is_cut_short: bool,
}

#[derive(Debug)]
enum Watch {
    Certain(certain::Watch),
    Steady(SteadyWatch),
}

impl Watch {
    /// Whether the cell may end after interval `index`.
    fn add(&mut self, index: u64, all: Sums) -> bool {
        match self {
            Self::Certain(watch) => watch.add(index, all.requests),
            Self::Steady(watch) => watch.add(index, all),
        }
    }

    fn ending(&self) -> EndingRecord {
        match self {
            Self::Certain(watch) => watch.ending(),
            Self::Steady(watch) => watch.ending(),
        }
    }
}

impl Ends {
    /// The conditions that its workload requests.
    pub(crate) fn of(cell: &Cell) -> Self {
        let certain = || certain::Watch::of(cell).map(Watch::Certain);
        Self {
            watch: SteadyWatch::of(cell).map(Watch::Steady).or_else(certain),
            floor: FloorWatch::of(cell),
            is_with_another: false,
            is_cut_short: false,
        }
    }

    /// Adds the sums of each kind in interval `index`, in order; returns whether the rate is now known well enough,
    /// or too low.
    pub(crate) fn add(&mut self, index: u64, sums: [Sums; OpKind::ALL.len()]) -> bool {
        let mut all = Sums::default();
        sums.iter().for_each(|of_kind| all.add(*of_kind));
        let is_certain = self.watch.as_mut().is_some_and(|watch| watch.add(index, all));
        let of_kinds = RateFloor::KINDS.map(|kind| sums[kind as usize]);
        let is_below = self.floor.as_mut().is_some_and(|floor| floor.add(index, of_kinds));
        is_certain || is_below
    }

    /// The end of another load ends this one.
    pub(crate) const fn end_with_another(&mut self) {
        self.is_with_another = true;
    }

    /// Requests are left unissued.
    pub(crate) const fn note_cut_short(&mut self) {
        self.is_cut_short = true;
    }

    /// Why the cell ended; `None` if only its other limits ended it.
    pub(crate) fn ending(&self) -> Option<EndingRecord> {
        let ending = self.watch.as_ref().map(Watch::ending);
        let below = self.floor.as_ref().and_then(FloorWatch::below);
        match below {
            Some(below) => Some(below.ending(ending)),
            None if self.is_with_another && self.is_cut_short => {
                Some(EndingRecord::with_reason(EndReason::WithAnother, ending))
            }
            None => ending,
        }
    }
}
