//! Run times of programs, and their variation.

use iogram_model::{
    Application, Argument, CellRecord, CellState, Figure, Finding, Message, MessageId,
    RecordedProgram, RepeatSummary, Run, Severity,
};

use super::{Statement, held};

/// If the slowest run takes this many times as long as the fastest one, neither is reliable. Arbitrary; a published
/// test of SD cards mentions cards that vary from 10 to 20 s between runs.
pub(crate) const APART_RATIO: f64 = 1.5;

/// Fewer runs are not a sample.
const RUNS_MIN: usize = 3;

/// The statements about cells of programs.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let summaries = findings.iter().filter_map(|finding| match finding {
        Finding::RepeatSummary(it) if it.figure == Figure::Elapsed.name() => Some(it),
        _ => None,
    });
    let of_programs = summaries.filter_map(|summary| {
        let mut cells = run.cells.iter();
        let cell = cells.find(|cell| {
            let has_ended = cell.is_counted && cell.state == CellState::Completed;
            has_ended && cell.name == summary.cell && is_of_program(cell)
        })?;
        Some((summary, cell))
    });
    let statements = of_programs.flat_map(|(summary, cell)| {
        let apart = apart(summary, cell).map(|apart| {
            let times = summary.min.zip(summary.max).map_or(1.0, |(least, most)| {
                most / (least * APART_RATIO).max(f64::MIN_POSITIVE)
            });
            let mut runs = run.cells.iter().filter(|other| other.name == cell.name);
            match runs.find_map(|other| held::by_factor(run, other, times)) {
                Some(why) => held::up(&cell.name, why),
                None => apart,
            }
        });
        apart.into_iter().chain(took(summary, cell))
    });
    statements.collect()
}

/// Whether a program made its requests, here or at their recording.
fn is_of_program(cell: &CellRecord) -> bool {
    cell.workload.application.is_some() || recorded_program(cell).is_some()
}

/// The program that this replay replaces.
pub(super) fn recorded_program(cell: &CellRecord) -> Option<RecordedProgram> {
    cell.workload.replay.as_ref().and_then(|replay| replay.program)
}

/// A statement about runs of the same work with very different times.
fn apart(summary: &RepeatSummary, cell: &CellRecord) -> Option<Statement> {
    let (least, most) = summary.min.zip(summary.max).filter(|(least, _)| *least > 0.0)?;
    let count = summary.runs.iter().flatten().count();
    let is_apart = count >= RUNS_MIN && most >= APART_RATIO * least;
    let name = Argument::Name(summary.cell.clone());
    let [least, most] = [least, most].map(|time| Argument::Ns(iogram_model::whole(time)));
    let message = match cell.workload.application {
        Some(Application::Boot) => Message::new(MessageId::BootsApart, [least, most]),
        _ => Message::new(MessageId::RunsApart, [name, least, most]),
    };
    is_apart.then(|| Statement::new(Severity::Caution, message))
}

fn took(summary: &RepeatSummary, cell: &CellRecord) -> Option<Statement> {
    let time = Argument::Ns(iogram_model::whole(summary.shown()?));
    let basis = super::speeds::basis(std::iter::once(summary));
    let said = |message| Statement { basis, ..Statement::new(Severity::Measured, message) };
    if cell.workload.application == Some(Application::Boot) {
        return Some(said(Message::new(MessageId::BootTook, [time])));
    }
    if let Some(program) = recorded_program(cell) {
        let name = Argument::Name(summary.cell.clone());
        let count = Argument::Count(program.operation_count);
        let values = [name, count, program.application.to_string().into(), time];
        return Some(said(Message::new(MessageId::ProgramReplayTook, values)));
    }
    let count = [&cell.operations.read, &cell.operations.write]
        .into_iter()
        .flatten()
        .fold(0, |sum: u64, operation| sum.saturating_add(operation.count));
    let values = [Argument::Name(summary.cell.clone()), Argument::Count(count), time];
    Some(said(Message::new(MessageId::ProgramTook, values)))
}
