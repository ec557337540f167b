//! Runs side by side: what differs between their figures, how sure that is, and what stands against
//! comparing them at all. Computed by the `findings` crate.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Headline;
use crate::catalogue::Range95;
use crate::code::codes;
use crate::key_figure::ComparedKey;
use crate::message::Message;
use crate::workload::OpKind;

/// Two or more runs side by side; the first is what the others are held against.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Always [`Comparison::FORMAT`].
    pub format: String,
    /// What it comes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// What is compared, in the order in which it was named: a run, or several runs that are taken together.
    /// Values and differences of rows are of these.
    #[serde(default)]
    pub sides: Vec<String>,
    /// In the order in which they were named.
    pub runs: Vec<ComparedRun>,
    /// What makes the comparison impossible or doubtful.
    pub obstacles: Vec<Obstacle>,
    /// The few figures that drives are compared by; absent in files from before they were told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_figures: Vec<ComparedKey>,
    /// How many key figures each side is the best of, alone or with others; empty without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_count: Vec<u32>,
    /// One for each cell, operation and figure.
    pub rows: Vec<ComparedRow>,
}

impl Comparison {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-comparison/1";

    /// The runs of the side of this number.
    pub fn runs_of(&self, index: usize) -> impl Iterator<Item = &ComparedRun> {
        let side = self.sides.get(index);
        self.runs.iter().filter(move |run| side.is_some_and(|side| *side == run.side))
    }

    /// The names of its drives, each once.
    #[must_use]
    pub fn drives_of(&self, index: usize) -> String {
        let mut drives: Vec<&str> = Vec::new();
        for run in self.runs_of(index) {
            if !drives.contains(&run.drive.as_str()) {
                drives.push(&run.drive);
            }
        }
        drives.join(", ")
    }
}

impl ComparedRow {
    /// The cell, with the operation where its name does not say it.
    #[must_use]
    pub fn work(&self) -> String {
        if self.is_whole() {
            return self.cell.clone();
        }
        let operation = self.operation.map_or("reads and writes", OpKind::name);
        if self.is_said_by_cell() {
            self.cell.clone()
        } else {
            format!("{} {operation}", self.cell)
        }
    }

    /// Whether it is about the cell as a whole: how long it took.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.operation.is_none() && self.figure == "elapsed_ns"
    }

    /// Whether the cell's name says the operation.
    #[must_use]
    pub fn is_said_by_cell(&self) -> bool {
        let operation = self.operation.map(OpKind::name);
        operation.is_some_and(|name| self.cell.to_lowercase().contains(name))
    }

    /// The figure as it is called beside its values, which have the unit.
    #[must_use]
    pub fn figure_title(&self) -> &str {
        match self.figure.as_str() {
            "bytes_per_s" => "MB/s",
            "iops" => "IOPS",
            "elapsed_ns" => "time",
            "latency_mean_ns" => "mean",
            "latency_p50_ns" => "p50",
            "latency_p99_ns" => "p99",
            "latency_p999_ns" => "p99.9",
            other => other,
        }
    }
}

/// A run of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedRun {
    /// `A`, `B`, ..; `A1`, `A2`, .. if there are several on its side.
    pub label: String,
    /// Of which side it is; absent in files from before there were sides, where each run was one.
    #[serde(default)]
    pub side: String,
    /// The run's id.
    pub id: String,
    /// What was measured: the drive's name, model or path.
    pub drive: String,
    /// The method's id.
    pub method: String,
    /// Wall clock at the start, microseconds since 1970 UTC; of an imported run that of the import.
    pub started_at_us: i64,
    /// Whether another tool measured it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_imported: bool,
    /// When the other tool says that it measured: `@` and seconds since 1970, or its own words, which most often lack the
    /// time zone; `null` if it does not say it, or if iogram measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// Whether no hardware was measured.
    #[serde(default)]
    pub is_virtual: bool,
}

impl ComparedRun {
    /// When it was measured, microseconds since 1970 UTC; `None` where another tool does not say it for every time zone.
    #[must_use]
    pub fn measured_at_us(&self) -> Option<i64> {
        if !self.is_imported {
            return Some(self.started_at_us);
        }
        let seconds = self.measured_at.as_ref()?.strip_prefix('@')?.parse::<i64>().ok()?;
        seconds.checked_mul(1_000_000)
    }
}

