//! A submitter's measurements that the collector does not have yet, open to the watcher.
//!
//! A full interval leaves the submitter by a swap: the submitter takes an empty one and continues, puts the full one
//! into a mailbox a little later, and the watcher merges and clears it meanwhile. The submitter never waits for the
//! watcher: if the watcher is emptying the mailbox, the interval stays with the submitter until the next one is full.
//! Without a watcher, in virtual time, the submitter reports to the collector itself.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use iogram_model::{Nanos, OpKind};

use crate::collect::{Collector, FullInterval, Tallies};
use crate::trace::Quiet;
use crate::unsettled::{Done, Unsettled};

/// Intervals that may wait for a watcher without a processor: ten seconds of them. With more, the submitter reports
/// to the collector itself, so that memory stays bounded. Arbitrary.
const WAITING_MAX: usize = 100;

/// Sets of tallies that a watched submitter has at its start: the one it fills, and one for each interval that the
/// watcher is late. Arbitrary.
const SETS: usize = 3;

/// A submitter's measurements since its last report to the collector.
#[derive(Debug, Default)]
pub struct Pending {
    inner: Mutex<PendingInner>,
    /// Completions since the lock was last held.
    pub(crate) unsettled: Unsettled,
    mailbox: Mutex<Mailbox>,
    /// Held while reporting to the collector, so that intervals arrive in order.
    teller: Mutex<()>,
    /// The submitter's current interval.
    interval: AtomicU64,
    is_watched: bool,
}

#[derive(Debug, Default)]
struct Mailbox {
    full: VecDeque<FullInterval>,
    /// Empty tallies for the submitter.
    spare: Vec<Tallies>,
}

#[derive(Debug, Default)]
pub(crate) struct PendingInner {
    pub(crate) tallies: Tallies,
    /// Empty tallies for the next intervals.
    spare: Vec<Tallies>,
    /// Full intervals that are not in the mailbox yet.
    outbox: VecDeque<FullInterval>,
    /// Requests and bytes since the last progress report.
    pub(crate) requests: u64,
    pub(crate) bytes: u64,
    /// Requests of this interval.
    pub(crate) completed: u64,
    pub(crate) outstanding_ns: u128,
    pub(crate) interval_index: u64,
    pub(crate) is_counted: bool,
    pub(crate) last_completion: Nanos,
    /// The cell's beginning.
    pub(crate) start: Nanos,
    pub(crate) quiets: Vec<Quiet>,
    /// Bytes moved since the cell began.
    pub(crate) moved: u64,
    /// The number of bytes at which the next time mark is due.
    pub(crate) mark_at: u64,
    /// `None` if no marks are kept.
    pub(crate) mark_step: Option<u64>,
    pub(crate) ramp_end: Nanos,
    pub(crate) is_closed_loop: bool,
    pub(crate) marks: Vec<Nanos>,
    /// Requests excluded from all figures, because the computer paused while they were outstanding.
    pub(crate) set_aside: u64,
    is_closed: bool,
}

impl Pending {
    /// For a submitter whose full intervals a watcher takes with [`Pending::drain`]. If `is_fast`, it allocates all
    /// memory for operations of these kinds now; otherwise on first use.
    #[must_use]
    pub fn watched(kinds: &[OpKind], is_fast: bool) -> Self {
        let mut inner = PendingInner::default();
        if is_fast {
            inner.tallies.reserve(kinds);
            inner.spare.extend((1..SETS).map(|_| {
                let mut tallies = Tallies::default();
                tallies.reserve(kinds);
                tallies
            }));
        }
        inner.spare.reserve(WAITING_MAX);
        inner.outbox.reserve(WAITING_MAX);
        let mailbox = Mailbox {
            full: VecDeque::with_capacity(WAITING_MAX),
            spare: Vec::with_capacity(WAITING_MAX),
        };
        Self {
            inner: Mutex::new(inner),
            mailbox: Mutex::new(mailbox),
            is_watched: true,
            ..Self::default()
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, PendingInner> {
        self.inner.lock().expect("no submitter panicked with the lock held")
    }

    fn mailbox(&self) -> MutexGuard<'_, Mailbox> {
        self.mailbox.lock().expect("nobody panics while they move pointers")
    }

    fn teller(&self) -> MutexGuard<'_, ()> {
        self.teller.lock().expect("nobody panicked while they told the collector")
    }

