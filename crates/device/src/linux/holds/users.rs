//! Other needs of this run: its own program and data.

use std::path::{Path, PathBuf};

use super::hold::BlockingUse;
use crate::linux::needed::ProtectedPath;
use iogram_inspect::backing::loop_file;
use iogram_inspect::identity::drives_of;
use iogram_inspect::sysfs::{AttributeError, SysRoot, read_text};

/// The objects on the drive that this run needs.
pub(super) fn find_needed(
    root: &SysRoot,
    whole: &Path,
    needed: &[ProtectedPath],
    holds: &mut Vec<BlockingUse>,
) {
    for one in needed {
        let is_here = one.devices(root).iter().any(|number| {
            root.block_dir(*number)
                .is_some_and(|dir| drives_of(root, &dir).iter().any(|drive| drive == whole))
        });
        // A mounted file system is reported with the command that releases it.
        let is_told = holds.iter().any(|hold| matches!(hold, BlockingUse::Mounted { .. }));
        if is_here && !is_told {
            holds.push(BlockingUse::ProtectedPath(one.clone()));
        }
    }
}

/// A loop device over a drive, or compressed memory that moves cold pages to one.
pub(super) fn find_backing(
    root: &SysRoot,
    dir: &Path,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let loop_drive = loop_file(root, dir)?.filter(|file| file.device.is_some());
    let zram_drive = read_text(dir, "backing_dev")?.filter(|text| text != "none");
    let drive = loop_drive.map(|file| file.path).or(zram_drive.map(PathBuf::from));
    holds.extend(drive.map(|drive| BlockingUse::BackedBy { drive }));
    Ok(())
}
