//! Reads that met places which hold nothing.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Of what a cell read, the part that nobody had stored: holes of a file, space that was taken and never written, blocks
/// that were never written or were discarded. Such reads are answered without the medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnstoredRecord {
    /// Bytes of it, more than 0.
    pub unstored_bytes: u64,
    /// Of so many: what was read, or where it was read.
    pub of_bytes: u64,
    /// Who says it.
    pub told_by: UnstoredTeller,
}

/// Who says that places hold nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnstoredTeller {
    /// The drive, of the reads themselves.
    Drive,
    /// The file system, of the part of the file in which the cell read, as it was before.
    FileSystem,
    /// What was read: places all over the part in which the cell read held nothing but zeros, on a drive that answers so for
    /// what was never written or was discarded.
    Contents,
    /// Somebody that this version does not know.
    #[serde(other)]
    Unknown,
}
