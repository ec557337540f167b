//! The file systems that iogram can create on a drive.

use std::fmt;
use std::str::FromStr;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ParseError, sentence};

/// A kind of file system that iogram can create on a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FileSystemKind {
    /// The usual root file system of Linux computers.
    Ext4,
    /// Made for flash; used in phones.
    F2fs,
    /// Copy on write, with checksums.
    Btrfs,
    /// Used on servers.
    Xfs,
    /// On new cards of 64 GB and more.
    Exfat,
    /// On new cards of up to 32 GB (FAT).
    Vfat,
}

impl FileSystemKind {
    /// Every kind of file system.
    pub const ALL: [Self; 6] =
        [Self::Ext4, Self::F2fs, Self::Btrfs, Self::Xfs, Self::Exfat, Self::Vfat];

    /// Its name in `mount` and `mkfs`.
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
