//! Whether a device is the borrowed one, and unchanged since.

use std::path::PathBuf;

use crate::checksum::checksum;
use crate::direct::{Direct, block_buffers};
use crate::error::DeviceError;
use crate::journal_head::JournalHead;
use crate::linux::loop_file::{find_loop_file, named_file};
use crate::linux::typed_name::find_world_wide_name;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{DeviceFacts, find_facts};
use iogram_inspect::sysfs::{SysRoot, list_names, read_text};

/// The paths of the whole devices here that identify themselves as the borrowed one.
///
/// # Errors
///
/// Fails if the list of devices cannot be read.
pub fn find_borrowed_device(
    root: &SysRoot,
    head: &JournalHead,
) -> Result<Vec<PathBuf>, DeviceError> {
    let mut found = Vec::new();
    for name in list_names(&root.sys, "block")? {
        let dir = root.sys.join("block").join(&name);
        let number = read_text(&dir, "dev")?.and_then(|text| text.parse().ok());
        let facts = number.and_then(|number| find_facts(root, number));
        if let Some(facts) = facts.filter(|facts| is_same(head, facts, root)) {
            found.push(root.dev.join(facts.name));
        }
    }
    Ok(found)
}

/// Whether a device is the borrowed one, as far as it identifies itself. A device with a unique name may have grown
/// or shrunk since.
pub(crate) fn is_same(head: &JournalHead, facts: &DeviceFacts, root: &SysRoot) -> bool {
    let dir = root.block_dir(facts.number);
    let is_named =
        head.serial.is_some() || head.world_wide_name.is_some() || head.file.is_some();
    let says_the_same = (is_named || facts.capacity == Some(head.capacity))
        && facts.model == head.model
        && facts.serial == head.serial
        && dir.as_deref().and_then(find_world_wide_name) == head.world_wide_name;
    if !says_the_same {
        return false;
    }
    match facts.kind {
        DriveKind::Loop => {
            let file = dir.as_deref().and_then(named_file);
            // Another file may have taken the path since.
            let is_same_file = head.loop_file.is_none()
                || find_loop_file(&root.dev.join(&facts.name)) == head.loop_file;
            head.file.is_some() && file == head.file && is_same_file
        }
        // Contents in memory disappear with their device.
        DriveKind::Zram | DriveKind::Ram => facts.name == head.name,
        _ => true,
    }
}

/// A checksum over up to 17 samples of 4 KiB beyond the saved part. Arbitrary: enough to notice a device that was
/// filled or formatted meanwhile.
pub(crate) fn sample_outside(
    drive: &Direct<'_>,
    head: &JournalHead,
) -> Result<Option<u64>, DeviceError> {
    const SAMPLE: u64 = 4096;
    const COUNT: u64 = 16;
    let first = head.size.0.next_multiple_of(SAMPLE);
    let last = (head.capacity.0 / SAMPLE * SAMPLE).checked_sub(SAMPLE);
    let Some(last) = last.filter(|last| *last >= first) else { return Ok(None) };
    let step = (last - first) / COUNT / SAMPLE * SAMPLE;
    let is_saved = |offset: u64| {
        head.beyond.iter().any(|it| it.start < offset + SAMPLE && offset < it.end)
    };
    let offsets = (0..COUNT).map(|index| first + index * step).chain([last]);
    let mut buffer = block_buffers(1)?;
    let mut all = Vec::new();
    for offset in offsets.filter(|offset| !is_saved(*offset)) {
        let sample = &mut buffer.slot(0)[..usize::try_from(SAMPLE).expect("4096")];
        drive.read(offset, sample)?;
        all.extend_from_slice(sample);
    }
    Ok((!all.is_empty()).then(|| checksum(&all)))
}
