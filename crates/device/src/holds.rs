//! What stands in the way of writing to a block device, and how to release it.
//!
//! Looks at the kernel's own tables only: mounts of every namespace that can be seen, swap, mappings,
//! pools, loop devices, who has it open for writing. Must not open the device, and must not decide
//! anything. An attribute that is there but cannot be read is an error, never "nothing there".
//!
//! Limits: mounts and open files of processes that this one may not look at are unknown, and a loop
//! device that was set up in another root directory shows a path that may mean nothing here. Who claims
//! a device without being in any table shows when it is opened exclusively.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::filesystem::{Mount, device_of_source, devices_of, own_mounts, parse_mountinfo};
use crate::identity::{DeviceNumber, capacity_of, drives_of, name_of, whole_of};
use crate::needed::Needed;
use crate::signature::Signature;
use crate::sysfs::{
    AttributeError, SysRoot, list_names, read_number, read_text, text_if_known,
};

/// One reason not to write to a block device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
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
    Needed(Needed),
    /// It is marked as a part of something that other devices belong to as well.
    Member {
        /// Kernel name of what is marked: the device or a partition of it.
        device: String,
        /// The mark.
        mark: Signature,
    },
    /// A process has it open for writing.
    OpenForWriting {
        /// Kernel name of what is open.
        device: String,
        /// The process's number.
        process: String,
        /// The process's name; `None` is unknown.
        command: Option<String>,
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
    /// Somebody has it open for himself, and none of the kernel's tables says who.
    Busy,
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

impl fmt::Display for Hold {
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
            Self::Needed(needed) => write!(f, "it holds {needed}"),
            Self::Member { device, mark: Signature { kind, offset } } => write!(
                f,
                "{device} is marked as a part of something larger: {kind} (recognised at byte \
                 {offset})"
            ),
            Self::OpenForWriting { device, process, command } => {
                let command = command.as_ref().map(|name| format!(" ({name})"));
                let command = command.unwrap_or_default();
                write!(f, "process {process}{command} has {device} open for writing")
            }
            Self::ReadOnly => f.write_str("it is read-only"),
            Self::NoCapacity => f.write_str("it has no capacity"),
            Self::Borrowed { journal } => write!(
                f,
                "it was borrowed and not put back; its blocks are in {}",
                journal.display()
            ),
            Self::Busy => f.write_str("something has it open exclusively"),
        }
    }
}

impl Hold {
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
            Self::Needed(needed) => needed.release(),
            Self::Member { device, mark } => release_member(device, mark.kind),
            Self::OpenForWriting { process, .. } => format!("end process {process}"),
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
            Self::Busy => format!("see who uses it with: fuser -v /dev/{name}"),
        }
    }
}

