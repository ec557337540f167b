//! What stands in the way of writing to a block device, and how to release it.
//!
//! Looks at the kernel's own tables only: mounts of every namespace that can be seen, swap, mappings,
//! partitions, loop devices. Must not open the device, and must not decide anything. An attribute that
//! is there but cannot be read is an error, never "nothing there".
//!
//! Limits: processes that have the device open without claiming it are in no table, and a loop device
//! that was set up in another root directory shows a path that may mean nothing here.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::filesystem::{Mount, device_of_source, own_mounts, parse_mountinfo};
use crate::identity::{DeviceNumber, capacity_of, name_of, whole_of};
use crate::signature::Signature;
use crate::sysfs::{AttributeError, SysRoot, list_names, read_number, read_text};

/// One reason not to write to a block device.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hold {
    /// It, or a partition of it, is mounted.
    Mounted {
        /// Kernel name of what is mounted.
        device: String,
        /// Where.
        mount_point: PathBuf,
        /// A process that sees the mount, if this one does not.
        process: Option<String>,
    },
    /// The kernel swaps to it, or to a partition of it.
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
    },
    /// It has partitions.
    Partitioned {
        /// Kernel name of one of them.
        partition: String,
    },
    /// It is a partition.
    IsPartition {
        /// Kernel name of the whole device.
        whole: String,
    },
    /// A loop device uses it, or a partition of it, as its file.
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
    /// It holds something recognised.
    Holds(Signature),
    /// The kernel refuses writes.
    ReadOnly,
    /// It has no capacity: nothing is set up.
    NoCapacity,
    /// Somebody has it open for himself, and none of the kernel's tables says who.
    Busy,
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
            Self::Swap { device } => write!(f, "{device} is in use as swap"),
            Self::Mapped { device, holder } => write!(f, "{holder} is built on {device}"),
            Self::Partitioned { partition } => write!(f, "it has a partition {partition}"),
            Self::IsPartition { whole } => write!(f, "it is a partition of {whole}"),
            Self::Backs { device, user } => write!(f, "{user} uses {device} as its file"),
            Self::BackedBy { drive } => {
                write!(f, "its data lie on the drive {}", drive.display())
            }
            Self::SharesFile { other, file } => {
                write!(f, "{other} has the same file {}", file.display())
            }
            Self::Holds(Signature { kind, offset }) => {
                write!(f, "it holds {kind} (recognised at byte {offset})")
            }
            Self::ReadOnly => f.write_str("it is read-only"),
            Self::NoCapacity => f.write_str("it has no capacity"),
            Self::Busy => f.write_str("something has it open exclusively"),
        }
    }
}

impl Hold {
    /// The command that releases it, or what to do; `name` is the held device's kernel name.
    #[must_use]
    pub fn release(&self, name: &str) -> String {
        match self {
            Self::Mounted { mount_point, process: None, .. } => {
                format!("umount {}", mount_point.display())
            }
            Self::Mounted { mount_point, process: Some(process), .. } => {
                format!("nsenter -t {process} -m umount {}", mount_point.display())
            }
            Self::Swap { device } => format!("swapoff /dev/{device}"),
            Self::Mapped { holder, .. } if holder.starts_with("dm-") => {
                format!("dmsetup remove /dev/{holder}")
            }
            Self::Mapped { holder, .. } if holder.starts_with("md") => {
                format!("mdadm --stop /dev/{holder}")
            }
            Self::Mapped { holder, .. } => format!("release {holder}"),
            Self::Partitioned { .. } => {
                format!("wipefs -a /dev/{name}, if nothing on it is needed")
            }
            Self::IsPartition { whole } => format!("name the whole device /dev/{whole}"),
            Self::Backs { user, .. } => format!("losetup -d /dev/{user}"),
            Self::BackedBy { .. } => "name a loop device over a file".to_owned(),
            Self::SharesFile { other, .. } => format!("losetup -d /dev/{other}"),
            Self::Holds(_) => format!("wipefs -a /dev/{name}, if nothing on it is needed"),
            Self::ReadOnly => format!("blockdev --setrw /dev/{name}"),
            Self::NoCapacity if name.starts_with("loop") => {
                format!("losetup /dev/{name} FILE")
            }
            Self::NoCapacity => format!("zramctl --size 1G /dev/{name}"),
            Self::Busy => format!("see who uses it with: fuser -v /dev/{name}"),
        }
    }
}

/// A device and its partitions.
struct Family {
    members: Vec<(DeviceNumber, String)>,
}

