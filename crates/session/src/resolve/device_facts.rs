//! The facts of a block device that a plan needs.

use std::path::Path;

use iogram_device::{KernelDrive, open_device_for_read};
use iogram_engine::{Geometry, ZoneShape, open_limit};
use iogram_inspect::{DeviceNumber, SysRoot, find_facts, find_zone_limits, preferred_write};
use iogram_model::{Bytes, sentence, text};
use iogram_runner::TargetFacts;

use crate::failure::Failure;
use crate::permission::Permission;

pub(super) fn device_facts(
    path: &Path,
    number: DeviceNumber,
    root: &SysRoot,
) -> Result<TargetFacts, Failure> {
    let device = open_device_for_read(path)?;
    let geometry = Geometry {
        capacity: device.identity().capacity,
        logical_block_size: device.logical_block_size()?,
        physical_block_size: device.physical_block_size(),
    };
    let discard_max = find_facts(root, number).and_then(|facts| facts.queue.discard_max);
    let supports_discard = discard_max.map(|max| max > Bytes(0));
    let indirection_unit = preferred_write(root, number, &KernelDrive::open_boxed);
    // If the device may not be read yet, the zones come from sysfs; the measurement asks the device again.
    let zones = device.zones().ok().flatten();
    let zones = zones.as_ref().and_then(ZoneShape::of).or_else(|| {
        let limits = find_zone_limits(root, number)?;
        let open_max = open_limit(limits.open_max, limits.active_max);
        Some(ZoneShape { size: Bytes(limits.size), conventional: Bytes(0), open_max })
    });
    let facts = TargetFacts::device(geometry);
    Ok(TargetFacts { supports_discard, indirection_unit, zones, ..facts })
}

/// Refuses to borrow from a device that cannot be restored.
pub(super) fn check_borrowing(
    name: &str,
    facts: &TargetFacts,
    permission: &Permission,
) -> Result<(), Failure> {
    if facts.zones.is_none() || permission.borrow.is_none() {
        return Ok(());
    }
    Err(Failure::usage(
        sentence!("session-cannot-borrow-zones-take-writes-write", name),
        text!("session-read-without-borrow-allow-all-destroyed"),
    ))
}
