//! Why a drive cannot be served.

use std::io;
use std::path::PathBuf;

/// Why a drive cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The kernel has no FUSE, or this place hides it.
    #[error("cannot serve a drive: there is no /dev/fuse")]
    NoFuse,
    /// `/dev/fuse` is not for this user.
    #[error("cannot open /dev/fuse")]
    FusePermission(#[source] io::Error),
    /// Where the file should appear is no place for it.
    #[error("cannot serve a drive in {}: {why}", directory.display())]
    Place {
        /// The directory.
        directory: PathBuf,
        /// A fragment.
        why: String,
    },
    /// The mount itself failed.
    #[error("cannot mount {}", directory.display())]
    Mount {
        /// The directory.
        directory: PathBuf,
        /// What the system answered.
        #[source]
        source: io::Error,
    },
    /// Somebody has the file open.
    #[error("cannot unmount {}: it is in use", directory.display())]
    Busy {
        /// The directory.
        directory: PathBuf,
    },
    /// Unmounting failed for another reason.
    #[error("cannot unmount {}", directory.display())]
    Unmount {
        /// The directory.
        directory: PathBuf,
        /// What the system answered.
        #[source]
        source: io::Error,
    },
    /// There is no place for the bytes that others write.
    #[error("cannot make a temporary file for the drive's contents")]
    Contents(#[source] io::Error),
    /// The system gives no thread.
    #[error("cannot start a thread for the drive")]
    Thread(#[source] io::Error),
}

impl ServeError {
    /// What the user can do.
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
