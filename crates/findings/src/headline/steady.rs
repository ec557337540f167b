//! Whether the drive is steady, at which figure, and with what confidence.

use iogram_model::Total as _;
use iogram_model::{
    Argument, CellRecord, EndReason, Figure, Finding, Message, MessageId, Nanos, Run, Severity,
    SteadyState, SteadyWindow, Verdict,
};

use super::{Statement, held};

/// The answer of each sequence of rounds, then the distance of its window from the criteria. If it stands beside
/// another answer, a warning about too few written bytes does not come before that answer.
pub(super) fn of(run: &Run, findings: &[Finding], is_beside: bool) -> Vec<Statement> {
    let states = findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(steady),
        _ => None,
    });
    let states = states.filter(|steady| !run.is_preconditioned_by(steady));
    let answer = |steady| {
        if let Some((cell, why)) = held_up(run, steady) {
            return Some(held::up(cell, why));
        }
        answer(steady).map(|it| match it.message.id {
            MessageId::SteadyEarly if is_beside => {
                Statement { severity: Severity::Measured, ..it }
            }
            _ => it,
        })
    };
    let rounds = states.flat_map(|steady| answer(steady).into_iter().chain(window(steady)));
    rounds.chain(findings.iter().filter_map(standard)).collect()
}

/// Whether the loads before each cell became steady: one statement for all of them. `None` without any.
pub(super) fn preconditioned(run: &Run, findings: &[Finding]) -> Option<Statement> {
    let states = findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(steady),
        _ => None,
    });
    let before: Vec<&SteadyState> =
        states.filter(|steady| run.is_preconditioned_by(steady)).collect();
    let known = before.iter().filter(|steady| steady.verdict != Verdict::Unknown);
    let count = Argument::Count(known.count() as u64);
    let missed = || before.iter().filter(|steady| steady.verdict == Verdict::Fail);
    let first = missed().find_map(|steady| steady.cells.first());
    let (severity, message) = match first {
        Some(window) => {
            let values = [Argument::Count(missed().count() as u64), count, cell(window)];
            (Severity::Caution, Message::new(MessageId::PreconditionedMissed, values))
        }
        None if count == Argument::Count(0) => return None,
        None => (Severity::Measured, Message::new(MessageId::Preconditioned, [count])),
    };
    Some(Statement::new(severity, message))
}

/// The time saved by cells that ended once their rate was known, and the precision of the rounds' figures despite
/// that. `None` if none could end early, or if it is unknown.
pub(super) fn shortened(run: &Run, findings: &[Finding]) -> Option<Statement> {
    let early = || {
        let cells = run.cells.iter().filter(|cell| cell.is_counted);
        cells
            .filter_map(|cell| Some((cell, cell.ending.as_ref()?, cell.workload.stop.certain?)))
    };
    let (_, _, asked) = early().next()?;
    let planned = early().filter_map(|(cell, ..)| cell.workload.stop.time).map(|it| it.0);
    let measured = early().map(|(cell, ..)| cell.elapsed_ns);
    let count =
        early().filter(|(_, ending, _)| ending.reason == EndReason::Certain).count() as u64;
    let results = findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(&steady.results),
        _ => None,
    });
    let widths: Option<Vec<f64>> =
        results.flatten().map(|it| it.rate_half_width_ratio).collect();
    let widest = widths?.into_iter().reduce(f64::max)?;
    let values = [
        Nanos(measured.total()).into(),
        Nanos(planned.total()).into(),
        count.into(),
        (early().count() as u64).into(),
        Argument::Ratio(widest),
        Argument::Ratio(f64::from(asked.confidence.0) / 1000.0),
    ];
    Some(Statement::new(Severity::Measured, Message::new(MessageId::CellsShortened, values)))
}

/// The missing requirements of a report by the published test; `None` if there are none.
fn standard(finding: &Finding) -> Option<Statement> {
    let Finding::StandardReport(report) = finding else { return None };
    let values = [
        Argument::Name(report.like.clone()),
        Argument::Name(report.name.clone()),
        Argument::Count(report.missing.len() as u64),
        Argument::Count(report.differs.len() as u64),
    ];
    let message = Message::new(MessageId::StandardLike, values);
    (!report.is_whole()).then(|| Statement::new(Severity::Measured, message))
}

