//! The reasons why a path is not written, in words for the user.

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
    #[error("cannot write {}: {why}", path.display())]
    NoFile {
        /// The path as the user typed it.
        path: PathBuf,
        /// The reason.
        why: &'static str,
        /// The remedy.
        hint: &'static str,
    },
    /// The existing object must not be touched.
    #[error("refused to write {}: {why}", path.display())]
    Refused {
        /// The path as the user typed it.
        path: PathBuf,
        /// The kind of object, and why it is left alone.
        why: String,
        /// The remedy.
        hint: String,
    },
    /// The existing object is not read.
    #[error("cannot read {}: {why}", path.display())]
    Unreadable {
        /// The path as it was given.
        path: PathBuf,
        /// The kind of object.
        why: &'static str,
    },
    /// Something appeared there after the check.
    #[error("cannot write {}: something of this name appeared meanwhile", path.display())]
    Appeared {
        /// The path as the user typed it.
        path: PathBuf,
        /// The file that holds the contents instead.
        kept: PathBuf,
    },
    /// A system call failed.
    #[error("cannot {action} {}", path.display())]
    System {
        /// The failed action, such as `write`.
        action: &'static str,
        /// Its object.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl DoorError {
    pub(crate) fn system(
        action: &'static str,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        Self::System { action, path: path.into(), source: source.into() }
    }

    pub(crate) fn refused(
        path: &Path,
        why: impl Into<String>,
        hint: impl Into<String>,
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

    /// The remedy; may be empty.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::NoFile { hint, .. } => (*hint).to_owned(),
            Self::Unreadable { .. } => "name a plain file that you may read".to_owned(),
            Self::Refused { hint, .. } => hint.clone(),
            Self::Appeared { kept, .. } => {
                format!("it is left alone; the result is in {}", kept.display())
            }
            Self::System { source, .. } => match source.kind() {
                io::ErrorKind::FileTooLarge => {
                    "raise the limit for files (ulimit -f), or name another place".to_owned()
                }
                io::ErrorKind::StorageFull => {
                    "free some space, or name another place".to_owned()
                }
                _ => "name a place that you may write to and that has room".to_owned(),
            },
        }
    }
}
