//! Failures and their exit codes.

pub(crate) use iogram_session::{Failure, with_causes};

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
