//! The facts of a memory card review on one sheet.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The sheet of a card. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardSheet {
    /// Announced capacity.
    pub capacity_bytes: u64,
    /// The prime factors of the capacity, ascending, such as `2^20` and `15271`: powers of two show the size of its
    /// units. The last one may be a product of primes above 100000.
    pub capacity_factors: Vec<String>,
    /// The flash page, the unit of internal writes; `None` if it was not found.
    pub page_bytes: Option<u64>,
    /// The allocation unit, the unit of erasing; `None` if it was not found.
    pub unit_bytes: Option<u64>,
    /// Number of units that can be written alternately, each in ascending order.
    pub open_linear_count: Option<u32>,
    /// Number of units that can be written alternately, each in random order.
    pub open_random_count: Option<u32>,
    /// Median latency of the smallest single read.
    pub read_latency_ns: Option<u64>,
    /// Size of that read in bytes.
    pub read_block_bytes: Option<u64>,
    /// Size of the region of the random writes, in bytes.
    pub random_region_bytes: Option<u64>,
    /// Rates, in the order of the sheet.
    pub rates: Vec<SheetRate>,
    /// The file system of the writes to a file, such as `ext4`; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_system: Option<String>,
}

/// Sequential writes to a file on the drive, from a separate run just before: the drive was formatted for it, or the
/// run wrote to a directory on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FileWrites {
    /// The id of that run.
    pub run: String,
    /// The file system, such as `ext4`; absent if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_system: Option<String>,
    /// The measured rates.
    pub rates: Vec<SheetRate>,
}

/// A line of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SheetRate {
    /// Reads or writes, and their order.
    pub work: SheetWork,
    /// Request size in bytes.
    pub block_bytes: u64,
    /// Number of units written alternately; `None` if the line is not about that.
    pub open_count: Option<u32>,
    /// The median of the repetitions; `None` if none completed.
    pub bytes_per_s: Option<f64>,
    /// Bytes written, if a time limit ended the writes before the requested amount; absent if all was written, and in
    /// records of versions that did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_bytes: Option<u64>,
}

/// The workload of a line, with one request at a time.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SheetWork {
    /// From the beginning to the end.
    SequentialRead,
    /// Through the page cache, including the flush at the end.
    SequentialWriteCached,
    /// To the device, bypassing the page cache.
    SequentialWriteDirect,
    /// To a file, bypassing the page cache.
    SequentialWriteFile,
    /// Alternately to as many distant units as can be open, in ascending order within each.
    TurnsWithinUnits,
    /// Alternately to one more distant unit than can be open, in ascending order within each.
    TurnsBeyondUnits,
    /// Alternately to as many units as can be open, in random order within each; flashbench calls this random.
    RandomWriteWithinUnits,
    /// Alternately to one more unit than can be open, in random order within each.
    RandomWriteBeyondUnits,
    /// Anywhere in the cell's region.
    RandomWriteAnywhere,
    /// A workload that this version does not know.
    #[serde(other)]
    Unknown,
}
