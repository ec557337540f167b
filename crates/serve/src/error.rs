//! Why a drive cannot be served.

use std::fmt;
use std::io;
use std::path::PathBuf;

use iogram_model::{Sentence, Text, sentence, text};

/// Why a drive cannot be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The kernel has no FUSE, or this place hides it.
    NoFuse,
    /// `/dev/fuse` is not for this user.
    FusePermission(#[source] io::Error),
    /// Where the file should appear is no place for it.
    Place {
        /// The directory.
        directory: PathBuf,
        /// A fragment.
        why: Sentence,
    },
    /// The mount itself failed.
    Mount {
        /// The directory.
        directory: PathBuf,
        /// What the system answered.
        #[source]
        source: io::Error,
    },
    /// Somebody has the file open.
    Busy {
        /// The directory.
        directory: PathBuf,
    },
    /// Unmounting failed for another reason.
    Unmount {
        /// The directory.
        directory: PathBuf,
        /// What the system answered.
        #[source]
        source: io::Error,
    },
    /// There is no place for the bytes that others write.
    Contents(#[source] io::Error),
    /// The system gives no thread.
    Thread(#[source] io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ServeError {
    /// What could not be done, on what, and why; causes are not in it.
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
    /// What the user can do.
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
