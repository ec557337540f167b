//! Statements that the figures are not the drive's: only a failure of the drive comes before them.

use iogram_model::{Argument, CellRecord, Message, MessageId, OutcomeKind, Run, Severity};

use super::Statement;
use crate::origin::{in_memory, merged, other_than_drive, reads_unstored};

/// The substitute for the drive in every counted cell; `None` if the drive answered in any.
pub(super) fn of(run: &Run) -> Option<Statement> {
    if let Some(memory) = in_memory(run) {
        let is_measured = !run.cells.is_empty() || !run.probes.is_empty();
        return is_measured.then(|| of_no_drive(run, memory));
    }
    let is_measuring = |cell: &&CellRecord| {
        cell.is_counted && (cell.operations.read.is_some() || cell.operations.write.is_some())
    };
    let cells: Vec<&CellRecord> = run.cells.iter().filter(is_measuring).collect();
    let others: Option<Vec<Message>> =
        cells.iter().map(|cell| other_than_drive(run, cell)).collect();
    if let Some(first) = others.and_then(|others| others.into_iter().next()) {
        return Some(of_no_drive(run, first));
    }
    if let Some(part) = read_nothing(&cells) {
        return Some(part);
    }
    let joined: Option<Vec<(u64, u64)>> = cells.iter().map(|cell| merged(cell)).collect();
    let (made, reached) = joined?.into_iter().next()?;
    let counts = [Argument::Count(made), Argument::Count(reached)];
    Some(said(Message::new(MessageId::Merged, counts)))
}

/// A statement that every cell of reads met places without stored data, while other cells measured the drive.
fn read_nothing(cells: &[&CellRecord]) -> Option<Statement> {
    let reading = |cell: &&&CellRecord| cell.operations.read.is_some();
    let all = cells.iter().filter(reading).count() as u64;
    let mut told = cells.iter().filter_map(|cell| Some((cell, reads_unstored(cell)?)));
    let (first, what) = told.next()?;
    let count = (told.count() as u64).saturating_add(1);
    // If some reads reached the drive, their figure comes first.
    if count < all {
        return None;
    }
    let values = [
        Argument::Count(count),
        Argument::Count(all),
        Argument::Name(first.name.clone()),
        what.into(),
    ];
    Some(said(Message::new(MessageId::ReadsOfNothing, values)))
}

/// If a verdict was asked for, there is none.
fn of_no_drive(run: &Run, what: Message) -> Statement {
    let is_judged = run.criteria.as_ref().is_some_and(|it| {
        it.good_for.is_some() || !it.rules.is_empty() || !it.marks.is_empty()
    });
    let kind = is_judged.then_some(OutcomeKind::CannotTell);
    Statement { kind, ..said(Message::new(MessageId::OfNoDrive, [what.into()])) }
}

fn said(message: Message) -> Statement {
    Statement { is_asked: true, ..Statement::new(Severity::Caution, message) }
}
