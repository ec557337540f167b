//! The events that a session reports to its user while it works.

use iogram_device::PutBack;
use iogram_model::{CellRecord, ProbeRecord, PurgeRecord, Run, Warning};
use iogram_runner::PlannedStep;

use iogram_engine::TimeBase;

use crate::job::PlannedRun;
use crate::resume::ResumeStart;

/// An event beside the measurement.
#[derive(Debug)]
#[non_exhaustive]
pub enum Notice<'a> {
    /// The store rejects the results; they stay in memory, and the store gets them later.
    StoreBehind(&'a iogram_store::Error),
    /// The store works again, and has everything.
    StoreCaughtUp,
    /// Another program holds the store: the end of the run waits for it.
    StoreHeld,
    /// This run waits for others; the number says how many run at once.
    WaitsForTurn(usize),
    /// The borrowed blocks are back.
    PutBack(PutBack),
    /// A problem that the run's warnings state, too.
    Warning(&'a Warning),
}

/// Follows a run. A follower cannot change what the session measures or stores.
pub trait SessionFollower {
    /// The target is open and its conditions are known; the first step comes next. `resumed` is the point at which a
    /// resumed run continues.
    fn opened(
        &mut self,
        job: &PlannedRun,
        run: &Run,
        resumed: Option<&ResumeStart>,
        clock: TimeBase,
    ) {
        let _ = (job, run, resumed, clock);
    }

    /// The session repeats a step of the earlier part of the run to restore the drive's state.
    fn restoring(&mut self, step: &PlannedStep) {
        let _ = step;
    }

    /// A step begins. `index` counts from 0.
    fn step_started(&mut self, index: usize, step: &PlannedStep) {
        let _ = (index, step);
    }

    /// A purge ended, with or without success, and is in the store.
    fn purge_finished(&mut self, record: &PurgeRecord) {
        let _ = record;
    }

    /// A probe ended, with or without success.
    fn probe_finished(&mut self, record: &ProbeRecord) {
        let _ = record;
    }

    /// A cell is measured again, because the computer paused during it.
    fn cell_repeated(&mut self, record: &CellRecord) {
        let _ = record;
    }

    /// A cell ended and is in the store.
    fn cell_finished(&mut self, record: &CellRecord) {
        let _ = record;
    }

    /// All steps have ended, completed or not. The session now only stores results and puts blocks back.
    fn steps_ended(&mut self) {}

    /// An event happened beside the measurement.
    fn noticed(&mut self, notice: Notice<'_>) {
        let _ = notice;
    }
}

/// For callers that need only the result.
impl SessionFollower for () {}
