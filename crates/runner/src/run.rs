//! Carries out a plan on a rig. Knows neither what the rig is made of nor where records are kept.

use std::ops::ControlFlow;

use iogram_engine::{Cell, Control, Rig, RigError};
use iogram_model::{CellRecord, CellState, ProbeRecord, PurgeRecord, RunState};

use crate::plan::{Plan, PlannedStep};
use crate::probe::ProbeStep;

/// Is told what happens. Every hook but the one for records may be left out.
pub trait Observer {
    /// A step begins. `index` counts from 0, up to but not including `count`.
    fn step_started(&mut self, index: usize, count: usize, step: &PlannedStep) {
        let _ = (index, count, step);
    }

    /// A purge ended, in whatever state.
    fn purge_finished(&mut self, record: PurgeRecord) {
        let _ = record;
    }

    /// A probe ended, in whatever state. `Break` ends the run.
    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        let _ = record;
        ControlFlow::Continue(())
    }

    /// A cell ended, in whatever state. `Break` ends the run, such as when the record cannot be kept.
    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()>;
}

/// How a run ended, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// For the run's record.
    pub state: RunState,
    /// What made it end.
    pub end: End,
}

/// What made a run end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// Every step was carried out.
    LastStep,
    /// The user or a signal.
    Stopped,
    /// A cell ended in a state in which the cells after it have no sense.
    Cell {
        /// Its name.
        name: String,
        /// Which repetition, counted from 0.
        repeat: u32,
        /// The state.
        state: CellState,
    },
    /// The rig could not carry out a step.
    Rig {
        /// The step's place in the plan, counted from 0.
        step: usize,
        /// What the rig says.
        error: RigError,
    },
    /// The observer.
    Observer,
}

impl End {
    fn outcome(self) -> Outcome {
        let state = match self {
            Self::LastStep => RunState::Completed,
            Self::Stopped => RunState::Interrupted,
            Self::Cell { .. } | Self::Rig { .. } | Self::Observer => RunState::Failed,
        };
        Outcome { state, end: self }
    }
}

/// Carries out `plan` step by step until its end, until `control` is stopped, or until going on has no
/// sense: the device is gone, does not answer, refuses writes, or is full.
pub fn run_method<R: Rig + ?Sized>(
    plan: &Plan,
    rig: &mut R,
    control: &Control,
    observer: &mut dyn Observer,
) -> Outcome {
    for (index, step) in plan.steps.iter().enumerate() {
        if control.is_stopped() {
            return End::Stopped.outcome();
        }
        observer.step_started(index, plan.steps.len(), step);
        let ended = match step {
            PlannedStep::LayOut { size, content } => rig
                .lay_out(*size, *content, control)
                .map_err(|e| end_of_error(index, e, control)),
            PlannedStep::Measure(cell) => match rig.run(cell, control) {
                Ok(record) => keep(cell, record, observer),
                Err(error) => Err(end_of_error(index, error, control)),
            },
            PlannedStep::Purge(choice) => rig
                .purge(*choice, control)
                .map(|record| observer.purge_finished(record))
                .map_err(|e| end_of_error(index, e, control)),
            PlannedStep::Discard(region) => {
                let capacity = rig.geometry().capacity;
                rig.discard(
                    region.start.resolve(capacity),
                    region.end.resolve(capacity),
                    control,
                )
                .map_err(|e| end_of_error(index, e, control))
            }
            PlannedStep::Probe(step) => match probe(step, rig, control) {
                Ok(record) => {
                    let (name, state) = (step.name.as_str(), record.state);
                    match observer.probe_finished(record) {
                        ControlFlow::Continue(()) => end_of_state(name, 0, state),
                        ControlFlow::Break(()) => Err(End::Observer),
                    }
                }
                Err(error) => Err(end_of_error(index, error, control)),
            },
            PlannedStep::Rest(time) => {
                rig.rest(*time, control);
                Ok(())
            }
            PlannedStep::Note(_) => Ok(()),
        };
        if let Err(end) = ended {
            return end.outcome();
        }
    }
    let is_purge =
        matches!(plan.steps.last(), Some(PlannedStep::Purge(_) | PlannedStep::Discard(_)));
    if is_purge && control.is_stopped() {
        return End::Stopped.outcome();
    }
    // A stop during the last rest leaves nothing undone; one during the last cell shows in its state.
    End::LastStep.outcome()
}

fn probe<R: Rig + ?Sized>(
    step: &ProbeStep,
    rig: &mut R,
    control: &Control,
) -> Result<ProbeRecord, RigError> {
    let step = step.informed(&rig.target());
    let mut probe = rig.probe(step.kind.access())?;
    Ok(step.run(probe.as_mut(), control))
}

/// A step that fails because it was stopped is no failure.
fn end_of_error(step: usize, error: RigError, control: &Control) -> End {
    if control.is_stopped() { End::Stopped } else { End::Rig { step, error } }
}

fn keep(cell: &Cell, record: CellRecord, observer: &mut dyn Observer) -> Result<(), End> {
    let state = record.state;
    if observer.cell_finished(record).is_break() {
        return Err(End::Observer);
    }
    end_of_state(&cell.name, cell.repeat, state)
}

/// Whether what comes after a cell or a probe that ended so still has a sense.
fn end_of_state(name: &str, repeat: u32, state: CellState) -> Result<(), End> {
    match state {
        CellState::Completed | CellState::IoErrors | CellState::Unsupported => Ok(()),
        CellState::Interrupted => Err(End::Stopped),
        CellState::Full | CellState::Vanished | CellState::ReadOnly | CellState::Stalled => {
            Err(End::Cell { name: name.to_owned(), repeat, state })
        }
    }
}
