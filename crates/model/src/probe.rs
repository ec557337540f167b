//! The record of a probe: what was asked of a drive to find out how it is made, and what it answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::capacity::CapacityEvidence;
use crate::geometry::{
    BoundaryEvidence, F3Evidence, FatEvidence, FillEvidence, FirstUnitsEvidence,
    OpenUnitEvidence, ScatterEvidence,
};
use crate::run::{CellState, Warning};

/// One executed probe. Conclusions from it are among the run's findings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeRecord {
    /// Its name in the method.
    pub name: String,
    /// What was probed, such as `read-latency`.
    pub what: String,
    /// How it ended.
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
    /// Single reads by their place.
    Scatter(ScatterEvidence),
    /// A log of f3.
    F3(F3Evidence),
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
