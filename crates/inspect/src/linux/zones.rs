//! Whether a drive has zones, and the kernel's facts about all of them.
//!
//! Source: the kernel's `Documentation/ABI/stable/sysfs-block` (`zoned`, `chunk_sectors`, `nr_zones`,
//! `max_open_zones`, `max_active_zones`). No table shows which zones are conventional: that needs a query to the
//! drive.

use std::path::Path;

use iogram_model::ZonesRecord;

use crate::device_number::DeviceNumber;
use crate::linux::identity::whole_of;
use crate::linux::sysfs::{SysRoot, number_if_known, text_if_known};

/// The common properties of a drive's zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneLimits {
    /// Bytes from the beginning of a zone to that of the next.
    pub size: u64,
    /// Maximum number of open zones; `None` means no limit, or unknown.
    pub open_max: Option<u32>,
    /// Maximum number of open and closed zones; `None` means no limit, or unknown.
    pub active_max: Option<u32>,
}

/// The zones of the device with this number, if it accepts writes only at write pointers (host-managed); `None` for
/// any other.
#[must_use]
pub fn find_zone_limits(root: &SysRoot, number: DeviceNumber) -> Option<ZoneLimits> {
    let zones = zones_of(&whole_of(&root.block_dir(number)?))?;
    // Zero in the kernel means no limit.
    let limit = |count: Option<u64>| u32::try_from(count?).ok().filter(|&count| count > 0);
    (zones.model == ZonesRecord::HOST_MANAGED).then_some(())?;
    Some(ZoneLimits {
        size: zones.size_bytes.filter(|&size| size > 0)?,
        open_max: limit(zones.open_max_count),
        active_max: limit(zones.active_max_count),
    })
}

/// The reported properties of the zones of the drive of this folder; `None` if it has none.
pub(crate) fn zones_of(whole: &Path) -> Option<ZonesRecord> {
    let model = text_if_known(whole, "queue/zoned").filter(|model| model != "none")?;
    let number = |attribute| number_if_known(whole, attribute);
    Some(ZonesRecord {
        model,
        // In units of 512 bytes, whatever the block size.
        size_bytes: number("queue/chunk_sectors").and_then(|count| count.checked_mul(512)),
        count: number("queue/nr_zones"),
        conventional_count: None,
        open_max_count: number("queue/max_open_zones"),
        active_max_count: number("queue/max_active_zones"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    fn drive(attributes: &[(&str, &str)]) -> Option<ZonesRecord> {
        let dir = TempDir::new("zones");
        for (name, text) in attributes {
            dir.write(&format!("queue/{name}"), text);
        }
        zones_of(dir.path())
    }

    #[test]
    fn zones_are_told_in_bytes_and_a_drive_without_has_none() {
        let attributes = [
            ("zoned", "host-managed\n"),
            ("chunk_sectors", "4194304\n"),
            ("nr_zones", "904\n"),
            ("max_open_zones", "14\n"),
            ("max_active_zones", "0\n"),
        ];
        let found = drive(&attributes).unwrap();
        assert_eq!(
            (found.model.as_str(), found.size_bytes, found.count),
            ("host-managed", Some(2 << 30), Some(904))
        );
        assert_eq!((found.open_max_count, found.active_max_count), (Some(14), Some(0)));
        assert_eq!(drive(&[("zoned", "none\n")]), None);
        assert_eq!(drive(&[]), None);
        assert_eq!(drive(&[("zoned", "host-aware\n")]).unwrap().count, None);
    }
}
