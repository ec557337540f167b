//! Carries out a plan on a rig. Depends on neither the kind of rig nor the place of the records.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use iogram_engine::{Cell, Content, Control, Rig, RigError};
use iogram_model::{
    Access, Bytes, CellRecord, CellState, ChoiceRule, Criteria, LayOutRecord, Message,
    MessageId, Nanos, ProbeRecord, PurgeRecord, RestRecord, RunState, SearchRule, SteadyRule,
    Warning, WarningCode, Workload,
};

use crate::allot::Given;
use crate::choosing::is_read_by;
use crate::detail::Detail;
use crate::planned::{Plan, PlannedStep};
use crate::probe::ProbeStep;
use crate::rehearsal::Rehearsals;
use crate::rest;

/// Receives the records of a run as they arrive, and can end the run. Only the hook for cells is required.
pub trait RecordSink {
    /// A resumed run repeats a step of its earlier part, because later steps need its effect. No record follows.
    fn restoring(&mut self, step: &PlannedStep) {
        let _ = step;
    }

    /// A step begins. `index` counts from 0, up to but not including `count`.
    fn step_started(&mut self, index: usize, count: usize, step: &PlannedStep) {
        let _ = (index, count, step);
    }

    /// A purge ended, in any state.
    fn purge_finished(&mut self, record: PurgeRecord) {
        let _ = record;
    }

    /// A lay-out created a test file, or wrote the data for later reads. The sink adds the number of cells before it.
    fn lay_out_finished(&mut self, record: LayOutRecord) {
        let _ = record;
    }

    /// A rest ended, in any way.
    fn rest_finished(&mut self, record: RestRecord) {
        let _ = record;
    }

    /// The cell runs again, because the computer paused during its measurement; the run discards `record`.
    fn cell_repeated(&mut self, record: &CellRecord) {
        let _ = record;
    }

    /// A step is left out: its run has too little time left for it, by so much.
    fn left_out(&mut self, step: &str, lacks: Nanos) {
        let _ = (step, lacks);
    }

    /// A step ended, and took this long on the target's clock.
    fn step_finished(&mut self, index: usize, elapsed: Nanos) {
        let _ = (index, elapsed);
    }

    /// The current probe's result so far, from which an interrupted run can continue. `Break` interrupts the probe.
    fn probe_kept(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        let _ = record;
        ControlFlow::Continue(())
    }

    /// A probe ended, in any state. `Break` ends the run.
    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        let _ = record;
        ControlFlow::Continue(())
    }

    /// A cell ended, in any state. `Break` ends the run, for example if the sink cannot store the record.
    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()>;
}

/// How a run ended, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The state for the run's record.
    pub state: RunState,
    /// The event that ended it.
    pub end: End,
}

/// The event that ended a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Every step was carried out.
    LastStep,
    /// The user or a signal stopped it.
    Stopped,
    /// A cell ended in a state that makes the following cells pointless.
    Cell {
        /// Its name.
        name: String,
        /// Number of the repetition, counted from 0.
        repeat: u32,
        /// Its state.
        state: CellState,
    },
    /// The rig could not carry out a step.
    Rig {
        /// The step's index in the plan, counted from 0.
        step: usize,
        /// The rig's error.
        error: RigError,
    },
    /// The sink ended it, for example because it could not store a record.
    SinkRefused,
}

impl End {
    fn outcome(self) -> Outcome {
        let state = match self {
            Self::LastStep => RunState::Completed,
            Self::Stopped => RunState::Interrupted,
            Self::Cell { .. } | Self::Rig { .. } | Self::SinkRefused => RunState::Failed,
        };
        Outcome { state, end: self }
    }
}

/// The point where a run begins, if not at the first step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResumePoint {
    /// Steps that restore the state for the first of `order`: lay-outs, discards, and cells that write. They run
    /// before it and leave no record.
    pub restoration: Vec<PlannedStep>,
    /// The steps to carry out, by their indices in the plan, in this order.
    pub order: Vec<usize>,
    /// Cells of the run that finished earlier.
    pub cells: Vec<CellRecord>,
    /// The drive's temperature at the beginning of the run; `None` means the present one.
    pub cool_celsius: Option<f64>,
    /// An interrupted probe that can continue; `None` if there is none.
    pub broken_off: Option<ProbeRecord>,
}

