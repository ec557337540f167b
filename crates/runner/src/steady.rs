//! When rounds are enough.

use iogram_model::{Bytes, CellRecord, SteadyRule, value_of_round};
use iogram_stats::Settling;

/// A look at the rounds so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyCheck {
    /// Which rule of the plan; checks of one sequence of rounds have the same.
    pub rule_index: usize,
    /// The rule whose window is looked at.
    pub rule: SteadyRule,
    /// Whether a round is over here; else, only what was written is looked at.
    pub is_end_of_round: bool,
    /// Bytes of the target, which the rule's passes are of; `None` is unknown.
    pub capacity: Option<Bytes>,
}

impl SteadyCheck {
    /// Whether the rounds among `cells` are enough: the last ones are steady, or as much is written as may be.
    pub(crate) fn is_satisfied(&self, cells: &[CellRecord]) -> bool {
        let is_written = self.capacity.is_some_and(|it| self.rule.is_written(it.0, cells));
        is_written
            || (self.is_end_of_round && !self.rule.goes_on_steady && self.is_steady(cells))
    }

    fn is_steady(&self, cells: &[CellRecord]) -> bool {
        let rule = &self.rule;
        let window = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
        rule.cells.iter().all(|name| {
            let values: Vec<f64> = rule
                .rounds(name, cells)
                // A round without a value has nothing steady in it.
                .map(|cell| value_of_round(rule.figure(), cell).unwrap_or(f64::NAN))
                .collect();
            Settling::of_last(&values, window)
                .is_some_and(|last| last.is_within(rule.range_ratio, rule.slope_ratio))
        })
    }
}
