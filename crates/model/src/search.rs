//! A search for the most that can be asked of a drive while limits hold: which value comes next, and where it ended.
//!
//! What comes next is a function of what was measured so far, so that a plan, a run, a run that goes on and a record
//! that is judged anew all come to the same.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cell::{CellRecord, CellState};
use crate::figure::Figure;
use crate::number::float;
use crate::workload::{OpKind, Workload};

/// A search for the highest value of one number of a load at which limits hold. It doubles the value from the lowest on
/// until a limit breaks, halves the distance between what held and what did not, and measures what is left again until all
/// repetitions of a value hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchRule {
    /// What is searched, such as `readers`.
    pub name: String,
    /// The number that is varied.
    pub varied: Varied,
    /// The lowest value. At least 1.
    pub from_count: u32,
    /// The highest value. At least the lowest.
    pub to_count: u32,
    /// The distance at which halving ends. At least 1.
    pub resolution_count: u32,
    /// Repetitions that have to hold at the end. At least 1.
    pub confirm_count: u32,
    /// Values that are tried at the end, each one less than the one before. At least 1.
    pub tries_max_count: u32,
    /// What has to hold. At least one.
    pub limits: Vec<SearchLimit>,
    /// The operations whose rate is the answer.
    pub operation: OpKind,
    /// The rate that is asked of them, per second; absent if none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wanted_iops: Option<f64>,
    /// The cells in which the value is doubled; `*` stands for the value, as in the two after it.
    pub widen_cell: String,
    /// The cells in which the distance is halved.
    pub narrow_cell: String,
    /// The cells that are repeated.
    pub confirm_cell: String,
}

/// A number of a load that a search varies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Varied {
    /// Submitters.
    Jobs,
    /// Queue depth of each submitter.
    Depth,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}

impl Varied {
    /// Puts `value` into a load.
    pub const fn put(self, value: u32, load: &mut Workload) {
        match self {
            Self::Jobs => load.jobs = value,
            Self::Depth => load.depth = value,
            Self::Unknown => {}
        }
    }

    /// The value of a load; `None` for a number of a newer version.
    #[must_use]
    pub const fn of(self, load: &Workload) -> Option<u32> {
        match self {
            Self::Jobs => Some(load.jobs),
            Self::Depth => Some(load.depth),
            Self::Unknown => None,
        }
    }
}

/// A limit that has to hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchLimit {
    /// The load beside the cell's own that it is about; absent for the cell's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<String>,
    /// The operations.
    pub operation: OpKind,
    /// The figure of these.
    pub figure: Figure,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure has to stay below the limit (else: reach it).
    pub is_upper_limit: bool,
    /// It has to hold in each whole stretch of this length, too, one after another; absent where the whole measurement
    /// alone is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every_ns: Option<u64>,
}

/// A limit that did not hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenLimit {
    /// The limit; `None` if requests failed, whatever their times.
    pub limit: Option<SearchLimit>,
    /// What was measured, in the figure's unit; `None` if requests failed, there were none, or too few for the
    /// percentile.
    pub measured: Option<f64>,
}

/// A part of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SearchPhase {
    /// The value is doubled.
    Widen,
    /// The distance between what held and what did not is halved.
    Narrow,
    /// What is left is measured again.
    Confirm,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}

/// What a search measures next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// In which part of it.
    pub phase: SearchPhase,
    /// The value.
    pub value: u32,
    /// Which repetition, counted from 0.
    pub repeat: u32,
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SearchCourse {
    /// What it measures next; `None` if it is over.
    pub next: Option<Asked>,
    /// The highest value of which all repetitions held; `None` if there is none, or not yet.
    pub found: Option<u32>,
    /// The highest value that held before it was repeated.
    pub held: Option<u32>,
    /// The lowest value at which a limit broke; `None` if none did.
    pub broke: Option<u32>,
}

impl SearchRule {
    /// How far the search has come with these `cells`, among which others may be.
    #[must_use]
    pub fn course(&self, cells: &[CellRecord]) -> SearchCourse {
        self.course_of(|asked| {
            let cell = self.measured(asked, cells)?;
            Some(self.broken(cell).is_none())
        })
    }

    /// The same, of what is known of each measurement: whether all limits held, or `None` if it was not made.
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

    /// The pattern of the cells of a phase; `None` for one of a newer version.
    #[must_use]
    pub fn pattern(&self, phase: SearchPhase) -> Option<&str> {
        match phase {
            SearchPhase::Widen => Some(&self.widen_cell),
            SearchPhase::Narrow => Some(&self.narrow_cell),
            SearchPhase::Confirm => Some(&self.confirm_cell),
            SearchPhase::Unknown => None,
        }
    }

    /// The phase whose cells have this pattern.
    #[must_use]
    pub fn phase_of(&self, pattern: &str) -> Option<SearchPhase> {
        Self::PHASES.into_iter().find(|phase| self.pattern(*phase) == Some(pattern))
    }

