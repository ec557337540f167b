//! Whether a block device lies entirely in the computer's memory: zram, RAM disks, and files of file systems in
//! memory behind loop devices, at any depth.
//!
//! Must not judge the consequences. Unknown storage does not count as memory.

use std::path::Path;

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::backing::{LoopFile, loop_file, outside};
use crate::linux::filesystem::{Mount, devices_of, find_file_system, is_in_memory, own_mounts};
use crate::linux::identity::{kind_of, name_of, whole_of};
use crate::linux::sysfs::{SysRoot, list_names, text_if_known};

/// Deeper stacks of devices are not followed.
const DEPTH_MAX: usize = 16;

/// The memory behind the device, in words such as `loop3, a file of tmpfs (/dev/shm/image)`; `None` if a part of it
/// is not memory, or unknown.
#[must_use]
pub fn find_memory_below(root: &SysRoot, number: DeviceNumber) -> Option<String> {
    let mounts = own_mounts(root).unwrap_or_default();
    memory_of(root, &mounts, &whole_of(&root.block_dir(number)?), 0)
}

fn memory_of(root: &SysRoot, mounts: &[Mount], dir: &Path, depth: usize) -> Option<String> {
    if depth > DEPTH_MAX {
        return None;
    }
    let name = name_of(dir);
    if matches!(kind_of(dir), DriveKind::Zram | DriveKind::Ram) {
        return Some(name);
    }
    if let Some(file) = loop_file(root, dir).ok()? {
        return of_file(root, mounts, &file, depth).map(|what| format!("{name}, {what}"));
    }
    let slaves = list_names(dir, "slaves").ok()?;
    let below = slaves.iter().map(|slave| {
        let number = text_if_known(&dir.join("slaves").join(slave), "dev")?;
        of_device(root, mounts, number.parse().ok()?, depth)
    });
    let below = below.collect::<Option<Vec<String>>>()?;
    (!below.is_empty()).then(|| format!("{name} on {}", below.join(", ")))
}

fn of_device(
    root: &SysRoot,
    mounts: &[Mount],
    number: DeviceNumber,
    depth: usize,
) -> Option<String> {
    memory_of(root, mounts, &whole_of(&root.block_dir(number)?), depth.saturating_add(1))
}

/// First by the number of its file system: the path may lead elsewhere by now.
fn of_file(root: &SysRoot, mounts: &[Mount], file: &LoopFile, depth: usize) -> Option<String> {
    if let Some(number) = file.device {
        return of_device(root, mounts, number, depth);
    }
    let path = file.path.display();
    let mount = file.key.and_then(|key| mounts.iter().find(|it| it.number == key.file_system));
    let (kind, devices) = match mount {
        Some(mount) => (mount.kind.clone(), devices_of(root, mount)),
        None => of_path(root, &file.path)?,
    };
    if is_in_memory(&kind) {
        return Some(format!("a file of {kind} ({path})"));
    }
    let below = devices.into_iter().map(|number| of_device(root, mounts, number, depth));
    let below = below.collect::<Option<Vec<String>>>()?;
    (!below.is_empty()).then(|| format!("a file of {kind} ({path}) on {}", below.join(", ")))
}

fn of_path(root: &SysRoot, path: &Path) -> Option<(String, Vec<DeviceNumber>)> {
    let found = find_file_system(root, &outside(root, path)).ok()?;
    Some((found.record.kind, found.devices))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::tests_support::TempDir;

    /// Devices by name and number; `below` is the file behind a device, or the devices that it lies on.
    fn computer(devices: &[(&str, &str, &str)], mounts: &str) -> TempDir {
        let dir = TempDir::new("memory");
        dir.write("proc/self/mountinfo", mounts);
        for (name, number, below) in devices {
            let base = format!("sys/devices/virtual/block/{name}");
            dir.write(&format!("{base}/dev"), number);
            if below.starts_with('/') {
                dir.write(&format!("{base}/loop/backing_file"), below);
            } else {
                for slave in below.split_whitespace() {
                    let of = devices.iter().find(|(name, ..)| *name == slave);
                    dir.write(&format!("{base}/slaves/{slave}/dev"), of.unwrap().1);
                }
            }
            let target = dir.path().join(&base);
            for link in [
                format!("sys/block/{name}"),
                format!("sys/dev/block/{number}"),
                format!("sys/class/block/{name}"),
            ] {
                let link: PathBuf = dir.path().join(link);
                std::fs::create_dir_all(link.parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(&target, link).unwrap();
            }
        }
        dir
    }

    /// The table of mounts with the file system that holds this folder, as if it were of that kind.
    fn mounted(kind: &str, source: &str) -> (TempDir, String) {
        let holder = TempDir::new("held");
        let stat = rustix::fs::stat(holder.path()).unwrap();
        let number = DeviceNumber::from_raw(stat.st_dev);
        (holder, format!("33 32 {number} / / rw - {kind} {source} rw\n"))
    }

    #[track_caller]
    fn check(devices: &[(&str, &str, &str)], mounts: &str, expected: Option<&str>) {
        let dir = computer(devices, mounts);
        // A loop device needs a file.
        dir.write("image", "data");
        let root = SysRoot::below(dir.path());
        let found = find_memory_below(&root, devices[0].1.parse().unwrap());
        assert_eq!(found.as_deref(), expected, "{devices:?}");
    }

    #[test]
    fn memory_is_found_below_loops_and_mappings() {
        let (_held, tmpfs) = mounted("tmpfs", "tmpfs");
        check(&[("zram0", "252:0", "")], "", Some("zram0"));
        check(&[("ram1", "1:1", "")], "", Some("ram1"));
        let shown = "loop0, a file of tmpfs (/image)";
        check(&[("loop0", "7:0", "/image")], &tmpfs, Some(shown));
        let mapping = [("dm-0", "253:0", "loop0"), ("loop0", "7:0", "/image")];
        check(&mapping, &tmpfs, Some(&format!("dm-0 on {shown}")));
        let (_held, on_zram) = mounted("ext4", "/dev/zram0");
        let deep = [("loop0", "7:0", "/image"), ("zram0", "252:0", "")];
        check(&deep, &on_zram, Some("loop0, a file of ext4 (/image) on zram0"));
    }

    #[test]
    fn a_part_that_is_no_memory_makes_it_a_drive() {
        let (_held, disk) = mounted("ext4", "/dev/sda1");
        check(&[("sda", "8:0", "")], &disk, None);
        check(&[("loop0", "7:0", "/image")], &disk, None);
        let mirror = [("md0", "9:0", "zram0 sda"), ("zram0", "252:0", ""), ("sda", "8:0", "")];
        check(&mirror, &disk, None);
        // The file is unknown.
        check(&[("loop0", "7:0", "/gone")], "", None);
    }
}
