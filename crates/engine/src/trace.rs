//! Pauses between completions, and the times of progress: recorded per submitter, merged for the cell.
//!
//! Costs a subtraction and two comparisons per completion; everything else happens only if there is something to
//! record.

use iogram_model::{Bytes, Nanos, Pause, PausedRequest, Pauses, Workload};

/// Shorter times without a completion are not recorded. Arbitrary: half of the length of a stall, so that a stall is
/// recorded even if completions of earlier requests hide its beginning.
pub(crate) const PAUSE_MIN: Nanos = Nanos(250 * Nanos::MILLISECOND.0);

/// Maximum number of pauses per submitter; above it, the shorter ones are dropped. Arbitrary: a day of nothing but
/// pauses of a second.
const KEPT_MAX: usize = 1 << 16;

/// Maximum number of progress steps in a cell. Arbitrary: 0.02 % of the amount each.
const STEPS_MAX: u64 = 4096;
/// Smallest step. Arbitrary: eight requests of 128 KiB.
const STEP_MIN: Bytes = Bytes(1 << 20);
/// With fewer steps nothing can be seen. Arbitrary.
const STEPS_MIN: u64 = 64;

/// A time without completions for one submitter, counted from the cell's beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Quiet {
    pub(crate) from: Nanos,
    pub(crate) to: Nanos,
    /// Issue time of the oldest request that was outstanding at the end.
    pub(crate) oldest_issue: Nanos,
    pub(crate) ended_by: Option<PausedRequest>,
}

impl Quiet {
    /// The longest pause that it can be part of. A lone submitter is not in a pause while nothing is outstanding;
    /// beside others, those may have waited meanwhile.
    fn lasted(&self, is_alone: bool) -> Nanos {
        let from = if is_alone { self.from.max(self.oldest_issue) } else { self.from };
        self.to.saturating_sub(from)
    }
}

/// Bytes per progress step; `None` if the cell has no byte limit, or a small one.
pub(crate) fn mark_step(workload: &Workload) -> Option<u64> {
    let amount = workload.stop.amount?.0;
    let block = workload.block.largest().0.max(1);
    let step = amount.div_ceil(STEPS_MAX).max(STEP_MIN.0).next_multiple_of(block);
    (amount / step >= STEPS_MIN).then_some(step)
}

/// The records of all submitters of a cell.
#[derive(Debug)]
pub(crate) struct Traces {
    /// Per submitter, in order.
    quiets: Vec<Vec<Quiet>>,
    /// The time from which each submitter had nothing outstanding any more.
    last: Vec<Option<Nanos>>,
    /// The lists hold all pauses of at least this length.
    length_min: Nanos,
    marks: Vec<Nanos>,
}

impl Traces {
    pub(crate) fn new(submitters: usize) -> Self {
        Self {
            quiets: vec![Vec::new(); submitters],
            last: vec![None; submitters],
            length_min: PAUSE_MIN,
            marks: Vec::new(),
        }
    }

    /// Adds the records of `submitter`.
    pub(crate) fn add(
        &mut self,
        submitter: usize,
        quiets: &mut Vec<Quiet>,
        marks: &mut Vec<Nanos>,
    ) {
        self.marks.append(marks);
        let is_alone = self.quiets.len() == 1;
        let length_min = self.length_min;
        let known = &mut self.quiets[submitter];
        known.extend(quiets.drain(..).filter(|it| it.lasted(is_alone) >= length_min));
        // Doubled for all submitters alike, so that the lists keep one meaning: "every pause of at least this
        // length".
        if known.len() > KEPT_MAX {
            self.length_min = self.length_min * 2;
            for quiets in &mut self.quiets {
                quiets.retain(|quiet| quiet.lasted(is_alone) >= self.length_min);
            }
        }
    }

    pub(crate) fn finish(&mut self, submitter: usize, last: Nanos) {
        self.last[submitter] = Some(last);
    }

    /// As [`Self::take_marks`], but keeps the marks.
    pub(crate) fn marks(&self) -> Option<Vec<u64>> {
        (self.quiets.len() == 1).then(|| self.marks.iter().map(|at| at.0).collect())
    }

    /// The times at which a lone submitter had moved one more step; with several submitters the order is unknown.
    pub(crate) fn take_marks(&mut self) -> Option<Vec<u64>> {
        let marks = std::mem::take(&mut self.marks);
        (self.quiets.len() == 1).then(|| marks.into_iter().map(|at| at.0).collect())
    }

    /// Times in which no submitter saw a completion and at least one waited for it.
    pub(crate) fn pauses(&self) -> Pauses {
        let mut found: Vec<(Nanos, Nanos, Option<PausedRequest>)> = Vec::new();
        for (submitter, quiets) in self.quiets.iter().enumerate() {
            for quiet in quiets {
                if let Some(from) = self.common_start(submitter, quiet) {
                    found.push((from, quiet.to, quiet.ended_by));
                }
            }
        }
        // Sorted by end: of those with the same end the longest comes first and contains the others.
        found.sort_by_key(|&(from, to, _)| (to, from));
        let mut list: Vec<Pause> = Vec::new();
        assert!(self.quiets.len() == self.last.len(), "each submitter has an end");
        let mut end = Nanos(0);
        for (from, to, ended_by) in found {
            // Submitters that were given up at different moments report one pause several times.
            if from < end || to.saturating_sub(from) < self.length_min {
                continue;
            }
            assert!(from <= to, "a pause ends behind its beginning");
            end = to;
            list.push(Pause { start_ns: from.0, length_ns: (to - from).0, ended_by });
        }
        Pauses { length_min_ns: self.length_min.0, list }
    }

