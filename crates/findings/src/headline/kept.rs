//! Verdicts of rules and uses, with their condition: the rate of durable writes is only valid if the drive keeps
//! confirmed data.

use iogram_model::{Argument, Finding, Message, MessageId, Run, Severity, Verdict, whole};

use super::{Statement, good_for, rules};
use crate::durability::{Keeping, is_durable, keeping};

/// The statements about the rules of a run, or about the use that it judges.
pub(super) fn verdicts(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let criteria = run.criteria.as_ref();
    let mut statements = match criteria.and_then(|it| it.good_for.as_ref()) {
        Some(good_for) => good_for::of(run, findings, good_for).into_iter().collect(),
        None => rules::of(run, findings),
    };
    statements.extend(beside_verdict(run, findings));
    statements
}

/// The condition beside a verdict about durable writes; `None` if there is no problem, or no verdict depends on it.
fn beside_verdict(run: &Run, findings: &[Finding]) -> Option<Statement> {
    let is_durable_cell =
        |name: &str| run.cells.iter().any(|cell| cell.name == name && is_durable(cell));
    let is_kept = findings.iter().any(|finding| match finding {
        Finding::Rule(rule) => rule.verdict == Verdict::Pass && is_durable_cell(&rule.cell),
        _ => false,
    });
    if is_kept {
        return statement(run, Severity::Good);
    }
    let good_for = run.criteria.as_ref().and_then(|it| it.good_for.as_ref())?;
    let is_ruled = findings.iter().any(|finding| matches!(finding, Finding::Rule(_)));
    let is_about = good_for.decides.starts_with("sync-write.") && !is_ruled;
    is_about.then(|| statement(run, Severity::Measured)).flatten()
}

/// The condition beside figures of durable writes, if no verdict depends on them.
pub(super) fn beside_figures(run: &Run, said: &[Statement]) -> Option<Statement> {
    let is_said = |statement: &Statement| {
        matches!(
            statement.message.id,
            MessageId::DurableWrite | MessageId::DurableBest | MessageId::ProgramTook
        )
    };
    // For a failed drive, durability does not matter.
    let is_settled = |it: &Statement| {
        matches!(
            it.message.id,
            MessageId::IfKept
                | MessageId::NotKept
                | MessageId::RuleBroken
                | MessageId::NotGoodFor
        )
    };
    let is_owed = said.iter().any(is_said) && !said.iter().any(is_settled);
    is_owed.then(|| statement(run, Severity::Measured)).flatten()
}

fn statement(run: &Run, severity: Severity) -> Option<Statement> {
    let time = |ns: f64| Argument::Ns(whole(ns));
    Some(match keeping(run)? {
        Keeping::Unknown { time_ns } => {
            Statement::new(severity, Message::new(MessageId::IfKept, [time(time_ns)]))
        }
        Keeping::Unprotected { time_ns, source } => {
            let values = [time(time_ns), Argument::Name(source)];
            Statement::new(Severity::Caution, Message::new(MessageId::NotKept, values))
        }
    })
}
