//! The loop that keeps requests outstanding and records what comes back.
//!
//! One call runs one or more jobs over one target in the calling thread. The clock is read once per
//! batch that is issued and once per batch that completes; both readings bound the target's work from
//! outside, so what the engine costs is inside the latency and never flatters the drive.

use std::collections::VecDeque;

use iogram_model::{Bytes, CellState, CpuTime, DataPattern, Nanos, OpKind, Pacing, Workload};

use crate::collect::{Collector, Failure, INTERVAL, Tallies};
use crate::generator::{Generator, Next};
use crate::lane::{Pending, PendingInner, SharedJob, interval_at};
use crate::rig::{Cell, Control};
use crate::target::{Completion, Errno, Request, Scheduling, Target, TargetError};
use crate::trace::{PAUSE_MIN, Quiet, mark_step};

/// How long an interrupted cell waits for what is still outstanding. Arbitrary: longer than any
/// sound request takes, short enough for a person who pressed Ctrl-C.
const INTERRUPT_GRACE: Nanos = Nanos(3 * Nanos::SECOND.0);

/// Intervals without a completion before a request is given up, if the I/O timeout is not shorter: where the
/// clock has jumped, what is out may be back at any moment. Arbitrary: a second.
const SILENT_MIN: u64 = 10;

/// In the length of an outstanding request: its latency contains a pause of the computer. No request is so
/// long, so that every completion of it seems too short, and the fast path need not know.
const SET_ASIDE: u32 = 1 << 31;

/// What one call of [`run_jobs`] did beside what the collector holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobsOutcome {
    /// How it ended.
    pub state: CellState,
    /// The last completion, or the start if nothing completed.
    pub ended: Nanos,
    /// Time outstanding of all counted requests from issue to completion, summed: over the elapsed
    /// time this is the mean queue depth (Little's law).
    pub outstanding_ns: u128,
    /// CPU time of the calling thread after the ramp; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
    /// How the calling thread was scheduled after the ramp.
    pub scheduling: Scheduling,
    /// Requests that are in no figure, because the computer paused while they were out.
    pub set_aside: u64,
    /// Requests of an open loop that were due and were never issued.
    pub overdue: u64,
    /// The call that made the target unusable, if one did.
    pub error: Option<TargetError>,
}

/// What the jobs of a cell share.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    /// The cell.
    pub cell: &'a Cell,
    /// Where results go.
    pub collector: &'a Collector,
    /// Who watches and may stop it.
    pub control: &'a Control,
    /// The cell's beginning on the targets' common clock.
    pub start: Nanos,
}

/// Blocks from this size on are prepared while earlier requests are out: making their data takes longer
/// than a system call. Measured: 4 KiB take 0.2 us to make, 1 MiB 50 us (docs/journal).
const AHEAD_BLOCK_MIN: Bytes = Bytes(32 << 10);

/// Requests of a job that are made ready while others are out; several, because completions come in
/// bunches. Arbitrary.
const AHEAD_MAX: u32 = 4;

/// Slots that one job needs of a target: its queue depth, and more for large writes that are made ready
/// while others are out.
#[must_use]
pub fn slots_per_job(workload: &Workload) -> u32 {
    let ahead = if prepares_ahead(workload) { workload.depth.min(AHEAD_MAX) } else { 0 };
    workload.depth + ahead
}

/// Whether the next request is made ready while others are out.
#[must_use]
pub fn prepares_ahead(workload: &Workload) -> bool {
    workload.mix.write().0 > 0
        && workload.block.largest() >= AHEAD_BLOCK_MIN
        && workload.data != DataPattern::Zeros
        && workload.pacing == Pacing::Closed
}

/// Runs the jobs numbered `jobs` of a cell over one target until the workload's end, an early end or
/// an error. Job `j` of them uses the slots from `(j - jobs.start) *` [`slots_per_job`]. What is not yet
/// with the collector lies in `pending`.
///
/// # Panics
///
/// Panics if the target completes a slot that was not issued.
pub fn run_jobs<T: Target>(
    target: &mut T,
    jobs: std::ops::Range<u32>,
    shared: Shared<'_>,
    pending: &Pending,
) -> JobsOutcome {
    let workload = &shared.cell.workload;
    let (slots, geometry) = (slots_per_job(workload), target.geometry());
    let sources = jobs.clone().map(|job| {
        Source::Own(Box::new(Generator::new(workload, geometry, job, shared.start)))
    });
    let sources = sources.collect();
    let mut run = JobsRun::new(target, sources, (workload.depth, slots), shared, pending);
    run.first_submitter = jobs.start;
    run.perform(target)
}

