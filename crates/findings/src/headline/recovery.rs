//! What idle time gives back, and whether a drive comes back after other work.

use iogram_model::{Access, Argument, Finding, Message, MessageId, Recovery, Run, Severity};

use super::Statement;

/// From so much on idle time has given something back: a steady state itself varies by as much.
///
/// Source: SNIA SSS-PTS, steady state: values within 110 % and 90 % of the mean.
const GAIN_MIN_RATIO: f64 = 1.1;

/// Requests up to this size at random addresses are counted, larger ones are told in bytes. Arbitrary.
const SMALL_MAX: u64 = 16 << 10;

/// The rest that gives most back, then each cell that came after other work.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let all: Vec<&Recovery> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Recovery(recovery) => Some(recovery),
            _ => None,
        })
        .collect();
    let gain = |recovery: &&Recovery| recovery.gain_ratio.unwrap_or(0.0);
    let rested = all.iter().copied().filter(|it| it.idle_ns.is_some());
    let best = rested.max_by(|one, other| gain(one).total_cmp(&gain(other)));
    let after_work = all.iter().copied().filter(|it| it.idle_ns.is_none());
    let best = best.and_then(|recovery| idle(run, recovery));
    best.into_iter().chain(after_work.filter_map(|it| after(run, it))).collect()
}

fn idle(run: &Run, recovery: &Recovery) -> Option<Statement> {
    let (value, reference) = rates(run, recovery)?;
    let gain = recovery.gain_ratio?;
    let values = [
        Argument::Ns(recovery.idle_ns?),
        Argument::Name(recovery.cell.clone()),
        value,
        Argument::Ratio(gain),
        reference,
    ];
    let id = match gain >= GAIN_MIN_RATIO {
        true => MessageId::IdleGives,
        // The other rests give even less.
        false => MessageId::IdleGivesNothing,
    };
    Some(Statement::new(Severity::Good, Message::new(id, values)))
}

fn after(run: &Run, recovery: &Recovery) -> Option<Statement> {
    let (value, reference) = rates(run, recovery)?;
    let cell = Argument::Name(recovery.cell.clone());
    Some(match recovery.recovered_after_ns {
        Some(time) => {
            let values = [cell, value, Argument::Ns(time), reference];
            Statement::new(Severity::Good, Message::new(MessageId::CameBack, values))
        }
        None => {
            let gain = Argument::Ratio(recovery.gain_ratio?);
            let values = [cell, value, gain, Argument::Ns(recovery.elapsed_ns), reference];
            Statement::new(Severity::Caution, Message::new(MessageId::NotBack, values))
        }
    })
}

/// Of the cell and of what it is held against, in requests where these are small.
fn rates(run: &Run, recovery: &Recovery) -> Option<(Argument, Argument)> {
    let cell = run.cells.iter().find(|cell| cell.name == recovery.cell)?;
    let is_small = cell.workload.block.largest().0 <= SMALL_MAX;
    Some(if is_small && cell.workload.access != Access::Sequential {
        (Argument::Iops(recovery.iops?), Argument::Iops(recovery.reference_iops?))
    } else {
        let rates = (recovery.bytes_per_s?, recovery.reference_bytes_per_s?);
        (Argument::BytesPerS(rates.0), Argument::BytesPerS(rates.1))
    })
}
