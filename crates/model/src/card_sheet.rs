//! What a review of a memory card says about it, in one place.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The sheet of a card. `None` is unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardSheet {
    /// What it says that it holds.
    pub capacity_bytes: u64,
    /// The prime factors of that, ascending, such as `2^20` and `15271`: powers of two show the size of its units.
    /// The last one may be a product of primes above 100000.
    pub capacity_factors: Vec<String>,
    /// The flash page: what is written at once inside; `None` if it was not found.
    pub page_bytes: Option<u64>,
    /// The allocation unit: what the drive erases as one; `None` if it was not found.
    pub unit_bytes: Option<u64>,
    /// How many units can be written by turns in ascending order.
    pub open_linear_count: Option<u32>,
    /// The same out of order.
    pub open_random_count: Option<u32>,
    /// What the smallest single read takes, the middle one.
    pub read_latency_ns: Option<u64>,
    /// Bytes of that read.
    pub read_block_bytes: Option<u64>,
    /// Bytes that cells of random writes went to.
    pub random_region_bytes: Option<u64>,
    /// In the order of the sheet.
    pub rates: Vec<SheetRate>,
    /// The file system that the writes to a file were on, such as `ext4`; absent where it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_system: Option<String>,
}

/// Sequential writes to a file on the drive, measured by a run of their own just before: the drive was formatted for them, or they
/// went to a folder of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FileWrites {
    /// The id of that run.
    pub run: String,
    /// The file system, such as `ext4`; absent where it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_system: Option<String>,
    /// What it measured.
    pub rates: Vec<SheetRate>,
}

/// A line of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SheetRate {
    /// Reads, writes, and in which order.
    pub work: SheetWork,
    /// Bytes of a request.
    pub block_bytes: u64,
    /// How many units were written by turns; `None` where that is not the question.
    pub open_count: Option<u32>,
    /// The middle one of the repetitions; `None` if none completed.
    pub bytes_per_s: Option<f64>,
    /// Bytes that were written where time ended it before the amount that was asked; absent where all was written, and in records
    /// of versions that did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at_bytes: Option<u64>,
}

/// What a line of the sheet is about. One request at a time.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SheetWork {
    /// From the beginning to the end.
    SequentialRead,
    /// Through the page cache, the flush at the end included.
    SequentialWriteCached,
    /// Past the page cache, on the device.
    SequentialWriteDirect,
    /// Past the page cache, into a file.
    SequentialWriteFile,
    /// By turns into units far apart, each in ascending order: as many as can be open.
    TurnsWithinUnits,
    /// The same with one unit more than that.
    TurnsBeyondUnits,
    /// By turns into as many units as can be open, out of order in each: what flashbench calls random.
    RandomWriteWithinUnits,
    /// The same with one unit more than that.
    RandomWriteBeyondUnits,
    /// Anywhere in the region that the cell works on.
    RandomWriteAnywhere,
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}
