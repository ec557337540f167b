//! Results of the tests that drive comparisons show side by side: records of several sizes, an image, a database, a
//! boot. The `findings` crate computes them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::units::Bytes;

/// One run of a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FigureRun {
    /// The value in the figure's unit; `None` is missing.
    pub value: Option<f64>,
    /// Why the mean excludes it; `None` if it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
}

/// A chart with bars of the same kind.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TestGroup {
    /// Records of one size, in several orders.
    Records,
    /// An image, until all of it is written to the drive.
    Image,
    /// Transactions of a database: their total time.
    Database,
    /// A computer that boots: its time.
    Boot,
}

/// One test of one drive: one bar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DriveTest {
    /// The chart that shows it.
    pub group: TestGroup,
    /// Size of the records; `None` if the test has none.
    #[serde(default, rename = "block_bytes", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub block: Option<Bytes>,
    /// Name of the test without the size, such as `random write`.
    pub test: String,
    /// Name of the figure, which ends in its unit: `bytes_per_s` or `elapsed_ns`.
    pub figure: String,
    /// The value of each repetition, in order.
    pub runs: Vec<FigureRun>,
    /// The mean of the counted repetitions; `None` if there are none.
    pub mean: Option<f64>,
    /// The lowest of the counted repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The highest of the counted repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Time of the slowest repetition divided by that of the fastest, if it is too large to rely on either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart_ratio: Option<f64>,
    /// The settings, without the number of repetitions: other settings make another test.
    pub settings: String,
    /// Whether a recording of a program's requests was replayed instead of running the program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_replayed: bool,
    /// Whether the drive was simulated: then no hardware was measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_simulation: bool,
    /// The run's id.
    pub run: String,
}
