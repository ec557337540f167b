//! What conclusions about the inner geometry of a drive are drawn from: tables of times and rates, measured or
//! imported, and complete, so that a chart or a newer reading of them needs nothing else.
//!
//! A row says what was done and what it took. What it means is the business of `findings`.

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
    /// Bytes of a read; `None` where a log does not say.
    pub read_bytes: Option<u64>,
    /// How often each place was read, the fastest counting; `None` where a log does not say.
    pub pass_count: Option<u32>,
    /// One row a size.
    pub rows: Vec<BoundaryRow>,
}

/// Reads around multiples of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoundaryRow {
    /// The size whose multiples were read across.
    pub boundary_bytes: u64,
    /// At how many multiples; `None` where a log does not say.
    pub place_count: Option<u32>,
    /// The read that ends at the boundary; `None` where a log does not say.
    pub pre_ns: Option<u64>,
    /// The read that lies across it.
    pub on_ns: Option<u64>,
    /// The read that begins at it.
    pub post_ns: Option<u64>,
    /// What the read across takes more than the mean of the other two: the middle one of the places. Less
    /// than 0 if it was faster.
    pub diff_ns: i64,
    /// How far apart the places are: the middle one of their distances from `diff_ns`. `None` where a log
    /// does not say.
    pub spread_ns: Option<u64>,
}

/// Writes by turns into several units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenUnitEvidence {
    /// How large a unit was taken to be.
    pub unit_bytes: u64,
    /// From the beginning of one unit to that of the next that was written; `None` where a log does not
    /// say.
    pub spacing_bytes: Option<u64>,
    /// In the order of execution.
    pub rows: Vec<OpenUnitRow>,
}

/// In which order a unit is written.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum UnitOrder {
    /// From its beginning to its end.
    Linear,
    /// In a fixed order in which no block follows the one before.
    Random,
}

impl UnitOrder {
    /// The name in the written form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Random => "random",
        }
    }
}

/// Writes by turns into a number of units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenUnitRow {
    /// The order inside each unit.
    pub order: UnitOrder,
    /// How many units were written by turns.
    pub open_count: u32,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// Of all writes of the row together.
    pub bytes_per_s: u64,
    /// Each time around; empty where a log gives only the rate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<UnitRound>,
}

impl OpenUnitRow {
    /// The first rounds open the units, close what was open before, and find out which are written out of order.
    pub const WARM_UP_ROUNDS: usize = 4;

    /// The rounds after those.
    #[must_use]
    pub fn settled_rounds(&self) -> &[UnitRound] {
        let skipped = Self::WARM_UP_ROUNDS.min(self.rounds.len() / 2);
        self.rounds.get(skipped..).unwrap_or_default()
    }

    /// The rate of those rounds; that of all writes where a log gives only that.
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

/// One write into each of the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitRound {
    /// All writes of the round together.
    pub elapsed_ns: u64,
    /// The slowest of them.
    pub slowest_ns: u64,
}

/// Writes that fill units one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitsEvidence {
    /// How large a unit was taken to be.
    pub unit_bytes: u64,
    /// The order inside each unit.
    pub order: UnitOrder,
    /// In the order of execution.
    pub rows: Vec<FirstUnitsRow>,
}

/// Units one after the other, each filled with writes of one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitsRow {
    /// Where the first unit begins, bytes from the beginning of the drive.
    pub start_bytes: u64,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// The rate in each unit, in the order of their addresses; `None` where a log is unreadable.
    pub units_bytes_per_s: Vec<Option<u64>>,
}

/// Units far apart, filled by turns with writes of several sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitWritesEvidence {
    /// Bytes of a unit that were filled.
    pub unit_bytes: u64,
    /// From the beginning of one unit to that of the next; 0 if there was no room.
    pub spacing_bytes: u64,
    /// In the order of execution.
    pub rows: Vec<UnitWritesRow>,
}

/// Units filled by turns with writes of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitWritesRow {
    /// The order inside each unit.
    pub order: UnitOrder,
    /// How many units were written by turns.
    pub open_count: u32,
    /// Whether the drive keeps so many open (else: one more than that).
    pub is_within: bool,
    /// Bytes of a write.
    pub block_bytes: u64,
    /// Bytes of all writes that count: all but the first into each unit.
    pub written_bytes: u64,
    /// Time of the writes that count.
    pub elapsed_ns: u64,
    /// Rate of the writes that count.
    pub bytes_per_s: u64,
    /// Time of the slowest single write.
    pub slowest_ns: u64,
    /// Time of the first writes into the units together, in which a drive closes what was open before. `None`
    /// where a write is a whole unit, and no other counts.
    pub opening_ns: Option<u64>,
    /// Whether it was broken off after its longest time.
    pub is_cut_short: bool,
}