impl Family {
    fn name(&self, number: DeviceNumber) -> Option<&str> {
        let member = self.members.iter().find(|(member, _)| *member == number);
        member.map(|(_, name)| name.as_str())
    }

    fn name_of_source(&self, root: &SysRoot, source: &str) -> Option<&str> {
        self.name(device_of_source(root, source)?)
    }
}

/// Every reason in the kernel's tables not to write to the device of this folder.
///
/// # Errors
///
/// Fails if a table is there but cannot be read.
pub fn find_holds(root: &SysRoot, dir: &Path) -> Result<Vec<Hold>, AttributeError> {
    let name = name_of(dir);
    let mut holds = Vec::new();
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
    let partitions = partitions_of(dir)?;
    let mut family = Family { members: Vec::new() };
    for member in std::iter::once(dir.to_owned()).chain(partitions.iter().cloned()) {
        let number = read_text(&member, "dev")?.and_then(|text| text.parse().ok());
        family.members.extend(number.map(|number| (number, name_of(&member))));
        for holder in list_names(&member, "holders")? {
            holds.push(Hold::Mapped { device: name_of(&member), holder });
        }
    }
    find_mounts(root, &family, &mut holds)?;
    find_swaps(root, &family, &mut holds)?;
    find_loops(root, &family, &name, &mut holds)?;
    find_backing(root, dir, &mut holds)?;
    // A partition that is mounted or mapped is already told.
    if let (Some(first), true) = (partitions.first(), holds.is_empty()) {
        holds.push(Hold::Partitioned { partition: name_of(first) });
    }
    Ok(holds)
}

fn partitions_of(dir: &Path) -> Result<Vec<PathBuf>, AttributeError> {
    let names = list_names(dir, ".")?;
    let folders = names.iter().map(|name| dir.join(name));
    Ok(folders.filter(|folder| folder.join("partition").exists()).collect())
}

fn find_mounts(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let mut seen = BTreeSet::new();
    let mut collect = |mounts: Vec<Mount>, process: Option<&str>| {
        for mount in mounts {
            // btrfs and ZFS have anonymous numbers; their source names the device.
            let device = family.name(mount.number);
            let device = device.or_else(|| family.name_of_source(root, &mount.source));
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
    collect(own_mounts(root)?, None);
    for (process, text) in foreign_mountinfo(root)? {
        collect(parse_mountinfo(&text), Some(&process));
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
        let holds = find_holds(&root, &root.sys.join("block/loop3")).unwrap();
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
                ("it is read-only", "blockdev --setrw /dev/loop3"),
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
                ("loop3 is mounted at /mnt/a b", "umount /mnt/a b"),
                ("loop3 is mounted at /mnt/btrfs", "umount /mnt/btrfs"),
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
        check(
            &dir,
            &[(
                "it has a partition loop3p1",
                "wipefs -a /dev/loop3, if nothing on it is needed",
            )],
        );
        dir.write("sys/block/loop3/loop3p2/holders/dm-0/dev", "253:0");
        dir.write("proc/swaps", "Filename Type\n/dev/loop3p1 partition 1 0 -2\n");
        check(
            &dir,
            &[
                ("dm-0 is built on loop3p2", "dmsetup remove /dev/dm-0"),
                ("loop3p1 is in use as swap", "swapoff /dev/loop3p1"),
            ],
        );
    }

    #[test]
    fn a_partition_itself_is_told_to_be_one() {
        let dir = with_devices(&[("loop3", "7:3")]);
        dir.write("sys/block/loop3/loop3p1/partition", "1");
        dir.write("sys/block/loop3/loop3p1/dev", "259:1");
        dir.write("sys/block/loop3/loop3p1/ro", "0");
        dir.write("sys/block/loop3/loop3p1/size", "8");
        let root = SysRoot::below(dir.path());
        let holds = find_holds(&root, &root.sys.join("block/loop3/loop3p1")).unwrap();
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
        let error = find_holds(&root, &root.sys.join("block/loop3")).unwrap_err();
        assert!(error.to_string().contains("loop3/ro"), "{error}");
        let dir = with_devices(&[("loop3", "7:3")]);
        std::fs::remove_file(dir.path().join("proc/self/mountinfo")).unwrap();
        let root = SysRoot::below(dir.path());
        let error = find_holds(&root, &root.sys.join("block/loop3")).unwrap_err();
        assert!(error.to_string().contains("self/mountinfo"), "{error}");
    }
}
