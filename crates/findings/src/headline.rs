//! The answer: of everything that is known about a run, the sentence that a friend would say first.
//!
//! Every conclusion is put as a statement with its severity; the gravest one is the answer, the next ones stand
//! below it. Where a method asks for a figure, that comes first as long as the drive works, in the colour of the
//! gravest. That way a page cannot say that nothing is wrong while a finding on it says otherwise.

mod at_once;
mod cache;
mod capacity;
mod demand;
mod diagnosis;
mod good_for;
mod held;
mod imported;
mod kept;
mod origin;
mod programs;
mod recovery;
mod replay;
mod rules;
mod search;
mod soak;
mod speeds;
mod standing_still;
mod statements;
mod steady;
mod steps;
mod until_steady;

pub(crate) use diagnosis::diagnosis;
pub(crate) use programs::APART_RATIO;

use iogram_model::{
    Argument, CapacityVerdict, Finding, Headline, Message, MessageId, Outcome, OutcomeKind,
    Run, RunState, Severity, TargetKind, Warning, WarningCode,
};

/// So many statements stand below the answer: a head has five lines at most.
const DETAILS_MAX: usize = 3;
/// The same of a diagnosis: why it stalls, what it is good for and what not, that it is simulated, warnings. Arbitrary.
const DIAGNOSIS_DETAILS_MAX: usize = 5;

/// A denial is told as less sure than this where the step could not have been seen (docs/conclusions.md).
const DENIED: f64 = 0.75;

/// A stall of so long is noticed by whoever waits: etcd elects a new leader after 1 s without an answer.
/// Source: etcd's tuning guide, default election timeout of 1000 ms.
const GRAVE_STALL_NS: u64 = 1_000_000_000;
/// Stalls are noticed, too, where so much of the time is gone. Arbitrary.
const GRAVE_LOSS_RATIO: f64 = 0.01;

/// Whether stalls come before every other figure of a drive, and nothing that it does between them is good enough;
/// shorter ones that cost little are told behind the figures.
fn are_grave_stalls(longest_ns: u64, lost_ratio: f64) -> bool {
    longest_ns >= GRAVE_STALL_NS || lost_ratio >= GRAVE_LOSS_RATIO
}

/// A statement and how bad it is.
#[derive(Debug, Clone)]
struct Statement {
    severity: Severity,
    message: Message,
    /// How often such a statement is right; `None` where nothing is inferred.
    confidence_ratio: Option<f64>,
    basis: Option<Message>,
    /// Whether it is the figure that was asked for, which no shortcoming of a drive that works stands before.
    is_asked: bool,
    /// What it makes of the run; `None`: what its severity says.
    kind: Option<OutcomeKind>,
}

impl Statement {
    const fn new(severity: Severity, message: Message) -> Self {
        Self {
            severity,
            message,
            confidence_ratio: None,
            basis: None,
            is_asked: false,
            kind: None,
        }
    }

    fn asked(message: Message) -> Self {
        Self { is_asked: true, ..Self::new(Severity::Measured, message) }
    }

    /// Something was not done, and the drive is not known to be the reason.
    fn broken_off(severity: Severity, message: Message) -> Self {
        Self { kind: Some(OutcomeKind::BrokenOff), ..Self::new(severity, message) }
    }

    /// The computer may have decided in the drive's place.
    fn disturbed(message: Message) -> Self {
        Self { kind: Some(OutcomeKind::Disturbed), ..Self::new(Severity::Unknown, message) }
    }

    fn kind(&self) -> OutcomeKind {
        self.kind.unwrap_or(OutcomeKind::of_severity(self.severity))
    }
}

/// What became of the run: the worst that any statement says, and the first one that says it. Of what nothing is said,
/// nothing is known.
fn outcome(run: &Run, statements: &[Statement]) -> Outcome {
    // Of equally bad ones the last is the greatest, hence from behind.
    let worst = statements.iter().rev().max_by_key(|statement| statement.kind());
    match worst {
        Some(worst) => Outcome { kind: worst.kind(), reason: worst.message.clone() },
        None => Outcome {
            kind: match run.state {
                RunState::Completed => OutcomeKind::CannotTell,
                _ => OutcomeKind::BrokenOff,
            },
            reason: Message::plain(MessageId::NothingMeasured),
        },
    }
}

/// The answer that `findings` and `warnings` of `run` give, and what became of it. Both are made of the same statements,
/// so that no page can be red where the exit code is another.
pub(crate) fn headline(
    run: &Run,
    findings: &[Finding],
    warnings: &[Warning],
) -> (Headline, Outcome) {
    let mut statements: Vec<Statement> = origin::of(run).into_iter().collect();
    let diagnosed = diagnosis::of(findings);
    // A diagnosis has held everything else against each other already.
    let is_diagnosis = diagnosed.is_some();
    statements.extend(match diagnosed {
        Some(own) => own.into_iter().chain(statements::of_its_end(run)).collect(),
        None => statements::of(run, findings),
    });
    statements.extend(warnings.iter().find_map(not_in_use));
    // Of equally grave ones the first stays first.
    statements.sort_by_key(|statement| std::cmp::Reverse(statement.severity));
    let outcome = outcome(run, &statements);
    let severity = statements.first().map_or(Severity::Unknown, |gravest| gravest.severity);
    // What failed or is not known makes the figure doubtful; what hurts whoever uses the drive does not.
    if matches!(severity, Severity::Caution) {
        statements.sort_by_key(|statement| !statement.is_asked);
    }
    let mut statements = statements.into_iter();
    let answer = statements.next().unwrap_or_else(|| {
        Statement::new(Severity::Unknown, Message::new(MessageId::NothingMeasured, []))
    });
    let mut details: Vec<Message> = Vec::new();
    for statement in statements {
        let id = statement.message.id;
        if id != answer.message.id && details.iter().all(|it| it.id != id) {
            details.push(statement.message);
        }
    }
    let most = if is_diagnosis { DIAGNOSIS_DETAILS_MAX } else { DETAILS_MAX };
    details.truncate(most);
    if let Some(message) = see_warnings(run, warnings) {
        details.truncate(most.saturating_sub(1));
        details.push(message);
    }
    let next = next(run, &answer, findings);
    let headline = Headline {
        severity,
        answer: answer.message,
        details,
        confidence_ratio: answer.confidence_ratio,
        basis: answer.basis,
        next,
    };
    (headline, outcome)
}

