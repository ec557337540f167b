//! Why permission to write was refused, and how to get it.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Bytes, Sentence, sentence};

use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::linux::holds::BlockingUse;
use crate::linux::typed_name::TypedName;

/// A drive as the user sees it when asked for permission to destroy it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriveSummary {
    /// Its kernel name, such as `sdb`.
    pub name: String,
    /// Kind, vendor and model, as far as they are known.
    pub drive: String,
    /// Its capacity.
    pub capacity: Bytes,
    /// The identity of the drive: the typed text applies to it and to no other.
    pub identity: DeviceIdentity,
    /// The contents of the drive.
    pub contents: Contents,
    /// The text to type.
    pub typed_name: TypedName,
}

/// Why permission was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There are obstacles.
    Held {
        /// The device's kernel name.
        name: String,
        /// The obstacles; at least one.
        holds: Vec<BlockingUse>,
    },
    /// There is no obstacle, but nobody has named the drive.
    NotConfirmed(Box<DriveSummary>),
    /// Another drive was named.
    OtherConfirmed {
        /// The drive.
        shown: Box<DriveSummary>,
        /// The typed text.
        typed: String,
    },
    /// The file holds data, and its name was not typed.
    HoldsData {
        /// The path of the file, as the user gave it.
        path: PathBuf,
    },
    /// Another name was typed.
    WrongName {
        /// The path of the file, as the user gave it.
        path: PathBuf,
        /// The typed text.
        typed: String,
    },
    /// The kernel uses the file.
    FileInUse {
        /// The path of the file, as the user gave it.
        path: PathBuf,
        /// Its user: `swap`, or a loop device's kernel name.
        user: String,
    },
    /// It was opened for reading only.
    NoPermit {
        /// File or device.
        path: PathBuf,
    },
    /// Passthrough only reads.
    OnlyRead {
        /// The character device.
        node: PathBuf,
        /// The block device of the same namespace.
        device: PathBuf,
    },
    /// The write would extend beyond the part whose blocks are saved.
    NotBorrowed {
        /// The device.
        path: PathBuf,
        /// First byte of the write.
        start: Bytes,
        /// One past its last byte.
        end: Bytes,
        /// Size of the borrowed part.
        borrowed: Bytes,
    },
    /// The saved blocks would not survive the events that they are saved for.
    NoPlaceForJournal {
        /// The device's kernel name.
        name: String,
        /// The problem with the place.
        why: Sentence,
    },
    /// The device has changed since it was borrowed.
    NotAsBorrowed {
        /// The device.
        path: PathBuf,
        /// The saved blocks.
        journal: PathBuf,
        /// The difference.
        why: Sentence,
    },
    /// Somebody else may have created or changed the file of saved blocks.
    UntrustedJournal {
        /// The path of the file, as the user gave it.
        path: PathBuf,
        /// The evidence.
        why: Sentence,
    },
    /// The device was borrowed again since.
    NewerJournal {
        /// The older one.
        journal: PathBuf,
        /// The newer one.
        newer: PathBuf,
    },
    /// Something else took the place between the permit and the opening.
    Changed {
        /// File or device.
        path: PathBuf,
        /// The difference.
        what: Sentence,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// Joins several into a list.
fn listed(several: impl IntoIterator<Item = Sentence>) -> Sentence {
    let all = several
        .into_iter()
        .reduce(|one, other| sentence!("device-one-other", one: one, other: other));
    all.unwrap_or_default()
}

fn only_read(node: &Path) -> Sentence {
    sentence!("device-refused-write-nvme-passthrough-only-reads", path = node.display())
}

impl Refusal {
    /// The refused action, and the reason.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Held { name, holds } => sentence!(
                "device-refused-write",
                name,
                holds: listed(holds.iter().map(BlockingUse::sentence))
            ),
            Self::NotConfirmed(shown) => sentence!(
                "device-refused-write-not-confirmed",
                name = shown.name,
                what: shown.typed_name.what,
                contents: shown.contents.summary()
            ),
            Self::OtherConfirmed { shown, typed } => sentence!(
                "device-refused-write-typed-not",
                name = shown.name,
                typed = format!("{typed:?}"),
                what: shown.typed_name.what
            ),
            Self::HoldsData { path } => {
                sentence!("device-refused-write-holds-data", path = path.display())
            }
            Self::WrongName { path, typed } => sentence!(
                "device-refused-write-name-typed-allow",
                path = path.display(),
                typed = format!("{typed:?}")
            ),
            Self::FileInUse { path, user } => {
                sentence!("device-refused-write-use", path = path.display(), user)
            }
            Self::NoPermit { path } => {
                sentence!("device-refused-write-opened-reading", path = path.display())
            }
            Self::OnlyRead { node, .. } => only_read(node),
            Self::NotBorrowed { path, start, end, borrowed } => sentence!(
                "device-refused-write-only-first-borrowed",
                path = path.display(),
                start,
                end,
                borrowed
            ),
            Self::NoPlaceForJournal { name, why } => {
                sentence!("device-refused-borrow", name, why: why.clone())
            }
            Self::NotAsBorrowed { path, journal, why } => sentence!(
                "device-refused-put-back",
                journal = journal.display(),
                path = path.display(),
                why: why.clone()
            ),
            Self::UntrustedJournal { path, why } => sentence!(
                "device-refused-use-saved-blocks",
                path = path.display(),
                why: why.clone()
            ),
            Self::NewerJournal { journal, newer } => sentence!(
                "device-refused-put-back-device-borrowed-again",
                journal = journal.display(),
                newer = newer.display()
            ),
            Self::Changed { path, what } => sentence!(
                "device-refused-write-no-longer-permitted",
                path = path.display(),
                what: what.clone()
            ),
        }
    }

    /// The remedy.
    #[must_use]
    pub fn hint(&self) -> Sentence {
        match self {
            Self::Held { name, holds } => {
                let mut steps: Vec<Sentence> = Vec::new();
                for step in holds.iter().map(|hold| hold.release(name)) {
                    if !steps.contains(&step) {
                        steps.push(step);
                    }
                }
                listed(steps)
            }
            Self::NotConfirmed(shown) => {
                sentence!("device-destroy-destroy", typed = shown.typed_name.quoted())
            }
            Self::OtherConfirmed { shown, .. } => {
                sentence!("device-drive-mean-look-lsblk-o-name", shown = shown.name)
            }
            Self::HoldsData { path } | Self::WrongName { path, .. } => {
                sentence!("device-destroy-holds-destroy", typed = file_name(path))
            }
            Self::FileInUse { path, user } if user == "swap" => {
                sentence!("device-swapoff", path = path.display())
            }
            Self::FileInUse { user, .. } => sentence!("device-losetup-d-dev", user),
            Self::NoPermit { .. } => Sentence::default(),
            Self::OnlyRead { device, .. } => {
                sentence!("device-write-name-block-device", device = device.display())
            }
            Self::NotBorrowed { end, .. } => {
                sentence!("device-borrow-much-written-borrow-use-smaller", end)
            }
            Self::NoPlaceForJournal { .. } => {
                sentence!("device-name-directory-another-drive-borrow-journal")
            }
            Self::NotAsBorrowed { journal, .. } => sentence!(
                "device-nothing-written-stays-saved-stays-look",
                journal = journal.display()
            ),
            Self::UntrustedJournal { path, .. } => {
                sentence!("device-holds-written-device-find-out-made", path = path.display())
            }
            Self::NewerJournal { newer, .. } => {
                sentence!("device-newer-first-iogram-restore", newer = newer.display())
            }
            Self::Changed { .. } => sentence!("device-look-again-start-anew"),
        }
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
