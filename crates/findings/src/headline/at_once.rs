//! Results of simultaneous loads, each by itself.

use iogram_model::{
    Argument, CellRecord, CellState, Message, MessageId, OpKind, Operations, Run, Severity,
};

use super::Statement;

/// The most loads in the answer; the table has all of them. Arbitrary: an answer is not a table.
const SAID_MAX: usize = 8;

/// The results of the loads beside the only cell; `None` if there are several cells, or no load beside it.
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

/// The bytes of a load; `None` if it moved nothing.
fn message(name: &str, operations: &Operations) -> Option<Message> {
    let kinds = [OpKind::Read, OpKind::Write, OpKind::Discard];
    let done: Vec<OpKind> =
        kinds.into_iter().filter(|&kind| operations.of(kind).is_some()).collect();
    let id = match done.as_slice() {
        [] => return None,
        [OpKind::Read] => MessageId::OnlyCellRead,
        [OpKind::Write] => MessageId::OnlyCellWrite,
        [OpKind::Discard] => MessageId::OnlyCellDiscard,
        // A trim before a write moves no bytes.
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

/// The result of a single cell of trims alone; `None` for any other cell.
pub(super) fn trims(cell: &CellRecord) -> Option<Statement> {
    let is_alone = cell.operations.read.is_none() && cell.operations.write.is_none();
    let message = message(&cell.name, &cell.operations).filter(|_| is_alone)?;
    Some(Statement::new(Severity::Measured, message))
}
