//! The loop's intervals: their handover when they are full, and the checks that run once per interval.

use iogram_model::{Bytes, CellState, IoPath, Message, MessageId, Nanos};

use super::{Effort, JobsRun, Outstanding, Shared};
use crate::checkpoint::CheckpointFacts;
use crate::collect::INTERVAL;
use crate::lane::interval_at;
use crate::pending::PendingInner;
use crate::record::PathTaken;
use crate::target::Target;

/// How long an interrupted cell waits for outstanding requests. Arbitrary: longer than any sound request takes, short
/// enough for a person who pressed Ctrl-C.
const INTERRUPT_GRACE: Nanos = Nanos(3 * Nanos::SECOND.0);

/// Intervals for which a late request is observed before it is given up, or the I/O timeout if that is shorter: after
/// a jump of the clock, outstanding requests may return at any moment. Arbitrary: a second.
const SEEN_MIN: u64 = 10;

/// The queue has to turn over this many times before a late request in it is given up: a drive with one write per
/// second keeps a request of a deep queue for minutes and completes it in its turn. Arbitrary: a drive that reorders
/// requests may pass one over once, not twice.
const TURNS_MIN: u64 = 2;

/// How long before the end of the ramp the thread's effort so far is read: the reading takes tens of microseconds,
/// which must not fall into a counted turn. Arbitrary: ten times that.
const EFFORT_LEAD: Nanos = Nanos(300_000);

/// Delay after the end of an interval until its tallies go to the watcher; each next submitter adds the same delay.
/// Arbitrary: many turns, and a small part of an interval.
const EXCHANGE_LAG: Nanos = Nanos(Nanos::MILLISECOND.0);

/// Number of submitters with staggered exchanges. Arbitrary: a third of an interval.
const EXCHANGES_APART: u32 = 32;

/// Slots that one interval checks for a late request. Arbitrary: less than a microsecond; the deepest queue takes six
/// seconds, a hundredth of the usual timeout.
const LOOKS: usize = 256;

/// A request that is outstanding for longer than the I/O timeout while others complete.
#[derive(Debug, Default)]
pub(super) struct Late {
    /// The next slot to check.
    next: usize,
    seen: Option<Seen>,
    is_given_up: bool,
}

/// The late request under observation.
#[derive(Debug)]
struct Seen {
    slot: usize,
    issued: Nanos,
    /// Intervals in which it was still outstanding.
    intervals: u64,
    /// Completions since it was first seen.
    completed: u64,
    /// Outstanding requests when it was first seen.
    queue: u64,
}

impl Late {
    /// Looks for a late request, or checks whether the known one is still outstanding after another interval with
    /// `completed` completions.
    fn look(
        &mut self,
        outstanding: &[Outstanding],
        issued_before: Nanos,
        completed: u64,
        seen_min: u64,
    ) {
        if let Some(seen) = &mut self.seen {
            let out = &outstanding[seen.slot];
            // Slots are reused: only the time of issue shows whether it is still the same request.
            if out.is_out && out.issued == seen.issued {
                seen.intervals += 1;
                seen.completed += completed;
                self.is_given_up =
                    seen.intervals > seen_min && seen.completed >= TURNS_MIN * seen.queue;
                return;
            }
            self.seen = None;
        }
        for _ in 0..LOOKS.min(outstanding.len()) {
            let slot = self.next;
            self.next = (slot + 1) % outstanding.len();
            assert!(slot < outstanding.len(), "slot {slot} of {}", outstanding.len());
            let out = &outstanding[slot];
            if out.is_out && out.issued < issued_before {
                let queue = outstanding.iter().filter(|out| out.is_out).count() as u64;
                let issued = out.issued;
                self.seen = Some(Seen { slot, issued, intervals: 1, completed: 0, queue });
                return;
            }
        }
    }

    /// Whether it has been late for so long that the loop stops waiting for it.
    #[inline]
    pub(super) const fn is_given_up(&self) -> bool {
        self.is_given_up
    }
}