    /// The submitter's current interval; it advances as long as the submitter lives, whatever the target does.
    pub fn interval(&self) -> u64 {
        self.interval.load(Ordering::Relaxed)
    }

    /// Notes that the submitter has reached interval `index`.
    pub(crate) fn enter(&self, inner: &mut PendingInner, index: u64) {
        assert!(index >= inner.interval_index, "intervals come in their order");
        inner.interval_index = index;
        self.interval.store(index, Ordering::Relaxed);
    }

    /// Ends the submitters' current interval.
    pub(crate) fn hand_over(
        &self,
        inner: &mut PendingInner,
        submitters: Range<u32>,
        collector: &Collector,
    ) {
        if !self.is_watched {
            let full = inner.full_interval();
            inner.tallies = collector.add(submitters, full);
            return;
        }
        let full = inner.full_interval();
        inner.outbox.push_back(full);
        // Without a spare one, a measured turn allocates memory: slow once, and better than waiting for the watcher.
        inner.tallies = inner.spare.pop().unwrap_or_default();
        assert!(inner.tallies.is_empty(), "an interval begins with nothing counted");
        if inner.outbox.len() >= WAITING_MAX {
            self.tell_all(inner, submitters, collector);
        }
        assert!(inner.outbox.len() < WAITING_MAX, "what waits is bounded");
    }

    /// Whether a watcher takes full intervals, through [`Pending::exchange`].
    pub(crate) const fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Puts the full intervals into the mailbox and takes empty tallies out of it, unless the watcher holds it. Not
    /// in the turn that ends an interval: the watcher's data is far from this processor, and fetching it takes as
    /// long as all other work of that turn.
    pub(crate) fn exchange(&self, inner: &mut PendingInner) {
        // Only tries: the watcher may have been put to sleep while it holds the lock.
        if let Ok(mut mailbox) = self.mailbox.try_lock() {
            inner.spare.append(&mut mailbox.spare);
            mailbox.full.append(&mut inner.outbox);
        }
    }

    /// Reports all full intervals to the collector. The watcher calls this more often than intervals become full.
    pub fn drain(&self, submitters: Range<u32>, collector: &Collector) {
        let _order = self.teller();
        // The mailbox stays unlocked during a merge, which takes longer than a submitter may be kept waiting.
        while let Some(full) = self.take_full() {
            let emptied = collector.add(submitters.clone(), full);
            self.mailbox().spare.push(emptied);
        }
    }

    fn take_full(&self) -> Option<FullInterval> {
        self.mailbox().full.pop_front()
    }

    /// Reports everything to the collector, in order.
    fn tell_all(
        &self,
        inner: &mut PendingInner,
        submitters: Range<u32>,
        collector: &Collector,
    ) {
        let _order = self.teller();
        while let Some(full) = self.take_full() {
            collector.add(submitters.clone(), full);
        }
        for full in inner.outbox.drain(..) {
            collector.add(submitters.clone(), full);
        }
    }

    /// Reports everything to the collector, including the incomplete interval. Nothing may follow.
    pub(crate) fn finish(
        &self,
        inner: &mut PendingInner,
        submitters: Range<u32>,
        collector: &Collector,
    ) {
        let full = inner.full_interval();
        inner.outbox.push_back(full);
        self.tell_all(inner, submitters.clone(), collector);
        assert!(inner.outbox.is_empty(), "everything was told");
        let mut last = inner.since_start(inner.last_completion);
        for submitter in submitters {
            collector.finish_job(submitter, last);
            // The first one's lists hold the data of the others.
            last = Nanos(0);
        }
        inner.is_closed = true;
    }

    /// Reports for a lane that hangs at `now`, and rejects anything later.
    pub fn close(&self, submitter: u32, collector: &Collector, now: Nanos) -> Closed {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let (count, last) = self.unsettled.published();
        inner.settle(&self.unsettled, count, last);
        inner.note_unanswered(inner.last_completion, now);
        self.finish(inner, submitter..submitter + 1, collector);
        Closed {
            ended: inner.last_completion,
            outstanding_ns: inner.outstanding_ns,
            set_aside: inner.set_aside,
        }
    }
}

