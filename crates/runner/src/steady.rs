//! When rounds are enough.

use iogram_model::{CellRecord, CellState, SteadyRule};
use iogram_stats::Settling;

/// A look at the rounds so far.
#[derive(Debug, Clone, PartialEq)]
pub struct SteadyCheck {
    /// Which rule of the plan; checks of one sequence of rounds have the same.
    pub rule_index: usize,
    /// The rule.
    pub rule: SteadyRule,
}

impl SteadyCheck {
    /// Whether the last rounds among `cells` satisfy the rule.
    pub(crate) fn is_satisfied(&self, cells: &[CellRecord]) -> bool {
        let rule = &self.rule;
        let window = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
        rule.cells.iter().all(|name| {
            let rounds = cells.iter().filter(|cell| cell.name == *name);
            let values: Vec<f64> = rounds
                .map(|cell| match cell.state {
                    CellState::Completed => cell.throughput().map(|it| it.bytes_per_s),
                    _ => None,
                })
                // A round without a value has nothing steady in it.
                .map(|value| value.unwrap_or(f64::NAN))
                .collect();
            Settling::of_last(&values, window)
                .is_some_and(|last| last.is_within(rule.range_ratio, rule.slope_ratio))
        })
    }
}