/// That a method about drives in use met one that is as good as new: its figures answer another question.
fn not_in_use(warning: &Warning) -> Option<Statement> {
    let message = warning.statement.as_ref().filter(|it| it.id == MessageId::StateUnwanted)?;
    let Some(Argument::Message(state)) = message.arguments.get("state") else { return None };
    let is_new = matches!(state.id, MessageId::FoundFresh | MessageId::StatePurged);
    let caution = || Message::new(MessageId::NotInUse, [message.clone().into()]);
    is_new.then(|| Statement::new(Severity::Caution, caution()))
}

/// How many kinds of warnings stand below; `None` if there are none.
fn see_warnings(run: &Run, warnings: &[Warning]) -> Option<Message> {
    let of_cells =
        run.cells.iter().flat_map(|cell| cell.all_warnings().map(|(_, warning)| warning));
    let is_open = |warning: &&Warning| warning.code != WarningCode::LeftOutForTime;
    let mut codes: Vec<&WarningCode> =
        warnings.iter().filter(is_open).chain(of_cells).map(|warning| &warning.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let count = codes.len() as u64;
    (count > 0).then(|| Message::new(MessageId::SeeWarnings, [Argument::Count(count)]))
}

fn next(run: &Run, answer: &Statement, findings: &[Finding]) -> Option<Message> {
    let command = |id, text: String| Some(Message::new(id, [Argument::Name(text)]));
    if let Some(diagnosed) = diagnosis::find(findings)
        && !matches!(run.state, RunState::Interrupted)
    {
        return diagnosed.next.clone();
    }
    let capacity = findings.iter().find_map(|finding| match finding {
        Finding::Capacity(it) => it.verdict,
        _ => None,
    });
    let target = &run.target;
    let is_local = matches!(target.kind, TargetKind::BlockDevice | TargetKind::Simulated);
    let is_whole_tested = run.probes.iter().any(|probe| match &probe.evidence {
        iogram_model::Evidence::Capacity(evidence) => evidence.is_full,
        _ => false,
    });
    match (answer.message.id, capacity) {
        (MessageId::CounterfeitDoubtful, _) => Some(Message::plain(MessageId::NextTryAll)),
        (MessageId::CounterfeitOrReader | MessageId::CounterfeitOrReaderUnsized, _) => {
            let id = match capacity {
                Some(CapacityVerdict::Dying) => MessageId::NextOtherReaderFails,
                _ => MessageId::NextOtherReader,
            };
            Some(Message::plain(id))
        }
        (MessageId::FailsBeyondReaders, _) => {
            Some(Message::plain(MessageId::NextOtherReaderFails))
        }
        (_, Some(verdict)) if verdict.is_counterfeit() => {
            Some(Message::new(MessageId::NextReturn, []))
        }
        (
            MessageId::RequestsFailed
            | MessageId::OtherDataRead
            | MessageId::WrongDataRead
            | MessageId::Vanished
            | MessageId::Hung
            | MessageId::ImportedErrors
            | MessageId::ImportedFailing,
            _,
        )
        | (
            _,
            Some(CapacityVerdict::Damaged | CapacityVerdict::ReadOnly | CapacityVerdict::Dying),
        ) => Some(Message::new(MessageId::NextSave, [])),
        (MessageId::GoodForUpTo, _) if is_local => write_more(run),
        // Nobody but the user can boot the computer again: what is there is there.
        _ if target.kind == TargetKind::SerialLine => None,
        _ if matches!(run.state, RunState::Interrupted) => {
            command(MessageId::NextResume, format!("iogram resume {}", run.id))
        }
        (_, Some(CapacityVerdict::Good)) if is_local && !is_whole_tested => {
            command(MessageId::NextVerifyFull, format!("iogram verify --full {}", target.name))
        }
        (_, None) if is_local && is_card_or_stick(run) => {
            command(MessageId::NextVerify, format!("iogram verify {}", target.name))
        }
        _ => None,
    }
}

/// The same over the whole drive: what comes after the part that was written is seen by writing it.
fn write_more(run: &Run) -> Option<Message> {
    let id = run.criteria.as_ref()?.good_for.as_ref()?.id.as_ref()?;
    let mebibytes = run.target.drive_capacity.unwrap_or(run.target.capacity).0 >> 20;
    let name = &run.target.name;
    let command = format!("iogram good-for {id} {name} --set size={mebibytes}MiB");
    Some(Message::new(MessageId::NextWriteMore, [Argument::Name(command)]))
}

/// Whether it is one of those that are sold with false capacities.
fn is_card_or_stick(run: &Run) -> bool {
    matches!(run.target.drive.as_deref(), Some("SD" | "USB" | "eMMC"))
}
