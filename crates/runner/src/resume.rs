//! Where a run goes on that was broken off.
//!
//! Cells are kept as they end, so that the plan and the kept cells together say which step is the next.
//! What a drive holds survives an interruption; what a method needs beyond that decides how far it goes
//! back: a method whose cells build on each other begins anew, with the purges and discards right before
//! it, and everything else goes on with the cell that was not finished.

use iogram_model::{CellRecord, CellState, Evidence, ProbeRecord};

use crate::plan::{Plan, PlannedStep};
use crate::run::Beginning;

/// Where a run goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Resumption {
    /// What is left to do. Its `cells` are the ones that are kept.
    pub beginning: Beginning,
    /// How many of the run's probes are kept; the one after them goes on if the beginning has it.
    pub probe_count: usize,
    /// Steps among them that were carried out before and are needed again, in words.
    pub repeated: Vec<String>,
    /// What of the state before cannot be brought back, in words.
    pub lost: Vec<String>,
}

/// Why a run cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// Its cells are not those of the plan.
    #[error(
        "cell {position} of the run, \"{found}\", is not what the method plans there: \"{planned}\""
    )]
    Differs {
        /// Counted from 0.
        position: usize,
        /// The cell that is kept.
        found: String,
        /// The cell of the plan.
        planned: String,
    },
    /// Every cell is finished.
    #[error("nothing is left to do")]
    Finished,
}

/// Finds out where the run with these cells and probes goes on.
///
/// # Errors
///
/// Fails if the cells are not those of `plan`, or if nothing is left to do.
pub fn resume(
    plan: &Plan,
    cells: &[CellRecord],
    probes: &[ProbeRecord],
) -> Result<Resumption, ResumeError> {
    // A cell that was broken off is no result; one with errors is, and would have them again.
    let is_final = |state: CellState| {
        matches!(state, CellState::Completed | CellState::IoErrors | CellState::Unsupported)
    };
    let kept = cells.iter().take_while(|cell| is_final(cell.state));
    let mut kept: Vec<CellRecord> = kept.cloned().collect();
    let is_broken_off = kept.len() < cells.len();
    let probed = probes.iter().take_while(|probe| is_final(probe.state)).count();
    let Next { index: mut next, probes: probe_steps } =
        find_next(plan, &kept, &probes[..probed])?;
    let (start, is_one_piece) = block_of(plan, next);
    let mut order = Vec::new();
    let mut repeated = Vec::new();
    let begun = plan.steps[start..next]
        .iter()
        .any(|step| matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_)));
    if is_one_piece && (begun || is_broken_off) {
        let dropped = cells_between(plan, &kept, start, next);
        repeated.extend(dropped.iter().map(|cell| format!("cell {}", cell.name)));
        kept.truncate(kept.len() - dropped.len());
        let prepared = preparation(plan, start);
        repeated.extend(prepared.iter().filter_map(|&index| in_words(&plan.steps[index])));
        order.extend(prepared);
        next = start;
    }
    // The target is opened anew, and shows all of itself until it is told otherwise.
    let laid_out = plan.steps[..next]
        .iter()
        .rposition(|step| matches!(step, PlannedStep::LayOut { .. }))
        .filter(|index| !order.contains(index));
    if let Some(index) = laid_out {
        repeated.extend(in_words(&plan.steps[index]));
        order.insert(0, index);
    }
    order.extend(next..plan.steps.len());
    let lost = vec![
        "what the drive had in its caches and was doing by itself".to_owned(),
        "its temperature, and how long it had been in use".to_owned(),
    ];
    let probe_count = probe_steps.iter().take_while(|&&index| index < next).count();
    let broken_off = probes.get(probe_count).filter(|probe| can_go_on(probe)).cloned();
    let beginning = Beginning { order, cells: kept, cool_celsius: None, broken_off };
    Ok(Resumption { beginning, probe_count, repeated, lost })
}

/// Whether a probe that was broken off says how far it was.
const fn can_go_on(probe: &ProbeRecord) -> bool {
    matches!(&probe.evidence, Evidence::Capacity(evidence) if evidence.progress.is_some())
}

/// The first step after those that are finished.
struct Next {
    index: usize,
    /// The finished probes, by their places in the plan.
    probes: Vec<usize>,
}

/// The place of the first step after those of `kept` and `probed`.
fn find_next(
    plan: &Plan,
    kept: &[CellRecord],
    probed: &[ProbeRecord],
) -> Result<Next, ResumeError> {
    let mut left = kept.iter().enumerate().peekable();
    let mut probes_left = probed.iter().peekable();
    let mut probes = Vec::new();
    let mut is_over_until = 0;
    let mut next = 0;
    for (index, step) in plan.steps.iter().enumerate() {
        if left.peek().is_none() && probes_left.peek().is_none() {
            break;
        }
        if index < is_over_until {
            continue;
        }
        let position = left.peek().map_or(kept.len(), |(position, _)| *position);
        match step {
            PlannedStep::Probe(step)
                if probes_left.next_if(|record| step.is_of(record)).is_some() =>
            {
                probes.push(index);
                next = index + 1;
            }
            PlannedStep::Measure(planned) => {
                let Some(&(_, found)) = left.peek() else { break };
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
                next = index + 1;
            }
            PlannedStep::Steady(check) if check.is_satisfied(&kept[..position]) => {
                is_over_until = plan.last_check(check.rule_index).unwrap_or(index) + 1;
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
    let is_left = plan.steps[next..].iter().any(|step| {
        matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_) | PlannedStep::Purge(_))
    });
    if is_left { Ok(Next { index: next, probes }) } else { Err(ResumeError::Finished) }
}

/// Where the part of the method begins that the step belongs to, and whether it is one piece.
fn block_of(plan: &Plan, index: usize) -> (usize, bool) {
    // Right after a block's last cell, what is next is what follows the block.
    let next_work = plan.steps[index..]
        .iter()
        .position(|step| matches!(step, PlannedStep::Measure(_) | PlannedStep::Probe(_)))
        .map_or(index, |ahead| index + ahead);
    let starts = plan.steps[..next_work].iter().enumerate().rev();
    let start = starts.into_iter().find_map(|(index, step)| match step {
        PlannedStep::Block(start) => Some((index, start.is_one_piece)),
        _ => None,
    });
    match start {
        Some((start, is_one_piece)) if start <= index => (start, is_one_piece),
        // It has not begun.
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
        PlannedStep::Measure(cell) => Some((&cell.name, cell.repeat)),
        _ => None,
    });
    let planned: Vec<_> = of_block.collect();
    let count = kept
        .iter()
        .rev()
        .take_while(|cell| planned.contains(&(&cell.name, cell.repeat)))
        .count();
    &kept[kept.len() - count..]
}

/// The steps right before `start` that make the state that it needs: back to the cell before.
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
            | PlannedStep::Block(_)
            | PlannedStep::Note(_) => {}
        }
    }
    steps.reverse();
    steps
}

fn in_words(step: &PlannedStep) -> Option<String> {
    match step {
        PlannedStep::Purge(_) => Some("purge".to_owned()),
        PlannedStep::Discard(region) => Some(format!("discard of {region}")),
        PlannedStep::LayOut { size, content: iogram_engine::Content::Written } => {
            Some(format!("filling of the first {size}"))
        }
        _ => None,
    }
}

impl Beginning {
    /// The same, with the temperature that a rest of the same run was waiting for.
    #[must_use]
    pub fn with_cool(self, cool_celsius: Option<f64>) -> Self {
        Self { cool_celsius, ..self }
    }
}