impl Mapping {
    /// From the folder of what is above. Names of logical volumes are `group-volume` with hyphens
    /// inside of either doubled.
    fn of(holder_dir: &Path) -> Self {
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
fn release_member(device: &str, kind: &str) -> String {
    let command = match kind {
        "LVM2" => "vgreduce and pvremove",
        "Linux RAID 0.90" | "Linux RAID 1.x" | "Intel RAID" | "DDF RAID" => {
            "mdadm --zero-superblock"
        }
        "ZFS" => "zpool labelclear",
        _ => "wipefs -a",
    };
    format!("{command} /dev/{device}, if nothing on it is needed")
}

/// A device, its partitions and everything built on them, the topmost first.
struct Family {
    members: Vec<Member>,
}

struct Member {
    number: DeviceNumber,
    name: String,
    /// Whether it is the device itself or a partition of it.
    is_own: bool,
}

impl Family {
    /// Finds the members, and what is built on what.
    fn find(dir: &Path, holds: &mut Vec<Hold>) -> Result<Self, AttributeError> {
        let mut family = Self { members: Vec::new() };
        let own: Vec<PathBuf> =
            partitions_of(dir)?.into_iter().chain([dir.to_owned()]).collect();
        for member in own {
            family.add(&member, true, holds)?;
        }
        Ok(family)
    }

    fn add(
        &mut self,
        dir: &Path,
        is_own: bool,
        holds: &mut Vec<Hold>,
    ) -> Result<(), AttributeError> {
        let Some(number) = read_text(dir, "dev")?.and_then(|text| text.parse().ok()) else {
            return Ok(());
        };
        if self.name(number).is_some() {
            return Ok(());
        }
        let device = name_of(dir);
        for holder in list_names(dir, "holders")? {
            let link = dir.join("holders").join(&holder);
            let above = std::fs::canonicalize(&link).unwrap_or(link);
            // What is on top has to be released first.
            self.add(&above, false, holds)?;
            for partition in partitions_of(&above)? {
                self.add(&partition, false, holds)?;
            }
            let mapping = Mapping::of(&above);
            holds.push(Hold::Mapped { device: device.clone(), holder, mapping });
        }
        self.members.push(Member { number, name: device, is_own });
        Ok(())
    }

    fn name(&self, number: DeviceNumber) -> Option<&str> {
        let member = self.members.iter().find(|member| member.number == number);
        member.map(|member| member.name.as_str())
    }

    fn name_of_source(&self, root: &SysRoot, source: &str) -> Option<&str> {
        self.name(device_of_source(root, source)?)
    }

    fn own(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.is_own)
    }
}

/// Every reason in the kernel's tables not to write to the device of this folder, in the order in which
/// they are to be released. `needed` is what this run must not destroy.
///
/// # Errors
///
/// Fails if a table is there but cannot be read.
pub fn find_holds(
    root: &SysRoot,
    dir: &Path,
    needed: &[Needed],
) -> Result<Vec<Hold>, AttributeError> {
    let name = name_of(dir);
    let mut holds = Vec::new();
    let mut mapped = Vec::new();
    if read_number(dir, "ro")? != Some(0) {
        holds.push(Hold::ReadOnly);
    }
    if capacity_of(dir).is_none_or(|capacity| capacity.0 == 0) {
        holds.push(Hold::NoCapacity);
    }
    let whole = whole_of(dir);
    if whole != dir {
        holds.push(Hold::IsPartition { whole: name_of(&whole) });
    }
    let family = Family::find(dir, &mut mapped)?;
    find_mounts(root, &family, &mut holds)?;
    find_swaps(root, &family, &mut holds)?;
    find_loops(root, &family, &name, &mut holds)?;
    find_pools(root, &family, &mut holds)?;
    holds.append(&mut mapped);
    find_backing(root, dir, &mut holds)?;
    find_needed(root, &whole, needed, &mut holds);
    find_writers(root, &family, &mut holds)?;
    Ok(holds)
}

fn partitions_of(dir: &Path) -> Result<Vec<PathBuf>, AttributeError> {
    let names = list_names(dir, ".")?;
    let folders = names.iter().map(|name| dir.join(name));
    Ok(folders.filter(|folder| folder.join("partition").exists()).collect())
}

/// The numbers of devices that a mount lies on.
fn mounted_devices(root: &SysRoot, mount: &Mount) -> Vec<DeviceNumber> {
    let mut numbers = devices_of(root, mount);
    // btrfs and ZFS have anonymous numbers; their source names the device.
    numbers.extend(device_of_source(root, &mount.source));
    numbers.push(mount.number);
    numbers
}

fn find_mounts(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let mut seen = BTreeSet::new();
    let mut collect = |mounts: Vec<Mount>, process: Option<&str>| {
        for mount in mounts {
            let numbers = mounted_devices(root, &mount);
            let device = numbers.iter().find_map(|number| family.name(*number));
            if let Some(device) = device
                && seen.insert((device.to_owned(), mount.mount_point.clone()))
            {
                holds.push(Hold::Mounted {
                    device: device.to_owned(),
                    mount_point: mount.mount_point,
                    process: process.map(str::to_owned),
                });
            }
        }
    };
    // What was mounted last is to be released first.
    collect(own_mounts(root)?.into_iter().rev().collect(), None);
    for (process, text) in foreign_mountinfo(root)? {
        collect(parse_mountinfo(&text).into_iter().rev().collect(), Some(&process));
    }
    Ok(())
}

/// The tables of mounts of other namespaces, as far as they may be read, one process for each.
fn foreign_mountinfo(root: &SysRoot) -> Result<Vec<(String, String)>, AttributeError> {
    let namespace = |process: &str| {
        std::fs::read_link(root.proc.join(process).join("ns/mnt"))
            .ok()
            .map(|link| link.to_string_lossy().into_owned())
    };
    let mut seen = BTreeSet::from_iter(namespace("self"));
    let mut tables = Vec::new();
    for process in list_names(&root.proc, ".")? {
        let is_process = process.bytes().all(|letter| letter.is_ascii_digit());
        let is_new = is_process && namespace(&process).is_none_or(|link| seen.insert(link));
        if !is_new {
            continue;
        }
        // The process may have ended, or be somebody else's: its mounts cannot be known.
        if let Ok(Some(text)) = read_text(&root.proc, &format!("{process}/mountinfo")) {
            tables.push((process, text));
        }
    }
    Ok(tables)
}

fn find_swaps(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    for path in swap_paths(root)? {
        if let Some(device) = family.name_of_source(root, &path) {
            holds.push(Hold::Swap { device: device.to_owned() });
        }
    }
    Ok(())
}

/// Devices and files that the kernel swaps to. The first line is the heading.
pub(crate) fn swap_paths(root: &SysRoot) -> Result<Vec<String>, AttributeError> {
    let text = read_text(&root.proc, "swaps")?.unwrap_or_default();
    let lines = text.lines().skip(1);
    Ok(lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// Every loop device that is set up, with its file.
pub(crate) fn loop_files(root: &SysRoot) -> Result<Vec<(String, PathBuf)>, AttributeError> {
    let mut files = Vec::new();
    for name in list_names(&root.sys, "block")? {
        let dir = root.sys.join("block").join(&name);
        if let Some(file) = read_text(&dir, "loop/backing_file")? {
            files.push((name, PathBuf::from(file)));
        }
    }
    Ok(files)
}

fn find_loops(
    root: &SysRoot,
    family: &Family,
    name: &str,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let files = loop_files(root)?;
    let own = files.iter().find(|(user, _)| user == name).map(|(_, file)| file);
    for (user, file) in files.iter().filter(|(user, _)| user != name) {
        if let Some(device) = family.name_of_source(root, &file.to_string_lossy()) {
            let device = device.to_owned();
            holds.push(Hold::Backs { device, user: user.clone() });
        }
        if own.is_some_and(|own| is_same_file(root, own, file)) {
            holds.push(Hold::SharesFile { other: user.clone(), file: file.clone() });
        }
    }
    Ok(())
}

/// By inode where both can be seen, because one file may have several names.
fn is_same_file(root: &SysRoot, one: &Path, other: &Path) -> bool {
    let stat = |path| rustix::fs::stat(outside(root, path));
    match (stat(one), stat(other)) {
        (Ok(one), Ok(other)) => (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino),
        _ => one == other,
    }
}

/// An absolute path of the computer that `root` shows.
fn outside(root: &SysRoot, path: &Path) -> PathBuf {
    root.base.join(path.strip_prefix("/").unwrap_or(path))
}

/// File systems on several devices that are in use, even where their mount cannot be seen.
fn find_pools(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let is_told = |device: &str, holds: &[Hold]| {
        holds
            .iter()
            .any(|hold| matches!(hold, Hold::Mounted { device: it, .. } if it == device))
    };
    for uuid in list_names(&root.sys, "fs/btrfs")? {
        for name in list_names(&root.sys, &format!("fs/btrfs/{uuid}/devices"))? {
            let number = root.block_number(&name);
            let device = number.and_then(|number| family.name(number));
            if let Some(device) = device.filter(|device| !is_told(device, holds)) {
                let (device, uuid) = (device.to_owned(), uuid.clone());
                holds.push(Hold::Pooled { device, kind: "btrfs", uuid });
            }
        }
    }
    for uuid in list_names(&root.sys, "fs/bcachefs")? {
        for part in list_names(&root.sys, &format!("fs/bcachefs/{uuid}"))? {
            let link = root.sys.join("fs/bcachefs").join(&uuid).join(part).join("block");
            let number = text_if_known(&link, "dev").and_then(|text| text.parse().ok());
            let device = number.and_then(|number| family.name(number));
            if let Some(device) = device.filter(|device| !is_told(device, holds)) {
                let (device, uuid) = (device.to_owned(), uuid.clone());
                holds.push(Hold::Pooled { device, kind: "bcachefs", uuid });
            }
        }
    }
    Ok(())
}

/// What this run needs and the drive holds.
fn find_needed(root: &SysRoot, whole: &Path, needed: &[Needed], holds: &mut Vec<Hold>) {
    for one in needed {
        let is_here = one.devices(root).iter().any(|number| {
            root.block_dir(*number)
                .is_some_and(|dir| drives_of(root, &dir).iter().any(|drive| drive == whole))
        });
        // A mounted file system is told with the command that releases it.
        let is_told = holds.iter().any(|hold| matches!(hold, Hold::Mounted { .. }));
        if is_here && !is_told {
            holds.push(Hold::Needed(one.clone()));
        }
    }
}

/// Processes that have the device or a partition of it open for writing, as far as they may be looked
/// at. They need not have claimed it: a virtual machine's disk is usually open like that.
fn find_writers(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let myself = std::process::id().to_string();
    for process in list_names(&root.proc, ".")? {
        let is_process = process.bytes().all(|letter| letter.is_ascii_digit());
        if !is_process || process == myself {
            continue;
        }
        let dir = root.proc.join(&process);
        // It may have ended, or be somebody else's.
        let Ok(files) = list_names(&dir, "fd") else { continue };
        let opened = files.iter().find_map(|file| {
            let stat = rustix::fs::stat(dir.join("fd").join(file)).ok()?;
            let is_block = FileType::from_raw_mode(stat.st_mode).is_block_device();
            let number = DeviceNumber::from_raw(stat.st_rdev);
            let member = family.own().find(|member| is_block && member.number == number)?;
            is_open_for_writing(&dir, file).then(|| member.name.clone())
        });
        if let Some(device) = opened {
            let command = text_if_known(&dir, "comm");
            holds.push(Hold::OpenForWriting { device, process, command });
        }
    }
    Ok(())
}

/// The access mode is the last octal digit of the flags: 0 is reading alone.
fn is_open_for_writing(process_dir: &Path, file: &str) -> bool {
    let info = text_if_known(&process_dir.join("fdinfo"), file).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| {
        matches!(flags.trim().chars().last(), Some('1' | '2' | '3' | '5' | '6' | '7'))
    })
}

/// A loop device over a drive, or compressed memory that moves cold pages to one.
fn find_backing(
    root: &SysRoot,
    dir: &Path,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let loop_file = read_text(dir, "loop/backing_file")?.map(PathBuf::from);
    let is_drive = |file: &PathBuf| {
        device_of_source(root, &file.to_string_lossy()).is_some()
            || rustix::fs::stat(outside(root, file))
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_block_device())
    };
    let zram_drive = read_text(dir, "backing_dev")?.filter(|text| text != "none");
    let drive = loop_file.filter(is_drive).or(zram_drive.map(PathBuf::from));
    holds.extend(drive.map(|drive| Hold::BackedBy { drive }));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    /// A computer with block devices of the given kernel names and numbers.
    fn with_devices(devices: &[(&str, &str)]) -> TempDir {
        let dir = TempDir::new("holds");
        for (name, number) in devices {
            dir.write(&format!("sys/block/{name}/dev"), number);
            dir.write(&format!("sys/block/{name}/size"), "2048");
            dir.write(&format!("sys/block/{name}/ro"), "0");
            dir.write(&format!("sys/class/block/{name}/dev"), number);
        }
        dir.write("proc/swaps", "Filename Type Size Used Priority\n");
        dir.write("proc/self/mountinfo", "27 1 8:2 / / rw - ext4 /dev/sda2 rw\n");
        dir
    }

    #[track_caller]
    fn check(dir: &TempDir, expected: &[(&str, &str)]) {
        let root = SysRoot::below(dir.path());
        let holds = find_holds(&root, &root.sys.join("block/loop3"), &[]).unwrap();
        let told: Vec<_> =
            holds.iter().map(|hold| (hold.to_string(), hold.release("loop3"))).collect();
        let told: Vec<_> = told.iter().map(|(why, how)| (why.as_str(), how.as_str())).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_device_that_nothing_uses_is_free() {
        check(&with_devices(&[("loop3", "7:3"), ("loop4", "7:4")]), &[]);
    }

    #[test]
    fn a_read_only_device_and_one_without_capacity_are_told() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("sys/block/loop3/ro", "1");
        dir.write("sys/block/loop3/size", "0");
        check(
            &dir,
            &[
                (
                    "it is read-only",
                    "blockdev --setrw /dev/loop3, or move the card's write-protect switch",
                ),
                ("it has no capacity", "losetup /dev/loop3 FILE"),
            ],
        );
    }

    #[test]
    fn mounts_are_found_by_number_and_by_source() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write(
            "proc/self/mountinfo",
            "30 1 7:3 / /mnt/a\\040b rw - ext4 /dev/other rw\n\
             31 1 0:50 / /mnt/btrfs rw - btrfs /dev/loop3 rw\n\
             32 1 7:33 / /mnt/c rw - ext4 /dev/loop33 rw\n",
        );
        check(
            &dir,
            &[
                ("loop3 is mounted at /mnt/btrfs", "umount /mnt/btrfs"),
                ("loop3 is mounted at /mnt/a b", "umount /mnt/a b"),
            ],
        );
    }

