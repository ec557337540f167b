//! Where an interrupted run resumes.
//!
//! The store keeps each cell, probe and rest when it ends, so the plan and these records determine the next step. The
//! method's needs determine how far the run goes back. A method whose cells build on each other starts again, with
//! the purges and discards right before it. Any other method resumes at its first unfinished cell.
//!
//! The first of these steps must find the same target as without the interruption. The data on a drive or in a user's
//! file survives, and stays. A test file disappears with the program, and borrowed blocks were put back: there the
//! resumed run repeats the last lay-out. If that left the target empty, the run also repeats every write since then,
//! in the same order and with the same random choices; except those of programs, which have a separate folder for
//! each cell. None of this is recorded a second time.

use std::fmt;

use iogram_engine::Content;
use iogram_model::{
    CellRecord, CellState, Evidence, ProbeRecord, PurgeRecord, PurgeState, RestOutcome,
    RestRecord, Run, Sentence, sentence,
};

use crate::planned::{Plan, PlannedStep};
use crate::run::ResumePoint;

/// The records of an interrupted run, each list in the order of execution.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeptRecords<'a> {
    /// Cells, each with its final state.
    pub cells: &'a [CellRecord],
    /// Evidence of the probes.
    pub probes: &'a [ProbeRecord],
    /// Finished rests.
    pub rests: &'a [RestRecord],
    /// Purges with any outcome.
    pub purges: &'a [PurgeRecord],
}

impl<'a> From<&'a Run> for KeptRecords<'a> {
    fn from(run: &'a Run) -> Self {
        Self { cells: &run.cells, probes: &run.probes, rests: &run.rests, purges: &run.purges }
    }
}

/// How much of an interrupted run's data the target still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holding {
    /// All of it: a drive, or a file that existed before.
    Everything,
    /// None of it: a test file, which disappeared with the program, or borrowed blocks, which were put back.
    Nothing,
}

/// The point at which a run resumes.
#[derive(Debug, Clone, PartialEq)]
pub struct Resumption {
    /// The remaining work. Its `cells` are the kept ones.
    pub beginning: ResumePoint,
    /// The number of kept probes. The run continues the next probe if `beginning` has it, and repeats the others.
    pub probe_count: usize,
    /// The number of kept rests.
    pub rest_count: usize,
    /// Earlier work that the run repeats, in words.
    pub repeated: Vec<String>,
    /// State of the drive that the run cannot restore, in words.
    pub lost: Vec<String>,
}

/// The reason why a run cannot resume.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// Its cells differ from those of the plan.
    Differs {
        /// Position of the cell, counted from 0.
        position: usize,
        /// The kept cell.
        found: String,
        /// The cell of the plan.
        planned: String,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ResumeError {
    /// The failed action, its object and the reason; without the causes.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Differs { position, found, planned } => {
                sentence!("runner-cell-run-not-method-plans", position, found, planned)
            }
        }
    }
}

