//! Advice on which drive suits which use: the rules as data, and the results of applying them to drives. The
//! `findings` crate computes the results; the `catalogue` crate reads the rules.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Headline;
use crate::catalogue::{DriveDefect, DriveFigure, Price, Quality};
use crate::figure::Figure;
use crate::finding::{FigureBound, Verdict};
use crate::message::Message;
use crate::units::Bytes;

/// A use for which somebody buys a drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Purpose {
    /// Name on the command line.
    pub id: String,
    /// Whether the use comes with iogram, so that every language has words for it.
    pub is_built_in: bool,
    /// Title of the use, in one line.
    pub title: String,
    /// Why the rules below are the ones that matter, and what they leave out.
    pub reasoning: String,
    /// Who states that the use needs this, with the page.
    pub source: String,
    /// The requirements on a drive.
    pub demands: Vec<Demand>,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
    /// Bytes that the use writes and makes durable at a time, if that matters.
    pub record: Option<Bytes>,
    /// Published facts that a drive must have, such as `power-loss protection`. iogram does not measure them.
    pub needs: Vec<String>,
    /// The figures that rank the drives that satisfy all demands: the first that tells two drives apart decides.
    pub order: Vec<OrderFigure>,
    /// The share by which a drive may cost more than the cheapest drive that is not known to fail a demand; `None`:
    /// prices do not matter.
    pub dearer_max_ratio: Option<f64>,
}

/// A figure that ranks drives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderFigure {
    /// The kind of work.
    pub quality: Quality,
    /// The figure of that work.
    pub figure: Figure,
}

impl OrderFigure {
    /// Whether a lower value is better.
    #[must_use]
    pub fn is_less_better(self) -> bool {
        !matches!(self.figure, Figure::BytesPerS | Figure::BytesPerSBeforeFlush | Figure::Iops)
    }
}

/// A requirement of a use.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// Short stable name, such as `etcd-fsync`.
    pub id: String,
    /// What it means for the user.
    pub title: String,
    /// The required figure.
    pub of: OrderFigure,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure must stay below the limit (otherwise it must reach it).
    pub is_upper_limit: bool,
    /// Who published it.
    pub source: String,
}

/// All known drives, ranked for one use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// Always [`Advice::FORMAT`].
    pub format: String,
    /// Id of the use.
    pub purpose: String,
    /// Whether the use comes with iogram.
    #[serde(default)]
    pub is_built_in: bool,
    /// Title of the use, in one line.
    pub title: String,
    /// Why these rules and no others, in words.
    pub reasoning: String,
    /// Who states the rules, with the page.
    pub source: String,
    /// The figures that decide the ranking, the decisive one first, such as `sync-write.iops`.
    pub order: Vec<String>,
    /// The figure that ranks the drives: the first of `order` that at least two drives have; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides: Option<String>,
    /// The answer; `None` if an older version wrote this without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// The highest price that the user accepts; `None` without a budget.
    #[schemars(with = "Option<String>")]
    pub budget: Option<Price>,
    /// The drives, best first.
    pub drives: Vec<AdvisedDrive>,
    /// Drives that are not ranked, with the reason.
    pub left_out: Vec<LeftOut>,
}

impl Advice {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-advice/1";
}

/// The standing of a drive for a use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It satisfies every demand.
    Suitable,
    /// It fails no demand, but some could not be checked.
    Unproven,
    /// It fails a demand.
    Unsuitable,
}

/// A drive, judged for one use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisedDrive {
    /// Its id in the catalogue.
    pub id: String,
    /// Product name.
    pub name: String,
    /// Whether a simulated drive produced its figures: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// Rank among the suitable drives, from 1; drives that cannot be told apart share a rank. `None` if the drive is
    /// not suitable or that is not known yet.
    pub place_index: Option<u32>,
    /// Whether it suits the use.
    pub standing: Standing,
    /// Its price; `None` is unknown.
    #[schemars(with = "Option<String>")]
    pub price: Option<Price>,
    /// Capacity on the label.
    #[serde(rename = "capacity_bytes")]
    #[schemars(with = "Option<u64>")]
    pub capacity: Option<Bytes>,
    /// Each demand with its result.
    pub reasons: Vec<Reason>,
    /// The figures that decide the ranking.
    pub figures: Vec<AdvisedFigure>,
    /// Capacity and speed per unit of money; absent without a price.
    pub value: Option<ValueForMoney>,
    /// Whether no other drive is both cheaper and better in the first figure; `None` without a price or without the
    /// figure.
    pub is_on_front: Option<bool>,
    /// Missing measurements, and facts that no measurement shows, that would settle the open demands.
    pub missing: Vec<String>,
    /// Runs that found that it failed or is not what it claims to be: then it suits no use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defects: Vec<DriveDefect>,
}

/// A demand applied to a drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The demand's id.
    pub demand: String,
    /// What the demand means for the user.
    pub title: String,
    /// The result.
    pub verdict: Verdict,
    /// The figure, such as `sync-write.latency_p99_ns`.
    pub figure: String,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure must stay below the limit.
    pub is_upper_limit: bool,
    /// The mean of the counted runs; `None` is not measured.
    pub measured: Option<f64>,
    /// Whether `measured` is an upper or lower bound, because there are too few requests for the percentile; absent
    /// if it is the figure itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<FigureBound>,
    /// The worse of two counted runs, which decided; absent with one run, and with three or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst: Option<f64>,
    /// The bound that the next run keeps with 95 % confidence, which decided; absent with fewer than three counted
    /// runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_run: Option<f64>,
    /// The measurements behind it.
    pub evidence: Option<DriveFigure>,
    /// Who published the demand.
    pub source: String,
}

/// A figure that decides the ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisedFigure {
    /// The figure, such as `random-read-4k.iops`.
    pub figure: String,
    /// The mean; `None` is not measured.
    pub value: Option<f64>,
    /// The measurements behind it.
    pub evidence: Option<DriveFigure>,
}

/// Capacity and speed per unit of the currency. `None` is not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueForMoney {
    /// The currency as three letters (ISO 4217).
    pub currency: String,
    /// Bytes of capacity per unit of the currency.
    pub per_unit_bytes: Option<f64>,
    /// Bytes per second of sequential reads per unit of the currency.
    pub read_per_unit_bytes_per_s: Option<f64>,
    /// Bytes per second of sequential writes per unit of the currency.
    pub write_per_unit_bytes_per_s: Option<f64>,
    /// Synced small writes per second, per unit of the currency.
    pub sync_per_unit_iops: Option<f64>,
}

/// A drive that is not ranked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Its id in the catalogue.
    pub id: String,
    /// Product name.
    pub name: String,
    /// Why it is not ranked, in English.
    pub reason: String,
    /// The reason for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}
