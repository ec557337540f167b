//! Many drives at once, as `iogram fleet` reports them: the outliers, and the distribution of figures.

use std::sync::Arc;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::Quality;
use crate::message::Message;
use crate::shortcoming::RunShortcoming;
use crate::units::Bytes;

/// The report on all measured drives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fleet {
    /// Always [`Fleet::FORMAT`].
    pub format: String,
    /// Whether all drives are simulated: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// Number of runs in the report.
    pub run_count: u64,
    /// Runs without a serial number: their drive is unknown, so they are excluded.
    pub unidentified_run_count: u64,
    /// Number of drives, distinguished by model, capacity and serial number.
    pub drive_count: u64,
    /// The headline: how many drives failed, stall, cause harm or are unknown, the worst first; empty if no run
    /// reports a problem.
    #[serde(default)]
    pub lead: Vec<Message>,
    /// Drives whose own runs report a problem, the worst first.
    #[serde(default)]
    pub members: Vec<FleetMember>,
    /// Each model with its results, the one with the most drives first.
    pub models: Vec<FleetModel>,
    /// Number of statistical tests of the figures: chance can make each one wrong.
    pub question_count: u64,
    /// The outliers, the largest difference first.
    pub oddities: Vec<Oddity>,
    /// The distribution of each figure over the drives.
    pub distributions: Vec<FleetDistribution>,
}

impl Fleet {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-fleet/1";
}

/// A drive whose own runs report a problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetMember {
    /// The model, as in [`FleetModel::model`].
    pub model: String,
    /// The drive's serial number.
    pub drive: String,
    /// The problem, and the statement that reports it.
    #[serde(flatten)]
    pub told: RunShortcoming,
    /// Number of its runs that report the problem.
    pub said_run_count: u64,
    /// Number of its runs.
    pub run_count: u64,
}

/// Drives of one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetModel {
    /// Vendor, model and capacity, as in the rest of the record.
    pub model: String,
    /// Number of drives of the model.
    pub drive_count: u64,
    /// Number of runs of these drives.
    pub run_count: u64,
    /// Firmware revisions found, in order; empty means unknown.
    pub firmwares: Vec<String>,
    /// The smallest difference from its siblings at which a drive would be detected, for the median figure: 0.2 is a
    /// fifth slower. `None`: there are too few siblings.
    pub visible_ratio: Option<f64>,
}

/// A figure by which drives are compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct FleetFigure {
    /// The model, as in [`FleetModel::model`].
    pub model: String,
    /// The method's id.
    pub method: String,
    /// The kind of work.
    pub quality: Quality,
    /// Block size; `None` is unknown or mixed.
    #[serde(rename = "block_bytes")]
    #[schemars(with = "Option<u64>")]
    pub block: Option<Bytes>,
    /// Outstanding requests of all jobs together; `None` is unknown or mixed.
    pub depth: Option<u32>,
    /// Name of the figure, which ends in its unit.
    pub figure: String,
}

/// The contribution of one run of an identified drive to a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetRun {
    /// Vendor, model and capacity.
    pub model: String,
    /// The drive's serial number.
    pub drive: String,
    /// Firmware revision; `None` is unknown.
    pub firmware: Option<String>,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// Used share of its life at that time; `None` is unknown.
    pub life_used_ratio: Option<f64>,
    /// Bytes that hosts had written to it by then; `None` is unknown.
    pub written_bytes: Option<u64>,
    /// The measured figures in their order, each above zero and in its own unit. Runs of one model and method share
    /// the same figure objects.
    pub figures: Vec<(Arc<FleetFigure>, f64)>,
    /// The problem that the run reports about its drive; `None` if there is none.
    pub shortcoming: Option<RunShortcoming>,
}

/// An outlier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Oddity {
    /// The kind of outlier.
    #[serde(flatten)]
    pub kind: OddityKind,
    /// The figure with the largest difference.
    pub of: FleetFigure,
    /// The outlying value divided by the usual one.
    pub ratio: f64,
    /// False discovery rate if this and all more significant outliers are reported, over all tests, 0 to 1: at most
    /// 0.01 (Benjamini and Hochberg).
    pub chance_ratio: f64,
    /// Number of further figures that show it.
    pub more_count: u64,
}

/// A kind of outlier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OddityKind {
    /// A drive differs from the others of its model.
    Drive {
        /// The drive's serial number.
        drive: String,
        /// Median of the drive's values, in the unit of the figure.
        value: f64,
        /// The median of the others' medians.
        usual: f64,
        /// Number of the others.
        sibling_count: u64,
    },
    /// Drives with another firmware differ.
    Firmware {
        /// The revision of most drives.
        base: String,
        /// The other revision.
        other: String,
        /// Drives with `base`.
        base_count: u64,
        /// Drives with `other`.
        other_count: u64,
        /// Lower bound of the ratio, with 95 % confidence.
        low: f64,
        /// Upper bound of the ratio, with 95 % confidence.
        high: f64,
    },
    /// In the order of serial numbers, drives differ from one of them on.
    Batch {
        /// The serial number at which the difference begins.
        first: String,
        /// Drives before it, back to the previous change.
        before_count: u64,
        /// Drives from it on, up to the next change.
        behind_count: u64,
    },
    /// A drive changes over its life.
    Drift {
        /// The drive's serial number.
        drive: String,
        /// The measure of its life.
        along: DriftAlong,
        /// Life at the first run, in the unit of `along`.
        from: f64,
        /// Life at the last run, in the unit of `along`.
        to: f64,
        /// Number of its runs.
        run_count: u64,
    },
}

/// A measure of a drive's life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DriftAlong {
    /// The used share of its life as it reports it, 0 to 1 and above.
    LifeUsed,
    /// Bytes that hosts wrote to it.
    Written,
    /// Days since 1970: it has no counter of its own, or its counter did not change.
    Days,
}

/// The distribution of a figure over drives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetDistribution {
    /// The figure.
    pub of: FleetFigure,
    /// The part of the model's drives: a firmware revision or a serial number; `None` means all of them.
    pub group: Option<String>,
    /// Number of drives, each counted once by the median of its runs.
    pub drive_count: u64,
    /// Runs of these drives.
    pub run_count: u64,
    /// The smallest value, in the unit of the figure.
    pub min: f64,
    /// A quarter of the drives is at or below this value.
    pub p25: f64,
    /// The median.
    pub median: f64,
    /// A quarter of the drives is at or above this value.
    pub p75: f64,
    /// The largest value.
    pub max: f64,
}
