//! Why a session could not do what it was asked for: what could not be done, on what, and what to do.

use iogram_engine::{RigError, RigErrorKind};
use iogram_runner::{MethodError, PlanError};

/// What kind of reason to stop it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// What was asked for makes no sense, or is not there.
    Usage,
    /// Refused, to protect data.
    Refused,
    /// I/O, the environment or an interruption.
    Environment,
}

/// A reason to stop, in words.
#[derive(Debug)]
pub struct Failure {
    /// What a caller can tell it by.
    pub kind: FailureKind,
    /// What could not be done, on what, and why.
    pub message: String,
    /// An excerpt of a file with the place marked; may be empty.
    pub excerpt: String,
    /// What the user can do about it; may be empty.
    pub hint: String,
}

impl Failure {
    /// Of any kind.
    pub fn new(kind: FailureKind, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { kind, message: message.into(), excerpt: String::new(), hint: hint.into() }
    }

    /// What was asked for makes no sense, or is not there.
    pub fn usage(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(FailureKind::Usage, message, hint)
    }

    /// I/O, the environment or an interruption.
    pub fn environment(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(FailureKind::Environment, message, hint)
    }

    /// With the place in a text that it is about.
    #[must_use]
    pub fn at(self, place: &iogram_runner::SourcePlace) -> Self {
        Self { excerpt: place.to_string(), ..self }
    }

    /// With another hint.
    #[must_use]
    pub fn hinting(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// With this before its hint.
    #[must_use]
    pub fn meaning(self, what: &str) -> Self {
        let hint = format!("{what}{}", self.hint);
        Self { hint, ..self }
    }
}

/// An error with its causes on one line.
#[must_use]
pub fn with_causes(error: &dyn std::error::Error) -> String {
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
        let kind = match error.kind {
            RigErrorKind::Usage => FailureKind::Usage,
            RigErrorKind::Refused => FailureKind::Refused,
            RigErrorKind::Io => FailureKind::Environment,
        };
        Self::new(kind, error.message, error.hint)
    }
}

impl From<iogram_device::DeviceError> for Failure {
    fn from(error: iogram_device::DeviceError) -> Self {
        RigError::from(error).into()
    }
}

impl From<iogram_inspect::InspectError> for Failure {
    fn from(error: iogram_inspect::InspectError) -> Self {
        iogram_device::DeviceError::from(error).into()
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
        Self { kind: FailureKind::Usage, message: error.message, excerpt, hint }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let excerpt = error.place().map(ToString::to_string).unwrap_or_default();
        let hint = error.hint().to_owned();
        Self { kind: FailureKind::Usage, message: error.to_string(), excerpt, hint }
    }
}

impl From<iogram_store::Error> for Failure {
    fn from(error: iogram_store::Error) -> Self {
        let kind = match error {
            iogram_store::Error::Owned { .. } => FailureKind::Refused,
            iogram_store::Error::UnknownRun { .. }
            | iogram_store::Error::AmbiguousRun { .. }
            | iogram_store::Error::Empty { .. }
            | iogram_store::Error::UnknownDrive { .. }
            | iogram_store::Error::SerialTaken { .. }
            | iogram_store::Error::Url { .. }
            | iogram_store::Error::PathNotText { .. }
            | iogram_store::Error::Directory { .. }
            | iogram_store::Error::Foreign { .. } => FailureKind::Usage,
            iogram_store::Error::Database {
                fault: iogram_store::Fault::NotADatabase, ..
            } => FailureKind::Usage,
            iogram_store::Error::Place { ref source, .. } => kind_of(source.kind()),
            _ => FailureKind::Environment,
        };
        let hint = error.hint().unwrap_or_default().to_owned();
        Self::new(kind, with_causes(&error), hint)
    }
}

fn kind_of(kind: iogram_door::Kind) -> FailureKind {
    match kind {
        iogram_door::Kind::Usage => FailureKind::Usage,
        iogram_door::Kind::Refused => FailureKind::Refused,
        iogram_door::Kind::Io => FailureKind::Environment,
    }
}

impl From<iogram_door::DoorError> for Failure {
    fn from(error: iogram_door::DoorError) -> Self {
        Self::new(kind_of(error.kind()), with_causes(&error), error.hint())
    }
}
