//! Conclusions about a run. They are computed by the `findings` crate and kept with the run.

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

/// One line for each kind of conclusion: what it says, what it holds, its name in records, tables and texts.
macro_rules! findings {
    ($($(#[doc = $doc:literal])+ $kind:ident($holds:ty) $name:literal;)*) => {
        /// One conclusion, of a kind that its fields belong to.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind")]
        #[non_exhaustive]
        pub enum Finding {
            $($(#[doc = $doc])+ #[serde(rename = $name)] $kind($holds),)*
        }

        impl Finding {
            /// The names of all kinds, in the order of their declaration.
            pub const KINDS: &'static [&'static str] = &[$($name),*];

            /// The name of its kind, as in records: `tail-latency`.
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
    /// A published rule held against this run.
    Rule(RuleVerdict) "rule";
    /// How much the drive really holds.
    Capacity(CapacityFinding) "capacity";
    /// How throughput depends on the share of reads.
    MixCurve(MixCurve) "mix-curve";
    /// The slowest requests of a cell.
    TailLatency(TailLatency) "tail-latency";
    /// Whether and when a steady state was reached.
    SteadyState(SteadyState) "steady-state";
    /// Whether the run can be shown as a report by the published test that its method does.
    StandardReport(StandardReport) "standard-report";
    /// Whether the drive came back to a rate that it had before.
    Recovery(Recovery) "recovery";
    /// How much more flash the drive has than it announces.
    OverProvisioning(OverProvisioning) "over-provisioning";
    /// Which cell was chosen for others to take after, and what those found.
    Choice(Choice) "choice";
    /// The most that could be asked of the drive while limits held.
    Search(Box<Search>) "search";
    /// How the drive served the recorded requests of several programs.
    TraceScores(TraceScores) "trace-scores";
    /// How many requests the drive serves, and how long they take, by how much it is asked at once.
    DemandIntensity(Box<DemandIntensity>) "demand-intensity";
    /// The allocation unit: what the drive manages as one.
    AllocationUnit(SizeFinding) "allocation-unit";
    /// The flash page, as it can be seen from outside.
    FlashPage(SizeFinding) "flash-page";
    /// How many allocation units can be written by turns in ascending order.
    OpenAuLinear(CountFinding) "open-au-linear";
    /// How many allocation units can be written by turns out of order.
    OpenAuRandom(CountFinding) "open-au-random";
    /// How much at the beginning takes writes beside all open units; 0 is none.
    FatRegion(SizeFinding) "fat-region";
    /// Whether the first unit that is written is slower or faster.
    FirstUnit(FirstUnitFinding) "first-unit";
    /// How reads take longer with their size.
    ReadFit(ReadFit) "read-fit";
    /// What follows for partitions and file systems.
    Alignment(AlignmentAdvice) "alignment";
    /// What reviews say about a card, in one place.
    CardSheet(Box<CardSheet>) "card-sheet";
    /// A speed or application class of SD cards, held against this run.
    ClassTest(ClassTest) "class-test";
    /// A time in which the drive completed nothing.
    Stall(Stall) "stall";
    /// All stalls in one repetition of a cell.
    StallSummary(StallSummary) "stall-summary";
    /// A time in which the drive went on at a small part of its usual rate.
    SlowStretch(SlowStretch) "slow-stretch";
    /// The pseudo-SLC cache.
    SlcCache(SlcCache) "slc-cache";
    /// A part of a pass over the drive with about the same rate.
    Plateau(Plateau) "plateau";
    /// What the cache took again after a rest.
    CacheRecovery(CacheRecovery) "cache-recovery";
    /// How even a pass over the drive was.
    FillProfile(FillProfile) "fill-profile";
    /// One of the few figures that a drive is compared by.
    KeyFigure(KeyFigure) "key-figure";
    /// What everything that was measured says of the drive.
    Diagnosis(Box<Diagnosis>) "diagnosis";
}

/// Throughput by share of reads, for cells that differ in nothing else but the queue depth. Rates are
/// medians over repetitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixCurve {
    /// The part of a composed method that the cells belong to; `None` outside of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Order of addresses, such as `seq` or `random`.
    pub access: String,
    /// Bytes of one request.
    pub block_size_bytes: u64,
    /// The part of the target, such as `0..8GiB`.
    pub region: String,
    /// One line for each queue depth, ascending.
    pub lines: Vec<MixLine>,
    /// 70 % of depth 1, 20 % of depth 2 and 10 % of depth 4 put together; empty without these depths. The shares are
    /// of time: the mean of the rates.
    pub weighted: Vec<MixPoint>,
    /// The same with shares of the work, as many bytes or requests at each depth: the harmonic mean of the rates.
    /// Empty in records of versions that did not tell it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weighted_by_work: Vec<MixPoint>,
}

/// A queue depth's line in a [`MixCurve`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixLine {
    /// Requests outstanding.
    pub depth: u32,
    /// By share of reads, ascending.
    pub points: Vec<MixPoint>,
}

/// One share of reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MixPoint {
    /// Share of reads.
    pub read_ratio: f64,
    /// Reads and writes together; `None` if no repetition completed.
    pub bytes_per_s: Option<f64>,
    /// Reads and writes together.
    pub iops: Option<f64>,
}

/// The slowest requests of a cell, reads and writes together. A percentile that needs more requests than
/// there were is `None`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TailLatency {
    /// The cell's name.
    pub cell: String,
    /// Requests, all repetitions together.
    pub request_count: u64,
    /// Requests per second.
    pub iops: Option<f64>,
    /// 90 % are faster: one nine.
    pub p90_ns: Option<u64>,
    /// 99 % are faster.
    pub p99_ns: Option<u64>,
    /// 99.9 % are faster.
    pub p999_ns: Option<u64>,
    /// 99.99 % are faster.
    pub p9999_ns: Option<u64>,
    /// 99.999 % are faster: five nines.
    pub p99999_ns: Option<u64>,
    /// The slowest.
    pub max_ns: Option<u64>,
}

/// Whether and when a steady state was reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Pass: reached. Fail: not reached in as many rounds as were allowed. Unknown: broken off before.
    pub verdict: Verdict,
    /// Rounds that were measured.
    pub rounds_count: u64,
    /// From the beginning of the first round to the end of the last.
    pub elapsed_ns: u64,
    /// Bytes written in these rounds by the cells that are looked at.
    pub written_bytes: u64,
    /// Rounds that the criteria look at, the last ones.
    pub window_count: u32,
    /// The criterion: largest minus smallest value, share of the mean.
    pub range_limit_ratio: f64,
    /// The criterion: change of the fitted line over the window, share of the mean.
    pub slope_limit_ratio: f64,
    /// Rounds after which it would have been given up.
    pub rounds_max_count: u32,
    /// For each cell that is looked at.
    pub cells: Vec<SteadyWindow>,
    /// What of the cells has to be steady; absent: `bytes_per_s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// Bytes that were written since the last purge of this run, or since its beginning, until the last round
    /// ended. Absent in records of versions that did not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_before_bytes: Option<u64>,
    /// What that is to be compared with: bytes of the target. Absent as above, and where unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// Every cell of the rounds: means over the rounds of the window. Absent if there were too few rounds, and
    /// as above.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<RoundResult>,
}

