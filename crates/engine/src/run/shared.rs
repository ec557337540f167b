//! The state that the jobs of a cell share, and the source of their requests.

use iogram_model::Nanos;

use super::job::Source;
use super::zoned::{Stream, ZonedJob};
use crate::cell::Cell;
use crate::collect::Collector;
use crate::control::Control;
use crate::flow::FlowShare;
use crate::generator::Generator;
use crate::lane::SharedJob;
use crate::target::Geometry;
use crate::zones::ZoneTable;

/// The state that the jobs of a cell share.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    /// The cell of all the jobs.
    pub cell: &'a Cell,
    /// Receives full intervals and failures.
    pub collector: &'a Collector,
    /// Connects the cell with the watcher, who may stop it.
    pub control: &'a Control,
    /// The cell's beginning on the common clock of the targets.
    pub start: Nanos,
    /// The zones of the cell; `None` if it uses no write pointers.
    pub zones: Option<&'a ZoneTable>,
    /// The load's share of its group's requests; `None` if it waits for no other.
    pub flow: Option<&'a FlowShare>,
}

impl<'a> Shared<'a> {
    /// The source of requests of job `job`, if the job is alone on its thread.
    pub(super) fn source(self, geometry: Geometry, job: u32) -> Source<'a> {
        let workload = &self.cell.workload;
        let generator = Box::new(Generator::new(workload, geometry, job, self.start));
        match self.zones {
            None => Source::Own(generator),
            Some(table) => Source::Zoned(Box::new(ZonedJob::new(
                Stream::Own(generator),
                (table, job),
                workload,
            ))),
        }
    }

    /// The source of requests of a thread that serves a job together with others.
    pub(super) fn source_of_lane(self, job: &'a SharedJob) -> Source<'a> {
        let Some(table) = self.zones else { return Source::Shared(job) };
        let place = (table, job.number());
        let zoned = ZonedJob::new(Stream::Shared(job), place, &self.cell.workload);
        Source::Zoned(Box::new(zoned))
    }
}
