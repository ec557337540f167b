//! Evidence of a drive's inner geometry: complete tables of times and rates, measured or imported, so that a chart or
//! a newer analysis needs nothing else.
//!
//! A row states an operation and its time. Its meaning is the task of `findings`.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::number::Total as _;

/// Reads before, across and behind multiples of many sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoundaryEvidence {
    /// One table for each size of reads.
    pub tables: Vec<BoundaryTable>,
}

/// Reads of one size around multiples of many sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoundaryTable {
    /// Bytes of a read; `None` if a log does not state it.
    pub read_bytes: Option<u64>,
    /// How often each place was read, the fastest counting; `None` if a log does not state it.
    pub pass_count: Option<u32>,
    /// One row for each size.
    pub rows: Vec<BoundaryRow>,
}

/// Reads around multiples of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoundaryRow {
    /// The size whose multiples the reads crossed.
    pub boundary_bytes: u64,
    /// Number of multiples; `None` if a log does not state it.
    pub place_count: Option<u32>,
    /// Time of the read that ends at the boundary; `None` if a log does not state it.
    pub pre_ns: Option<u64>,
    /// Time of the read that crosses it; `None` if a log does not state it.
    pub on_ns: Option<u64>,
    /// Time of the read that begins at it; `None` if a log does not state it.
    pub post_ns: Option<u64>,
    /// Extra time of the crossing read over the mean of the other two: the median of the places. Less than 0 if it
    /// was faster.
    pub diff_ns: i64,
    /// Spread of the places: the median of their distances from `diff_ns`. `None` if a log does not state it.
    pub spread_ns: Option<u64>,
}

/// Alternate writes to several units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenUnitEvidence {
    /// Assumed size of a unit.
    pub unit_bytes: u64,
    /// Distance between the beginnings of consecutive written units; `None` if a log does not state it.
    pub spacing_bytes: Option<u64>,
    /// One row for each number of units, in the order of execution.
    pub rows: Vec<OpenUnitRow>,
}

/// The order of the writes in a unit.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum UnitOrder {
    /// From its beginning to its end.
    Linear,
    /// In a fixed order in which no block follows its predecessor.
    Random,
}

impl UnitOrder {
    /// The name in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Random => "random",
        }
    }
}

/// Alternate writes to a number of units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenUnitRow {
    /// The order inside each unit.
    pub order: UnitOrder,
    /// Number of units written alternately.
    pub open_count: u32,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// Rate of all writes of the row together.
    pub bytes_per_s: u64,
    /// Each round over the units; empty if a log gives only the rate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<UnitRound>,
}

impl OpenUnitRow {
    /// The first rounds open the units, close those that were open before, and reveal which ones are written out of
    /// order.
    pub const WARM_UP_ROUNDS: usize = 4;

    /// The rounds after the warm-up.
    #[must_use]
    pub fn settled_rounds(&self) -> &[UnitRound] {
        let skipped = Self::WARM_UP_ROUNDS.min(self.rounds.len() / 2);
        self.rounds.get(skipped..).unwrap_or_default()
    }

    /// The rate of the rounds after the warm-up; that of all writes if a log gives only that.
    #[must_use]
    pub fn settled_bytes_per_s(&self) -> u64 {
        let rounds = self.settled_rounds();
        let ns: u64 = rounds.iter().map(|round| round.elapsed_ns).total();
        let each = self.block_bytes.saturating_mul(u64::from(self.open_count));
        let bytes = u128::from(each).saturating_mul(rounds.len() as u128);
        let rate = bytes.saturating_mul(1_000_000_000).checked_div(u128::from(ns));
        rate.and_then(|rate| u64::try_from(rate).ok()).unwrap_or(self.bytes_per_s)
    }
}

/// One write to each of the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitRound {
    /// Time of all writes of the round together.
    pub elapsed_ns: u64,
    /// Time of the slowest of them.
    pub slowest_ns: u64,
}

/// Writes that fill units one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitsEvidence {
    /// Assumed size of a unit.
    pub unit_bytes: u64,
    /// The order inside each unit.
    pub order: UnitOrder,
    /// Rows in the order of execution.
    pub rows: Vec<FirstUnitsRow>,
}

/// Units one after the other, each filled with writes of one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitsRow {
    /// Offset of the first unit, in bytes from the beginning of the drive.
    pub start_bytes: u64,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// The rate in each unit, in the order of their addresses; `None` if a log is unreadable there.
    pub units_bytes_per_s: Vec<Option<u64>>,
}

/// Distant units, filled alternately with writes of several sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitWritesEvidence {
    /// Bytes of a unit that were filled.
    pub unit_bytes: u64,
    /// Distance between the beginnings of consecutive units; 0 if there was no room.
    pub spacing_bytes: u64,
    /// Rows in the order of execution.
    pub rows: Vec<UnitWritesRow>,
}

