//! Obstacles to writing to a block device, and how to release them.
//!
//! Reads only the kernel's tables: mounts of every visible namespace, swap, mappings, pools, loop devices, and
//! processes that have the device open for writing. Must not open the device except to query the file of a loop
//! device, and must not decide anything. An attribute that exists but cannot be read is an error, never "nothing
//! there".
//!
//! Limits: mounts and open files of processes that this one may not inspect are unknown; [`crate::linux::unseen`]
//! reports that such processes exist. A claim that no table lists shows up when the device is opened exclusively.

mod exports;
mod family;
mod hold;
mod tables;
mod users;
mod writers;

use std::path::Path;

use crate::linux::needed::ProtectedPath;
use family::Family;
use iogram_inspect::backing::find_below;
use iogram_inspect::identity::{capacity_of, name_of, whole_of};
use iogram_inspect::sysfs::{AttributeError, SysRoot, read_number};
use tables::{find_loops, find_mounts, find_pools, find_swaps};
use users::{find_backing, find_needed};

pub(crate) use exports::find_exports;
pub use hold::{Access, BlockingUse, Mapping};
pub(crate) use writers::{Watched, find_writers};

/// Every reason in the kernel's tables not to write to the device of this folder, in the order in which to release
/// them. `needed` lists the places that this run must not destroy.
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn find_blocking_uses(
    root: &SysRoot,
    dir: &Path,
    needed: &[ProtectedPath],
) -> Result<Vec<BlockingUse>, AttributeError> {
    let whole = whole_of(dir);
    let name = name_of(&whole);
    let mut holds = Vec::new();
    let mut mapped = Vec::new();
    if read_number(dir, "ro")? != Some(0) {
        holds.push(BlockingUse::ReadOnly);
    }
    if capacity_of(dir).is_none_or(|capacity| capacity.0 == 0) {
        holds.push(BlockingUse::NoCapacity);
    }
    if whole != dir {
        holds.push(BlockingUse::IsPartition { whole: name_of(&whole) });
    }
    let family = Family::find(dir, &mut mapped)?;
    find_mounts(root, &family, &mut holds)?;
    find_swaps(root, &family, &mut holds)?;
    let below = find_below(root, dir)?;
    find_loops(root, &family, &name, &below, &mut holds)?;
    find_pools(root, &family, &mut holds)?;
    holds.append(&mut mapped);
    find_backing(root, dir, &mut holds)?;
    find_needed(root, &whole, needed, &mut holds);
    let mut watched = Watched::default();
    family.own().for_each(|(number, name)| watched.add_device(number, name));
    watched.add_below(below);
    find_writers(root, &watched, &mut holds)?;
    find_exports(root, &watched, &mut holds)?;
    Ok(holds)
}

#[cfg(test)]
mod tests;
