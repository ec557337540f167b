//! Why permission to write was refused, and how to get it.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::Bytes;

use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::linux::holds::BlockingUse;
use crate::linux::typed_name::TypedName;

/// A drive as it is shown to the person who is asked whether to destroy it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriveSummary {
    /// Its kernel name.
    pub name: String,
    /// Kind, vendor, model: what is known.
    pub drive: String,
    /// Its capacity.
    pub capacity: Bytes,
    /// What makes it this one: what is typed is meant for it and for no other.
    pub identity: DeviceIdentity,
    /// What is on it.
    pub contents: Contents,
    /// What has to be typed.
    pub typed_name: TypedName,
}

/// Why permission was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Something stands in the way.
    #[error("refused to write to {name}: {}", Listed(holds))]
    Held {
        /// The device's kernel name.
        name: String,
        /// What stands in the way; at least one.
        holds: Vec<BlockingUse>,
    },
    /// Nothing stands in the way, but nobody has named the drive.
    #[error(
        "refused to write to {}: not confirmed by {} (on it: {})",
        .0.name, .0.typed_name.what, .0.contents.summary()
    )]
    NotConfirmed(Box<DriveSummary>),
    /// Another drive was named.
    #[error("refused to write to {}: {typed:?} was typed, which is not {}", shown.name, shown.typed_name.what)]
    OtherConfirmed {
        /// The drive.
        shown: Box<DriveSummary>,
        /// What was typed.
        typed: String,
    },
    /// The file holds data, and its name was not typed.
    #[error("refused to write to {}: it holds data", path.display())]
    HoldsData {
        /// The file.
        path: PathBuf,
    },
    /// Another name was typed.
    #[error("refused to write to {}: the name typed to allow it was {typed:?}", path.display())]
    WrongName {
        /// The file.
        path: PathBuf,
        /// What was typed.
        typed: String,
    },
    /// The file is in use by the kernel.
    #[error("refused to write to {}: it is in use by {user}", path.display())]
    FileInUse {
        /// The file.
        path: PathBuf,
        /// By what: `swap`, or a loop device's kernel name.
        user: String,
    },
    /// It was opened for reading only.
    #[error("refused to write to {}: it was opened for reading", path.display())]
    NoPermit {
        /// File or device.
        path: PathBuf,
    },
    /// The write would leave the part whose blocks were saved.
    #[error(
        "refused to write to {} from {start} to {end}: only its first {borrowed} are borrowed",
        path.display()
    )]
    NotBorrowed {
        /// The device.
        path: PathBuf,
        /// First byte of what was to be written.
        start: Bytes,
        /// One past its last byte.
        end: Bytes,
        /// What is borrowed.
        borrowed: Bytes,
    },
    /// The saved blocks would not outlive what they are saved for.
    #[error("refused to borrow {name}: {why}")]
    NoPlaceForJournal {
        /// The device's kernel name.
        name: String,
        /// What is wrong with the place.
        why: String,
    },
    /// The device is not as it was when it was borrowed.
    #[error("refused to put {} back to {}: {why}", journal.display(), path.display())]
    NotAsBorrowed {
        /// The device.
        path: PathBuf,
        /// The saved blocks.
        journal: PathBuf,
        /// What differs.
        why: String,
    },
    /// Somebody else may have made the file of saved blocks, or changed it.
    #[error("refused to use the saved blocks in {}: {why}", path.display())]
    UntrustedJournal {
        /// The file.
        path: PathBuf,
        /// How.
        why: String,
    },
    /// The device was borrowed again since.
    #[error(
        "refused to put {} back: the device was borrowed again since, and {} is newer",
        journal.display(), newer.display()
    )]
    NewerJournal {
        /// The older one.
        journal: PathBuf,
        /// The newer one.
        newer: PathBuf,
    },
    /// Between the permit and the opening something else took the place.
    #[error("refused to write to {}: it is no longer what was permitted ({what})", path.display())]
    Changed {
        /// File or device.
        path: PathBuf,
        /// What differs.
        what: String,
    },
}

struct Listed<'a>(&'a [BlockingUse]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, hold) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "; " })?;
            hold.fmt(f)?;
        }
        Ok(())
    }
}

impl Refusal {
    /// How to release what was refused.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Held { name, holds } => {
                let mut steps: Vec<String> = Vec::new();
                for step in holds.iter().map(|hold| hold.release(name)) {
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
                steps.join("; ")
            }
            Self::NotConfirmed(shown) => {
                format!("to destroy what is on it: --destroy {}", shown.typed_name.quoted())
            }
            Self::OtherConfirmed { shown, .. } => format!(
                "is {} the drive that you mean? look at: lsblk -o NAME,SIZE,MODEL,SERIAL",
                shown.name
            ),
            Self::HoldsData { path } | Self::WrongName { path, .. } => {
                format!("to destroy what it holds: --destroy {}", file_name(path))
            }
            Self::FileInUse { path, user } if user == "swap" => {
                format!("swapoff {}", path.display())
            }
            Self::FileInUse { user, .. } => format!("losetup -d /dev/{user}"),
            Self::NoPermit { .. } => String::new(),
            Self::NotBorrowed { end, .. } => {
                format!(
                    "borrow as much as is written (--borrow={end}), or use a smaller region"
                )
            }
            Self::NoPlaceForJournal { .. } => {
                "name a directory on another drive with --borrow-journal DIR".to_owned()
            }
            Self::NotAsBorrowed { journal, .. } => format!(
                "nothing was written: what is on it stays, and what was saved stays in {0}; to look \
                 into it: iogram restore {0} --save-as FILE; if only what is on the device is \
                 needed: rm {0}",
                journal.display()
            ),
            Self::UntrustedJournal { path, .. } => format!(
                "what it holds would be written to a device: find out who made {0}; if it is yours, \
                 copy it into a directory of your own (mode 0700) and name the copy",
                path.display()
            ),
            Self::NewerJournal { newer, .. } => {
                format!("the newer one first: iogram restore {}", newer.display())
            }
            Self::Changed { .. } => "look at it again, and start anew".to_owned(),
        }
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