    /// The phases, in their order.
    pub const PHASES: [SearchPhase; 3] =
        [SearchPhase::Widen, SearchPhase::Narrow, SearchPhase::Confirm];

    /// The name of the cell that measures a value.
    #[must_use]
    pub fn cell_name(&self, phase: SearchPhase, value: u32) -> Option<String> {
        Some(self.pattern(phase)?.replacen('*', &value.to_string(), 1))
    }

    /// The phase that a record is of; `None` if it is none of this search.
    #[must_use]
    pub fn phase_of_record(&self, cell: &CellRecord) -> Option<SearchPhase> {
        let value = self.varied.of(&cell.workload)?;
        let is_of = |phase: &SearchPhase| {
            self.cell_name(*phase, value).is_some_and(|name| name == cell.name)
        };
        Self::PHASES.into_iter().find(is_of)
    }

    /// The record of a measurement, if it was made.
    #[must_use]
    pub fn measured<'c>(
        &self,
        asked: Asked,
        cells: &'c [CellRecord],
    ) -> Option<&'c CellRecord> {
        let name = self.cell_name(asked.phase, asked.value)?;
        cells.iter().find(|cell| cell.name == name && cell.repeat == asked.repeat)
    }

    /// The first limit that does not hold in `cell`; `None` if all do. What is not known does not hold, except a
    /// percentile of too few requests of which the slowest keeps the limit.
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
    /// What was measured in `cell`, of a limit that holds in every stretch the figure of the whole or of the stretch that is
    /// worse; `None` if there is nothing, or too few requests for the percentile.
    #[must_use]
    pub fn measured(&self, cell: &CellRecord) -> Option<f64> {
        let operations = cell.operations_of(self.load.as_deref())?;
        let whole = operations.of(self.operation)?.value_of(self.figure)?;
        let worse = if self.is_upper_limit { f64::max } else { f64::min };
        Some(self.in_stretches(cell).fold(whole, worse))
    }

    /// The figure in each stretch in which it has to hold, of the time in which the computer let iogram run.
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

/// The most that could be asked of a drive while limits held, and what broke when it was more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Search {
    /// What was searched, such as `readers`.
    pub name: String,
    /// The number that was varied.
    pub varied: Varied,
    /// Its lowest value.
    pub from_count: u32,
    /// Its highest value.
    pub to_count: u32,
    /// The highest value of which every repetition kept all limits; `None` if there is none.
    pub found_count: Option<u32>,
    /// Repetitions of it.
    pub confirmed_count: u64,
    /// Whether the search came to its end; `false` for a run that was broken off in it.
    pub is_complete: bool,
    /// The operations whose rate is the answer.
    pub operation: OpKind,
    /// Their requests per second at that value, the lowest of the repetitions; `None` if there is no such value.
    pub iops: Option<f64>,
    /// Their bytes per second there, the lowest.
    pub bytes_per_s: Option<f64>,
    /// 99 % of them took no longer there, in the worst repetition; `None` with too few requests, as the next.
    pub latency_p99_ns: Option<u64>,
    /// 99.9 % took no longer.
    pub latency_p999_ns: Option<u64>,
    /// The slowest.
    pub latency_max_ns: Option<u64>,
    /// The requests per second that are asked for; `None` if none are.
    pub wanted_iops: Option<f64>,
    /// The lowest value at which a limit broke; `None` if all held up to the highest.
    pub broken_count: Option<u32>,
    /// What broke there, of what was measured last.
    pub broken: Option<BrokenLimit>,
    /// What had to hold; empty in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<SearchLimit>,
    /// What was measured, in its order.
    pub points: Vec<SearchPoint>,
}

/// One measurement of a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SearchPoint {
    /// The cell.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// In which part of the search.
    pub phase: SearchPhase,
    /// The value.
    pub value_count: u32,
    /// Requests per second of the operations that the search is about.
    pub iops: Option<f64>,
    /// 99 % of them took no longer.
    pub latency_p99_ns: Option<u64>,
    /// 99.9 % took no longer.
    pub latency_p999_ns: Option<u64>,
    /// The slowest.
    pub latency_max_ns: Option<u64>,
    /// What did not hold; `None` if everything did.
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

    /// Carries it out on a drive that holds as `holds` says; what was asked, and where it ended.
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
        // One of 100, three each of 99, 98 and 97.
        assert_eq!(confirmed.count(), 1 + 3 * 3);
    }

    #[test]
    fn what_never_holds_again_is_not_found_and_the_search_ends() {
        let (asked, course) = carried_out(&rule(), |it| it.phase != SearchPhase::Confirm);
        assert_eq!((course.found, course.held), (None, Some(256)));
        assert_eq!(asked.iter().filter(|it| it.phase == SearchPhase::Confirm).count(), 5);
    }
}
