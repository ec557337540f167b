//! Lists the block devices of a computer, and resolves names to them.
//!
//! Reads sysfs, the tables of mounts and the links in `/dev/disk/by-id`. Opens no device.

use std::path::{Path, PathBuf};

use iogram_model::{Bytes, DeviceList, DeviceSummary};
use rustix::fs::FileType;

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::identity::{
    DeviceFacts, capacity_of, find_facts, flag, kind_of, name_of, whole_of,
};
use crate::linux::namespace_node::namespace_of;
use crate::linux::sysfs::{
    AttributeError, SysRoot, list_names, number_if_known, text_if_known,
};
use crate::linux::uses::{UseTables, find_uses};
use crate::linux::zones::zones_of;

/// The devices in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListScope {
    /// Without unconfigured or unused loop, zram, ram and network devices.
    #[default]
    InUse,
    /// All except the hidden paths of multipath drives, which must not be used directly.
    All,
}

/// Every block device, by name.
///
/// # Errors
///
/// Fails if the kernel's list of block devices exists but cannot be read.
pub fn list_devices(root: &SysRoot, scope: ListScope) -> Result<DeviceList, AttributeError> {
    let tables = UseTables::read(root).ok();
    let mut list =
        DeviceList { format: DeviceList::FORMAT.to_owned(), ..DeviceList::default() };
    let mut names = list_names(&root.sys, "block")?;
    names.sort_by_cached_key(|name| natural_key(name));
    for name in names {
        let Ok(dir) = std::fs::canonicalize(root.sys.join("block").join(&name)) else {
            // It disappeared after the names were listed.
            continue;
        };
        if number_if_known(&dir, "hidden") == Some(1) {
            continue;
        }
        if scope == ListScope::InUse && is_not_set_up(&dir) {
            list.hidden_count += 1;
            continue;
        }
        let Some(summary) = summarise(root, tables.as_ref(), &dir) else { continue };
        if scope == ListScope::InUse && is_idle_memory(&summary) {
            list.hidden_count += 1;
        } else {
            list.devices.push(summary);
        }
    }
    Ok(list)
}

/// Drivers create these before any use; without a size there is nothing behind them.
fn is_not_set_up(dir: &Path) -> bool {
    let is_kept_ready = match kind_of(dir) {
        DriveKind::Loop | DriveKind::Zram => true,
        DriveKind::Other(name) => name == "nbd" || name == "fd",
        _ => false,
    };
    is_kept_ready && capacity_of(dir).is_none_or(|capacity| capacity == Bytes(0))
}

fn is_idle_memory(summary: &DeviceSummary) -> bool {
    summary.kind == DriveKind::Ram.to_string()
        && summary.uses.as_ref().is_some_and(Vec::is_empty)
}

/// `sda2` before `sda10`: digits count as numbers.
fn natural_key(name: &str) -> Vec<(u64, String)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let letters = rest.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        let (text, digits) = rest.split_at(rest.len() - letters.len());
        let after = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = digits[..digits.len() - after.len()].parse().unwrap_or(0);
        key.push((0, text.to_owned()));
        key.push((number, String::new()));
        rest = after;
    }
    key
}

fn summarise(root: &SysRoot, tables: Option<&UseTables>, dir: &Path) -> Option<DeviceSummary> {
    let number = text_if_known(dir, "dev")?.parse().ok()?;
    Some(summary_of(root, tables, dir, &find_facts(root, number)?))
}

pub(crate) fn summary_of(
    root: &SysRoot,
    tables: Option<&UseTables>,
    dir: &Path,
    facts: &DeviceFacts,
) -> DeviceSummary {
    DeviceSummary {
        name: facts.name.clone(),
        number: facts.number.to_string(),
        partition_of: (facts.name != facts.whole).then(|| facts.whole.clone()),
        kind: facts.kind.to_string(),
        drive: facts.drive.clone(),
        model: facts.model.clone(),
        serial: facts.serial.clone(),
        capacity_bytes: facts.capacity.map(|capacity| capacity.0),
        link: facts.link.clone(),
        is_removable: flag(&whole_of(dir), "removable"),
        is_read_only: facts.is_read_only,
        zones: zones_of(&whole_of(dir)).map(|zones| zones.model),
        uses: tables.and_then(|tables| find_uses(root, tables, dir).ok()),
    }
}

/// A block device that may match a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its number in the kernel's tables.
    pub number: DeviceNumber,
    /// Its kernel name, such as `sda1`.
    pub name: String,
    /// Vendor and model; `None` means unknown.
    pub model: Option<String>,
    /// Serial number; `None` means unknown.
    pub serial: Option<String>,
}

