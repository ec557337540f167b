//! Whether a drive has the capacity that it announces: its answers, the conclusions, and files that fill a file
//! system.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::units::{Bytes, Nanos, Throughput};

/// A drive's answers to a test of its capacity.
#[expect(clippy::struct_excessive_bools, reason = "separate facts of a record")]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CapacityEvidence {
    /// Announced capacity in bytes.
    pub announced_bytes: u64,
    /// Whether every block was written and read; otherwise only selected blocks.
    pub is_full: bool,
    /// Whether the test completed; otherwise the fields below prove nothing about the drive.
    pub is_complete: bool,
    /// Addresses at this distance, in bytes, are the same place of the drive; `None` if no such distance was found.
    pub period_bytes: Option<u64>,
    /// First byte of the area that keeps nothing (with a period: that keeps nothing of its own); `None` if there is
    /// none.
    pub lost_from_bytes: Option<u64>,
    /// Writes to the lost area can be read back until at most this many later bytes are written; `None` if nothing is
    /// lost, or if it did not matter. 0 means no cache.
    pub hiding_cache_bytes: Option<u64>,
    /// Size up to which a cache that hides losses is excluded; `None` if the test did not look for one.
    pub cache_ruled_out_bytes: Option<u64>,
    /// For a drive that ends before its announced capacity: everything below this byte was written, pushed out of any
    /// cache, and read back. `None` if nothing was, and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven_bytes: Option<u64>,
    /// Number of marker blocks written by the test.
    pub mark_count: u64,
    /// Bytes written as marker blocks; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried_bytes: Option<u64>,
    /// The drive stores no write anywhere after at most this many bytes of marker blocks; `None` if it still stored
    /// them at the end, or if that was not tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_after_bytes: Option<u64>,
    /// Number of marker blocks below the lost area that held other data afterwards.
    pub wrong_count: u64,
    /// Requests fail from this byte to the end, and none failed below; `None` if that is not the case or was not
    /// tested, and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails_from_bytes: Option<u64>,
    /// Failed read requests.
    pub read_error_count: u64,
    /// Failed write requests.
    pub write_error_count: u64,
    /// The write that ended the test, on a device that is not a drive itself or that is full; `None` if there was
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_failure: Option<WriteFailure>,
    /// Whether the drive refused writes, or accepted them without any effect.
    pub is_read_only: bool,
    /// The faulty ranges, ascending; at most a thousand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_ranges: Vec<BadRange>,
    /// Request size of a full pass, in bytes; `None` for other tests and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_bytes: Option<u64>,
    /// Speed along the capacity, ascending; only of a full pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stretches: Vec<Stretch>,
    /// Progress of a full pass that did not complete; `None` for all other tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<FullProgress>,
    /// Whether time ended the search before a hiding cache of the requested size was ruled out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut_short: bool,
    /// Whether time ended the search for the first lost block: it lies at or below the one that is named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_border_open: bool,
    /// Number of times a full pass was resumed after an interruption.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub continued_count: u64,
}

impl CapacityEvidence {
    /// Whether something was lost, wrong or refused: nothing else that is measured of the drive matters then.
    #[must_use]
    pub const fn has_loss(&self) -> bool {
        self.is_read_only
            || self.period_bytes.is_some()
            || self.lost_from_bytes.is_some()
            || self.stopped_after_bytes.is_some()
            || self.wrong_count > 0
            || self.read_error_count > 0
            || self.write_error_count > 0
    }
}

/// A write failure that may have its cause below the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WriteFailure {
    /// The system's error number.
    pub errno: i32,
    /// The error in words, such as `input/output error (EIO)`.
    pub message: String,
    /// First byte of the request; `None` if a flush failed.
    pub offset_bytes: Option<u64>,
    /// Whether all data that was written before and checked again was still there. `None` if none was checked.
    pub is_rest_kept: Option<bool>,
    /// The layer below the device, in words; `None` if the device is a drive.
    pub lies_on: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// Progress of a full pass, with everything needed to resume it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FullProgress {
    /// Number of the write pass in this run, from 0: if another program wrote to the drive in between, it is written
    /// again with another salt.
    pub pass_index: u64,
    /// Everything below this byte is written and durable.
    pub written_until_bytes: u64,
    /// Everything below this byte is read and compared.
    pub read_until_bytes: u64,
    /// The last intact block so far; `None` if there is none.
    pub last_kept_bytes: Option<u64>,
    /// The first block of the lost area that reaches up to the current position; `None` if there is none.
    pub lost_since_bytes: Option<u64>,
    /// The first lost block; `None` if there is none.
    pub first_lost_bytes: Option<u64>,
    /// Addresses at this distance, in bytes, are the same place; `None` if no such distance was found.
    pub period_bytes: Option<u64>,
}

