//! Permission to destroy data, as a value.
//!
//! A [`DestructionPermit`] is made here and nowhere else, and nothing is opened for writing without
//! one. It names one file or device by what the kernel calls it, not by a path, which may come to mean
//! something else.
//!
//! Permitted are: a file that iogram made, a file without data, a file with data whose name the user
//! typed, and a loop or zram device that nothing uses and that holds nothing recognised. Every other
//! device is refused in this version.

use std::fmt;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;
use rustix::io::Errno;

use crate::block_device::{DeviceIdentity, open_exclusively};
use crate::error::DeviceError;
use crate::holds::{Hold, find_holds, loop_files, swap_paths};
use crate::identity::{DeviceNumber, DriveKind, kind_of, name_of, whole_of};
use crate::resolve::fd_holds_data;
use crate::sysfs::SysRoot;

/// Proof that destroying the data of one file or device was allowed.
#[derive(Debug, PartialEq, Eq)]
pub struct DestructionPermit {
    path: PathBuf,
    subject: Subject,
}

#[derive(Debug, PartialEq, Eq)]
enum Subject {
    File(FileIdentity),
    Device(DeviceIdentity),
}

/// What makes a file this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity {
    file_system: DeviceNumber,
    inode: u64,
    /// Whether the user allowed to destroy what it holds.
    may_hold_data: bool,
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
        holds: Vec<Hold>,
    },
    /// A drive of a kind that this version does not write to.
    #[error("refused to write to {name}: writing to drives ({kind}) is not possible yet")]
    NotYet {
        /// The device's kernel name.
        name: String,
        /// Its kind.
        kind: String,
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
    /// Between the permit and the opening something else took the place.
    #[error("refused to write to {}: it is no longer what was permitted ({what})", path.display())]
    Changed {
        /// File or device.
        path: PathBuf,
        /// What differs.
        what: String,
    },
}

struct Listed<'a>(&'a [Hold]);

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
            Self::NotYet { .. } => {
                "reading works; to measure writing, name a directory on the drive".to_owned()
            }
            Self::HoldsData { path } | Self::WrongName { path, .. } => {
                format!("to destroy what it holds: --destroy {}", file_name(path))
            }
            Self::FileInUse { path, user } if user == "swap" => {
                format!("swapoff {}", path.display())
            }
            Self::FileInUse { user, .. } => format!("losetup -d /dev/{user}"),
            Self::NoPermit { .. } => String::new(),
            Self::Changed { .. } => "look at it again, and start anew".to_owned(),
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Permits writing to a file that was just made: it must be empty.
pub(crate) fn permit_new_file(
    fd: &OwnedFd,
    path: &Path,
) -> Result<DestructionPermit, DeviceError> {
    let (identity, size) = identify_file(fd, path, false)?;
    if size != 0 {
        return Err(Refusal::HoldsData { path: path.to_owned() }.into());
    }
    Ok(DestructionPermit { path: path.to_owned(), subject: Subject::File(identity) })
}

/// Permits writing to a file that exists: one without data, or one whose name was typed, either as its
/// last part or as `path` itself.
///
/// # Errors
///
/// [`DeviceError::Refused`] for a file with data whose name was not typed, and for a file that the
/// kernel swaps to or that a loop device shows; fails if the file may not be read.
pub fn permit_file(
    root: &SysRoot,
    path: &Path,
    typed_name: Option<&str>,
) -> Result<DestructionPermit, DeviceError> {
    let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
    let fd = rustix::fs::open(path, flags, rustix::fs::Mode::empty())
        .map_err(|errno| DeviceError::system("open", path, errno))?;
    let holds_data = fd_holds_data(&fd);
    let (identity, _) = identify_file(&fd, path, holds_data)?;
    if let Some(user) = find_user(root, identity)? {
        return Err(Refusal::FileInUse { path: path.to_owned(), user }.into());
    }
    if holds_data {
        let typed = typed_name.ok_or_else(|| Refusal::HoldsData { path: path.to_owned() })?;
        if typed != file_name(path) && Path::new(typed) != path {
            let typed = typed.to_owned();
            return Err(Refusal::WrongName { path: path.to_owned(), typed }.into());
        }
    }
    Ok(DestructionPermit { path: path.to_owned(), subject: Subject::File(identity) })
}