impl SteadyState {
    /// The figure that has to be steady.
    #[must_use]
    pub fn figure(&self) -> Figure {
        self.figure.unwrap_or(Figure::BytesPerS)
    }

    /// How often the capacity had been written when the last round ended; `None` is unknown.
    #[must_use]
    pub fn passes_before_ratio(&self) -> Option<f64> {
        let capacity = self.capacity_bytes.filter(|&bytes| bytes > 0)?;
        Some(float(self.written_before_bytes?) / float(capacity))
    }

    /// Whether less was written before than what makes a plateau a steady state.
    ///
    /// Source: SNIA SSS-PTS, workload independent preconditioning: twice the user capacity. Before that, the
    /// plateau of an SLC cache or of fresh flash is as even as a steady state.
    #[must_use]
    pub fn is_early(&self) -> bool {
        self.passes_before_ratio().is_some_and(|passes| passes < 2.0)
    }
}

/// One cell of the rounds over the rounds of the measurement window. `None`: a round did not complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoundResult {
    /// The cell's name.
    pub cell: String,
    /// Share of reads in the requests, in thousandths.
    pub read_permille: u16,
    /// Block size; `None` if it is a mix of several.
    pub block_bytes: Option<u64>,
    /// Requests outstanding, of all jobs together.
    pub outstanding_count: u64,
    /// Mean of the rounds.
    pub bytes_per_s: Option<f64>,
    /// Mean of the rounds, reads and writes together.
    pub iops: Option<f64>,
    /// Mean of the rounds' means, reads and writes together.
    pub latency_mean_ns: Option<f64>,
    /// 99.999th percentile of all requests of the window; `None` also if there were too few.
    pub latency_p99999_ns: Option<u64>,
    /// Largest latency of the window.
    pub latency_max_ns: Option<u64>,
    /// How far the interval of the mean rate reaches to either side, as a share of it, at the confidence that its cells
    /// were asked for; the rounds are taken to be independent. Absent if they could not end early, or one does
    /// not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_half_width_ratio: Option<f64>,
}

