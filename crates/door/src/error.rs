//! Why a path is not written, in words for the user.

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
    #[error("cannot write {}: {why}", path.display())]
    NoFile {
        /// As the user named it.
        path: PathBuf,
        /// What no file can have that name for.
        why: &'static str,
        /// What the user can do.
        hint: &'static str,
    },
    /// What is there is not to be touched.
    #[error("refused to write {}: {why}", path.display())]
    Refused {
        /// As the user named it.
        path: PathBuf,
        /// What is there, and why that is left alone.
        why: String,
        /// What the user can do.
        hint: String,
    },
    /// What is there is not read.
    #[error("cannot read {}: {why}", path.display())]
    Unreadable {
        /// As it was named.
        path: PathBuf,
        /// What is there.
        why: &'static str,
    },
    /// Something appeared there since it was looked at.
    #[error("cannot write {}: something of this name appeared meanwhile", path.display())]
    Appeared {
        /// As the user named it.
        path: PathBuf,
        /// The file that holds what was to be written.
        kept: PathBuf,
    },
    /// The system refused a call.
    #[error("cannot {action} {}", path.display())]
    System {
        /// What could not be done, such as `write`.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system answered.
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

    /// Which exit code it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::NoFile { .. } | Self::Unreadable { .. } => Kind::Usage,
            Self::Refused { .. } => Kind::Refused,
            Self::Appeared { .. } | Self::System { .. } => Kind::Io,
        }
    }

    /// What the user can do; may be empty.
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
