//! The reasons why a bundle cannot be read.

use std::fmt;

use iogram_model::{Sentence, sentence};

/// The reason why a bundle cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// It is not a ZIP archive, or its end is missing.
    NoArchive,
    /// It is truncated, or damaged in the structures that locate the files.
    Damaged {
        /// The fault, in English.
        what: &'static str,
    },
    /// It uses a ZIP feature that bundles do not: encryption, several volumes, ZIP64.
    Foreign {
        /// The feature, in English.
        what: &'static str,
    },
    /// It has bytes outside all files: nobody sees them, and no hash covers them.
    Beside {
        /// Their place, in English.
        what: &'static str,
    },
    /// One of its files cannot be read.
    File {
        /// The file's path in the archive.
        path: String,
        /// The fault, in English.
        what: &'static str,
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
            Self::NoArchive => "it is no ZIP archive, or its end is missing".into(),
            Self::Damaged { what } => sentence!("the archive is damaged: {what}", what: *what),
            Self::Foreign { what } => {
                sentence!("it is no archive of this kind: {what}", what: *what)
            }
            Self::Beside { what } => {
                sentence!("it holds more than the files of a bundle: {what}", what: *what)
            }
            Self::File { path, what } => sentence!("{path} in it: {what}", path, what: *what),
            Self::TooLarge { is_bytes, limit_bytes } => sentence!(
                "it holds {is_bytes} bytes; at most {limit_bytes} are read",
                is_bytes,
                limit_bytes
            ),
            Self::NoManifest => "there is no manifest.json in it".into(),
            Self::Manifest { reason } => {
                let reason = reason.clone();
                sentence!("its manifest.json cannot be read: {reason}", reason: reason)
            }
            Self::Newer { format } => {
                sentence!(
                    "it is of the format {format}, which this version does not know",
                    format
                )
            }
        }
    }

    /// The remedy.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Newer { .. } => "use the version of iogram that made it, or a newer one",
            Self::NoArchive | Self::NoManifest => {
                "name a file that \"iogram bundle\" wrote, or the folder that it was unpacked to"
            }
            Self::Beside { .. } => {
                "ask for the file again, or unpack it and open the folder: that has the files alone"
            }
            _ => "ask for the file again",
        }
    }
}
