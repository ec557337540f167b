//! Many drives at once, as `iogram fleet` tells of them: which do not go together, and how figures are distributed.

use std::sync::Arc;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::Quality;
use crate::message::Message;
use crate::shortcoming::RunShortcoming;
use crate::units::Bytes;

/// What is told of all drives that were measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fleet {
    /// Always [`Fleet::FORMAT`].
    pub format: String,
    /// Whether all of the drives are simulated ones: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// Runs that were looked at.
    pub run_count: u64,
    /// Runs that name no serial number: which drive they are of is unknown, so they are left out.
    pub unidentified_run_count: u64,
    /// Drives, told apart by model, capacity and serial number.
    pub drive_count: u64,
    /// What leads: how many of the drives failed, stall, hurt or are not known, the worst first; empty if nothing is said against
    /// any.
    #[serde(default)]
    pub lead: Vec<Message>,
    /// Drives against which their own runs say something, the worst first.
    #[serde(default)]
    pub members: Vec<FleetMember>,
    /// Each model with what could be told of it, the one with the most drives first.
    pub models: Vec<FleetModel>,
    /// How many questions were asked of the figures: each may be answered wrong by chance.
    pub question_count: u64,
    /// What does not go together, the farthest apart first.
    pub oddities: Vec<Oddity>,
    /// How each figure is distributed over the drives.
    pub distributions: Vec<FleetDistribution>,
}

impl Fleet {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-fleet/1";
}

/// A drive against which its own runs say something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetMember {
    /// The model, as in [`FleetModel::model`].
    pub model: String,
    /// The serial number.
    pub drive: String,
    /// What is said, and by which statement.
    #[serde(flatten)]
    pub told: RunShortcoming,
    /// Its runs that say so.
    pub said_run_count: u64,
    /// All of its runs.
    pub run_count: u64,
}

/// Drives of one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetModel {
    /// Vendor, model and capacity, as the other parts of the record name it.
    pub model: String,
    /// Drives of it.
    pub drive_count: u64,
    /// Runs of these drives.
    pub run_count: u64,
    /// Revisions of firmware that were seen, in order; empty is unknown.
    pub firmwares: Vec<String>,
    /// From this difference to its siblings on would a drive have been seen, in the middle one of the figures:
    /// 0.2 is a fifth slower. `None`: there are too few siblings to tell.
    pub visible_ratio: Option<f64>,
}

/// A figure that drives are compared by.
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
    /// Requests outstanding, all jobs together; `None` is unknown or mixed.
    pub depth: Option<u32>,
    /// Name of the figure, which ends in its unit.
    pub figure: String,
}

/// What one run of a drive that can be told apart from others adds to a fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct FleetRun {
    /// Vendor, model and capacity.
    pub model: String,
    /// The serial number.
    pub drive: String,
    /// Revision of the firmware; `None` is unknown.
    pub firmware: Option<String>,
    /// Wall clock at the start, microseconds since 1970 UTC.
    pub started_at_us: i64,
    /// The share of its life that was used by then; `None` is unknown.
    pub life_used_ratio: Option<f64>,
    /// What hosts had written to it by then; `None` is unknown.
    pub written_bytes: Option<u64>,
    /// What was measured, each above zero, in the unit of the figure, in the order of figures. Runs of one model and
    /// method name the same figures: they share them.
    pub figures: Vec<(Arc<FleetFigure>, f64)>,
    /// What it says against its drive; `None` is nothing.
    pub shortcoming: Option<RunShortcoming>,
}

/// Something that does not go together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Oddity {
    /// What it is.
    #[serde(flatten)]
    pub kind: OddityKind,
    /// The figure in which it is largest.
    pub of: FleetFigure,
    /// The odd value divided by the usual one.
    pub ratio: f64,
    /// How far chance explains it, over all questions, 0 to 1: at most 0.01 (Benjamini and Hochberg).
    pub chance_ratio: f64,
    /// In how many more figures it was seen.
    pub more_count: u64,
}

/// What does not go together with what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OddityKind {
    /// A drive differs from the others of its model.
    Drive {
        /// Its serial number.
        drive: String,
        /// Its median, in the unit of the figure.
        value: f64,
        /// The median of the others' medians.
        usual: f64,
        /// How many the others are.
        sibling_count: u64,
    },
    /// Drives with another firmware differ.
    Firmware {
        /// The revision of most drives.
        base: String,
        /// The other one.
        other: String,
        /// Drives with `base`.
        base_count: u64,
        /// Drives with `other`.
        other_count: u64,
        /// The ratio is at least so much, with 95 % confidence.
        low: f64,
        /// .. and at most so much.
        high: f64,
    },
    /// From one serial number on, in their order, drives differ.
    Batch {
        /// The serial number of the first of them.
        first: String,
        /// Drives before it, up to the change before.
        before_count: u64,
        /// Drives from it on, up to the next change.
        behind_count: u64,
    },
    /// A drive changes over its life.
    Drift {
        /// Its serial number.
        drive: String,
        /// Along what.
        along: DriftAlong,
        /// From the first run.
        from: f64,
        /// To the last one, in the unit of `along`.
        to: f64,
        /// Runs of it.
        run_count: u64,
    },
}

/// What a drive's life is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DriftAlong {
    /// The share of its life that it says is used, 0 to 1 and above.
    LifeUsed,
    /// Bytes that hosts wrote to it.
    Written,
    /// Days since 1970: it counts nothing of its own, or nothing changed.
    Days,
}

/// How a figure is distributed over drives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetDistribution {
    /// The figure.
    pub of: FleetFigure,
    /// Of which of the model's drives: a revision of firmware or a serial number; `None` is all of them.
    pub group: Option<String>,
    /// Drives, each counted once by the median of its runs.
    pub drive_count: u64,
    /// Runs of these drives.
    pub run_count: u64,
    /// The smallest, in the unit of the figure.
    pub min: f64,
    /// A quarter of the drives is at or below.
    pub p25: f64,
    /// The middle one.
    pub median: f64,
    /// A quarter of the drives is at or above.
    pub p75: f64,
    /// The largest.
    pub max: f64,
}
