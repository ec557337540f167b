//! Cells that take after one that was chosen among others of the same run, and loads side by side.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell::CellRecord;
use crate::figure::Figure;
use crate::number::float;
use crate::steady::{SteadyRule, value_of_round};
use crate::workload::Workload;

/// Which of the cells that were measured others take after, and what of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceRule {
    /// What is chosen, such as `max`.
    pub name: String,
    /// The names of the cells that it is chosen among.
    pub among: Vec<String>,
    /// What of them is compared, of reads and writes together: one of [`SteadyRule::FIGURES`].
    pub figure: Figure,
    /// Which of them is chosen.
    pub pick: ChoicePick,
    /// What a cell has to keep to be chosen; absent if nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<ChoiceLimit>,
    /// The cells that follow, and what each takes. None of them is measured if none can be chosen.
    pub cells: Vec<TakingCell>,
}

/// Which of several values is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChoicePick {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
    /// The one next to the middle between the highest and the lowest.
    Middle,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}

/// What a cell has to stay below to be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceLimit {
    /// The figure: one of [`SteadyRule::FIGURES`].
    pub figure: Figure,
    /// The limit, in the figure's unit.
    pub limit: f64,
}

/// A cell that takes something from the one that is chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakingCell {
    /// Its name.
    pub cell: String,
    /// What it takes; empty if it only is not measured where none can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Taken>,
}

/// What a cell takes of another one's load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Block sizes and their weights.
    Block,
    /// Queue depth of each job.
    Depth,
    /// Submitters.
    Jobs,
    /// Shares of reads, writes, discards and flushes.
    Read,
    /// Something of a newer version.
    #[serde(other)]
    Unknown,
}

impl Taken {
    /// Puts it from one load into another.
    pub fn put(self, from: &Workload, to: &mut Workload) {
        match self {
            Self::Block => to.block = from.block.clone(),
            Self::Depth => to.depth = from.depth,
            Self::Jobs => to.jobs = from.jobs,
            Self::Read => to.mix = from.mix,
            Self::Unknown => {}
        }
    }
}

impl ChoiceRule {
    /// The cell that is chosen among `cells`, by its last measurement; `None` if none has both figures and keeps the
    /// limit. Of equal ones, it is the one with the fewest requests outstanding.
    #[must_use]
    pub fn choose<'c>(
        &self,
        steady: &[SteadyRule],
        cells: &'c [CellRecord],
    ) -> Option<&'c CellRecord> {
        let mut candidates: Vec<(f64, &CellRecord)> = self
            .among
            .iter()
            .filter(|name| self.keeps_limit(name, steady, cells))
            .filter_map(|name| {
                let value = value_of_cell(self.figure, name, steady, cells)?;
                Some((value, cells.iter().rfind(|cell| cell.name == **name)?))
            })
            .collect();
        candidates.sort_by_key(|(_, cell)| cell.workload.outstanding_count());
        let values = || candidates.iter().map(|(value, _)| *value);
        let highest = values().fold(f64::NEG_INFINITY, f64::max);
        let lowest = values().fold(f64::INFINITY, f64::min);
        let wanted = match self.pick {
            ChoicePick::Highest => highest,
            ChoicePick::Lowest => lowest,
            ChoicePick::Middle => lowest.midpoint(highest),
            ChoicePick::Unknown => return None,
        };
        let away = |value: f64| (value - wanted).abs();
        let best = candidates.iter().min_by(|one, other| away(one.0).total_cmp(&away(other.0)));
        best.map(|(_, cell)| *cell)
    }

    /// Whether the cell `name` may be chosen as far as the limit is concerned.
    #[must_use]
    pub fn keeps_limit(&self, name: &str, steady: &[SteadyRule], cells: &[CellRecord]) -> bool {
        let Some(limit) = self.limit else { return true };
        value_of_cell(limit.figure, name, steady, cells)
            .is_some_and(|value| value < limit.limit)
    }
}

/// The mean of a figure over the last rounds, where the cell is part of some, else over all its repetitions; `None` if
/// one of these has no such figure. The figure is one of [`SteadyRule::FIGURES`].
#[must_use]
pub fn value_of_cell(
    figure: Figure,
    name: &str,
    steady: &[SteadyRule],
    cells: &[CellRecord],
) -> Option<f64> {
    let measured = looked_at(name, steady, cells);
    let values: Option<Vec<f64>> =
        measured.iter().map(|cell| value_of_round(figure, cell)).collect();
    let values = values.filter(|values| !values.is_empty())?;
    Some(values.iter().sum::<f64>() / float(values.len() as u64))
}

