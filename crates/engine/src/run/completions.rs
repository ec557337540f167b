//! What came back: into the tallies, or looked at more closely.

use iogram_model::{CellState, Nanos, OpKind};

use super::{JobsRun, Outstanding};
use crate::collect::Failure;
use crate::pending::PendingInner;
use crate::target::{Completion, Errno, Target};
use crate::trace::{PAUSE_MIN, Quiet, mark_step};

/// In the length of an outstanding request: its latency contains a pause of the computer. No request is so
/// long, so that every completion of it seems too short, and the fast path need not know.
const SET_ASIDE: u32 = 1 << 31;

impl JobsRun<'_> {
    #[inline]
    pub(super) fn take_completions<T: Target>(&mut self, target: &T) {
        let Some(first) = self.done.first() else { return };
        let first = first.at;
        let mut done = std::mem::take(&mut self.done);
        let pending = self.pending;
        let mut inner = pending.lock();
        for completion in &done {
            self.take_completion(completion, &mut inner, target);
        }
        // With one slot, nothing can complete in a turn.
        if inner.is_counted && self.outstanding.len() > 1 {
            self.stamping.take(done.len(), first);
        }
        drop(inner);
        // Kept for its capacity; `drive` looks only at whether it is empty.
        std::mem::swap(&mut self.done, &mut done);
    }

    #[inline]
    fn take_completion<T: Target>(
        &mut self,
        completion: &Completion,
        inner: &mut PendingInner,
        target: &T,
    ) {
        let at = completion.at;
        self.now = self.now.max(at);
        if at >= self.interval_end {
            self.next_interval(inner, target);
        }
        let slot = completion.slot;
        let mut request = self.outstanding[slot as usize];
        assert!(request.is_out, "the target completed slot {slot}, which was not issued");
        if at.saturating_sub(inner.last_completion) >= PAUSE_MIN {
            self.note_quiet(slot, at, inner, target);
            request = self.outstanding[slot as usize];
        }
        self.outstanding[slot as usize].is_out = false;
        self.out_count -= 1;
        inner.last_completion = inner.last_completion.max(at);
        let is_done = match completion.result {
            Ok(moved) if moved >= request.length => {
                let tally = inner.tallies.of(request.kind);
                tally.latency.record(at.saturating_sub(request.start).0);
                if !self.is_closed_loop {
                    tally.service().record(at.saturating_sub(request.issued).0);
                }
                tally.bytes += u64::from(moved);
                self.advance((at, moved), inner);
                if at >= self.ramp_end {
                    let from = request.issued.max(self.ramp_end);
                    inner.outstanding_ns += u128::from(at.saturating_sub(from).0);
                }
                true
            }
            other => self.look_closer(request, other, at, inner),
        };
        // A division takes longer than the rest of this.
        let job = if self.jobs.len() == 1 { 0 } else { (slot / self.slots_per_job) as usize };
        let job = &mut self.jobs[job];
        if job.flushes_each && request.kind == OpKind::Write && is_done {
            job.flush_next.push(slot);
        } else {
            job.free.push(slot);
            job.taken -= 1;
        }
    }

    #[inline]
    fn advance(&self, (at, moved): (Nanos, u32), inner: &mut PendingInner) {
        inner.requests += 1;
        inner.bytes += u64::from(moved);
        inner.moved += u64::from(moved);
        if inner.moved >= inner.mark_at {
            self.note_mark(at, inner);
        }
    }

    /// A request that failed, moved too little, or was out while the computer paused. Returns whether it was
    /// done.
    #[cold]
    fn look_closer(
        &mut self,
        request: Outstanding,
        result: Result<u32, Errno>,
        at: Nanos,
        inner: &mut PendingInner,
    ) -> bool {
        match result {
            Ok(moved) if moved >= request.length & !SET_ASIDE => {
                inner.set_aside += 1;
                self.advance((at, moved), inner);
                true
            }
            // A part of a request is no request of that size: it would be too fast for its own kind, and to
            // move the rest in a second one would be a load that nobody asked for.
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

    /// The request in `slot` ended a time without completions. If the computer paused in it, the latencies of
    /// all that was out say nothing of the drive.
    #[cold]
    fn note_quiet<T: Target>(
        &mut self,
        slot: u32,
        at: Nanos,
        inner: &mut PendingInner,
        target: &T,
    ) {
        let request = self.outstanding[slot as usize];
        let issues = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued);
        let oldest_issue = issues.fold(request.issued, Nanos::min);
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
        for out in self.outstanding.iter_mut().filter(|o| o.is_out && o.issued < end) {
            out.length |= SET_ASIDE;
        }
    }

    #[cold]
    fn note_mark(&self, at: Nanos, inner: &mut PendingInner) {
        let step = mark_step(&self.shared.cell.workload).unwrap_or(u64::MAX);
        inner.marks.push(inner.since_start(at));
        inner.mark_at = (inner.moved / step + 1).saturating_mul(step);
    }

    #[cold]
    fn fail(&mut self, request: Outstanding, errno: Option<Errno>) {
        let failure = Failure { kind: request.kind, errno };
        let count = self.shared.collector.fail(failure, request.offset);
        let consequence = errno.map_or(CellState::IoErrors, Errno::consequence);
        // The first named state stands; plain I/O errors give way to a more telling one.
        if matches!(self.state, CellState::Completed | CellState::IoErrors) {
            self.state = consequence;
        }
        if consequence != CellState::IoErrors || count >= self.shared.cell.errors_max {
            self.is_draining = true;
        }
    }
}