/// Units filled alternately with writes of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitWritesRow {
    /// The order inside each unit.
    pub order: UnitOrder,
    /// Number of units written alternately.
    pub open_count: u32,
    /// Whether the drive can keep this many units open (otherwise it is one more).
    pub is_within: bool,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// Bytes of the counted writes: all but the first to each unit.
    pub written_bytes: u64,
    /// Time of the counted writes.
    pub elapsed_ns: u64,
    /// Rate of the counted writes.
    pub bytes_per_s: u64,
    /// Time of the slowest single write.
    pub slowest_ns: u64,
    /// Total time of the first writes to the units, in which a drive closes the units that were open before. `None`
    /// if one write fills a unit: then the first writes count, because there are no others.
    pub opening_ns: Option<u64>,
    /// Whether it was interrupted at its time limit.
    pub is_cut_short: bool,
}

/// Whether units near the beginning accept writes although too many other units are open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FatEvidence {
    /// Bytes written from each place on.
    pub window_bytes: u64,
    /// Number of units that were open besides the tested place.
    pub open_count: u32,
    /// Rows in the order of execution.
    pub rows: Vec<FatRow>,
}

/// Alternate writes to distant units and to one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FatRow {
    /// Offset of the place, in bytes from the beginning of the drive.
    pub place_bytes: u64,
    /// The rounds, in which each unit was written once.
    pub rounds: Vec<UnitRound>,
}

/// The ends of units, found by whether the drive can open one more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FillEvidence {
    /// Number of units that can be open.
    pub open_count: u32,
    /// Rows in the order of execution.
    pub rows: Vec<FillRow>,
}

/// A part of the drive was written from its beginning, and then other units were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FillRow {
    /// Size of the part in bytes.
    pub filled_bytes: u64,
    /// Number of other units opened until the drive had to close one. One more if the part ended with a unit.
    pub opened_count: u32,
}

/// Single reads by size and by place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScatterEvidence {
    /// Distance between places; `None` with fewer than two.
    pub step_bytes: Option<u64>,
    /// Rows in the order of the addresses.
    pub rows: Vec<ScatterRow>,
}

/// The fastest read at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScatterRow {
    /// Offset from the beginning of the drive, in bytes.
    pub offset_bytes: u64,
    /// Time of the fastest read there.
    pub read_ns: u64,
}

/// A size that was found on a drive, or that none was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SizeFinding {
    /// The size; `None`, and null in JSON, if the drive shows no pattern.
    pub value_bytes: Option<u64>,
    /// Confidence: of 100 answers with 0.95, at most 5 are wrong. Without a value: the confidence that the drive
    /// shows none, or `None` if nothing was measured that could show it.
    pub confidence: Option<f64>,
    /// The kind of evidence, such as `reads across boundaries`.
    pub evidence: String,
    /// The evidence for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_statement: Option<Message>,
    /// Why there is no value; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// The size in the drive's registers; absent if they do not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_bytes: Option<u64>,
}

/// A number that was found on a drive, or that none was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CountFinding {
    /// The number; `None`, and null in JSON, if the drive shows no pattern.
    pub value: Option<u32>,
    /// Confidence, as in [`SizeFinding::confidence`].
    pub confidence: Option<f64>,
    /// The kind of evidence.
    pub evidence: String,
    /// The evidence for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_statement: Option<Message>,
    /// Why there is no value; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// Whether the first unit that is written differs from later ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitFinding {
    /// Its rate divided by that of the others; 1 is no difference.
    pub ratio: f64,
    /// Whether the difference appears only at the beginning of the drive; `false`: at the first unit of every
    /// sequence of writes; `None`: only the beginning was written.
    pub is_only_at_the_beginning: Option<bool>,
}

/// Read time by read size: a straight line through the fastest reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadFit {
    /// Time of the fastest read: the floor.
    pub floor_ns: u64,
    /// Size of the fastest read, in bytes.
    pub floor_block_bytes: u64,
    /// Intercept of the line: the time of a read without data. `None` with too few sizes.
    pub access_ns: Option<u64>,
    /// Rate of the data alone, from the slope of the line. `None` with too few sizes.
    pub bytes_per_s: Option<u64>,
    /// The largest distance from the line, as a share of the measured time. `None` with too few sizes.
    pub misfit_ratio: Option<f64>,
}