    #[test]
    fn a_mount_of_another_namespace_is_found_once_with_its_process() {
        let dir = with_devices(&[("loop3", "7:3")]);
        for process in ["4711", "4712"] {
            let text = "30 1 7:3 / /data rw - ext4 /dev/loop3 rw\n";
            dir.write(&format!("proc/{process}/mountinfo"), text);
            let link = dir.path().join(format!("proc/{process}/ns/mnt"));
            std::fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink("mnt:[4026532000]", link).unwrap();
        }
        check(
            &dir,
            &[(
                "loop3 is mounted at /data for process 4711",
                "nsenter -t 4711 -m umount /data",
            )],
        );
    }

    #[test]
    fn a_partition_counts_with_its_mounts_swap_and_mappings() {
        let dir = with_devices(&[("loop3", "7:3")]);
        for (partition, number) in [("loop3p1", "259:1"), ("loop3p2", "259:2")] {
            dir.write(&format!("sys/block/loop3/{partition}/partition"), "1");
            dir.write(&format!("sys/block/loop3/{partition}/dev"), number);
            dir.write(&format!("sys/class/block/{partition}/dev"), number);
        }
        check(&dir, &[]);
        dir.write("sys/block/loop3/loop3p2/holders/dm-0/dev", "253:0");
        dir.write("sys/block/loop3/loop3p2/holders/dm-0/dm/name", "cards");
        dir.write("proc/swaps", "Filename Type\n/dev/loop3p1 partition 1 0 -2\n");
        check(
            &dir,
            &[
                ("loop3p1 is in use as swap", "swapoff /dev/loop3p1"),
                ("dm-0, the mapping cards, is built on loop3p2", "dmsetup remove cards"),
            ],
        );
    }