/// Finds the point at which the run with these records resumes. A run that was killed after its last cell has only
/// its end left.
///
/// # Errors
///
/// Fails if the cells are not those of `plan`.
///
/// # Panics
///
/// Only because of a bug in this program.
pub fn resume(
    plan: &Plan,
    kept: KeptRecords<'_>,
    holding: Holding,
) -> Result<Resumption, ResumeError> {
    let mut cells: Vec<CellRecord> =
        kept.cells.iter().take_while(|cell| is_final(cell.state)).cloned().collect();
    let is_broken_off = cells.len() < kept.cells.len();
    let probed = kept.probes.iter().take_while(|probe| is_final(probe.state)).count();
    let Reached { mut next, probes } = find_next(plan, &cells, &kept.probes[..probed])?;
    assert!(probes.is_sorted(), "a run comes to its probes in another order than the plan's");
    assert!(probes.len() <= probed, "more probes are over than are kept");
    assert!(next <= plan.steps.len(), "a run goes on behind its last step");
    let (start, is_one_piece) = block_of(plan, next);
    assert!(start <= next, "a part of a method begins behind the step that belongs to it");
    let (mut order, mut repeated) = (Vec::new(), Vec::new());
    let begun = plan.steps[start..next].iter().any(is_work);
    if is_one_piece && (begun || is_broken_off) {
        let dropped = cells_between(plan, &cells, start, next);
        repeated.extend(dropped.iter().map(|cell| format!("cell {}", cell.name)));
        cells.truncate(cells.len() - dropped.len());
        order.extend(preparation(plan, start));
        assert!(order.iter().all(|&it| it < start), "what prepares a part comes before it");
        repeated.extend(order.iter().filter_map(|&index| in_words(&plan.steps[index])));
        next = start;
    }
    let probe_count = probes.iter().take_while(|&&index| index < next).count();
    let broken_off = kept.probes.get(probe_count).filter(|probe| can_go_on(probe)).cloned();
    let again = probe_count + usize::from(broken_off.is_some());
    repeated.extend(kept.probes.iter().skip(again).map(|it| format!("probe {}", it.name)));
    let restoration =
        restoration(plan, &cells, order.first().copied().unwrap_or(next), holding);
    repeated.splice(..0, restoration.iter().filter_map(in_words));
    let edge = Edge::new(plan, &cells, next);
    assert!(edge.after <= edge.next, "the next step comes before the last cell that is kept");
    repeated.extend(edge.purged_again(&order, kept.purges));
    let rest_count = edge.count_rests(kept.rests);
    assert!(rest_count <= kept.rests.len(), "more rests are kept than there were");
    assert!(probe_count <= probed, "more probes are kept than are over");
    let rested = kept.rests[rest_count..].iter();
    repeated.extend(rests_in_words(
        rested.filter(|rest| rest.outcome != RestOutcome::Interrupted).count(),
    ));
    order.extend(next..plan.steps.len());
    assert!(
        order.is_sorted_by(|one, other| one < other),
        "steps come in the plan's order, once"
    );
    assert!(cells.len() <= kept.cells.len(), "cells are kept that were not measured");
    let lost = vec![
        "what the drive had in its caches and was doing by itself".to_owned(),
        "its temperature, and how long it had been in use".to_owned(),
    ];
    let beginning = ResumePoint { restoration, order, cells, cool_celsius: None, broken_off };
    Ok(Resumption { beginning, probe_count, rest_count, repeated, lost })
}

/// Drops interrupted cells. Keeps cells with I/O errors: a repetition would meet the same errors.
const fn is_final(state: CellState) -> bool {
    matches!(state, CellState::Completed | CellState::IoErrors | CellState::Unsupported)
}

/// Whether an interrupted probe recorded its progress.
const fn can_go_on(probe: &ProbeRecord) -> bool {
    matches!(&probe.evidence, Evidence::Capacity(evidence) if evidence.progress.is_some())
}

const fn is_work(step: &PlannedStep) -> bool {
    matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_))
}

/// The steps between the last kept cell and the next step; some of them may run again.
struct Edge<'a> {
    plan: &'a Plan,
    cell_count: u64,
    /// The step after the last cell.
    after: usize,
    next: usize,
}

impl<'a> Edge<'a> {
    fn new(plan: &'a Plan, cells: &[CellRecord], next: usize) -> Self {
        let last = cells.last().and_then(|last| {
            plan.steps[..next].iter().rposition(|step| {
                matches!(step, PlannedStep::Measure(cell) if plan.is_record_of(cell, last))
            })
        });
        let after = last.map_or(0, |last| last + 1);
        Self { plan, cell_count: cells.len() as u64, after, next }
    }

    /// The number of finished steps of this kind before the next step.
    fn count_over(&self, is_it: impl Fn(&PlannedStep) -> bool) -> usize {
        self.plan.steps[self.after..self.next].iter().filter(|step| is_it(step)).count()
    }

    /// The number of rests that do not run again.
    fn count_rests(&self, rests: &[RestRecord]) -> usize {
        let before =
            rests.iter().take_while(|it| it.cells_before_count < self.cell_count).count();
        let here = rests[before..]
            .iter()
            .take_while(|it| it.cells_before_count == self.cell_count)
            .count();
        let is_rest =
            |step: &PlannedStep| matches!(step, PlannedStep::Rest(_) | PlannedStep::Wait(_));
        before + here.min(self.count_over(is_rest))
    }

