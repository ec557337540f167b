//! Conclusions about a run. They are computed by the `findings` crate and kept with the run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::capacity::CapacityFinding;
use crate::course::{CacheRecovery, FillProfile, Plateau, SlcCache, Stall, StallSummary};
use crate::geometry::{AlignmentAdvice, CountFinding, FirstUnitFinding, ReadFit, SizeFinding};
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
    /// How much the drive really holds.
    Capacity(CapacityFinding),
    /// The allocation unit: what the drive manages as one.
    AllocationUnit(SizeFinding),
    /// The flash page, as it can be seen from outside.
    FlashPage(SizeFinding),
    /// How many allocation units can be written by turns in ascending order.
    OpenAuLinear(CountFinding),
    /// The same out of order.
    OpenAuRandom(CountFinding),
    /// How much at the beginning takes writes beside all open units; 0 is none.
    FatRegion(SizeFinding),
    /// Whether the first unit that is written is slower or faster.
    FirstUnit(FirstUnitFinding),
    /// How reads take longer with their size.
    ReadFit(ReadFit),
    /// What follows for partitions and file systems.
    Alignment(AlignmentAdvice),
    /// A time in which the drive completed nothing.
    Stall(Stall),
    /// All of them in one repetition of a cell.
    StallSummary(StallSummary),
    /// The pseudo-SLC cache.
    SlcCache(SlcCache),
    /// A part of a pass over the drive with about the same rate.
    Plateau(Plateau),
    /// What the cache took again after a rest.
    CacheRecovery(CacheRecovery),
    /// How even a pass over the drive was.
    FillProfile(FillProfile),
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