    #[test]
    fn what_is_stacked_on_it_is_released_from_the_top() {
        let dir = with_devices(&[("loop3", "7:3")]);
        let crypt = "sys/block/loop3/holders/dm-0";
        dir.write(&format!("{crypt}/dev"), "253:0");
        dir.write(&format!("{crypt}/dm/name"), "secret");
        dir.write(&format!("{crypt}/dm/uuid"), "CRYPT-LUKS2-0123-secret");
        let volume = format!("{crypt}/holders/dm-1");
        dir.write(&format!("{volume}/dev"), "253:1");
        dir.write(&format!("{volume}/dm/name"), "my--group-root");
        dir.write(&format!("{volume}/dm/uuid"), "LVM-abc");
        dir.write("proc/self/mountinfo", "30 1 253:1 / /mnt rw - ext4 /dev/x rw\n");
        check(
            &dir,
            &[
                ("dm-1 is mounted at /mnt", "umount /mnt"),
                (
                    "dm-1, a logical volume of the group my-group, is built on dm-0",
                    "vgchange -an my-group",
                ),
                (
                    "dm-0, the encrypted volume secret, is built on loop3",
                    "cryptsetup close secret",
                ),
            ],
        );
    }

    #[test]
    fn a_device_of_a_file_system_on_several_is_told_even_where_no_mount_is_seen() {
        let dir = with_devices(&[("loop3", "7:3"), ("loop4", "7:4")]);
        for name in ["loop3", "loop4"] {
            dir.write(&format!("sys/fs/btrfs/1c2d/devices/{name}/dev"), "");
        }
        check(
            &dir,
            &[(
                "loop3 belongs to the btrfs file system 1c2d, which is in use",
                "unmount the btrfs file system",
            )],
        );
        dir.write("proc/self/mountinfo", "30 1 0:50 / /mnt rw - btrfs /dev/loop4 rw\n");
        check(&dir, &[("loop3 is mounted at /mnt", "umount /mnt")]);
    }

