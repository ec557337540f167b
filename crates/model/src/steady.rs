//! Criteria of a steady state.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell::{CellRecord, CellState};
use crate::figure::Figure;
use crate::number::{Total as _, float};

/// The criterion for a steady figure of some cells, with one value per round: over the last rounds it varies little
/// and has hardly a trend.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyRule {
    /// The names of the cells that must be steady, all in the same rounds.
    pub cells: Vec<String>,
    /// Number of last rounds to judge. At least 2.
    pub window_count: u32,
    /// Limit of the largest minus the smallest value, as a share of the mean.
    pub range_ratio: f64,
    /// Limit of the change of the least-squares line from the window's first to its last round, as a share of the
    /// mean.
    pub slope_ratio: f64,
    /// Rounds after which the search for steady state ends.
    pub rounds_max_count: u32,
    /// The figure of these cells that must be steady, reads and writes together: `bytes_per_s`, `iops` or
    /// `latency_mean_ns`. Absent: `bytes_per_s`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// How often a round measures a judged cell; the last measurement is the round's value. Absent: once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples_count: Option<u32>,
    /// The names of all cells of a round, each once; absent in records of versions that did not store them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub round_cells: Vec<String>,
    /// The rounds end, steady or not, when their cells have written the capacity this many times; absent without such
    /// a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes_max_count: Option<u32>,
    /// Whether rounds continue after steady state, up to the limit of written bytes or of rounds. Absent: they end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goes_on_steady: bool,
}

impl SteadyRule {
    /// The figures that can be required to be steady.
    pub const FIGURES: [Figure; 3] = [Figure::BytesPerS, Figure::Iops, Figure::LatencyMean];

    /// The figure that must be steady.
    #[must_use]
    pub fn figure(&self) -> Figure {
        self.figure.unwrap_or(Figure::BytesPerS)
    }

    /// The measurements of the cell `name` that are the values of its rounds, in order. Measurements of an
    /// interrupted round do not count.
    pub fn rounds<'a>(
        &self,
        name: &str,
        cells: &'a [CellRecord],
    ) -> impl Iterator<Item = &'a CellRecord> + use<'a> {
        let samples = usize::try_from(self.samples_count.unwrap_or(1)).unwrap_or(usize::MAX);
        let named: Vec<&CellRecord> = cells.iter().filter(|cell| cell.name == name).collect();
        let last_of_round = samples.max(1).saturating_sub(1);
        named.into_iter().skip(last_of_round).step_by(samples.max(1))
    }

    /// Bytes written by the cells of the rounds.
    #[must_use]
    pub fn written_bytes(&self, cells: &[CellRecord]) -> u64 {
        let of_rounds = cells.iter().filter(|cell| self.round_cells.contains(&cell.name));
        of_rounds.filter_map(|cell| cell.operations.write.as_ref()).map(|it| it.bytes).total()
    }

    /// Whether the rounds have written their limit for a target of `capacity_bytes`.
    #[must_use]
    pub fn is_written(&self, capacity_bytes: u64, cells: &[CellRecord]) -> bool {
        self.passes_max_count.is_some_and(|passes| {
            self.written_bytes(cells) >= capacity_bytes.saturating_mul(u64::from(passes))
        })
    }
}

/// The figure of a round, reads and writes together; `None` if the cell did not complete or lacks the figure. For a
/// cell that ended early, it is the figure at the planned length.
#[must_use]
pub fn value_of_round(figure: Figure, cell: &CellRecord) -> Option<f64> {
    if cell.state != CellState::Completed {
        return None;
    }
    let operations = || [&cell.operations.read, &cell.operations.write].into_iter().flatten();
    let planned =
        cell.ending.as_ref().and_then(|it| it.planned_rate_ratio).filter(|it| *it > 0.0);
    let planned = planned.unwrap_or(1.0);
    match figure {
        Figure::BytesPerS => cell.throughput().map(|it| it.bytes_per_s * planned),
        Figure::Iops => {
            operations().next().map(|_| operations().map(|it| it.iops).sum::<f64>() * planned)
        }
        Figure::LatencyMean => {
            let count = float(operations().map(|it| it.count).total());
            let sum = operations().map(|it| it.latency_ns.mean * float(it.count)).sum::<f64>();
            // The number of outstanding requests is constant: twice the rate is half the latency.
            (count > 0.0).then(|| sum / count / planned)
        }
        _ => None,
    }
}
