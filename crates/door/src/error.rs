//! Why a path is not written, in words for the user.

use iogram_texts::{Sentence, Text, sentence};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Which exit code it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was typed names nothing that could be written.
    Usage,
    /// Writing would endanger what is there.
    Refused,
    /// The system did not allow it.
    Io,
}

/// Why a path is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DoorError {
    /// It can be no file.
    NoFile {
        /// As the user named it.
        path: PathBuf,
        /// What no file can have that name for.
        why: Text,
        /// What the user can do.
        hint: Text,
    },
    /// What is there is not to be touched.
    Refused {
        /// As the user named it.
        path: PathBuf,
        /// What is there, and why that is left alone.
        why: Sentence,
        /// What the user can do.
        hint: Sentence,
    },
    /// What is there is not read.
    Unreadable {
        /// As it was named.
        path: PathBuf,
        /// What is there.
        why: Text,
    },
    /// Something appeared there since it was looked at.
    Appeared {
        /// As the user named it.
        path: PathBuf,
        /// The file that holds what was to be written.
        kept: PathBuf,
    },
    /// The system refused a call.
    System {
        /// What could not be done; it takes the path.
        action: Text,
        /// On what.
        path: PathBuf,
        /// What the system answered.
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

    /// Which exit code it is.
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

    /// What the user can do; may be empty.
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
