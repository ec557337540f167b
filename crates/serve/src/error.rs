//! Why a drive cannot be served.

use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_model::{Sentence, Text, sentence, text};

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
            Self::NoFuse => sentence!("serve-cannot-serve-drive-no-dev-fuse"),
            Self::FusePermission(_) => sentence!("serve-cannot-open-dev-fuse"),
            Self::Place { directory, why } => {
                sentence!("serve-cannot-serve-drive", directory = directory.display(), why: why.clone())
            }
            Self::Mount { directory, .. } => {
                sentence!("serve-cannot-mount", directory = directory.display())
            }
            Self::Busy { directory } => {
                sentence!("serve-cannot-unmount-use", directory = directory.display())
            }
            Self::Unmount { directory, .. } => {
                sentence!("serve-cannot-unmount", directory = directory.display())
            }
            Self::Contents(_) => sentence!("serve-cannot-make-temporary-file-drive-contents"),
            Self::Thread(_) => sentence!("serve-cannot-start-thread-drive"),
        }
    }
}

impl ServeError {
    /// The remedy for the user.
    #[must_use]
    pub const fn hint(&self) -> Text {
        match self {
            Self::NoFuse => {
                text!("serve-load-sudo-modprobe-fuse-containers-need")
            }
            Self::FusePermission(_) => text!("serve-run-root"),
            Self::Place { .. } => text!("serve-name-empty-directory-write"),
            Self::Mount { .. } => {
                text!("serve-run-root-install-fusermount3-sudo-apt")
            }
            Self::Busy { .. } => {
                text!("serve-end-uses-file-umount-losetup-detach")
            }
            Self::Unmount { .. } => text!("serve-fusermount3-u-dir-umount-dir-root"),
            Self::Contents(_) => text!("serve-tmpdir-names-another-directory-temporary-files"),
            Self::Thread(_) => text!("serve-end-other-programs-first"),
        }
    }
}
