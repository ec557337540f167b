//! One reason not to write to a block device, in words, and how to release it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::linux::needed::ProtectedPath;
use iogram_inspect::identity::name_of;
use iogram_inspect::signature::Signature;
use iogram_inspect::sysfs::text_if_known;

/// One reason not to write to a block device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockingUse {
    /// It, a partition of it or something built on it is mounted.
    Mounted {
        /// Kernel name of what is mounted.
        device: String,
        /// Where.
        mount_point: PathBuf,
        /// A process that sees the mount, if this one does not.
        process: Option<String>,
    },
    /// It belongs to a file system on several devices that is in use.
    Pooled {
        /// Kernel name of what belongs to it.
        device: String,
        /// Type of the file system.
        kind: &'static str,
        /// Its UUID.
        uuid: String,
    },
    /// The kernel swaps to it, to a partition of it or to something built on it.
    Swap {
        /// Kernel name.
        device: String,
    },
    /// Something is built on it: LVM, encryption, RAID, ..
    Mapped {
        /// Kernel name of what is below.
        device: String,
        /// Kernel name of what is above.
        holder: String,
        /// What is above.
        mapping: Mapping,
    },
    /// It is a partition.
    IsPartition {
        /// Kernel name of the whole device.
        whole: String,
    },
    /// A loop device uses it, a partition of it or something built on it as its file.
    Backs {
        /// Kernel name of what is used.
        device: String,
        /// Kernel name of the loop device.
        user: String,
    },
    /// Writing to it would write to a drive.
    BackedBy {
        /// The drive's path.
        drive: PathBuf,
    },
    /// Another loop device has the same file.
    SharesFile {
        /// Kernel name of the other loop device.
        other: String,
        /// The file.
        file: PathBuf,
    },
    /// It holds something that this run needs.
    ProtectedPath(ProtectedPath),
    /// It is marked as a part of something that other devices belong to as well.
    Member {
        /// Kernel name of what is marked: the device or a partition of it.
        device: String,
        /// The mark.
        mark: Signature,
    },
    /// A process can write to it.
    OpenForWriting {
        /// What is open: the kernel name of a device, or the path of the file behind one.
        device: String,
        /// The process's number.
        process: String,
        /// The process's name; `None` is unknown.
        command: Option<String>,
        /// By a descriptor, or from its memory.
        access: Access,
    },
    /// A lock lies on the file.
    Locked {
        /// The file: itself the target, or behind the device.
        file: PathBuf,
        /// Whose lock it is; `None` is unknown.
        process: Option<String>,
    },
    /// A file is open for writing in a process that is not seen, or in the kernel.
    OpenSomewhere {
        /// The file.
        file: PathBuf,
    },
    /// A file is mounted as a file system.
    FileMounted {
        /// The file.
        file: PathBuf,
        /// Where.
        mount_point: PathBuf,
    },
    /// The kernel gives it to other computers or to a virtual bus.
    Exported {
        /// Kernel name of what is given.
        device: String,
        /// The setting's folder.
        by: PathBuf,
    },
    /// There may be users that are not seen from here.
    Unseen {
        /// Why not.
        why: Vec<String>,
        /// What has to be typed to say that there are none, as the shell takes it.
        typed: String,
    },
    /// The kernel refuses writes.
    ReadOnly,
    /// It has no capacity: nothing is set up, or there is no card in the reader.
    NoCapacity,
    /// It was borrowed and not put back: what it holds now is not what it should hold.
    Borrowed {
        /// What the original blocks are kept in.
        journal: PathBuf,
    },
    /// It carries the tombstone of a borrowing that was not put back.
    Marked {
        /// What the original blocks are kept in, as the tombstone says.
        journal: PathBuf,
    },
    /// Somebody has it open for himself, and none of the kernel's tables says who.
    Busy,
}

/// How a process can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Through an open descriptor.
    Open,
    /// From its memory, also after the descriptor was closed.
    Mapped,
}

