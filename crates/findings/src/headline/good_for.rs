//! Whether the drive is good enough for the use that it was measured for.

use iogram_model::{
    Argument, Finding, GoodFor, Message, MessageId, Quality, RuleVerdict, Run, Severity,
    Verdict,
};

use super::rules::{broken_basis, limit, stall_beside, title};
use super::{Statement, held};
use crate::origin::is_of_drive;
use crate::quality::{Pick, choose_figures, figures_of_run, is_of};
use crate::rules::values;

/// One statement: the requirement that the drive misses most.
pub(super) fn of(run: &Run, findings: &[Finding], good_for: &GoodFor) -> Option<Statement> {
    let mut rules: Vec<&RuleVerdict> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Rule(rule) => Some(rule),
            _ => None,
        })
        .collect();
    // Broken rules come first, the worst of them at the top; unmeasured ones come before kept ones.
    rules.sort_by(|one, other| {
        let grade = |rule: &RuleVerdict| match rule.verdict {
            Verdict::Fail => 0,
            Verdict::Unknown => 1,
            Verdict::Pass => 2,
        };
        let by_margin = || reserve(one).total_cmp(&reserve(other));
        grade(one).cmp(&grade(other)).then_with(by_margin)
    });
    match rules.first() {
        Some(rule) => Some(judged(run, good_for, rule, findings)),
        None => unruled(run, good_for),
    }
}

/// The ratio of the figure to its limit; below 1 it breaks the rule.
fn reserve(rule: &RuleVerdict) -> f64 {
    let Some(measured) = rule.measured else { return 0.0 };
    if rule.is_upper_limit { rule.limit / measured } else { measured / rule.limit }
}

fn judged(
    run: &Run,
    good_for: &GoodFor,
    rule: &RuleVerdict,
    findings: &[Finding],
) -> Statement {
    let use_ = use_of(good_for);
    let figure = |value| super::rules::judged(rule, value);
    if let (Some(why), Some(measured)) = (&rule.disturbed, rule.measured) {
        let values = [use_, work(run, rule), figure(measured), limit(rule), why.clone().into()];
        return Statement::disturbed(Message::new(MessageId::GoodForDisturbed, values));
    }
    let Some(measured) = rule.measured.filter(|_| rule.verdict != Verdict::Unknown) else {
        let id = match is_of_drive(run, &rule.cell) {
            true => MessageId::GoodForOpen,
            false => MessageId::GoodForNoDrive,
        };
        let message = Message::new(id, [use_, title(run, rule)]);
        let basis = broken_basis(run, rule);
        return Statement { basis, ..Statement::new(Severity::Unknown, message) };
    };
    let spread = spread(run, rule);
    let is_close = spread.is_some_and(|(_, low, high)| low < rule.limit && rule.limit < high);
    let (severity, id) = match rule.verdict {
        Verdict::Fail => (Severity::Failed, MessageId::NotGoodFor),
        _ if is_close => (Severity::Unknown, MessageId::GoodForClose),
        _ => (Severity::Good, MessageId::GoodFor),
    };
    if let Some(longest) = stall_beside(run, rule, findings) {
        let values =
            [use_, work(run, rule), figure(measured), limit(rule), Argument::Ns(longest)];
        return Statement::new(
            Severity::Caution,
            Message::new(MessageId::GoodForStalls, values),
        );
    }
    let share = Argument::Ratio(measured / rule.limit);
    let values = [use_, work(run, rule), figure(measured), share, limit(rule)];
    let message = match rule.up_to_bytes.filter(|_| id == MessageId::GoodFor) {
        Some(bytes) => {
            let [use_, work, measured, share, limit] = values;
            let values = [use_, Argument::Bytes(bytes), work, measured, share, limit];
            Message::new(MessageId::GoodForUpTo, values)
        }
        None => Message::new(id, values),
    };
    let basis = match spread {
        _ if rule.bound.is_some() => broken_basis(run, rule)
            .unwrap_or_else(|| Message::new(MessageId::OneRepetition, [])),
        Some((count, low, high)) => {
            let values = [Argument::Count(count), value(rule, low), value(rule, high)];
            Message::new(MessageId::WorstOf, values)
        }
        None => Message::new(MessageId::OneRepetition, []),
    };
    Statement { basis: Some(basis), ..Statement::new(severity, message) }
}

/// The measured work in words: cells of such runs are named after kinds of work.
fn work(run: &Run, rule: &RuleVerdict) -> Argument {
    match rule.cell.parse::<Quality>() {
        Ok(_) => Argument::Work(rule.cell.clone()),
        Err(_) => title(run, rule),
    }
}

fn use_of(good_for: &GoodFor) -> Argument {
    let english = good_for.title.clone();
    match &good_for.id {
        Some(id) => Argument::Title { key: format!("use-{id}"), english },
        None => Argument::Sentence(english),
    }
}

/// The number of repetitions, and the 95 % interval of their mean; `None` with fewer than two.
fn spread(run: &Run, verdict: &RuleVerdict) -> Option<(u64, f64, f64)> {
    let rule = run.criteria.as_ref()?.rules.iter().find(|rule| rule.id == verdict.rule)?;
    let values = values(rule, &run.cells);
    let interval = iogram_stats::mean_interval(&values)?;
    // A time cannot be negative.
    Some((values.len() as u64, interval.low.max(0.0), interval.high))
}

/// The value without its figure's name, which the statement has already.
fn value(rule: &RuleVerdict, value: f64) -> Argument {
    limit(&RuleVerdict { limit: value, ..rule.clone() })
}

/// Without a published limit, the deciding figure is the answer.
fn unruled(run: &Run, good_for: &GoodFor) -> Option<Statement> {
    let (work, figure) = good_for.decides.split_once('.')?;
    let (work, figure) = (work.parse::<Quality>().ok()?, figure.parse().ok()?);
    let figures = figures_of_run(run, None);
    let Some(found) = choose_figures(&figures, work, figure, Pick::Plain) else {
        let cells = run.cells.iter().filter(|cell| is_of(run, &cell.name, work));
        let mut cells = cells.filter_map(|cell| Some((cell, held::moment(run, cell)?)));
        return cells.next().map(|(cell, why)| held::up(&cell.name, why));
    };
    let value = Argument::Figure { name: found.figure.clone(), value: found.mean? };
    let words = Argument::Work(work.to_string());
    let values = [use_of(good_for), words, value];
    let message = Message::new(MessageId::GoodForUnruled, values);
    Some(Statement::new(Severity::Measured, message))
}
