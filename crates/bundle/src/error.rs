//! The reasons why a bundle cannot be read.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};

/// The reason why a bundle cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// It is not a ZIP archive, or its end is missing.
    NoArchive,
    /// It is truncated, or damaged in the structures that locate the files.
    Damaged {
        /// The fault, in English.
        what: Text,
    },
    /// It uses a ZIP feature that bundles do not: encryption, several volumes, ZIP64.
    Foreign {
        /// The feature, in English.
        what: Text,
    },
    /// It has bytes outside all files: nobody sees them, and no hash covers them.
    Beside {
        /// Their place, in English.
        what: Text,
    },
    /// One of its files cannot be read.
    File {
        /// The file's path in the archive.
        path: String,
        /// The fault, in English.
        what: Text,
    },
    /// It is larger than any bundle.
    TooLarge {
        /// Its stated or actual size.
        is_bytes: u64,
        /// The largest size that iogram reads.
        limit_bytes: u64,
    },
    /// It has no manifest.
    NoManifest,
    /// Its manifest cannot be read.
    Manifest {
        /// The message of the JSON parser, or the fault.
        reason: Sentence,
    },
    /// Its manifest has a newer format.
    Newer {
        /// The format that it states.
        format: String,
    },
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl BundleError {
    /// The message for the user.
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

    /// The remedy.
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