    #[test]
    fn the_root_file_system_is_not_unmounted() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("proc/self/mountinfo", "27 1 7:3 / / rw - ext4 /dev/root rw\n");
        check(&dir, &[("loop3 is mounted at /", "start the system from another drive")]);
    }

    #[test]
    fn a_partition_itself_is_told_to_be_one() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("sys/block/loop3/loop3p1/partition", "1");
        dir.write("sys/block/loop3/loop3p1/dev", "259:1");
        dir.write("sys/block/loop3/loop3p1/ro", "0");
        dir.write("sys/block/loop3/loop3p1/size", "8");
        let root = SysRoot::below(dir.path());
        let holds = find_holds(&root, &root.sys.join("block/loop3/loop3p1"), &[]).unwrap();
        assert_eq!(holds, [Hold::IsPartition { whole: "loop3".to_owned() }]);
    }

    #[test]
    fn loop_devices_over_it_beside_it_and_over_a_drive_are_found() {
        let dir = with_devices(&[("loop3", "7:3"), ("loop4", "7:4"), ("loop5", "7:5")]);
        dir.write("images/disk", "");
        std::fs::hard_link(dir.path().join("images/disk"), dir.path().join("images/same"))
            .unwrap();
        dir.write("sys/block/loop3/loop/backing_file", "/images/disk");
        dir.write("sys/block/loop4/loop/backing_file", "/dev/loop3");
        dir.write("sys/block/loop5/loop/backing_file", "/images/same");
        check(
            &dir,
            &[
                ("loop4 uses loop3 as its file", "losetup -d /dev/loop4"),
                ("loop5 has the same file /images/same", "losetup -d /dev/loop5"),
            ],
        );
        let dir = with_devices(&[("loop3", "7:3"), ("sda", "8:0")]);
        dir.write("sys/block/loop3/loop/backing_file", "/dev/sda");
        check(
            &dir,
            &[("its data lie on the drive /dev/sda", "name a loop device over a file")],
        );
    }

    #[test]
    fn compressed_memory_that_moves_pages_to_a_drive_is_told() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("sys/block/loop3/backing_dev", "none");
        check(&dir, &[]);
        dir.write("sys/block/loop3/backing_dev", "/dev/sdb");
        let told = ("its data lie on the drive /dev/sdb", "name a loop device over a file");
        check(&dir, &[told]);
    }

    #[test]
    fn a_table_that_cannot_be_read_is_an_error_and_not_nothing() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("sys/block/loop3/ro", "perhaps");
        let root = SysRoot::below(dir.path());
        let error = find_holds(&root, &root.sys.join("block/loop3"), &[]).unwrap_err();
        assert!(error.to_string().contains("loop3/ro"), "{error}");
        let dir = with_devices(&[("loop3", "7:3")]);
        std::fs::remove_file(dir.path().join("proc/self/mountinfo")).unwrap();
        let root = SysRoot::below(dir.path());
        let error = find_holds(&root, &root.sys.join("block/loop3"), &[]).unwrap_err();
        assert!(error.to_string().contains("self/mountinfo"), "{error}");
    }
}