fn identify_file(
    fd: &OwnedFd,
    path: &Path,
    may_hold_data: bool,
) -> Result<(FileIdentity, u64), DeviceError> {
    let stat =
        rustix::fs::fstat(fd).map_err(|errno| DeviceError::system("look at", path, errno))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Err(DeviceError::NotATarget {
            name: path.display().to_string(),
            why: "it is not a file".to_owned(),
            hint: String::new(),
        });
    }
    let identity = FileIdentity {
        file_system: DeviceNumber::from_raw(stat.st_dev),
        inode: stat.st_ino,
        may_hold_data,
    };
    Ok((identity, u64::try_from(stat.st_size).unwrap_or(u64::MAX)))
}

/// Who in the kernel uses the file's blocks: swap or a loop device.
fn find_user(root: &SysRoot, file: FileIdentity) -> Result<Option<String>, DeviceError> {
    let is_it = |path: &Path| {
        rustix::fs::stat(path).is_ok_and(|stat| {
            stat.st_ino == file.inode && DeviceNumber::from_raw(stat.st_dev) == file.file_system
        })
    };
    if swap_paths(root)?.iter().any(|path| is_it(Path::new(path))) {
        return Ok(Some("swap".to_owned()));
    }
    let user = loop_files(root)?.into_iter().find(|(_, path)| is_it(path));
    Ok(user.map(|(user, _)| user))
}

/// Permits writing to a whole loop or zram device that nothing uses and that holds nothing recognised.
/// Opens it only for reading and alters nothing.
///
/// # Errors
///
/// [`DeviceError::Refused`] with everything that stands in the way; fails if the device or one of the
/// kernel's tables cannot be read.
pub fn permit_device(root: &SysRoot, path: &Path) -> Result<DestructionPermit, DeviceError> {
    let stat =
        rustix::fs::stat(path).map_err(|errno| DeviceError::system("look at", path, errno))?;
    let number = DeviceNumber::from_raw(stat.st_rdev);
    let is_block = FileType::from_raw_mode(stat.st_mode).is_block_device();
    let dir = root.block_dir(number).filter(|_| is_block);
    let dir = dir.ok_or_else(|| DeviceError::NotATarget {
        name: path.display().to_string(),
        why: "it is not a block device that the kernel knows".to_owned(),
        hint: "lsblk lists the devices that are there".to_owned(),
    })?;
    let name = name_of(&dir);
    let kind = kind_of(&whole_of(&dir));
    if !matches!(kind, DriveKind::Loop | DriveKind::Zram) {
        return Err(Refusal::NotYet { name, kind: kind.to_string() }.into());
    }
    let mut holds = find_holds(root, &dir)?;
    if !holds.is_empty() {
        return Err(Refusal::Held { name, holds }.into());
    }
    // Exclusive, so that users in none of the tables show up; not for writing, which udev would notice.
    let fd = match open_exclusively(path, false) {
        Ok(fd) => fd,
        Err(Errno::BUSY) => {
            return Err(Refusal::Held { name, holds: vec![Hold::Busy] }.into());
        }
        Err(errno) => return Err(DeviceError::system("open", path, errno)),
    };
    let identity = DeviceIdentity::read(&fd, path)?;
    if identity.number != number {
        let what = format!("device {} instead of {number}", identity.number);
        return Err(Refusal::Changed { path: path.to_owned(), what }.into());
    }
    holds.extend(identity.find_signatures(&fd, path)?.into_iter().map(Hold::Holds));
    if !holds.is_empty() {
        return Err(Refusal::Held { name, holds }.into());
    }
    Ok(DestructionPermit { path: path.to_owned(), subject: Subject::Device(identity) })
}

impl DestructionPermit {
    /// As the user named it; for an unnamed file its directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compares an open file with the one that was permitted.
    pub(crate) fn check_file(&self, fd: &OwnedFd) -> Result<(), DeviceError> {
        let changed =
            |what: &str| Refusal::Changed { path: self.path.clone(), what: what.to_owned() };
        let Subject::File(permitted) = self.subject else {
            return Err(changed("a device was permitted").into());
        };
        let (found, _) = identify_file(fd, &self.path, permitted.may_hold_data)?;
        if found != permitted {
            return Err(changed("another file").into());
        }
        if !permitted.may_hold_data && fd_holds_data(fd) {
            return Err(changed("it holds data now").into());
        }
        Ok(())
    }

    /// Compares an open device with the one that was permitted.
    pub(crate) fn check_device(&self, fd: &OwnedFd) -> Result<DeviceIdentity, DeviceError> {
        let changed = |what: String| Refusal::Changed { path: self.path.clone(), what };
        let Subject::Device(permitted) = &self.subject else {
            return Err(changed("a file was permitted".to_owned()).into());
        };
        let found = DeviceIdentity::read(fd, &self.path)?;
        if found != *permitted {
            return Err(changed(format!("{found} instead of {permitted}")).into());
        }
        Ok(found)
    }
}
