//! Several threads that serve one job: each keeps one request outstanding, and all take from the same
//! stream. What a lane measured lies where it can be reached while the lane hangs in a request.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use iogram_model::Nanos;

use crate::collect::{Collector, INTERVAL, Tallies};
use crate::generator::Generator;
use crate::rig::Cell;
use crate::target::{Geometry, Request};
use crate::trace::Quiet;

/// The stream of one job and how many lanes still take from it.
#[derive(Debug)]
pub struct SharedJob {
    generator: Mutex<Generator>,
    lanes_left: AtomicU32,
}

impl SharedJob {
    /// The stream of job `job` of `cell` for `lanes` lanes, starting at `start`.
    #[must_use]
    pub fn new(cell: &Cell, geometry: Geometry, job: u32, lanes: u32, start: Nanos) -> Self {
        let generator = Generator::new(&cell.workload, geometry, job, start);
        Self { generator: Mutex::new(generator), lanes_left: AtomicU32::new(lanes) }
    }

    /// The next request, which may be due later than `now`.
    pub(crate) fn claim(&self, now: Nanos) -> Option<(Request, Nanos)> {
        self.lock().claim(0, now)
    }

    /// Gives up one lane; whether it was the last.
    pub(crate) fn leave(&self) -> bool {
        self.lanes_left.fetch_sub(1, Ordering::AcqRel) == 1
    }

    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, Generator> {
        self.generator.lock().expect("no lane panicked with the lock held")
    }
}

/// What a lane measured since it last reported to the collector.
#[derive(Debug, Default)]
pub struct Pending {
    inner: Mutex<PendingInner>,
}

#[derive(Debug, Default)]
pub(crate) struct PendingInner {
    pub(crate) tallies: Tallies,
    pub(crate) requests: u64,
    pub(crate) bytes: u64,
    pub(crate) outstanding_ns: u128,
    pub(crate) interval_index: u64,
    pub(crate) is_counted: bool,
    pub(crate) last_completion: Nanos,
    /// The cell's beginning.
    pub(crate) start: Nanos,
    pub(crate) quiets: Vec<Quiet>,
    /// Bytes moved since the cell began.
    pub(crate) moved: u64,
    /// At so many bytes the time is noted next.
    pub(crate) mark_at: u64,
    pub(crate) marks: Vec<Nanos>,
    /// Requests that are in no figure, because the computer paused while they were out.
    pub(crate) set_aside: u64,
    is_closed: bool,
}

impl Pending {
    pub(crate) fn lock(&self) -> std::sync::MutexGuard<'_, PendingInner> {
        self.inner.lock().expect("no lane panicked with the lock held")
    }

    /// The interval that the lane is in; it moves on as long as the lane lives, whatever the target does.
    /// `None` while the lane is at work on what it measured.
    pub fn interval(&self) -> Option<u64> {
        self.inner.try_lock().ok().map(|inner| inner.interval_index)
    }

    /// Reports for a lane that hangs at `now`, and lets nothing come after.
    pub fn close(&self, submitter: u32, collector: &Collector, now: Nanos) -> Closed {
        let mut guard = self.lock();
        let inner = &mut *guard;
        inner.note_unanswered(inner.last_completion, now);
        collector.add_traces(submitter, &mut inner.quiets, &mut inner.marks);
        let (index, is_counted) = (inner.interval_index, inner.is_counted);
        collector.add(submitter, index, is_counted, &mut inner.tallies);
        collector.finish_job(submitter, inner.since_start(inner.last_completion));
        inner.is_closed = true;
        Closed {
            ended: inner.last_completion,
            outstanding_ns: inner.outstanding_ns,
            set_aside: inner.set_aside,
        }
    }
}

/// What a lane had done that was given up.
#[derive(Debug, Clone, Copy)]
pub struct Closed {
    /// Its last completion.
    pub ended: Nanos,
    /// The time outstanding of its requests.
    pub outstanding_ns: u128,
    /// Requests that are in no figure.
    pub set_aside: u64,
}

impl PendingInner {
    /// `at` since the cell's beginning.
    pub(crate) fn since_start(&self, at: Nanos) -> Nanos {
        at.saturating_sub(self.start)
    }

    /// Nothing came back from the last completion to `now`, and nobody waits any more.
    pub(crate) fn note_unanswered(&mut self, oldest_issue: Nanos, now: Nanos) {
        if now.saturating_sub(self.last_completion) < crate::trace::PAUSE_MIN {
            return;
        }
        let quiet = Quiet {
            from: self.since_start(self.last_completion),
            to: self.since_start(now),
            oldest_issue: self.since_start(oldest_issue),
            ended_by: None,
        };
        self.quiets.push(quiet);
    }

    /// Whether somebody else has reported for this lane already.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }
}

/// The interval that `at` lies in, for a cell that began at `start`.
pub(crate) fn interval_at(at: Nanos, start: Nanos) -> u64 {
    at.saturating_sub(start).0 / INTERVAL.0
}
