//! What a submitter measured and has not told yet, open to whoever watches it.
//!
//! A full interval leaves the submitter by a swap: it takes an empty one and goes on, puts the full one into a mailbox
//! a little later, and the watcher merges and clears it meanwhile. The submitter never waits for the watcher: if the
//! mailbox is being emptied at that moment, the interval stays with the submitter until the next one is full. Where nobody watches, in
//! virtual time, the submitter tells the collector itself.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use iogram_model::{Nanos, OpKind};

use crate::collect::{Collector, FullInterval, Tallies};
use crate::trace::Quiet;
use crate::unsettled::{Done, Unsettled};

/// Intervals that may wait for a watcher that gets no processor: ten seconds of them. With more, the submitter
/// tells the collector itself, so that memory stays bounded. Arbitrary.
const WAITING_MAX: usize = 100;

/// Sets of tallies that a watched submitter has before it begins: the one it fills, and one for each interval
/// that the watcher is late. Arbitrary.
const SETS: usize = 3;

/// What a submitter measured since it last reported to the collector.
#[derive(Debug, Default)]
pub struct Pending {
    inner: Mutex<PendingInner>,
    /// What came after the lock was held last.
    pub(crate) unsettled: Unsettled,
    mailbox: Mutex<Mailbox>,
    /// Held by the one who tells the collector: intervals arrive there in their order.
    teller: Mutex<()>,
    /// The interval that the submitter is in.
    interval: AtomicU64,
    is_watched: bool,
}

#[derive(Debug, Default)]
struct Mailbox {
    full: VecDeque<FullInterval>,
    /// Emptied, for the submitter.
    spare: Vec<Tallies>,
}

#[derive(Debug, Default)]
pub(crate) struct PendingInner {
    pub(crate) tallies: Tallies,
    /// For the next intervals.
    spare: Vec<Tallies>,
    /// Full intervals that did not get into the mailbox yet.
    outbox: VecDeque<FullInterval>,
    /// Requests and bytes since progress was told last.
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
    /// At so many bytes the time is noted next.
    pub(crate) mark_at: u64,
    /// `None` if it is not noted.
    pub(crate) mark_step: Option<u64>,
    pub(crate) ramp_end: Nanos,
    pub(crate) is_closed_loop: bool,
    pub(crate) marks: Vec<Nanos>,
    /// Requests that are in no figure, because the computer paused while they were out.
    pub(crate) set_aside: u64,
    is_closed: bool,
}

impl Pending {
    /// For a submitter whose full intervals somebody else takes, with [`Pending::drain`]. If `is_fast`, all
    /// memory for operations of these kinds is taken now; otherwise when it is needed.
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

    /// The interval that the submitter is in; it moves on as long as the submitter lives, whatever the target
    /// does.
    pub fn interval(&self) -> u64 {
        self.interval.load(Ordering::Relaxed)
    }

    /// Says that the submitter has come to interval `index`.
    pub(crate) fn enter(&self, inner: &mut PendingInner, index: u64) {
        assert!(index >= inner.interval_index, "intervals come in their order");
        inner.interval_index = index;
        self.interval.store(index, Ordering::Relaxed);
    }

    /// Ends the interval that the submitters are in.
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
        // Without a spare one memory is taken in a turn that is measured: slow once, and better than to wait for the
        // watcher.
        inner.tallies = inner.spare.pop().unwrap_or_default();
        assert!(inner.tallies.is_empty(), "an interval begins with nothing counted");
        if inner.outbox.len() >= WAITING_MAX {
            self.tell_all(inner, submitters, collector);
        }
        assert!(inner.outbox.len() < WAITING_MAX, "what waits is bounded");
    }

    /// Whether full intervals go to somebody else, by [`Pending::exchange`].
    pub(crate) const fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Puts the full intervals into the mailbox and takes emptied tallies out of it, unless the watcher is at it.
    /// Not in the turn in which an interval ends: what the watcher had is far from this processor, and fetching it
    /// takes as long as everything else that has to be done then.
    pub(crate) fn exchange(&self, inner: &mut PendingInner) {
        // Tried, never waited for: the watcher may have been put to sleep with the lock held.
        if let Ok(mut mailbox) = self.mailbox.try_lock() {
            inner.spare.append(&mut mailbox.spare);
            mailbox.full.append(&mut inner.outbox);
        }
    }

    /// Tells the collector of all full intervals. For the watcher, who does it more often than one gets full.
    pub fn drain(&self, submitters: Range<u32>, collector: &Collector) {
        let _order = self.teller();
        // The mailbox is open while an interval is merged, which takes longer than a submitter may be kept from it.
        while let Some(full) = self.take_full() {
            let emptied = collector.add(submitters.clone(), full);
            self.mailbox().spare.push(emptied);
        }
    }

    fn take_full(&self) -> Option<FullInterval> {
        self.mailbox().full.pop_front()
    }

    /// Tells the collector of everything, in order.
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

    /// Tells the collector of everything, the interval that is not full included. Nothing comes after it.
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
            // What the others did is in the first one's lists.
            last = Nanos(0);
        }
        inner.is_closed = true;
    }

    /// Reports for a lane that hangs at `now`, and lets nothing come after.
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

/// What a lane had done that was given up.
#[derive(Debug, Clone, Copy)]
pub struct Closed {
    /// Its last completion, on the target's clock.
    pub ended: Nanos,
    /// The time outstanding of its requests.
    pub outstanding_ns: u128,
    /// Requests that are in no figure.
    pub set_aside: u64,
}

impl PendingInner {
    /// What was measured in this interval; leaves nothing.
    fn full_interval(&mut self) -> FullInterval {
        FullInterval {
            index: self.interval_index,
            is_counted: self.is_counted,
            tallies: std::mem::take(&mut self.tallies),
            quiets: std::mem::take(&mut self.quiets),
            marks: std::mem::take(&mut self.marks),
        }
    }

    /// Counts the first `count` of what came back; the last completion of all was at `last`.
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
            // Of what completes before, the difference is none.
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

    /// Counts a request that is in no figure but the progress.
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

    /// `at` since the cell's beginning.
    pub(crate) fn since_start(&self, at: Nanos) -> Nanos {
        at.saturating_sub(self.start)
    }

    /// Nothing came back from the last completion to `now`, and nobody waits any more.
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

    /// Whether somebody else has reported for this lane already.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }
}
