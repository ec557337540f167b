//! What a device holds, for the person who is about to destroy it.
//!
//! Knows the partitions that the kernel sees and what is recognised on the device and on each of them.
//! Must not decide whether anything may be written.
//!
//! Limit: the partitions of a device that the kernel was not asked to scan, such as a loop device
//! without `--partscan`, are not looked into; the partition table itself is told.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::path::Path;

use iogram_model::Bytes;

use crate::error::DeviceError;
use crate::scratch::{Data, find_data};
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{capacity_of, kind_of, name_of};
use iogram_inspect::signature::{Signature, find_signatures};
use iogram_inspect::sysfs::{AttributeError, list_names, read_number};

/// What was recognised on a device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// On the device as a whole.
    pub signatures: Vec<Signature>,
    /// In the order of their names.
    pub partitions: Vec<Partition>,
    /// What is there although nothing is recognised. `None` if all of it reads zero, and where that is not
    /// looked for: with something recognised, and on what is neither a loop nor a zram device.
    pub data: Option<Data>,
}

/// One partition that the kernel sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Kernel name, such as `sdb1`.
    pub name: String,
    /// Its first byte on the device.
    pub start: Bytes,
    /// Its size.
    pub size: Bytes,
    /// What was recognised on it.
    pub signatures: Vec<Signature>,
}

impl Contents {
    /// Whether nothing was found. On a loop or zram device that means that all of it reads zero; on others
    /// nothing more than that nothing was recognised.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_unrecognised() && self.data.is_none()
    }

    fn is_unrecognised(&self) -> bool {
        self.signatures.is_empty() && self.partitions.is_empty()
    }

    /// Whether it is still what it was. How much of unrecognised data a file system keeps may change by
    /// itself.
    pub(crate) fn is_as(&self, before: &Self) -> bool {
        self.signatures == before.signatures
            && self.partitions == before.partitions
            && self.data.is_some() == before.data.is_some()
    }

    /// One line for the device and one for each partition: `ext4`, `sdb1: 512MiB (537MB), FAT`.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let whole = kinds(&self.signatures);
        let parts = self.partitions.iter().map(|partition| {
            let kinds = kinds(&partition.signatures);
            let kinds = if kinds.is_empty() { "nothing recognised".to_owned() } else { kinds };
            format!("{}: {}, {kinds}", partition.name, partition.size.both())
        });
        let data = self.data.map(|data| data.to_string());
        Some(whole)
            .filter(|whole| !whole.is_empty())
            .into_iter()
            .chain(data)
            .chain(parts)
            .collect()
    }

    /// All of it on one line; `nothing recognised` if there is nothing.
    #[must_use]
    pub fn summary(&self) -> String {
        let lines = self.lines();
        if lines.is_empty() { "nothing recognised".to_owned() } else { lines.join("; ") }
    }

    /// What marks the device, or a partition of it, as one of several parts of something larger, with
    /// the kernel name of what is marked.
    pub(crate) fn memberships(&self, name: &str) -> Vec<(String, Signature)> {
        let own = self.signatures.iter().map(|signature| (name.to_owned(), signature));
        let parts = self.partitions.iter().flat_map(|partition| {
            partition.signatures.iter().map(|signature| (partition.name.clone(), signature))
        });
        let mut found: Vec<(String, Signature)> = Vec::new();
        for (device, signature) in own.chain(parts).filter(|(_, it)| it.is_membership()) {
            // The same label may be at several places.
            if !found
                .iter()
                .any(|(other, known)| *other == device && known.kind == signature.kind)
            {
                found.push((device, signature.clone()));
            }
        }
        found
    }
}

fn kinds(signatures: &[Signature]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for signature in signatures {
        if !kinds.contains(&signature.kind) {
            kinds.push(signature.kind);
        }
    }
    kinds.join(", ")
}

/// Reads what the open device of this folder holds.
pub(crate) fn read_contents(
    fd: &OwnedFd,
    path: &Path,
    dir: &Path,
    capacity: Bytes,
) -> Result<Contents, DeviceError> {
    let failed = |source: std::io::Error| DeviceError::system("read", path, source);
    let file = File::from(fd.try_clone().map_err(failed)?);
    let part = |start: u64, size: Bytes| {
        find_signatures(size, |offset, buffer| file.read_exact_at(buffer, start + offset))
            .map_err(failed)
    };
    let mut signatures = part(0, capacity)?;
    let mut partitions = Vec::new();
    for (name, start, size) in list_partitions(dir)? {
        let is_inside = start.0.checked_add(size.0).is_some_and(|end| end <= capacity.0);
        // An extended partition is a container of 1 KiB; a table may lie about the end.
        let signatures = if is_inside { part(start.0, size)? } else { Vec::new() };
        partitions.push(Partition { name, start, size, signatures });
    }
    // Where no table is recognised, the first partition's place is looked at, too: that is told once.
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
    /// Looks whether there is anything on a loop or zram device on which nothing is recognised.
    pub(crate) fn look_for_data(
        &mut self,
        fd: &OwnedFd,
        path: &Path,
        dir: &Path,
        capacity: Bytes,
    ) -> Result<(), DeviceError> {
        if self.is_unrecognised() && matches!(kind_of(dir), DriveKind::Loop | DriveKind::Zram) {
            let failed = |errno| DeviceError::system("read", path, errno);
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
        // In units of 512 bytes, as the size.
        let start = read_number(&folder, "start")?.and_then(|start| start.checked_mul(512));
        if let (Some(start), Some(size)) = (start, capacity_of(&folder)) {
            partitions.push((name_of(&folder), Bytes(start), size));
        }
    }
    partitions.sort_by_key(|(_, start, _)| *start);
    Ok(partitions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(kind: &'static str, offset: u64) -> Signature {
        Signature { kind, offset }
    }

    fn card() -> Contents {
        let boot = Partition {
            name: "sdb1".to_owned(),
            start: Bytes(1 << 20),
            size: Bytes(256 << 20),
            signatures: vec![signature("FAT", 0)],
        };
        let blank = Partition {
            name: "sdb2".to_owned(),
            start: Bytes(257 << 20),
            size: Bytes(1 << 30),
            signatures: Vec::new(),
        };
        let table = vec![signature("MBR", 510), signature("GPT", 512), signature("GPT", 4096)];
        Contents { signatures: table, partitions: vec![boot, blank], data: None }
    }

    #[test]
    fn contents_are_told_line_by_line() {
        assert_eq!(
            card().lines(),
            [
                "MBR, GPT",
                "sdb1: 256 MiB (268 MB), FAT",
                "sdb2: 1.0 GiB (1.1 GB), nothing recognised"
            ]
        );
        assert_eq!(Contents::default().summary(), "nothing recognised");
    }

    #[test]
    fn membership_is_told_with_the_partition_that_carries_it() {
        let mut contents = card();
        assert!(contents.memberships("sdb").is_empty());
        contents.partitions[1].signatures =
            vec![signature("ZFS", 0), signature("ZFS", 262_144), signature("LVM2", 512)];
        let found = contents.memberships("sdb");
        let found: Vec<_> =
            found.iter().map(|(name, found)| (name.as_str(), found.kind)).collect();
        assert_eq!(found, [("sdb2", "ZFS"), ("sdb2", "LVM2")]);
    }
}
