//! Why a target could not be identified or opened, in words for the user.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_door::{DoorError, Kind};
use iogram_engine::{RigError, RigErrorKind};
use iogram_inspect::{InspectError, SystemError};
use iogram_model::{Bytes, Sentence, Text, sentence};

use crate::refusal::Refusal;
use iogram_inspect::sysfs::AttributeError;

/// Why a target could not be identified or opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// A system call failed.
    System(#[from] SystemError),
    /// A kernel attribute exists but is unusable.
    Attribute(#[from] AttributeError),
    /// The object that the user named cannot be a target.
    NotATarget {
        /// The name as the user gave it.
        name: String,
        /// The obstacle.
        why: Sentence,
        /// The remedy for the user.
        hint: Sentence,
    },
    /// The test file does not fit.
    NoSpace {
        /// The directory of the file.
        directory: PathBuf,
        /// The requested size of the file.
        size: Bytes,
        /// Free space for this user.
        free: Bytes,
        /// Space that is left free for others.
        margin: Bytes,
        /// The largest size that fits; `None` if not even a mebibyte fits.
        largest: Option<Bytes>,
    },
    /// A step with a device or with saved blocks failed, for a reason other than a system error.
    Failed {
        /// What could not be done; it takes the path and why.
        action: Text,
        /// Its object: a journal or a device.
        path: PathBuf,
        /// The obstacle.
        why: Sentence,
        /// The remedy for the user.
        hint: Sentence,
    },
    /// The request would endanger data.
    Refused(#[from] Refusal),
    /// One of the program's own files is not allowed at its place.
    Door(#[from] DoorError),
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl DeviceError {
    pub(crate) fn system(
        action: Text,
        path: impl Into<PathBuf>,
        source: impl Into<io::Error>,
    ) -> Self {
        SystemError::new(action, path, source).into()
    }

    /// The remedy for the user; empty if none is known.
    #[must_use]
    pub fn hint(&self) -> Sentence {
        match self {
            Self::System(error) => system_hint(&error.path, &error.source),
            Self::Attribute(_) => Sentence::default(),
            Self::NotATarget { hint, .. } | Self::Failed { hint, .. } => hint.clone(),
            Self::NoSpace { largest: Some(largest), .. } => {
                sentence!("device-use-size-most-free-space", largest)
            }
            Self::NoSpace { largest: None, .. } => {
                sentence!("device-free-some-space-name-another-directory")
            }
            Self::Refused(refusal) => refusal.hint(),
            Self::Door(error) => error.hint(),
        }
    }

    /// The action that failed, its object and the reason, without the underlying causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::System(error) => error.sentence(),
            Self::Attribute(error) => error.sentence(),
            Self::NotATarget { name, why, .. } => {
                sentence!("device-cannot-measure", name, why: why.clone())
            }
            Self::NoSpace { directory, size, free, margin, .. } => sentence!(
                "device-cannot-make-test-file-free-stay",
                size = size.both(),
                directory = directory.display(),
                free = free.both(),
                margin = margin.both()
            ),
            Self::Failed { action, path, why, .. } => sentence!(
                *action,
                path = path.display(),
                why: why.clone()
            ),
            Self::Refused(refusal) => refusal.sentence(),
            Self::Door(error) => error.sentence(),
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

fn system_hint(path: &std::path::Path, source: &io::Error) -> Sentence {
    if source.raw_os_error() == Some(rustix::io::Errno::MFILE.raw_os_error()) {
        return sentence!("device-raise-limit-ulimit-n-1024");
    }
    match source.kind() {
        io::ErrorKind::PermissionDenied if rustix::process::geteuid().is_root() => {
            sentence!("device-system-forbids-even-root-look-lsattr")
        }
        io::ErrorKind::PermissionDenied if is_block_device(path) => {
            sentence!("device-run-root-add-yourself-group-disk")
        }
        io::ErrorKind::PermissionDenied => {
            sentence!("device-name-place-read-write-run-root")
        }
        io::ErrorKind::ResourceBusy => {
            sentence!("device-see-uses-lsblk-fuser-v", path = path.display())
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            sentence!("device-name-place-file-system-written")
        }
        _ => Sentence::default(),
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
        let (said, mut message) = (error.to_string(), error.sentence());
        let mut cause = error.source();
        while let Some(inner) = cause {
            // An error that another one merely passes on is already in the text.
            if !said.contains(&inner.to_string()) {
                let why = match inner.downcast_ref::<io::Error>() {
                    Some(error) => Sentence::of_system(error),
                    None => inner.to_string().into(),
                };
                message = sentence!("device-wrong-why", wrong: message, why: why);
            }
            cause = inner.source();
        }
        Self { kind: error.kind(), message, hint: error.hint() }
    }
}
