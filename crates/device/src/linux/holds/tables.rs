//! The kernel's tables: mounts of all namespaces, swap, loop devices, pools.

use std::collections::BTreeSet;

use super::family::Family;
use super::hold::BlockingUse;
use iogram_inspect::backing::{Below, LoopFile, loop_files};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::filesystem::{
    Mount, device_of_source, devices_of, own_mounts, parse_mountinfo,
};
use iogram_inspect::swap::{swap_device, swap_paths};
use iogram_inspect::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// The numbers of the devices below a mount.
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
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let mut seen = BTreeSet::new();
    let mut collect = |mounts: Vec<Mount>, process: Option<&str>| {
        for mount in mounts {
            let numbers = mounted_devices(root, &mount);
            let device = numbers.iter().find_map(|number| family.name(*number));
            if let Some(device) = device
                && seen.insert((device.to_owned(), mount.mount_point.clone()))
            {
                holds.push(BlockingUse::Mounted {
                    device: device.to_owned(),
                    mount_point: mount.mount_point,
                    process: process.map(str::to_owned),
                });
            }
        }
    };
    // The last mount has to be released first.
    collect(own_mounts(root)?.into_iter().rev().collect(), None);
    for (process, text) in foreign_mountinfo(root)? {
        collect(parse_mountinfo(&text).into_iter().rev().collect(), Some(&process));
    }
    Ok(())
}

/// The mount tables of other namespaces, as far as they are readable, from one process each.
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
        // The process may have ended, or belong to somebody else: its mounts are unknown.
        if let Ok(Some(text)) = read_text(&root.proc, &format!("{process}/mountinfo")) {
            tables.push((process, text));
        }
    }
    Ok(tables)
}

pub(super) fn find_swaps(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    for path in swap_paths(root)? {
        let number = swap_device(root, &path);
        if let Some(device) = number.and_then(|number| family.name(number)) {
            holds.push(BlockingUse::Swap { device: device.to_owned() });
        }
    }
    Ok(())
}

pub(super) fn find_loops(
    root: &SysRoot,
    family: &Family,
    name: &str,
    below: &Below,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    for (user, file) in loop_files(root)?.into_iter().filter(|(user, _)| user != name) {
        if let Some(device) = file.device.and_then(|number| family.name(number)) {
            let device = device.to_owned();
            holds.push(BlockingUse::Backs { device, user: user.clone() });
        }
        let is_below = below.devices.iter().any(|(_, device)| *device == user);
        let shares = |own: &LoopFile| match (own.key, file.key) {
            (Some(own), Some(other)) => own == other,
            _ => own.path == file.path,
        };
        if !is_below && below.files.iter().any(shares) {
            holds.push(BlockingUse::SharesFile { other: user, file: file.path });
        }
    }
    Ok(())
}

/// File systems on several devices that are in use, even if their mount is hidden.
pub(super) fn find_pools(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let is_told = |device: &str, holds: &[BlockingUse]| {
        holds
            .iter()
            .any(|hold| matches!(hold, BlockingUse::Mounted { device: it, .. } if it == device))
    };
    for uuid in list_names(&root.sys, "fs/btrfs")? {
        for name in list_names(&root.sys, &format!("fs/btrfs/{uuid}/devices"))? {
            let number = root.block_number(&name);
            let device = number.and_then(|number| family.name(number));
            if let Some(device) = device.filter(|device| !is_told(device, holds)) {
                let (device, uuid) = (device.to_owned(), uuid.clone());
                holds.push(BlockingUse::Pooled { device, kind: "btrfs", uuid });
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
                holds.push(BlockingUse::Pooled { device, kind: "bcachefs", uuid });
            }
        }
    }
    Ok(())
}
