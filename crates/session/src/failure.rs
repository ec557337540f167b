//! Why a session could not do its work: the action, its object, the cause and the remedy.

use iogram_engine::{RigError, RigErrorKind};
use iogram_model::{Sentence, sentence};
use iogram_runner::{MethodError, PlanError};

/// Kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The request is invalid, or its object does not exist.
    Usage,
    /// Refused, to protect data.
    Refused,
    /// I/O, the environment or an interruption.
    Environment,
}

/// A failure in words.
#[derive(Debug)]
pub struct Failure {
    /// The kind, for callers that handle kinds differently.
    pub kind: FailureKind,
    /// The action, its object and the cause.
    pub message: Sentence,
    /// An excerpt of a file with the place marked; may be empty.
    pub excerpt: String,
    /// The marked line of a method, counted from 1; `None` if the excerpt is not from a method.
    pub line: Option<usize>,
    /// The remedy; may be empty.
    pub hint: Sentence,
}

impl Failure {
    /// A failure of any kind; the kind decides the exit code.
    pub fn new(
        kind: FailureKind,
        message: impl Into<Sentence>,
        hint: impl Into<Sentence>,
    ) -> Self {
        let (excerpt, line) = (String::new(), None);
        Self { kind, message: message.into(), excerpt, line, hint: hint.into() }
    }

    /// The request is invalid, or its object does not exist.
    pub fn usage(message: impl Into<Sentence>, hint: impl Into<Sentence>) -> Self {
        Self::new(FailureKind::Usage, message, hint)
    }

    /// I/O, the environment or an interruption.
    pub fn environment(message: impl Into<Sentence>, hint: impl Into<Sentence>) -> Self {
        Self::new(FailureKind::Environment, message, hint)
    }

    /// Adds the place in the text that it is about.
    #[must_use]
    pub fn at(self, place: &iogram_runner::SourcePlace) -> Self {
        Self { excerpt: place.to_string(), line: Some(place.line), ..self }
    }

    /// Replaces the hint; an empty one is not shown.
    #[must_use]
    pub fn hinting(self, hint: impl Into<Sentence>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    /// Puts this sentence before its hint.
    #[must_use]
    pub fn meaning(self, what: Sentence) -> Self {
        let hint = sentence!("session-what-hint", what: what, hint: self.hint);
        Self { hint, ..self }
    }
}

/// An error with its causes on one line.
#[must_use]
pub fn with_causes(error: &(dyn std::error::Error + 'static)) -> Sentence {
    let mut text = error.to_string();
    let mut sentence = sentence_of(error);
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        // Some libraries repeat the cause in their own text.
        if !text.contains(&inner_text) {
            text = inner_text;
            sentence = sentence!("session-wrong-why", wrong: sentence, why: sentence_of(inner));
        }
        cause = inner.source();
    }
    sentence
}

/// An error without its causes. Errors of other crates keep their own words.
fn sentence_of(error: &(dyn std::error::Error + 'static)) -> Sentence {
    if let Some(error) = error.downcast_ref::<std::io::Error>() {
        return Sentence::of_system(error);
    }
    let device = error.downcast_ref().map(iogram_device::DeviceError::sentence);
    let store = || error.downcast_ref().map(iogram_store::Error::sentence);
    let door = || error.downcast_ref().map(iogram_door::DoorError::sentence);
    let said = device.or_else(store).or_else(door);
    said.unwrap_or_else(|| error.to_string().into())
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
        let hint = match error.hint {
            hint if hint.is_empty() => {
                sentence!("session-iogram-methods-quick-toml-prints-works")
            }
            hint => hint,
        };
        let failure = Self::usage(error.message, hint);
        match &error.place {
            Some(place) => failure.at(place),
            None => failure,
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let failure = Self::usage(error.sentence(), error.hint());
        match error.place() {
            Some(place) => failure.at(place),
            None => failure,
        }
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
            | iogram_store::Error::PasswordInAddress
            | iogram_store::Error::NoServers { .. }
            | iogram_store::Error::PathNotText { .. }
            | iogram_store::Error::Directory { .. }
            | iogram_store::Error::Foreign { .. } => FailureKind::Usage,
            iogram_store::Error::Database {
                fault: iogram_store::Fault::NotADatabase, ..
            } => FailureKind::Usage,
            iogram_store::Error::Place { ref source, .. } => kind_of(source.kind()),
            _ => FailureKind::Environment,
        };
        let hint = error.hint().unwrap_or_default();
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
        let hint = error.hint();
        Self::new(kind_of(error.kind()), with_causes(&error), hint)
    }
}
