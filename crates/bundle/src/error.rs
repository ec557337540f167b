//! Why a bundle cannot be read.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};

/// Why a bundle cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// It is no ZIP archive, or one whose end is missing.
    NoArchive,
    /// It was cut off or damaged at a place that tells where everything else is.
    Damaged {
        /// What is wrong, in English.
        what: Text,
    },
    /// A way to write ZIP archives that bundles do not have: encryption, several volumes, ZIP64.
    Foreign {
        /// What it has, in English.
        what: Text,
    },
    /// There are bytes in it that are of no file: nobody sees them, and no hash is about them.
    Beside {
        /// Where, in English.
        what: Text,
    },
    /// A file of it cannot be read.
    File {
        /// Its path in the archive.
        path: String,
        /// What is wrong with it, in English.
        what: Text,
    },
    /// It would be larger than any bundle.
    TooLarge {
        /// What it says or turned out to be.
        is_bytes: u64,
        /// What is read at most.
        limit_bytes: u64,
    },
    /// There is no manifest in it.
    NoManifest,
    /// The manifest cannot be read.
    Manifest {
        /// What the reader of JSON says, or what is wrong with it.
        reason: Sentence,
    },
    /// The manifest is of a newer format.
    Newer {
        /// The format that it names.
        format: String,
    },
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl BundleError {
    /// What is wrong.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::NoArchive => sentence!("bundle-no-zip-archive-end-missing"),
            Self::Damaged { what } => sentence!("bundle-archive-damaged", what: *what),
            Self::Foreign { what } => {
                sentence!("bundle-no-archive-kind", what: *what)
            }
            Self::Beside { what } => {
                sentence!("bundle-holds-more-files-bundle", what: *what)
            }
            Self::File { path, what } => sentence!("bundle-in-it", path, what: *what),
            Self::TooLarge { is_bytes, limit_bytes } => {
                sentence!("bundle-holds-bytes-most-read", is_bytes, limit_bytes)
            }
            Self::NoManifest => sentence!("bundle-no-manifest-json"),
            Self::Manifest { reason } => {
                let reason = reason.clone();
                sentence!("bundle-manifest-json-cannot-read", reason: reason)
            }
            Self::Newer { format } => {
                sentence!("bundle-format-version-not-know", format)
            }
        }
    }

    /// What the user can do.
    #[must_use]
    pub const fn hint(&self) -> Text {
        match self {
            Self::Newer { .. } => text!("bundle-use-version-iogram-made-newer"),
            Self::NoArchive | Self::NoManifest => {
                text!("bundle-name-file-iogram-bundle-wrote-folder")
            }
            Self::Beside { .. } => {
                text!("bundle-ask-file-again-unpack-open-folder")
            }
            _ => text!("bundle-ask-file-again"),
        }
    }
}