/// The fault of a range of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BadKind {
    /// Reading failed.
    Unreadable,
    /// Writing failed.
    Unwritable,
    /// It holds the written data with flipped bits.
    Damaged,
    /// It holds other data than was written.
    Lost,
    /// It holds data that was written elsewhere.
    Overwritten,
}

/// A faulty range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadRange {
    /// The first faulty byte, from the beginning of the drive.
    pub start_bytes: u64,
    /// Size of the range in bytes.
    pub size_bytes: u64,
    /// The fault.
    pub kind: BadKind,
}

/// A part of a drive with its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stretch {
    /// The first byte, from the beginning of the drive.
    pub start_bytes: u64,
    /// Size of the part in bytes.
    pub size_bytes: u64,
    /// Time of all writes.
    pub write_ns: u64,
    /// Time of the slowest write.
    pub write_max_ns: u64,
    /// Time of all reads; `None` if it was not read.
    pub read_ns: Option<u64>,
    /// Time of the slowest read; `None` if it was not read.
    pub read_max_ns: Option<u64>,
}

impl Stretch {
    /// Bytes written per second; `None` if the time is 0.
    #[must_use]
    pub fn write_rate(&self) -> Option<f64> {
        rate_of(self.size_bytes, Some(self.write_ns))
    }

    /// Time of the slowest write.
    #[must_use]
    pub const fn slowest_write(&self) -> Option<Nanos> {
        Some(Nanos(self.write_max_ns))
    }

    /// Time of the slowest read; `None` if it was not read.
    #[must_use]
    pub fn slowest_read(&self) -> Option<Nanos> {
        self.read_max_ns.map(Nanos)
    }

    /// Bytes read per second; `None` if it was not read.
    #[must_use]
    pub fn read_rate(&self) -> Option<f64> {
        rate_of(self.size_bytes, self.read_ns)
    }
}

/// The verdict on a drive's capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CapacityVerdict {
    /// It has the announced capacity.
    Good,
    /// Counterfeit: writes beyond the real capacity are lost.
    Limbo,
    /// Counterfeit: writes beyond the real capacity overwrite other data.
    Wraparound,
    /// Counterfeit: some of these writes are lost, others overwrite.
    Chain,
    /// It returns other data than was written, without a pattern, or stores nothing at all.
    Damaged,
    /// It rejects writes.
    ReadOnly,
    /// Requests fail.
    Dying,
}

impl CapacityVerdict {
    /// Its name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Limbo => "limbo",
            Self::Wraparound => "wraparound",
            Self::Chain => "chain",
            Self::Damaged => "damaged",
            Self::ReadOnly => "read-only",
            Self::Dying => "dying",
        }
    }

    /// Whether the drive announces more than it stores.
    #[must_use]
    pub const fn is_counterfeit(self) -> bool {
        matches!(self, Self::Limbo | Self::Wraparound | Self::Chain)
    }
}

/// The capacity of a drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapacityFinding {
    /// Real capacity, from the first byte on; `None` is unknown.
    pub real_bytes: Option<u64>,
    /// Announced capacity; `None` is unknown, such as in another tool's log.
    pub announced_bytes: Option<u64>,
    /// Largest safe end of a partition on a counterfeit: everything below is proven to be real. `None` if nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_bytes: Option<u64>,
    /// Whether a counterfeit ends exactly at a known limit of readers, ports or bridges: then one of these may be the
    /// cause.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_at_reader_limit: bool,
    /// The verdict; `None` if there is not enough evidence.
    pub verdict: Option<CapacityVerdict>,
    /// Confidence of the verdict, 0 to 1.
    pub confidence: f64,
    /// Confidence of the real size, 0 to 1, if it is lower than that of the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_confidence_ratio: Option<f64>,
    /// Size up to which a cache that hides losses is excluded; `None` if the test did not look for one.
    pub cache_ruled_out_bytes: Option<u64>,
    /// The basis of the verdict, in one English sentence.
    pub reason: String,
    /// The basis for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// The parts with the slowest writes, if they as a whole or single requests in them are much slower than the
    /// median part; the slowest first, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slowest_writes: Vec<Stretch>,
    /// The parts with the slowest reads, by the same rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slowest_reads: Vec<Stretch>,
}

