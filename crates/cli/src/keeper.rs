//! Keeps what is measured, cell by cell, and goes on where an interrupted run ended.

use std::ops::ControlFlow;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_model::{CellRecord, ProbeRecord, PurgeRecord, RestRecord, Run};
use iogram_runner::{Observer, PlannedStep};
use iogram_store::Store;

use crate::failure::Failure;
use crate::opened::Clock;
use crate::progress::Progress;
use crate::resume;

/// Keeps every cell when it ends.
pub(crate) struct Keeper<'a> {
    progress: Progress,
    control: Arc<Control>,
    run: &'a mut Run,
    store: Option<Store>,
    failure: Option<Failure>,
    /// Records of a run that goes on which come a second time, where the way to its state is gone again.
    replayed: Replayed,
    /// When the target's clock began, on the clock of the run.
    origin_ns: u64,
    /// Whether the last probe of the run is only what is kept of the one under way.
    has_unfinished: bool,
    /// Whether that is worth it: where time is virtual, a run that goes on begins anew.
    keeps_unfinished: bool,
}

/// How many records of each kind are known already.
#[derive(Debug, Clone, Copy, Default)]
struct Replayed {
    cells: usize,
    purges: usize,
    rests: usize,
    probes: usize,
}

/// Counts down; whether one more is known.
fn is_known(left: &mut usize) -> bool {
    let is_known = *left > 0;
    *left = left.saturating_sub(1);
    is_known
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(
        run: &'a mut Run,
        store: Option<Store>,
        progress: Progress,
        control: &Arc<Control>,
        clock: Clock,
    ) -> Self {
        Self {
            progress,
            control: Arc::clone(control),
            run,
            store,
            failure: None,
            replayed: Replayed::default(),
            origin_ns: 0,
            has_unfinished: false,
            keeps_unfinished: clock == Clock::Host,
        }
    }

    /// The store, for the run's end, and why not everything was kept.
    pub(crate) fn end(mut self) -> (Option<Store>, Option<Failure>) {
        self.progress.finish();
        (self.store.take(), self.failure.take())
    }

    /// Keeps what follows behind what is there.
    pub(crate) fn go_on(&mut self, start: &resume::Start) -> Result<(), Failure> {
        self.origin_ns = start.origin_ns;
        self.has_unfinished = start.beginning.broken_off.is_some();
        self.progress.go_on_after(self.run.cells.len());
        if start.replays {
            self.replayed = Replayed {
                cells: self.run.cells.len(),
                purges: self.run.purges.len(),
                rests: self.run.rests.len(),
                probes: self.run.probes.len(),
            };
        }
        let Some(store) = &mut self.store else { return Ok(()) };
        store.truncate_cells(&self.run.id, self.run.cells.len())?;
        Ok(store.finish(self.run)?)
    }

    /// Adds a probe, or what is newer of the one under way.
    fn put_probe(&mut self, record: ProbeRecord) {
        if self.has_unfinished {
            self.run.probes.pop();
        }
        let started_ns = self.origin_ns + record.started_ns;
        self.run.probes.push(ProbeRecord { started_ns, ..record });
    }

    /// Keeps everything but the cells: a crash later on must not lose it.
    fn keep_run(&mut self) -> ControlFlow<()> {
        let kept = match &mut self.store {
            Some(store) => store.finish(self.run),
            None => Ok(()),
        };
        self.noted(kept)
    }

    /// The same after something that cannot end the run itself.
    fn keep_run_or_stop(&mut self) {
        if self.keep_run().is_break() {
            self.control.stop();
        }
    }

    /// Whether the run goes on: not if what it measures cannot be kept.
    fn noted(&mut self, kept: Result<(), iogram_store::Error>) -> ControlFlow<()> {
        match kept {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error.into());
                ControlFlow::Break(())
            }
        }
    }

    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        match &mut self.store {
            Some(store) => Ok(store.begin(self.run)?),
            None => Ok(()),
        }
    }
}

impl Observer for Keeper<'_> {
    fn restoring(&mut self, step: &PlannedStep) {
        self.progress.restoring(step, &self.control);
    }

    fn step_started(&mut self, index: usize, _count: usize, step: &PlannedStep) {
        self.progress.step(index, step, &self.control);
    }

    fn purge_finished(&mut self, record: PurgeRecord) {
        if is_known(&mut self.replayed.purges) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.progress.purge(&record);
        self.run.purges.push(PurgeRecord { cells_before_count, ..record });
        self.keep_run_or_stop();
    }

    fn rest_finished(&mut self, record: RestRecord) {
        if is_known(&mut self.replayed.rests) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.run.rests.push(RestRecord { cells_before_count, ..record });
        self.keep_run_or_stop();
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.probes) {
            return ControlFlow::Continue(());
        }
        self.progress.probe(&record);
        self.put_probe(record);
        self.has_unfinished = false;
        self.keep_run()
    }

    fn probe_kept(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if !self.keeps_unfinished {
            return ControlFlow::Continue(());
        }
        self.put_probe(record);
        self.has_unfinished = true;
        self.keep_run()
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.cells) {
            return ControlFlow::Continue(());
        }
        let record = CellRecord { started_ns: self.origin_ns + record.started_ns, ..record };
        let position = self.run.cells.len();
        let kept = match &mut self.store {
            Some(store) => store.add_cell(&self.run.id, position, &record),
            None => Ok(()),
        };
        // Said only now: a cell that was reported is kept, whatever happens next.
        self.progress.cell(&record);
        self.run.cells.push(record);
        self.noted(kept)
    }
}
