//! Several threads that serve one job: each keeps one request outstanding, and all take from the same stream.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use iogram_model::Nanos;

use crate::cell::Cell;
use crate::collect::{Collector, INTERVAL, Overdue};
use crate::generator::Generator;
use crate::target::{Geometry, Request};

/// The stream of one job, and the number of lanes that still take from it.
#[derive(Debug)]
pub struct SharedJob {
    generator: Mutex<Generator>,
    lanes_left: AtomicU32,
    number: u32,
}

impl SharedJob {
    /// The stream of job `job` of `cell` for `lanes` lanes, starting at `start`.
    ///
    /// # Panics
    ///
    /// Panics if the cell has no such job, or `lanes` is 0.
    #[must_use]
    pub fn new(cell: &Cell, geometry: Geometry, job: u32, lanes: u32, start: Nanos) -> Self {
        assert!(
            lanes > 0 && job < cell.workload.jobs,
            "a job of the cell that somebody serves"
        );
        let generator = Generator::new(&cell.workload, geometry, job, start);
        Self {
            generator: Mutex::new(generator),
            lanes_left: AtomicU32::new(lanes),
            number: job,
        }
    }

    /// The number of the job in the cell.
    pub(crate) const fn number(&self) -> u32 {
        self.number
    }

    /// The next request, which may be due later than `now`.
    pub(crate) fn claim(&self, now: Nanos) -> Option<(Request, Nanos)> {
        self.lock().claim(0, now)
    }

    /// Removes one lane; returns whether it was the last.
    pub(crate) fn leave(&self) -> bool {
        // The last one reports for all: it has to see the results of the others.
        let before = self.lanes_left.fetch_sub(1, Ordering::AcqRel);
        assert!(before > 0, "a lane leaves once");
        before == 1
    }

    /// Removes a lane that hangs. If it was the last, it reports the requests that were due by `now` and never
    /// issued.
    pub fn give_up_lane(&self, collector: &Collector, now: Nanos) {
        if self.leave() {
            let mut overdue = Overdue::default();
            self.lock().count_overdue(now, &mut overdue);
            collector.add_overdue(&overdue);
        }
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, Generator> {
        self.generator.lock().expect("no lane panicked with the lock held")
    }
}

/// The interval that `at` lies in, for a cell that began at `start`.
pub(crate) fn interval_at(at: Nanos, start: Nanos) -> u64 {
    at.saturating_sub(start).0 / INTERVAL.0
}