/// What an obstacle does to a comparison.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleWeight {
    /// The figures mean different things: no difference is told.
    Forbids,
    /// A difference may have another cause than the drive.
    Confounds,
}

codes! {
    /// In what two runs differ besides the drive: a short stable name.
    ObstacleCode;

    /// Another method.
    Method "method";
    /// Another value of a parameter.
    Parameter "parameter";
    /// Cells of one name with other workloads.
    Cell "cell";
    /// Another kind of target.
    TargetKind "target-kind";
    /// Test files of other sizes.
    Region "region";
    /// Another file system.
    FileSystem "file-system";
    /// Purged or not, fuller or emptier.
    FillState "fill-state";
    /// One of them did not come to its end.
    Incomplete "incomplete";
    /// Another link.
    Link "link";
    /// Another version of iogram.
    Version "version";
    /// Another kernel.
    Kernel "kernel";
    /// Another computer.
    Computer "computer";
    /// Other processors.
    Cpu "cpu";
    /// Other clocks of the processors.
    Governor "governor";
    /// Another order of requests in the kernel.
    Scheduler "scheduler";
    /// Another setting of the write cache.
    WriteCache "write-cache";
    /// Settings of the computer that only one run had.
    Tuned "tuned";
    /// Another way of requests to the drive.
    Engine "engine";
    /// The computer set the pace of one run at least.
    GeneratorBound "generator-bound";
    /// Another tool, or another version of it.
    Tool "tool";
    /// What is known of the circumstances of one run alone.
    Conditions "conditions";
    /// Something held results of both runs back.
    Limited "limited";
}

/// Something in which two runs differ besides the drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Obstacle {
    /// Short stable name, such as `method` or `link`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: ObstacleCode,
    /// Whether it forbids a comparison or only confounds it.
    pub weight: ObstacleWeight,
    /// The run that differs from the first one.
    pub run: String,
    /// What differs, with both values.
    pub message: String,
    /// The same for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// One figure of one cell in every run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedRow {
    /// The cell's name; the names of all sides with ` = ` between them where tools call the same work differently.
    pub cell: String,
    /// Which operations; `None` is reads and writes together.
    pub operation: Option<OpKind>,
    /// The figure, with its unit.
    pub figure: String,
    /// Whether less is better.
    pub is_less_better: bool,
    /// One for each side; `None` if it does not have it.
    pub values: Vec<Option<ComparedValue>>,
    /// One for each side after the first.
    pub differences: Vec<Difference>,
}

/// A figure on one side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedValue {
    /// Of one run, rates: the mean of the repetitions; latencies: of the repetitions' merged histogram. Of
    /// several runs: the geometric mean of these.
    pub value: f64,
    /// Each counted repetition, of all runs.
    pub repetitions: Vec<Option<f64>>,
    /// Each run's value, if there are several; `None` where a run does not have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Option<f64>>,
    /// Of one run: 95 % interval of the mean over its repetitions. Of several: of the geometric mean over
    /// runs. `None` with fewer than two.
    pub interval: Option<Range95>,
    /// Requests that the value was computed from.
    pub request_count: u64,
}

/// How a figure differs from the first side's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The other divided by the first, less 1: of geometric means over runs, or over repetitions where there is
    /// one run a side. `None` if either is missing or zero.
    pub change_ratio: Option<f64>,
    /// 95 % interval of it; `None` if there are too few runs or repetitions.
    pub interval: Option<Range95>,
    /// How often chance alone makes so large a difference anywhere in the table (Holm), 0 to 1; `None` unless
    /// there are several runs on both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance_ratio: Option<f64>,
    /// What can be said.
    pub verdict: DifferenceVerdict,
    /// Why nothing can be said; `None` if something can.
    pub reason: Option<String>,
    /// The reason for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// What can be said of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceVerdict {
    /// Better than the first side, beyond what runs differ by chance.
    Better,
    /// Worse than the first side, beyond what runs differ by chance.
    Worse,
    /// Better in this run than in the first one; whether the next run would be is not known.
    BetterInRun,
    /// Worse in this run than in the first one; whether the next run would be is not known.
    WorseInRun,
    /// The interval leaves no room for a difference that matters.
    Alike,
    /// The interval has room for better and for worse, or there is none.
    CannotTell,
    /// The runs are not comparable.
    NotComparable,
}
