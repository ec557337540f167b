//! Whether cells ended that end once a figure is steady, or a rate too low.

use iogram_model::{
    Argument, CellRecord, CellState, EndReason, Floor, Message, MessageId, Nanos, RateFloor,
    Run, Severity, float,
};

use super::Statement;

/// A statement for each of them that was not broken off.
pub(super) fn of(run: &Run) -> Vec<Statement> {
    let cells = run.cells.iter().filter(|cell| cell.is_counted && cell.excluded.is_none());
    cells.filter(|cell| cell.state == CellState::Completed).filter_map(of_cell).collect()
}

fn of_cell(cell: &CellRecord) -> Option<Statement> {
    if let Some(slow) = too_slow(cell) {
        return Some(slow);
    }
    let rule = cell.workload.stop.steady?;
    let ending = cell.ending.as_ref()?;
    let window = ending.steady.as_ref()?;
    let ratio = window.deviation_max_ratio.or(window.slope_ratio.map(f64::abs));
    let name = || Argument::Name(cell.name.clone());
    let rule = || Argument::Name(rule.to_string());
    let (severity, message) = match (ending.reason, ratio) {
        (EndReason::Steady, Some(ratio)) => {
            let time = Nanos(cell.workload.ramp.0.saturating_add(cell.elapsed_ns));
            let values = [name(), time.into(), rule(), Argument::Ratio(ratio)];
            (Severity::Measured, Message::new(MessageId::CellSteady, values))
        }
        (_, Some(ratio)) => {
            let values = [name(), rule(), Argument::Ratio(ratio)];
            (Severity::Caution, Message::new(MessageId::CellNotSteady, values))
        }
        (_, None) => {
            let values = [name(), rule()];
            (Severity::Unknown, Message::new(MessageId::CellTooShort, values))
        }
    };
    Some(Statement::new(severity, message))
}

/// A rate that was below the one that the cell had to keep.
fn too_slow(cell: &CellRecord) -> Option<Statement> {
    let below = cell.ending.as_ref()?.floor?;
    let rule = cell.workload.stop.floor?;
    let place = RateFloor::KINDS.iter().position(|kind| *kind == below.operation)?;
    let floor = (*rule.of.get(place)?)?;
    let rate = match floor {
        Floor::Iops(_) => Argument::Iops(float(below.iops)),
        Floor::BytesPerS(_) => Argument::BytesPerS(float(below.bytes_per_s)),
    };
    let rule = Argument::Name(format!("{} {floor}", below.operation.name()));
    let values = [Argument::Name(cell.name.clone()), Nanos(below.until_ns).into(), rate, rule];
    Some(Statement::new(Severity::Failed, Message::new(MessageId::CellTooSlow, values)))
}
