//! Why a drive cannot be served.

use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_model::{Sentence, sentence};

/// Why a drive cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The kernel has no FUSE, or a container hides it.
    NoFuse,
    /// The user has no permission for `/dev/fuse`.
    FusePermission(#[source] io::Error),
    /// The directory is unsuitable as a mount point.
    Place {
        /// The directory.
        directory: PathBuf,
        /// The reason, as a fragment.
        why: Sentence,
    },
    /// The mount itself failed.
    Mount {
        /// The directory.
        directory: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// A program has the file open.
    Busy {
        /// The directory.
        directory: PathBuf,
    },
    /// Unmounting failed for another reason.
    Unmount {
        /// The directory.
        directory: PathBuf,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// There is no storage for the bytes that clients write.
    Contents(#[source] io::Error),
    /// The system cannot start a thread.
    Thread(#[source] io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ServeError {
    /// The failed action, its object, and the reason; without causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::NoFuse => "cannot serve a drive: there is no /dev/fuse".into(),
            Self::FusePermission(_) => "cannot open /dev/fuse".into(),
            Self::Place { directory, why } => {
                sentence!("cannot serve a drive in {directory}: {why}", directory = directory.display(), why: why.clone())
            }
            Self::Mount { directory, .. } => {
                sentence!("cannot mount {directory}", directory = directory.display())
            }
            Self::Busy { directory } => sentence!(
                "cannot unmount {directory}: it is in use",
                directory = directory.display()
            ),
            Self::Unmount { directory, .. } => {
                sentence!("cannot unmount {directory}", directory = directory.display())
            }
            Self::Contents(_) => "cannot make a temporary file for the drive's contents".into(),
            Self::Thread(_) => "cannot start a thread for the drive".into(),
        }
    }
}

impl ServeError {
    /// The remedy for the user.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::NoFuse => {
                "load it with: sudo modprobe fuse; containers need --device /dev/fuse"
            }
            Self::FusePermission(_) => "run it as root",
            Self::Place { .. } => "name an empty directory that you may write",
            Self::Mount { .. } => {
                "run it as root, or install fusermount3: sudo apt-get install fuse3"
            }
            Self::Busy { .. } => {
                "end what uses the file: umount, losetup --detach, or close it"
            }
            Self::Unmount { .. } => "fusermount3 -u DIR, or umount DIR as root",
            Self::Contents(_) => "TMPDIR names another directory for temporary files",
            Self::Thread(_) => "end other programs first",
        }
    }
}
