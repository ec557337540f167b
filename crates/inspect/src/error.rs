//! Why a fact could not be determined.

use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_model::{Sentence, Text, sentence};

use crate::linux::sysfs::AttributeError;

/// A system call failed.
#[derive(Debug, thiserror::Error)]
pub struct SystemError {
    /// What could not be done; it takes the path.
    pub action: Text,
    /// Its object, a device or file.
    pub path: PathBuf,
    /// The system's error.
    pub source: io::Error,
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl SystemError {
    /// The action that failed and its object, without the cause.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        sentence!(self.action, path = self.path.display())
    }

    /// The error of `action` on `path`, with the system's error `source`.
    pub fn new(action: Text, path: impl Into<PathBuf>, source: impl Into<io::Error>) -> Self {
        Self { action, path: path.into(), source: source.into() }
    }
}

/// Why a fact could not be determined.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// A system call failed.
    System(#[from] SystemError),
    /// A kernel attribute exists but is unusable.
    Attribute(#[from] AttributeError),
}

impl fmt::Display for InspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl InspectError {
    /// The action that failed, its object and the reason, without the underlying causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::System(error) => error.sentence(),
            Self::Attribute(error) => error.sentence(),
        }
    }
}