/// The measurements of a cell that count: the last rounds of a window, where it is part of some, else all.
#[must_use]
pub fn looked_at<'c>(
    name: &str,
    steady: &[SteadyRule],
    cells: &'c [CellRecord],
) -> Vec<&'c CellRecord> {
    let mut measured: Vec<&CellRecord> =
        cells.iter().filter(|cell| cell.name == name).collect();
    let of_rounds = |rule: &&SteadyRule| rule.round_cells.iter().any(|cell| cell == name);
    if let Some(rule) = steady.iter().find(of_rounds) {
        let window = usize::try_from(rule.window_count).unwrap_or(usize::MAX);
        measured = measured.split_off(measured.len().saturating_sub(window));
    }
    measured
}

/// Cells that ask the drive for more and more, and the mean response time that is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemandRule {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// Mean response times below this are wanted; absent if none is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_limit_ns: Option<u64>,
}

/// How many requests a drive serves and how long these take, by how many it is asked at once. Means are over time,
/// percentiles of all requests; of rounds, the last ones count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandIntensity {
    /// Mean response times below this are wanted; absent if none was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_limit_ns: Option<u64>,
    /// How many of the cells keep it.
    pub within_count: u64,
    /// The cell with the most requests per second of those; `None` if there is none.
    pub most: Option<String>,
    /// The one of them with the fewest outstanding that reaches nearly as many; `None` if there is none.
    pub enough: Option<String>,
    /// Of each cell that was measured, in the order in which it was first measured.
    pub points: Vec<DemandPoint>,
}

/// What a drive did when so much was asked of it at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandPoint {
    /// The name of the cell.
    pub cell: String,
    /// Submitters.
    pub jobs_count: u32,
    /// Requests outstanding of each.
    pub depth_count: u32,
    /// Requests per second.
    pub iops: Option<f64>,
    /// Bytes per second.
    pub bytes_per_s: Option<f64>,
    /// Mean response time.
    pub latency_mean_ns: Option<f64>,
    /// Half of the requests took no longer.
    pub latency_p50_ns: Option<u64>,
    /// 99 % of the requests took no longer.
    pub latency_p99_ns: Option<u64>,
    /// 99.999 % of the requests took no longer.
    pub latency_p99999_ns: Option<u64>,
    /// The slowest request.
    pub latency_max_ns: Option<u64>,
    /// What the submitters took of the computer's processors, as a share of one; `None` where it was not observed.
    pub cpu_ratio: Option<f64>,
}

impl DemandIntensity {
    /// The point of the cell `name`.
    #[must_use]
    pub fn point(&self, name: Option<&str>) -> Option<&DemandPoint> {
        self.points.iter().find(|it| Some(it.cell.as_str()) == name)
    }
}

impl DemandPoint {
    /// Requests outstanding, of all submitters.
    #[must_use]
    pub const fn outstanding_count(&self) -> u64 {
        (self.jobs_count as u64).saturating_mul(self.depth_count as u64)
    }
}

/// Which cell was chosen for others to take after, why, and what those found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// What was chosen, such as `max`.
    pub name: String,
    /// The cell; `None` if none could be.
    pub chosen: Option<String>,
    /// So many were measured.
    pub among_count: u64,
    /// So many of them kept the limit, if there is one.
    pub within_count: u64,
    /// The chosen cell's submitters.
    pub jobs_count: Option<u32>,
    /// The chosen cell's requests outstanding of each.
    pub depth_count: Option<u32>,
    /// The chosen cell's requests per second, by which or beside which it was chosen.
    pub chosen_iops: Option<f64>,
    /// The chosen cell's mean response time.
    pub chosen_latency_mean_ns: Option<u64>,
    /// The cell that took after it; `None` if it was not measured.
    pub cell: Option<String>,
    /// Requests per second of that one.
    pub iops: Option<f64>,
    /// Its mean response time.
    pub latency_mean_ns: Option<u64>,
    /// 99 % of its requests took no longer.
    pub latency_p99_ns: Option<u64>,
    /// 99.999 % of its requests took no longer.
    pub latency_p99999_ns: Option<u64>,
    /// Its slowest request.
    pub latency_max_ns: Option<u64>,
}