/// Runs one lane of a job: a single request outstanding, taken from the job's common stream. `lane` is
/// its number among all submitters of the cell.
///
/// # Panics
///
/// Panics if the target completes a slot that was not issued.
pub fn run_lane<T: Target>(
    target: &mut T,
    lane: u32,
    job: &SharedJob,
    shared: Shared<'_>,
    pending: &Pending,
) -> JobsOutcome {
    let mut run = JobsRun::new(target, vec![Source::Shared(job)], (1, 1), shared, pending);
    run.first_submitter = lane;
    run.perform(target)
}

/// Where a job's requests come from.
#[derive(Debug)]
enum Source<'a> {
    Own(Box<Generator>),
    Shared(&'a SharedJob),
}

/// One outstanding request.
#[derive(Debug, Clone, Copy)]
struct Outstanding {
    /// When it was issued.
    issued: Nanos,
    /// From when its latency counts: `issued` in a closed loop, the schedule in an open one.
    start: Nanos,
    offset: u64,
    length: u32,
    kind: OpKind,
    is_out: bool,
}

const NOTHING: Outstanding = Outstanding {
    issued: Nanos(0),
    start: Nanos(0),
    offset: 0,
    length: 0,
    kind: OpKind::Read,
    is_out: false,
};

/// One job's place in the loop.
#[derive(Debug)]
struct Job<'a> {
    source: Source<'a>,
    free: Vec<u32>,
    /// Slots taken by requests that are out, or by a write whose flush comes next.
    taken: u32,
    /// Slots whose write completed and whose flush comes next.
    flush_next: Vec<u32>,
    flushes_each: bool,
    /// Requests that are not issued yet and when they are due: made ready while others are out, or
    /// taken from a common stream before their time.
    held: VecDeque<(Request, Nanos)>,
    end_flush: EndFlush,
    is_done: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EndFlush {
    NotAsked,
    Pending,
    Issued,
}

struct JobsRun<'a> {
    shared: Shared<'a>,
    pending: &'a Pending,
    jobs: Vec<Job<'a>>,
    first_submitter: u32,
    depth: u32,
    slots_per_job: u32,
    outstanding: Vec<Outstanding>,
    out_count: u32,
    batch: Vec<Request>,
    /// How many requests at the beginning of the batch are ready.
    ready_count: usize,
    done: Vec<Completion>,
    is_closed_loop: bool,
    prepares_ahead: bool,
    /// The last reading of the clock.
    now: Nanos,
    state: CellState,
    /// No new requests any more; what is out is waited for.
    is_draining: bool,
    stopped_at: Option<Nanos>,
    /// When the current interval (or the ramp within it) ends.
    interval_end: Nanos,
    ramp_end: Nanos,
    overdue: u64,
    /// At the end of the ramp; `None` before.
    effort_before: Option<Effort>,
    /// Intervals since something completed.
    silent_count: u64,
}

/// What the calling thread did and had to wait.
#[derive(Debug, Clone, Copy)]
struct Effort {
    cpu: Option<CpuTime>,
    scheduling: Scheduling,
}

impl Effort {
    fn of<T: Target>(target: &T) -> Self {
        Self { cpu: target.cpu_time(), scheduling: target.scheduling() }
    }
}

impl<'a> JobsRun<'a> {
    fn new<T: Target>(
        target: &T,
        sources: Vec<Source<'a>>,
        (depth, slots_per_job): (u32, u32),
        shared: Shared<'a>,
        pending: &'a Pending,
    ) -> Self {
        let workload = &shared.cell.workload;
        let slots = slots_per_job as usize * sources.len();
        let mut first_slot = 0;
        let jobs = sources.into_iter().map(|source| {
            let job = Job::new(source, first_slot..first_slot + slots_per_job, workload);
            first_slot += slots_per_job;
            job
        });
        let mut run = Self {
            jobs: jobs.collect(),
            pending,
            first_submitter: 0,
            depth,
            slots_per_job,
            outstanding: vec![NOTHING; slots],
            out_count: 0,
            batch: Vec::with_capacity(slots),
            ready_count: 0,
            done: Vec::with_capacity(slots),
            is_closed_loop: workload.pacing == Pacing::Closed,
            prepares_ahead: slots_per_job > depth,
            now: target.now(),
            state: CellState::Completed,
            is_draining: false,
            stopped_at: None,
            interval_end: Nanos(0),
            ramp_end: shared.start + workload.ramp,
            overdue: 0,
            effort_before: None,
            silent_count: 0,
            shared,
        };
        let mut inner = pending.lock();
        inner.last_completion = shared.start;
        inner.start = shared.start;
        inner.mark_at = mark_step(workload).unwrap_or(u64::MAX);
        run.begin_interval(&mut inner);
        drop(inner);
        run
    }