/// The results of a lane that was given up.
#[derive(Debug, Clone, Copy)]
pub struct Closed {
    /// Its last completion, on the target's clock.
    pub ended: Nanos,
    /// Summed time outstanding of its requests.
    pub outstanding_ns: u128,
    /// Requests excluded from all figures.
    pub set_aside: u64,
}

impl PendingInner {
    /// Takes the measurements of this interval.
    fn full_interval(&mut self) -> FullInterval {
        FullInterval {
            index: self.interval_index,
            is_counted: self.is_counted,
            tallies: std::mem::take(&mut self.tallies),
            quiets: std::mem::take(&mut self.quiets),
            marks: std::mem::take(&mut self.marks),
        }
    }

    /// Counts the first `count` completions of `unsettled`; the last completion of all was at `last`.
    pub(crate) fn settle(&mut self, unsettled: &Unsettled, count: usize, last: Nanos) {
        if self.is_closed {
            return;
        }
        self.last_completion = self.last_completion.max(last);
        let mut next = 0;
        while next < count {
            let kind = unsettled.kind(next);
            let end = (next..count).find(|&place| unsettled.kind(place) != kind);
            let end = end.unwrap_or(count);
            self.count(kind, (next..end).map(|place| unsettled.done(place)));
            next = end;
        }
    }

    /// Counts requests of one kind.
    fn count(&mut self, kind: OpKind, same: impl ExactSizeIterator<Item = Done> + Clone) {
        let requests = same.len() as u64;
        let (mut bytes, mut outstanding_ns) = (0, 0);
        let tally = self.tallies.of(kind);
        let counted = tally.latency.count();
        if !self.is_closed_loop {
            let service = same.clone().map(|done| done.at.saturating_sub(done.issued).0);
            tally.service().record_all(service);
        }
        let ramp_end = self.ramp_end;
        tally.latency.record_all(same.clone().map(|done| {
            bytes += u64::from(done.moved);
            // A completion before the end of the ramp contributes 0.
            outstanding_ns += done.at.saturating_sub(done.issued.max(ramp_end)).0;
            done.at.saturating_sub(done.start).0
        }));
        assert_eq!(
            tally.latency.count(),
            counted + requests,
            "every request is in the histogram, once"
        );
        tally.bytes += bytes;
        self.outstanding_ns += u128::from(outstanding_ns);
        self.requests += requests;
        self.completed += requests;
        self.bytes += bytes;
        if self.moved + bytes >= self.mark_at {
            same.for_each(|done| self.pass(done.at, done.moved));
        } else {
            self.moved += bytes;
        }
    }

    /// Counts a request for the progress only; no figure includes it.
    pub(crate) fn advance(&mut self, at: Nanos, moved: u32) {
        self.requests += 1;
        self.completed += 1;
        self.bytes += u64::from(moved);
        self.pass(at, moved);
    }

    #[cold]
    fn pass(&mut self, at: Nanos, moved: u32) {
        self.moved += u64::from(moved);
        if self.moved >= self.mark_at {
            let since_start = self.since_start(at);
            self.marks.push(since_start);
            let step = self.mark_step.unwrap_or(u64::MAX);
            self.mark_at = (self.moved / step + 1).saturating_mul(step);
            assert!(self.mark_at > self.moved, "the next mark lies ahead");
        }
    }

    /// `at`, counted from the cell's beginning.
    pub(crate) fn since_start(&self, at: Nanos) -> Nanos {
        at.saturating_sub(self.start)
    }

    /// Notes that nothing completed between the last completion and `now`, and that nobody waits any more.
    pub(crate) fn note_unanswered(&mut self, oldest_issue: Nanos, now: Nanos) {
        if now.saturating_sub(self.last_completion) < crate::trace::PAUSE_MIN {
            return;
        }
        assert!(oldest_issue <= now, "what is out was issued before");
        let quiet = Quiet {
            from: self.since_start(self.last_completion),
            to: self.since_start(now),
            oldest_issue: self.since_start(oldest_issue),
            ended_by: None,
        };
        self.quiets.push(quiet);
    }

    /// Whether somebody else has already reported for this lane.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }
}
