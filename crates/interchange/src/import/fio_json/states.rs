//! Intermediate results of a run (`--status-interval`): each counts from the beginning, and the last one is the run.

use std::collections::BTreeMap;

use iogram_model::{Evidence, ImportedEvidence, sentence};

use super::{Direction, Job, Output, Told};
use crate::Imported;

/// Notes that there were earlier states.
pub(in crate::import) fn note(evidence: &mut ImportedEvidence, count: u64) {
    if count > 1 {
        evidence.note(&sentence!("interchange-fio-told-job-times-while-ran", count));
    }
}

/// Drops states before the first request; they add nothing to later ones.
pub(super) fn leave_out_empty(found: &mut Vec<Imported>) {
    if found.iter().any(says_anything) {
        found.retain(says_anything);
    }
}

fn says_anything(found: &Imported) -> bool {
    found.probes.iter().any(|it| match &it.evidence {
        Evidence::Imported(it) => {
            !(it.results.is_empty() && it.errors.is_empty() && it.notes.is_empty())
        }
        _ => true,
    })
}

/// Whether `after` is a later state of the run of `before`: the same work, with larger counts, and with as much more
/// run time as time between the two outputs. A run after the first would have started when the first had ended, and a
/// concurrent one would have ended at the same time. The last state of a run may follow shortly after the one before,
/// so short distances are accepted only after earlier states.
pub(super) fn follows(told: &Told, after: &Output) -> bool {
    let before = &told.output;
    let (Some(one), Some(other)) = (before.at_ms(), after.at_ms()) else { return false };
    let are_exact = before.timestamp_ms.is_some() && after.timestamp_ms.is_some();
    // Arbitrary, for the time of printing; times in seconds are truncated.
    let slack_ms = if are_exact { 200_i64 } else { 1500 };
    // Intervals are whole seconds.
    let least_ms = if told.states > 1 { 1_i64 } else { 500 };
    let (ran, runs) = (before.ran_ms(), after.ran_ms());
    let beside = other.saturating_sub(one).saturating_sub(runs.saturating_sub(ran));
    // Another run starts after the first has ended, plus a moment (arbitrary: 100 ms). A run that is older than this
    // distance existed before. Whole seconds are truncated.
    let step_ms = if are_exact { 1_i64 } else { 1000 };
    let least_between = runs.saturating_add(100).div_euclid(step_ms).saturating_mul(step_ms);
    runs.saturating_sub(ran) >= least_ms
        && other.saturating_sub(one) < least_between
        && beside.saturating_abs() <= slack_ms
        && are_of_one_work(before, after)
        && has_moved_on(before, after)
}

impl Output {
    /// Time of the output.
    fn at_ms(&self) -> Option<i64> {
        self.timestamp_ms.or_else(|| self.timestamp?.checked_mul(1000))
    }

    fn told(&self) -> impl Iterator<Item = &Job> {
        self.jobs.iter().chain(&self.client_stats)
    }

    /// Total run time of its groups, one after the other.
    fn ran_ms(&self) -> i64 {
        let mut groups: BTreeMap<Option<i64>, u64> = BTreeMap::new();
        for job in self.told() {
            for (_, direction) in job.directions() {
                let longest = groups.entry(job.groupid).or_default();
                *longest = direction.runtime.max(*longest);
            }
        }
        let all = groups.into_values().fold(0_u64, u64::saturating_add);
        i64::try_from(all).unwrap_or(i64::MAX)
    }
}

fn are_of_one_work(before: &Output, after: &Output) -> bool {
    let is_same = |(one, other): (&Job, &Job)| {
        one.jobname == other.jobname
            && one.groupid == other.groupid
            && one.computer() == other.computer()
            && one.options == other.options
    };
    before.version == after.version
        && before.global == after.global
        && before.told().count() == after.told().count()
        && before.told().zip(after.told()).all(is_same)
}

/// Bytes, requests and time of a direction.
type Counts = (u64, u64, u64);

/// Whether no count decreased, and some count increased.
fn has_moved_on(before: &Output, after: &Output) -> bool {
    let kinds = |job: &Job| {
        let all = [&job.read, &job.write, &job.trim, &job.mixed];
        all.map(|it| it.as_ref().map_or((0, 0, 0), Direction::counts))
    };
    let pairs =
        || before.told().zip(after.told()).map(|(one, other)| (kinds(one), kinds(other)));
    let is_kept = |(one, other): ([Counts; 4], [Counts; 4])| {
        let mut each = one.into_iter().zip(other);
        each.all(|(one, other)| one.0 <= other.0 && one.1 <= other.1 && one.2 <= other.2)
    };
    pairs().all(is_kept) && pairs().any(|(one, other)| one != other)
}

impl Direction {
    fn counts(&self) -> Counts {
        (self.io_bytes, self.total_ios.unwrap_or(0), self.runtime)
    }
}
