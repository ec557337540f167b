//! Conclusions about a run. The `findings` crate computes them, and the run keeps them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::capacity::CapacityFinding;
use crate::card_sheet::CardSheet;
use crate::choice::{Choice, DemandIntensity};
use crate::course::{
    CacheRecovery, FillProfile, Plateau, SlcCache, SlowStretch, Stall, StallSummary,
};
use crate::diagnosis::Diagnosis;
use crate::figure::Figure;
use crate::geometry::{AlignmentAdvice, CountFinding, FirstUnitFinding, ReadFit, SizeFinding};
use crate::key_figure::KeyFigure;
use crate::message::Message;
use crate::number::float;
use crate::over_provisioning::OverProvisioning;
use crate::recovery::Recovery;
use crate::scores::TraceScores;
use crate::search::Search;
use crate::standard::StandardReport;
use crate::workload::OpKind;

/// Takes one line for each kind of conclusion: its documentation, its type, and its name in records, tables and
/// texts.
macro_rules! findings {
    ($($(#[doc = $doc:literal])+ $kind:ident($holds:ty) $name:literal;)*) => {
        /// One conclusion. Its kind determines its fields.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind")]
        #[non_exhaustive]
        pub enum Finding {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $kind($holds),)*
        }

        impl Finding {
            /// The names of all kinds, in the order of their declaration.
            pub const KINDS: &'static [&'static str] = &[$($name),*];

            /// The name of its kind in records, such as `tail-latency`.
            #[must_use]
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $name,)*
                }
            }
        }
    };
}

findings! {
    /// Repetitions of one cell, side by side.
    RepeatSummary(RepeatSummary) "repeat-summary";
    /// A published rule, applied to this run.
    Rule(RuleVerdict) "rule";
    /// The real capacity of the drive.
    Capacity(CapacityFinding) "capacity";
    /// Throughput by share of reads.
    MixCurve(MixCurve) "mix-curve";
    /// The slowest requests of a cell.
    TailLatency(TailLatency) "tail-latency";
    /// Whether and when the drive reached a steady state.
    SteadyState(SteadyState) "steady-state";
    /// Whether the run qualifies as a report of the published test that its method performs.
    StandardReport(StandardReport) "standard-report";
    /// Whether the drive recovered an earlier rate.
    Recovery(Recovery) "recovery";
    /// Over-provisioning: flash beyond the announced capacity.
    OverProvisioning(OverProvisioning) "over-provisioning";
    /// A cell that was chosen so that others take over its settings, and their results.
    Choice(Choice) "choice";
    /// The highest load within limits.
    Search(Box<Search>) "search";
    /// Results of replaying the recorded requests of several programs.
    TraceScores(TraceScores) "trace-scores";
    /// Throughput and latency by number of outstanding requests.
    DemandIntensity(Box<DemandIntensity>) "demand-intensity";
    /// The allocation unit, which the drive manages as one.
    AllocationUnit(SizeFinding) "allocation-unit";
    /// The flash page, as far as it shows from outside.
    FlashPage(SizeFinding) "flash-page";
    /// Number of allocation units that can be written alternately, in ascending order within each.
    OpenAuLinear(CountFinding) "open-au-linear";
    /// Number of allocation units that can be written alternately, in random order within each.
    OpenAuRandom(CountFinding) "open-au-random";
    /// Size of an area at the beginning that accepts writes in addition to all open units; 0 means none.
    FatRegion(SizeFinding) "fat-region";
    /// Whether the first unit that is written is slower or faster.
    FirstUnit(FirstUnitFinding) "first-unit";
    /// Read time by read size.
    ReadFit(ReadFit) "read-fit";
    /// Consequences for partitions and file systems.
    Alignment(AlignmentAdvice) "alignment";
    /// The facts of a memory card review on one sheet.
    CardSheet(Box<CardSheet>) "card-sheet";
    /// A speed or application class of SD cards, applied to this run.
    ClassTest(ClassTest) "class-test";
    /// A period in which the drive completed nothing.
    Stall(Stall) "stall";
    /// All stalls in one repetition of a cell.
    StallSummary(StallSummary) "stall-summary";
    /// A period in which the drive worked at a small part of its usual rate.
    SlowStretch(SlowStretch) "slow-stretch";
    /// The pseudo-SLC cache.
    SlcCache(SlcCache) "slc-cache";
    /// A phase of a pass over the drive with a nearly constant rate.
    Plateau(Plateau) "plateau";
    /// The part of the cache that was free again after a rest.
    CacheRecovery(CacheRecovery) "cache-recovery";
    /// Evenness of a pass over the drive.
    FillProfile(FillProfile) "fill-profile";
    /// One of the few figures that summarise a drive in comparisons.
    KeyFigure(KeyFigure) "key-figure";
    /// What everything that was measured says of the drive.
    Diagnosis(Box<Diagnosis>) "diagnosis";
}

