//! File systems that can be made on a drive.

use std::fmt;
use std::str::FromStr;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ParseError, sentence};

/// A kind of file system that can be made on a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FileSystemKind {
    /// What most Linux computers start from.
    Ext4,
    /// For flash; phones have it.
    F2fs,
    /// Copy on write, with checksums.
    Btrfs,
    /// Servers.
    Xfs,
    /// Cards of 64 GB and more, as they are sold.
    Exfat,
    /// Cards of up to 32 GB, as they are sold (FAT).
    Vfat,
}

impl FileSystemKind {
    /// All there are.
    pub const ALL: [Self; 6] =
        [Self::Ext4, Self::F2fs, Self::Btrfs, Self::Xfs, Self::Exfat, Self::Vfat];

    /// As `mount` and `mkfs` call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ext4 => "ext4",
            Self::F2fs => "f2fs",
            Self::Btrfs => "btrfs",
            Self::Xfs => "xfs",
            Self::Exfat => "exfat",
            Self::Vfat => "vfat",
        }
    }
}

impl fmt::Display for FileSystemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FileSystemKind {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            ParseError::new(
                sentence!("model-no-file-system-made", text),
                sentence!("model-write", names),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_by_its_name() {
        for kind in FileSystemKind::ALL {
            assert_eq!(kind.to_string().parse::<FileSystemKind>().unwrap(), kind);
        }
        let error = "ntfs".parse::<FileSystemKind>().unwrap_err();
        assert!(error.hint.to_string().contains("exfat"), "{error:?}");
    }
}