/// Whether units near the beginning can be written although too many others are open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FatEvidence {
    /// Bytes from each place on that were written.
    pub window_bytes: u64,
    /// How many units were open beside the place that was tried.
    pub open_count: u32,
    /// In the order of execution.
    pub rows: Vec<FatRow>,
}

/// Writes by turns into units far away and at one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FatRow {
    /// The place, bytes from the beginning of the drive.
    pub place_bytes: u64,
    /// The rounds in which each unit was written once.
    pub rounds: Vec<UnitRound>,
}

/// Where units end, found by whether the drive has room for one more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FillEvidence {
    /// How many units can be open.
    pub open_count: u32,
    /// In the order of execution.
    pub rows: Vec<FillRow>,
}

/// A part of the drive was written from its beginning, and then other units were opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FillRow {
    /// Bytes of the part.
    pub filled_bytes: u64,
    /// How many others were opened until the drive had to close something. One more if the part ended
    /// with a unit.
    pub opened_count: u32,
}

/// Single reads by their size, and by their place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScatterEvidence {
    /// Bytes from one place to the next; `None` where there are fewer than two.
    pub step_bytes: Option<u64>,
    /// In the order of the addresses.
    pub rows: Vec<ScatterRow>,
}

/// The fastest read at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScatterRow {
    /// Bytes from the beginning of the drive.
    pub offset_bytes: u64,
    /// Time of the fastest read there.
    pub read_ns: u64,
}

/// A size that a drive was found to have, or that none was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SizeFinding {
    /// The size; `None`, and null in JSON, if the drive shows no pattern.
    pub value_bytes: Option<u64>,
    /// How sure: of 100 answers with 0.95, at most 5 are wrong. Without a value: how sure it is that the
    /// drive shows none, or `None` if nothing was measured that could show it.
    pub confidence: Option<f64>,
    /// What it was concluded from, such as `reads across boundaries`.
    pub evidence: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_statement: Option<Message>,
    /// Why there is no value; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// What the drive's registers say about it; absent if they say nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed_bytes: Option<u64>,
}

/// A number that a drive was found to have, or that none was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CountFinding {
    /// The number; `None`, and null in JSON, if the drive shows no pattern.
    pub value: Option<u32>,
    /// How sure, as in [`SizeFinding::confidence`].
    pub confidence: Option<f64>,
    /// What it was concluded from.
    pub evidence: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence_statement: Option<Message>,
    /// Why there is no value; absent if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// Whether the first unit that is written differs from those after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FirstUnitFinding {
    /// Its rate by that of the others; 1 is no difference.
    pub ratio: f64,
    /// Whether this holds for the beginning of the drive alone; `false`: for the first unit of every
    /// sequence of writes; `None`: only the beginning was written.
    pub is_only_at_the_beginning: Option<bool>,
}

/// How reads take longer with their size: a straight line through the fastest ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadFit {
    /// The fastest read of all: the floor.
    pub floor_ns: u64,
    /// Bytes of that read.
    pub floor_block_bytes: u64,
    /// Where the line begins: the time of a read without data. `None` with too few sizes.
    pub access_ns: Option<u64>,
    /// Its slope: the rate of the data alone. `None` with too few sizes.
    pub bytes_per_s: Option<u64>,
    /// The largest distance from the line, as a share of the time measured. `None` with too few sizes.
    pub misfit_ratio: Option<f64>,
}

/// What follows for partitions and file systems.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AlignmentAdvice {
    /// Where partitions begin: multiples of this.
    pub partition_alignment_bytes: u64,
    /// `stride` of ext4: the page in blocks of 4 KiB. `None` without a page.
    pub ext4_stride: Option<u32>,
    /// `stripe_width` of ext4: the allocation unit in blocks of 4 KiB.
    pub ext4_stripe_width: u32,
    /// Segments of 2 MiB per section of f2fs; `None` if the unit is no multiple of a segment.
    pub f2fs_segments_per_section: Option<u32>,
    /// Bytes of a cluster that exFAT should be made with.
    pub exfat_cluster_bytes: u64,
    /// What should be aligned to what, one English sentence each.
    pub sentences: Vec<String>,
    /// The same for every language; empty in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Message>,
}

