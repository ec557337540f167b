//! Completions: into the tallies, or to a closer look.

use std::sync::MutexGuard;

use iogram_model::{CellState, Nanos, OpKind};

use super::{Done, JobsRun, Outstanding};
use crate::collect::Failure;
use crate::pending::PendingInner;
use crate::target::{Completion, Errno, Target};
use crate::trace::{PAUSE_MIN, Quiet};
use crate::unsettled::PLACES;

/// A bit in the length of an outstanding request: its latency contains a pause of the computer. No request is this
/// long, so each such completion seems too short, and the fast path need not know the flag.
const SET_ASIDE: u32 = 1 << 31;

impl<'a> JobsRun<'a> {
    #[inline]
    pub(super) fn take_completions<T: Target>(&mut self, target: &T) {
        let Some(first) = self.done.first() else { return };
        let first = first.at;
        let mut done = std::mem::take(&mut self.done);
        for completion in &done {
            self.take_completion(completion, target);
        }
        self.pending.unsettled.publish(self.unsettled_count, self.last_completion);
        // With one slot, nothing can complete during a turn.
        if first >= self.ramp_end && self.outstanding.len() > 1 {
            self.stamping.take(done.len(), first);
        }
        // Kept for its capacity; `drive` only checks whether it is empty.
        std::mem::swap(&mut self.done, &mut done);
    }

    #[inline]
    fn take_completion<T: Target>(&mut self, completion: &Completion, target: &T) {
        let at = completion.at;
        // Completions of one batch may have separate times, in any order.
        self.now = self.now.max(at);
        // Before counting: a completion belongs to the interval in which it arrived.
        if at >= self.event_at {
            self.pass_event(at, target);
        }
        let slot = completion.slot;
        let mut request = self.outstanding[slot as usize];
        assert!(request.is_out, "the target completed slot {slot}, which was not issued");
        assert!(at >= request.issued, "the target completed slot {slot} before it was issued");
        if at.saturating_sub(self.last_completion) >= PAUSE_MIN {
            self.note_quiet(slot, at, target);
            // It may just have been marked as set aside.
            request = self.outstanding[slot as usize];
        }
        assert!(self.out_count > 0, "what completes was out");
        self.outstanding[slot as usize].is_out = false;
        self.out_count -= 1;
        self.last_completion = self.last_completion.max(at);
        let is_done = match completion.result {
            Ok(moved) if moved >= request.length => {
                if self.unsettled_count == PLACES {
                    self.settle();
                }
                let Outstanding { start, issued, kind, .. } = request;
                let done = Done { at, start, issued, moved, kind };
                if let Some(drain) = &mut self.drain {
                    let out_ns = at.saturating_sub(issued.max(drain.since)).0;
                    drain.outstanding_ns += u128::from(out_ns);
                }
                self.pending.unsettled.put(self.unsettled_count, done);
                self.unsettled_count += 1;
                true
            }
            other => self.look_closer(request, other, at),
        };
        let job = &mut self.jobs[usize::from(request.job)];
        job.complete(slot, at, is_done);
        // The flush takes the slot of its write: depth counts writes that are not durable yet. A failed write leaves
        // nothing to make durable.
        if job.flushes_each && request.kind == OpKind::Write && is_done {
            job.flush_next.push(slot);
        } else if job.writes_discarded && request.kind == OpKind::Discard && is_done {
            let Outstanding { offset, length, .. } = request;
            job.write_next.push((slot, offset, length & !SET_ASIDE));
        } else {
            assert!(job.taken > 0, "a slot is freed once");
            job.free.push(slot);
            job.taken -= 1;
        }
    }

    #[inline(never)]
    fn settle(&mut self) {
        drop(self.settled());
    }

    /// The measurements, including all completions.
    pub(super) fn settled(&mut self) -> MutexGuard<'a, PendingInner> {
        let pending = self.pending;
        assert!(self.unsettled_count <= PLACES, "what waits has a place");
        let mut inner = pending.lock();
        inner.settle(&pending.unsettled, self.unsettled_count, self.last_completion);
        self.unsettled_count = 0;
        pending.unsettled.publish(0, self.last_completion);
        inner
    }

    /// Handles a request that failed, moved too few bytes, or was outstanding while the computer paused. Returns
    /// whether it succeeded.
    #[cold]
    fn look_closer(
        &mut self,
        request: Outstanding,
        result: Result<u32, Errno>,
        at: Nanos,
    ) -> bool {
        match result {
            Ok(moved) if moved >= request.length & !SET_ASIDE => {
                let mut inner = self.settled();
                inner.set_aside += 1;
                inner.advance(at, moved);
                true
            }
            // A partial request is not a request of that size: it would be too fast for its kind, and moving the rest
            // in a second request would be a load that nobody asked for.
            Ok(_) => {
                self.fail(request, None);
                false
            }
            Err(errno) => {
                self.fail(request, Some(errno));
                false
            }
        }
    }

    /// The request in `slot` ended a time without completions. If the computer paused in it, the latencies of all
    /// outstanding requests have no meaning for the drive.
    #[cold]
    fn note_quiet<T: Target>(&mut self, slot: u32, at: Nanos, target: &T) {
        let mut guard = self.settled();
        let inner = &mut *guard;
        let request = self.outstanding[slot as usize];
        let issues = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued);
        let oldest_issue = issues.fold(request.issued, Nanos::min);
        assert!(at >= inner.last_completion, "a pause ends behind its beginning");
        inner.quiets.push(Quiet {
            from: inner.since_start(inner.last_completion),
            to: inner.since_start(at),
            oldest_issue: inner.since_start(oldest_issue),
            ended_by: Some(iogram_model::PausedRequest {
                operation: request.kind,
                offset_bytes: request.offset,
                issued_ns: inner.since_start(request.issued).0,
            }),
        });
        let Some(end) = target.paused_until(inner.last_completion) else { return };
        // Requests issued after the computer resumed waited for the drive alone.
        for out in self.outstanding.iter_mut().filter(|o| o.is_out && o.issued < end) {
            out.length |= SET_ASIDE;
        }
    }

    #[cold]
    fn fail(&mut self, request: Outstanding, errno: Option<Errno>) {
        let failure = Failure { kind: request.kind, errno };
        let is_tolerated = self.shared.cell.tolerated.covers(request.kind, errno);
        let count = self.shared.collector.fail(failure, (request.offset, is_tolerated));
        let named = errno.filter(|_| !is_tolerated);
        let consequence = named.map_or(CellState::IoErrors, Errno::consequence);
        // The first specific state stays; plain I/O errors give way to a more informative one.
        if matches!(self.state, CellState::Completed | CellState::IoErrors) {
            self.state = consequence;
        }
        if is_tolerated {
            return;
        }
        if consequence != CellState::IoErrors || count >= self.shared.cell.errors_max {
            self.is_draining = true;
        }
    }
}
