//! Verdicts of published rules, as statements.

use iogram_model::{
    Argument, FigureBound, Finding, Message, MessageId, RuleVerdict, Run, Severity,
    StallSummary, Total as _, Verdict, rounded,
};

use crate::origin::{in_memory, is_of_drive};
use crate::rules::broken_by;

use super::{Statement, are_grave_stalls, held};

/// A statement for each published rule.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let statements = findings.iter().filter_map(|finding| match finding {
        Finding::Rule(rule) => rule_statement(run, rule, findings),
        _ => None,
    });
    statements.collect()
}

/// The longest stall of the drive although `rule` found it fast enough: one request in a thousand can take much of
/// the time, and a percentile does not show it.
pub(super) fn stall_beside(run: &Run, rule: &RuleVerdict, findings: &[Finding]) -> Option<u64> {
    let stalls = findings.iter().filter_map(|finding| match finding {
        Finding::StallSummary(summary) if summary.cell == rule.cell => Some(summary),
        _ => None,
    });
    let stalls = stalls.filter(|summary| held::stalls(run, summary).is_none());
    let is_noticed =
        |stall: &&StallSummary| are_grave_stalls(stall.longest_ns, stall.lost_ratio);
    let is_kept = rule.verdict == Verdict::Pass;
    stalls.filter(is_noticed).map(|stall| stall.longest_ns).max().filter(|_| is_kept)
}

/// The title of a rule; the title of a custom method is shown as it is.
pub(super) fn title(run: &Run, rule: &RuleVerdict) -> Argument {
    let english = rule.title.clone();
    match run.rule_title_key(&rule.rule) {
        Some(key) => Argument::Title { key, english },
        None => Argument::Sentence(english),
    }
}

fn rule_statement(run: &Run, rule: &RuleVerdict, findings: &[Finding]) -> Option<Statement> {
    let title = title(run, rule);
    let figure = |value| judged(rule, value);
    let limit = limit(rule);
    let stall = stall_beside(run, rule, findings);
    if let (Some(why), Some(measured)) = (&rule.disturbed, rule.measured) {
        let values = [title, figure(measured), limit, why.clone().into()];
        return Some(Statement::disturbed(Message::new(MessageId::RuleDisturbed, values)));
    }
    let (severity, message) = match (rule.verdict, rule.measured) {
        (Verdict::Pass, Some(measured)) if stall.is_some() => {
            let longest = Argument::Ns(stall.unwrap_or_default());
            let values = [title, figure(measured), limit, longest];
            (Severity::Caution, Message::new(MessageId::RuleStalls, values))
        }
        (Verdict::Fail, Some(measured)) => (
            Severity::Failed,
            Message::new(MessageId::RuleBroken, [title, figure(measured), limit]),
        ),
        (Verdict::Pass, Some(measured)) => {
            let message = match rule.up_to_bytes.map(Argument::Bytes) {
                Some(size) => {
                    let values = [title, size, figure(measured), limit];
                    Message::new(MessageId::RuleKeptUpTo, values)
                }
                None => Message::new(MessageId::RuleKept, [title, figure(measured), limit]),
            };
            (Severity::Good, message)
        }
        _ if in_memory(run).is_some() => {
            (Severity::Unknown, Message::new(MessageId::RuleInMemory, [title]))
        }
        _ if !is_of_drive(run, &rule.cell) => {
            (Severity::Unknown, Message::new(MessageId::RuleOfNoDrive, [title]))
        }
        _ => (Severity::Unknown, Message::new(MessageId::RuleOpen, [title])),
    };
    let counted = run.cells.iter().filter(|cell| cell.is_counted && cell.name == rule.cell);
    let requests: u64 = counted
        .filter_map(|cell| cell.operations.of(rule.operation))
        .map(|op| op.count)
        .total();
    let counted =
        (requests > 0).then(|| Message::new(MessageId::Requests, [Argument::Count(requests)]));
    let basis = broken_basis(run, rule).or(counted);
    Some(Statement { basis, ..Statement::new(severity, message) })
}

/// The judged value: the worst of several repetitions, beside the single value of the tables; or its known bound.
pub(super) fn judged(rule: &RuleVerdict, value: f64) -> Argument {
    let figure = |value| Argument::Figure { name: rule.figure.clone(), value };
    match (rule.bound, rule.repetition_count, rule.overall) {
        (Some(FigureBound::AtLeast), ..) => {
            Message::new(MessageId::FigureAtLeast, [figure(value)]).into()
        }
        (Some(FigureBound::AtMost), ..) => {
            Message::new(MessageId::FigureAtMost, [figure(value)]).into()
        }
        (None, Some(count), Some(overall)) if count > 1 => {
            let values = [figure(value), Argument::Count(count), figure(overall)];
            Message::new(MessageId::WorstRun, values).into()
        }
        _ => figure(value),
    }
}

/// The number of requests that broke the limit, if they are too few for the percentile itself.
pub(super) fn broken_basis(run: &Run, verdict: &RuleVerdict) -> Option<Message> {
    let is_few = verdict.bound.is_some() || verdict.verdict == Verdict::Unknown;
    let rules = &run.criteria.as_ref().filter(|_| is_few)?.rules;
    let rule = rules.iter().find(|rule| rule.id == verdict.rule)?;
    let (count, total) = broken_by(rule, &run.cells)?;
    let values = [Argument::Count(count), Argument::Count(total), limit(verdict)];
    Some(Message::new(MessageId::BrokenBy, values))
}

/// The limit without the figure's name, which stands beside it.
pub(super) fn limit(rule: &RuleVerdict) -> Argument {
    match rule.figure.as_str() {
        name if name.ends_with("_ns") => Argument::Ns(rounded(rule.limit)),
        "iops" => Argument::Iops(rule.limit),
        name if name.starts_with("bytes_per_s") => Argument::BytesPerS(rule.limit),
        name => Argument::Figure { name: name.to_owned(), value: rule.limit },
    }
}
