//! The record of a probe, which explores the internals of a drive: its requests and the drive's answers.

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

/// One executed probe. The run's findings hold its conclusions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeRecord {
    /// Its name in the method.
    pub name: String,
    /// The kind of probe, such as `read-latency`.
    pub what: String,
    /// How it ended: an interrupted probe keeps its evidence up to then.
    pub state: CellState,
    /// Start on the target's clock since the run began.
    pub started_ns: u64,
    /// From its first request to its end, including rests.
    pub elapsed_ns: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Bytes written; restored contents do not count.
    pub written_bytes: u64,
    /// Warnings about this probe.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The drive's answers.
    pub evidence: Evidence,
}

/// A drive's answers to a probe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Evidence {
    /// Single reads of several sizes.
    ReadLatency(ReadLatencyEvidence),
    /// The written data that the drive kept, and where.
    Capacity(CapacityEvidence),
    /// Reads before, across and behind multiples of many sizes.
    Boundaries(BoundaryEvidence),
    /// Alternate writes to several units.
    OpenUnits(OpenUnitEvidence),
    /// The cost of leaving a unit unfinished.
    UnitEnds(FillEvidence),
    /// Writes near the beginning while other units are open.
    Fat(FatEvidence),
    /// Units written one after the other.
    FirstUnits(FirstUnitsEvidence),
    /// Units filled alternately, by the size of the writes.
    UnitWrites(UnitWritesEvidence),
    /// Single reads by place.
    Scatter(ScatterEvidence),
    /// A log of f3.
    F3(F3Evidence),
    /// A log of h2testw.
    H2testw(H2testwEvidence),
    /// Figures that another tool printed.
    Imported(ImportedEvidence),
    /// Recording as in the class test of SD cards.
    SpeedClass(SpeedClassEvidence),
}

/// Single random reads without other outstanding requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadLatencyEvidence {
    /// One row per size, ascending.
    pub rows: Vec<ReadLatencyRow>,
}

/// Reads of one size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadLatencyRow {
    /// Bytes of a read.
    pub block_bytes: u64,
    /// Number of successful reads.
    pub sample_count: u64,
    /// Time of the fastest read.
    pub min_ns: u64,
    /// Median time.
    pub median_ns: u64,
}

/// Recording units written to allocation units, with updates of the file allocation table in between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpeedClassEvidence {
    /// The allocation unit of the test.
    pub au_bytes: u64,
    /// The source of its size.
    pub au_source: AuSource,
    /// In the order of execution.
    pub passes: Vec<RecordingPass>,
}

/// The source of an allocation unit's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AuSource {
    /// The user stated it.
    Asked,
    /// The card's registers state it.
    Registers,
    /// Unknown: the largest one that a card of this capacity may have.
    Capacity,
}

/// The write pattern of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecordingManner {
    /// One unit after the other into whole allocation units, as the classes require.
    Sequential,
    /// Every second recording unit of allocation units whose other ones are in use.
    Fragmented,
    /// Several interleaved streams, each in a separate allocation unit.
    Interleaved,
}

/// One pass over some allocation units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingPass {
    /// Its write pattern.
    pub manner: RecordingManner,
    /// Recording unit: bytes of one write.
    pub ru_bytes: u64,
    /// Number of interleaved streams; 1 for the other patterns.
    pub stream_count: u32,
    /// Time of the first write, which no window includes because it may contain the card's preparation.
    pub preparation_ns: Option<u64>,
    /// The judged parts: whole allocation units, or parts of large ones.
    pub windows: Vec<RecordingWindow>,
    /// Time of the slowest write of a recording unit, without the preparation.
    pub ru_max_ns: Option<u64>,
    /// Time of each update of the file allocation table, which takes three small writes.
    pub fat_update_ns: Vec<u64>,
    /// Random reads of recording units after the pass; `None` if the pass had none.
    pub reads: Option<RecordingReads>,
}

/// Recording units written one after the other. Their time excludes updates of the file allocation table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingWindow {
    /// Bytes written.
    pub bytes: u64,
    /// Time of these writes alone.
    pub elapsed_ns: u64,
}

/// Random reads of single recording units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordingReads {
    /// Number of reads.
    pub count: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Time of these reads alone.
    pub elapsed_ns: u64,
}
