//! Conclusions about a run. They are computed by the `findings` crate and kept with the run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::course::{Stall, StallSummary};
use crate::workload::OpKind;

/// One conclusion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Finding {
    /// Repetitions of one cell, side by side.
    RepeatSummary(RepeatSummary),
    /// A published rule held against this run.
    Rule(RuleVerdict),
    /// A mark as on SD cards, held against this run.
    ClassTest(ClassTest),
    /// A time in which the drive completed nothing.
    Stall(Stall),
    /// All of them in one repetition of a cell.
    StallSummary(StallSummary),
}

/// The repetitions of one cell for one figure. Statistics are over repetitions, never over requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepeatSummary {
    /// The cell's name.
    pub cell: String,
    /// Which operations; `None` is reads and writes together.
    pub operation: Option<OpKind>,
    /// What is summarised, with its unit: `bytes_per_s`, `iops`, `elapsed_ns`,
    /// `bytes_per_s_before_flush`, `latency_p50_ns`, `latency_p99_ns`, `latency_max_ns`.
    pub figure: String,
    /// Each counted repetition in order; `None` where it gave no value.
    pub runs: Vec<Option<f64>>,
    /// The middle value, or the mean of the two middle ones.
    pub median: Option<f64>,
    /// The arithmetic mean.
    pub mean: Option<f64>,
    /// The smallest value.
    pub min: Option<f64>,
    /// The largest value (what CrystalDiskMark shows for throughput).
    pub max: Option<f64>,
    /// (max - min) / median; `None` with fewer than two values.
    pub spread_ratio: Option<f64>,
}

/// What came of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The measurement satisfies it.
    Pass,
    /// The measurement breaks it.
    Fail,
    /// Not enough was measured to say.
    Unknown,
}

/// A rule and whether the run satisfies it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleVerdict {
    /// Short stable name, such as `etcd-fsync`.
    pub rule: String,
    /// What the rule means for the user, one sentence.
    pub title: String,
    /// The cell that was judged.
    pub cell: String,
    /// The operations that were judged.
    pub operation: OpKind,
    /// The figure that was judged, with its unit, as in [`RepeatSummary::figure`].
    pub figure: String,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure has to stay below the limit (else: reach it).
    pub is_upper_limit: bool,
    /// What was measured, in the figure's unit; `None` is not measured.
    pub measured: Option<f64>,
    /// What came of it.
    pub verdict: Verdict,
    /// Who published the rule.
    pub source: String,
}

/// A mark and whether the drive did in this run what the mark asks for. Measured like the class test; no
/// certification. What the mark does not ask for is absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassTest {
    /// The mark, such as `V30`.
    pub mark: String,
    /// What came of it.
    pub verdict: Verdict,
    /// Why it is not a pass; `None` if it is one.
    pub reason: Option<String>,
    /// Slowest stretch of sequential writing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_bytes_per_s: Option<f64>,
    /// What the mark asks of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_bytes_per_s: Option<f64>,
    /// Random reads of recording units; the mark asks for as much as of writing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_read_bytes_per_s: Option<f64>,
    /// Random reads per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_read_iops: Option<f64>,
    /// What the mark asks of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_read_iops: Option<f64>,
    /// Random writes per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_write_iops: Option<f64>,
    /// What the mark asks of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_write_iops: Option<f64>,
    /// Updates of the file table: the largest mean of eight in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat_update_mean_ns: Option<f64>,
    /// The slowest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat_update_max_ns: Option<u64>,
    /// Beside the verdict: the slowest stretch in allocation units of which half is in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragmented_bytes_per_s: Option<f64>,
    /// Beside the verdict: the slowest stretch of several streams in turn, all together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interleaved_bytes_per_s: Option<f64>,
    /// Allocation unit that was worked with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation_unit_bytes: Option<u64>,
    /// Whether commands were queued in the card; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_queue_used: Option<bool>,
    /// Whether the card's cache was on; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_cache_used: Option<bool>,
    /// The mark of this kind on the label, as the user gave it; `None` is unknown.
    pub label: Option<String>,
    /// The mark of this kind in the card's registers; `None` is none or unknown.
    pub registers: Option<String>,
    /// Whether label or registers promise this mark.
    pub is_claimed: bool,
    /// Who published the mark and how it is measured.
    pub source: String,
}
