//! A search for the highest load within limits: its next value, and its result.
//!
//! The next value is a function of the measurements so far. So a plan, a run, a resumed run and a record that is
//! judged again reach the same result.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell::{CellRecord, CellState};
use crate::figure::Figure;
use crate::number::float;
use crate::workload::{OpKind, Workload};

/// A search for the highest value of one load parameter within limits. It doubles the value from the lowest one until
/// a limit breaks, then bisects between the values that held and broke, then repeats the remaining value until all
/// repetitions hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchRule {
    /// Name of the search, such as `readers`.
    pub name: String,
    /// The varied parameter.
    pub varied: Varied,
    /// Lowest value, at least 1.
    pub from_count: u32,
    /// Highest value, at least the lowest.
    pub to_count: u32,
    /// Distance at which bisection ends, at least 1.
    pub resolution_count: u32,
    /// Repetitions that must hold at the end, at least 1.
    pub confirm_count: u32,
    /// Number of values to try at the end, each one lower by 1. At least 1.
    pub tries_max_count: u32,
    /// Limits that must hold; at least one.
    pub limits: Vec<SearchLimit>,
    /// The operation whose rate is the answer.
    pub operation: OpKind,
    /// Target rate of this operation per second; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted_iops: Option<f64>,
    /// Name pattern of the cells that double the value; `*` represents the value, as in the next two fields.
    pub widen_cell: String,
    /// Name pattern of the cells that bisect.
    pub narrow_cell: String,
    /// Name pattern of the repeated cells.
    pub confirm_cell: String,
}

/// A load parameter that a search varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Varied {
    /// Number of jobs.
    Jobs,
    /// Queue depth of each job.
    Depth,
    /// A parameter of a newer version.
    #[serde(other)]
    Unknown,
}

impl Varied {
    /// Sets the parameter of a load to `value`.
    pub const fn put(self, value: u32, load: &mut Workload) {
        match self {
            Self::Jobs => load.jobs = value,
            Self::Depth => load.depth = value,
            Self::Unknown => {}
        }
    }

    /// The parameter's value in a load; `None` for a parameter of a newer version.
    #[must_use]
    pub const fn of(self, load: &Workload) -> Option<u32> {
        match self {
            Self::Jobs => Some(load.jobs),
            Self::Depth => Some(load.depth),
            Self::Unknown => None,
        }
    }
}

/// A limit that must hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchLimit {
    /// Name of the concurrent load that it judges; absent for the cell's own load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<String>,
    /// The judged operation.
    pub operation: OpKind,
    /// The judged figure.
    pub figure: Figure,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure must stay below the limit (otherwise it must reach it).
    pub is_upper_limit: bool,
    /// Length of consecutive stretches in each of which it must also hold; absent if only the whole measurement is
    /// judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ns: Option<u64>,
}

/// A limit that was broken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenLimit {
    /// The limit; `None` if requests failed, whatever their latency.
    pub limit: Option<SearchLimit>,
    /// The measured value, in the figure's unit; `None` if requests failed, if there were none, or too few for the
    /// percentile.
    pub measured: Option<f64>,
}

/// A phase of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchPhase {
    /// Doubles the value.
    Widen,
    /// Bisects between the values that held and broke.
    Narrow,
    /// Repeats the remaining value.
    Confirm,
    /// A phase of a newer version.
    #[serde(other)]
    Unknown,
}

/// The next measurement of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// Its phase.
    pub phase: SearchPhase,
    /// Its value.
    pub value: u32,
    /// Repetition, from 0.
    pub repeat: u32,
}

/// Progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchCourse {
    /// The next measurement; `None` if the search is over.
    pub next: Option<Asked>,
    /// The highest value with all repetitions within limits; `None` if there is none yet.
    pub found: Option<u32>,
    /// The highest value that held before repetitions.
    pub held: Option<u32>,
    /// The lowest value that broke a limit; `None` if none did.
    pub broke: Option<u32>,
}

impl SearchRule {
    /// The progress of the search with these `cells`, which may include others.
    #[must_use]
    pub fn course(&self, cells: &[CellRecord]) -> SearchCourse {
        self.course_of(|asked| {
            let cell = self.measured(asked, cells)?;
            Some(self.broken(cell).is_none())
        })
    }

