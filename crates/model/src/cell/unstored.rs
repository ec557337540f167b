//! Reads of places without data.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part of a cell's reads that met places without data: holes of a file, allocated space that was never written,
/// blocks that were never written or were discarded. The drive answers such reads without its medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnstoredRecord {
    /// Bytes without data, more than 0.
    pub unstored_bytes: u64,
    /// Total bytes: those that were read, or the size of the area that was read.
    pub of_bytes: u64,
    /// The source of this knowledge.
    pub told_by: UnstoredTeller,
}

/// The source that reports places without data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnstoredTeller {
    /// The drive, for the reads themselves.
    Drive,
    /// The file system, for the part of the file in which the cell read, as it was before.
    FileSystem,
    /// The contents: samples from the whole area that the cell read held only zeros, on a drive that returns zeros
    /// for blocks that were never written or were discarded.
    Contents,
    /// A source that this version does not know.
    #[serde(other)]
    Unknown,
}
