//! Which drive for which use: the rules as data, and what comes of holding them against drives. Computed
//! by the `findings` crate; rules are read by the `catalogue` crate.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Headline;
use crate::catalogue::{DriveDefect, DriveFigure, Price, Quality};
use crate::figure::Figure;
use crate::finding::{FigureBound, Verdict};
use crate::message::Message;
use crate::units::Bytes;

/// A use that a drive can be bought for.
#[derive(Debug, Clone, PartialEq)]
pub struct Purpose {
    /// Name on the command line.
    pub id: String,
    /// Whether it comes with iogram, so that there are words for it in every language.
    pub is_built_in: bool,
    /// What it is called, in one line.
    pub title: String,
    /// Why the rules below are the ones that matter, and what they leave out.
    pub reasoning: String,
    /// Who says that the use needs this, with the page.
    pub source: String,
    /// What a drive has to satisfy.
    pub demands: Vec<Demand>,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
    /// Bytes that are written and made durable at a time, where that matters.
    pub record: Option<Bytes>,
    /// Published facts of a drive without which it does not suit, such as `power-loss protection`. Nothing measures
    /// them.
    pub needs: Vec<String>,
    /// What drives that satisfy them are ordered by: the first that tells two drives apart decides.
    pub order: Vec<OrderFigure>,
    /// By how much of its price a drive may be dearer than the cheapest that is not known to fail a demand; `None`: prices do
    /// not matter.
    pub dearer_max_ratio: Option<f64>,
}

/// A figure that drives are ordered by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrderFigure {
    /// The kind of work that is asked for.
    pub quality: Quality,
    /// The figure of it that has a limit.
    pub figure: Figure,
}

impl OrderFigure {
    /// Whether less is better.
    #[must_use]
    pub fn is_less_better(self) -> bool {
        !matches!(self.figure, Figure::BytesPerS | Figure::BytesPerSBeforeFlush | Figure::Iops)
    }
}

/// Something that a use asks of a drive.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// Short stable name, such as `etcd-fsync`.
    pub id: String,
    /// What it means for the user.
    pub title: String,
    /// The figure that drives are ordered by.
    pub of: OrderFigure,
    /// In the figure's unit.
    pub limit: f64,
    /// Whether the figure has to stay below the limit (else: reach it).
    pub is_upper_limit: bool,
    /// Who published it.
    pub source: String,
}

/// The drives that are known, for one use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// Always [`Advice::FORMAT`].
    pub format: String,
    /// The use's name.
    pub purpose: String,
    /// Whether it comes with iogram.
    #[serde(default)]
    pub is_built_in: bool,
    /// What the use is called, in one line.
    pub title: String,
    /// Why these rules and no others, in words.
    pub reasoning: String,
    /// Who says so, with the page.
    pub source: String,
    /// The figures that decide, first the one that decides first, such as `sync-write.iops`.
    pub order: Vec<String>,
    /// The figure by which drives are told apart: the first of the order that two of them have; absent if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decides: Option<String>,
    /// The answer; `None` in what was written by a version that gave none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headline: Option<Headline>,
    /// The most that it may cost.
    #[schemars(with = "Option<String>")]
    pub budget: Option<Price>,
    /// The best first.
    pub drives: Vec<AdvisedDrive>,
    /// Drives that are not ranked, and why.
    pub left_out: Vec<LeftOut>,
}

impl Advice {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-advice/1";
}

/// Whether a drive suits a use.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It satisfies every demand.
    Suitable,
    /// It breaks none, but not all could be checked.
    Unproven,
    /// It breaks one.
    Unsuitable,
}

/// A drive for one use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisedDrive {
    /// Its id in the catalogue.
    pub id: String,
    /// Product name.
    pub name: String,
    /// Whether its figures are of a simulated drive: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// Place among the drives that suit, counted from 1; drives that cannot be told apart share one. `None` for
    /// those that do not suit, and while it is open whether they do.
    pub place_index: Option<u32>,
    /// Whether it suits.
    pub standing: Standing,
    /// What it cost; `None` is unknown.
    #[schemars(with = "Option<String>")]
    pub price: Option<Price>,
    /// Capacity on the label.
    #[serde(rename = "capacity_bytes")]
    #[schemars(with = "Option<u64>")]
    pub capacity: Option<Bytes>,
    /// Each demand and what came of it.
    pub reasons: Vec<Reason>,
    /// The figures that decide the order.
    pub figures: Vec<AdvisedFigure>,
    /// What the money buys; absent without a price.
    pub value: Option<ValueForMoney>,
    /// Whether no other drive is both cheaper and better in the first figure; `None` without a price or
    /// without the figure.
    pub is_on_front: Option<bool>,
    /// Measurements, and facts that no measurement shows, that would decide what is open.
    pub missing: Vec<String>,
    /// Runs that found that it failed or is not what it says: then it suits nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defects: Vec<DriveDefect>,
}

/// A demand held against a drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The demand's name.
    pub demand: String,
    /// What it means for the user.
    pub title: String,
    /// What came of it.
    pub verdict: Verdict,
    /// The figure, such as `sync-write.latency_p99_ns`.
    pub figure: String,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure has to stay below the limit.
    pub is_upper_limit: bool,
    /// The mean of the counted runs; `None` is not measured.
    pub measured: Option<f64>,
    /// Which end of the figure `measured` is, where requests are too few for a percentile; absent where it is the figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<FigureBound>,
    /// The worst of two counted runs, which decided; absent with one, and with three and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst: Option<f64>,
    /// What the next run stays within with 95 % confidence, which decided; absent with fewer than three counted runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_run: Option<f64>,
    /// What that rests on.
    pub evidence: Option<DriveFigure>,
    /// Who published the demand.
    pub source: String,
}

/// A figure of the order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisedFigure {
    /// Such as `random-read-4k.iops`.
    pub figure: String,
    /// The mean; `None` is not measured.
    pub value: Option<f64>,
    /// What it rests on.
    pub evidence: Option<DriveFigure>,
}

/// What a unit of the currency buys. `None` is not measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValueForMoney {
    /// The currency as three letters (ISO 4217).
    pub currency: String,
    /// Bytes for one unit of the currency.
    pub per_unit_bytes: Option<f64>,
    /// Bytes per second of sequential reads for one unit of the currency.
    pub read_per_unit_bytes_per_s: Option<f64>,
    /// Bytes per second of sequential writes for one unit of the currency.
    pub write_per_unit_bytes_per_s: Option<f64>,
    /// Synced small writes per second for one unit of the currency.
    pub sync_per_unit_iops: Option<f64>,
}

/// A drive that is not ranked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Its id in the catalogue.
    pub id: String,
    /// Product name.
    pub name: String,
    /// Why it is not among the others, in English.
    pub reason: String,
    /// The same for every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}