    /// The same from a function that states for each measurement whether all limits held, or `None` if it was not
    /// made.
    fn course_of(&self, known: impl Fn(Asked) -> Option<bool>) -> SearchCourse {
        let mut course = SearchCourse::default();
        let once = |phase, value| Asked { phase, value, repeat: 0 };
        let mut value = self.from_count;
        loop {
            let asked = once(SearchPhase::Widen, value);
            match known(asked) {
                None => return SearchCourse { next: Some(asked), ..course },
                Some(false) => course.broke = Some(value),
                Some(true) => course.held = Some(value),
            }
            if course.broke.is_some() || value >= self.to_count {
                break;
            }
            value = value.saturating_mul(2).min(self.to_count);
        }
        while let (Some(held), Some(broke)) = (course.held, course.broke)
            && broke.saturating_sub(held) > self.resolution_count.max(1)
        {
            let asked = once(SearchPhase::Narrow, held.midpoint(broke));
            match known(asked) {
                None => return SearchCourse { next: Some(asked), ..course },
                Some(true) => course.held = Some(asked.value),
                Some(false) => course.broke = Some(asked.value),
            }
        }
        self.confirmed(course, known)
    }

    fn confirmed(
        &self,
        mut course: SearchCourse,
        known: impl Fn(Asked) -> Option<bool>,
    ) -> SearchCourse {
        let Some(mut value) = course.held else { return course };
        for _ in 0..self.tries_max_count {
            let mut is_held = true;
            for repeat in 0..self.confirm_count {
                let asked = Asked { phase: SearchPhase::Confirm, value, repeat };
                match known(asked) {
                    None => return SearchCourse { next: Some(asked), ..course },
                    Some(held) => is_held &= held,
                }
                if !is_held {
                    break;
                }
            }
            if is_held {
                return SearchCourse { found: Some(value), ..course };
            }
            course.broke = Some(value);
            match value.checked_sub(1).filter(|value| *value >= self.from_count) {
                Some(less) => value = less,
                None => break,
            }
        }
        course
    }

    /// The name pattern of a phase's cells; `None` for a phase of a newer version.
    #[must_use]
    pub fn pattern(&self, phase: SearchPhase) -> Option<&str> {
        match phase {
            SearchPhase::Widen => Some(&self.widen_cell),
            SearchPhase::Narrow => Some(&self.narrow_cell),
            SearchPhase::Confirm => Some(&self.confirm_cell),
            SearchPhase::Unknown => None,
        }
    }

    /// The phase whose cells have this name pattern; `None` if there is none.
    #[must_use]
    pub fn phase_of(&self, pattern: &str) -> Option<SearchPhase> {
        Self::PHASES.into_iter().find(|phase| self.pattern(*phase) == Some(pattern))
    }

    /// The phases, in order.
    pub const PHASES: [SearchPhase; 3] =
        [SearchPhase::Widen, SearchPhase::Narrow, SearchPhase::Confirm];

    /// The name of the cell that measures a value; `None` for a phase of a newer version.
    #[must_use]
    pub fn cell_name(&self, phase: SearchPhase, value: u32) -> Option<String> {
        Some(self.pattern(phase)?.replacen('*', &value.to_string(), 1))
    }

    /// The phase of a record; `None` if it does not belong to this search.
    #[must_use]
    pub fn phase_of_record(&self, cell: &CellRecord) -> Option<SearchPhase> {
        let value = self.varied.of(&cell.workload)?;
        let is_of = |phase: &SearchPhase| {
            self.cell_name(*phase, value).is_some_and(|name| name == cell.name)
        };
        Self::PHASES.into_iter().find(is_of)
    }

