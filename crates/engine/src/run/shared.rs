//! What the jobs of a cell share, and where their requests come from.

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

/// What the jobs of a cell share.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    /// The cell that all of them are part of.
    pub cell: &'a Cell,
    /// Where full intervals and failures go.
    pub collector: &'a Collector,
    /// Who watches and may stop it.
    pub control: &'a Control,
    /// The cell's beginning on the targets' common clock.
    pub start: Nanos,
    /// The zones that it works in; `None` where it does not go by write pointers.
    pub zones: Option<&'a ZoneTable>,
    /// The load's part in the requests of its group; `None` where it waits for no others.
    pub flow: Option<&'a FlowShare>,
}

impl<'a> Shared<'a> {
    /// Where the requests of job `job` come from, if it is alone in its thread.
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

    /// Where the requests of a thread come from that serves a job with others.
    pub(super) fn source_of_lane(self, job: &'a SharedJob) -> Source<'a> {
        let Some(table) = self.zones else { return Source::Shared(job) };
        let place = (table, job.number());
        let zoned = ZonedJob::new(Stream::Shared(job), place, &self.cell.workload);
        Source::Zoned(Box::new(zoned))
    }
}