    /// Mentions a finished purge that runs again, unless `order` mentions it already.
    fn purged_again(&self, order: &[usize], purges: &[PurgeRecord]) -> Option<String> {
        let is_purge = |step: &PlannedStep| matches!(step, PlannedStep::Purge(_));
        if order.iter().any(|&index| is_purge(&self.plan.steps[index])) {
            return None;
        }
        let done = purges
            .iter()
            .filter(|it| it.cells_before_count >= self.cell_count)
            .filter(|it| it.state != PurgeState::Interrupted)
            .count();
        let planned = &self.plan.steps[self.next..];
        let is_again = done > self.count_over(is_purge) && planned.iter().any(is_purge);
        is_again.then(|| "purge".to_owned())
    }
}

fn rests_in_words(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("a rest".to_owned()),
        _ => Some(format!("{count} rests")),
    }
}

/// How far a run got.
struct Reached {
    /// Index of the first step after the last finished one.
    next: usize,
    /// The finished probes, by their indices in the plan.
    probes: Vec<usize>,
}

fn find_next(
    plan: &Plan,
    kept: &[CellRecord],
    probed: &[ProbeRecord],
) -> Result<Reached, ResumeError> {
    let mut left = kept.iter().enumerate().peekable();
    let mut probes_left = probed.iter().peekable();
    let mut is_over_until = 0;
    let mut reached = Reached { next: 0, probes: Vec::new() };
    for (index, step) in plan.steps.iter().enumerate() {
        if index < is_over_until {
            continue;
        }
        match step {
            PlannedStep::Measure(planned) => {
                let before = left.peek().map_or(kept.len(), |&(position, _)| position);
                let Some(planned) = plan.after_choice(planned, &kept[..before]) else {
                    continue;
                };
                let Some(&(position, found)) = left.peek() else { break };
                let is_same = planned.name == found.name
                    && planned.repeat == found.repeat
                    && planned.workload == found.workload;
                if !is_same {
                    return Err(ResumeError::Differs {
                        position,
                        found: format!("{} #{}", found.name, found.repeat),
                        planned: format!("{} #{}", planned.name, planned.repeat),
                    });
                }
                left.next();
                reached.next = index + 1;
            }
            PlannedStep::Probe(planned) => {
                if probes_left.next_if(|record| planned.is_of(record)).is_none() {
                    break;
                }
                reached.probes.push(index);
                reached.next = index + 1;
            }
            PlannedStep::Steady(check) => {
                let position = left.peek().map_or(kept.len(), |&(position, _)| position);
                if check.is_satisfied(&kept[..position]) {
                    is_over_until = plan.last_check(check.rule_index).unwrap_or(index) + 1;
                }
            }
            _ => {}
        }
    }
    if let Some((position, found)) = left.next() {
        return Err(ResumeError::Differs {
            position,
            found: format!("{} #{}", found.name, found.repeat),
            planned: "nothing".to_owned(),
        });
    }
    Ok(reached)
}

/// The beginning of the method's part that the step belongs to, and whether that part starts again after an
/// interruption.
fn block_of(plan: &Plan, index: usize) -> (usize, bool) {
    // Right after the last cell of a block, the next work belongs to the following block.
    let ahead = plan.steps[index..].iter().position(is_work);
    // After the last cell of the plan, no work builds on earlier steps.
    let Some(next_work) = ahead.map(|ahead| index + ahead) else { return (index, false) };
    let starts = plan.steps[..next_work].iter().enumerate().rev();
    let start = starts.into_iter().find_map(|(index, step)| match step {
        PlannedStep::Block(start) => Some((index, start.is_one_piece)),
        _ => None,
    });
    match start {
        Some((start, is_one_piece)) if start <= index => (start, is_one_piece),
        // The block has not begun.
        _ => (index, false),
    }
}