    /// The record of a measurement; `None` if it was not made.
    #[must_use]
    pub fn measured<'c>(
        &self,
        asked: Asked,
        cells: &'c [CellRecord],
    ) -> Option<&'c CellRecord> {
        let name = self.cell_name(asked.phase, asked.value)?;
        cells.iter().find(|cell| cell.name == name && cell.repeat == asked.repeat)
    }

    /// The first limit that breaks in `cell`; `None` if all hold. An unknown figure counts as broken, except a
    /// percentile of too few requests if the slowest one keeps the limit.
    #[must_use]
    pub fn broken(&self, cell: &CellRecord) -> Option<BrokenLimit> {
        let is_failed = cell.state != CellState::Completed
            || !cell.errors.is_empty()
            || cell.beside.iter().any(|load| !load.errors.is_empty());
        if is_failed {
            return Some(BrokenLimit { limit: None, measured: None });
        }
        let broken = self.limits.iter().find(|limit| !limit.holds(cell))?;
        Some(BrokenLimit { limit: Some(broken.clone()), measured: broken.measured(cell) })
    }
}

impl SearchLimit {
    /// The measured value in `cell`. For a limit that must hold in every stretch, it is the worse one of the whole
    /// and of the stretches. `None` if there is no value, or too few requests for the percentile.
    #[must_use]
    pub fn measured(&self, cell: &CellRecord) -> Option<f64> {
        let operations = cell.operations_of(self.load.as_deref())?;
        let whole = operations.of(self.operation)?.value_of(self.figure)?;
        let worse = if self.is_upper_limit { f64::max } else { f64::min };
        Some(self.in_stretches(cell).fold(whole, worse))
    }

    /// The figure of each stretch in which it must hold, over the time in which the computer let iogram run.
    fn in_stretches(&self, cell: &CellRecord) -> impl Iterator<Item = f64> {
        let name = self.load.as_deref();
        let load = cell.beside.iter().find(|it| Some(it.name.as_str()) == name);
        let course = load.and_then(|it| it.course.as_ref());
        let windows = course.zip(self.every_ns).into_iter();
        let ramp_ns = cell.workload.ramp.0;
        windows.flat_map(move |(course, every_ns)| {
            let windows = course.windows(self.operation, every_ns);
            windows.filter_map(move |(time, moved)| {
                let (from_ns, to_ns) =
                    (time.start.saturating_add(ramp_ns), time.end.saturating_add(ramp_ns));
                let paused_ns = cell.paused_between_ns(from_ns, to_ns);
                let running_ns = to_ns.saturating_sub(from_ns).saturating_sub(paused_ns);
                let amount = match self.figure {
                    Figure::Iops => moved.count,
                    Figure::BytesPerS => moved.bytes,
                    _ => return None,
                };
                (running_ns > 0).then(|| float(amount) * 1e9 / float(running_ns))
            })
        })
    }

    fn holds(&self, cell: &CellRecord) -> bool {
        let keeps = |value: f64| match self.is_upper_limit {
            true => value < self.limit,
            false => value >= self.limit,
        };
        if let Some(value) = self.measured(cell) {
            return keeps(value);
        }
        let operations = cell.operations_of(self.load.as_deref());
        let slowest =
            operations.and_then(|it| it.of(self.operation)).map(|it| it.latency_ns.max);
        self.figure.is_percentile() && slowest.is_some_and(|ns| keeps(float(ns)))
    }
}

/// The highest load of a drive within limits, and the limit that broke above it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Search {
    /// Name of the search, such as `readers`.
    pub name: String,
    /// The varied parameter.
    pub varied: Varied,
    /// Its lowest value.
    pub from_count: u32,
    /// Its highest value.
    pub to_count: u32,
    /// The highest value with all repetitions within limits; `None` if there is none.
    pub found_count: Option<u32>,
    /// Number of its repetitions.
    pub confirmed_count: u64,
    /// Whether the search completed; `false` if the run was interrupted.
    pub is_complete: bool,
    /// The operation whose rate is the answer.
    pub operation: OpKind,
    /// Requests per second of that operation at the found value, the lowest of the repetitions; `None` if there is no
    /// such value.
    pub iops: Option<f64>,
    /// Bytes per second of that operation at the found value, the lowest of the repetitions; `None` if there is no
    /// such value.
    pub bytes_per_s: Option<f64>,
    /// 99 % of the requests at the found value took no longer, in the worst repetition; `None` with too few requests.
    pub latency_p99_ns: Option<u64>,
    /// 99.9 % of the requests at the found value took no longer, in the worst repetition; `None` with too few
    /// requests.
    pub latency_p999_ns: Option<u64>,
    /// The slowest request at the found value.
    pub latency_max_ns: Option<u64>,
    /// Target rate in requests per second; `None` without one.
    pub wanted_iops: Option<f64>,
    /// The lowest value that broke a limit; `None` if none did up to the highest value.
    pub broken_count: Option<u32>,
    /// The broken limit in the last measurement of that value.
    pub broken: Option<BrokenLimit>,
    /// The limits; empty in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<SearchLimit>,
    /// The measurements, in order.
    pub points: Vec<SearchPoint>,
}