    /// The beginning of the time without completions for all, up to the end of `quiet`; `None` if somebody had one
    /// just before.
    fn common_start(&self, submitter: usize, quiet: &Quiet) -> Option<Nanos> {
        let mut from = quiet.from;
        let mut waiting_since = quiet.oldest_issue;
        for other in (0..self.quiets.len()).filter(|&other| other != submitter) {
            let quiets = &self.quiets[other];
            let index = quiets.partition_point(|it| it.to < quiet.to);
            let covering = quiets.get(index).filter(|it| it.from < quiet.to);
            match (covering, self.last[other]) {
                (Some(covering), _) => {
                    from = from.max(covering.from);
                    waiting_since = waiting_since.min(covering.oldest_issue);
                }
                (None, Some(last)) if last < quiet.to => from = from.max(last),
                (None, _) => return None,
            }
        }
        Some(from.max(waiting_since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = Nanos::SECOND.0;

    fn quiet(from_s: u64, to_s: u64) -> Quiet {
        let (from, to) = (Nanos(from_s * SECOND), Nanos(to_s * SECOND));
        Quiet { from, to, oldest_issue: from, ended_by: None }
    }

    #[track_caller]
    fn check(submitters: &[(&[Quiet], u64)], expected: &[(u64, u64)]) {
        let mut traces = Traces::new(submitters.len());
        for (index, (quiets, last_s)) in submitters.iter().enumerate() {
            traces.add(index, &mut quiets.to_vec(), &mut Vec::new());
            traces.finish(index, Nanos(last_s * SECOND));
        }
        let found = traces.pauses().list;
        let found: Vec<(u64, u64)> =
            found.iter().map(|it| (it.start_ns / SECOND, it.length_ns / SECOND)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_pause_is_when_no_submitter_sees_a_completion() {
        check(&[(&[quiet(1, 4), quiet(6, 8)], 9)], &[(1, 3), (6, 2)]);
        check(&[(&[quiet(1, 4)], 9), (&[quiet(2, 5)], 9)], &[(2, 2)]);
        check(&[(&[quiet(1, 4)], 9), (&[], 9)], &[]);
    }

    #[test]
    fn a_submitter_that_has_finished_hides_no_pause() {
        check(&[(&[quiet(1, 4)], 9), (&[], 2)], &[(2, 2)]);
        check(&[(&[quiet(1, 4)], 9), (&[], 0)], &[(1, 3)]);
    }

    #[test]
    fn nobody_pauses_while_nothing_is_out() {
        let idle = Quiet { oldest_issue: Nanos(3 * SECOND), ..quiet(0, 4) };
        check(&[(&[idle], 9)], &[(3, 1)]);
        let idle = Quiet { oldest_issue: Nanos(4 * SECOND), ..quiet(0, 4) };
        check(&[(&[idle], 9)], &[]);
    }

    #[test]
    fn times_in_which_nothing_is_asked_for_drive_no_pause_out() {
        for submitters in [1, 2] {
            let mut traces = Traces::new(submitters);
            for at in 0..40 * KEPT_MAX as u64 {
                let idle =
                    Quiet { oldest_issue: Nanos((at + 1) * SECOND), ..quiet(at, at + 1) };
                let stall = quiet(at, at + 3);
                traces.add(0, &mut vec![if at == 7 { stall } else { idle }], &mut Vec::new());
            }
            let pauses = traces.pauses();
            assert!(pauses.length_min_ns <= 2 * SECOND, "{}", pauses.length_min_ns);
            assert_eq!(traces.quiets[0].first(), Some(&quiet(7, 10)), "{submitters}");
        }
    }

    #[test]
    fn submitters_given_up_one_after_the_other_tell_of_one_pause() {
        check(&[(&[quiet(1, 61)], 1), (&[quiet(1, 62)], 1)], &[(1, 60)]);
    }

    #[test]
    fn with_very_many_pauses_the_short_ones_are_forgotten_and_the_record_says_so() {
        let mut traces = Traces::new(1);
        let count = KEPT_MAX as u64 + 1;
        let short = Nanos(PAUSE_MIN.0 + 1);
        let mut quiets: Vec<Quiet> = (0..count)
            .map(|at| Quiet { to: Nanos(at * SECOND) + short, ..quiet(at, at) })
            .collect();
        quiets[7].to = Nanos(8 * SECOND);
        traces.add(0, &mut quiets, &mut Vec::new());
        let pauses = traces.pauses();
        assert_eq!(pauses.length_min_ns, PAUSE_MIN.0 * 2);
        assert_eq!(pauses.list.len(), 1);
        assert_eq!(pauses.list[0].start_ns, 7 * SECOND);
    }
}
