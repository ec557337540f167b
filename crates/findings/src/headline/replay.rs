//! Latencies of a drive under recorded requests, beside those of the recording.

use iogram_model::{
    Argument, CellRecord, CellState, Finding, IoPath, LatencySummary, Message, MessageId,
    OpKind, ReplayRecord, Run, SeenFrom, Severity, Timing, TraceScore, TraceScores, rounded,
};

use super::programs::recorded_program;
use super::{Statement, held};

/// Least delay that is reported: data for 25 frames a second misses one. The target of 50 us for the issue of
/// requests concerns only the generator, and is in the record.
const LATE_MIN_NS: u64 = 40_000_000;

/// The statements about cells that replayed a trace.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let has_ended = |cell: &&CellRecord| cell.is_counted && cell.state == CellState::Completed;
    let mut statements: Vec<Statement> =
        findings.iter().filter_map(|finding| scored(run, finding)).collect();
    statements.extend(findings.iter().filter_map(related));
    let has_scores = !statements.is_empty();
    for cell in run.cells.iter().filter(has_ended) {
        let Some(replay) = &cell.engine.replay else { continue };
        let is_fill =
            cell.workload.replay.as_ref().is_some_and(|it| it.how.timing == Timing::Fill);
        if is_fill {
            continue;
        }
        statements.extend(behind(cell, replay).map(|late| match held::moment(run, cell) {
            Some(why) => held::up(&cell.name, why),
            None => late,
        }));
        // With several traces, each has its line on the page.
        if !has_scores && recorded_program(cell).is_none() {
            statements.push(took(cell, replay));
            let latency = latency(cell, replay);
            let is_beside = latency.is_some() && !replay.recorded.is_empty();
            statements.extend(latency);
            statements.extend(below(cell).filter(|_| is_beside));
        }
    }
    statements
}

/// The score of several traces together.
fn scored(run: &Run, finding: &Finding) -> Option<Statement> {
    let Finding::TraceScores(scores) = finding else { return None };
    let first = scores.traces.first()?;
    if run.cells.iter().all(|cell| cell.name != first.cell) {
        return Some(scored_by_part(scores));
    }
    let total = &scores.total;
    let values = [
        Argument::Count(scores.traces.len() as u64),
        Argument::Count(rounded(total.score)),
        Argument::BytesPerS(total.bytes_per_s),
        Argument::Ns(rounded(total.access_mean_ns)),
    ];
    let message = Message::new(MessageId::ScoresOfTraces, values);
    (scores.traces.len() > 1).then(|| Statement::asked(message))
}

/// The score relative to another drive.
fn related(finding: &Finding) -> Option<Statement> {
    let Finding::TraceScores(scores) = finding else { return None };
    let (ratio, name) = scores.total.reference_ratio.zip(scores.reference.as_ref())?;
    let values = [Argument::Ratio(ratio), Argument::Name(name.clone())];
    Some(Statement::new(Severity::Measured, Message::new(MessageId::ScoreRatio, values)))
}

/// The same traces in several parts: the difference between the parts.
fn scored_by_part(scores: &TraceScores) -> Statement {
    let by_score = |one: &&TraceScore, other: &&TraceScore| one.score.total_cmp(&other.score);
    let part = |score: Option<&TraceScore>| {
        let (value, name) = score.map_or((0.0, ""), |it| (it.score, it.cell.as_str()));
        (Argument::Count(rounded(value)), Argument::Name(name.to_owned()))
    };
    let (best, best_part) = part(scores.traces.iter().max_by(by_score));
    let (worst, worst_part) = part(scores.traces.iter().min_by(by_score));
    let count = Argument::Count(scores.traces.len() as u64);
    let values = [count, best, best_part, worst, worst_part];
    Statement::asked(Message::new(MessageId::ScoresOfParts, values))
}

/// Requests that waited before their issue.
fn behind(cell: &CellRecord, replay: &ReplayRecord) -> Option<Statement> {
    let late = replay.late_ns?.p99.filter(|late| *late >= LATE_MIN_NS)?;
    let values = [Argument::Name(cell.name.clone()), Argument::Ns(late)];
    Some(Statement::new(Severity::Caution, Message::new(MessageId::ReplayBehind, values)))
}

/// A note that the times of the recording and of this run come from different layers: a program waits for the system,
/// too.
fn below(cell: &CellRecord) -> Option<Statement> {
    let load = cell.workload.replay.as_ref()?.load?;
    let is_of_a_program = matches!(cell.engine.path, IoPath::IoUring | IoPath::Sync);
    let is_below = load.seen_from == Some(SeenFrom::BelowTheQueue) && is_of_a_program;
    is_below
        .then(|| Statement::new(Severity::Measured, Message::new(MessageId::ReplayBelow, [])))
}

fn took(cell: &CellRecord, replay: &ReplayRecord) -> Statement {
    let name = Argument::Name(cell.name.clone());
    let (count, time) = (Argument::Count(replay.count), Argument::Ns(cell.elapsed_ns));
    let message = match replay.recorded_elapsed_ns {
        Some(recorded) => {
            let values = [name, count, time, Argument::Ns(recorded)];
            Message::new(MessageId::ReplayTook, values)
        }
        None => Message::new(MessageId::ReplayTookAlone, [name, count, time]),
    };
    Statement::new(Severity::Measured, message)
}

/// The latency of the most frequent kind of operation that moves data.
fn latency(cell: &CellRecord, replay: &ReplayRecord) -> Option<Statement> {
    let kinds = [OpKind::Read, OpKind::Write].into_iter();
    let known = kinds.filter_map(|kind| Some((kind, cell.operations.of(kind)?)));
    let (kind, operation) = known.max_by_key(|(_, operation)| operation.count)?;
    let bounds = |latency: &LatencySummary| Some((latency.p50?, latency.p99?));
    let (half, most) = bounds(&operation.latency_ns)?;
    let then = replay.recorded.iter().find(|then| then.operation == kind);
    let is_read = kind == OpKind::Read;
    let message = match then.and_then(|then| bounds(&then.latency_ns)) {
        Some((half_then, most_then)) => {
            let values = [half, half_then, most, most_then].map(Argument::Ns);
            let id = if is_read { MessageId::ReplayReads } else { MessageId::ReplayWrites };
            Message::new(id, values)
        }
        None if is_read => {
            Message::new(MessageId::ReplayReadsAlone, [half, most].map(Argument::Ns))
        }
        None => Message::new(MessageId::ReplayWritesAlone, [half, most].map(Argument::Ns)),
    };
    Some(Statement::new(Severity::Measured, message))
}
