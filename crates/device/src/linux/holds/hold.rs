//! One reason not to write to a block device, in words, and how to release it.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence, text};

use crate::linux::needed::ProtectedPath;
use iogram_inspect::identity::name_of;
use iogram_inspect::signature::Signature;
use iogram_inspect::sysfs::text_if_known;

/// One reason not to write to a block device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockingUse {
    /// The device, a partition of it or something built on it is mounted.
    Mounted {
        /// Kernel name of the mounted device.
        device: String,
        /// The mount point.
        mount_point: PathBuf,
        /// A process that sees the mount, if this one does not.
        process: Option<String>,
    },
    /// The device belongs to a file system on several devices that is in use.
    Pooled {
        /// Kernel name of the member device.
        device: String,
        /// Type of the file system.
        kind: &'static str,
        /// Its UUID.
        uuid: String,
    },
    /// The kernel swaps to the device, to a partition of it or to something built on it.
    Swap {
        /// Kernel name.
        device: String,
    },
    /// Something is built on the device: LVM, encryption, RAID, ..
    Mapped {
        /// Kernel name of the lower device.
        device: String,
        /// Kernel name of the upper device.
        holder: String,
        /// The kind of the upper device.
        mapping: Mapping,
    },
    /// The device is a partition.
    IsPartition {
        /// Kernel name of the whole device.
        whole: String,
    },
    /// A loop device uses the device, a partition of it or something built on it as its file.
    Backs {
        /// Kernel name of the used device.
        device: String,
        /// Kernel name of the loop device.
        user: String,
    },
    /// Writes to the device would reach a drive.
    BackedBy {
        /// The drive's path.
        drive: PathBuf,
    },
    /// Another loop device has the same file.
    SharesFile {
        /// Kernel name of the other loop device.
        other: String,
        /// The path of that file according to the kernel.
        file: PathBuf,
    },
    /// The device holds something that this run needs.
    ProtectedPath(ProtectedPath),
    /// The device is marked as a member of a group of devices.
    Member {
        /// Kernel name of the marked device: the device or a partition of it.
        device: String,
        /// The mark.
        mark: Signature,
    },
    /// A process can write to it.
    OpenForWriting {
        /// The open object: the kernel name of a device, or the path of the file behind one.
        device: String,
        /// The process's number.
        process: String,
        /// The process's name; `None` means unknown.
        command: Option<String>,
        /// Through a descriptor, or from its memory.
        access: Access,
    },
    /// Somebody holds a lock on the file.
    Locked {
        /// The file: the target itself, or the file behind the device.
        file: PathBuf,
        /// The owner of the lock; `None` means unknown.
        process: Option<String>,
    },
    /// A hidden process or the kernel has a file open for writing.
    OpenSomewhere {
        /// The path of that file according to the kernel.
        file: PathBuf,
    },
    /// A file is mounted as a file system.
    FileMounted {
        /// The path of that file according to the kernel.
        file: PathBuf,
        /// The mount point.
        mount_point: PathBuf,
    },
    /// The kernel exports it to other computers or to a virtual bus.
    Exported {
        /// Kernel name of the exported device.
        device: String,
        /// The folder of the setting.
        by: PathBuf,
    },
    /// There may be hidden users.
    Unseen {
        /// The reasons why users may be hidden, one each.
        why: Vec<String>,
        /// The text to type to confirm that there are none, quoted for the shell.
        typed: String,
    },
    /// The kernel refuses writes.
    ReadOnly,
    /// The device has no capacity: nothing is set up, or there is no card in the reader.
    NoCapacity,
    /// The device is still borrowed: its current contents are not the original ones.
    Borrowed {
        /// The file with the original blocks.
        journal: PathBuf,
    },
    /// The device carries the tombstone of a borrowing that was not put back.
    Marked {
        /// The file with the original blocks, according to the tombstone.
        journal: PathBuf,
    },
    /// Somebody has it open exclusively, and no table of the kernel names the owner.
    Busy,
}

/// How a process can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Through an open descriptor.
    Open,
    /// From its memory, even after the descriptor was closed.
    Mapped,
}

/// The kind of device that is built on another.
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
    /// Another kind.
    Other,
}

impl Mapping {
    /// Its description.
    fn sentence(&self) -> Sentence {
        match self {
            Self::Lvm { group } => sentence!("device-logical-volume-group", group),
            Self::Crypt { name } => sentence!("device-encrypted-volume", name),
            Self::DeviceMapper { name } => sentence!("device-mapping", name),
            Self::Md => sentence!("device-raid-array"),
            Self::Bcache => sentence!("device-bcache-device"),
            Self::Other => sentence!("device-another-device"),
        }
    }
}

