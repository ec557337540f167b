//! What the tests of comparisons gave that show drives beside each other: records of several sizes, an image, a database, a
//! boot. Computed by the `findings` crate.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::Bytes;

/// One run of a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FigureRun {
    /// In the figure's unit; `None` is missing.
    pub value: Option<f64>,
    /// Why it is left out of the mean; `None` if it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
}

/// What stands in one picture: bars of the same kind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TestGroup {
    /// Records of one size, in several orders.
    Records,
    /// An image, written until it is on the drive.
    Image,
    /// Transactions of a database, as the time that all of them took.
    Database,
    /// A computer that boots, as the time that it took.
    Boot,
}

/// One test of one drive: one bar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriveTest {
    /// What it stands beside.
    pub group: TestGroup,
    /// Size of the records; `None` where there are none.
    #[serde(default, rename = "block_bytes", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub block: Option<Bytes>,
    /// The test without the size, such as `random write`.
    pub test: String,
    /// Name of the figure, which ends in its unit: `bytes_per_s` or `elapsed_ns`.
    pub figure: String,
    /// Each repetition, in order.
    pub runs: Vec<FigureRun>,
    /// Of those that count; `None` if there are none.
    pub mean: Option<f64>,
    /// The lowest of those that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The highest of those that count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// How many times as long the slowest took as the fastest, where that is so much that nobody can rely on either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart_ratio: Option<f64>,
    /// What was set, without how often it was done: tests of other settings are other tests.
    pub settings: String,
    /// Whether the requests of a program were made again in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_replayed: bool,
    /// Whether the drive was a simulated one: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// The run's id.
    pub run: String,
}
