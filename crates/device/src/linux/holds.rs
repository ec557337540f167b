//! What stands in the way of writing to a block device, and how to release it.
//!
//! Looks at the kernel's own tables only: mounts of every namespace that can be seen, swap, mappings,
//! pools, loop devices, who has it open for writing. Must not open the device otherwise than to
//! ask a loop device for its file, and must not decide anything. An attribute that is there but cannot be read is an error, never "nothing there".
//!
//! Limits: mounts and open files of processes that this one may not look at are unknown; that there are
//! such is [`crate::linux::unseen`]'s to say. Who claims a device without being in any table shows when it is
//! opened exclusively.

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

/// Every reason in the kernel's tables not to write to the device of this folder, in the order in which
/// they are to be released. `needed` is what this run must not destroy.
///
/// # Errors
///
/// Fails if a table is there but cannot be read.
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
