//! Published rules against a run: is the drive fast enough for a use?

use iogram_model::{
    CellRecord, Figure, FigureBound, Finding, Message, OpKind, Quality, Rule, RuleVerdict, Run,
    SyncPolicy, Verdict,
};

use crate::computer::Taken;
use crate::figure::{durable_of, durable_overall, durable_range, overall, value_of};
use crate::origin::is_of_drive;
use crate::proof::{Known, beyond, bounds, durable_bounds, known};
use crate::quality::is_of;
use crate::sustained::{held_bytes_per_s, seen_bytes};
use crate::told_sync::told_for;

fn is_satisfied_by(rule: &Rule, value: f64) -> bool {
    if rule.is_upper_limit { value < rule.limit } else { value >= rule.limit }
}

/// Whether `one` is at least as far on the wrong side as `other`.
fn is_worse(rule: &Rule, one: f64, other: f64) -> bool {
    let worse = if rule.is_upper_limit { one.max(other) } else { one.min(other) };
    worse.total_cmp(&one).is_eq()
}

/// Checks every rule against the counted repetitions of its cell; the worst repetition decides.
///
/// A repetition without a value (not completed, or too few requests for the percentile) can hide anything, so it
/// turns a pass into [`Verdict::Unknown`]; it cannot excuse another one that broke the rule. It suffices if its
/// requests prove on which side of the limit a percentile lies: a drive that answers few requests because each of
/// them is too slow breaks the rule. `measured` is the worst known value.
///
/// If the computer may have decided the result, it is [`Verdict::Unknown`], too. A rule is broken only if it would be
/// broken without the computer's effect, and kept only if it would be kept under the whole intended load.
#[must_use]
pub fn judge(rules: &[Rule], cells: &[CellRecord]) -> Vec<Finding> {
    rules.iter().map(|rule| Finding::Rule(judge_one(rule, cells, None))).collect()
}

/// Checks the rules of a run. A cell of another kind of work than its rule's says nothing about it: writes into a
/// cache are not sustained writes, however fast. Too slow for a part of the work is too slow for all of it. If
/// something other than the drive answered, no rule is kept or broken.
pub(crate) fn judge_in(run: &Run, rules: &[Rule]) -> Vec<Finding> {
    if run.import.is_some() && run.cells.is_empty() {
        return rules.iter().map(|rule| Finding::Rule(judge_told(run, rule))).collect();
    }
    let judged = rules.iter().map(|rule| {
        let verdict = judge_one(rule, &run.cells, run.conditions.host.cpu_count);
        let verdict = limited(run, rule, verdict);
        let is_work = rule.work.is_none_or(|work| is_of(run, &rule.cell, work));
        let is_part = verdict.verdict == Verdict::Fail && is_part_of_work(run, rule);
        let silent = |it| RuleVerdict {
            verdict: Verdict::Unknown,
            measured: None,
            disturbed: None,
            ..it
        };
        let is_told = (is_work || is_part) && is_of_drive(run, &rule.cell);
        Finding::Rule(if is_told { verdict } else { silent(verdict) })
    });
    judged.collect()
}

/// Whether the cell did the work of its rule, but too little of it.
fn is_part_of_work(run: &Run, rule: &Rule) -> bool {
    rule.work == Some(Quality::SustainedWrite)
        && is_of(run, &rule.cell, Quality::SequentialWrite)
}

/// Limits a verdict on a sustained rate to the written amount.
fn limited(run: &Run, rule: &Rule, verdict: RuleVerdict) -> RuleVerdict {
    let passes: Vec<&CellRecord> = counted(rule, &run.cells).collect();
    let is_limited = is_sustained(rule) && verdict.verdict == Verdict::Pass;
    let up_to_bytes = seen_bytes(run, &passes).filter(|_| is_limited);
    RuleVerdict { up_to_bytes, ..verdict }
}

/// Whether the rule is about a sustained rate behind every cache.
fn is_sustained(rule: &Rule) -> bool {
    rule.work == Some(Quality::SustainedWrite) && rule.figure == Figure::BytesPerS
}

/// The value of `rule` in each counted repetition that has one.
pub(crate) fn values(rule: &Rule, cells: &[CellRecord]) -> Vec<f64> {
    let known = counted(rule, cells).map(|cell| judged(rule, cell));
    known.filter(|it| !it.is_bound).filter_map(|it| it.least).collect()
}

/// The number of requests that broke the limit of a percentile, and the number of all; `None` for other figures.
pub(crate) fn broken_by(rule: &Rule, cells: &[CellRecord]) -> Option<(u64, u64)> {
    rule.figure.quantile().filter(|_| rule.is_upper_limit)?;
    let counted: Vec<&CellRecord> = counted(rule, cells).collect();
    let of = |operation| beyond(&counted, operation, rule.limit);
    // A caller that waits for both waits for the slower one.
    let is_durable = counted.iter().any(|cell| is_about_durability(rule, cell));
    let waits = is_durable.then(|| of(OpKind::Write)).flatten();
    of(rule.operation).into_iter().chain(waits).max_by_key(|(count, _)| *count)
}

