//! Of many runs or drives, what is said against any of them: the worst leads, and nobody is left out.
//!
//! What is said of each is what was concluded of its runs. Must not know how several are compared.

use iogram_model::{
    Argument, Message, MessageId, Outcome, OutcomeKind, Run, RunShortcoming, Severity,
    Shortcoming,
};

/// So many are named; of more, nobody would read the line. Arbitrary.
const NAMED_MAX: usize = 6;

/// What `run` says against its drive, as it was concluded; its cells need not be there. `None` if it says nothing.
#[must_use]
pub fn shortcoming(run: &Run) -> Option<RunShortcoming> {
    let Outcome { kind, reason } = Outcome::kept(run);
    let is_caution =
        run.headline.as_ref().is_some_and(|headline| headline.severity == Severity::Caution);
    // A drive that hurts is known to, also where the question that was asked is open.
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

/// A statement that says that a drive stands still.
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

/// Whether a caution is about the drive, and not about what the measurement came to.
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

/// The worst that any of the runs of one drive says, and how many of them say so. That nothing could be told is said where none of
/// them tells anything.
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

/// What many are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    /// Drives, each with its runs.
    Drives,
    /// Runs.
    Runs,
}

/// What is said against members of `all`, a statement for each kind, the worst first; empty if nothing is. Each member is named
/// once.
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
