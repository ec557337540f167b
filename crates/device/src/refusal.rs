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
        .reduce(|one, other| sentence!("{one}; {other}", one: one, other: other));
    all.unwrap_or_default()
}

fn only_read(node: &Path) -> Sentence {
    sentence!(
        "refused to write to {path}: NVMe passthrough only reads here, because neither a mount nor a claim \
         holds back what is written that way",
        path = node.display()
    )
}

impl Refusal {
    /// The refused action, and the reason.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Held { name, holds } => sentence!(
                "refused to write to {name}: {holds}",
                name,
                holds: listed(holds.iter().map(BlockingUse::sentence))
            ),
            Self::NotConfirmed(shown) => sentence!(
                "refused to write to {name}: not confirmed by {what} (on it: {contents})",
                name = shown.name,
                what: shown.typed_name.what,
                contents: shown.contents.summary()
            ),
            Self::OtherConfirmed { shown, typed } => sentence!(
                "refused to write to {name}: {typed} was typed, which is not {what}",
                name = shown.name,
                typed = format!("{typed:?}"),
                what: shown.typed_name.what
            ),
            Self::HoldsData { path } => {
                sentence!("refused to write to {path}: it holds data", path = path.display())
            }
            Self::WrongName { path, typed } => sentence!(
                "refused to write to {path}: the name typed to allow it was {typed}",
                path = path.display(),
                typed = format!("{typed:?}")
            ),
            Self::FileInUse { path, user } => sentence!(
                "refused to write to {path}: it is in use by {user}",
                path = path.display(),
                user
            ),
            Self::NoPermit { path } => sentence!(
                "refused to write to {path}: it was opened for reading",
                path = path.display()
            ),
            Self::OnlyRead { node, .. } => only_read(node),
            Self::NotBorrowed { path, start, end, borrowed } => sentence!(
                "refused to write to {path} from {start} to {end}: only its first {borrowed} are borrowed",
                path = path.display(),
                start,
                end,
                borrowed
            ),
            Self::NoPlaceForJournal { name, why } => {
                sentence!("refused to borrow {name}: {why}", name, why: why.clone())
            }
            Self::NotAsBorrowed { path, journal, why } => sentence!(
                "refused to put {journal} back to {path}: {why}",
                journal = journal.display(),
                path = path.display(),
                why: why.clone()
            ),
            Self::UntrustedJournal { path, why } => sentence!(
                "refused to use the saved blocks in {path}: {why}",
                path = path.display(),
                why: why.clone()
            ),
            Self::NewerJournal { journal, newer } => sentence!(
                "refused to put {journal} back: the device was borrowed again since, and {newer} is newer",
                journal = journal.display(),
                newer = newer.display()
            ),
            Self::Changed { path, what } => sentence!(
                "refused to write to {path}: it is no longer what was permitted ({what})",
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
                sentence!(
                    "to destroy what is on it: --destroy {typed}",
                    typed = shown.typed_name.quoted()
                )
            }
            Self::OtherConfirmed { shown, .. } => sentence!(
                "is {shown} the drive that you mean? look at: lsblk -o NAME,SIZE,MODEL,SERIAL",
                shown = shown.name
            ),
            Self::HoldsData { path } | Self::WrongName { path, .. } => {
                sentence!(
                    "to destroy what it holds: --destroy {typed}",
                    typed = file_name(path)
                )
            }
            Self::FileInUse { path, user } if user == "swap" => {
                sentence!("swapoff {path}", path = path.display())
            }
            Self::FileInUse { user, .. } => sentence!("losetup -d /dev/{user}", user),
            Self::NoPermit { .. } => Sentence::default(),
            Self::OnlyRead { device, .. } => {
                sentence!(
                    "to write, name the block device: {device}",
                    device = device.display()
                )
            }
            Self::NotBorrowed { end, .. } => {
                sentence!(
                    "borrow as much as is written (--borrow={end}), or use a smaller region",
                    end
                )
            }
            Self::NoPlaceForJournal { .. } => {
                "name a directory on another drive with --borrow-journal DIR".into()
            }
            Self::NotAsBorrowed { journal, .. } => sentence!(
                "nothing was written: what is on it stays, and what was saved stays in {journal}; to look \
                 into it: iogram restore {journal} --save-as FILE; if only what is on the device is \
                 needed: rm {journal}",
                journal = journal.display()
            ),
            Self::UntrustedJournal { path, .. } => sentence!(
                "what it holds would be written to a device: find out who made {path}; if it is yours, \
                 copy it into a directory of your own (mode 0700) and name the copy",
                path = path.display()
            ),
            Self::NewerJournal { newer, .. } => {
                sentence!(
                    "the newer one first: iogram restore {newer}",
                    newer = newer.display()
                )
            }
            Self::Changed { .. } => "look at it again, and start anew".into(),
        }
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
