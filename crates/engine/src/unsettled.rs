//! Completions that a submitter reaped but did not count yet. Only the submitter writes here; whoever gives it up
//! while it hangs in the kernel may read. The submitter takes the lock once for many completions, not for each.
//!
//! It publishes its writes at the end of every turn: it can hang nowhere else.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use iogram_model::{Nanos, OpKind};

/// Completions that may wait to be counted. Arbitrary: with one request outstanding the lock costs a sixty-fourth,
/// and everything stays in the first-level cache.
pub(crate) const PLACES: usize = 64;

/// The completions in order, and the time of the last one, whether it is stored here or not.
#[derive(Debug)]
pub(crate) struct Unsettled {
    places: Box<[Place; PLACES]>,
    count: AtomicUsize,
    last: AtomicU64,
}

/// One completion.
#[derive(Debug, Default)]
struct Place {
    at: AtomicU64,
    start: AtomicU64,
    issued: AtomicU64,
    moved: AtomicU32,
    kind: AtomicU8,
}

/// A successful request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Done {
    pub(crate) at: Nanos,
    /// The start of its latency.
    pub(crate) start: Nanos,
    pub(crate) issued: Nanos,
    pub(crate) moved: u32,
    pub(crate) kind: OpKind,
}

impl Default for Unsettled {
    fn default() -> Self {
        Self {
            places: Box::new(std::array::from_fn(|_| Place::default())),
            count: AtomicUsize::new(0),
            last: AtomicU64::new(0),
        }
    }
}

impl Unsettled {
    /// Stores one at `place`. For the submitter.
    #[inline]
    pub(crate) fn put(&self, place: usize, done: Done) {
        let place = &self.places[place];
        place.at.store(done.at.0, Ordering::Relaxed);
        place.start.store(done.start.0, Ordering::Relaxed);
        place.issued.store(done.issued.0, Ordering::Relaxed);
        place.moved.store(done.moved, Ordering::Relaxed);
        place.kind.store(done.kind as u8, Ordering::Relaxed);
    }

    /// Publishes `count` completions, and the time `last` of the last one. For the submitter.
    #[inline]
    pub(crate) fn publish(&self, count: usize, last: Nanos) {
        assert!(count <= PLACES, "what waits has a place");
        self.last.store(last.0, Ordering::Relaxed);
        // Releases the places and `last`, which were written before; a reader that acquires the count sees them
        // complete.
        self.count.store(count, Ordering::Release);
    }

    /// The published number, and the time of the last completion.
    pub(crate) fn published(&self) -> (usize, Nanos) {
        let count = self.count.load(Ordering::Acquire);
        assert!(count <= PLACES, "what was published has a place");
        (count, Nanos(self.last.load(Ordering::Relaxed)))
    }

    /// The kind of the completion at `place`.
    #[inline]
    pub(crate) fn kind(&self, place: usize) -> OpKind {
        OpKind::ALL[usize::from(self.places[place].kind.load(Ordering::Relaxed))]
    }

    /// The completion at `place`.
    #[inline]
    pub(crate) fn done(&self, place: usize) -> Done {
        let kind = self.kind(place);
        let place = &self.places[place];
        Done {
            at: Nanos(place.at.load(Ordering::Relaxed)),
            start: Nanos(place.start.load(Ordering::Relaxed)),
            issued: Nanos(place.issued.load(Ordering::Relaxed)),
            moved: place.moved.load(Ordering::Relaxed),
            kind,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::MutexGuard;

    use iogram_model::{Bytes, CpuTime, Stop, Workload};

    use crate::pending::PendingInner;
    use crate::{
        Cell, Collector, Completion, Control, Geometry, Pending, Request, Shared, Target,
        TargetError, run_jobs,
    };

    use super::*;

    /// Completes requests in a microsecond; from the second to the sixtieth request, somebody else holds the lock on
    /// the measurements.
    struct Held<'a> {
        pending: &'a Pending,
        guard: Option<MutexGuard<'a, PendingInner>>,
        now: Nanos,
        out: Vec<Request>,
        served: usize,
    }

    impl Target for Held<'_> {
        fn geometry(&self) -> Geometry {
            Geometry {
                capacity: Bytes(1 << 30),
                logical_block_size: Bytes(512),
                physical_block_size: None,
            }
        }

        fn now(&self) -> Nanos {
            self.now
        }

        fn cpu_time(&self) -> Option<CpuTime> {
            None
        }

        fn prepare(&mut self, _: &[Request]) {}

        fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
            self.out.extend(batch);
            match self.served {
                2 => self.guard = Some(self.pending.lock()),
                60 => self.guard = None,
                _ => {}
            }
            Ok(())
        }

        fn reap(&mut self, done: &mut Vec<Completion>, _: Nanos) -> Result<(), TargetError> {
            self.now += Nanos(1000);
            self.served += self.out.len();
            let at = self.now;
            done.extend(self.out.drain(..).map(|request| Completion {
                slot: request.slot,
                at,
                result: Ok(request.length),
            }));
            Ok(())
        }

        fn rest_until(&mut self, at: Nanos) {
            self.now = at;
        }
    }

    #[test]
    fn a_submitter_goes_on_while_somebody_holds_what_it_measured() {
        let stop = Stop { count: Some(200), ..Stop::default() };
        let cell = Cell::new("cell", Workload { stop, ..Workload::default() });
        let (collector, control) = (Collector::new(1), Control::default());
        let pending = Pending::default();
        let now = Nanos(0);
        let mut target =
            Held { pending: &pending, guard: None, now, out: Vec::new(), served: 0 };
        let shared = Shared {
            cell: &cell,
            collector: &collector,
            control: &control,
            start: now,
            zones: None,
            flow: None,
        };
        let outcome = run_jobs(&mut target, 0..1, shared, &pending);
        assert_eq!((outcome.ended, target.served), (Nanos(200_000), 200));
        let measured = collector.take(outcome.ended);
        assert_eq!(measured.operations.read.map(|read| read.count), Some(200));
    }
}
