//! Failures and their exit codes.

pub(crate) use iogram_session::{Failure, with_causes};

use iogram_model::OutcomeKind;

/// The drive failed the test.
pub(crate) const DRIVE_FAILED: u8 = 1;
/// Wrong usage.
pub(crate) const USAGE: u8 = 2;
/// Refused, to protect data.
pub(crate) const REFUSED: u8 = 3;
/// I/O, environment or interruption.
pub(crate) const ENVIRONMENT: u8 = 4;
/// A bug in iogram.
pub(crate) const BUG: u8 = 5;
/// What was asked is not answered: too little was measured, or something else than the drive decided the figures.
pub(crate) const CANNOT_TELL: u8 = 6;

/// The exit code of what became of a run. Whoever ends with a run's code takes it from here.
pub(crate) const fn code_of(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::Passed => 0,
        OutcomeKind::CannotTell | OutcomeKind::Disturbed => CANNOT_TELL,
        OutcomeKind::BrokenOff => ENVIRONMENT,
        OutcomeKind::Failed => DRIVE_FAILED,
    }
}

/// The exit code of what became of a run that was imported: what its file does not tell, or did not come to its end, was
/// read all the same.
pub(crate) const fn code_of_imported(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::Failed => code_of(kind),
        _ => 0,
    }
}

/// The exit code of what became of a run among several that were kept: one that was broken off tells nothing, and its breaking off
/// was its own command's.
pub(crate) const fn code_among_several(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::BrokenOff => CANNOT_TELL,
        kind => code_of(kind),
    }
}

/// The worse of two exit codes: a bug before what the environment did, before a refusal and wrong usage, before a drive that
/// failed, before what is not known.
pub(crate) fn worse(one: u8, other: u8) -> u8 {
    let order = [BUG, ENVIRONMENT, REFUSED, USAGE, DRIVE_FAILED, CANNOT_TELL];
    order.into_iter().find(|code| [one, other].contains(code)).unwrap_or(one.max(other))
}

/// The panic hook: a bug is said as one, with what a report needs.
pub(crate) fn report_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let said = panic.payload_as_str().unwrap_or("no message");
    let version = env!("CARGO_PKG_VERSION");
    crate::screen::say(&format!("error: a bug in iogram {version}: {said} ({place})"));
    crate::screen::say(
        "hint: please report it with the command that you typed; kept runs are not affected",
    );
}