impl fmt::Display for BlockingUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl BlockingUse {
    /// The obstacle.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a sentence for each variant")]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Mounted { device, mount_point, process: None } => {
                sentence!("device-mounted", device, mount_point = mount_point.display())
            }
            Self::Mounted { device, mount_point, process: Some(process) } => {
                let at = mount_point.display();
                sentence!("device-mounted-process", device, at, process)
            }
            Self::Pooled { device, kind, uuid } => {
                sentence!("device-belongs-file-system-use", device, kind, uuid)
            }
            Self::Swap { device } => sentence!("device-use-swap", device),
            Self::Mapped { device, holder, mapping } => {
                sentence!("device-built", holder, mapping: mapping.sentence(), device)
            }
            Self::IsPartition { whole } => sentence!("device-partition", whole),
            Self::Backs { device, user } => {
                sentence!("device-uses-file", user, device)
            }
            Self::BackedBy { drive } => {
                sentence!("device-data-lie-drive", drive = drive.display())
            }
            Self::SharesFile { other, file } => {
                sentence!("device-same-file", other, file = file.display())
            }
            Self::ProtectedPath(needed) => {
                sentence!("device-holds-needed", needed: needed.sentence())
            }
            Self::Member { device, mark: Signature { kind, offset } } => sentence!(
                "device-marked-part-something-larger-recognised-byte",
                device,
                kind,
                offset
            ),
            Self::OpenForWriting { device, process, command, access } => {
                let has = match access {
                    Access::Open => text!("device-process-open-writing", process, device),
                    Access::Mapped => {
                        text!("device-process-mapped-into-memory-writing", process, device)
                    }
                };
                let process = match command {
                    Some(command) => format!("{process} ({command})"),
                    None => process.clone(),
                };
                sentence!(has, process, device)
            }
            Self::Locked { file, process: Some(process) } => {
                sentence!("device-process-lock", process, file = file.display())
            }
            Self::Locked { file, process: None } => {
                sentence!("device-process-lock-file", file = file.display())
            }
            Self::OpenSomewhere { file } => {
                sentence!("device-open-writing-kernel-process-not-seen", file = file.display())
            }
            Self::FileMounted { file, mount_point } => {
                sentence!(
                    "device-mounted-file-mount-point",
                    file = file.display(),
                    mount_point = mount_point.display()
                )
            }
            Self::Exported { device, by } => {
                sentence!("device-kernel-serves-others", device, by = by.display())
            }
            Self::Unseen { why, .. } => {
                sentence!("device-whether-anybody-uses-cannot-seen", why = why.join("; "))
            }
            Self::ReadOnly => sentence!("device-read-only"),
            Self::NoCapacity => sentence!("device-no-capacity"),
            Self::Borrowed { journal } | Self::Marked { journal } => {
                sentence!("device-borrowed-not-put-back-blocks", journal = journal.display())
            }
            Self::Busy => sentence!("device-something-open-exclusively"),
        }
    }
}

impl BlockingUse {
    /// The command that releases it, or the remedy; `name` is the kernel name of the held device.
    #[must_use]
    pub fn release(&self, name: &str) -> Sentence {
        match self {
            Self::Mounted { mount_point, .. } if mount_point == Path::new("/") => {
                sentence!("device-start-system-another-drive")
            }
            Self::Mounted { mount_point, process: None, .. } => {
                sentence!("device-umount", mount_point = mount_point.display())
            }
            Self::Mounted { mount_point, process: Some(process), .. } => {
                sentence!(
                    "device-nsenter-t-m-umount",
                    process,
                    mount_point = mount_point.display()
                )
            }
            Self::Pooled { kind, .. } => sentence!("device-unmount-file-system", kind),
            Self::Swap { device } => sentence!("device-swapoff-dev", device),
            Self::Mapped { holder, mapping, .. } => mapping.release(holder),
            Self::IsPartition { whole } => {
                sentence!("device-name-whole-device-dev", whole)
            }
            Self::Backs { user, .. } => sentence!("device-losetup-d-dev", user),
            Self::BackedBy { .. } => sentence!("device-name-loop-device-over-file"),
            Self::SharesFile { other, .. } => sentence!("device-losetup-d-dev-other", other),
            Self::ProtectedPath(needed) => needed.release(),
            Self::Member { device, mark } => release_member(device, mark),
            Self::OpenForWriting { process, .. } => sentence!("device-end-process", process),
            Self::Locked { process: Some(process), .. } => {
                sentence!("device-end-process", process)
            }
            Self::Locked { file, process: None } | Self::OpenSomewhere { file } => {
                sentence!("device-see-uses-lslocks-fuser-v-losetup", file = file.display())
            }
            Self::FileMounted { mount_point, .. } => {
                sentence!("device-umount", mount_point = mount_point.display())
            }
            Self::Exported { by, .. } => sentence!("device-take-out", by = by.display()),
            Self::Unseen { typed, .. } => {
                sentence!("device-run-iogram-root-outside-containers-look", typed)
            }
            Self::ReadOnly => {
                sentence!("device-blockdev-setrw-dev-move-card-write", name)
            }
            Self::NoCapacity if name.starts_with("loop") => {
                sentence!("device-losetup-dev-file", name)
            }
            Self::NoCapacity if name.starts_with("zram") => {
                sentence!("device-zramctl-size-1g-dev", name)
            }
            Self::NoCapacity => sentence!("device-put-card-into-reader"),
            Self::Borrowed { journal } => {
                sentence!("device-iogram-restore", journal = journal.display())
            }
            Self::Marked { journal } => sentence!(
                "device-iogram-restore-file-lost-dd-dev",
                journal = journal.display(),
                name
            ),
            Self::Busy => sentence!("device-see-uses-fuser-v-dev", name),
        }
    }
}

impl Mapping {
    /// From the folder of the upper device. Names of logical volumes are `group-volume`, with doubled hyphens inside
    /// each part.
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

    fn release(&self, holder: &str) -> Sentence {
        match self {
            Self::Lvm { group } => sentence!("device-vgchange", group),
            Self::Crypt { name } => sentence!("device-cryptsetup-close", name),
            Self::DeviceMapper { name } => sentence!("device-dmsetup-remove", name),
            Self::Md => sentence!("device-mdadm-stop-dev", holder),
            Self::Bcache => sentence!("device-echo-1-sys-block-bcache-stop", holder),
            Self::Other => sentence!("device-release", holder),
        }
    }
}

/// The command that removes an unused device from its group.
fn release_member(device: &str, mark: &Signature) -> Sentence {
    let path = format!("/dev/{device}");
    let command = mark.release(&path).unwrap_or_else(|| format!("wipefs -a {path}"));
    sentence!("device-nothing-needed", command)
}
