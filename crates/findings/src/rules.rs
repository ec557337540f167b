//! Published rules held against a run: is it fast enough for what somebody wants to do with it?

use iogram_model::{
    CellRecord, Figure, Finding, OpKind, Rule, RuleVerdict, Run, SyncPolicy, Verdict,
};

use crate::figure::{durable_range, value_of};
use crate::origin::is_of_drive;
use crate::quality::is_of;

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

/// The same for the rules of a run. A cell that is not the kind of work that its rule is about says nothing of
/// it: writes into a cache are no sustained writes, however fast. Where something else than the drive answered, none keeps or
/// breaks a rule.
pub(crate) fn judge_in(run: &Run, rules: &[Rule]) -> Vec<Finding> {
    let judged = rules.iter().map(|rule| {
        let verdict = judge_one(rule, &run.cells);
        let is_work = rule.work.is_none_or(|work| is_of(run, &rule.cell, work));
        let silent = |it| RuleVerdict { verdict: Verdict::Unknown, measured: None, ..it };
        let is_told = is_work && is_of_drive(run, &rule.cell);
        Finding::Rule(if is_told { verdict } else { silent(verdict) })
    });
    judged.collect()
}

/// What `rule` found in each counted repetition that has a value.
pub(crate) fn values(rule: &Rule, cells: &[CellRecord]) -> Vec<f64> {
    let counted = cells.iter().filter(|cell| cell.is_counted && cell.name == rule.cell);
    counted.filter_map(|cell| judged(rule, cell)).map(|it| it.least).collect()
}

/// What is known of a figure in one repetition.
#[derive(Debug, Clone, Copy)]
struct Judged {
    /// It is at least so large.
    least: f64,
    /// It is hardly larger than that.
    most: f64,
}

/// What `rule` judges in `cell`; `None` if the cell did not complete or there are too few requests.
///
/// A time of nothing was not measured: no drive makes anything durable in no time.
fn judged(rule: &Rule, cell: &CellRecord) -> Option<Judged> {
    if !is_about_durability(rule, cell) {
        let value = value_of(rule.figure, cell, Some(rule.operation))?;
        return Some(Judged { least: value, most: value });
    }
    let (least, most) = durable_range(rule.figure, cell)?;
    Some(Judged { least, most })
}

/// Whether the rule is about how long a flush takes after each write.
fn is_about_durability(rule: &Rule, cell: &CellRecord) -> bool {
    let is_time = rule.is_upper_limit
        && !matches!(rule.figure, Figure::Elapsed | Figure::Writing | Figure::Flushing);
    let is_each = matches!(cell.workload.sync, SyncPolicy::Each | SyncPolicy::Every(1));
    let has_writes = cell.operations.write.is_some();
    is_time && rule.operation == OpKind::Flush && is_each && has_writes
}

fn judge_one(rule: &Rule, cells: &[CellRecord]) -> RuleVerdict {
    let values: Vec<Option<Judged>> = cells
        .iter()
        .filter(|cell| cell.is_counted && cell.name == rule.cell)
        .map(|cell| judged(rule, cell))
        .collect();
    let known = || values.iter().flatten();
    let measured = known().map(|it| it.least).reduce(|one, other| worse(rule, one, other));
    let at_worst = known().map(|it| it.most).reduce(|one, other| worse(rule, one, other));
    let is_complete = values.iter().all(Option::is_some);
    let verdict = match (measured, at_worst) {
        (Some(value), _) if !is_satisfied_by(rule, value) => Verdict::Fail,
        (_, Some(value)) if is_complete && is_satisfied_by(rule, value) => Verdict::Pass,
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
