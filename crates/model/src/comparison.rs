//! Runs side by side: the differences of their figures, the confidence, and the obstacles to a comparison. The
//! `findings` crate computes them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Headline;
use crate::catalogue::Range95;
use crate::code::codes;
use crate::key_figure::ComparedKey;
use crate::message::Message;
use crate::workload::OpKind;

/// Two or more runs side by side; the first is the baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Always [`Comparison::FORMAT`].
    pub format: String,
    /// The conclusion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// The sides of the comparison, in the order of the command: a run, or several runs taken together. Values and
    /// differences of rows refer to sides.
    #[serde(default)]
    pub sides: Vec<String>,
    /// The runs, in the order of the command.
    pub runs: Vec<ComparedRun>,
    /// Reasons that make the comparison impossible or doubtful.
    pub obstacles: Vec<Obstacle>,
    /// The few figures that summarise a drive; absent in files of versions without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_figures: Vec<ComparedKey>,
    /// For each side, the number of key figures in which it is best, alone or shared; empty if there are no key
    /// figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_count: Vec<u32>,
    /// One row for each cell, operation and figure.
    pub rows: Vec<ComparedRow>,
}

impl Comparison {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-comparison/1";

    /// The runs of side `index`.
    pub fn runs_of(&self, index: usize) -> impl Iterator<Item = &ComparedRun> {
        let side = self.sides.get(index);
        self.runs.iter().filter(move |run| side.is_some_and(|side| *side == run.side))
    }

    /// The names of the drives of side `index`, each once.
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
    /// The cell's name, followed by the operation unless the name contains it.
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

    /// Whether the row is about the cell as a whole: its elapsed time.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.operation.is_none() && self.figure == "elapsed_ns"
    }

    /// Whether the cell's name contains the operation.
    #[must_use]
    pub fn is_said_by_cell(&self) -> bool {
        let operation = self.operation.map(OpKind::name);
        operation.is_some_and(|name| self.cell.to_lowercase().contains(name))
    }

    /// The figure's title beside values that already have a unit.
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
    /// Label: `A`, `B`, ..; `A1`, `A2`, .. if its side has several runs.
    pub label: String,
    /// Label of its side; absent in files of versions without sides, where each run was a side.
    #[serde(default)]
    pub side: String,
    /// The run's id.
    pub id: String,
    /// The measured target: the drive's name, model or path.
    pub drive: String,
    /// The method's id.
    pub method: String,
    /// Wall clock at the start, microseconds since 1970 UTC; for an imported run, at the import.
    pub started_at_us: i64,
    /// Whether another tool measured it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_imported: bool,
    /// Time of the measurement as the other tool states it: `@` and seconds since 1970, or its own words, which
    /// usually lack the time zone; `null` if the tool does not state it, or if iogram measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// Whether the target was virtual: no hardware was measured.
    #[serde(default)]
    pub is_virtual: bool,
}

impl ComparedRun {
    /// Time of the measurement, microseconds since 1970 UTC; `None` if another tool states it without a time zone, or
    /// not at all.
    #[must_use]
    pub fn measured_at_us(&self) -> Option<i64> {
        if !self.is_imported {
            return Some(self.started_at_us);
        }
        let seconds = self.measured_at.as_ref()?.strip_prefix('@')?.parse::<i64>().ok()?;
        seconds.checked_mul(1_000_000)
    }
}

/// The effect of an obstacle on a comparison.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleWeight {
    /// The figures have different meanings: no difference is reported.
    Forbids,
    /// A difference may have a cause other than the drive.
    Confounds,
}

