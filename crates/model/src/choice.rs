//! Cells that take over settings from another cell of the same run, and results of increasing demand.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell::CellRecord;
use crate::figure::Figure;
use crate::number::float;
use crate::steady::{SteadyRule, value_of_round};
use crate::workload::Workload;

/// A choice among measured cells, and the cells that take over settings from the chosen one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceRule {
    /// Name of the choice, such as `max`.
    pub name: String,
    /// The names of the candidate cells.
    pub among: Vec<String>,
    /// The figure that decides, of reads and writes together: one of [`SteadyRule::FIGURES`].
    pub figure: Figure,
    /// Which of the values wins.
    pub pick: ChoicePick,
    /// A limit that a candidate must keep; absent without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<ChoiceLimit>,
    /// The cells that follow, and the settings that each takes over. If no cell can be chosen, none of them is
    /// measured.
    pub cells: Vec<TakingCell>,
}

/// Which of several values is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChoicePick {
    /// The highest value.
    Highest,
    /// The lowest value.
    Lowest,
    /// The value nearest to the middle between the highest and the lowest.
    Middle,
    /// A choice of a newer version.
    #[serde(other)]
    Unknown,
}

/// An upper limit that a candidate must stay below.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceLimit {
    /// The figure: one of [`SteadyRule::FIGURES`].
    pub figure: Figure,
    /// The limit, in the figure's unit.
    pub limit: f64,
}

/// A cell that takes over settings from the chosen one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakingCell {
    /// The cell's name.
    pub cell: String,
    /// The settings that it takes over. Empty if the choice only decides whether the cell is measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub takes: Vec<Taken>,
}

/// A setting that one cell takes over from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Block sizes and their weights.
    Block,
    /// Queue depth of each job.
    Depth,
    /// Number of jobs.
    Jobs,
    /// Shares of reads, writes, discards and flushes.
    Read,
    /// A setting of a newer version.
    #[serde(other)]
    Unknown,
}

impl Taken {
    /// Copies the setting from one workload to another.
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
    /// Chooses among `cells` and returns the last measurement of the chosen one; `None` if none has both figures and
    /// keeps the limit. Of equal cells, the one with the fewest outstanding requests wins.
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

    /// Whether the cell `name` keeps the limit.
    #[must_use]
    pub fn keeps_limit(&self, name: &str, steady: &[SteadyRule], cells: &[CellRecord]) -> bool {
        let Some(limit) = self.limit else { return true };
        value_of_cell(limit.figure, name, steady, cells)
            .is_some_and(|value| value < limit.limit)
    }
}

/// The mean of a figure over the last rounds if the cell belongs to some, otherwise over all its repetitions; `None`
/// if one of these lacks the figure. The figure is one of [`SteadyRule::FIGURES`].
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

/// The measurements of a cell that count: the last rounds of a window if it belongs to some, otherwise all.
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

/// Cells of increasing demand intensity, and the limit of the mean response time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DemandRule {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// Upper limit of the mean response time; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_limit_ns: Option<u64>,
}

/// Throughput and response time of a drive at increasing numbers of outstanding requests. Means are over time,
/// percentiles over all requests; of rounds, the last ones count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandIntensity {
    /// Upper limit of the mean response time; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_mean_limit_ns: Option<u64>,
    /// Number of cells that keep the limit.
    pub within_count: u64,
    /// Of those, the cell with the most requests per second; `None` if there is none.
    pub most: Option<String>,
    /// Of those, the cell with the fewest outstanding requests that reaches nearly as many per second; `None` if
    /// there is none.
    pub enough: Option<String>,
    /// One point for each measured cell, in the order of first measurement.
    pub points: Vec<DemandPoint>,
}

/// Results of a drive at one number of outstanding requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandPoint {
    /// The name of the cell.
    pub cell: String,
    /// Number of jobs.
    pub jobs_count: u32,
    /// Queue depth of each job.
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
    /// CPU time of the submitters as a share of all of the computer's CPUs; `None` if it was not observed.
    pub cpu_ratio: Option<f64>,
}

impl DemandIntensity {
    /// The point of the cell `name`; `None` if there is none.
    #[must_use]
    pub fn point(&self, name: Option<&str>) -> Option<&DemandPoint> {
        self.points.iter().find(|it| Some(it.cell.as_str()) == name)
    }
}

impl DemandPoint {
    /// Outstanding requests of all jobs.
    #[must_use]
    pub const fn outstanding_count(&self) -> u64 {
        (self.jobs_count as u64).saturating_mul(self.depth_count as u64)
    }
}

/// The chosen cell, the reason, and the results of the cell that took over its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// Name of the choice, such as `max`.
    pub name: String,
    /// The chosen cell; `None` if no cell could be chosen.
    pub chosen: Option<String>,
    /// Number of measured candidates.
    pub among_count: u64,
    /// Number of candidates that kept the limit; all of them without a limit.
    pub within_count: u64,
    /// Number of jobs of the chosen cell.
    pub jobs_count: Option<u32>,
    /// Queue depth of each job of the chosen cell.
    pub depth_count: Option<u32>,
    /// Requests per second of the chosen cell.
    pub chosen_iops: Option<f64>,
    /// Mean response time of the chosen cell.
    pub chosen_latency_mean_ns: Option<u64>,
    /// The cell that took over its settings; `None` if it was not measured.
    pub cell: Option<String>,
    /// Requests per second of that cell.
    pub iops: Option<f64>,
    /// Mean response time of that cell.
    pub latency_mean_ns: Option<u64>,
    /// 99 % of that cell's requests took no longer.
    pub latency_p99_ns: Option<u64>,
    /// 99.999 % of that cell's requests took no longer.
    pub latency_p99999_ns: Option<u64>,
    /// The slowest request of that cell.
    pub latency_max_ns: Option<u64>,
}
