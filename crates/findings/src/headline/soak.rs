//! Result of a soak: the share of lost time, the longest stall, the rate beside the promised one.

use iogram_model::{
    Argument, Caching, CellRecord, CellState, Figure, Finding, Message, MessageId, OpKind, Run,
    Severity, StallSummary,
};

use super::{Statement, held};

/// The method for this question.
const METHOD: &str = "soak";

/// Random writes per second of 4 KiB that the application classes require.
///
/// Source: SD Physical Layer Simplified Specification 6.00, section 4.16.
const APP_CLASSES: [(&str, f64); 2] = [("A1", 500.0), ("A2", 2000.0)];

/// Whether `cell` wrote small blocks to observe whether the drive keeps going.
pub(super) fn is_soak(run: &Run, cell: &CellRecord) -> bool {
    let method = cell.block.as_deref().unwrap_or(&run.method.id);
    let has_ended = matches!(cell.state, CellState::Completed | CellState::Interrupted);
    method == METHOD && has_ended && cell.is_counted && cell.operations.write.is_some()
}

/// The statements about the cell that lost the largest share of its time: the verdict, and the rate.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let summary_of = |cell: &CellRecord| {
        findings.iter().find_map(|finding| match finding {
            Finding::StallSummary(it) if it.cell == cell.name && it.repeat == cell.repeat => {
                Some(it)
            }
            _ => None,
        })
    };
    let lost = |summary: Option<&StallSummary>| summary.map_or(0.0, |it| it.lost_ratio);
    let soaks = run.cells.iter().filter(|cell| is_soak(run, cell));
    let worst = soaks
        .map(|cell| (cell, summary_of(cell)))
        .max_by(|one, other| lost(one.1).total_cmp(&lost(other.1)));
    let Some((cell, summary)) = worst else { return Vec::new() };
    std::iter::once(verdict(run, cell, summary)).chain(promise(run, cell)).collect()
}

fn verdict(run: &Run, cell: &CellRecord, summary: Option<&StallSummary>) -> Statement {
    let time = Argument::Ns(cell.elapsed_ns);
    let name = Argument::Name(cell.name.clone());
    if let Some(why) = summary.and_then(|summary| held::stalls(run, summary)) {
        return held::up(&cell.name, why);
    }
    match summary {
        Some(summary) => {
            let lost = Argument::Ratio(summary.lost_ratio);
            let values = [lost, time, name, Argument::Ns(summary.longest_ns)];
            Statement::new(Severity::Caution, Message::new(MessageId::SoakLoses, values))
        }
        None => {
            let write = cell.operations.write.as_ref();
            let slowest = Argument::Ns(write.map_or(0, |write| write.latency_ns.max));
            let rate = write.map_or(0.0, |write| write.iops);
            // A drive that takes a third of a second for every write keeps going, but is not good.
            if super::is_card_or_stick(run) && rate < APP_CLASSES[0].1 {
                let values = [Argument::Iops(rate), time, name, slowest];
                return Statement::new(
                    Severity::Measured,
                    Message::new(MessageId::SoakSlow, values),
                );
            }
            let values = [time, name, slowest];
            Statement::new(Severity::Good, Message::new(MessageId::SoakEven, values))
        }
    }
}

/// The rate beside the card's claimed class; cards, sticks and eMMC without a claim are compared with the lowest
/// class. `None` for other drives, which have no such class.
fn promise(run: &Run, cell: &CellRecord) -> Option<Statement> {
    let measured = cell.operations.write.as_ref()?.iops;
    let card = run.target.card.as_ref().and_then(|card| card.status.as_ref());
    let claimed = card.and_then(|status| status.application_class.as_deref());
    let known = APP_CLASSES.iter().find(|(mark, _)| Some(*mark) == claimed);
    let (severity, id, (mark, promised)) = match known {
        // The class is about direct random writes of 4 KiB: for other writes it is only a yardstick.
        Some(class) if is_as_promised(cell) => {
            let iops = (Figure::Iops, OpKind::Write);
            let why = held::figure(run, cell, iops, |spared| spared >= class.1);
            if measured >= class.1 {
                (Severity::Measured, MessageId::SoakPromiseKept, *class)
            } else if let Some(why) = why {
                return Some(held::up(&cell.name, why));
            } else {
                (Severity::Caution, MessageId::SoakPromiseMissed, *class)
            }
        }
        Some(class) => (Severity::Measured, MessageId::SoakYardstick, *class),
        None if super::is_card_or_stick(run) => {
            (Severity::Measured, MessageId::SoakYardstick, APP_CLASSES[0])
        }
        None => return None,
    };
    let values =
        [Argument::Iops(measured), Argument::Name(mark.to_owned()), Argument::Iops(promised)];
    Some(Statement::new(severity, Message::new(id, values)))
}

fn is_as_promised(cell: &CellRecord) -> bool {
    cell.workload.block.largest().0 == 4096 && cell.workload.caching == Caching::Direct
}