/// Consequences for partitions and file systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlignmentAdvice {
    /// Partitions should begin at multiples of this.
    pub partition_alignment_bytes: u64,
    /// `stride` of ext4: the page in blocks of 4 KiB. `None` if the page is unknown.
    pub ext4_stride: Option<u32>,
    /// `stripe_width` of ext4: the allocation unit in blocks of 4 KiB.
    pub ext4_stripe_width: u32,
    /// Segments of 2 MiB per section of f2fs; `None` if the unit is not a multiple of a segment.
    pub f2fs_segments_per_section: Option<u32>,
    /// Recommended cluster size of exFAT in bytes.
    pub exfat_cluster_bytes: u64,
    /// Alignment advice, one English sentence each.
    pub sentences: Vec<String>,
    /// The advice for every language; empty in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Message>,
}

/// The contents of an f3 log. `None` means that the log does not state it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct F3Evidence {
    /// f3probe's verdict: `good`, `damaged`, `limbo`, `wraparound`, `chain`.
    pub verdict: Option<String>,
    /// Real capacity of the drive.
    pub real_bytes: Option<u64>,
    /// The largest of several reports' sizes that call the drive counterfeit, if they differ: `real_bytes` is the
    /// smallest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real_largest_bytes: Option<u64>,
    /// Whether another report of f3probe in the log calls the drive genuine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_probe_contradicted: bool,
    /// Announced capacity.
    pub announced_bytes: Option<u64>,
    /// Addresses repeat after this many bytes.
    pub module_bytes: Option<u64>,
    /// Largest size of a cache.
    pub cache_bytes: Option<u64>,
    /// The sectors that f3read found.
    pub sectors: Option<F3Sectors>,
    /// Bytes of the files before the border, if f3read's files show a single one: intact on one side, lost on the
    /// other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub border_bytes: Option<u64>,
    /// Bytes of f3read's files before the first lost sector, as far as its counts show: intact files, and the intact
    /// part of the next one if none of it was overwritten. `None` if nothing was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_lost_bytes: Option<u64>,
    /// Files that f3read could not read completely; `None` if the log has none of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread_file_count: Option<u64>,
    /// Files that f3write could not write for a reason other than a lack of space; `None` if the log has none of its
    /// files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten_file_count: Option<u64>,
    /// Whether no file could be written from the first of them on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_end_unwritten: bool,
    /// Whether the log has f3read's files but not its totals at the end: the state after the last file is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_read_cut_off: bool,
    /// Free space before f3write began, rounded to hundredths of the unit that it printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_bytes: Option<u64>,
    /// Rate of f3read's files.
    pub read_bytes_per_s: Option<u64>,
    /// Rate of f3write's files.
    pub write_bytes_per_s: Option<u64>,
    /// Mean time of f3probe's reads.
    pub read_mean_ns: Option<u64>,
    /// Mean time of f3probe's writes.
    pub write_mean_ns: Option<u64>,
    /// Messages of f3 that ended a run early, in its own words; also of runs before the one that counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// The contents of an h2testw log. `None` means that the log does not state it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct H2testwEvidence {
    /// h2testw's verdict: `finished` (without errors) or `defective`.
    pub verdict: Option<String>,
    /// Bytes written, in whole MiB, if less than the free space.
    pub tested_bytes: Option<u64>,
    /// Free space, in whole MiB.
    pub available_bytes: Option<u64>,
    /// Sectors of 512 bytes that held the written data.
    pub ok_sector_count: Option<u64>,
    /// Sectors that did not hold the written data.
    pub lost_sector_count: Option<u64>,
    /// Lost sectors with the data of other sectors.
    pub overwritten_sector_count: Option<u64>,
    /// Lost sectors with fewer than 8 changed bits.
    pub changed_sector_count: Option<u64>,
    /// Lost sectors with other data.
    pub corrupted_sector_count: Option<u64>,
    /// h2testw's estimate of the real memory behind the overwritten sectors, in sectors.
    pub aliased_sector_count: Option<u64>,
    /// Offset of the first wrong byte, in all files one after the other.
    pub first_error_bytes: Option<u64>,
    /// Expected data there, as printed.
    pub first_error_expected: Option<String>,
    /// Data found there, as printed.
    pub first_error_found: Option<String>,
    /// Whether a write failed.
    pub is_write_failed: bool,
    /// Whether a read failed.
    pub is_read_failed: bool,
    /// Write rate of all files.
    pub write_bytes_per_s: Option<u64>,
    /// Read rate of all files.
    pub read_bytes_per_s: Option<u64>,
}

/// Sectors of 512 bytes that f3read found, counted by state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct F3Sectors {
    /// Sectors that hold the written data.
    pub ok_count: u64,
    /// Sectors of f3read's files that hold other data than f3write wrote.
    pub corrupted_count: u64,
    /// Sectors with a few changed bits.
    pub changed_count: u64,
    /// Sectors with the data of another sector.
    pub overwritten_count: u64,
}
