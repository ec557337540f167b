//! Stalls, near stalls and extremely slow requests: harmful although the mean does not show them.

use iogram_model::{
    Argument, CellRecord, Figure, Finding, Message, MessageId, OpKind, OpRecord, Run, Severity,
    SlowStretch, StallSummary, float,
};

use super::{Statement, are_grave_stalls, held, soak};

/// If one request in ten at queue depth 1 takes this long, every program that waits for it freezes again and again.
/// As long as the shortest stall, and as arbitrary.
const SLOW_REQUEST_NS: u64 = 400_000_000;

/// The longest of all stalls, and the cell that lost the largest share of its time: on a bad drive these may be two.
pub(super) fn worst_stall(run: &Run, findings: &[Finding]) -> Option<Statement> {
    // A soak has its own statement.
    let is_soak = |summary: &StallSummary| {
        let mut cells = run.cells.iter().filter(|cell| soak::is_soak(run, cell));
        cells.any(|cell| cell.name == summary.cell && cell.repeat == summary.repeat)
    };
    let all: Vec<&StallSummary> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::StallSummary(summary) if !is_soak(summary) => Some(summary),
            _ => None,
        })
        .collect();
    // A stall that the computer may have caused is not the drive's.
    let held = |summary: &&&StallSummary| held::stalls(run, summary).is_some();
    let by_loss = |one: &&StallSummary, other: &&StallSummary| {
        one.lost_ratio.total_cmp(&other.lost_ratio)
    };
    let summaries = || all.iter().filter(|summary| !held(summary)).copied();
    let Some(worst) = summaries().max_by(by_loss) else {
        let worst = all.iter().copied().max_by(by_loss)?;
        let is_noticed = are_grave_stalls(worst.longest_ns, worst.lost_ratio);
        let why = held::stalls(run, worst).filter(|_| is_noticed)?;
        return Some(held::up(&worst.cell, why));
    };
    let longest_ns = summaries().map(|summary| summary.longest_ns).max()?;
    let values = [
        Argument::Ns(longest_ns),
        Argument::Ratio(worst.lost_ratio),
        Argument::Name(worst.cell.clone()),
    ];
    // If the run is about a steady state or a limit, that is the answer: a saturated drive makes deep queues wait.
    let is_about_rounds = run.criteria.as_ref().is_some_and(|it| {
        !it.steady.is_empty() || !it.recovery.is_empty() || !it.searches.is_empty()
    });
    let is_first = are_grave_stalls(longest_ns, worst.lost_ratio) && !is_about_rounds;
    let (severity, id) = match is_first {
        true => (Severity::Caution, MessageId::StandsStill),
        false => (Severity::Measured, MessageId::StoodStill),
    };
    Some(Statement::new(severity, Message::new(id, values)))
}

/// The cell whose requests, one at a time, take longest.
pub(super) fn slowest_requests(run: &Run) -> Option<Statement> {
    let is_alone = |cell: &&CellRecord| {
        let workload = &cell.workload;
        let is_single = workload.depth == 1 && workload.jobs == 1;
        // A large request takes long even on a healthy drive.
        is_single && cell.is_counted && workload.block.largest().0 <= 65_536
    };
    let p90 = |op: Option<&OpRecord>| op.and_then(|op| op.latency_ns.p90);
    let slowest = run.cells.iter().filter(is_alone).filter_map(|cell| {
        let kinds = [OpKind::Read, OpKind::Write];
        let slowest = kinds.into_iter().filter_map(|kind| p90(cell.operations.of(kind))).max();
        Some((slowest.filter(|ns| *ns >= SLOW_REQUEST_NS)?, cell))
    });
    let (p90_ns, cell) = slowest.max_by_key(|(ns, _)| *ns)?;
    let mut kinds = [OpKind::Read, OpKind::Write].into_iter();
    let slow_ns = float(SLOW_REQUEST_NS);
    let why = kinds.find_map(|kind| {
        held::figure(run, cell, (Figure::LatencyP90, kind), |spared| spared < slow_ns)
    });
    if let Some(why) = why {
        return Some(held::up(&cell.name, why));
    }
    let values = [Argument::Ns(p90_ns), Argument::Name(cell.name.clone())];
    Some(Statement::new(Severity::Caution, Message::new(MessageId::SlowRequests, values)))
}

pub(super) fn slow_stretch(run: &Run, stretch: &SlowStretch) -> Statement {
    if let Some(why) = held::stretch(run, stretch) {
        return held::up(&stretch.cell, why);
    }
    let values = [
        Argument::Ns(stretch.to_ns.saturating_sub(stretch.from_ns)),
        Argument::BytesPerS(stretch.bytes_per_s),
        Argument::BytesPerS(stretch.usual_bytes_per_s),
    ];
    Statement::new(Severity::Caution, Message::new(MessageId::SlowFor, values))
}
