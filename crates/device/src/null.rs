//! A target that does nothing: what the engine costs by itself.

use std::sync::Arc;

use iogram_engine::{
    ClockCheck, ClockChoice, Completion, Geometry, Request, Scheduling, Target, TargetError,
};
use iogram_model::{Bytes, CpuTime, Nanos};

use crate::linux::host_watch::{self, HostWatch};
use iogram_inspect::TickClock;
use iogram_inspect::clock::{self, CpuScope};

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

    /// The capacity that it pretends to have, 1 TiB. Arbitrary.
    pub const CAPACITY: Bytes = Bytes(1 << 40);

    /// Its shape.
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

    #[inline]
    fn now(&self) -> Nanos {
        self.clock.now()
    }

    fn clock_check(&self) -> Option<ClockCheck> {
        Some(self.clock.check())
    }

    fn cpu_time(&self) -> Option<CpuTime> {
        clock::cpu_time(CpuScope::Thread)
    }

    fn scheduling(&self) -> Scheduling {
        host_watch::scheduling()
    }

    fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        self.host.paused_until(from)
    }

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