/// Carries out `plan` step by step until its end, until `control` is stopped, or until the device is gone, does not
/// answer, refuses writes, or is full.
pub fn run_method<R: Rig + ?Sized>(
    plan: &Plan,
    rig: &mut R,
    control: &Control,
    sink: &mut dyn RecordSink,
) -> Outcome {
    let order = (0..plan.steps.len()).collect();
    run_from(plan, ResumePoint { order, ..ResumePoint::default() }, rig, control, sink)
}

/// Carries out a part of the steps, after an earlier run of the others.
///
/// # Panics
///
/// Only because of a bug in this program.
pub fn run_from<R: Rig + ?Sized>(
    plan: &Plan,
    beginning: ResumePoint,
    rig: &mut R,
    control: &Control,
    sink: &mut dyn RecordSink,
) -> Outcome {
    let ResumePoint { restoration, order, cells, cool_celsius, broken_off } = beginning;
    let is_in_order = order.is_sorted_by(|one, other| one < other);
    assert!(is_in_order, "steps are carried out in the plan's order, each once");
    let is_planned = order.last().is_none_or(|&last| last < plan.steps.len());
    assert!(is_planned, "a step is to be carried out that is not in the plan");
    let waits = plan.steps.iter().any(|step| matches!(step, PlannedStep::Wait(_)));
    let looked = || waits && cool_celsius.is_none() && !control.is_stopped();
    let now_celsius = if looked() { rig.sample_host().temperature_celsius } else { None };
    let mut course = Progression {
        plan,
        control,
        sink,
        looked_at: Vec::new(),
        cool_celsius: cool_celsius.or(now_celsius),
        broken_off,
        detail: Detail::from_plan(plan),
        steady: None,
        rehearsals: Rehearsals::default(),
        probe_within: None,
        is_over: false,
        earlier_ns: cells.iter().map(|cell| cell.elapsed_ns).fold(0, u64::saturating_add),
    };
    cells.iter().for_each(|cell| course.rehearsals.note(cell));
    course.looked_at.extend(cells.into_iter().filter(|cell| plan.is_looked_at(cell)));
    for step in &restoration {
        if control.is_stopped() {
            return End::Stopped.outcome();
        }
        let first = order.first().copied().unwrap_or(0);
        if let Err(end) = course.restore(step, first, rig) {
            return end.outcome();
        }
    }
    if let Err(end) = course.carry_out(&order, rig) {
        return end.outcome();
    }
    let is_purge =
        matches!(plan.steps.last(), Some(PlannedStep::Purge(_) | PlannedStep::Discard(_)));
    if is_purge && control.is_stopped() {
        return End::Stopped.outcome();
    }
    // A stop during the last rest leaves no step undone; a stop during the last cell shows in its state.
    End::LastStep.outcome()
}

/// A run in progress.
struct Progression<'a> {
    plan: &'a Plan,
    control: &'a Control,
    sink: &'a mut dyn RecordSink,
    /// Finished cells that a steady state, a choice or a search depends on.
    looked_at: Vec<CellRecord>,
    cool_celsius: Option<f64>,
    broken_off: Option<ProbeRecord>,
    detail: Detail,
    /// The last check of rounds that ended early.
    steady: Option<usize>,
    rehearsals: Rehearsals,
    /// What the next probe may take, which cannot be told beforehand to end in time.
    probe_within: Option<Nanos>,
    /// Whether a probe has shown that no further step matters.
    is_over: bool,
    /// What cells took that were finished earlier.
    earlier_ns: u64,
}

impl<'a> Progression<'a> {
    /// Whether to skip a step: its rounds are over, its choice chose no cell, or its search does not need it.
    fn is_left_out(&mut self, step: &PlannedStep, index: usize) -> bool {
        let Some(last) = self.steady else {
            return matches!(step, PlannedStep::Measure(cell)
                if self.plan.after_choice(cell, &self.looked_at).is_none());
        };
        if index < last {
            return true;
        }
        self.steady = None;
        index == last && matches!(step, PlannedStep::Steady(_))
    }