    fn perform<T: Target>(mut self, target: &mut T) -> JobsOutcome {
        if self.ramp_end == self.shared.start {
            self.effort_before = Some(Effort::of(target));
        }
        let error = self.drive(target).err();
        let effort = Effort::of(target);
        let before = self.effort_before.unwrap_or(effort);
        let state = match error {
            Some(error) => error.errno.consequence(),
            None => self.state,
        };
        let pending = self.pending;
        let mut inner = pending.lock();
        self.close_interval(&mut inner);
        if !inner.is_closed() {
            self.finish_submitters(&mut inner);
        }
        JobsOutcome {
            state,
            ended: inner.last_completion,
            outstanding_ns: inner.outstanding_ns,
            set_aside: inner.set_aside,
            scheduling: effort.scheduling.since(before.scheduling),
            cpu: before.cpu.zip(effort.cpu).map(|(before, after)| CpuTime {
                user_ns: after.user_ns.saturating_sub(before.user_ns),
                system_ns: after.system_ns.saturating_sub(before.system_ns),
            }),
            overdue: self.overdue,
            error,
        }
    }

    fn finish_submitters(&self, inner: &mut PendingInner) {
        let collector = self.shared.collector;
        let oldest = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued).min();
        if let Some(oldest) = oldest {
            inner.note_unanswered(oldest, self.now);
        }
        let mut last = inner.since_start(inner.last_completion);
        for submitter in self.submitters() {
            collector.add_traces(submitter, &mut inner.quiets, &mut inner.marks);
            collector.finish_job(submitter, last);
            // What the others did is in the first one's lists.
            last = Nanos(0);
        }
    }

    fn submitters(&self) -> std::ops::Range<u32> {
        let count = u32::try_from(self.jobs.len()).expect("jobs are numbered in u32");
        self.first_submitter..self.first_submitter + count
    }

    fn drive<T: Target>(&mut self, target: &mut T) -> Result<(), TargetError> {
        // Jobs of a cell begin together, also those whose thread was faster.
        if self.now < self.shared.start {
            target.rest_until(self.shared.start);
            self.now = target.now();
        }
        loop {
            if self.stopped_at.is_none() && self.shared.control.is_stopped() {
                self.state = CellState::Interrupted;
                self.stopped_at = Some(self.now);
                self.is_draining = true;
            }
            if self.prepares_ahead && self.out_count == 0 {
                self.prepare_ahead(target, 1);
            }
            let wake = self.fill_batch();
            if !self.batch.is_empty() {
                self.issue(target)?;
            } else if self.out_count == 0 {
                match wake {
                    Some(at) => {
                        // Not longer than an interval, so that a stop is noticed.
                        target.rest_until(at.min(self.now + INTERVAL));
                        self.now = target.now();
                        self.roll_interval(target);
                        continue;
                    }
                    None => return Ok(()),
                }
            }
            if self.prepares_ahead && self.prepare_ahead(target, usize::MAX) {
                continue;
            }
            let until = wake.map_or(self.interval_end, |at| at.min(self.interval_end));
            self.done.clear();
            target.reap(&mut self.done, until)?;
            self.take_completions(target);
            if self.done.is_empty() {
                self.now = target.now();
                self.roll_interval(target);
                if self.has_given_up() {
                    return Ok(());
                }
            }
        }
    }

    /// Puts every request that can be issued now into the batch. Returns when the next one is due if
    /// a schedule, not a free slot, is what is waited for.
    #[inline]
    fn fill_batch(&mut self) -> Option<Nanos> {
        self.batch.clear();
        let mut wake: Option<Nanos> = None;
        if self.prepares_ahead {
            self.issue_prepared();
        }
        self.ready_count = self.batch.len();
        for job in &mut self.jobs {
            while let Some(slot) = job.flush_next.pop() {
                let flush = job.flush(slot);
                place(&mut self.outstanding, &mut self.batch, flush, self.now);
            }
            while !job.is_done
                && !self.is_draining
                && !self.prepares_ahead
                && job.taken < self.depth
                && let Some(&slot) = job.free.last()
            {
                match job.next(slot, self.now) {
                    Next::Request(request, due) => {
                        job.free.pop();
                        job.taken += 1;
                        place(&mut self.outstanding, &mut self.batch, request, due);
                    }
                    Next::NotBefore(at) => {
                        wake = Some(wake.map_or(at, |earlier| earlier.min(at)));
                        break;
                    }
                    Next::Done => job.is_done = true,
                }
            }
            if (job.is_done || self.is_draining) && job.taken == 0 {
                let is_stopped = self.stopped_at.is_some();
                if let Some(flush) = job.finish(is_stopped, self.now, &mut self.overdue) {
                    place(&mut self.outstanding, &mut self.batch, flush, self.now);
                }
            }
        }
        wake
    }

    /// Requests that were made ready while others were out go first.
    fn issue_prepared(&mut self) {
        for job in &mut self.jobs {
            while job.taken < self.depth
                && let Some((request, due)) = job.held.pop_front()
            {
                if self.is_draining || job.is_over(self.now) {
                    job.free.push(request.slot);
                    continue;
                }
                job.taken += 1;
                place(&mut self.outstanding, &mut self.batch, request, due);
            }
        }
    }

    /// Makes requests of every job ready, up to `count` each as far as slots are free. Returns whether
    /// any of them can be issued at once.
    fn prepare_ahead<T: Target>(&mut self, target: &mut T, count: usize) -> bool {
        if self.is_draining {
            return false;
        }
        let mut is_due = false;
        for job in &mut self.jobs {
            while !job.is_done
                && job.held.len() < count
                && let Some(slot) = job.free.pop()
            {
                match job.next(slot, self.now) {
                    Next::Request(request, due) => {
                        target.prepare(&[request]);
                        job.held.push_back((request, due));
                    }
                    Next::NotBefore(_) | Next::Done => {
                        job.free.push(slot);
                        job.is_done = true;
                    }
                }
            }
            is_due |= job.taken < self.depth && !job.held.is_empty();
        }
        is_due
    }

    #[inline]
    fn issue<T: Target>(&mut self, target: &mut T) -> Result<(), TargetError> {
        target.prepare(&self.batch[self.ready_count..]);
        self.now = target.now();
        for request in &self.batch {
            let outstanding = &mut self.outstanding[request.slot as usize];
            outstanding.issued = self.now;
            if self.is_closed_loop {
                outstanding.start = self.now;
            }
        }
        target.submit(&self.batch)?;
        self.out_count += u32::try_from(self.batch.len()).expect("slots are numbered in u32");
        Ok(())
    }

    #[inline]
    fn take_completions<T: Target>(&mut self, target: &T) {
        let mut done = std::mem::take(&mut self.done);
        let pending = self.pending;
        let mut inner = pending.lock();
        for completion in &done {
            self.take_completion(completion, &mut inner, target);
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
        let job = &mut self.jobs[(slot / self.slots_per_job) as usize];
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

    /// Whether what is outstanding is no longer waited for.
    fn has_given_up(&mut self) -> bool {
        let oldest = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued).min();
        let Some(oldest) = oldest else { return false };
        let silent_min = (self.shared.cell.io_timeout.0 / INTERVAL.0).min(SILENT_MIN);
        if self.silent_count >= silent_min
            && self.now.saturating_sub(oldest) > self.shared.cell.io_timeout
        {
            self.state = CellState::Stalled;
            return true;
        }
        self.stopped_at.is_some_and(|at| self.now.saturating_sub(at) > INTERRUPT_GRACE)
    }

    /// Closes every interval that ended by now.
    fn roll_interval<T: Target>(&mut self, target: &T) {
        if self.now >= self.interval_end {
            let pending = self.pending;
            self.next_interval(&mut pending.lock(), target);
        }
    }

    #[cold]
    fn next_interval<T: Target>(&mut self, inner: &mut PendingInner, target: &T) {
        self.silent_count = if inner.requests == 0 { self.silent_count + 1 } else { 0 };
        self.close_interval(inner);
        self.begin_interval(inner);
        if inner.is_counted && self.effort_before.is_none() {
            self.effort_before = Some(Effort::of(target));
        }
    }

    /// The ramp ends an interval too, because what comes before is not counted.
    fn begin_interval(&mut self, inner: &mut PendingInner) {
        inner.interval_index = interval_at(self.now, self.shared.start);
        let end = self.shared.start + INTERVAL * (inner.interval_index + 1);
        inner.is_counted = self.now >= self.ramp_end;
        self.interval_end = if inner.is_counted { end } else { end.min(self.ramp_end) };
    }

    fn close_interval(&mut self, inner: &mut PendingInner) {
        let elapsed = self.now.saturating_sub(self.shared.start);
        self.shared.control.advance(inner.requests, Bytes(inner.bytes), elapsed);
        (inner.requests, inner.bytes) = (0, 0);
        if inner.is_closed() {
            return;
        }
        let collector = self.shared.collector;
        let (index, is_counted) = (inner.interval_index, inner.is_counted);
        let mut submitters = self.submitters();
        if let Some(first) = submitters.next() {
            if !inner.quiets.is_empty() || !inner.marks.is_empty() {
                collector.add_traces(first, &mut inner.quiets, &mut inner.marks);
            }
            collector.add(first, index, is_counted, &mut inner.tallies);
        }
        // Jobs over one target are tallied together; the others only move on.
        for other in submitters {
            collector.add(other, index, is_counted, &mut Tallies::default());
        }
        if self.shared.control.is_latency_asked() {
            self.shared.control.tell_latency(collector.latency());
        }
    }
}