/// The rounds of one cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyWindow {
    /// The cell's name.
    pub cell: String,
    /// Throughput of every round; `None` where it did not complete.
    pub rounds_bytes_per_s: Vec<Option<f64>>,
    /// Mean of the throughput over the window; `None`, as what follows, if there were too few rounds.
    pub mean_bytes_per_s: Option<f64>,
    /// Largest minus smallest value of the window, share of the mean.
    pub range_ratio: Option<f64>,
    /// Change of the fitted line over the window, share of the mean; negative if it falls.
    pub slope_ratio: Option<f64>,
    /// The change that the fitted line would make in an hour, by the times at which the rounds of the window began;
    /// negative if it falls. A drive that is steady by the rule may still slow down. Absent in records of versions
    /// that did not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift_per_hour_ratio: Option<f64>,
    /// The figure that has to be steady, of every round, in its unit; absent where that is the throughput.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<Option<f64>>>,
    /// Its mean over the window; absent as above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

impl SteadyWindow {
    /// Every round in the unit of the figure that has to be steady.
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

/// The repetitions of one cell for one figure. Statistics are over repetitions, never over requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepeatSummary {
    /// The cell's name.
    pub cell: String,
    /// Which operations; `None` is reads and writes together.
    pub operation: Option<OpKind>,
    /// What is summarised, with its unit: `bytes_per_s`, `iops`, `elapsed_ns`, `writing_ns`, `flushing_ns`,
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
    /// (max - min) / mean; `None` with fewer than two values.
    pub spread_ratio: Option<f64>,
    /// The one number that stands for all of them, wherever one is shown: of rates and times the mean, of a
    /// percentile that of all their requests together, of the longest latency the longest. `None` if there
    /// is none; absent from records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
}

impl RepeatSummary {
    /// The one number to show; of a record of an older version the nearest that it has.
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

/// What a value says of a figure that itself is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FigureBound {
    /// The figure is that or more.
    AtLeast,
    /// The figure is that or less.
    AtMost,
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
    /// What was measured in the worst repetition, in the figure's unit; `None` is not measured.
    pub measured: Option<f64>,
    /// How many repetitions were judged; absent in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition_count: Option<u64>,
    /// The same figure of all of them together, as tables have it: the mean of rates and times, a percentile of all requests.
    /// Absent if none has it, and in records of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overall: Option<f64>,
    /// Which end of the figure `measured` is, where requests are too few for a percentile and enough to prove on which side
    /// of the limit it lies; absent where it is the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<FigureBound>,
    /// The verdict is about so many bytes that are written without a rest: nobody saw what comes after them. Absent where
    /// that is no question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to_bytes: Option<u64>,
    /// What came of it.
    pub verdict: Verdict,
    /// What of the computer may have decided in the drive's place, so that nothing is told; absent if nothing may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbed: Option<Message>,
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
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
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
    /// Whether the pattern is the one that the mark's specification describes; absent where a method brings its
    /// own limits along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_as_specified: Option<bool>,
    /// Who published the mark and how it is measured.
    pub source: String,
}

impl ClassTest {
    /// Those among `findings`.
    pub fn all(findings: &[Finding]) -> impl Iterator<Item = &Self> {
        findings.iter().filter_map(|finding| match finding {
            Finding::ClassTest(test) => Some(test),
            _ => None,
        })
    }
}
