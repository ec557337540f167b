//! Repeated cells that may end once their rate is known: the first repetition runs to its full length, and shows
//! whether an early end would have been right.
//!
//! If a cache takes longer to fill than the rate takes to become known, its rate looks like a steady state. If the
//! first repetition shows a different rate later, no repetition ends early.

use std::borrow::Cow;
use std::collections::BTreeMap;

use iogram_engine::{Cell, EarlyEnd};
use iogram_model::{CellRecord, CellState, EndReason};

use crate::planned::PlannedStep;

/// Results of the first repetitions.
#[derive(Debug, Default)]
pub(crate) struct Rehearsals {
    /// Whether an early end would have been right, by cell name.
    is_right: BTreeMap<String, bool>,
}

impl Rehearsals {
    /// `cell` with its permission to end early; `steps` are those of the plan from this cell on.
    pub(crate) fn prepare<'c>(&self, cell: &'c Cell, steps: &[PlannedStep]) -> Cow<'c, Cell> {
        let early_end = if cell.workload.stop.certain.is_none() {
            EarlyEnd::Allowed
        } else {
            match self.is_right.get(&cell.name) {
                Some(true) => EarlyEnd::Allowed,
                Some(false) => EarlyEnd::Forbidden,
                None if comes_again(cell, steps) => EarlyEnd::Rehearsed,
                None => EarlyEnd::Allowed,
            }
        };
        if early_end == cell.early_end {
            return Cow::Borrowed(cell);
        }
        Cow::Owned(Cell { early_end, ..cell.clone() })
    }

    /// Learns from the first record of each cell.
    pub(crate) fn note(&mut self, record: &CellRecord) {
        let (Some(ending), Some(certain)) = (&record.ending, record.workload.stop.certain)
        else {
            return;
        };
        if record.state != CellState::Completed || ending.reason != EndReason::Limit {
            return;
        }
        let within = f64::from(certain.within.0) / 1000.0;
        // If the full length never reached certainty, the repetitions will not either, or not earlier.
        let is_right = ending.early_error_ratio.is_none_or(|error| error.abs() <= within);
        self.is_right.entry(record.name.clone()).or_insert(is_right);
    }
}

/// Whether a later step repeats the cell; the first of `steps` is the cell itself.
pub(crate) fn comes_again(cell: &Cell, steps: &[PlannedStep]) -> bool {
    let is_same = |step: &PlannedStep| matches!(step, PlannedStep::Measure(other) if other.name == cell.name);
    steps.iter().skip(1).any(is_same)
}