impl<'a> Job<'a> {
    fn new(source: Source<'a>, slots: std::ops::Range<u32>, workload: &Workload) -> Self {
        let sync = workload.sync;
        Self {
            source,
            // The lowest slot is taken first, so that a shallow loop stays in few buffers.
            free: slots.rev().collect(),
            taken: 0,
            flush_next: Vec::new(),
            flushes_each: sync == iogram_model::SyncPolicy::Each,
            held: VecDeque::new(),
            end_flush: if sync == iogram_model::SyncPolicy::End {
                EndFlush::Pending
            } else {
                EndFlush::NotAsked
            },
            is_done: false,
        }
    }

    /// What to do at `now` with `slot` free.
    #[inline(always)]
    fn next(&mut self, slot: u32, now: Nanos) -> Next {
        match &mut self.source {
            Source::Own(generator) => generator.next(slot, now),
            Source::Shared(job) => {
                let job = *job;
                self.next_of_shared(job, now)
            }
        }
    }

    #[inline(never)]
    fn next_of_shared(&mut self, shared: &SharedJob, now: Nanos) -> Next {
        match self.held.pop_front().or_else(|| shared.claim(now)) {
            Some((request, due)) if due <= now => Next::Request(request, due),
            Some((request, due)) => {
                self.held.push_front((request, due));
                Next::NotBefore(due)
            }
            None => Next::Done,
        }
    }

