//! Recovery of a drive in idle time, and after other work.

use iogram_model::{Access, Argument, Finding, Message, MessageId, Recovery, Run, Severity};

use super::Statement;

/// Least gain of a rest that counts as a recovery: a steady state itself varies by as much.
///
/// Source: SNIA SSS-PTS, steady state: values within 110 % and 90 % of the mean.
const GAIN_MIN_RATIO: f64 = 1.1;
/// Least gain that counts as a small recovery. Source: simulated drives without idle work, whose rests give up to 2.7
/// % (the drive's own buffer at the beginning of each of the bursts).
const LITTLE_MIN_RATIO: f64 = 1.03;
/// A drive has recovered at this share of its earlier rate: a steady state may vary by as much.
const BACK_MIN_RATIO: f64 = 0.9;

/// Random requests up to this size are counted in requests, larger ones in bytes. Arbitrary.
const SMALL_MAX: u64 = 16 << 10;

/// The rest with the largest gain, then each cell after other work.
pub(super) fn of(run: &Run, findings: &[Finding]) -> Vec<Statement> {
    let all: Vec<&Recovery> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::Recovery(recovery) => Some(recovery),
            _ => None,
        })
        .collect();
    let gain = |recovery: &&Recovery| gain_by_rest(recovery).unwrap_or(0.0);
    let rested = all.iter().copied().filter(|it| it.idle_ns.is_some());
    let best = rested.max_by(|one, other| gain(one).total_cmp(&gain(other)));
    let after_work = all.iter().copied().filter(|it| it.idle_ns.is_none());
    let best = best.and_then(|recovery| idle(run, recovery));
    best.into_iter().chain(after_work.filter_map(|it| after(run, it))).collect()
}

/// The gain relative to the same load around the rest; in records of older versions, and without such a load,
/// relative to the reference.
fn gain_by_rest(recovery: &Recovery) -> Option<f64> {
    recovery.rest_gain_ratio.or(recovery.gain_ratio)
}

fn idle(run: &Run, recovery: &Recovery) -> Option<Statement> {
    let (value, reference) = rates(run, recovery)?;
    let gain = gain_by_rest(recovery)?;
    let values = [
        Argument::Ns(recovery.idle_ns?),
        Argument::Name(recovery.cell.clone()),
        value,
        Argument::Ratio(gain),
        reference,
    ];
    let id = match gain {
        gain if gain >= GAIN_MIN_RATIO => MessageId::IdleGives,
        gain if gain >= LITTLE_MIN_RATIO => MessageId::IdleGivesLittle,
        // The other rests give even less.
        _ => MessageId::IdleGivesNothing,
    };
    Some(Statement::new(Severity::Good, Message::new(id, values)))
}

fn after(run: &Run, recovery: &Recovery) -> Option<Statement> {
    let (value, reference) = rates(run, recovery)?;
    let cell = Argument::Name(recovery.cell.clone());
    let settled = recovery.settled_after_ns.zip(recovery.settled_bytes_per_s);
    // The rate of fresh flash is not a reference for a drive that has been written full since.
    let back = match (recovery.recovered_after_ns, settled) {
        (Some(time), _) => Some((time, reference.clone())),
        (None, Some((time, rate))) => Some((time, Argument::BytesPerS(rate))),
        (None, None) => None,
    };
    Some(match back {
        Some((time, reference)) => {
            let values = [cell, value, Argument::Ns(time), reference];
            Statement::new(Severity::Good, Message::new(MessageId::CameBack, values))
        }
        None => {
            let gain = recovery.gain_ratio?;
            let elapsed = Argument::Ns(recovery.elapsed_ns);
            let values = [cell, value, Argument::Ratio(gain), elapsed, reference];
            if gain >= BACK_MIN_RATIO {
                let message = Message::new(MessageId::NearlyBack, values);
                return Some(Statement::new(Severity::Good, message));
            }
            Statement::new(Severity::Caution, Message::new(MessageId::NotBack, values))
        }
    })
}

/// Rates of the cell and of its reference; in requests if these are small.
fn rates(run: &Run, recovery: &Recovery) -> Option<(Argument, Argument)> {
    let cell = run.cells.iter().find(|cell| cell.name == recovery.cell)?;
    let is_small = cell.workload.block.largest().0 <= SMALL_MAX;
    Some(if is_small && cell.workload.access != Access::Sequential {
        let reference = recovery.without_rest_iops.or(recovery.reference_iops)?;
        (Argument::Iops(recovery.iops?), Argument::Iops(reference))
    } else {
        let reference = recovery.without_rest_bytes_per_s.or(recovery.reference_bytes_per_s)?;
        (Argument::BytesPerS(recovery.bytes_per_s?), Argument::BytesPerS(reference))
    })
}
