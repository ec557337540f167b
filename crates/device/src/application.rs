//! A program on a file system as a target: each request is one of its operations, run in the calling thread.

use std::sync::Arc;

use iogram_applications::Program;
use iogram_engine::{Completion, Geometry, Request, Target, TargetError};
use iogram_inspect::{TickClock, clock};
use iogram_model::Nanos;

use crate::linux::host_watch::{HostWatch, of_this_thread};
use crate::linux::sync_target::InKernel;

/// A program that the calling thread runs.
pub(crate) struct ApplicationTarget {
    program: Box<dyn Program>,
    geometry: Geometry,
    in_kernel: Arc<InKernel>,
    host: Arc<HostWatch>,
    clock: TickClock,
    done: Vec<Completion>,
}

impl ApplicationTarget {
    pub(crate) fn new(
        program: Box<dyn Program>,
        geometry: Geometry,
        (in_kernel, host, clock): (Arc<InKernel>, Arc<HostWatch>, TickClock),
    ) -> Self {
        Self { program, geometry, in_kernel, host, clock, done: Vec::with_capacity(1) }
    }
}

impl Target for ApplicationTarget {
    fn geometry(&self) -> Geometry {
        self.geometry
    }

    of_this_thread!();

    fn prepare(&mut self, batch: &[Request]) {
        for request in batch {
            self.program.prepare(request);
        }
    }

    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        for request in batch {
            self.in_kernel.step();
            let result = self.program.perform(request);
            self.in_kernel.step();
            self.done.push(Completion { slot: request.slot, at: self.clock.now(), result });
        }
        Ok(())
    }

    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        if self.done.is_empty() {
            clock::rest_until(until);
        }
        done.append(&mut self.done);
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}
