//! Why something could not be found out.

use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_model::{Sentence, Text, sentence};

use crate::linux::sysfs::AttributeError;

/// The system refused a call.
#[derive(Debug, thiserror::Error)]
pub struct SystemError {
    /// What could not be done; it takes the path.
    pub action: Text,
    /// The device or file that it was tried on.
    pub path: PathBuf,
    /// What the system answered.
    pub source: io::Error,
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl SystemError {
    /// What could not be done, and on what; the cause is not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        sentence!(self.action, path = self.path.display())
    }

    /// `action` on `path` was answered with `source`.
    pub fn new(action: Text, path: impl Into<PathBuf>, source: impl Into<io::Error>) -> Self {
        Self { action, path: path.into(), source: source.into() }
    }
}

/// Why something could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    /// The system refused a call.
    System(#[from] SystemError),
    /// A kernel's attribute is there but unusable.
    Attribute(#[from] AttributeError),
}

impl fmt::Display for InspectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl InspectError {
    /// What could not be done, on what, and why; causes are not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::System(error) => error.sentence(),
            Self::Attribute(error) => error.sentence(),
        }
    }
}