/// What is built on a device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mapping {
    /// A logical volume.
    Lvm {
        /// Its volume group.
        group: String,
    },
    /// Encryption.
    Crypt {
        /// The mapping's name.
        name: String,
    },
    /// Another mapping of the device mapper.
    DeviceMapper {
        /// The mapping's name.
        name: String,
    },
    /// A RAID array.
    Md,
    /// A cache.
    Bcache,
    /// Something else.
    Other,
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lvm { group } => write!(f, "a logical volume of the group {group}"),
            Self::Crypt { name } => write!(f, "the encrypted volume {name}"),
            Self::DeviceMapper { name } => write!(f, "the mapping {name}"),
            Self::Md => f.write_str("a RAID array"),
            Self::Bcache => f.write_str("a bcache device"),
            Self::Other => f.write_str("another device"),
        }
    }
}

impl fmt::Display for BlockingUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mounted { device, mount_point, process: None } => {
                write!(f, "{device} is mounted at {}", mount_point.display())
            }
            Self::Mounted { device, mount_point, process: Some(process) } => {
                let at = mount_point.display();
                write!(f, "{device} is mounted at {at} for process {process}")
            }
            Self::Pooled { device, kind, uuid } => {
                write!(f, "{device} belongs to the {kind} file system {uuid}, which is in use")
            }
            Self::Swap { device } => write!(f, "{device} is in use as swap"),
            Self::Mapped { device, holder, mapping } => {
                write!(f, "{holder}, {mapping}, is built on {device}")
            }
            Self::IsPartition { whole } => write!(f, "it is a partition of {whole}"),
            Self::Backs { device, user } => write!(f, "{user} uses {device} as its file"),
            Self::BackedBy { drive } => {
                write!(f, "its data lie on the drive {}", drive.display())
            }
            Self::SharesFile { other, file } => {
                write!(f, "{other} has the same file {}", file.display())
            }
            Self::ProtectedPath(needed) => write!(f, "it holds {needed}"),
            Self::Member { device, mark: Signature { kind, offset } } => write!(
                f,
                "{device} is marked as a part of something larger: {kind} (recognised at byte \
                 {offset})"
            ),
            Self::OpenForWriting { device, process, command, access } => {
                let command = command.as_ref().map(|name| format!(" ({name})"));
                let command = command.unwrap_or_default();
                let how = match access {
                    Access::Open => "open for writing",
                    Access::Mapped => "mapped into its memory for writing",
                };
                write!(f, "process {process}{command} has {device} {how}")
            }
            Self::Locked { file, process } => {
                let who = process.as_ref().map(|number| format!("process {number}"));
                let who = who.unwrap_or_else(|| "a process".to_owned());
                write!(f, "{who} has a lock on {}", file.display())
            }
            Self::OpenSomewhere { file } => write!(
                f,
                "{} is open for writing, by the kernel or by a process that is not seen",
                file.display()
            ),
            Self::FileMounted { file, mount_point } => {
                write!(f, "{} is mounted at {}", file.display(), mount_point.display())
            }
            Self::Exported { device, by } => {
                write!(f, "the kernel serves {device} to others ({})", by.display())
            }
            Self::Unseen { why, .. } => {
                write!(f, "whether anybody uses it cannot be seen: {}", why.join("; "))
            }
            Self::ReadOnly => f.write_str("it is read-only"),
            Self::NoCapacity => f.write_str("it has no capacity"),
            Self::Borrowed { journal } | Self::Marked { journal } => write!(
                f,
                "it was borrowed and not put back; its blocks are in {}",
                journal.display()
            ),
            Self::Busy => f.write_str("something has it open exclusively"),
        }
    }
}

