//! What stands in the way of writing to a block device, and how to release it.
//!
//! Looks at the kernel's own tables only: mounts of every namespace that can be seen, swap, mappings,
//! pools, loop devices, who has it open for writing. Must not open the device, and must not decide
//! anything. An attribute that is there but cannot be read is an error, never "nothing there".
//!
//! Limits: mounts and open files of processes that this one may not look at are unknown, and a loop
//! device that was set up in another root directory shows a path that may mean nothing here. Who claims
//! a device without being in any table shows when it is opened exclusively.

mod family;
mod hold;
mod tables;
mod users;

use std::path::Path;

use crate::identity::{capacity_of, name_of, whole_of};
use crate::needed::Needed;
use crate::sysfs::{AttributeError, SysRoot, read_number};
use family::Family;
use tables::{find_loops, find_mounts, find_pools, find_swaps};
use users::{find_backing, find_needed, find_writers};

pub use hold::{Hold, Mapping};
pub(crate) use tables::{loop_files, swap_paths};

/// Every reason in the kernel's tables not to write to the device of this folder, in the order in which
/// they are to be released. `needed` is what this run must not destroy.
///
/// # Errors
///
/// Fails if a table is there but cannot be read.
pub fn find_holds(
    root: &SysRoot,
    dir: &Path,
    needed: &[Needed],
) -> Result<Vec<Hold>, AttributeError> {
    let name = name_of(dir);
    let mut holds = Vec::new();
    let mut mapped = Vec::new();
    if read_number(dir, "ro")? != Some(0) {
        holds.push(Hold::ReadOnly);
    }
    if capacity_of(dir).is_none_or(|capacity| capacity.0 == 0) {
        holds.push(Hold::NoCapacity);
    }
    let whole = whole_of(dir);
    if whole != dir {
        holds.push(Hold::IsPartition { whole: name_of(&whole) });
    }
    let family = Family::find(dir, &mut mapped)?;
    find_mounts(root, &family, &mut holds)?;
    find_swaps(root, &family, &mut holds)?;
    find_loops(root, &family, &name, &mut holds)?;
    find_pools(root, &family, &mut holds)?;
    holds.append(&mut mapped);
    find_backing(root, dir, &mut holds)?;
    find_needed(root, &whole, needed, &mut holds);
    find_writers(root, &family, &mut holds)?;
    Ok(holds)
}

#[cfg(test)]
mod tests;
