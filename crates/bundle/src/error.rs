//! Why a bundle cannot be read.

use std::fmt;

use iogram_model::{Sentence, sentence};

/// Why a bundle cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// It is no ZIP archive, or one whose end is missing.
    NoArchive,
    /// It was cut off or damaged at a place that tells where everything else is.
    Damaged {
        /// What is wrong, in English.
        what: &'static str,
    },
    /// A way to write ZIP archives that bundles do not have: encryption, several volumes, ZIP64.
    Foreign {
        /// What it has, in English.
        what: &'static str,
    },
    /// There are bytes in it that are of no file: nobody sees them, and no hash is about them.
    Beside {
        /// Where, in English.
        what: &'static str,
    },
    /// A file of it cannot be read.
    File {
        /// Its path in the archive.
        path: String,
        /// What is wrong with it, in English.
        what: &'static str,
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

    /// What the user can do.
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
