//! What loads at the same time did, each by itself.

use iogram_model::{
    Argument, CellRecord, CellState, Message, MessageId, OpKind, Operations, Run, Severity,
};

use super::Statement;

/// So many are said, and the others counted by the table alone. Arbitrary: an answer is no table.
const SAID_MAX: usize = 8;

/// What the loads beside the only cell did; `None` if there are several cells, or nothing went on beside it.
pub(super) fn of(run: &Run) -> Option<Statement> {
    let mut cells = run.cells.iter().filter(|it| it.is_counted);
    let only = cells.next().filter(|it| it.state == CellState::Completed)?;
    if cells.next().is_some() {
        return None;
    }
    let said = said(only);
    let message = Message::put_together(MessageId::InARow, said.into_iter().take(SAID_MAX))?;
    Some(Statement::new(Severity::Measured, message))
}

fn said(cell: &CellRecord) -> Vec<Message> {
    cell.beside.iter().filter_map(|load| message(&load.name, &load.operations)).collect()
}

/// What a load moved; `None` if nothing.
fn message(name: &str, operations: &Operations) -> Option<Message> {
    let kinds = [OpKind::Read, OpKind::Write, OpKind::Discard];
    let done: Vec<OpKind> =
        kinds.into_iter().filter(|&kind| operations.of(kind).is_some()).collect();
    let id = match done.as_slice() {
        [] => return None,
        [OpKind::Read] => MessageId::OnlyCellRead,
        [OpKind::Write] => MessageId::OnlyCellWrite,
        [OpKind::Discard] => MessageId::OnlyCellDiscard,
        // What is trimmed before it is written is no byte that was moved.
        _ => MessageId::OnlyCell,
    };
    let counted = done
        .into_iter()
        .filter(|&kind| kind != OpKind::Discard || id == MessageId::OnlyCellDiscard);
    let records: Vec<_> = counted.filter_map(|kind| operations.of(kind)).collect();
    let rate = records.iter().map(|it| it.bytes_per_s).sum::<f64>();
    let iops = records.iter().map(|it| it.iops).sum::<f64>();
    let values =
        [Argument::Name(name.to_owned()), Argument::BytesPerS(rate), Argument::Iops(iops)];
    (rate > 0.0).then(|| Message::new(id, values))
}

/// The same of the only cell where nothing but trims is asked; `None` of any other.
pub(super) fn trims(cell: &CellRecord) -> Option<Statement> {
    let is_alone = cell.operations.read.is_none() && cell.operations.write.is_none();
    let message = message(&cell.name, &cell.operations).filter(|_| is_alone)?;
    Some(Statement::new(Severity::Measured, message))
}
