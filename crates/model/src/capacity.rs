//! Whether a drive holds what it says: what it answered, what follows from that, and files that fill a
//! file system.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::units::{Bytes, Nanos, Throughput};

/// What a drive answered when its capacity was tried.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CapacityEvidence {
    /// What the drive says that it holds.
    pub announced_bytes: u64,
    /// Whether every block was written and read, or well-chosen ones.
    pub is_full: bool,
    /// Whether it came to its end; what follows says nothing of the drive otherwise.
    pub is_complete: bool,
    /// Addresses so far apart are the same place of the drive; `None` if no such distance was seen.
    pub period_bytes: Option<u64>,
    /// First byte from which on nothing is kept (with a period: kept of its own); `None` if there is
    /// none.
    pub lost_from_bytes: Option<u64>,
    /// Writes to what is lost can be read back until so many bytes were written after them, at most;
    /// `None` if nothing is lost, or if it did not matter. 0 is without any cache.
    pub hiding_cache_bytes: Option<u64>,
    /// A cache that hides losses would have been seen up to this size; `None` if it was not looked for.
    pub cache_ruled_out_bytes: Option<u64>,
    /// Of a drive that ends before what it says: what lies below was written, pushed out of any cache that it has, and
    /// read back; `None` if nothing was, and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven_bytes: Option<u64>,
    /// Blocks that were written to see what becomes of them.
    pub mark_count: u64,
    /// Bytes that were written for that; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried_bytes: Option<u64>,
    /// After at most so many of these bytes nothing that is written anywhere is kept any more; `None` if it still was at
    /// the end, or if that was not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_after_bytes: Option<u64>,
    /// Of those below everything that is lost, how many held something else afterwards.
    pub wrong_count: u64,
    /// Requests fail from here to the end, and none did before; `None` if it is not so, if it was not looked at, and in older
    /// records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails_from_bytes: Option<u64>,
    /// Requests to read that failed.
    pub read_error_count: u64,
    /// Requests to write that failed.
    pub write_error_count: u64,
    /// The write that ended it, on a device that is no drive of its own or has no space left; `None` if there
    /// was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_failure: Option<WriteFailure>,
    /// Whether writing was refused, or accepted without any effect on what was there.
    pub is_read_only: bool,
    /// Where something was wrong, ascending; at most a thousand ranges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bad_ranges: Vec<BadRange>,
    /// Bytes of one request of a pass over every block; `None` in others and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_bytes: Option<u64>,
    /// Speed along the capacity, ascending; only if every block was written and read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stretches: Vec<Stretch>,
    /// How far a pass over every block had come that did not come to its end; `None` for all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<FullProgress>,
    /// Whether time ended the search before a hiding cache as large as asked for was ruled out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut_short: bool,
    /// Whether time ended the search for the first lost block: it lies at or below the one that is named.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_border_open: bool,
    /// How often a pass over every block went on after it was broken off.
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

/// A write that failed for a reason that may lie below the device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WriteFailure {
    /// The system's error number.
    pub errno: i32,
    /// In words, such as `input/output error (EIO)`.
    pub message: String,
    /// First byte of the request; `None` if a flush failed.
    pub offset_bytes: Option<u64>,
    /// What had been written until then, read again: whether all of it that was looked at was there. `None` if
    /// nothing was looked at.
    pub is_rest_kept: Option<bool>,
    /// What the device lies on, in words; `None` if it is a drive.
    pub lies_on: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// How far a pass over every block has come, and what has to be known to go on there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FullProgress {
    /// Which writing of this run it is, counted from 0: a drive that somebody else wrote to in between is
    /// written anew, with another salt.
    pub pass_index: u64,
    /// Everything below is written and durable.
    pub written_until_bytes: u64,
    /// Everything below is read and compared.
    pub read_until_bytes: u64,
    /// The last block until there that was kept; `None` if none was.
    pub last_kept_bytes: Option<u64>,
    /// The first of the lost blocks that reach up to there; `None` if none do.
    pub lost_since_bytes: Option<u64>,
    /// The first lost block; `None` if there is none.
    pub first_lost_bytes: Option<u64>,
    /// Addresses so far apart were the same place; `None` if no such distance was seen.
    pub period_bytes: Option<u64>,
}

/// What was wrong with a range of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BadKind {
    /// Reading failed.
    Unreadable,
    /// Writing failed.
    Unwritable,
    /// What was written, with flipped bits.
    Damaged,
    /// Something else than was written.
    Lost,
    /// What was written elsewhere.
    Overwritten,
}

/// A range in which something was wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadRange {
    /// The first byte that was wrong, from the beginning of the drive.
    pub start_bytes: u64,
    /// How many bytes from there on.
    pub size_bytes: u64,
    /// What was wrong.
    pub kind: BadKind,
}

/// A part of a drive and how long it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stretch {
    /// The first byte, from the beginning of the drive.
    pub start_bytes: u64,
    /// How many bytes.
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
    /// Bytes written per second; `None` of no time.
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

/// What a drive is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CapacityVerdict {
    /// It holds what it says.
    Good,
    /// Counterfeit: what is written beyond the real capacity is lost.
    Limbo,
    /// Counterfeit: what is written beyond the real capacity overwrites what is there.
    Wraparound,
    /// Counterfeit: both.
    Chain,
    /// It gives back other data than was written, in no order, or keeps nothing at all.
    Damaged,
    /// It does not take writes.
    ReadOnly,
    /// Requests fail.
    Dying,
}

