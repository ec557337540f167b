//! Published rules held against a run: is it fast enough for what somebody wants to do with it?

use iogram_model::{
    CellRecord, Figure, Finding, Message, OpKind, Rule, RuleVerdict, Run, SyncPolicy, Verdict,
};

use crate::computer::Taken;
use crate::figure::{durable_of, durable_overall, overall, value_of};
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
///
/// What the computer may have decided is [`Verdict::Unknown`], too: a rule is broken only if it would be had the computer
/// taken nothing, and kept only if it would be had the drive been asked for all that was meant.
#[must_use]
pub fn judge(rules: &[Rule], cells: &[CellRecord]) -> Vec<Finding> {
    rules.iter().map(|rule| Finding::Rule(judge_one(rule, cells, None))).collect()
}

/// The same for the rules of a run. A cell that is not the kind of work that its rule is about says nothing of
/// it: writes into a cache are no sustained writes, however fast. In memory there is no drive that could keep a rule.
pub(crate) fn judge_in(run: &Run, rules: &[Rule]) -> Vec<Finding> {
    let judged = rules.iter().map(|rule| {
        let verdict = judge_one(rule, &run.cells, run.conditions.host.cpu_count);
        let is_work = rule.work.is_none_or(|work| is_of(run, &rule.cell, work));
        let silent = |it| RuleVerdict {
            verdict: Verdict::Unknown,
            measured: None,
            disturbed: None,
            ..it
        };
        Finding::Rule(if is_work && !is_in_memory(run) { verdict } else { silent(verdict) })
    });
    judged.collect()
}

/// Whether no drive was measured, but the computer's memory.
pub(crate) fn is_in_memory(run: &Run) -> bool {
    let file_system = run.conditions.file_system.as_ref();
    file_system.is_some_and(|file_system| file_system.is_memory)
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
    let value = |figure, operation| value_of(figure, cell, Some(operation));
    let judged = judged_by(rule, cell, &value)?;
    (judged.least > 0.0 || !is_about_durability(rule, cell)).then_some(judged)
}

/// The same of what `value` says in place of the record.
fn judged_by(
    rule: &Rule,
    cell: &CellRecord,
    value: &dyn Fn(Figure, OpKind) -> Option<f64>,
) -> Option<Judged> {
    if !is_about_durability(rule, cell) {
        let value = value(rule.figure, rule.operation)?;
        return Some(Judged { least: value, most: value });
    }
    let (flush, write) =
        (value(rule.figure, OpKind::Flush)?, value(rule.figure, OpKind::Write)?);
    let (least, most) = durable_of(flush, write);
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

/// What the repetitions come to: the worst decides.
fn verdict_of(rule: &Rule, repetitions: &[Option<Judged>]) -> Verdict {
    let known = || repetitions.iter().flatten();
    let worst =
        |of: fn(&Judged) -> f64| known().map(of).reduce(|one, other| worse(rule, one, other));
    let is_complete = repetitions.iter().all(Option::is_some);
    match (worst(|it| it.least), worst(|it| it.most)) {
        (Some(value), _) if !is_satisfied_by(rule, value) => Verdict::Fail,
        (_, Some(value)) if is_complete && is_satisfied_by(rule, value) => Verdict::Pass,
        _ => Verdict::Unknown,
    }
}

fn judge_one(rule: &Rule, cells: &[CellRecord], processors: Option<u32>) -> RuleVerdict {
    let counted: Vec<&CellRecord> =
        cells.iter().filter(|cell| cell.is_counted && cell.name == rule.cell).collect();
    let values: Vec<Option<Judged>> = counted.iter().map(|cell| judged(rule, cell)).collect();
    let measured =
        values.iter().flatten().map(|it| it.least).reduce(|one, other| worse(rule, one, other));
    let (verdict, disturbed) = match verdict_of(rule, &values) {
        Verdict::Unknown => (Verdict::Unknown, None),
        told => match decided_by(rule, told, (&counted, &values), processors) {
            None => (told, None),
            why => (Verdict::Unknown, why),
        },
    };
    let is_durable = counted.iter().all(|cell| is_about_durability(rule, cell));
    let overall = match is_durable && !counted.is_empty() {
        true => durable_overall(rule.figure, &counted),
        false => overall(rule.figure, &counted, Some(rule.operation)),
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
        repetition_count: Some(values.iter().flatten().count() as u64),
        overall,
        verdict,
        disturbed,
        source: rule.source.clone(),
    }
}

/// What of the computer decided in the drive's place, if the rule came to `told`; `None` if it would have come to the same
/// without.
fn decided_by(
    rule: &Rule,
    told: Verdict,
    (counted, values): (&[&CellRecord], &[Option<Judged>]),
    processors: Option<u32>,
) -> Option<Message> {
    let taken: Vec<Option<Taken>> =
        counted.iter().map(|cell| Taken::of(cell, processors)).collect();
    let bound = |taken: &Taken, cell: &CellRecord| {
        let value = |figure, operation| match told {
            Verdict::Fail => taken.spared(figure, cell, operation),
            _ => taken.strained(figure, cell, operation),
        };
        judged_by(rule, cell, &value)
    };
    let bounds: Vec<Option<Judged>> = counted
        .iter()
        .zip(values)
        .zip(&taken)
        .map(|((cell, value), taken)| match taken {
            Some(taken) if value.is_some() => bound(taken, cell),
            _ => *value,
        })
        .collect();
    if verdict_of(rule, &bounds) == told {
        return None;
    }
    // Of several, the one that is farthest on the wrong side without it.
    let disturbed = values
        .iter()
        .zip(&taken)
        .filter_map(|(value, taken)| Some(((*value)?.least, taken.as_ref()?)));
    let worst = disturbed.reduce(|one, other| {
        let is_worse = worse(rule, one.0, other.0).total_cmp(&one.0).is_eq();
        if is_worse { one } else { other }
    });
    worst.map(|(_, taken)| taken.why())
}
