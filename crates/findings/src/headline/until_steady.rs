//! The end of cells that end once a figure is steady, or a rate too low.

use iogram_model::{
    Argument, CellRecord, CellState, EndReason, EndingRecord, Floor, Message, MessageId, Nanos,
    Pacing, RateFloor, Run, Severity, Stop, Workload, float,
};

use super::{Statement, held};

/// A statement for each of them that was not interrupted, and for each load beside one.
pub(super) fn of(run: &Run) -> Vec<Statement> {
    let cells = run.cells.iter().filter(|cell| cell.is_counted && cell.excluded.is_none());
    let of_cell = |cell: &CellRecord| {
        let why = held::moment(run, cell);
        let said = loads(cell).filter_map(|load| {
            let statement = of_load(&load)?;
            // A figure over a window depends on the computer in that window.
            let may_explain = |lost| !is_beyond_pace(&load) && held::explains(run, cell, lost);
            let why = why.as_ref().filter(|_| lost_ns(&load).is_none_or(may_explain));
            Some(match (statement.severity, why) {
                (Severity::Caution | Severity::Failed, Some(why)) => {
                    held::up(load.name, why.clone())
                }
                _ => statement,
            })
        });
        said.collect::<Vec<_>>()
    };
    cells.flat_map(of_cell).collect()
}

/// The time that a rate below its floor lost in the window of its measurement; `None` if the load kept its floor.
fn lost_ns(load: &Ended<'_>) -> Option<f64> {
    let (below, rule) = (load.ending.floor?, load.stop.floor?);
    let place = RateFloor::KINDS.iter().position(|kind| *kind == below.operation)?;
    let share = match (*rule.of.get(place)?)? {
        Floor::Iops(floor) => float(below.iops) / float(floor.max(1)),
        Floor::BytesPerS(floor) => float(below.bytes_per_s) / float(floor.max(1)),
    };
    Some(float(rule.every.0) * (1.0 - share))
}

/// Whether the required rate is above the load's own: a busy computer does not explain that.
fn is_beyond_pace(load: &Ended<'_>) -> bool {
    let Pacing::Open { rate_per_s, .. } = load.workload.pacing else { return false };
    let floor = || {
        let below = load.ending.floor?;
        let place = RateFloor::KINDS.iter().position(|kind| *kind == below.operation)?;
        *load.stop.floor?.of.get(place)?
    };
    match floor() {
        Some(Floor::Iops(floor)) => float(floor) > rate_per_s,
        Some(Floor::BytesPerS(floor)) => {
            float(floor) > rate_per_s * float(load.workload.block.largest().0)
        }
        None => false,
    }
}

/// A load that ended by its own condition.
struct Ended<'a> {
    name: &'a str,
    workload: &'a Workload,
    stop: Stop,
    /// Time from its first request on.
    time: Nanos,
    ending: &'a EndingRecord,
}

fn loads(cell: &CellRecord) -> impl Iterator<Item = Ended<'_>> {
    let time = |elapsed_ns: u64| Nanos(cell.workload.ramp.0.saturating_add(elapsed_ns));
    let is_whole = |state: &CellState| *state == CellState::Completed;
    let own = cell.ending.as_ref().filter(|_| is_whole(&cell.state)).map(|ending| Ended {
        name: &cell.name,
        workload: &cell.workload,
        stop: cell.workload.stop,
        time: time(cell.elapsed_ns),
        ending,
    });
    let beside =
        cell.workload.beside.iter().zip(&cell.beside).filter_map(move |(asked, load)| {
            Some(Ended {
                name: &load.name,
                workload: &asked.workload,
                stop: asked.workload.stop,
                time: time(load.elapsed_ns),
                ending: load.ending.as_ref().filter(|_| is_whole(&load.state))?,
            })
        });
    own.into_iter().chain(beside)
}

fn of_load(load: &Ended<'_>) -> Option<Statement> {
    if let Some(slow) = too_slow(load) {
        return Some(slow);
    }
    let rule = load.stop.steady?;
    let window = load.ending.steady.as_ref()?;
    let ratio = window.deviation_max_ratio.or(window.slope_ratio.map(f64::abs));
    let name = || Argument::Name(load.name.to_owned());
    let rule = || Argument::Name(rule.to_string());
    let (severity, message) = match (load.ending.reason, ratio) {
        (EndReason::Steady, Some(ratio)) => {
            let values = [name(), load.time.into(), rule(), Argument::Ratio(ratio)];
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

/// A rate below the one that the load had to keep.
fn too_slow(load: &Ended<'_>) -> Option<Statement> {
    let below = load.ending.floor?;
    let rule = load.stop.floor?;
    let place = RateFloor::KINDS.iter().position(|kind| *kind == below.operation)?;
    let floor = (*rule.of.get(place)?)?;
    let rate = match floor {
        Floor::Iops(_) => Argument::Iops(float(below.iops)),
        Floor::BytesPerS(_) => Argument::BytesPerS(float(below.bytes_per_s)),
    };
    let rule = Argument::Name(format!("{} {floor}", below.operation.name()));
    let name = Argument::Name(load.name.to_owned());
    let values = [name, Nanos(below.until_ns).into(), rate, rule];
    Some(Statement::new(Severity::Failed, Message::new(MessageId::CellTooSlow, values)))
}