/// The kept cells of the steps from `start` up to but not including `end`.
fn cells_between<'a>(
    plan: &Plan,
    kept: &'a [CellRecord],
    start: usize,
    end: usize,
) -> &'a [CellRecord] {
    let of_block = plan.steps[start..end].iter().rev().filter_map(|step| match step {
        PlannedStep::Measure(cell) => Some(cell.as_ref()),
        _ => None,
    });
    let planned: Vec<_> = of_block.collect();
    let is_planned =
        |record: &&CellRecord| planned.iter().any(|cell| plan.is_record_of(cell, record));
    let count = kept.iter().rev().take_while(is_planned).count();
    assert!(start <= end, "a part of a plan ends before it begins");
    &kept[kept.len() - count..]
}

/// The indices of the steps right before `start` that prepare its state: back to the cell before.
fn preparation(plan: &Plan, start: usize) -> Vec<usize> {
    let mut steps = Vec::new();
    for index in (0..start).rev() {
        match &plan.steps[index] {
            PlannedStep::Purge(_) | PlannedStep::Discard(_) | PlannedStep::LayOut { .. } => {
                steps.push(index);
            }
            PlannedStep::Measure(_) | PlannedStep::Probe(_) => break,
            PlannedStep::Rest(_)
            | PlannedStep::Wait(_)
            | PlannedStep::Steady(_)
            | PlannedStep::Choose(_)
            | PlannedStep::Search(_)
            | PlannedStep::Block(_)
            | PlannedStep::Note(_) => {}
        }
    }
    steps.reverse();
    steps
}

/// The steps that restore the target to the state that the step at `first` would have found. `kept` are the cells
/// that finished before it.
fn restoration(
    plan: &Plan,
    kept: &[CellRecord],
    first: usize,
    holding: Holding,
) -> Vec<PlannedStep> {
    let is_lay_out = |step: &PlannedStep| matches!(step, PlannedStep::LayOut { .. });
    // The region of a discard is a share of the laid-out size, too.
    let looks = |step: &PlannedStep| is_work(step) || matches!(step, PlannedStep::Discard(_));
    let next = plan.steps[first..].iter().find(|&step| is_lay_out(step) || looks(step));
    if next.is_none_or(is_lay_out) {
        return Vec::new();
    }
    let laid_out = plan.steps[..first].iter().rposition(is_lay_out);
    let lay_out = laid_out.map(|index| plan.steps[index].clone());
    if holding == Holding::Everything {
        // The reopened target shows its whole size until a lay-out limits it.
        return match lay_out {
            Some(PlannedStep::LayOut { size, .. }) => {
                vec![PlannedStep::LayOut { size, content: Content::Kept }]
            }
            _ => Vec::new(),
        };
    }
    let is_filled =
        matches!(lay_out, Some(PlannedStep::LayOut { content: Content::Written, .. }));
    let was_done = |step: &&PlannedStep| match step {
        PlannedStep::Discard(_) => true,
        PlannedStep::Measure(cell) => {
            !is_filled
                && cell.workload.writes()
                // A program's own folder is gone: no later cell builds on it.
                && cell.workload.application.is_none()
                // Rounds that became unnecessary did not run.
                && kept.iter().any(|it| it.name == cell.name && it.repeat == cell.repeat)
        }
        _ => false,
    };
    let since = &plan.steps[laid_out.unwrap_or(0)..first];
    lay_out.into_iter().chain(since.iter().filter(was_done).cloned()).collect()
}

fn in_words(step: &PlannedStep) -> Option<String> {
    match step {
        PlannedStep::Measure(cell) => {
            let repeat =
                if cell.repeat > 0 { format!(" #{}", cell.repeat + 1) } else { String::new() };
            Some(format!("what cell {}{repeat} wrote", cell.name))
        }
        PlannedStep::Purge(_) => Some("purge".to_owned()),
        PlannedStep::Discard(region) => Some(format!("discard of {region}")),
        PlannedStep::LayOut { size, content: Content::Written } => {
            Some(format!("filling of the first {size}"))
        }
        _ => None,
    }
}

impl ResumePoint {
    /// Sets the temperature that a rest of the same run was waiting for.
    #[must_use]
    pub fn with_cool(self, cool_celsius: Option<f64>) -> Self {
        Self { cool_celsius, ..self }
    }
}
