//! Stores results cell by cell, and continues where an interrupted run ended.

use std::ops::ControlFlow;

use iogram_model::{
    CellRecord, LayOutRecord, Nanos, ProbeRecord, PurgeRecord, RestRecord, Run,
};
use iogram_runner::{PlannedStep, RecordSink, left_out_for_time};
use iogram_store::Origin;

use iogram_engine::TimeBase;

use crate::failure::Failure;
use crate::follower::SessionFollower;
use crate::keeping::Keeping;
use crate::resume::ResumeStart;

/// Stores every cell when it ends.
pub(crate) struct RunRecorder<'a> {
    follower: &'a mut dyn SessionFollower,
    run: &'a mut Run,
    keeping: Keeping,
    /// Records that a resumed run makes a second time, because it repeats earlier steps to reach the drive's state.
    replayed: Replayed,
    /// Start of the target's clock, on the clock of the run.
    origin_ns: u64,
    /// Whether the last probe of the run is only the saved progress of the running one.
    has_unfinished: bool,
    /// Whether saving progress is worthwhile: in virtual time a resumed run starts from the beginning.
    keeps_unfinished: bool,
}

/// Number of records of each kind that the run has already.
#[derive(Debug, Clone, Copy, Default)]
struct Replayed {
    cells: usize,
    purges: usize,
    rests: usize,
    lay_outs: usize,
    probes: usize,
}

/// Whether one more record is known; counts down.
fn is_known(left: &mut usize) -> bool {
    let is_known = *left > 0;
    *left = left.saturating_sub(1);
    is_known
}

impl<'a> RunRecorder<'a> {
    pub(crate) fn new(
        run: &'a mut Run,
        follower: &'a mut dyn SessionFollower,
        clock: TimeBase,
        keeping: Keeping,
    ) -> Self {
        Self {
            follower,
            run,
            keeping,
            replayed: Replayed::default(),
            origin_ns: 0,
            has_unfinished: false,
            keeps_unfinished: clock == TimeBase::Host,
        }
    }

    /// Returns the rest of the storing, for the run's end.
    pub(crate) fn end(self) -> Keeping {
        self.follower.steps_ended();
        self.keeping
    }

    /// Continues a run: new records go behind those that it has.
    pub(crate) fn go_on(&mut self, start: &ResumeStart) -> Result<(), Failure> {
        let known = start.beginning.cells.len();
        assert!(
            start.replays || known == self.run.cells.len(),
            "a run goes on behind other cells"
        );
        self.origin_ns = start.origin_ns;
        self.has_unfinished = start.beginning.broken_off.is_some();
        if start.replays {
            self.replayed = Replayed {
                cells: self.run.cells.len(),
                purges: self.run.purges.len(),
                rests: self.run.rests.len(),
                lay_outs: self.run.lay_outs.len(),
                probes: self.run.probes.len(),
            };
        }
        self.keeping.go_on(self.run)
    }

    /// Adds a probe, or replaces the saved progress of the running one.
    fn put_probe(&mut self, record: ProbeRecord) {
        if self.has_unfinished {
            let unfinished = self.run.probes.pop();
            assert!(unfinished.is_some(), "a probe that was under way is not in the record");
        }
        let started_ns = self.origin_ns + record.started_ns;
        self.run.probes.push(ProbeRecord { started_ns, ..record });
    }

    pub(crate) fn begin(&mut self, origin: &Origin) -> Result<(), Failure> {
        self.keeping.begin(self.run, origin)
    }
}

impl RecordSink for RunRecorder<'_> {
    fn restoring(&mut self, step: &PlannedStep) {
        self.keeping.place_cell(None);
        self.follower.restoring(step);
    }

    fn left_out(&mut self, step: &str, lacks: Nanos) {
        let warning = left_out_for_time(step, lacks);
        // A run that goes on may say it a second time.
        if !self.run.warnings.contains(&warning) {
            self.run.warnings.push(warning);
            self.keeping.keep(self.run, self.follower);
        }
    }

    fn step_started(&mut self, index: usize, count: usize, step: &PlannedStep) {
        assert!(index < count, "a step begins that is not in the plan");
        let is_new = self.replayed.cells == 0;
        self.keeping.place_cell(is_new.then_some(self.run.cells.len()));
        self.follower.step_started(index, step);
    }

    fn purge_finished(&mut self, record: PurgeRecord) {
        if is_known(&mut self.replayed.purges) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.follower.purge_finished(&record);
        self.run.purges.push(PurgeRecord { cells_before_count, ..record });
        self.keeping.keep(self.run, self.follower);
    }

    fn lay_out_finished(&mut self, record: LayOutRecord) {
        if is_known(&mut self.replayed.lay_outs) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.run.lay_outs.push(LayOutRecord { cells_before_count, ..record });
        self.keeping.keep(self.run, self.follower);
    }

    fn rest_finished(&mut self, record: RestRecord) {
        if is_known(&mut self.replayed.rests) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.run.rests.push(RestRecord { cells_before_count, ..record });
        self.keeping.keep(self.run, self.follower);
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.probes) {
            return ControlFlow::Continue(());
        }
        self.follower.probe_finished(&record);
        self.put_probe(record);
        self.has_unfinished = false;
        self.keeping.keep(self.run, self.follower);
        ControlFlow::Continue(())
    }

    fn probe_kept(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if !self.keeps_unfinished {
            return ControlFlow::Continue(());
        }
        self.put_probe(record);
        self.has_unfinished = true;
        self.keeping.keep(self.run, self.follower);
        ControlFlow::Continue(())
    }

    fn cell_repeated(&mut self, record: &CellRecord) {
        self.follower.cell_repeated(record);
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.cells) {
            return ControlFlow::Continue(());
        }
        let record = CellRecord { started_ns: self.origin_ns + record.started_ns, ..record };
        self.run.cells.push(record);
        self.keeping.keep_cells(self.run, self.follower);
        // The cell is reported only now: a reported cell is in the store, even if the next step fails.
        if let Some(record) = self.run.cells.last() {
            self.follower.cell_finished(record);
        }
        ControlFlow::Continue(())
    }
}