    /// Carries out the steps at the places `order`, until one ends the run.
    fn carry_out<R: Rig + ?Sized>(&mut self, order: &[usize], rig: &mut R) -> Result<(), End> {
        let begun = rig.now();
        for &index in order {
            if self.is_left_out(&self.plan.steps[index], index) {
                continue;
            }
            // What earlier parts of the run took counts, too.
            let spent = rig.now().saturating_sub(begun).0.saturating_add(self.earlier_ns);
            let Some(step) = self.within_budget(index, Nanos(spent)) else { continue };
            if self.control.is_stopped() {
                return Err(End::Stopped);
            }
            self.sink.step_started(index, self.plan.steps.len(), &step);
            let before = rig.now();
            let ended = self.execute_step(index, &step, rig);
            self.sink.step_finished(index, rig.now().saturating_sub(before));
            ended?;
            if self.is_over {
                break;
            }
        }
        Ok(())
    }

    /// The step at `index` as the budget lets it be done; `None` if it is left out.
    fn within_budget(&mut self, index: usize, spent: Nanos) -> Option<Cow<'a, PlannedStep>> {
        let step = self.plan.steps.get(index)?;
        let Some(budget) = &self.plan.budget else { return Some(Cow::Borrowed(step)) };
        let later = self.plan.steps.get(index..)?;
        match budget.give(step, later, spent) {
            Given::AsPlanned => Some(Cow::Borrowed(step)),
            Given::Within(most) => {
                self.probe_within = Some(most);
                Some(Cow::Borrowed(step))
            }
            Given::Shorter(step) => Some(Cow::Owned(*step)),
            Given::NoRest => None,
            Given::Nothing { step, lacks } => {
                self.sink.left_out(&step, lacks);
                None
            }
        }
    }

    /// Carries out a step for its effect alone. Reports an error as a failure of the step `first`, which needs that
    /// effect.
    fn restore<R: Rig + ?Sized>(
        &mut self,
        step: &PlannedStep,
        first: usize,
        rig: &mut R,
    ) -> Result<(), End> {
        let control = self.control;
        self.sink.restoring(step);
        match step {
            PlannedStep::Measure(cell) => {
                let Some(cell) = self.plan.after_choice(cell, &self.looked_at) else {
                    return Ok(());
                };
                let cell = self.plan.as_far_as_before(cell, &self.looked_at);
                let again = rig.run(&cell, control);
                let record = again.map_err(|error| end_of_error(first, error, control))?;
                end_of_state(&cell.name, cell.repeat, record.state)
            }
            _ => self.execute_step(first, step, rig),
        }
    }

    /// Returns `record`, or a second measurement of the cell if the computer paused during the first one and a
    /// repetition asks the same of the drive. Repeats once at most.
    fn undisturbed<R: Rig + ?Sized>(
        &mut self,
        mut record: CellRecord,
        cell: &Cell,
        rig: &mut R,
    ) -> Result<CellRecord, RigError> {
        let is_disturbed =
            record.host_pauses.iter().any(|pause| pause.end_ns() > cell.workload.ramp.0);
        if !is_disturbed || record.state != CellState::Completed || self.control.is_stopped() {
            return Ok(record);
        }
        if !can_repeat(cell) {
            record.warnings.push(not_repeated());
            return Ok(record);
        }
        self.sink.cell_repeated(&record);
        let again = rig.run(cell, self.control)?;
        Ok(CellRecord { discarded: Some(Box::new(record)), ..again })
    }

    fn measure<R: Rig + ?Sized>(
        &mut self,
        index: usize,
        cell: &Cell,
        rig: &mut R,
    ) -> Result<(), End> {
        let control = self.control;
        let failed = |error| end_of_error(index, error, control);
        let Some(cell) = self.plan.after_choice(cell, &self.looked_at) else {
            return Ok(());
        };
        let cell = self.rehearsals.prepare(&cell, &self.plan.steps[index..]);
        let record = rig.run(&cell, control).map_err(failed)?;
        let mut record = self.undisturbed(record, &cell, rig).map_err(failed)?;
        self.rehearsals.note(&record);
        if self.plan.is_looked_at(&record) {
            self.looked_at.push(record.clone());
        }
        self.detail.apply(self.plan, &mut record);
        assert_eq!(record.repeat, cell.repeat, "a rig answers for another repetition");
        assert_eq!(record.name, cell.name, "a rig answers for another cell than it was given");
        keep(&cell, record, self.sink)
    }

    fn execute_step<R: Rig + ?Sized>(
        &mut self,
        index: usize,
        step: &PlannedStep,
        rig: &mut R,
    ) -> Result<(), End> {
        let control = self.control;
        let failed = |error| end_of_error(index, error, control);
        match step {
            PlannedStep::LayOut { size, content } => {
                let before = rig.now();
                let written = rig.lay_out(*size, *content, control).map_err(failed)?;
                // Making an empty file costs nothing, and kept contents were there before.
                if written > Bytes(0) || *content == Content::Allocated {
                    self.sink.lay_out_finished(LayOutRecord {
                        cells_before_count: 0,
                        size_bytes: size.0,
                        written_bytes: written.0,
                        elapsed_ns: rig.now().saturating_sub(before).0,
                    });
                }
                Ok(())
            }
            PlannedStep::Measure(cell) => self.measure(index, cell, rig),
            PlannedStep::Purge(choice) => {
                let record = rig.purge(*choice, control).map_err(failed)?;
                self.sink.purge_finished(record);
                Ok(())
            }
            PlannedStep::Discard(region) => {
                let capacity = rig.geometry().capacity;
                let (start, end) =
                    (region.start.resolve(capacity), region.end.resolve(capacity));
                rig.discard(start, end, control).map_err(failed)
            }
            PlannedStep::Probe(step) => {
                let before = self.broken_off.take_if(|record| step.is_of(record));
                let record = match self.probe_within.take() {
                    Some(most) => {
                        let found = probe_within(step, rig, control, most).map_err(failed)?;
                        let Some(record) = found else {
                            self.sink.left_out(&step.name, most);
                            return Ok(());
                        };
                        record
                    }
                    None => probe(step, rig, control, before, self.sink).map_err(failed)?,
                };
                let (name, state) = (step.name.as_str(), record.state);
                assert!(step.is_of(&record), "a probe answers for another one");
                self.is_over =
                    self.plan.budget.as_ref().is_some_and(|it| it.is_over_after(&record));
                match self.sink.probe_finished(record) {
                    ControlFlow::Continue(()) => end_of_state(name, 0, state),
                    ControlFlow::Break(()) => Err(End::SinkRefused),
                }
            }
            PlannedStep::Rest(time) => {
                self.sink.rest_finished(rest::plain(*time, rig, control));
                Ok(())
            }
            PlannedStep::Wait(wait) => {
                let record = wait.rest_until_ready(rig, self.cool_celsius, control);
                self.sink.rest_finished(record);
                Ok(())
            }
            PlannedStep::Steady(check) => {
                if check.is_satisfied(&self.looked_at) {
                    self.steady = self.plan.last_check(check.rule_index);
                }
                Ok(())
            }
            PlannedStep::Block(_)
            | PlannedStep::Choose(_)
            | PlannedStep::Search(_)
            | PlannedStep::Note(_) => Ok(()),
        }
    }
}

