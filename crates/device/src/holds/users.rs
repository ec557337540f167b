//! Who else needs a device: this run itself, other processes, devices that keep their data on it.

use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use super::family::Family;
use super::hold::Hold;
use super::tables::outside;
use crate::filesystem::device_of_source;
use crate::identity::{DeviceNumber, drives_of};
use crate::needed::Needed;
use crate::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// What this run needs and the drive holds.
pub(super) fn find_needed(
    root: &SysRoot,
    whole: &Path,
    needed: &[Needed],
    holds: &mut Vec<Hold>,
) {
    for one in needed {
        let is_here = one.devices(root).iter().any(|number| {
            root.block_dir(*number)
                .is_some_and(|dir| drives_of(root, &dir).iter().any(|drive| drive == whole))
        });
        // A mounted file system is told with the command that releases it.
        let is_told = holds.iter().any(|hold| matches!(hold, Hold::Mounted { .. }));
        if is_here && !is_told {
            holds.push(Hold::Needed(one.clone()));
        }
    }
}

/// Processes that have the device or a partition of it open for writing, as far as they may be looked
/// at. They need not have claimed it: a virtual machine's disk is usually open like that.
pub(super) fn find_writers(
    root: &SysRoot,
    family: &Family,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let myself = std::process::id().to_string();
    for process in list_names(&root.proc, ".")? {
        let is_process = process.bytes().all(|letter| letter.is_ascii_digit());
        if !is_process || process == myself {
            continue;
        }
        let dir = root.proc.join(&process);
        // It may have ended, or be somebody else's.
        let Ok(files) = list_names(&dir, "fd") else { continue };
        let opened = files.iter().find_map(|file| {
            let stat = rustix::fs::stat(dir.join("fd").join(file)).ok()?;
            let is_block = FileType::from_raw_mode(stat.st_mode).is_block_device();
            let number = DeviceNumber::from_raw(stat.st_rdev);
            let member = family.own().find(|member| is_block && member.number == number)?;
            is_open_for_writing(&dir, file).then(|| member.name.clone())
        });
        if let Some(device) = opened {
            let command = text_if_known(&dir, "comm");
            holds.push(Hold::OpenForWriting { device, process, command });
        }
    }
    Ok(())
}

/// The access mode is the last octal digit of the flags: 0 is reading alone.
fn is_open_for_writing(process_dir: &Path, file: &str) -> bool {
    let info = text_if_known(&process_dir.join("fdinfo"), file).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| {
        matches!(flags.trim().chars().last(), Some('1' | '2' | '3' | '5' | '6' | '7'))
    })
}

/// A loop device over a drive, or compressed memory that moves cold pages to one.
pub(super) fn find_backing(
    root: &SysRoot,
    dir: &Path,
    holds: &mut Vec<Hold>,
) -> Result<(), AttributeError> {
    let loop_file = read_text(dir, "loop/backing_file")?.map(PathBuf::from);
    let is_drive = |file: &PathBuf| {
        device_of_source(root, &file.to_string_lossy()).is_some()
            || rustix::fs::stat(outside(root, file))
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_block_device())
    };
    let zram_drive = read_text(dir, "backing_dev")?.filter(|text| text != "none");
    let drive = loop_file.filter(is_drive).or(zram_drive.map(PathBuf::from));
    holds.extend(drive.map(|drive| Hold::BackedBy { drive }));
    Ok(())
}
