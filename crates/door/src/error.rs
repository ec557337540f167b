//! The reasons why a path is not written, in words for the user.

use iogram_texts::{Sentence, Text, sentence};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The argument does not name a writable file.
    Usage,
    /// Writing would endanger existing data.
    Refused,
    /// The system rejected the operation.
    Io,
}

/// The reason why a path is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DoorError {
    /// The path cannot name a file.
    NoFile {
        /// The path as the user typed it.
        path: PathBuf,
        /// The reason.
        why: Text,
        /// The remedy.
        hint: Text,
    },
    /// The existing object must not be touched.
    Refused {
        /// The path as the user typed it.
        path: PathBuf,
        /// The kind of object, and why it is left alone.
        why: Sentence,
        /// The remedy.
        hint: Sentence,
    },
    /// The existing object is not read.
    Unreadable {
        /// The path as it was given.
        path: PathBuf,
        /// The kind of object.
        why: Text,
    },
    /// Something appeared there after the check.
    Appeared {
        /// The path as the user typed it.
        path: PathBuf,
        /// The file that holds the contents instead.
        kept: PathBuf,
    },
    /// A system call failed.
    System {
        /// What could not be done; it takes the path.
        action: Text,
        /// Its object.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl DoorError {
    pub(crate) fn system(
        action: Text,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        Self::System { action, path: path.into(), source: source.into() }
    }

    pub(crate) fn refused(
        path: &Path,
        why: impl Into<Sentence>,
        hint: impl Into<Sentence>,
    ) -> Self {
        Self::Refused { path: path.to_owned(), why: why.into(), hint: hint.into() }
    }

    /// The kind, which decides the exit code.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::NoFile { .. } | Self::Unreadable { .. } => Kind::Usage,
            Self::Refused { .. } => Kind::Refused,
            Self::Appeared { .. } | Self::System { .. } => Kind::Io,
        }
    }

    /// What could not be done, on what, and why; causes are not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::NoFile { path, why, .. } => {
                sentence!("door-cannot-write-why", path = path.display(), why: *why)
            }
            Self::Refused { path, why, .. } => {
                sentence!("door-refused-write-why", path = path.display(), why: why.clone())
            }
            Self::Unreadable { path, why } => {
                sentence!("door-cannot-read-why", path = path.display(), why: *why)
            }
            Self::Appeared { path, .. } => {
                sentence!("door-cannot-write-appeared", path = path.display())
            }
            Self::System { action, path, .. } => sentence!(*action, path = path.display()),
        }
    }

    /// The remedy; may be empty.
    #[must_use]
    pub fn hint(&self) -> Sentence {
        match self {
            Self::NoFile { hint, .. } => (*hint).into(),
            Self::Unreadable { .. } => sentence!("door-name-plain-file-read"),
            Self::Refused { hint, .. } => hint.clone(),
            Self::Appeared { kept, .. } => {
                sentence!("door-left-alone-result", path = kept.display())
            }
            Self::System { source, .. } => match source.kind() {
                io::ErrorKind::FileTooLarge => {
                    sentence!("door-raise-limit-files-ulimit-f-name")
                }
                io::ErrorKind::StorageFull => {
                    sentence!("door-free-some-space-name-another-place")
                }
                _ => sentence!("door-name-place-write-room"),
            },
        }
    }
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}
