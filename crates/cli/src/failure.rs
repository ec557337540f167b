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
/// The question is not answered: the run measured too little, or something other than the drive determined the
/// figures.
pub(crate) const CANNOT_TELL: u8 = 6;

/// The exit code of an outcome. Every command that ends with a run's code uses this.
pub(crate) const fn code_of(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::Passed => 0,
        OutcomeKind::CannotTell | OutcomeKind::Disturbed => CANNOT_TELL,
        OutcomeKind::BrokenOff => ENVIRONMENT,
        OutcomeKind::Failed => DRIVE_FAILED,
    }
}

/// The exit code of an imported run's outcome: the file was read, even if it lacks values or its run did not
/// complete.
pub(crate) const fn code_of_imported(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::Failed => code_of(kind),
        _ => 0,
    }
}

/// The exit code of one run's outcome among several stored ones: an interrupted run has no result, and its
/// interruption was reported by its own command.
pub(crate) const fn code_among_several(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::BrokenOff => CANNOT_TELL,
        kind => code_of(kind),
    }
}

/// The worse of two exit codes: a bug before an environment error, before a refusal and wrong usage, before a failed
/// drive, before an unknown answer.
pub(crate) fn worse(one: u8, other: u8) -> u8 {
    let order = [BUG, ENVIRONMENT, REFUSED, USAGE, DRIVE_FAILED, CANNOT_TELL];
    order.into_iter().find(|code| [one, other].contains(code)).unwrap_or(one.max(other))
}

/// The panic hook: reports a bug as such, with the details for a report.
pub(crate) fn report_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let said = panic.payload_as_str().unwrap_or("no message");
    let version = env!("CARGO_PKG_VERSION");
    crate::screen::say(&format!("error: a bug in iogram {version}: {said} ({place})"));
    crate::screen::say(
        "hint: please report it with the command that you typed; kept runs are not affected",
    );
}
