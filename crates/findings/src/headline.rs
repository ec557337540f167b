//! The answer: the one sentence that states the result of a run.
//!
//! Every conclusion becomes a statement with a severity. The gravest one is the answer, and the next ones stand below
//! it. If a method requires a figure, that figure comes first while the drive works, in the colour of the gravest
//! statement. So a page cannot report success while a finding on it says otherwise.

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

/// The most statements below the answer: a head has five lines at most.
const DETAILS_MAX: usize = 3;
/// The same of a diagnosis: why it stalls, what it is good for and what not, that it is simulated, warnings. Arbitrary.
const DIAGNOSIS_DETAILS_MAX: usize = 5;

/// A denial has at most this confidence if the step could not have been seen (docs/conclusions.md).
const DENIED: f64 = 0.75;

/// A stall of this length is noticeable to a user who waits: etcd elects a new leader after 1 s without an answer.
/// Source: etcd's tuning guide, default election timeout of 1000 ms.
const GRAVE_STALL_NS: u64 = 1_000_000_000;
/// Stalls are also noticeable if they take this share of the time. Arbitrary.
const GRAVE_LOSS_RATIO: f64 = 0.01;

/// Whether stalls outrank every other figure of a drive, so that no figure between them is good enough. Shorter ones
/// with a small loss come after the figures.
fn are_grave_stalls(longest_ns: u64, lost_ratio: f64) -> bool {
    longest_ns >= GRAVE_STALL_NS || lost_ratio >= GRAVE_LOSS_RATIO
}

/// A statement and its severity.
#[derive(Debug, Clone)]
struct Statement {
    severity: Severity,
    message: Message,
    /// Confidence: the share of such statements that are right; `None` if it is not inferred.
    confidence_ratio: Option<f64>,
    basis: Option<Message>,
    /// Whether it is the figure that the method requires; no shortcoming of a working drive comes before it.
    is_asked: bool,
    /// The outcome of the run that it implies; `None` takes it from the severity.
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

    /// Unfinished work, without evidence that the drive is the reason.
    fn broken_off(severity: Severity, message: Message) -> Self {
        Self { kind: Some(OutcomeKind::BrokenOff), ..Self::new(severity, message) }
    }

    /// A result that may depend on the computer instead of the drive.
    fn disturbed(message: Message) -> Self {
        Self { kind: Some(OutcomeKind::Disturbed), ..Self::new(Severity::Unknown, message) }
    }

    fn kind(&self) -> OutcomeKind {
        self.kind.unwrap_or(OutcomeKind::of_severity(self.severity))
    }
}

/// The outcome of the run: the worst of all statements, with the first statement that has it. Without statements it
/// is unknown.
fn outcome(run: &Run, statements: &[Statement]) -> Outcome {
    // `max_by_key` returns the last of equal ones, hence the reverse order.
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

/// The answer from the `findings` and `warnings` of `run`, and the outcome. Both come from the same statements, so
/// that a red page always has a matching exit code.
pub(crate) fn headline(
    run: &Run,
    findings: &[Finding],
    warnings: &[Warning],
) -> (Headline, Outcome) {
    let mut statements: Vec<Statement> = origin::statement(run).into_iter().collect();
    let diagnosed = diagnosis::statements(findings);
    // A diagnosis weighs all other statements already.
    let is_diagnosis = diagnosed.is_some();
    statements.extend(match diagnosed {
        Some(own) => own.into_iter().chain(statements::of_its_end(run)).collect(),
        None => statements::statements(run, findings),
    });
    statements.extend(warnings.iter().find_map(not_in_use));
    // The sort is stable: among equally grave ones the first stays first.
    statements.sort_by_key(|statement| std::cmp::Reverse(statement.severity));
    let outcome = outcome(run, &statements);
    let severity = statements.first().map_or(Severity::Unknown, |gravest| gravest.severity);
    // A failure or an unknown makes the figure doubtful; a mere disadvantage for the user does not.
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

/// A statement that a method for drives in use met a fresh drive: its figures answer another question.
fn not_in_use(warning: &Warning) -> Option<Statement> {
    let message = warning.statement.as_ref().filter(|it| it.id == MessageId::StateUnwanted)?;
    let Some(Argument::Message(state)) = message.arguments.get("state") else { return None };
    let is_new = matches!(state.id, MessageId::FoundFresh | MessageId::StatePurged);
    let caution = || Message::new(MessageId::NotInUse, [message.clone().into()]);
    is_new.then(|| Statement::new(Severity::Caution, caution()))
}

/// The number of kinds of warnings below; `None` if there are none.
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
        // Only the user can boot the computer again, so the existing results are final.
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

/// The command for the whole drive: only more writes show the behaviour beyond the written part.
fn write_more(run: &Run) -> Option<Message> {
    let id = run.criteria.as_ref()?.good_for.as_ref()?.id.as_ref()?;
    let mebibytes = run.target.drive_capacity.unwrap_or(run.target.capacity).0 >> 20;
    let name = &run.target.name;
    let command = format!("iogram good-for {id} {name} --set size={mebibytes}MiB");
    Some(Message::new(MessageId::NextWriteMore, [Argument::Name(command)]))
}

/// Whether it is of a kind that is sold with false capacities.
fn is_card_or_stick(run: &Run) -> bool {
    matches!(run.target.drive.as_deref(), Some("SD" | "USB" | "eMMC"))
}
