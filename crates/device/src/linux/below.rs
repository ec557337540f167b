//! Describes the storage below a device that is not a physical drive, and how full that is: if a write fails, the
//! reason is often there.

use std::path::Path;

use iogram_model::Bytes;

use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::filesystem::find_file_system;
use iogram_inspect::identity::{kind_of, name_of, whole_of};
use iogram_inspect::sysfs::{SysRoot, list_names, text_if_known};

/// A text such as `loop3 lies on /srv/card.img, whose file system (tmpfs at /srv) has 0 B free`; `None` for drives.
pub(crate) fn what_lies_below(root: &SysRoot, device: &str) -> Option<String> {
    let dir = whole_of(&root.block_dir(root.block_number(device)?)?);
    let name = name_of(&dir);
    match kind_of(&dir) {
        DriveKind::Loop => Some(file_below(root, &dir, &name)),
        DriveKind::Zram => Some(memory_below(&dir, &name)),
        DriveKind::DeviceMapper | DriveKind::Md => Some(devices_below(&dir, &name)),
        DriveKind::Other(kind) if ["nbd", "rbd", "drbd", "ublkb"].contains(&kind.as_str()) => {
            Some(format!("{name} is served by another program"))
        }
        _ => None,
    }
}

fn file_below(root: &SysRoot, dir: &Path, name: &str) -> String {
    let Some(file) = text_if_known(dir, "loop/backing_file") else {
        return format!("{name} lies on a file that is not known");
    };
    match find_file_system(root, Path::new(&file)) {
        Ok(found) => {
            let (kind, at, free) =
                (found.record.kind, found.record.mount_point, found.record.free);
            format!("{name} lies on {file}, whose file system ({kind} at {at}) has {free} free")
        }
        Err(_) => format!("{name} lies on {file}"),
    }
}

/// Source: the kernel's Documentation/admin-guide/blockdev/zram.rst: the third and fourth numbers of `mm_stat`
/// are the memory used and its limit, 0 for none.
fn memory_below(dir: &Path, name: &str) -> String {
    let text = text_if_known(dir, "mm_stat").unwrap_or_default();
    let mut numbers = text.split_whitespace().map(|word| word.parse().ok().map(Bytes));
    let used = numbers.nth(2).flatten();
    let limit = numbers.next().flatten().filter(|limit| *limit > Bytes(0));
    match (used, limit) {
        (Some(used), Some(limit)) => {
            format!("{name} lies in main memory, of which it uses {used} and may use {limit}")
        }
        _ => format!("{name} lies in main memory"),
    }
}

fn devices_below(dir: &Path, name: &str) -> String {
    let below = list_names(dir, "slaves").unwrap_or_default();
    let mapped = text_if_known(dir, "dm/name").map(|text| format!(" ({text})"));
    let mapped = mapped.unwrap_or_default();
    if below.is_empty() {
        return format!("{name}{mapped} is a mapping of the kernel's");
    }
    let on = below.join(", ");
    format!("{name}{mapped} lies on {on}; a thin pool may be full: dmsetup status")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    #[test]
    fn what_zram_may_use_is_said_where_it_has_a_limit() {
        let dir = TempDir::new("below");
        let stat = |text: &str| std::fs::write(dir.path().join("mm_stat"), text).unwrap();
        stat(" 1048576 1024 2097152 8388608 0 0 0 0 0\n");
        assert_eq!(
            memory_below(dir.path(), "zram1"),
            "zram1 lies in main memory, of which it uses 2MiB and may use 8MiB"
        );
        stat(" 1048576 1024 2097152 0 0 0 0 0 0\n");
        assert_eq!(memory_below(dir.path(), "zram1"), "zram1 lies in main memory");
    }
}
