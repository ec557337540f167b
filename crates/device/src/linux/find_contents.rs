//! Reads the contents of an open device.
//!
//! Covers the partitions that the kernel sees, and the recognised signatures on the device and on each of them.
//!
//! Limit: if the kernel was not asked to scan a device for partitions, such as a loop device without `--partscan`,
//! their contents are not read; the partition table itself is reported.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use iogram_model::{Bytes, text};

use crate::contents::{Contents, Partition};
use crate::error::DeviceError;
use crate::linux::scratch::find_data;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{capacity_of, kind_of, name_of};
use iogram_inspect::signature::find_signatures;
use iogram_inspect::sysfs::{AttributeError, list_names, read_number};

/// Reads the contents of the open device of this folder.
pub(crate) fn read_contents(
    fd: &OwnedFd,
    path: &Path,
    dir: &Path,
    capacity: Bytes,
) -> Result<Contents, DeviceError> {
    let failed = |source: std::io::Error| {
        DeviceError::system(text!("device-cannot-read", path), path, source)
    };
    let file = File::from(fd.try_clone().map_err(failed)?);
    let part = |start: u64, size: Bytes| {
        find_signatures(size, |offset, buffer| file.read_exact_at(buffer, start + offset))
            .map_err(failed)
    };
    let mut signatures = part(0, capacity)?;
    let mut partitions = Vec::new();
    for (name, start, size) in list_partitions(dir)? {
        let is_inside = start.0.checked_add(size.0).is_some_and(|end| end <= capacity.0);
        // An extended partition is a container of 1 KiB; a table may give a wrong end.
        let signatures = if is_inside { part(start.0, size)? } else { Vec::new() };
        partitions.push(Partition { name, start, size, signatures });
    }
    // Without a recognised table, the place of the first partition is read too: it is reported only once.
    signatures.retain(|signature| {
        let is_told = |partition: &Partition| {
            let mut offsets =
                partition.signatures.iter().map(|it| partition.start.0 + it.offset);
            offsets.any(|offset| offset == signature.offset)
        };
        signature.is_membership() || !partitions.iter().any(is_told)
    });
    Ok(Contents { signatures, partitions, data: None })
}

impl Contents {
    /// Checks for data on a loop or zram device without recognised contents.
    pub(crate) fn look_for_data(
        &mut self,
        fd: &OwnedFd,
        path: &Path,
        dir: &Path,
        capacity: Bytes,
    ) -> Result<(), DeviceError> {
        if self.is_unrecognised() && matches!(kind_of(dir), DriveKind::Loop | DriveKind::Zram) {
            let failed =
                |errno| DeviceError::system(text!("device-cannot-read", path), path, errno);
            self.data = find_data(fd, dir, capacity).map_err(failed)?;
        }
        Ok(())
    }
}

/// Names, first bytes and sizes.
fn list_partitions(dir: &Path) -> Result<Vec<(String, Bytes, Bytes)>, AttributeError> {
    let mut partitions = Vec::new();
    for name in list_names(dir, ".")? {
        let folder = dir.join(&name);
        if !folder.join("partition").exists() {
            continue;
        }
        // In units of 512 bytes, like the size.
        let start = read_number(&folder, "start")?.and_then(|start| start.checked_mul(512));
        if let (Some(start), Some(size)) = (start, capacity_of(&folder)) {
            partitions.push((name_of(&folder), Bytes(start), size));
        }
    }
    partitions.sort_by_key(|(_, start, _)| *start);
    Ok(partitions)
}