/// The disturbance by the computer in the rounds of the deciding window: it makes a drive look unsteady, and a
/// generator that sets the pace makes every drive look steady.
fn held_up<'a>(run: &Run, steady: &'a SteadyState) -> Option<(&'a str, Message)> {
    if steady.verdict == Verdict::Unknown {
        return None;
    }
    let window = steady.window_count as usize;
    steady.cells.iter().find_map(|of| {
        let rounds = run.cells.iter().filter(|it| it.is_counted && it.name == of.cell);
        let last: Vec<&CellRecord> = rounds.rev().take(window).collect();
        let why = last.into_iter().find_map(|round| {
            held::by_factor(run, round, 1.0 + steady.range_limit_ratio / 2.0)
        })?;
        Some((of.cell.as_str(), why))
    })
}

fn cell(window: &SteadyWindow) -> Argument {
    Argument::Name(window.cell.clone())
}

/// The mean of the window with its unit; `None` if there were too few rounds.
fn value(steady: &SteadyState, window: &SteadyWindow) -> Option<Argument> {
    let value = window.mean_value()?;
    Some(match steady.figure() {
        Figure::Iops => Argument::Iops(value),
        Figure::BytesPerS => Argument::BytesPerS(value),
        figure => Argument::Figure { name: figure.name().to_owned(), value },
    })
}

/// `None` if the rounds were interrupted before there was an answer.
fn answer(steady: &SteadyState) -> Option<Statement> {
    let rounds = Argument::Count(steady.rounds_count);
    let first = steady.cells.first();
    let known = first.and_then(|window| Some((cell(window), value(steady, window)?)));
    let (severity, message) = match (steady.verdict, known) {
        (Verdict::Pass, Some((cell, value))) => {
            match steady.passes_before_ratio().filter(|_| steady.is_early()) {
                Some(passes) => {
                    let values = [rounds, cell, value, Argument::Ratio(passes)];
                    (Severity::Caution, Message::new(MessageId::SteadyEarly, values))
                }
                None => {
                    let values = [rounds, cell, value];
                    (Severity::Good, Message::new(MessageId::SteadyReached, values))
                }
            }
        }
        (Verdict::Fail, Some((cell, value))) => {
            (Severity::Caution, Message::new(MessageId::SteadyMissed, [rounds, cell, value]))
        }
        (Verdict::Fail, None) if steady.rounds_count < u64::from(steady.window_count) => {
            let window = Argument::Count(u64::from(steady.window_count));
            let values = [cell(first?), rounds, window];
            (Severity::Unknown, Message::new(MessageId::SteadyTooFew, values))
        }
        (Verdict::Fail, None) => {
            (Severity::Caution, Message::new(MessageId::SteadyNoWindow, [rounds]))
        }
        _ => return None,
    };
    Some(Statement::new(severity, message))
}

/// The cell that is closest to its limits, or farthest beyond them.
fn window(steady: &SteadyState) -> Option<Statement> {
    let share = |range: f64, slope: f64| {
        (range / steady.range_limit_ratio).max(slope.abs() / steady.slope_limit_ratio)
    };
    let windows = steady
        .cells
        .iter()
        .filter_map(|window| Some((window.range_ratio?, window.slope_ratio?, window)));
    let (range, slope, widest) =
        windows.max_by(|a, b| share(a.0, a.1).total_cmp(&share(b.0, b.1)))?;
    let values = [
        Argument::Count(u64::from(steady.window_count)),
        cell(widest),
        Argument::Ratio(range),
        Argument::Ratio(steady.range_limit_ratio),
        Argument::Ratio(slope.abs()),
        Argument::Ratio(steady.slope_limit_ratio),
    ];
    let message = Message::new(MessageId::SteadyWindow, values);
    Some(Statement::new(Severity::Measured, message))
}
