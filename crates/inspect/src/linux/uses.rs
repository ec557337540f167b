//! The uses of block devices, for display: mounts, swap, devices built on them.
//!
//! Reads the kernel's tables once for all devices. Covers only this process's own mounts, because it decides nothing:
//! `holds` of the device crate decides whether a device may be written, and looks further.

use std::path::{Path, PathBuf};

use iogram_model::{DeviceUse, UseKind};

use crate::device_number::DeviceNumber;
use crate::linux::backing::loop_files;
use crate::linux::filesystem::{devices_of, own_mounts};
use crate::linux::identity::name_of;
use crate::linux::swap::{swap_device, swap_paths};
use crate::linux::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// Deeper mappings on mappings are a loop in captured data.
const DEPTH_MAX: usize = 16;

/// The kernel's tables of uses.
#[derive(Debug)]
pub(crate) struct UseTables {
    mounts: Vec<(DeviceNumber, PathBuf)>,
    swaps: Vec<DeviceNumber>,
    loops: Vec<(DeviceNumber, String)>,
}

impl UseTables {
    pub(crate) fn read(root: &SysRoot) -> Result<Self, AttributeError> {
        let mut mounts: Vec<(DeviceNumber, PathBuf)> = Vec::new();
        for mount in own_mounts(root)? {
            for number in devices_of(root, &mount) {
                let place = (number, mount.mount_point.clone());
                if !mounts.contains(&place) {
                    mounts.push(place);
                }
            }
        }
        let swaps = swap_paths(root)?;
        let loops =
            loop_files(root)?.into_iter().filter_map(|(user, file)| Some((file.device?, user)));
        Ok(Self {
            mounts,
            swaps: swaps.iter().filter_map(|path| swap_device(root, path)).collect(),
            loops: loops.collect(),
        })
    }
}

/// The uses of the device of this folder, of a partition or of anything built on it, from below upwards.
///
/// # Errors
///
/// Fails if an attribute exists but cannot be read.
pub(crate) fn find_uses(
    root: &SysRoot,
    tables: &UseTables,
    dir: &Path,
) -> Result<Vec<DeviceUse>, AttributeError> {
    let mut uses = Vec::new();
    collect(root, tables, dir, 0, &mut uses)?;
    for name in list_names(dir, ".")? {
        let partition = dir.join(name);
        if partition.join("partition").exists() {
            collect(root, tables, &partition, 0, &mut uses)?;
        }
    }
    Ok(uses)
}

fn collect(
    root: &SysRoot,
    tables: &UseTables,
    dir: &Path,
    depth: usize,
    uses: &mut Vec<DeviceUse>,
) -> Result<(), AttributeError> {
    let number = read_text(dir, "dev")?.and_then(|text| text.parse::<DeviceNumber>().ok());
    let Some(number) = number.filter(|_| depth < DEPTH_MAX) else { return Ok(()) };
    let device = name_of(dir);
    let mut add = |by, place: Option<String>| {
        let one = DeviceUse { device: device.clone(), by, place };
        // A volume on two partitions of one drive is found twice.
        if !uses.contains(&one) {
            uses.push(one);
        }
    };
    for (_, place) in tables.mounts.iter().filter(|(mounted, _)| *mounted == number) {
        add(UseKind::Mount, Some(place.display().to_string()));
    }
    if tables.swaps.contains(&number) {
        add(UseKind::Swap, None);
    }
    for (_, user) in tables.loops.iter().filter(|(file, _)| *file == number) {
        add(UseKind::Loop, Some(user.clone()));
    }
    for holder in list_names(dir, "holders")? {
        let above = root.block_number(&holder).and_then(|number| root.block_dir(number));
        let kind = above.as_deref().map_or(UseKind::Holder, holder_kind);
        uses.push(DeviceUse { device: device.clone(), by: kind, place: Some(holder) });
        if let Some(above) = above {
            collect(root, tables, &above, depth + 1, uses)?;
        }
    }
    Ok(())
}

/// Device-mapper identifiers begin with the name of their creator.
fn holder_kind(dir: &Path) -> UseKind {
    if dir.join("md").is_dir() {
        return UseKind::Md;
    }
    let Some(uuid) = text_if_known(dir, "dm/uuid") else {
        let is_mapper = dir.join("dm").is_dir() || name_of(dir).starts_with("dm-");
        return if is_mapper { UseKind::DeviceMapper } else { UseKind::Holder };
    };
    match uuid.split('-').next() {
        Some("LVM") => UseKind::Lvm,
        Some("CRYPT") => UseKind::Crypt,
        Some("mpath") => UseKind::Multipath,
        _ => UseKind::DeviceMapper,
    }
}
