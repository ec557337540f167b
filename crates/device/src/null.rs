//! A target that does nothing: shows the cost of the engine alone.

use std::sync::Arc;

use iogram_engine::{ClockChoice, Completion, Geometry, Request, Target, TargetError};
use iogram_model::{Bytes, Nanos};

use crate::linux::host_watch::{HostWatch, of_this_thread};
use iogram_inspect::TickClock;
use iogram_inspect::clock;

/// Completes every request at once, with real clock readings.
#[derive(Debug, Default)]
pub struct NullTarget {
    out: Vec<(u32, u32)>,
    host: Arc<HostWatch>,
    clock: TickClock,
}

impl NullTarget {
    pub(crate) fn watched(host: Arc<HostWatch>, clock: ClockChoice) -> Self {
        Self { out: Vec::new(), host, clock: TickClock::start(clock) }
    }

    /// Its pretended capacity, 1 TiB. Arbitrary.
    pub const CAPACITY: Bytes = Bytes(1 << 40);

    /// Its pretended capacity and block sizes.
    pub const GEOMETRY: Geometry = Geometry {
        capacity: Self::CAPACITY,
        logical_block_size: Bytes(512),
        physical_block_size: None,
    };
}

impl Target for NullTarget {
    fn geometry(&self) -> Geometry {
        Self::GEOMETRY
    }

    of_this_thread!();

    fn prepare(&mut self, _: &[Request]) {}

    #[inline]
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        self.out.extend(batch.iter().map(|request| (request.slot, request.length)));
        Ok(())
    }

    #[inline]
    fn reap(&mut self, done: &mut Vec<Completion>, _: Nanos) -> Result<(), TargetError> {
        let at = self.clock.now();
        done.extend(self.out.drain(..).map(|(slot, length)| Completion {
            slot,
            at,
            result: Ok(length),
        }));
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        clock::rest_until(at);
    }
}