/// Throughput by share of reads, for cells that differ only in share of reads and queue depth. Rates are medians over
/// repetitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixCurve {
    /// The part of a composed method that the cells belong to; `None` outside of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Access pattern, such as `seq` or `random`.
    pub access: String,
    /// Request size in bytes.
    pub block_size_bytes: u64,
    /// The part of the target, such as `0..8GiB`.
    pub region: String,
    /// One line for each queue depth, ascending.
    pub lines: Vec<MixLine>,
    /// 70 % of depth 1, 20 % of depth 2 and 10 % of depth 4 combined; empty without these depths. The shares are of
    /// time: the mean of the rates.
    pub weighted: Vec<MixPoint>,
    /// The depths of `weighted` combined by shares of the work, as equal bytes or requests at each depth: the
    /// harmonic mean of the rates. Empty in records of versions that did not compute it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weighted_by_work: Vec<MixPoint>,
}

/// The line of one queue depth in a [`MixCurve`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixLine {
    /// The queue depth.
    pub depth: u32,
    /// The points by share of reads, ascending.
    pub points: Vec<MixPoint>,
}

/// The rates at one share of reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixPoint {
    /// Reads as a share of the requests.
    pub read_ratio: f64,
    /// Bytes per second of reads and writes together; `None` if no repetition completed.
    pub bytes_per_s: Option<f64>,
    /// Requests per second, reads and writes together.
    pub iops: Option<f64>,
}

/// The slowest requests of a cell, reads and writes together. A percentile is `None` if there were too few requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TailLatency {
    /// The cell's name.
    pub cell: String,
    /// Requests of all repetitions together.
    pub request_count: u64,
    /// Requests per second.
    pub iops: Option<f64>,
    /// 90 % of the requests are faster: one nine.
    pub p90_ns: Option<u64>,
    /// 99 % of the requests are faster.
    pub p99_ns: Option<u64>,
    /// 99.9 % of the requests are faster.
    pub p999_ns: Option<u64>,
    /// 99.99 % of the requests are faster.
    pub p9999_ns: Option<u64>,
    /// 99.999 % of the requests are faster: five nines.
    pub p99999_ns: Option<u64>,
    /// Latency of the slowest request.
    pub max_ns: Option<u64>,
}

/// Whether and when the drive reached a steady state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Pass: reached. Fail: not reached in the allowed number of rounds. Unknown: interrupted before.
    pub verdict: Verdict,
    /// Number of measured rounds.
    pub rounds_count: u64,
    /// From the beginning of the first round to the end of the last.
    pub elapsed_ns: u64,
    /// Bytes that the judged cells wrote in these rounds.
    pub written_bytes: u64,
    /// Number of last rounds that the criteria judge: the measurement window.
    pub window_count: u32,
    /// Criterion: largest minus smallest value, as a share of the mean.
    pub range_limit_ratio: f64,
    /// Criterion: change of the fitted line over the window, as a share of the mean.
    pub slope_limit_ratio: f64,
    /// Number of rounds after which the search would have ended.
    pub rounds_max_count: u32,
    /// One window for each judged cell.
    pub cells: Vec<SteadyWindow>,
    /// The figure that must be steady; absent: `bytes_per_s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Bytes written until the last round ended, counted from the last purge of this run or from its beginning.
    /// Absent in records of versions that did not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_before_bytes: Option<u64>,
    /// Capacity of the target in bytes, for comparison with `written_before_bytes`. Absent in records of versions
    /// that did not count those bytes, and if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// Results of every cell of the rounds: means over the rounds of the window. Absent if there were too few rounds,
    /// and in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<RoundResult>,
}

impl SteadyState {
    /// The figure that must be steady.
    #[must_use]
    pub fn figure(&self) -> Figure {
        self.figure.unwrap_or(Figure::BytesPerS)
    }

