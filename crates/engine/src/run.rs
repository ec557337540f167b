//! The loop that keeps requests outstanding and records what comes back.
//!
//! One call runs one or more jobs over one target in the calling thread. The clock is read once per
//! batch that is issued and once per batch that completes; both readings bound the target's work from
//! outside, so what the engine costs is inside the latency and never flatters the drive.

use iogram_model::{CellState, CpuTime, Nanos, OpKind};

use crate::collect::{Collector, Failure, INTERVAL, Tallies};
use crate::generator::{Generator, Next};
use crate::rig::{Cell, Control};
use crate::target::{Completion, Errno, Request, Target, TargetError};

/// How long an interrupted cell waits for what is still outstanding. Arbitrary: longer than any
/// sound request takes, short enough for a person who pressed Ctrl-C.
const INTERRUPT_GRACE: Nanos = Nanos(3 * Nanos::SECOND.0);

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
    /// CPU time of the calling thread; `None` on a target without CPU time.
    pub cpu: Option<CpuTime>,
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

/// Runs the jobs numbered `jobs` of a cell over one target until the workload's end, an early end or
/// an error. Job `j` of them uses the slots from `(j - jobs.start) * depth`.
///
/// # Panics
///
/// Panics if the target completes a slot that was not issued.
pub fn run_jobs<T: Target>(
    target: &mut T,
    jobs: std::ops::Range<u32>,
    shared: Shared<'_>,
) -> JobsOutcome {
    let cpu_before = target.cpu_time();
    let mut run = JobsRun::new(target, jobs.clone(), shared);
    let error = run.drive(target).err();
    let state = match error {
        Some(error) => error.errno.consequence(),
        None => run.state,
    };
    run.close_interval();
    jobs.for_each(|job| shared.collector.finish_job(job));
    let end = run.deadline_or(run.last_completion);
    JobsOutcome {
        state,
        ended: run.last_completion,
        outstanding_ns: run.outstanding_ns,
        cpu: cpu_before.zip(target.cpu_time()).map(|(before, after)| CpuTime {
            user_ns: after.user_ns.saturating_sub(before.user_ns),
            system_ns: after.system_ns.saturating_sub(before.system_ns),
        }),
        overdue: run.jobs.iter().map(|job| job.generator.overdue(end)).sum(),
        error,
    }
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
struct Job {
    generator: Generator,
    free: Vec<u32>,
    /// Slots whose write completed and whose flush comes next.
    flush_next: Vec<u32>,
    flushes_each: bool,
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
    jobs: Vec<Job>,
    depth: u32,
    outstanding: Vec<Outstanding>,
    out_count: u32,
    batch: Vec<Request>,
    done: Vec<Completion>,
    is_closed_loop: bool,
    /// The last reading of the clock.
    now: Nanos,
    state: CellState,
    /// No new requests any more; what is out is waited for.
    is_draining: bool,
    stopped_at: Option<Nanos>,
    tallies: Tallies,
    tally_requests: u64,
    tally_bytes: u64,
    interval_index: u64,
    /// When the current interval (or the ramp within it) ends.
    interval_end: Nanos,
    ramp_end: Nanos,
    first_job: u32,
    outstanding_ns: u128,
    last_completion: Nanos,
}

impl<'a> JobsRun<'a> {
    fn new<T: Target>(target: &T, jobs: std::ops::Range<u32>, shared: Shared<'a>) -> Self {
        let workload = &shared.cell.workload;
        let (depth, geometry) = (workload.depth, target.geometry());
        let first_job = jobs.start;
        let slots = depth as usize * jobs.len();
        let jobs = jobs.map(|job| {
            let generator = Generator::new(workload, geometry, job, shared.start);
            let base = (job - first_job) * depth;
            Job {
                // The lowest slot is taken first, so that a shallow loop stays in few buffers.
                free: (base..base + depth).rev().collect(),
                flush_next: Vec::new(),
                flushes_each: generator.flushes_each_write(),
                end_flush: if generator.flushes_at_end() {
                    EndFlush::Pending
                } else {
                    EndFlush::NotAsked
                },
                is_done: false,
                generator,
            }
        });
        let ramp_end = shared.start + workload.ramp;
        let mut run = Self {
            jobs: jobs.collect(),
            depth,
            outstanding: vec![NOTHING; slots],
            out_count: 0,
            batch: Vec::with_capacity(slots),
            done: Vec::with_capacity(slots),
            is_closed_loop: workload.pacing == iogram_model::Pacing::Closed,
            now: target.now(),
            state: CellState::Completed,
            is_draining: false,
            stopped_at: None,
            tallies: Tallies::default(),
            tally_requests: 0,
            tally_bytes: 0,
            interval_index: 0,
            interval_end: Nanos(0),
            ramp_end,
            first_job,
            outstanding_ns: 0,
            last_completion: shared.start,
            shared,
        };
        run.interval_end = run.end_of_interval();
        run
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
            let wake = self.fill_batch();
            if !self.batch.is_empty() {
                self.issue(target)?;
            } else if self.out_count == 0 {
                match wake {
                    Some(at) => {
                        // Not longer than an interval, so that a stop is noticed.
                        target.rest_until(at.min(self.now + INTERVAL));
                        self.now = target.now();
                        self.roll_interval();
                        continue;
                    }
                    None => return Ok(()),
                }
            }
            let until = wake.map_or(self.interval_end, |at| at.min(self.interval_end));
            self.done.clear();
            target.reap(&mut self.done, until)?;
            self.take_completions();
            if self.done.is_empty() {
                self.now = target.now();
                self.roll_interval();
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
        for job in &mut self.jobs {
            while let Some(slot) = job.flush_next.pop() {
                let flush = job.generator.flush(slot);
                place(&mut self.outstanding, &mut self.batch, flush, self.now);
            }
            while !job.is_done
                && !self.is_draining
                && let Some(&slot) = job.free.last()
            {
                match job.generator.next(slot, self.now) {
                    Next::Request(request, due) => {
                        job.free.pop();
                        place(&mut self.outstanding, &mut self.batch, request, due);
                    }
                    Next::NotBefore(at) => {
                        wake = Some(wake.map_or(at, |earlier| earlier.min(at)));
                        break;
                    }
                    Next::Done => job.is_done = true,
                }
            }
            // Everything of this job has completed: the flush that its elapsed time includes.
            if (job.is_done || self.is_draining)
                && job.end_flush == EndFlush::Pending
                && job.free.len() == self.depth as usize
                && self.stopped_at.is_none()
                && let Some(slot) = job.free.pop()
            {
                job.end_flush = EndFlush::Issued;
                let flush = job.generator.flush(slot);
                place(&mut self.outstanding, &mut self.batch, flush, self.now);
            }
        }
        wake
    }

    #[inline]
    fn issue<T: Target>(&mut self, target: &mut T) -> Result<(), TargetError> {
        target.prepare(&self.batch);
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
    fn take_completions(&mut self) {
        let mut done = std::mem::take(&mut self.done);
        for completion in &done {
            self.take_completion(completion);
        }
        // Kept for its capacity; `drive` looks only at whether it is empty.
        std::mem::swap(&mut self.done, &mut done);
    }

    #[inline]
    fn take_completion(&mut self, completion: &Completion) {
        let at = completion.at;
        self.now = self.now.max(at);
        if at >= self.interval_end {
            self.roll_interval();
        }
        let slot = completion.slot;
        let request = self.outstanding[slot as usize];
        assert!(request.is_out, "the target completed slot {slot}, which was not issued");
        self.outstanding[slot as usize].is_out = false;
        self.out_count -= 1;
        self.last_completion = self.last_completion.max(at);
        match completion.result {
            Ok(moved) => {
                let tally = self.tallies.of(request.kind);
                tally.latency.record(at.saturating_sub(request.start).0);
                tally.bytes += u64::from(moved);
                self.tally_requests += 1;
                self.tally_bytes += u64::from(moved);
                if at >= self.ramp_end {
                    let from = request.issued.max(self.ramp_end);
                    self.outstanding_ns += u128::from(at.saturating_sub(from).0);
                }
                if moved < request.length {
                    self.fail(request, None);
                }
            }
            Err(errno) => self.fail(request, Some(errno)),
        }
        let job = &mut self.jobs[(slot / self.depth) as usize];
        if job.flushes_each && request.kind == OpKind::Write && completion.result.is_ok() {
            job.flush_next.push(slot);
        } else {
            job.free.push(slot);
        }
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
        if self.now.saturating_sub(oldest) > self.shared.cell.io_timeout {
            self.state = CellState::Stalled;
            return true;
        }
        self.stopped_at.is_some_and(|at| self.now.saturating_sub(at) > INTERRUPT_GRACE)
    }

    /// Closes every interval that ended by now.
    #[cold]
    fn roll_interval(&mut self) {
        if self.now < self.interval_end {
            return;
        }
        self.close_interval();
        self.interval_index = self.now.saturating_sub(self.shared.start).0 / INTERVAL.0;
        self.interval_end = self.end_of_interval();
    }

    /// The ramp ends an interval too, because what comes before is not counted.
    fn end_of_interval(&self) -> Nanos {
        let end = self.shared.start + INTERVAL * (self.interval_index + 1);
        if self.now < self.ramp_end { end.min(self.ramp_end) } else { end }
    }

    fn close_interval(&mut self) {
        let is_counted = self.interval_end > self.ramp_end;
        let elapsed = self.now.saturating_sub(self.shared.start);
        self.shared.control.advance(
            self.tally_requests,
            iogram_model::Bytes(self.tally_bytes),
            elapsed,
        );
        (self.tally_requests, self.tally_bytes) = (0, 0);
        let collector = self.shared.collector;
        collector.add(self.first_job, self.interval_index, is_counted, &mut self.tallies);
        for job in 1..self.jobs.len() {
            let job = self.first_job + u32::try_from(job).expect("jobs are numbered in u32");
            collector.add(job, self.interval_index, is_counted, &mut Tallies::default());
        }
    }

    /// The end of the time that the workload was given, or `otherwise`.
    fn deadline_or(&self, otherwise: Nanos) -> Nanos {
        let workload = &self.shared.cell.workload;
        match workload.stop.time {
            Some(time) if self.state == CellState::Completed => {
                self.shared.start + workload.ramp + time
            }
            _ => otherwise,
        }
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
