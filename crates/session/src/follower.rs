//! What a session tells whoever uses it, while it works.

use iogram_device::PutBack;
use iogram_model::{CellRecord, ProbeRecord, PurgeRecord, Run, Warning};
use iogram_runner::PlannedStep;

use iogram_engine::TimeBase;

use crate::job::PlannedRun;
use crate::resume::ResumeStart;

/// Something that happened beside the measurement.
#[derive(Debug)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// The store does not take what is measured; it stays in memory and is kept later.
    StoreBehind(&'a iogram_store::Error),
    /// The store takes it again, and lacks nothing.
    StoreCaughtUp,
    /// Another program holds the store: the end of the run waits for it.
    StoreHeld,
    /// Others are measured first: so many at once.
    WaitsForTurn(usize),
    /// What was borrowed is back.
    PutBack(PutBack),
    /// Something went wrong that the run's warnings say, too.
    Warning(&'a Warning),
}

/// Follows a run. Nothing that it does changes what is measured or kept.
pub trait SessionFollower {
    /// The target is open and the circumstances are known; the first step comes next. `resumed` is where a
    /// run goes on.
    fn opened(
        &mut self,
        job: &PlannedRun,
        run: &Run,
        resumed: Option<&ResumeStart>,
        clock: TimeBase,
    ) {
        let _ = (job, run, resumed, clock);
    }

    /// What an earlier part of the run had made is made once more.
    fn restoring(&mut self, step: &PlannedStep) {
        let _ = step;
    }

    /// A step begins. `index` counts from 0.
    fn step_started(&mut self, index: usize, step: &PlannedStep) {
        let _ = (index, step);
    }

    /// A purge ended, in whatever state, and is kept.
    fn purge_finished(&mut self, record: &PurgeRecord) {
        let _ = record;
    }

    /// A probe ended, in whatever state.
    fn probe_finished(&mut self, record: &ProbeRecord) {
        let _ = record;
    }

    /// A cell is measured again, because the computer paused in it.
    fn cell_repeated(&mut self, record: &CellRecord) {
        let _ = record;
    }

    /// A cell ended and is kept.
    fn cell_finished(&mut self, record: &CellRecord) {
        let _ = record;
    }

    /// Every step is done or given up. What follows is kept and put back without more steps.
    fn steps_ended(&mut self) {}

    /// Something happened beside the measurement.
    fn noticed(&mut self, notice: Notice<'_>) {
        let _ = notice;
    }
}

/// For whoever wants to know the result alone.
impl SessionFollower for () {}