fn counted<'a>(
    rule: &'a Rule,
    cells: &'a [CellRecord],
) -> impl Iterator<Item = &'a CellRecord> {
    cells.iter().filter(|cell| cell.is_counted && cell.name == rule.cell)
}

/// The figure of `rule` in `cell`; unknown if the cell did not complete.
///
/// A time of zero is not a measurement: no drive makes data durable in no time.
fn judged(rule: &Rule, cell: &CellRecord) -> Known {
    if is_sustained(rule) {
        return held_bytes_per_s(cell).map_or_else(Known::default, Known::exactly);
    }
    if !is_about_durability(rule, cell) {
        return known(rule.figure, cell, rule.operation);
    }
    match durable_range(rule.figure, cell) {
        Some((least, most)) => Known { least: Some(least), most: Some(most), is_bound: false },
        None => durable_bounds(rule.figure, &[cell]),
    }
}

/// Whether the rule is about the time of a flush after each write.
pub(crate) fn is_about_durability(rule: &Rule, cell: &CellRecord) -> bool {
    let is_time = rule.is_upper_limit
        && !matches!(rule.figure, Figure::Elapsed | Figure::Writing | Figure::Flushing);
    let is_each = matches!(cell.workload.sync, SyncPolicy::Each | SyncPolicy::Every(1));
    let has_writes = cell.operations.write.is_some();
    is_time && rule.operation == OpKind::Flush && is_each && has_writes
}

/// The bounds from the requests of all repetitions together, if each repetition has too few.
fn together(rule: &Rule, cells: &[&CellRecord]) -> Known {
    if cells.iter().any(|cell| is_about_durability(rule, cell)) {
        return durable_bounds(rule.figure, cells);
    }
    bounds(rule.figure, cells, rule.operation)
}

/// A deciding value, and the bound that it is.
type Deciding = (f64, Option<FigureBound>);

/// The value that is farthest on the wrong side.
fn worst(rule: &Rule, values: impl Iterator<Item = Deciding>) -> Option<Deciding> {
    values.reduce(|one, other| if is_worse(rule, one.0, other.0) { one } else { other })
}

/// The verdict on the repetitions: on each by itself and, if any has too few requests for that, on `all` together.
/// The worst decides.
fn verdict_of(rule: &Rule, each: &[Known], all: Option<&Known>) -> (Verdict, Option<Deciding>) {
    let least = |it: &Known| it.least.map(|value| (value, it.end(true)));
    let most = |it: &Known| it.most.map(|value| (value, it.end(false)));
    let breaking = |it: &Deciding| !is_satisfied_by(rule, it.0);
    let broken = worst(rule, each.iter().chain(all).filter_map(least).filter(breaking));
    let at_worst = each
        .iter()
        .map(most)
        .collect::<Option<Vec<_>>>()
        .and_then(|it| worst(rule, it.into_iter()));
    // All together keep the rule, and so does each with a measured value.
    let by_all = all.and_then(most).filter(|_| {
        each.iter().all(|it| it.is_bound || it.most.is_some_and(|it| is_satisfied_by(rule, it)))
    });
    let kept =
        at_worst.into_iter().chain(by_all).find(|(value, _)| is_satisfied_by(rule, *value));
    let measured = worst(rule, each.iter().filter(|it| !it.is_bound).filter_map(least));
    match (broken, kept) {
        (Some(broken), _) => (Verdict::Fail, Some(broken)),
        // Reports the measured value rather than its upper bound.
        (_, Some(kept)) => (Verdict::Pass, measured.filter(|_| all.is_none()).or(Some(kept))),
        _ => (Verdict::Unknown, measured),
    }
}

fn judge_one(rule: &Rule, cells: &[CellRecord], processors: Option<u32>) -> RuleVerdict {
    let counted: Vec<&CellRecord> = counted(rule, cells).collect();
    let each: Vec<Known> = counted.iter().map(|cell| judged(rule, cell)).collect();
    let all = each.iter().any(|it| it.is_bound).then(|| together(rule, &counted));
    let (told, shown) = verdict_of(rule, &each, all.as_ref());
    let disturbed = match told {
        Verdict::Unknown => None,
        told => decided_by(rule, told, (&counted, &each, all.as_ref()), processors),
    };
    let known = || each.iter().filter(|it| !it.is_bound && it.least.is_some());
    let is_durable = counted.iter().all(|cell| is_about_durability(rule, cell));
    let overall = match is_durable && !counted.is_empty() {
        _ if is_sustained(rule) => {
            iogram_stats::mean(&known().filter_map(|it| it.least).collect::<Vec<_>>())
        }
        true => durable_overall(rule.figure, &counted),
        false => overall(rule.figure, &counted, Some(rule.operation)),
    };
    RuleVerdict {
        measured: shown.map(|it| it.0),
        repetition_count: Some(known().count() as u64),
        overall,
        bound: shown.and_then(|it| it.1),
        verdict: if disturbed.is_some() { Verdict::Unknown } else { told },
        disturbed,
        ..nothing_known(rule)
    }
}