impl BlockingUse {
    /// The command that releases it, or what to do; `name` is the held device's kernel name.
    #[must_use]
    pub fn release(&self, name: &str) -> String {
        match self {
            Self::Mounted { mount_point, .. } if mount_point == Path::new("/") => {
                "start the system from another drive".to_owned()
            }
            Self::Mounted { mount_point, process: None, .. } => {
                format!("umount {}", mount_point.display())
            }
            Self::Mounted { mount_point, process: Some(process), .. } => {
                format!("nsenter -t {process} -m umount {}", mount_point.display())
            }
            Self::Pooled { kind, .. } => format!("unmount the {kind} file system"),
            Self::Swap { device } => format!("swapoff /dev/{device}"),
            Self::Mapped { holder, mapping, .. } => mapping.release(holder),
            Self::IsPartition { whole } => format!("name the whole device /dev/{whole}"),
            Self::Backs { user, .. } => format!("losetup -d /dev/{user}"),
            Self::BackedBy { .. } => "name a loop device over a file".to_owned(),
            Self::SharesFile { other, .. } => format!("losetup -d /dev/{other}"),
            Self::ProtectedPath(needed) => needed.release(),
            Self::Member { device, mark } => release_member(device, mark),
            Self::OpenForWriting { process, .. } => format!("end process {process}"),
            Self::Locked { process: Some(process), .. } => format!("end process {process}"),
            Self::Locked { file, process: None } | Self::OpenSomewhere { file } => {
                format!("see who uses it with: lslocks, fuser -v '{}', losetup", file.display())
            }
            Self::FileMounted { mount_point, .. } => {
                format!("umount {}", mount_point.display())
            }
            Self::Exported { by, .. } => format!("take it out of {}", by.display()),
            Self::Unseen { typed, .. } => format!(
                "run iogram as root outside of containers; or look there that nothing uses it, and \
                 say so: --unused-outside {typed}"
            ),
            Self::ReadOnly => {
                format!("blockdev --setrw /dev/{name}, or move the card's write-protect switch")
            }
            Self::NoCapacity if name.starts_with("loop") => {
                format!("losetup /dev/{name} FILE")
            }
            Self::NoCapacity if name.starts_with("zram") => {
                format!("zramctl --size 1G /dev/{name}")
            }
            Self::NoCapacity => "put a card into the reader".to_owned(),
            Self::Borrowed { journal } => format!("iogram restore {}", journal.display()),
            Self::Marked { journal } => format!(
                "iogram restore {}; if that file is lost: dd if=/dev/zero of=/dev/{name} bs=72K \
                 count=1 conv=fsync",
                journal.display()
            ),
            Self::Busy => format!("see who uses it with: fuser -v /dev/{name}"),
        }
    }
}

impl Mapping {
    /// From the folder of what is above. Names of logical volumes are `group-volume` with hyphens
    /// inside of either doubled.
    pub(super) fn of(holder_dir: &Path) -> Self {
        let text = |attribute| text_if_known(holder_dir, attribute);
        if let Some(name) = text("dm/name") {
            let uuid = text("dm/uuid").unwrap_or_default();
            if uuid.starts_with("LVM-") {
                let joined = name.replace("--", "\0");
                let group = joined.split('-').next().unwrap_or_default().replace('\0', "-");
                return Self::Lvm { group };
            }
            let is_crypt = uuid.starts_with("CRYPT-");
            return if is_crypt { Self::Crypt { name } } else { Self::DeviceMapper { name } };
        }
        let name = name_of(holder_dir);
        if holder_dir.join("md").is_dir() || name.starts_with("md") {
            return Self::Md;
        }
        if name.starts_with("bcache") { Self::Bcache } else { Self::Other }
    }

    fn release(&self, holder: &str) -> String {
        match self {
            Self::Lvm { group } => format!("vgchange -an {group}"),
            Self::Crypt { name } => format!("cryptsetup close {name}"),
            Self::DeviceMapper { name } => format!("dmsetup remove {name}"),
            Self::Md => format!("mdadm --stop /dev/{holder}"),
            Self::Bcache => format!("echo 1 > /sys/block/{holder}/bcache/stop"),
            Self::Other => format!("release {holder}"),
        }
    }
}

/// How to take a device that is not in use out of what it belongs to.
fn release_member(device: &str, mark: &Signature) -> String {
    let path = format!("/dev/{device}");
    let command = mark.release(&path).unwrap_or_else(|| format!("wipefs -a {path}"));
    format!("{command}, if nothing on it is needed")
}
