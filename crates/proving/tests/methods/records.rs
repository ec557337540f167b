//! A sink that keeps the records of a run.

use std::ops::ControlFlow;

use iogram_model::{CellRecord, ProbeRecord, RestRecord};
use iogram_runner::{KeptRecords, RecordSink};

#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) cells: Vec<CellRecord>,
    pub(crate) rests: Vec<RestRecord>,
    pub(crate) probes: Vec<ProbeRecord>,
}

impl Records {
    /// What a run that goes on is given; nothing was purged.
    pub(crate) fn kept(&self) -> KeptRecords<'_> {
        KeptRecords {
            cells: &self.cells,
            probes: &self.probes,
            rests: &self.rests,
            purges: &[],
        }
    }
}

impl RecordSink for Records {
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
        ControlFlow::Continue(())
    }
}