codes! {
    /// A condition, other than the drive, in which two runs differ: a short stable name.
    ObstacleCode;

    /// Different methods.
    Method "method";
    /// Different values of a parameter.
    Parameter "parameter";
    /// Cells with the same name but different workloads.
    Cell "cell";
    /// Different kinds of target.
    TargetKind "target-kind";
    /// Test files of different sizes.
    Region "region";
    /// Different file systems.
    FileSystem "file-system";
    /// Different state of the flash: purged or not, more or less full.
    FillState "fill-state";
    /// One of them is incomplete.
    Incomplete "incomplete";
    /// Different links.
    Link "link";
    /// Different versions of iogram.
    Version "version";
    /// Different kernels.
    Kernel "kernel";
    /// Different computers.
    Computer "computer";
    /// Different CPUs.
    Cpu "cpu";
    /// Different CPU frequency settings.
    Governor "governor";
    /// Different I/O schedulers.
    Scheduler "scheduler";
    /// Different settings of the write cache.
    WriteCache "write-cache";
    /// Only one run changed settings of the computer.
    Tuned "tuned";
    /// Different I/O paths to the drive.
    Engine "engine";
    /// The computer, not the drive, limited at least one run.
    GeneratorBound "generator-bound";
    /// Different tools, or different versions of a tool.
    Tool "tool";
    /// The conditions of only one run are known.
    Conditions "conditions";
    /// Something limited the results of both runs.
    Limited "limited";
}

/// A condition, other than the drive, in which two runs differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Obstacle {
    /// Short stable name, such as `method` or `link`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: ObstacleCode,
    /// Whether it forbids a comparison or only confounds it.
    pub weight: ObstacleWeight,
    /// The run that differs from the first one.
    pub run: String,
    /// The difference, with both values.
    pub message: String,
    /// The difference for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// One figure of one cell in every run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedRow {
    /// The cell's name; if tools name the same work differently, the names of all sides joined by ` = `.
    pub cell: String,
    /// The operation; `None` means reads and writes together.
    pub operation: Option<OpKind>,
    /// Name of the figure, which ends in its unit.
    pub figure: String,
    /// Whether a lower value is better.
    pub is_less_better: bool,
    /// One value for each side; `None` if the side lacks it.
    pub values: Vec<Option<ComparedValue>>,
    /// One difference for each side after the first.
    pub differences: Vec<Difference>,
}

/// A figure on one side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedValue {
    /// For one run, the mean of the repetitions (rates) or the value of their merged histogram (latencies). For
    /// several runs, the geometric mean of these.
    pub value: f64,
    /// The value of each counted repetition of all runs.
    pub repetitions: Vec<Option<f64>>,
    /// The value of each run, if there are several; `None` if a run lacks it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Option<f64>>,
    /// 95 % confidence interval: of the mean over repetitions for one run, of the geometric mean over runs for
    /// several. `None` with fewer than two values.
    pub interval: Option<Range95>,
    /// Number of requests behind the value.
    pub request_count: u64,
}

/// The difference of a figure from the first side's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The other value divided by the first, less 1: of geometric means over runs, or over repetitions with one run
    /// per side. `None` if either is missing or zero.
    pub change_ratio: Option<f64>,
    /// 95 % confidence interval of the change; `None` with too few runs or repetitions.
    pub interval: Option<Range95>,
    /// How often chance alone makes a difference as large anywhere in the table (Holm), 0 to 1; `None` unless both
    /// sides have several runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance_ratio: Option<f64>,
    /// The verdict.
    pub verdict: DifferenceVerdict,
    /// Why there is no verdict; `None` if there is one.
    pub reason: Option<String>,
    /// The reason for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// The verdict on a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceVerdict {
    /// Better than the first side, by more than runs differ by chance.
    Better,
    /// Worse than the first side, by more than runs differ by chance.
    Worse,
    /// Better in this run than in the first one; the next run may differ.
    BetterInRun,
    /// Worse in this run than in the first one; the next run may differ.
    WorseInRun,
    /// The confidence interval excludes any relevant difference.
    Alike,
    /// The confidence interval includes better and worse, or there is none.
    CannotTell,
    /// The runs are not comparable.
    NotComparable,
}