/// Sectors of 512 bytes, counted by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectorCounts {
    /// Sectors that hold the written data.
    #[serde(rename = "ok_count")]
    pub ok: u64,
    /// Sectors that hold other data.
    #[serde(rename = "corrupted_count")]
    pub corrupted: u64,
    /// Sectors at the right place with at most seven flipped bits.
    #[serde(rename = "changed_count")]
    pub changed: u64,
    /// Sectors that hold data of another place.
    #[serde(rename = "overwritten_count")]
    pub overwritten: u64,
    /// Sectors that could not be read.
    #[serde(rename = "unreadable_count")]
    pub unreadable: u64,
}

impl SectorCounts {
    /// All sectors that do not hold the written data.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.corrupted
            .saturating_add(self.changed)
            .saturating_add(self.overwritten)
            .saturating_add(self.unreadable)
    }

    /// Adds the counts of `other`.
    pub const fn add(&mut self, other: &Self) {
        self.ok = self.ok.saturating_add(other.ok);
        self.corrupted = self.corrupted.saturating_add(other.corrupted);
        self.changed = self.changed.saturating_add(other.changed);
        self.overwritten = self.overwritten.saturating_add(other.overwritten);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
    }
}

/// A test file that was written or read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestFileRecord {
    /// Its number, from 1.
    pub number: u64,
    /// Size in bytes.
    pub size_bytes: u64,
    /// Time of the requests alone.
    pub elapsed_ns: u64,
    /// Offset of the slowest 4 MiB in the file; `None` if it is smaller than 4 MiB.
    pub slowest_start_bytes: Option<u64>,
    /// Time of the slowest 4 MiB.
    pub slowest_ns: Option<u64>,
    /// State of its sectors; `None` for a file that was written.
    pub sectors: Option<SectorCounts>,
}

impl TestFileRecord {
    /// Bytes per second; `None` if the time is 0.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        rate_of(self.size_bytes, Some(self.elapsed_ns))
    }
}

/// Bytes per second; `None` if the time is unknown or 0.
fn rate_of(bytes: u64, elapsed_ns: Option<u64>) -> Option<f64> {
    let elapsed = Nanos(elapsed_ns?);
    Throughput::mean(Bytes(bytes), elapsed).map(|rate| rate.bytes_per_s)
}

/// Why writing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WritingEnd {
    /// There is no space left.
    Full,
    /// The requested amount is written.
    Enough,
    /// The user stopped it.
    Stopped,
    /// A write failed for another reason.
    Failed,
}

/// A test that fills the free space of a file system with files and reads them back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCheck {
    /// Always [`FileCheck::FORMAT`].
    pub format: String,
    /// Directory of the files.
    pub directory: String,
    /// Files that the test wrote; `None` if it only read files.
    pub written: Option<Vec<TestFileRecord>>,
    /// Why writing ended.
    pub end: Option<WritingEnd>,
    /// Files that were read, ascending.
    pub read: Vec<TestFileRecord>,
    /// Numbers of files that are missing between the first and the last.
    pub missing: Vec<u64>,
    /// Whether the test was stopped before the last file was read.
    pub is_stopped: bool,
}

impl FileCheck {
    /// Name and version of the written form.
    pub const FORMAT: &'static str = "iogram-file-check/1";

    /// The states of all sectors that were read.
    #[must_use]
    pub fn sectors(&self) -> SectorCounts {
        let mut all = SectorCounts::default();
        self.read.iter().filter_map(|file| file.sectors).for_each(|file| all.add(&file));
        all
    }
}
