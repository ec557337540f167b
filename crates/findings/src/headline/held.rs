//! Whether the computer may explain a slow result: then no statement blames the drive.
//!
//! Must not depend on the statements about the drive. Each function checks whether the effect of the computer on a
//! cell ([`Taken`]) is large enough for the finding.

use iogram_model::{
    CellRecord, Figure, Finding, Message, MessageId, OpKind, OutcomeKind, Run, Severity,
    SlowStretch, StallSummary, Verdict, float,
};

use super::{GRAVE_LOSS_RATIO, GRAVE_STALL_NS, Statement};
use crate::computer::Taken;

/// A statement that slow results of `cell` are not conclusive.
pub(super) fn up(cell: &str, why: Message) -> Statement {
    Statement::disturbed(Message::new(MessageId::HeldUp, [cell.into(), why.into()]))
}

/// If every rule is kept despite the computer's effect, the question is answered: statements about inconclusive slow
/// results come after that.
pub(super) fn behind_answered(statements: &mut [Statement], findings: &[Finding]) {
    let verdict = |finding: &Finding| match finding {
        Finding::Rule(rule) => Some(rule.verdict),
        _ => None,
    };
    let mut verdicts = findings.iter().filter_map(verdict).peekable();
    if verdicts.peek().is_none() || !verdicts.all(|it| it == Verdict::Pass) {
        return;
    }
    for held in statements.iter_mut().filter(|it| it.message.id == MessageId::HeldUp) {
        (held.severity, held.kind) = (Severity::Measured, Some(OutcomeKind::Passed));
    }
}

/// The cell of a finding.
fn cell_of<'a>(run: &'a Run, name: &str, repeat: u32) -> Option<&'a CellRecord> {
    run.cells.iter().find(|cell| cell.name == name && cell.repeat == repeat)
}

/// The cause that took so much of a cell's time that no noticeable stall remains; `None` if the drive stalled.
pub(super) fn stalls(run: &Run, summary: &StallSummary) -> Option<Message> {
    let cell = cell_of(run, &summary.cell, summary.repeat)?;
    let taken = Taken::of_cell(run, cell)?;
    let left_ns = taken.left_ns(summary.lost_ns);
    let whole_ns = float(summary.lost_ns) / summary.lost_ratio.max(f64::MIN_POSITIVE);
    let is_noticed = left_ns >= GRAVE_STALL_NS || float(left_ns) >= GRAVE_LOSS_RATIO * whole_ns;
    let is_felt = taken.explains_ns(1.0);
    (is_felt && !is_noticed).then(|| taken.why())
}

/// The cause that took so much of a stretch that the drive itself may not have been slower in it.
pub(super) fn stretch(run: &Run, stretch: &SlowStretch) -> Option<Message> {
    let taken = Taken::of_cell(run, cell_of(run, &stretch.cell, stretch.repeat)?)?;
    let length_ns = float(stretch.to_ns.saturating_sub(stretch.from_ns));
    let share = stretch.bytes_per_s / stretch.usual_bytes_per_s.max(f64::MIN_POSITIVE);
    taken.explains_ns(length_ns * (1.0 - share)).then(|| taken.why())
}

/// The cause that may have moved a figure of `cell` to the other side of `limit`.
pub(super) fn figure(
    run: &Run,
    cell: &CellRecord,
    (figure, operation): (Figure, OpKind),
    is_good: impl Fn(f64) -> bool,
) -> Option<Message> {
    let taken = Taken::of_cell(run, cell)?;
    let spared = taken.spared(figure, cell, operation)?;
    is_good(spared).then(|| taken.why())
}

/// Whether the computer may have taken this much of the time of `cell`.
pub(super) fn explains(run: &Run, cell: &CellRecord, lost_ns: f64) -> bool {
    Taken::of_cell(run, cell).is_some_and(|taken| taken.explains_ns(lost_ns))
}

/// The cause that may have changed a time of `cell` by this factor.
pub(super) fn by_factor(run: &Run, cell: &CellRecord, times: f64) -> Option<Message> {
    let taken = Taken::of_cell(run, cell)?;
    taken.factor(cell).is_none_or(|factor| factor >= times).then(|| taken.why())
}

/// A cause of any event at a single moment of `cell`, however short.
pub(super) fn moment(run: &Run, cell: &CellRecord) -> Option<Message> {
    let taken = Taken::of_cell(run, cell)?;
    (taken.is_felt() || cell.paused_ns() > 0).then(|| taken.why())
}

/// The same for any of the cells with this name.
pub(super) fn any_moment(run: &Run, name: &str) -> Option<Message> {
    let mut cells = run.cells.iter().filter(|cell| cell.name == name && cell.is_counted);
    cells.find_map(|cell| moment(run, cell))
}