impl CapacityVerdict {
    /// Its name.
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

    /// Whether the drive pretends to hold more than it does.
    #[must_use]
    pub const fn is_counterfeit(self) -> bool {
        matches!(self, Self::Limbo | Self::Wraparound | Self::Chain)
    }
}

/// How much a drive holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CapacityFinding {
    /// What it really holds, from its first byte on; `None` is unknown.
    pub real_bytes: Option<u64>,
    /// What it says that it holds; `None` is unknown, such as in another tool's log.
    pub announced_bytes: Option<u64>,
    /// Of a counterfeit, where a partition may end: what lies below is proven to be real. `None` if nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usable_bytes: Option<u64>,
    /// Whether a counterfeit ends exactly where readers, ports or bridges do: then it may be one of these that ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_at_reader_limit: bool,
    /// What it is; `None` if that could not be found out.
    pub verdict: Option<CapacityVerdict>,
    /// How sure that is, 0 to 1.
    pub confidence: f64,
    /// How sure the real size is, 0 to 1, where that is not as sure as the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_confidence_ratio: Option<f64>,
    /// A cache that hides losses is ruled out up to this size; `None` if it was not looked for.
    pub cache_ruled_out_bytes: Option<u64>,
    /// What the verdict rests on, in one English sentence.
    pub reason: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// The parts that took writes slowest, if some as a whole or single requests in them are much slower
    /// than the middle part; the slowest first, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slowest_writes: Vec<Stretch>,
    /// The same for reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slowest_reads: Vec<Stretch>,
}

/// How many sectors of 512 bytes were found in which state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SectorCounts {
    /// Sectors that hold what was written.
    #[serde(rename = "ok_count")]
    pub ok: u64,
    /// Sectors that hold other data.
    #[serde(rename = "corrupted_count")]
    pub corrupted: u64,
    /// At the right place, with at most seven flipped bits.
    #[serde(rename = "changed_count")]
    pub changed: u64,
    /// Data that belongs to another place.
    #[serde(rename = "overwritten_count")]
    pub overwritten: u64,
    /// Could not be read.
    #[serde(rename = "unreadable_count")]
    pub unreadable: u64,
}

impl SectorCounts {
    /// All sectors that are not as written.
    #[must_use]
    pub const fn lost(&self) -> u64 {
        self.corrupted
            .saturating_add(self.changed)
            .saturating_add(self.overwritten)
            .saturating_add(self.unreadable)
    }

    /// Adds another count.
    pub const fn add(&mut self, other: &Self) {
        self.ok = self.ok.saturating_add(other.ok);
        self.corrupted = self.corrupted.saturating_add(other.corrupted);
        self.changed = self.changed.saturating_add(other.changed);
        self.overwritten = self.overwritten.saturating_add(other.overwritten);
        self.unreadable = self.unreadable.saturating_add(other.unreadable);
    }
}

/// A file of a file system that was filled, written or read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TestFileRecord {
    /// Which one, counted from 1.
    pub number: u64,
    /// How large it is.
    pub size_bytes: u64,
    /// Time of the requests alone.
    pub elapsed_ns: u64,
    /// Where in the file the slowest 4 MiB begin; `None` if it has no 4 MiB.
    pub slowest_start_bytes: Option<u64>,
    /// Time of the slowest 4 MiB.
    pub slowest_ns: Option<u64>,
    /// What its sectors hold; `None` for a file that was written.
    pub sectors: Option<SectorCounts>,
}

impl TestFileRecord {
    /// Bytes per second; `None` of no time.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        rate_of(self.size_bytes, Some(self.elapsed_ns))
    }
}

/// Bytes per second; `None` of no time.
fn rate_of(bytes: u64, elapsed_ns: Option<u64>) -> Option<f64> {
    let elapsed = Nanos(elapsed_ns?);
    Throughput::mean(Bytes(bytes), elapsed).map(|rate| rate.bytes_per_s)
}

/// Why no more files were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WritingEnd {
    /// There is no space left.
    Full,
    /// As much as was asked for is written.
    Enough,
    /// It was stopped.
    Stopped,
    /// The file system failed a write for another reason.
    Failed,
}

/// A file system's free space, filled with files and read back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileCheck {
    /// Always [`FileCheck::FORMAT`].
    pub format: String,
    /// Where the files are.
    pub directory: String,
    /// Files that were written; `None` if they were only read.
    pub written: Option<Vec<TestFileRecord>>,
    /// Why no more were written.
    pub end: Option<WritingEnd>,
    /// Files that were read, ascending.
    pub read: Vec<TestFileRecord>,
    /// Numbers of files that are missing between the first and the last.
    pub missing: Vec<u64>,
    /// Whether it was stopped before the last file was read.
    pub is_stopped: bool,
}

impl FileCheck {
    /// Name and version of the written form.
    pub const FORMAT: &'static str = "iogram-file-check/1";

    /// All sectors that were read.
    #[must_use]
    pub fn sectors(&self) -> SectorCounts {
        let mut all = SectorCounts::default();
        self.read.iter().filter_map(|file| file.sectors).for_each(|file| all.add(&file));
        all
    }
}