/// What a log of f3 says. `None` where it does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct F3Evidence {
    /// What f3probe calls the drive: `good`, `damaged`, `limbo`, `wraparound`, `chain`.
    pub verdict: Option<String>,
    /// What the drive holds.
    pub real_bytes: Option<u64>,
    /// The largest size of several reports that call it no genuine drive, if they differ: `real_bytes` is the smallest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real_largest_bytes: Option<u64>,
    /// Whether another report of f3probe in the log calls the drive genuine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_probe_contradicted: bool,
    /// What it says that it holds.
    pub announced_bytes: Option<u64>,
    /// After so many bytes addresses repeat.
    pub module_bytes: Option<u64>,
    /// At most so much was kept in a cache.
    pub cache_bytes: Option<u64>,
    /// What f3read found.
    pub sectors: Option<F3Sectors>,
    /// Where f3read's files show one border, whole on one side of it and lost on the other: bytes of the files on the
    /// whole side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub border_bytes: Option<u64>,
    /// Bytes of f3read's files before the first lost sector, as far as its counts tell: whole files, and what is whole of
    /// the next one if nothing of that was written over. `None` if nothing was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_lost_bytes: Option<u64>,
    /// Files that f3read could not read to their end; `None` if the log has none of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread_file_count: Option<u64>,
    /// Files that f3write could not write, other than for want of space; `None` if the log has none of
    /// its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten_file_count: Option<u64>,
    /// Whether from the first of them on no file could be written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_end_unwritten: bool,
    /// Whether f3read's files are there and its sums at the end are not: what follows the last file is unknown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_read_cut_off: bool,
    /// What f3write says that was free before it began, rounded to hundredths of the unit it printed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_bytes: Option<u64>,
    /// Of f3read's files.
    pub read_bytes_per_s: Option<u64>,
    /// Of f3write's files.
    pub write_bytes_per_s: Option<u64>,
    /// The mean of f3probe's reads.
    pub read_mean_ns: Option<u64>,
    /// The mean of f3probe's writes.
    pub write_mean_ns: Option<u64>,
    /// What ended a run of f3 early, in its own words; also of a run before the one that counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
}

/// What a log of h2testw says. `None` where it does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct H2testwEvidence {
    /// Its verdict: `finished` (without errors) or `defective`.
    pub verdict: Option<String>,
    /// What it wrote, in whole MiB, where that is less than what was free.
    pub tested_bytes: Option<u64>,
    /// What was free, in whole MiB.
    pub available_bytes: Option<u64>,
    /// Sectors of 512 bytes that were as it wrote them.
    pub ok_sector_count: Option<u64>,
    /// Sectors that were not.
    pub lost_sector_count: Option<u64>,
    /// Of them, those with the data of other sectors.
    pub overwritten_sector_count: Option<u64>,
    /// Of them, those with fewer than 8 other bits.
    pub changed_sector_count: Option<u64>,
    /// Of them, those with other data.
    pub corrupted_sector_count: Option<u64>,
    /// What h2testw takes for the memory that really is behind the overwritten sectors.
    pub aliased_sector_count: Option<u64>,
    /// Where in all files together, one behind the other, the first wrong byte is.
    pub first_error_bytes: Option<u64>,
    /// What should have been there, as it was printed.
    pub first_error_expected: Option<String>,
    /// What was there.
    pub first_error_found: Option<String>,
    /// Whether a write failed.
    pub is_write_failed: bool,
    /// Whether a read failed.
    pub is_read_failed: bool,
    /// Of all files.
    pub write_bytes_per_s: Option<u64>,
    /// Of all files.
    pub read_bytes_per_s: Option<u64>,
}

/// How many sectors of 512 bytes f3read found in which state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct F3Sectors {
    /// As they were written.
    pub ok_count: u64,
    /// Sectors of f3read's files with other data than f3write wrote.
    pub corrupted_count: u64,
    /// With a few other bits.
    pub changed_count: u64,
    /// With the data of another sector.
    pub overwritten_count: u64,
}
