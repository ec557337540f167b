//! What a plan really takes, found out by carrying it out where that costs nothing: on a target whose
//! time is virtual.

use std::ops::ControlFlow;
use std::sync::Arc;

use iogram_engine::{Control, Rig};
use iogram_model::{Bytes, CellRecord, Nanos, OpKind};
use iogram_runner::{End, Observer, Plan, PlannedStep, run_method};

use crate::failure::Failure;
use crate::progress::state_words;
use crate::signals;

/// How a plan went.
#[derive(Debug)]
pub(crate) struct Trial {
    /// What each step took on the target's clock. Shorter than the plan if it ended early.
    pub(crate) steps: Vec<Nanos>,
    /// Read by all cells.
    pub(crate) read: Bytes,
    /// Written by all cells and lay-outs.
    pub(crate) written: Bytes,
    /// Why it ended before the last step; `None` if it did not.
    pub(crate) ended_early: Option<String>,
}

impl Trial {
    /// All steps together.
    pub(crate) fn time(&self) -> Nanos {
        Nanos(self.steps.iter().map(|step| step.0).sum())
    }
}

/// Counts bytes and time.
struct Counter {
    read: u64,
    written: u64,
    steps: Vec<Nanos>,
}

impl Observer for Counter {
    fn step_finished(&mut self, index: usize, elapsed: Nanos) {
        // Steps in between were left out.
        self.steps.resize(index, Nanos(0));
        self.steps.push(elapsed);
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        let bytes = |kind| record.operations.of(kind).map_or(0, |operation| operation.bytes);
        self.read += bytes(OpKind::Read);
        self.written += bytes(OpKind::Write);
        ControlFlow::Continue(())
    }
}

/// Carries out `plan` on `rig`, keeping nothing.
pub(crate) fn carry_out(plan: &Plan, rig: &mut dyn Rig) -> Result<Trial, Failure> {
    let control = Arc::new(Control::default());
    signals::watch(&control, None)?;
    let mut counter = Counter { read: 0, written: 0, steps: Vec::new() };
    let outcome = run_method(plan, rig, &control, &mut counter);
    if control.is_stopped() {
        return Err(Failure::environment("interrupted", ""));
    }
    let ended_early = match outcome.end {
        End::LastStep => None,
        End::Cell { name, state, .. } => {
            Some(format!("cell \"{name}\" cannot go on: {}", state_words(state)))
        }
        End::Rig { error, .. } => Some(error.message),
        _ => Some("stopped".to_owned()),
    };
    let laid_out = plan.steps[..counter.steps.len()].iter().filter_map(|step| match step {
        PlannedStep::LayOut { size, content: iogram_engine::Content::Written } => Some(size.0),
        _ => None,
    });
    let written = Bytes(counter.written + laid_out.max().unwrap_or(0));
    Ok(Trial { steps: counter.steps, read: Bytes(counter.read), written, ended_early })
}