    /// Written bytes at the end of the last round, as a multiple of the capacity; `None` is unknown.
    #[must_use]
    pub fn passes_before_ratio(&self) -> Option<f64> {
        let capacity = self.capacity_bytes.filter(|&bytes| bytes > 0)?;
        Some(float(self.written_before_bytes?) / float(capacity))
    }

    /// Whether too little was written before for a plateau to count as a steady state.
    ///
    /// Source: SNIA SSS-PTS, workload independent preconditioning: twice the user capacity. Before that, the plateau
    /// of an SLC cache or of fresh flash is as even as a steady state.
    #[must_use]
    pub fn is_early(&self) -> bool {
        self.passes_before_ratio().is_some_and(|passes| passes < 2.0)
    }
}

/// One cell, over the rounds of the measurement window. `None`: a round did not complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoundResult {
    /// The cell's name.
    pub cell: String,
    /// Share of reads in the requests, in thousandths.
    pub read_permille: u16,
    /// Block size; `None` if it is a mix of several.
    pub block_bytes: Option<u64>,
    /// Outstanding requests of all jobs together.
    pub outstanding_count: u64,
    /// Mean of the rounds, in bytes per second.
    pub bytes_per_s: Option<f64>,
    /// Mean of the rounds in requests per second, reads and writes together.
    pub iops: Option<f64>,
    /// Mean of the rounds' mean latencies, reads and writes together.
    pub latency_mean_ns: Option<f64>,
    /// 99.999th percentile of all requests of the window; `None` also if there were too few.
    pub latency_p99999_ns: Option<u64>,
    /// Largest latency of the window.
    pub latency_max_ns: Option<u64>,
    /// Half the width of the mean rate's confidence interval, as a share of it, at the confidence that its cells
    /// requested; the rounds are assumed to be independent. Absent if the cells could not end early, or if one lacks
    /// the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_half_width_ratio: Option<f64>,
}

/// The rounds of one cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyWindow {
    /// The cell's name.
    pub cell: String,
    /// Throughput of every round; `None` if the round did not complete.
    pub rounds_bytes_per_s: Vec<Option<f64>>,
    /// Mean throughput over the window; `None` if there were too few rounds.
    pub mean_bytes_per_s: Option<f64>,
    /// Largest minus smallest value of the window, as a share of the mean; `None` if there were too few rounds.
    pub range_ratio: Option<f64>,
    /// Change of the fitted line over the window, as a share of the mean; negative if it falls, `None` if there were
    /// too few rounds.
    pub slope_ratio: Option<f64>,
    /// Change of the fitted line per hour, from the start times of the rounds in the window; negative if it falls. A
    /// drive that is steady by the rule may still slow down. Absent in records of versions that did not compute it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_per_hour_ratio: Option<f64>,
    /// The figure that must be steady, for every round, in its unit; absent if it is the throughput.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<Option<f64>>>,
    /// Mean of that figure over the window; absent if it is the throughput.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl SteadyWindow {
    /// The figure that must be steady, for every round, in its unit.
    #[must_use]
    pub fn values(&self) -> &[Option<f64>] {
        self.rounds.as_deref().unwrap_or(&self.rounds_bytes_per_s)
    }

    /// The mean over the window, in the same unit.
    #[must_use]
    pub fn mean_value(&self) -> Option<f64> {
        if self.rounds.is_some() { self.mean } else { self.mean_bytes_per_s }
    }
}

/// One figure of all repetitions of a cell. Statistics are over repetitions, never over requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepeatSummary {
    /// The cell's name.
    pub cell: String,
    /// The operation; `None` means reads and writes together.
    pub operation: Option<OpKind>,
    /// Name of the figure, which ends in its unit: `bytes_per_s`, `iops`, `elapsed_ns`, `writing_ns`, `flushing_ns`,
    /// `bytes_per_s_before_flush`, `latency_p50_ns`, `latency_p99_ns`, `latency_max_ns`.
    pub figure: String,
    /// Each counted repetition in order; `None` if it gave no value.
    pub runs: Vec<Option<f64>>,
    /// The middle value, or the mean of the two middle ones.
    pub median: Option<f64>,
    /// The arithmetic mean.
    pub mean: Option<f64>,
    /// The smallest value.
    pub min: Option<f64>,
    /// The largest value (CrystalDiskMark shows it for throughput).
    pub max: Option<f64>,
    /// (max - min) / mean; `None` with fewer than two values.
    pub spread_ratio: Option<f64>,
    /// The one number that represents all repetitions: the mean of rates and times; for a percentile, that of all
    /// requests together; for the longest latency, the longest. `None` if there is none; absent from records of older
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
}