/// Checks `rule` against the results of another tool; the rule's cell is the name of a job.
fn judge_told(run: &Run, rule: &Rule) -> RuleVerdict {
    let measured = told_for(run, rule);
    let verdict = match measured.map(|value| is_satisfied_by(rule, value)) {
        Some(true) => Verdict::Pass,
        Some(false) => Verdict::Fail,
        None => Verdict::Unknown,
    };
    let repetition_count = Some(u64::from(measured.is_some()));
    RuleVerdict {
        measured,
        repetition_count,
        overall: measured,
        verdict,
        ..nothing_known(rule)
    }
}

/// The verdict without any data.
fn nothing_known(rule: &Rule) -> RuleVerdict {
    RuleVerdict {
        rule: rule.id.clone(),
        title: rule.title.clone(),
        cell: rule.cell.clone(),
        operation: rule.operation,
        figure: rule.figure.name().to_owned(),
        limit: rule.limit,
        is_upper_limit: rule.is_upper_limit,
        measured: None,
        repetition_count: None,
        overall: None,
        bound: None,
        up_to_bytes: None,
        verdict: Verdict::Unknown,
        disturbed: None,
        source: rule.source.clone(),
    }
}

/// The disturbance by the computer that decided the result `told`; `None` if the result would be the same without it.
fn decided_by(
    rule: &Rule,
    told: Verdict,
    (counted, each, all): (&[&CellRecord], &[Known], Option<&Known>),
    processors: Option<u32>,
) -> Option<Message> {
    let taken: Vec<Option<Taken>> =
        counted.iter().map(|cell| Taken::of(cell, processors)).collect();
    let mut bounds = Vec::with_capacity(each.len());
    for ((cell, known), taken) in counted.iter().zip(each).zip(&taken) {
        bounds.push(match taken {
            Some(taken) => without(rule, told, (cell, *known), taken),
            None => *known,
        });
    }
    // All together prove nothing if any of them was disturbed.
    let all = all.filter(|_| taken.iter().all(Option::is_none));
    if verdict_of(rule, &bounds, all).0 == told {
        return None;
    }
    // Of several disturbances, that of the repetition farthest on the wrong side.
    let disturbed = each.iter().zip(&taken).filter_map(|(it, taken)| {
        let value = it.least.or(it.most).unwrap_or_default();
        Some((value, taken.as_ref()?))
    });
    let worst =
        disturbed.reduce(|one, other| if is_worse(rule, one.0, other.0) { one } else { other });
    worst.map(|(_, taken)| taken.why())
}

/// A repetition without the computer's effect. For a broken rule: its best value if the computer had taken no time.
/// For a kept rule: its worst value under the whole intended load.
fn without(
    rule: &Rule,
    told: Verdict,
    (cell, known): (&CellRecord, Known),
    taken: &Taken,
) -> Known {
    let value = |figure, operation| match told {
        Verdict::Fail => taken.spared(figure, cell, operation),
        _ => taken.strained(figure, cell, operation),
    };
    if known.is_bound {
        let operations = match is_about_durability(rule, cell) {
            true => vec![OpKind::Write, OpKind::Flush],
            false => vec![rule.operation],
        };
        let spared = |operation: OpKind| {
            let least = bounds(rule.figure, &[cell], operation).least?;
            Some(taken.spared_bound(cell, operation, least))
        };
        return Known {
            least: operations.into_iter().filter_map(spared).reduce(f64::max),
            most: known.most.map(|most| taken.strained_bound(most)),
            is_bound: true,
        };
    }
    if known.least.is_none() {
        return known;
    }
    if is_sustained(rule) {
        // It changes in proportion to the rate of the whole cell.
        let whole = value_of(rule.figure, cell, Some(rule.operation))
            .zip(value(rule.figure, rule.operation));
        let factor = whole.map_or(1.0, |(before, after)| after / before.max(f64::MIN_POSITIVE));
        return known.least.map_or(known, |rate| Known::exactly(rate * factor));
    }
    if !is_about_durability(rule, cell) {
        return value(rule.figure, rule.operation).map_or_else(Known::default, Known::exactly);
    }
    let (flush, write) = (value(rule.figure, OpKind::Flush), value(rule.figure, OpKind::Write));
    let Some((least, most)) = flush.zip(write).map(|(flush, write)| durable_of(flush, write))
    else {
        return Known::default();
    };
    Known { least: Some(least), most: Some(most), is_bound: false }
}
