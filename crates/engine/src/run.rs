//! The loop that keeps requests outstanding and records completions.
//!
//! One call runs one or more jobs over one target in the calling thread. It reads the clock once per submitted batch
//! and once per batch of completions; both readings enclose the target's work, so the engine's cost is inside the
//! latency and never flatters the drive.

mod again;
mod ahead;
mod beside;
mod completions;
mod intervals;
mod job;
mod shared;
mod zoned;

use iogram_model::{CellState, CpuTime, Nanos, OpKind};

pub use self::ahead::{prepares_ahead, slots_per_job};
pub use self::beside::{Load, run_loads};
use self::intervals::Late;
use self::job::{Job, Source, place};
pub use self::shared::Shared;
use crate::collect::{INTERVAL, Overdue};
use crate::generator::Next;
use crate::lane::SharedJob;
use crate::outcome::{Drain, JobsOutcome};
use crate::pending::{Pending, PendingInner};
use crate::replay::{Feed, Replayer};
use crate::stamping::Stamping;
use crate::target::{Completion, Request, Scheduling, Target, TargetError};
use crate::trace::mark_step;
use crate::unsettled::Done;

/// Runs the jobs numbered `jobs` of a cell over one target until the workload ends, is stopped or fails. Job `j` uses
/// the slots from `(j - jobs.start) *` [`slots_per_job`] on. `pending` holds results that the collector does not have
/// yet.
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
    let sources = jobs.clone().map(|job| shared.source(geometry, job)).collect();
    let mut run = JobsRun::new(target, sources, (workload.depth, slots), shared, pending);
    run.first_submitter = jobs.start;
    run.perform(target)
}

/// Runs one lane of a job: one request outstanding, taken from the job's common stream. `lane` is its number among
/// all submitters of the cell.
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
    let source = shared.source_of_lane(job);
    let mut run = JobsRun::new(target, vec![source], (1, 1), shared, pending);
    run.first_submitter = lane;
    run.perform(target)
}

/// Replays the requests of `feed` over one target until they end, the run is stopped or fails. The workload
/// determines when each request is issued, and the maximum depth.
///
/// # Panics
///
/// Panics if the target completes a slot that was not issued.
pub fn run_replay<T: Target>(
    target: &mut T,
    feed: Box<dyn Feed>,
    shared: Shared<'_>,
    pending: &Pending,
) -> JobsOutcome {
    let workload = &shared.cell.workload;
    let how = workload.replay.as_ref().map(|it| it.how).unwrap_or_default();
    let replayer = Replayer::new(workload, how, feed, shared.start);
    let source = Source::Recorded(Box::new(replayer));
    let counts = (workload.depth, workload.depth);
    JobsRun::new(target, vec![source], counts, shared, pending).perform(target)
}

/// One outstanding request.
#[derive(Debug, Clone, Copy)]
struct Outstanding {
    /// When it was issued.
    issued: Nanos,
    /// The start of its latency: `issued` in a closed loop, the schedule in an open one.
    start: Nanos,
    offset: u64,
    length: u32,
    kind: OpKind,
    is_out: bool,
    /// Its job among the jobs of this loop.
    job: u16,
}

/// Poll interval of a job that is blocked by something other than its own requests, because no completion announces
/// the end of that. Arbitrary: less than a write to a zone takes.
const BLOCKED_LOOK: Nanos = Nanos(20_000);

const NOTHING: Outstanding = Outstanding {
    issued: Nanos(0),
    start: Nanos(0),
    offset: 0,
    length: 0,
    kind: OpKind::Read,
    is_out: false,
    job: 0,
};

/// The next event that the loop waits for.
#[derive(Debug, Clone, Copy)]
enum Wait {
    /// None: the loop has ended.
    Over,
    /// This time; nothing is outstanding.
    Rest(Nanos),
    /// A completion, or this time.
    Completions(Nanos),
}

struct JobsRun<'a> {
    shared: Shared<'a>,
    pending: &'a Pending,
    jobs: Vec<Job<'a>>,
    first_submitter: u32,
    depth: u32,
    outstanding: Vec<Outstanding>,
    out_count: u32,
    /// Completions in `pending` that are not counted yet.
    unsettled_count: usize,
    last_completion: Nanos,
    batch: Vec<Request>,
    /// Number of prepared requests at the beginning of the batch.
    ready_count: usize,
    done: Vec<Completion>,
    is_closed_loop: bool,
    prepares_ahead: bool,
    stamping: Box<Stamping>,
    /// The last clock reading.
    now: Nanos,
    state: CellState,
    /// Whether no new requests are issued and the loop only waits for outstanding ones.
    is_draining: bool,
    stopped_at: Option<Nanos>,
    /// Set from the moment when nothing was left to issue.
    drain: Option<Drain>,
    /// The end of the current interval, or of the ramp within it.
    interval_end: Nanos,
    /// The next time for work other than requests: the end of the interval, or earlier.
    event_at: Nanos,
    ramp_end: Nanos,
    overdue: Overdue,
    /// Effort of the thread just before the end of the ramp; `None` earlier.
    effort_before: Option<Effort>,
    /// Intervals since the last completion.
    silent_count: u64,
    /// A request that is outstanding for longer than allowed.
    late: Late,
}

