//! The kernel's tables: mounts of all namespaces, swap, loop devices, pools.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::family::Family;
use super::hold::Hold;
use crate::filesystem::{Mount, device_of_source, devices_of, own_mounts, parse_mountinfo};
use crate::identity::DeviceNumber;
use crate::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// The numbers of devices that a mount lies on.
fn mounted_devices(root: &SysRoot, mount: &Mount) -> Vec<DeviceNumber> {
    let mut numbers = devices_of(root, mount);
    // btrfs and ZFS have anonymous numbers; their source names the device.
    numbers.extend(device_of_source(root, &mount.source));
    numbers.push(mount.number);
    numbers
}

pub(super) fn find_mounts(
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

pub(super) fn find_swaps(
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

pub(super) fn find_loops(
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
pub(super) fn outside(root: &SysRoot, path: &Path) -> PathBuf {
    root.base.join(path.strip_prefix("/").unwrap_or(path))
}

/// File systems on several devices that are in use, even where their mount cannot be seen.
pub(super) fn find_pools(
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