impl JobsRun<'_> {
    /// Whether the loop stops waiting for outstanding requests.
    pub(super) fn has_given_up(&mut self) -> bool {
        let oldest = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued).min();
        let Some(oldest) = oldest else { return false };
        if self.late.is_given_up()
            || self.silent_count >= self.silent_min()
                && self.now.saturating_sub(oldest) > self.shared.cell.io_timeout
        {
            self.state = CellState::Stalled;
            return true;
        }
        // Stopped is not stalled: a user who presses Ctrl-C says nothing about the drive.
        self.stopped_at.is_some_and(|at| self.now.saturating_sub(at) > INTERRUPT_GRACE)
    }

    /// Intervals without a completion until the loop gives up: the length of the I/O timeout.
    fn silent_min(&self) -> u64 {
        self.shared.cell.io_timeout.0 / INTERVAL.0
    }

    /// Closes every interval that has ended.
    pub(super) fn roll_interval<T: Target>(&mut self, target: &T) {
        if self.now >= self.event_at {
            self.pass_event(self.now, target);
        }
    }

    /// Ends the interval, or hands the previous one to the watcher.
    #[cold]
    pub(super) fn pass_event<T: Target>(&mut self, at: Nanos, target: &T) {
        let mut guard = self.settled();
        let inner = &mut *guard;
        self.stamping.end_interval();
        // If completions are rare, both events may have passed at once.
        if self.event_at < self.interval_end {
            self.tell_progress(inner);
            self.pending.exchange(inner);
            self.event_at = self.interval_end;
        }
        if at >= self.interval_end {
            self.next_interval(inner, target);
        }
    }

    fn next_interval<T: Target>(&mut self, inner: &mut PendingInner, target: &T) {
        let completed = inner.completed;
        inner.completed = 0;
        self.silent_count = if completed == 0 { self.silent_count + 1 } else { 0 };
        self.close_interval(inner);
        if self.effort_before.is_none() && self.now + EFFORT_LEAD >= self.ramp_end {
            self.effort_before = Some(Effort::of(target));
        }
        // Outstanding requests are awaited, as at any other end.
        if !self.is_draining && self.shared.collector.has_come_to_its_end() {
            self.end_early();
        }
        self.begin_interval(inner);
        if let Some(oldest) = self.now.0.checked_sub(self.shared.cell.io_timeout.0) {
            let seen_min = self.silent_min().min(SEEN_MIN);
            self.late.look(&self.outstanding, Nanos(oldest), completed, seen_min);
        }
    }

    /// Issues nothing more.
    pub(super) fn end_early(&mut self) {
        self.is_draining = true;
        if self.jobs.iter().any(|job| !job.is_done && !job.is_over(self.now)) {
            self.shared.collector.note_cut_short();
        }
    }

    /// The ramp also ends an interval, because figures exclude the time before its end.
    pub(super) fn begin_interval(&mut self, inner: &mut PendingInner) {
        self.pending.enter(inner, interval_at(self.now, self.shared.start));
        let end = self.shared.start + INTERVAL * (inner.interval_index + 1);
        assert!(end > self.now, "an interval ends after it began");
        inner.is_counted = self.now >= self.ramp_end;
        let lead = if self.effort_before.is_none() { EFFORT_LEAD } else { Nanos(0) };
        self.interval_end =
            if inner.is_counted { end } else { end.min(self.ramp_end.saturating_sub(lead)) };
        self.event_at = if self.pending.is_watched() {
            // Staggered, so that the submitters do not meet at the watcher.
            let turn = u64::from(self.first_submitter % EXCHANGES_APART) + 1;
            self.interval_end.min(self.now + EXCHANGE_LAG * turn)
        } else {
            self.interval_end
        };
        assert!(self.event_at <= self.interval_end, "an interval ends on time");
    }

    fn close_interval(&mut self, inner: &mut PendingInner) {
        if !self.pending.is_watched() {
            self.tell_progress(inner);
        }
        if inner.is_closed() {
            return;
        }
        let (control, collector) = (self.shared.control, self.shared.collector);
        self.pending.hand_over(inner, self.submitters(), collector);
        if control.is_checkpoint_asked() {
            self.tell_checkpoint();
        }
        if control.is_latency_asked() {
            control.tell_latency(collector.latency());
        }
    }

    /// In virtual time nobody watches, so the loop answers itself: the time that this takes is not the drive's.
    #[cold]
    fn tell_checkpoint(&self) {
        let Shared { cell, collector, control, start, .. } = self.shared;
        let path = PathTaken {
            path: IoPath::Sim,
            reason: Message::plain(MessageId::PathSimulated),
            features: Vec::new(),
        };
        let (epoch, now) = (Nanos(0), self.now);
        let facts = CheckpointFacts { cell, start, epoch, now, path, host_pauses: Vec::new() };
        control.tell_checkpoint(facts, collector);
    }

    pub(super) fn tell_progress(&self, inner: &mut PendingInner) {
        let elapsed = self.now.saturating_sub(self.shared.start);
        self.shared.control.advance(inner.requests, Bytes(inner.bytes), elapsed);
        (inner.requests, inner.bytes) = (0, 0);
    }
}
