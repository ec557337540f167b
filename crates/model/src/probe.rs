//! The record of a probe: what was asked of a drive to find out how it is made, and what it answered.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::capacity::CapacityEvidence;
use crate::cell::CellState;
use crate::geometry::{
    BoundaryEvidence, F3Evidence, FatEvidence, FillEvidence, FirstUnitsEvidence,
    H2testwEvidence, OpenUnitEvidence, ScatterEvidence, UnitWritesEvidence,
};
use crate::imported::ImportedEvidence;
use crate::warning::Warning;

/// One executed probe. Conclusions from it are among the run's findings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeRecord {
    /// Its name in the method.
    pub name: String,
    /// What was probed, such as `read-latency`.
    pub what: String,
    /// How it ended: a probe that was broken off has what it found out until then.
    pub state: CellState,
    /// Start on the target's clock since the run began.
    pub started_ns: u64,
    /// From its first request to its end, rests included.
    pub elapsed_ns: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written; contents that were put back are not counted.
    pub written_bytes: u64,
    /// What the reader has to know about this probe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// What the drive answered.
    pub evidence: Evidence,
}

/// What a drive answered to a probe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Evidence {
    /// Single reads of several sizes.
    ReadLatency(ReadLatencyEvidence),
    /// What was kept of what was written, and where.
    Capacity(CapacityEvidence),
    /// Reads before, across and behind multiples of many sizes.
    Boundaries(BoundaryEvidence),
    /// Writes by turns into several units.
    OpenUnits(OpenUnitEvidence),
    /// What it costs to leave a unit unfinished.
    UnitEnds(FillEvidence),
    /// Writes beside open units, near the beginning.
    Fat(FatEvidence),
    /// Units written one after the other.
    FirstUnits(FirstUnitsEvidence),
    /// Units filled by turns, by the size of the writes.
    UnitWrites(UnitWritesEvidence),
    /// Single reads by their place.
    Scatter(ScatterEvidence),
    /// A log of f3.
    F3(F3Evidence),
    /// A log of h2testw.
    H2testw(H2testwEvidence),
    /// Figures that another tool printed.
    Imported(ImportedEvidence),
    /// Recording as the class test of SD cards does it.
    SpeedClass(SpeedClassEvidence),
}

/// Single random reads, nothing else outstanding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadLatencyEvidence {
    /// One row a size, ascending.
    pub rows: Vec<ReadLatencyRow>,
}

/// Reads of one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadLatencyRow {
    /// Bytes of a read.
    pub block_bytes: u64,
    /// How many reads succeeded.
    pub sample_count: u64,
    /// The fastest.
    pub min_ns: u64,
    /// The middle one.
    pub median_ns: u64,
}

/// Recording units written into allocation units, with updates of the file table in between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpeedClassEvidence {
    /// The allocation unit that was worked with.
    pub au_bytes: u64,
    /// How it is known.
    pub au_source: AuSource,
    /// In the order of execution.
    pub passes: Vec<RecordingPass>,
}

/// How an allocation unit is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AuSource {
    /// The user said it.
    Asked,
    /// From the registers of the card.
    Registers,
    /// Nothing is known: the largest one that a card of this capacity may have.
    Capacity,
}

/// In which order a pass wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecordingManner {
    /// One unit after the other into whole allocation units: what the classes are about.
    Sequential,
    /// Every second recording unit of allocation units whose others are in use.
    Fragmented,
    /// Several streams in turn, each in an allocation unit of its own.
    Interleaved,
}

/// One pass over some allocation units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingPass {
    /// In which order it wrote.
    pub manner: RecordingManner,
    /// Recording unit: bytes of one write.
    pub ru_bytes: u64,
    /// Streams written in turn; 1 except for interleaved ones.
    pub stream_count: u32,
    /// The first write, which may include the preparation of the card and is in no window.
    pub preparation_ns: Option<u64>,
    /// What is judged piece by piece: whole allocation units, or parts of large ones.
    pub windows: Vec<RecordingWindow>,
    /// The slowest write of a recording unit, the preparation left out.
    pub ru_max_ns: Option<u64>,
    /// Each update of the file table: three small writes together.
    pub fat_update_ns: Vec<u64>,
    /// Random reads of recording units after the pass; `None` if it made none.
    pub reads: Option<RecordingReads>,
}

/// Recording units written one after the other. The file table's updates are not in its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingWindow {
    /// Bytes written.
    pub bytes: u64,
    /// Time of their writes alone.
    pub elapsed_ns: u64,
}

/// Random reads of single recording units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingReads {
    /// How many reads there were.
    pub count: u64,
    /// Bytes read.
    pub bytes: u64,
    /// The time of these alone, without what was done between them.
    pub elapsed_ns: u64,
}