impl Plan {
    /// The rules that judge a run, so that it can be judged again without its method file.
    #[must_use]
    pub fn criteria(&self) -> Criteria {
        Criteria {
            rules: self.rules.clone(),
            marks: self.marks.clone(),
            nines: self.nines.clone(),
            steady: self.steady.clone(),
            recovery: self.recovery.clone(),
            choices: self.choices.clone(),
            demand: self.demand.clone(),
            searches: self.searches.clone(),
            good_for: self.good_for.clone(),
            standard: self.standard.clone(),
            wants_state: self.wants_state.clone(),
            reference: self.reference.clone(),
            diagnosis: self.diagnosis.clone(),
        }
    }

    /// Whether a steady state, a choice or a search depends on this cell.
    fn is_looked_at(&self, cell: &CellRecord) -> bool {
        let is_of = |rule: &SteadyRule| {
            let is_of_round = || rule.round_cells.contains(&cell.name);
            rule.cells.contains(&cell.name)
                || (rule.passes_max_count.is_some() && is_of_round())
        };
        let is_candidate = |rule: &ChoiceRule| rule.among.contains(&cell.name);
        let is_searched = |rule: &SearchRule| rule.phase_of_record(cell).is_some();
        self.steady.iter().any(is_of)
            || self.cells().any(|reading| is_read_by(cell, reading))
            || self.choices.iter().any(is_candidate)
            || self.searches.iter().any(is_searched)
    }

