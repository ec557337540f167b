//! A sink that keeps the records of a run in memory, as a program keeps them in a store.

use std::ops::ControlFlow;

use iogram_engine::Control;
use iogram_model::{CellRecord, LayOutRecord, Nanos, ProbeRecord, PurgeRecord, RestRecord};
use iogram_runner::{KeptRecords, PlannedStep, RecordSink};

/// Everything that the sink received, in order.
#[derive(Debug, Default)]
pub(crate) struct Records<'a> {
    /// Index of each step, and the number of steps.
    pub(crate) started: Vec<(usize, usize)>,
    pub(crate) cells: Vec<CellRecord>,
    pub(crate) rests: Vec<RestRecord>,
    pub(crate) lay_outs: Vec<LayOutRecord>,
    pub(crate) probes: Vec<ProbeRecord>,
    pub(crate) purges: Vec<PurgeRecord>,
    /// Names of the steps that the budget left no time for.
    pub(crate) left_out: Vec<String>,
    /// Ends the run at the cell with this index.
    pub(crate) breaks_at: Option<usize>,
    /// The step during which the user stops the run.
    pub(crate) stop: Option<(usize, &'a Control)>,
}

impl Records<'_> {
    /// The records that a resumed run gets.
    pub(crate) fn kept(&self) -> KeptRecords<'_> {
        KeptRecords {
            cells: &self.cells,
            probes: &self.probes,
            rests: &self.rests,
            purges: &self.purges,
        }
    }
}

impl RecordSink for Records<'_> {
    fn step_started(&mut self, index: usize, count: usize, _step: &PlannedStep) {
        self.started.push((index, count));
        if let Some((at, control)) = self.stop
            && at == index
        {
            control.stop();
        }
    }

    fn left_out(&mut self, step: &str, _lacks: Nanos) {
        self.left_out.push(step.to_owned());
    }

    fn purge_finished(&mut self, record: PurgeRecord) {
        let cells_before_count = self.cells.len() as u64;
        self.purges.push(PurgeRecord { cells_before_count, ..record });
    }

    fn lay_out_finished(&mut self, record: LayOutRecord) {
        let cells_before_count = self.cells.len() as u64;
        self.lay_outs.push(LayOutRecord { cells_before_count, ..record });
    }

    fn rest_finished(&mut self, record: RestRecord) {
        let cells_before_count = self.cells.len() as u64;
        self.rests.push(RestRecord { cells_before_count, ..record });
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        self.probes.push(record);
        ControlFlow::Continue(())
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        self.cells.push(record);
        match self.breaks_at {
            Some(at) if at + 1 == self.cells.len() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
