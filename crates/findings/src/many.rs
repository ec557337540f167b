//! Shortcomings of many runs or drives: the worst come first, and every member is named.
//!
//! The shortcomings are the conclusions from each run. Must not depend on how several are compared.

use iogram_model::{
    Argument, Message, MessageId, Outcome, OutcomeKind, Run, RunShortcoming, Severity,
    Shortcoming,
};

/// The most names in a message; nobody would read a longer line. Arbitrary.
const NAMED_MAX: usize = 6;

/// The shortcoming that the conclusions of `run` report; needs no cells. `None` if there is none.
#[must_use]
pub fn shortcoming(run: &Run) -> Option<RunShortcoming> {
    let Outcome { kind, reason } = Outcome::kept(run);
    let is_caution =
        run.headline.as_ref().is_some_and(|headline| headline.severity == Severity::Caution);
    // A stall is a fact about the drive, even if the question of the run stays open.
    let reason = match (&run.headline, kind) {
        (Some(headline), kind) if is_caution && kind != OutcomeKind::Failed => {
            hurting(&headline.answer).or_else(|| headline.details.iter().find_map(hurting))
        }
        _ => None,
    }
    .unwrap_or(reason);
    let kind = match kind {
        OutcomeKind::Failed => Shortcoming::Failed,
        _ if is_caution && is_stall(reason.id) => Shortcoming::Stalls,
        _ if is_caution && is_of_drive(reason.id) => Shortcoming::Hurts,
        OutcomeKind::Passed => return None,
        OutcomeKind::CannotTell | OutcomeKind::Disturbed | OutcomeKind::BrokenOff => {
            Shortcoming::Open
        }
    };
    Some(RunShortcoming { kind, reason })
}

/// The message, if it reports stalls of the drive.
fn hurting(message: &Message) -> Option<Message> {
    is_stall(message.id).then(|| message.clone())
}

const fn is_stall(id: MessageId) -> bool {
    matches!(
        id,
        MessageId::StandsStill
            | MessageId::SoakLoses
            | MessageId::GoodForStalls
            | MessageId::RuleStalls
            | MessageId::SlowRequests
    )
}

/// Whether a caution is about the drive, and not about the progress of the measurement.
const fn is_of_drive(id: MessageId) -> bool {
    !matches!(
        id,
        MessageId::NotInUse
            | MessageId::NotPurged
            | MessageId::SteadyEarly
            | MessageId::SteadyMissed
            | MessageId::SteadyNoWindow
            | MessageId::CellNotSteady
    )
}

/// The worst shortcoming of all runs of one drive, and the number of runs that report it. An open result counts only
/// if every run has one.
#[must_use]
pub fn worst(runs: &[Option<&RunShortcoming>]) -> Option<(RunShortcoming, u64)> {
    let is_open = |it: &RunShortcoming| it.kind == Shortcoming::Open;
    let is_untold = runs.iter().all(|run| run.is_some_and(is_open));
    let told = || runs.iter().flatten().filter(|it| is_untold || !is_open(it));
    let kind = told().map(|it| it.kind).max()?;
    let count = told().filter(|it| it.kind == kind).count() as u64;
    let first = told().find(|it| it.kind == kind)?;
    Some(((*first).clone(), count))
}

/// The kind of the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// Drives, each with its runs.
    Drives,
    /// Runs.
    Runs,
}

/// Messages about the members of `all`: one for each kind of shortcoming, the worst first; empty if there are none.
/// Each member is named once.
#[must_use]
pub fn lead(many: Many, all: u64, members: &[(String, Shortcoming)]) -> Vec<Message> {
    let of_kind = |kind: Shortcoming| {
        let names: Vec<&str> = members
            .iter()
            .filter(|(_, it)| *it == kind)
            .map(|(name, _)| name.as_str())
            .collect();
        if names.is_empty() {
            return None;
        }
        let count = Argument::Count(names.len() as u64);
        let more = if names.len() > NAMED_MAX { ", .." } else { "" };
        let named = names.iter().take(NAMED_MAX).copied().collect::<Vec<_>>().join(", ");
        let which = Argument::Name(format!("{named}{more}"));
        Some(Message::new(statement(many, kind), [count, Argument::Count(all), which]))
    };
    Shortcoming::WORST_FIRST.into_iter().filter_map(of_kind).collect()
}

const fn statement(many: Many, kind: Shortcoming) -> MessageId {
    match (kind, many) {
        (Shortcoming::Failed, Many::Drives) => MessageId::DrivesFailed,
        (Shortcoming::Failed, Many::Runs) => MessageId::RunsFailed,
        (Shortcoming::Stalls, Many::Drives) => MessageId::DrivesStall,
        (Shortcoming::Stalls, Many::Runs) => MessageId::RunsStall,
        (Shortcoming::Hurts, Many::Drives) => MessageId::DrivesHurt,
        (Shortcoming::Hurts, Many::Runs) => MessageId::RunsHurt,
        (Shortcoming::Open, Many::Drives) => MessageId::DrivesOpen,
        (Shortcoming::Open, Many::Runs) => MessageId::RunsOpen,
    }
}