/// The CPU time and waits of the calling thread.
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
        assert!(depth <= slots_per_job, "every request that may be out has a slot");
        assert!(depth > 0 && !sources.is_empty(), "a loop has something to do");
        assert!(
            u16::try_from(sources.len()).is_ok(),
            "a request notes the number of its job in 16 bits: {} jobs",
            sources.len()
        );
        let slots = slots_per_job as usize * sources.len();
        let mut first_slot = 0;
        let jobs = sources.into_iter().map(|source| {
            let slots = first_slot..first_slot + slots_per_job;
            let job = Job::new(source, slots, (workload, shared.flow));
            first_slot += slots_per_job;
            job
        });
        let mut run = Self {
            jobs: jobs.collect(),
            pending,
            first_submitter: 0,
            depth,
            outstanding: vec![NOTHING; slots],
            out_count: 0,
            unsettled_count: 0,
            last_completion: shared.start,
            batch: Vec::with_capacity(slots),
            ready_count: 0,
            done: Vec::with_capacity(slots),
            is_closed_loop: !workload.is_open_loop(),
            prepares_ahead: slots_per_job > depth,
            now: target.now(),
            state: CellState::Completed,
            is_draining: false,
            stopped_at: None,
            drain: None,
            interval_end: Nanos(0),
            event_at: Nanos(0),
            ramp_end: shared.start + workload.ramp,
            overdue: Overdue::default(),
            effort_before: None,
            silent_count: 0,
            late: Late::default(),
            stamping: Box::new(Stamping::waiting_for(target.wait_batch())),
            shared,
        };
        let mut inner = pending.lock();
        pending.unsettled.publish(0, shared.start);
        inner.last_completion = shared.start;
        inner.start = shared.start;
        inner.ramp_end = run.ramp_end;
        inner.is_closed_loop = run.is_closed_loop;
        inner.mark_step = mark_step(workload);
        inner.mark_at = inner.mark_step.unwrap_or(u64::MAX);
        run.begin_interval(&mut inner);
        drop(inner);
        // Another load may have ended before this one began.
        if shared.collector.has_come_to_its_end() {
            run.end_early();
        }
        run
    }

    fn perform<T: Target>(mut self, target: &mut T) -> JobsOutcome {
        self.begin(target);
        let error = self.drive(target).err();
        self.conclude(target, error)
    }

    fn begin<T: Target>(&mut self, target: &T) {
        if self.ramp_end == self.shared.start {
            self.effort_before = Some(Effort::of(target));
        }
    }

    fn conclude<T: Target>(mut self, target: &T, error: Option<TargetError>) -> JobsOutcome {
        let effort = Effort::of(target);
        let before = self.effort_before.unwrap_or(effort);
        // After an error it is unknown which requests were submitted.
        assert!(
            error.is_some()
                || self.outstanding.iter().filter(|out| out.is_out).count()
                    == self.out_count as usize,
            "what is out is counted"
        );
        let state = match error {
            Some(error) => error.errno.consequence(),
            None => self.state,
        };
        assert!(
            error.is_some() || state != CellState::Completed || self.out_count == 0,
            "a cell that completed has nothing out"
        );
        let recording = self.jobs.iter_mut().find_map(Job::replayer);
        let is_cut_off = recording.as_ref().is_some_and(|it| it.has_failed());
        let replay = recording.map(|it| Box::new(it.tally()));
        let state = match state {
            CellState::Completed if is_cut_off => CellState::Interrupted,
            other => other,
        };
        self.count_unfinished(state);
        let mut inner = self.settled();
        self.tell_progress(&mut inner);
        if !inner.is_closed() {
            self.finish_submitters(&mut inner);
        }
        JobsOutcome {
            state,
            ended: inner.last_completion,
            outstanding_ns: inner.outstanding_ns,
            drain: self.drain,
            set_aside: inner.set_aside,
            scheduling: effort.scheduling.since(before.scheduling),
            cpu: before.cpu.zip(effort.cpu).map(|(before, after)| CpuTime {
                user_ns: after.user_ns.saturating_sub(before.user_ns),
                system_ns: after.system_ns.saturating_sub(before.system_ns),
            }),
            overdue: self.overdue.count(),
            stamping: self.stamping,
            clock: target.clock_check(),
            replay,
            error,
        }
    }

    /// Counts requests of an open loop that ended before its jobs: outstanding ones and overdue ones.
    fn count_unfinished(&mut self, state: CellState) {
        if self.is_closed_loop || !matches!(state, CellState::Interrupted | CellState::Stalled)
        {
            return;
        }
        for out in self.outstanding.iter().filter(|out| out.is_out) {
            self.overdue.note(out.kind, self.now.saturating_sub(out.start), 1);
        }
        for job in &mut self.jobs {
            job.leave_early(self.now, &mut self.overdue);
        }
    }

    fn finish_submitters(&self, inner: &mut PendingInner) {
        let collector = self.shared.collector;
        let oldest = self.outstanding.iter().filter(|o| o.is_out).map(|o| o.issued).min();
        if let Some(oldest) = oldest {
            inner.note_unanswered(oldest, self.now);
        }
        collector.add_overdue(&self.overdue);
        self.pending.finish(inner, self.submitters(), collector);
    }

    fn submitters(&self) -> std::ops::Range<u32> {
        let count = u32::try_from(self.jobs.len()).expect("jobs are numbered in u32");
        assert!(
            self.first_submitter.checked_add(count).is_some(),
            "submitters are numbered in u32"
        );
        self.first_submitter..self.first_submitter + count
    }

    fn drive<T: Target>(&mut self, target: &mut T) -> Result<(), TargetError> {
        // All jobs of a cell begin together, even if a thread was ready earlier.
        if self.now < self.shared.start {
            target.rest_until(self.shared.start);
            self.now = target.now();
        }
        loop {
            match self.issue_next(target)? {
                Wait::Over => return Ok(()),
                Wait::Rest(at) => {
                    target.rest_until(at);
                    self.after_rest(target);
                }
                Wait::Completions(until) => {
                    self.done.clear();
                    target.reap(&mut self.done, until)?;
                    if self.is_over_after_wait(target) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Issues every request that can be issued now. Returns the next event to wait for.
    #[inline(always)]
    fn issue_next<T: Target>(&mut self, target: &mut T) -> Result<Wait, TargetError> {
        if self.stopped_at.is_none() && self.shared.control.is_stopped() {
            self.state = CellState::Interrupted;
            self.stopped_at = Some(self.now);
            self.is_draining = true;
        }
        // At the very beginning no outstanding request hides the preparation of a block.
        if self.prepares_ahead
            && self.out_count == 0
            && self.jobs.iter().all(|job| job.held.is_empty())
        {
            self.prepare_one(target);
        }
        let wake = self.fill_batch();
        if !self.batch.is_empty() {
            self.issue(target)?;
        } else {
            self.note_drain();
        }
        if self.batch.is_empty() && self.out_count == 0 {
            // At most one interval, so that the loop notices a stop.
            return Ok(wake.map_or(Wait::Over, |at| Wait::Rest(at.min(self.now + INTERVAL))));
        }
        // A wait ends for the schedule or for the end of the interval, whichever comes first: intervals without
        // completions are closed on time too, and a stop is noticed within one.
        let mut until = wake.map_or(self.event_at, |at| at.min(self.event_at));
        if self.prepares_ahead {
            self.prepare_one(target);
            if self.has_more_to_prepare() {
                // Completions must not wait while further blocks are prepared.
                until = self.now;
            }
        }
        Ok(Wait::Completions(until))
    }

    fn after_rest<T: Target>(&mut self, target: &T) {
        self.now = target.now();
        self.stamping.rest();
        self.roll_interval(target);
    }

    /// Takes the completions; returns whether the loop waits for nothing more.
    #[inline(always)]
    fn is_over_after_wait<T: Target>(&mut self, target: &T) -> bool {
        self.take_completions(target);
        if self.done.is_empty() {
            self.now = target.now();
            self.roll_interval(target);
            self.has_given_up()
        } else if self.late.is_given_up() {
            self.state = CellState::Stalled;
            true
        } else {
            false
        }
    }

    /// Puts every request that can be issued now into the batch. Returns the due time of the next one if the loop
    /// waits for a schedule, not for a free slot.
    #[inline]
    fn fill_batch(&mut self) -> Option<Nanos> {
        self.batch.clear();
        let mut wake: Option<Nanos> = None;
        if self.prepares_ahead {
            self.issue_prepared();
        }
        self.ready_count = self.batch.len();
        let mut is_one_over = false;
        for (number, job) in (0..).zip(&mut self.jobs) {
            // Before any new request: if a flush waits behind others, its write becomes durable later than its policy
            // says, and the flush covers other writes too.
            while let Some(slot) = job.flush_next.pop() {
                let flush = job.flush(slot);
                place((&mut self.outstanding, number), &mut self.batch, flush, self.now);
            }
            while let Some(discarded) = job.write_next.pop() {
                let write = job.write_of(discarded);
                place((&mut self.outstanding, number), &mut self.batch, write, self.now);
            }
            while !job.is_done
                && !self.is_draining
                && !self.prepares_ahead
                && job.taken < self.depth
                && let Some(&slot) = job.free.last()
            {
                let (outstanding, batch) = (&mut self.outstanding, &mut self.batch);
                match job.next(slot, self.now, |request, due| {
                    place((&mut *outstanding, number), batch, request, due);
                }) {
                    Next::Request => {
                        job.free.pop();
                        job.taken += 1;
                    }
                    Next::NotBefore(at) => {
                        wake = Some(wake.map_or(at, |earlier| earlier.min(at)));
                        break;
                    }
                    Next::Blocked => {
                        if self.out_count == 0 && self.batch.is_empty() {
                            let at = self.now + BLOCKED_LOOK;
                            wake = Some(wake.map_or(at, |earlier| earlier.min(at)));
                        }
                        break;
                    }
                    Next::Done => job.is_done = true,
                }
            }
            if (job.is_done || self.is_draining) && job.taken == 0 {
                is_one_over = true;
                let is_stopped = self.stopped_at.is_some();
                if let Some(flush) = job.finish(is_stopped, self.now, &mut self.overdue) {
                    place((&mut self.outstanding, number), &mut self.batch, flush, self.now);
                }
            }
            assert!(job.taken <= self.depth, "no job is deeper than it was asked for");
        }
        if is_one_over {
            self.note_drain();
        }
        wake
    }

    /// Notes the moment when nothing was left to issue.
    fn note_drain(&mut self) {
        // When the time is over, a job with all requests outstanding learns it only at its first completion.
        let is_dry = |job: &Job<'_>| {
            job.is_done && job.held.is_empty() || self.is_closed_loop && job.is_over(self.now)
        };
        if self.drain.is_none() && (self.is_draining || self.jobs.iter().all(is_dry)) {
            self.drain = Some(Drain { since: self.now, outstanding_ns: 0 });
        }
    }

    /// Requests prepared while others were outstanding go first.
    fn issue_prepared(&mut self) {
        for (number, job) in (0..).zip(&mut self.jobs) {
            while job.taken < self.depth
                && let Some((request, due)) = job.held.pop_front()
            {
                // Prepared in time, but the end may have come since: check again, because minutes may lie between.
                if self.is_draining || job.is_over(self.now) {
                    job.free.push(request.slot);
                    continue;
                }
                job.taken += 1;
                place((&mut self.outstanding, number), &mut self.batch, request, due);
            }
        }
    }

    /// Prepares one request, of the first job with a slot for it.
    fn prepare_one<T: Target>(&mut self, target: &mut T) {
        if self.is_draining {
            return;
        }
        for job in &mut self.jobs {
            if job.is_done {
                continue;
            }
            let Some(slot) = job.free.pop() else { continue };
            let mut made = None;
            job.next(slot, self.now, |request, due| made = Some((request, due)));
            if let Some((request, due)) = made {
                assert_eq!(
                    request.slot, slot,
                    "a request is made ready in the slot that was given"
                );
                target.prepare(&[request]);
                job.held.push_back((request, due));
                return;
            }
            job.free.push(slot);
            job.is_done = true;
        }
    }

    /// Whether a prepared request can be issued, or another one prepared.
    fn has_more_to_prepare(&self) -> bool {
        self.jobs.iter().any(|job| {
            let is_due = job.taken < self.depth && !job.held.is_empty();
            is_due || !self.is_draining && !job.is_done && !job.free.is_empty()
        })
    }

    #[inline]
    fn issue<T: Target>(&mut self, target: &mut T) -> Result<(), TargetError> {
        // Data is generated before the clock is read: the generator's cost is not part of the drive's latency.
        target.prepare(&self.batch[self.ready_count..]);
        let now = target.now();
        assert!(now >= self.now, "the target's clock went back from {} to {now}", self.now);
        self.now = now;
        self.stamping.hand_over(self.now);
        for request in &self.batch {
            let outstanding = &mut self.outstanding[request.slot as usize];
            outstanding.issued = self.now;
            if self.is_closed_loop {
                outstanding.start = self.now;
            }
        }
        if self.shared.cell.workload.replay.is_some() {
            self.note_late();
        }
        assert!(
            self.out_count as usize + self.batch.len() <= self.outstanding.len(),
            "no more is out than there are slots"
        );
        target.submit(&self.batch)?;
        self.out_count += u32::try_from(self.batch.len()).expect("slots are numbered in u32");
        Ok(())
    }

    /// Notes how late the recorded requests of the batch are.
    fn note_late(&mut self) {
        let Some(replayer) = self.jobs.iter_mut().find_map(Job::replayer) else { return };
        for request in &self.batch {
            let start = self.outstanding[request.slot as usize].start;
            replayer.note_late(self.now.saturating_sub(start));
        }
    }
}