/// One measurement of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchPoint {
    /// The cell.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// The phase.
    pub phase: SearchPhase,
    /// The value.
    pub value_count: u32,
    /// Requests per second of the searched operation.
    pub iops: Option<f64>,
    /// 99 % of its requests took no longer; `None` with too few requests.
    pub latency_p99_ns: Option<u64>,
    /// 99.9 % of its requests took no longer; `None` with too few requests.
    pub latency_p999_ns: Option<u64>,
    /// The slowest request.
    pub latency_max_ns: Option<u64>,
    /// The broken limit; `None` if all held.
    pub broken: Option<BrokenLimit>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> SearchRule {
        SearchRule {
            name: "readers".to_owned(),
            varied: Varied::Jobs,
            from_count: 4,
            to_count: 256,
            resolution_count: 1,
            confirm_count: 3,
            tries_max_count: 5,
            limits: Vec::new(),
            operation: OpKind::Read,
            wanted_iops: None,
            widen_cell: "widen *".to_owned(),
            narrow_cell: "narrow *".to_owned(),
            confirm_cell: "confirm *".to_owned(),
        }
    }

    /// Runs a search on a drive whose limits hold as `holds` says; returns the measurements and the result.
    fn carried_out(
        rule: &SearchRule,
        holds: impl Fn(Asked) -> bool,
    ) -> (Vec<Asked>, SearchCourse) {
        let mut asked: Vec<Asked> = Vec::new();
        loop {
            let course = rule.course_of(|one| asked.contains(&one).then(|| holds(one)));
            let Some(next) = course.next else { return (asked, course) };
            assert!(!asked.contains(&next), "asked twice: {next:?}");
            asked.push(next);
        }
    }

    #[test]
    fn every_truth_is_found_exactly() {
        for truth in 0..300_u32 {
            let (asked, course) = carried_out(&rule(), |it| it.value <= truth);
            let expected = (truth >= 4).then_some(truth.min(256));
            assert_eq!(course.found, expected, "{truth}: {asked:?}");
            let broke = (truth < 256).then_some(if truth < 4 { 4 } else { truth + 1 });
            assert_eq!(course.broke, broke, "{truth}");
            assert!(asked.len() <= 7 + 7 + 3, "{truth}: {}", asked.len());
        }
    }

    #[test]
    fn a_coarser_search_ends_within_its_resolution() {
        for truth in 4..256_u32 {
            let rule = SearchRule { resolution_count: 8, ..rule() };
            let (_, course) = carried_out(&rule, |it| it.value <= truth);
            let found = course.found.unwrap();
            assert!(found <= truth && truth - found < 8, "{found} for {truth}");
        }
    }

    #[test]
    fn what_held_once_and_not_again_is_taken_back_one_by_one() {
        let once = |it: Asked| match it.phase {
            SearchPhase::Confirm => it.value <= 97 || it.repeat < 2 && it.value <= 99,
            _ => it.value <= 100,
        };
        let (asked, course) = carried_out(&rule(), once);
        assert_eq!((course.held, course.found, course.broke), (Some(100), Some(97), Some(98)));
        let confirmed = asked.iter().filter(|it| it.phase == SearchPhase::Confirm);
        // One of 100, and three each of 99, 98 and 97.
        assert_eq!(confirmed.count(), 1 + 3 * 3);
    }

    #[test]
    fn what_never_holds_again_is_not_found_and_the_search_ends() {
        let (asked, course) = carried_out(&rule(), |it| it.phase != SearchPhase::Confirm);
        assert_eq!((course.found, course.held), (None, Some(256)));
        assert_eq!(asked.iter().filter(|it| it.phase == SearchPhase::Confirm).count(), 5);
    }
}