    /// Whether cells of this name belong to rounds.
    pub(crate) fn is_in_rounds(&self, name: &str) -> bool {
        self.steady.iter().any(|rule| rule.round_cells.iter().any(|cell| cell == name))
    }

    /// The index ranges of rounds that repeat the steps of the first round of their kind.
    #[must_use]
    pub fn later_rounds(&self) -> Vec<Range<usize>> {
        let is_end = |rule: usize, step: &PlannedStep| {
            matches!(step, PlannedStep::Steady(check)
                if check.rule_index == rule && check.is_end_of_round)
        };
        let rounds = (0..self.steady.len()).filter_map(|rule| {
            let first = self.steps.iter().position(|step| is_end(rule, step))?;
            let last = self.steps.iter().rposition(|step| is_end(rule, step))?;
            Some(first + 1..last + 1)
        });
        rounds.collect()
    }

    /// The index of the last check of a rule.
    pub(crate) fn last_check(&self, rule_index: usize) -> Option<usize> {
        self.steps.iter().rposition(
            |step| matches!(step, PlannedStep::Steady(check) if check.rule_index == rule_index),
        )
    }
}

/// Cells longer than this are not repeated. Arbitrary: the longest wait that a user accepts without having asked for
/// it.
const REPEATED_MAX: Nanos = Nanos(600 * Nanos::SECOND.0);

/// Whether a second measurement meets the same drive: after reads alone, or after timed writes, which repetitions
/// make anyway. Writes of a fixed amount fill or wear the drive once, and would meet another state the second time.
fn can_repeat(cell: &Cell) -> bool {
    let Workload { mix, stop, access, .. } = &cell.workload;
    let changes = mix.write().0 > 0 || mix.discard.0 > 0;
    let is_once = *access == Access::Permutation || stop.time.is_none();
    let is_short = stop.time.is_none_or(|time| time <= REPEATED_MAX);
    is_short && !(changes && is_once)
}

fn not_repeated() -> Warning {
    Warning::new(WarningCode::NotMeasuredAgain, Message::plain(MessageId::NotMeasuredAgain))
}

fn probe<R: Rig + ?Sized>(
    step: &ProbeStep,
    rig: &mut R,
    control: &Control,
    before: Option<ProbeRecord>,
    sink: &mut dyn RecordSink,
) -> Result<ProbeRecord, RigError> {
    let step = step.informed(&rig.target());
    let mut probe = rig.probe(step.kind.access())?;
    let mut keep = |record| sink.probe_kept(record);
    Ok(step.run_from(probe.as_mut(), control, before.as_ref(), &mut keep))
}

/// The same in a time; `None` if that was too short.
fn probe_within<R: Rig + ?Sized>(
    step: &ProbeStep,
    rig: &mut R,
    control: &Control,
    most: Nanos,
) -> Result<Option<ProbeRecord>, RigError> {
    let step = step.informed(&rig.target());
    let mut probe = rig.probe(step.kind.access())?;
    Ok(step.run_within(probe.as_mut(), control, most))
}

/// An error of a stopped step is not a failure.
fn end_of_error(step: usize, error: RigError, control: &Control) -> End {
    if control.is_stopped() { End::Stopped } else { End::Rig { step, error } }
}

fn keep(cell: &Cell, record: CellRecord, sink: &mut dyn RecordSink) -> Result<(), End> {
    let state = record.state;
    if sink.cell_finished(record).is_break() {
        return Err(End::SinkRefused);
    }
    end_of_state(&cell.name, cell.repeat, state)
}

/// Whether the steps after a cell or a probe that ended in this state still have a purpose.
fn end_of_state(name: &str, repeat: u32, state: CellState) -> Result<(), End> {
    match state {
        CellState::Completed | CellState::IoErrors | CellState::Unsupported => Ok(()),
        CellState::Interrupted => Err(End::Stopped),
        CellState::Full
        | CellState::Vanished
        | CellState::ReadOnly
        | CellState::Stalled
        | CellState::Unknown => Err(End::Cell { name: name.to_owned(), repeat, state }),
    }
}
