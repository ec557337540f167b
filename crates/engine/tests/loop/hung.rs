//! Threads that are given up while they hang, and their measurements so far.

use std::sync::mpsc::{Receiver, Sender, channel};

use crate::*;

/// Hangs once, after a number of requests, until it is released.
struct Hangs {
    inner: Parallel,
    left: u32,
    hangs: Sender<()>,
    goes_on: Receiver<()>,
}

impl Target for Hangs {
    fn geometry(&self) -> Geometry {
        self.inner.geometry()
    }

    fn now(&self) -> Nanos {
        self.inner.now()
    }

    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }

    fn prepare(&mut self, batch: &[Request]) {
        self.inner.prepare(batch);
    }

    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        if self.left == 0 {
            self.hangs.send(()).expect("the test waits for it");
            self.goes_on.recv().expect("the test lets it go");
        }
        self.left = self.left.wrapping_sub(1);
        self.inner.submit(batch)
    }

    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        self.inner.reap(done, until)
    }

    fn rest_until(&mut self, at: Nanos) {
        self.inner.rest_until(at);
    }
}

#[test]
fn whatever_came_back_before_a_thread_hung_is_counted_once() {
    // Fewer than are counted at a time, more, and one or several intervals.
    for done in [1, 63, 64, 65, 500, 3000] {
        let cell = Cell::new("cell", Workload { jobs: 1, ..reads(1, done + 50) });
        let (collector, control) = (Collector::new(1), Control::default());
        let pending = Pending::watched(&[OpKind::Read], true);
        let ((hangs, it_hangs), (go_on, goes_on)) = (channel(), channel());
        let left = u32::try_from(done).unwrap();
        std::thread::scope(|scope| {
            let (cell, collector, control) = (&cell, &collector, &control);
            let pending = &pending;
            let submitter = scope.spawn(move || {
                let inner = Parallel::new(Nanos(100 * US));
                let mut target = Hangs { inner, left, hangs, goes_on };
                let shared = Shared {
                    cell,
                    collector,
                    control,
                    start: Nanos(0),
                    zones: None,
                    flow: None,
                };
                run_jobs(&mut target, 0..1, shared, pending)
            });
            it_hangs.recv().unwrap();
            let closed = pending.close(0, collector, Nanos(done * 100 * US));
            assert_eq!(closed.ended, Nanos(done * 100 * US), "{done}");
            assert_eq!(closed.outstanding_ns, u128::from(done) * 100_000, "{done}");
            go_on.send(()).unwrap();
            // Nobody receives its later results.
            submitter.join().unwrap();
        });
        let record = record_of((&cell, Nanos(0)), Vec::new(), &[], &collector);
        assert_eq!(record.operations.read.unwrap().count, done, "{done}");
    }
}
