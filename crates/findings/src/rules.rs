//! Published rules held against a run: is it fast enough for what somebody wants to do with it?

use iogram_model::{CellRecord, Finding, Rule, RuleVerdict, Verdict};

use crate::figure::value_of;

fn is_satisfied_by(rule: &Rule, value: f64) -> bool {
    if rule.is_upper_limit { value < rule.limit } else { value >= rule.limit }
}

fn worse(rule: &Rule, one: f64, other: f64) -> f64 {
    if rule.is_upper_limit { one.max(other) } else { one.min(other) }
}

/// Holds every rule against the counted repetitions of its cell; the worst repetition decides.
///
/// A repetition without a value (not completed, or too few requests for the percentile) can hide
/// anything, so it turns a pass into [`Verdict::Unknown`]; it cannot excuse another one that broke the
/// rule. `measured` is the worst value that is known.
#[must_use]
pub fn judge(rules: &[Rule], cells: &[CellRecord]) -> Vec<Finding> {
    rules.iter().map(|rule| Finding::Rule(judge_one(rule, cells))).collect()
}

fn judge_one(rule: &Rule, cells: &[CellRecord]) -> RuleVerdict {
    let values: Vec<Option<f64>> = cells
        .iter()
        .filter(|cell| cell.is_counted && cell.name == rule.cell)
        .map(|cell| value_of(rule.figure, cell, Some(rule.operation)))
        .collect();
    let measured =
        values.iter().flatten().copied().reduce(|one, other| worse(rule, one, other));
    let is_complete = values.iter().all(Option::is_some);
    let verdict = match measured {
        Some(value) if !is_satisfied_by(rule, value) => Verdict::Fail,
        Some(_) if is_complete => Verdict::Pass,
        _ => Verdict::Unknown,
    };
    RuleVerdict {
        rule: rule.id.clone(),
        title: rule.title.clone(),
        cell: rule.cell.clone(),
        operation: rule.operation,
        figure: rule.figure.name().to_owned(),
        limit: rule.limit,
        is_upper_limit: rule.is_upper_limit,
        measured,
        verdict,
        source: rule.source.clone(),
    }
}
