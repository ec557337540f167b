//! Finds the real duration of a plan by running it on a target with virtual time, where that costs nothing.

use std::ops::ControlFlow;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_model::{Bytes, CellRecord, Nanos, OpKind, Text, text};
use iogram_runner::{
    AssumedRange, Cost, End, Observed, Plan, PlannedStep, RecordSink, run_method,
};
use iogram_sim::SimRig;

use crate::failure::Failure;

/// Steps of the model after which the rest is estimated. It is a count and not a time, so that a plan gives the same
/// answer on every computer; about half a second on an x86 at 2.1 GHz (2026-11).
const WORK_MAX: u64 = 5_000_000;

/// The trial of a plan.
#[derive(Debug)]
pub struct Trial {
    /// Duration of each step on the target's clock. Shorter than the plan if the trial ended early.
    pub steps: Vec<Nanos>,
    /// Bytes that all cells read.
    pub read: Bytes,
    /// Bytes that all cells and lay-outs wrote.
    pub written: Bytes,
    /// Observations of its cells, for estimates of the cells that did not run.
    pub(crate) observed: Vec<Observed>,
    /// Why it ended before the last step; `None` if it did not.
    pub ended_early: Option<End>,
    /// Whether the trial stopped because it would take too long; then the rest has to be estimated.
    pub is_cut: bool,
}

impl Trial {
    /// Total duration of the steps that ran.
    #[must_use]
    pub fn time(&self) -> Nanos {
        Nanos(self.steps.iter().fold(0, |sum, step| sum.saturating_add(step.0)))
    }

    /// The cost of the plan, with estimates for the missing steps.
    #[must_use]
    pub fn estimate(&self, plan: &Plan, assumed: &AssumedRange) -> Cost {
        let known = self.observed.iter().cloned();
        let observed = assumed.observed.iter().cloned().chain(known).collect();
        let assumed = &AssumedRange { observed, ..assumed.clone() };
        let mut cost = plan.cost_from(self.steps.len(), assumed);
        cost.time_fixed = Nanos(cost.time_fixed.0.saturating_add(self.time().0));
        let whole = plan.cost(assumed);
        Cost { read: whole.read, written: whole.written, ..cost }
    }
}

/// Counts bytes and time.
struct Counter {
    read: u64,
    written: u64,
    steps: Vec<Nanos>,
    observed: Vec<Observed>,
}

impl RecordSink for Counter {
    fn step_finished(&mut self, index: usize, elapsed: Nanos) {
        // The steps in between were skipped.
        self.steps.resize(index, Nanos(0));
        self.steps.push(elapsed);
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        let bytes = |kind| record.operations.of(kind).map_or(0, |operation| operation.bytes);
        self.read += bytes(OpKind::Read);
        self.written += bytes(OpKind::Write);
        self.observed.extend(Observed::of(&record));
        ControlFlow::Continue(())
    }
}

/// Runs `plan` on `rig` without storing anything, until `control` is stopped.
///
/// # Errors
///
/// If `control` stopped it.
pub fn try_plan(
    plan: &Plan,
    rig: &mut SimRig,
    control: &Arc<Control>,
) -> Result<Trial, Failure> {
    try_plan_within(WORK_MAX, plan, rig, control)
}

/// The same with this many steps of the model, and until `control` is stopped.
pub(crate) fn try_plan_within(
    work_max: u64,
    plan: &Plan,
    rig: &mut SimRig,
    control: &Arc<Control>,
) -> Result<Trial, Failure> {
    if let Some(recordings) = crate::replay::recordings_of(plan) {
        rig.play(recordings);
    }
    rig.drive_mut().limit_work(work_max, Arc::clone(control));
    let mut counter = Counter { read: 0, written: 0, steps: Vec::new(), observed: Vec::new() };
    let outcome = run_method(plan, rig, control, &mut counter);
    let is_cut = rig.drive_mut().is_work_spent();
    if is_cut {
        // The interrupted step is part of the estimate; its first part proves nothing.
        counter.steps.pop();
    } else if control.is_stopped() {
        return Err(Failure::environment(text!("session-interrupted"), Text::NONE));
    }
    let ended_early = match outcome.end {
        _ if is_cut => None,
        End::LastStep => None,
        end => Some(end),
    };
    let laid_out = plan.steps[..counter.steps.len()].iter().filter_map(|step| match step {
        PlannedStep::LayOut { size, content: iogram_engine::Content::Written } => Some(size.0),
        _ => None,
    });
    let written = Bytes(counter.written + laid_out.max().unwrap_or(0));
    let read = Bytes(counter.read);
    let Counter { steps, observed, .. } = counter;
    Ok(Trial { steps, read, written, observed, ended_early, is_cut })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated;

    /// Far less than [`WORK_MAX`], so that most plans reach it.
    const WORK: u64 = 30_000;
    /// A single operation of a drive is not interrupted: the largest discard, the fold of a whole cache.
    const ONE_THING: u64 = 3_000_000;

    fn try_within(method: &iogram_runner::Method, drive: &str) -> Option<(Plan, Trial, u64)> {
        let spec = simulated::find_spec(drive).unwrap();
        let plan = iogram_runner::plan(method, &[], &simulated::facts(&spec), 1).ok()?;
        let mut rig = SimRig::new(drive, simulated::build(&spec, 1).unwrap());
        let control = Arc::new(Control::default());
        let trial = try_plan_within(WORK, &plan, &mut rig, &control).unwrap();
        let work = rig.drive_mut().work();
        Some((plan, trial, work))
    }

    #[test]
    fn every_method_is_planned_on_every_drive_of_the_zoo_with_bounded_work() {
        let assumed = AssumedRange::default();
        let (mut cut, mut whole) = (0, 0);
        for method in iogram_runner::builtin_methods() {
            for drive in iogram_sim::zoo_names() {
                let Some((plan, trial, work)) = try_within(&method, drive) else { continue };
                let what = format!("{} on {drive}", method.id);
                assert!(work < WORK + ONE_THING, "{what}: {work} steps");
                if !trial.is_cut {
                    whole += 1;
                    continue;
                }
                cut += 1;
                assert!(trial.steps.len() < plan.steps.len(), "{what}");
                let (fast, slow) = trial.estimate(&plan, &assumed).time();
                assert!(trial.time() <= fast && fast <= slow, "{what}: {fast} to {slow}");
            }
        }
        assert!(cut > 100 && whole > 0, "{cut} {whole}");
    }

    #[test]
    fn the_same_plan_is_cut_at_the_same_place_every_time() {
        let method = iogram_runner::builtin_method("steady-cssd").unwrap();
        let [one, other] =
            [0, 1].map(|_| try_within(&method, "nvme-tlc-hybrid").map(|it| (it.1.steps, it.2)));
        assert_eq!(one, other);
    }
}
