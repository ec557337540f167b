//! The end of rounds.

use iogram_model::{Bytes, CellRecord, SteadyRule, value_of_round};
use iogram_stats::Settling;

/// A check of the rounds so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyCheck {
    /// Index of the rule in the plan; all checks of one sequence of rounds have the same.
    pub rule_index: usize,
    /// The rule with the window to check.
    pub rule: SteadyRule,
    /// Whether a round ends here; if not, the check considers only the written bytes.
    pub is_end_of_round: bool,
    /// Bytes of the target, the unit of the rule's passes; `None` means unknown.
    pub capacity: Option<Bytes>,
}

impl SteadyCheck {
    /// Whether the rounds among `cells` may end: the last ones are steady, or the allowed bytes are written.
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
                // A round without a value can never be steady.
                .map(|cell| value_of_round(rule.figure(), cell).unwrap_or(f64::NAN))
                .collect();
            Settling::of_last(&values, window)
                .is_some_and(|last| last.is_within(rule.range_ratio, rule.slope_ratio))
        })
    }
}
