//! What went wrong, for the user: what could not be done, why, and what to do; and the exit code.

use std::process::ExitCode;

use iogram_engine::{RigError, RigErrorKind};
use iogram_runner::{MethodError, PlanError};

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

/// A reason to stop, in words.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    message: String,
    /// An excerpt of a file with the place marked; may be empty.
    excerpt: String,
    hint: String,
}

impl Failure {
    pub(crate) fn new(code: u8, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { code, message: message.into(), excerpt: String::new(), hint: hint.into() }
    }

    pub(crate) fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(USAGE, message, hint)
    }

    pub(crate) fn environment(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(ENVIRONMENT, message, hint)
    }

    /// With the place in a text that it is about.
    pub(crate) fn at(self, place: &iogram_runner::Place) -> Self {
        Self { excerpt: place.to_string(), ..self }
    }

    /// With another hint.
    pub(crate) fn hinting(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// With this before its hint.
    pub(crate) fn meaning(self, what: &str) -> Self {
        let hint = format!("{what}{}", self.hint);
        Self { hint, ..self }
    }

    /// Says it on standard error, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        self.say();
        ExitCode::from(self.code)
    }

    /// Says it on standard error.
    pub(crate) fn say(&self) {
        crate::output::talk(&format!("error: {}", self.message));
        self.excerpt.lines().for_each(crate::output::talk);
        if !self.hint.is_empty() {
            crate::output::talk(&format!("hint: {}", self.hint));
        }
    }
}

/// An error with its causes on one line.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        // Some libraries repeat their cause in their own text.
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}

impl From<RigError> for Failure {
    fn from(error: RigError) -> Self {
        let code = match error.kind {
            RigErrorKind::Usage => USAGE,
            RigErrorKind::Refused => REFUSED,
            RigErrorKind::Io => ENVIRONMENT,
        };
        Self::new(code, error.message, error.hint)
    }
}

impl From<iogram_device::DeviceError> for Failure {
    fn from(error: iogram_device::DeviceError) -> Self {
        RigError::from(error).into()
    }
}

impl From<MethodError> for Failure {
    fn from(error: MethodError) -> Self {
        let excerpt = error.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let hint = match error.hint {
            hint if hint.is_empty() => {
                "iogram methods quick --toml prints one that works".to_owned()
            }
            hint => hint,
        };
        Self { code: USAGE, message: error.message, excerpt, hint }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let excerpt = error.place().map(ToString::to_string).unwrap_or_default();
        let hint = error.hint().to_owned();
        Self { code: USAGE, message: error.to_string(), excerpt, hint }
    }
}

impl From<iogram_store::Error> for Failure {
    fn from(error: iogram_store::Error) -> Self {
        let code = match error {
            iogram_store::Error::Owned { .. } => REFUSED,
            iogram_store::Error::UnknownRun { .. }
            | iogram_store::Error::AmbiguousRun { .. }
            | iogram_store::Error::Empty { .. }
            | iogram_store::Error::UnknownDrive { .. }
            | iogram_store::Error::SerialTaken { .. }
            | iogram_store::Error::Url { .. }
            | iogram_store::Error::PathNotText { .. }
            | iogram_store::Error::Directory { .. }
            | iogram_store::Error::Foreign { .. } => USAGE,
            iogram_store::Error::Database {
                fault: iogram_store::Fault::NotADatabase, ..
            } => USAGE,
            iogram_store::Error::Place { ref source, .. } => code_of(source.kind()),
            _ => ENVIRONMENT,
        };
        let hint = error.hint().unwrap_or_default().to_owned();
        Self::new(code, with_causes(&error), hint)
    }
}

fn code_of(kind: iogram_door::Kind) -> u8 {
    match kind {
        iogram_door::Kind::Usage => USAGE,
        iogram_door::Kind::Refused => REFUSED,
        iogram_door::Kind::Io => ENVIRONMENT,
    }
}

impl From<iogram_door::DoorError> for Failure {
    fn from(error: iogram_door::DoorError) -> Self {
        Self::new(code_of(error.kind()), with_causes(&error), error.hint())
    }
}

/// The panic hook: a bug is said as one, with what a report needs.
pub(crate) fn report_bug(panic: &std::panic::PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let said = panic.payload_as_str().unwrap_or("no message");
    let version = env!("CARGO_PKG_VERSION");
    crate::output::talk(&format!("error: a bug in iogram {version}: {said} ({place})"));
    crate::output::talk(
        "hint: please report it with the command that you typed; kept runs are not affected",
    );
}
