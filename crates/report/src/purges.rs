//! What was done to bring the drive back to the state of a new one, and what came of it.

use iogram_model::{
    Nanos, PurgeAttempt, PurgeCheck, PurgeOutcome, PurgeRecord, PurgeState, PurgeValue, Run,
};

use crate::sheet::{Block, Section};

/// A paragraph for each purge and each attempt; `None` without purges.
pub(crate) fn section(run: &Run) -> Option<Section> {
    let blocks: Vec<Block> = run
        .purges
        .iter()
        .flat_map(|purge| {
            let attempts = purge.attempts.iter().map(attempt);
            std::iter::once(headline(purge)).chain(attempts).map(Block::Paragraph)
        })
        .collect();
    (!blocks.is_empty()).then_some(Section { title: "Purge".into(), blocks })
}

fn headline(purge: &PurgeRecord) -> String {
    let what = match (purge.state, purge.method()) {
        (PurgeState::Purged, Some(method)) => format!("PURGED ({method})"),
        (PurgeState::Purged, None) => "PURGED".to_owned(),
        (PurgeState::NotPurged, _) if purge.attempts.is_empty() => {
            return "NOT PURGED: there is no drive of its own to purge".to_owned();
        }
        (PurgeState::NotPurged, _) => "NOT PURGED: nothing worked".to_owned(),
        (PurgeState::Interrupted, _) => {
            "INTERRUPTED: the drive may be purged in part".to_owned()
        }
    };
    let place = match purge.cells_before_count {
        0 => String::new(),
        1 => ", after 1 cell".to_owned(),
        count => format!(", after {count} cells"),
    };
    format!("{what} in {}{place}", Nanos(purge.elapsed_ns))
}

fn attempt(attempt: &PurgeAttempt) -> String {
    let outcome = match attempt.outcome {
        PurgeOutcome::Done => "done",
        PurgeOutcome::Unsupported => "not supported",
        PurgeOutcome::Skipped => "left out",
        PurgeOutcome::Failed => "failed",
        PurgeOutcome::NotVerified => "not verified",
        PurgeOutcome::Interrupted => "interrupted",
    };
    let why = attempt.message.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    let check = attempt.check.map(|check| format!("; {}", samples(check))).unwrap_or_default();
    let time = Nanos(attempt.elapsed_ns);
    format!("{}: {outcome} after {time}{why}{check}", attempt.method)
}

fn samples(check: PurgeCheck) -> String {
    let promise = match check.promised {
        Some(PurgeValue::Zeros) => "due: zeros",
        Some(PurgeValue::Ones) => "due: ones",
        None => "due: unknown, the drive promises no value",
    };
    format!(
        "of {} samples {} read as zeros, {} as ones, {} as before ({promise})",
        check.sample_count, check.zeros_count, check.ones_count, check.unchanged_count
    )
}