impl RepeatSummary {
    /// The one number to show; for a record of an older version, the nearest available one.
    #[must_use]
    pub fn shown(&self) -> Option<f64> {
        let kept = match self.figure.as_str() {
            "latency_max_ns" => self.max,
            figure if figure.starts_with("latency_") => self.median,
            _ => self.mean,
        };
        self.overall.or(kept)
    }
}

/// The result of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The measurement satisfies it.
    Pass,
    /// The measurement violates it.
    Fail,
    /// There are not enough measurements to decide.
    Unknown,
}

/// The bound that a value sets for an unknown figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureBound {
    /// The figure is this or more.
    AtLeast,
    /// The figure is this or less.
    AtMost,
}

/// A rule and whether the run satisfies it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleVerdict {
    /// Short stable name, such as `etcd-fsync`.
    pub rule: String,
    /// What the rule means for the user, one sentence.
    pub title: String,
    /// The judged cell.
    pub cell: String,
    /// The judged operation.
    pub operation: OpKind,
    /// The judged figure, which ends in its unit, as in [`RepeatSummary::figure`].
    pub figure: String,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure must stay below the limit (otherwise it must reach it).
    pub is_upper_limit: bool,
    /// The value of the worst repetition, in the figure's unit; `None` is not measured.
    pub measured: Option<f64>,
    /// Number of judged repetitions; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition_count: Option<u64>,
    /// The same figure of all repetitions together, as tables show it: the mean of rates and times, a percentile of
    /// all requests. Absent if no repetition has it, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
    /// Whether `measured` is an upper or lower bound: too few requests for the percentile, but enough to prove on
    /// which side of the limit it lies. Absent if `measured` is the figure itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<FigureBound>,
    /// The verdict applies to this many bytes written without a rest; the behaviour after them is unknown. Absent if
    /// this does not matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_bytes: Option<u64>,
    /// The result.
    pub verdict: Verdict,
    /// The disturbance by the computer that may have decided instead of the drive, so that the verdict is unknown;
    /// absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbed: Option<Message>,
    /// Who published the rule.
    pub source: String,
}

/// A mark, and whether the drive met its requirements in this run. Measured like the class test; not a certification.
/// Figures that the mark does not require are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassTest {
    /// The mark, such as `V30`.
    pub mark: String,
    /// The result.
    pub verdict: Verdict,
    /// Why it is not a pass; `None` if it is one.
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Slowest stretch of sequential writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_bytes_per_s: Option<f64>,
    /// Required rate of sequential writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_bytes_per_s: Option<f64>,
    /// Rate of random reads of recording units; the required rate is that of sequential writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_read_bytes_per_s: Option<f64>,
    /// Random reads per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_read_iops: Option<f64>,
    /// The required random reads per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_read_iops: Option<f64>,
    /// Random writes per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_write_iops: Option<f64>,
    /// The required random writes per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required_write_iops: Option<f64>,
    /// Updates of the file allocation table: the largest mean of eight in a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat_update_mean_ns: Option<f64>,
    /// The slowest update of the file allocation table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fat_update_max_ns: Option<u64>,
    /// Additional to the verdict: the slowest stretch in half-used allocation units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fragmented_bytes_per_s: Option<f64>,
    /// Additional to the verdict: the slowest stretch of several interleaved streams, all together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interleaved_bytes_per_s: Option<f64>,
    /// Allocation unit that the test used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allocation_unit_bytes: Option<u64>,
    /// Whether the card queued commands; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_queue_used: Option<bool>,
    /// Whether the card's cache was on; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_cache_used: Option<bool>,
    /// The mark of this kind on the label, as the user gave it; `None` is unknown.
    pub label: Option<String>,
    /// The mark of this kind in the card's registers; `None` means none or unknown.
    pub registers: Option<String>,
    /// Whether the label or the registers promise this mark.
    pub is_claimed: bool,
    /// Whether the access pattern follows the mark's specification; absent if a method sets its own limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_as_specified: Option<bool>,
    /// Who published the mark and its test.
    pub source: String,
}

impl ClassTest {
    /// All class tests among `findings`.
    pub fn all(findings: &[Finding]) -> impl Iterator<Item = &Self> {
        findings.iter().filter_map(|finding| match finding {
            Finding::ClassTest(test) => Some(test),
            _ => None,
        })
    }
}