/// How precisely a text names devices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// By path or kernel name: the match is unique.
    Exactly(Candidate),
    /// By a link in `/dev/disk/by-id`, a serial number, or a part of one of them or of a model. May match several, or
    /// none.
    Loosely(Vec<Candidate>),
}

/// The devices that match `text`: a path, a kernel name, a name in `/dev/disk/by-id`, a serial number, or a part of a
/// serial number or model. An exact match of a serial number or link takes precedence over partial ones.
///
/// # Errors
///
/// Fails if the kernel's list of block devices exists but cannot be read.
pub fn find_named(root: &SysRoot, text: &str) -> Result<Named, AttributeError> {
    if text.contains('/') {
        let number = number_of_path(root, Path::new(text));
        let found = number.and_then(|number| candidate(root, number));
        return Ok(found.map_or(Named::Loosely(Vec::new()), Named::Exactly));
    }
    if let Some(found) = root.block_number(text).and_then(|number| candidate(root, number)) {
        return Ok(Named::Exactly(found));
    }
    if let Some(target) = by_id_target(root, text) {
        return Ok(Named::Loosely(candidate(root, target).into_iter().collect()));
    }
    let wanted = text.to_lowercase();
    let devices = list_devices(root, ListScope::InUse)?.devices;
    let serial = |device: &DeviceSummary| device.serial.as_deref().map(str::to_lowercase);
    let is_serial = |device: &&DeviceSummary| serial(device).as_ref() == Some(&wanted);
    let contains = |device: &&DeviceSummary| {
        let model = device.model.as_deref().map(str::to_lowercase);
        let texts = [serial(device), model];
        texts.into_iter().flatten().any(|text| text.contains(&wanted))
    };
    let mut found: Vec<_> = devices.iter().filter(is_serial).collect();
    if found.is_empty() && !wanted.is_empty() {
        found = devices.iter().filter(contains).collect();
    }
    let found =
        found.into_iter().filter_map(|device| candidate(root, device.number.parse().ok()?));
    Ok(Named::Loosely(only_drives(found.collect())))
}

/// A mapping on one drive has the drive's model and serial number; the user means the drive.
fn only_drives(found: Vec<Candidate>) -> Vec<Candidate> {
    let is_mapping = |name: &str| {
        name.starts_with("dm-") || name.starts_with("md") || name.starts_with("loop")
    };
    let drives: Vec<_> = found.iter().filter(|it| !is_mapping(&it.name)).cloned().collect();
    if drives.is_empty() { found } else { drives }
}

fn candidate(root: &SysRoot, number: DeviceNumber) -> Option<Candidate> {
    let facts = find_facts(root, number)?;
    Some(Candidate { number, name: facts.name, model: facts.model, serial: facts.serial })
}

/// By the node's own number; in a captured computer, whose nodes are empty files, by its name.
fn number_of_path(root: &SysRoot, path: &Path) -> Option<DeviceNumber> {
    let path = match path.strip_prefix("/dev") {
        Ok(rest) => root.dev.join(rest),
        Err(_) => path.to_owned(),
    };
    if let Ok(stat) = rustix::fs::stat(&path) {
        let kind = FileType::from_raw_mode(stat.st_mode);
        let number = DeviceNumber::from_raw(stat.st_rdev);
        if kind.is_block_device() {
            return Some(number);
        }
        if kind.is_char_device() {
            return root.block_number(&namespace_of(root, number)?);
        }
    }
    let inside = path.canonicalize().unwrap_or(path);
    let name = inside.strip_prefix(&root.dev).ok()?.to_string_lossy().into_owned();
    root.block_number(&name)
}

fn by_id_target(root: &SysRoot, name: &str) -> Option<DeviceNumber> {
    let link = root.dev.join("disk/by-id").join(name);
    rustix::fs::lstat(&link).ok()?;
    number_of_path(root, &link)
}

/// The names in `/dev/disk/by-id` that lead to the device of this number, sorted.
pub(crate) fn by_id_names(root: &SysRoot, number: DeviceNumber) -> Vec<String> {
    let names = list_names(&root.dev, "disk/by-id").unwrap_or_default();
    let folder: PathBuf = root.dev.join("disk/by-id");
    let leads = |name: &String| number_of_path(root, &folder.join(name)) == Some(number);
    names.into_iter().filter(leads).collect()
}

/// The folder of a drive by its kernel name.
pub fn drive_dir(root: &SysRoot, name: &str) -> Option<PathBuf> {
    let dir = root.block_dir(root.block_number(name)?)?;
    (name_of(&dir) == name).then_some(dir)
}

#[cfg(test)]
mod tests;
