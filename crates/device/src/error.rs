//! Why a target could not be known or opened, in words for the user.

use std::error::Error;
use std::io;
use std::path::PathBuf;

use iogram_door::{DoorError, Kind};
use iogram_engine::{RigError, RigErrorKind};
use iogram_inspect::{InspectError, SystemError};
use iogram_model::Bytes;

use crate::refusal::Refusal;
use iogram_inspect::sysfs::AttributeError;

/// Why a target could not be known or opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The system refused a call.
    #[error(transparent)]
    System(#[from] SystemError),
    /// A kernel's attribute is there but unusable.
    #[error(transparent)]
    Attribute(#[from] AttributeError),
    /// What the user named can be no target.
    #[error("cannot measure {name}: {why}")]
    NotATarget {
        /// As the user named it.
        name: String,
        /// Why not.
        why: String,
        /// What the user can do.
        hint: String,
    },
    /// The test file does not fit.
    #[error(
        "cannot make a test file of {} in {}: {} are free, of which {} have to stay free",
        size.both(), directory.display(), free.both(), margin.both()
    )]
    NoSpace {
        /// Where.
        directory: PathBuf,
        /// How large it was to be.
        size: Bytes,
        /// What is free for this user.
        free: Bytes,
        /// What is left free for others.
        margin: Bytes,
        /// The largest size that fits; `None` if not even a mebibyte does.
        largest: Option<Bytes>,
    },
    /// A step with a device or with saved blocks did not succeed, for a reason that is not the system's.
    #[error("cannot {action} {}: {why}", path.display())]
    Failed {
        /// What could not be done, such as `put back`.
        action: &'static str,
        /// On what: a journal or a device.
        path: PathBuf,
        /// Why not.
        why: String,
        /// What the user can do.
        hint: String,
    },
    /// It would endanger data.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A file of the program's own may not come where it was to come.
    #[error(transparent)]
    Door(#[from] DoorError),
}

impl DeviceError {
    pub(crate) fn system(
        action: &'static str,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        SystemError::new(action, path, source).into()
    }

    /// What the user can do; empty if nothing is known.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::System(error) => system_hint(&error.path, &error.source),
            Self::Attribute(_) => String::new(),
            Self::NotATarget { hint, .. } | Self::Failed { hint, .. } => hint.clone(),
            Self::NoSpace { largest: Some(largest), .. } => {
                format!("use a size of at most {largest}, or free space")
            }
            Self::NoSpace { largest: None, .. } => {
                "free some space, or name another directory".to_owned()
            }
            Self::Refused(refusal) => refusal.hint(),
            Self::Door(error) => error.hint(),
        }
    }

    fn kind(&self) -> RigErrorKind {
        match self {
            Self::System(_) | Self::Attribute(_) | Self::Failed { .. } => RigErrorKind::Io,
            Self::NotATarget { .. } | Self::NoSpace { .. } => RigErrorKind::Usage,
            Self::Refused(_) => RigErrorKind::Refused,
            Self::Door(error) => match error.kind() {
                Kind::Usage => RigErrorKind::Usage,
                Kind::Refused => RigErrorKind::Refused,
                Kind::Io => RigErrorKind::Io,
            },
        }
    }
}

fn system_hint(path: &std::path::Path, source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::PermissionDenied if rustix::process::geteuid().is_root() => {
            "the system forbids it even to root: look at lsattr (immutable), the mount options, \
             and the limits of a container or security module"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied if is_block_device(path) => {
            "run as root, or add yourself to the group disk".to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "name a place that you may read and write, or run as root".to_owned()
        }
        io::ErrorKind::ResourceBusy => {
            format!("see who uses it with: lsblk {0}; fuser -v {0}", path.display())
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            "name a place on a file system that may be written".to_owned()
        }
        _ => String::new(),
    }
}

fn is_block_device(path: &std::path::Path) -> bool {
    rustix::fs::stat(path)
        .is_ok_and(|stat| rustix::fs::FileType::from_raw_mode(stat.st_mode).is_block_device())
}

impl From<InspectError> for DeviceError {
    fn from(error: InspectError) -> Self {
        match error {
            InspectError::System(error) => Self::System(error),
            InspectError::Attribute(error) => Self::Attribute(error),
        }
    }
}

impl From<DeviceError> for RigError {
    fn from(error: DeviceError) -> Self {
        let mut message = error.to_string();
        let mut cause = error.source();
        while let Some(inner) = cause {
            message.push_str(": ");
            message.push_str(&inner.to_string());
            cause = inner.source();
        }
        Self { kind: error.kind(), message, hint: error.hint() }
    }
}
