//! Intermediate lines of a job (`--status-interval`): each counts from the beginning, and the last one is the job.
//!
//! The format has no time of day. Steps of equal length, growing amounts and widening extremes distinguish states of
//! one run from consecutive runs.

use std::collections::BTreeMap;

use super::super::line::decimal;
use super::{HEAD, shape_of};

/// Role of a line in a job with several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// A later line includes it.
    Passed,
    /// The last of this number of lines.
    Last(u64),
}

/// The counts of one direction in a line.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counted {
    kib: f64,
    runtime_ms: f64,
    /// Minimum and maximum latency.
    extremes: (f64, f64),
}

#[derive(Debug)]
struct Row {
    index: u64,
    directions: Vec<Counted>,
}

/// The lines of jobs with several states. Fewer than three lines are not sufficient evidence.
pub(super) fn find<'a>(
    rows: impl Iterator<Item = (u64, Vec<&'a str>)>,
) -> BTreeMap<u64, State> {
    let mut jobs: BTreeMap<[Option<&str>; 4], Vec<Row>> = BTreeMap::new();
    for (index, fields) in rows {
        let key = [0, 1, 2, 3].map(|at| fields.get(at).copied());
        if let Some(row) = Row::of(index, &fields) {
            jobs.entry(key).or_default().push(row);
        }
    }
    let mut states = BTreeMap::new();
    for rows in jobs.values().filter(|it| are_states(it)) {
        let count = rows.len() as u64;
        states.extend(rows.iter().map(|it| (it.index, State::Passed)));
        states.extend(rows.last().map(|it| (it.index, State::Last(count))));
    }
    states
}

impl Row {
    /// `None` for a line before the first request, or an unreadable one.
    fn of(index: u64, fields: &[&str]) -> Option<Self> {
        let (length, kinds) = shape_of(fields);
        let direction = |which: usize| {
            let from = HEAD.saturating_add(which.saturating_mul(length));
            let number = |at: usize| decimal(fields.get(from.saturating_add(at))?.trim());
            let (kib, runtime_ms) = (number(0)?, number(3)?);
            Some(Counted { kib, runtime_ms, extremes: (number(8)?, number(9)?) })
        };
        let directions: Option<Vec<Counted>> = (0..kinds.len()).map(direction).collect();
        let row = Self { index, directions: directions? };
        (row.runtime_ms() > 0.0).then_some(row)
    }

    fn runtime_ms(&self) -> f64 {
        self.directions.iter().map(|it| it.runtime_ms).fold(0.0, f64::max)
    }

    /// Whether this can be a later state of the job of `before`.
    fn continues(&self, before: &Self) -> bool {
        let is_kept = |(one, other): (&Counted, &Counted)| {
            let widens =
                one.extremes.0 >= other.extremes.0 && one.extremes.1 <= other.extremes.1;
            one.kib <= other.kib
                && one.runtime_ms <= other.runtime_ms
                && (one.kib == 0.0 || widens)
        };
        let pairs = || before.directions.iter().zip(&self.directions);
        pairs().all(is_kept) && pairs().any(|(one, other)| one.kib < other.kib)
    }
}

/// Whether all of them are states of one job: the first one, the even steps, and the last one at the end of the job.
fn are_states(rows: &[Row]) -> bool {
    let pairs = || rows.iter().zip(rows.iter().skip(1));
    if rows.len() < 3 || !pairs().all(|(before, after)| after.continues(before)) {
        return false;
    }
    let steps: Vec<f64> =
        pairs().map(|(before, after)| after.runtime_ms() - before.runtime_ms()).collect();
    let (Some((last, even)), Some(begun)) = (steps.split_last(), rows.first()) else {
        return false;
    };
    let Some(step) = even.first() else { return false };
    // Arbitrary: the delay of the output on a busy computer.
    let slack = 50.0 + step * 0.05;
    let is_even = even.iter().all(|it| (it - step).abs() <= slack);
    is_even && *step > slack && *last <= step + slack && begun.runtime_ms() <= step + slack
}
