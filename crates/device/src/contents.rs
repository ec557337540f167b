//! The contents of a device, for the person who is about to destroy them.
//!
//! Must not decide whether anything may be written.

use iogram_model::Bytes;

use iogram_inspect::signature::Signature;

/// The recognised contents of a device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// On the device as a whole.
    pub signatures: Vec<Signature>,
    /// In the order of their names.
    pub partitions: Vec<Partition>,
    /// Unrecognised data. `None` if the whole device reads zero, and if it was not checked: with recognised contents,
    /// and on devices other than loop and zram.
    pub data: Option<Data>,
}

/// One partition that the kernel sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Kernel name, such as `sdb1`.
    pub name: String,
    /// Its first byte on the device.
    pub start: Bytes,
    /// Its length in bytes.
    pub size: Bytes,
    /// The signatures recognised on it.
    pub signatures: Vec<Signature>,
}

/// Data on a device without recognised contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Data {
    /// The device stores this much of its capacity, and not all of that is zero.
    Kept {
        /// Stored bytes.
        kept: Bytes,
        /// Bytes that it could store.
        capacity: Bytes,
    },
    /// A byte is not zero. The amount of stored data is unknown.
    From {
        /// The first such byte, rounded down to its block.
        offset: Bytes,
    },
    /// Zeros as far as it was read; the rest is unknown.
    Unread {
        /// The bytes read.
        read: Bytes,
    },
}

impl std::fmt::Display for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Kept { kept, capacity } => {
                let (kept, capacity) = (kept.rounded(), capacity.rounded());
                write!(f, "data that is not recognised ({kept} of {capacity} hold data)")
            }
            Self::From { offset } => {
                write!(f, "data that is not recognised (from byte {} on)", offset.0)
            }
            Self::Unread { read } => {
                let read = read.rounded();
                write!(
                    f,
                    "zeros in the first {read} of what was written to it, the rest unread"
                )
            }
        }
    }
}

impl Contents {
    /// Whether nothing was found. On a loop or zram device this means that the whole device reads zero; on others
    /// only that nothing was recognised.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_unrecognised() && self.data.is_none()
    }

    pub(crate) fn is_unrecognised(&self) -> bool {
        self.signatures.is_empty() && self.partitions.is_empty()
    }

    /// Whether the contents are unchanged. The amount of unrecognised data in a file system may change by itself.
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

    /// All contents on one line; `nothing recognised` if there are none.
    #[must_use]
    pub fn summary(&self) -> String {
        let lines = self.lines();
        if lines.is_empty() { "nothing recognised".to_owned() } else { lines.join("; ") }
    }

    /// Marks of the device, or of a partition, as a member of something larger, with the kernel name of the marked
    /// device.
    pub(crate) fn memberships(&self, name: &str) -> Vec<(String, Signature)> {
        let own = self.signatures.iter().map(|signature| (name.to_owned(), signature));
        let parts = self.partitions.iter().flat_map(|partition| {
            partition.signatures.iter().map(|signature| (partition.name.clone(), signature))
        });
        let mut found: Vec<(String, Signature)> = Vec::new();
        for (device, signature) in own.chain(parts).filter(|(_, it)| it.is_membership()) {
            // The same label may occur at several places.
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