    fn flush(&self, slot: u32) -> Request {
        match &self.source {
            Source::Own(generator) => generator.flush(slot),
            Source::Shared(job) => job.lock().flush(slot),
        }
    }

    /// Whether the time of the workload is over.
    fn is_over(&self, now: Nanos) -> bool {
        match &self.source {
            Source::Own(generator) => generator.is_over(now),
            Source::Shared(job) => job.lock().is_over(now),
        }
    }

    /// Everything of this job has completed, or all of its lane: the flush that its elapsed time
    /// includes, once.
    fn finish(&mut self, is_stopped: bool, now: Nanos, overdue: &mut u64) -> Option<Request> {
        if self.end_flush == EndFlush::Issued {
            return None;
        }
        let is_asked = self.end_flush == EndFlush::Pending && !is_stopped;
        self.end_flush = EndFlush::Issued;
        let is_last = match &self.source {
            Source::Own(_) => true,
            Source::Shared(job) => job.leave(),
        };
        if !is_last {
            return None;
        }
        *overdue += match &self.source {
            Source::Own(generator) => generator.overdue(now),
            Source::Shared(job) => job.lock().overdue(now),
        };
        if !is_asked {
            return None;
        }
        let slot = self.free.pop()?;
        self.taken += 1;
        Some(self.flush(slot))
    }
}

/// Notes `request` as outstanding and appends it to the batch.
#[inline]
fn place(
    outstanding: &mut [Outstanding],
    batch: &mut Vec<Request>,
    request: Request,
    start: Nanos,
) {
    outstanding[request.slot as usize] = Outstanding {
        issued: start,
        start,
        offset: request.offset,
        length: request.length,
        kind: request.kind,
        is_out: true,
    };
    batch.push(request);
}
