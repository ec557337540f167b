//! Cells that come again and may end once their rate is known: the first time each goes on, and shows whether it would
//! have been right to end.
//!
//! A cache that lasts longer than it takes to know the rate into it looks like a steady state. Where the first of several
//! repetitions shows that what comes later is otherwise, none of them ends early.

use std::borrow::Cow;
use std::collections::BTreeMap;

use iogram_engine::{Cell, EarlyEnd};
use iogram_model::{CellRecord, CellState, EndReason};

use crate::planned::PlannedStep;

/// What first repetitions showed.
#[derive(Debug, Default)]
pub(crate) struct Rehearsals {
    /// Whether it would have been right to end, by the cell's name.
    is_right: BTreeMap<String, bool>,
}

impl Rehearsals {
    /// `cell` as it is to be run; `steps` are those of the plan from it on.
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
        // Never certain in the whole length: it will not be, or as late as then.
        let is_right = ending.early_error_ratio.is_none_or(|error| error.abs() <= within);
        self.is_right.entry(record.name.clone()).or_insert(is_right);
    }
}

/// Whether a later step measures the same; the first of `steps` is the cell itself.
pub(crate) fn comes_again(cell: &Cell, steps: &[PlannedStep]) -> bool {
    let is_same = |step: &PlannedStep| matches!(step, PlannedStep::Measure(other) if other.name == cell.name);
    steps.iter().skip(1).any(is_same)
}
