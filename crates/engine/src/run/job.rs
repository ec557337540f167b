//! One job's place in the loop: the source of its requests, its slots, and its end.

use std::collections::VecDeque;

use iogram_model::{Again, Nanos, PauseRule, Workload};

use super::Outstanding;
use super::again::{Backlog, Due};
use super::zoned::ZonedJob;
use crate::collect::Overdue;
use crate::flow::FlowShare;
use crate::generator::{Generator, Next};
use crate::lane::SharedJob;
use crate::replay::Replayer;
use crate::target::Request;

/// The source of a job's requests.
#[derive(Debug)]
pub(super) enum Source<'a> {
    Own(Box<Generator>),
    Shared(&'a SharedJob),
    Recorded(Box<Replayer>),
    Zoned(Box<ZonedJob<'a>>),
}

/// One job's place in the loop.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub(super) source: Source<'a>,
    pub(super) free: Vec<u32>,
    /// Slots of outstanding requests, and of writes whose flush comes next.
    pub(super) taken: u32,
    /// Slots with a completed write whose flush comes next.
    pub(super) flush_next: Vec<u32>,
    pub(super) flushes_each: bool,
    /// Completed discards whose places are written next: slot, offset, length.
    pub(super) write_next: Vec<(u32, u64, u32)>,
    pub(super) writes_discarded: bool,
    /// Requests that are not issued yet, and their due times: prepared while others are outstanding, or taken early
    /// from a common stream.
    pub(super) held: VecDeque<(Request, Nanos)>,
    pub(super) end_flush: EndFlush,
    pub(super) is_done: bool,
    /// `None` if it makes no pauses.
    pub(super) pause: Option<Box<Pause>>,
    /// `None` if it waits for no other load.
    flow: Option<&'a FlowShare>,
    /// `None` if nothing is read back.
    backlog: Option<Box<Backlog>>,
}

/// The pauses of a job, and its position between two of them.
#[derive(Debug)]
pub(super) struct Pause {
    rule: PauseRule,
    /// Requests since the last pause.
    issued_count: u32,
    /// The end of the last pause, or the beginning of the job; `None` before that.
    ended: Option<Nanos>,
    /// Whether a request was issued since the last check for a pause.
    is_unseen: bool,
    is_due: bool,
    /// The end of the current pause.
    until: Option<Nanos>,
}

impl Pause {
    fn of(workload: &Workload) -> Option<Box<Self>> {
        let rule = workload.pacing.pauses()?;
        Some(Box::new(Self {
            rule,
            issued_count: 0,
            ended: None,
            is_unseen: false,
            is_due: false,
            until: None,
        }))
    }

    /// Whether a pause is due. The time is checked once after each request, because a wait for the schedule is not a
    /// reason for a pause.
    fn look(&mut self, now: Nanos) -> bool {
        let ended = *self.ended.get_or_insert(now);
        if std::mem::take(&mut self.is_unseen) {
            let PauseRule { after_count, after_time, .. } = self.rule;
            self.is_due = after_count.is_some_and(|count| self.issued_count >= count)
                || after_time.is_some_and(|time| now.saturating_sub(ended) >= time);
        }
        self.is_due
    }

    const fn note_issue(&mut self) {
        self.issued_count = self.issued_count.saturating_add(1);
        self.is_unseen = true;
    }

    /// Ends the pause.
    const fn end(&mut self, at: Nanos) {
        (self.issued_count, self.is_due, self.until) = (0, false, None);
        self.ended = Some(at);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndFlush {
    NotAsked,
    Pending,
    Issued,
}

impl<'a> Job<'a> {
    pub(super) fn new(
        source: Source<'a>,
        slots: std::ops::Range<u32>,
        (workload, flow): (&Workload, Option<&'a FlowShare>),
    ) -> Self {
        let sync = workload.sync;
        Self {
            source,
            // Takes the lowest slot first, so that a shallow loop uses few buffers.
            free: slots.rev().collect(),
            taken: 0,
            flush_next: Vec::new(),
            flushes_each: sync == iogram_model::SyncPolicy::Each,
            write_next: Vec::new(),
            writes_discarded: workload.again == Some(Again::Write),
            held: VecDeque::new(),
            end_flush: if sync == iogram_model::SyncPolicy::End {
                EndFlush::Pending
            } else {
                EndFlush::NotAsked
            },
            is_done: false,
            pause: Pause::of(workload),
            flow,
            backlog: Backlog::of(workload),
        }
    }

    /// The event that the next request waits for during a pause.
    #[inline(never)]
    fn in_pause(&mut self, now: Nanos) -> Option<Next> {
        // Nobody waits for a pause that ends after the time limit.
        if self.is_over(now) {
            return None;
        }
        let taken = self.taken;
        let pause = self.pause.as_mut()?;
        if !pause.look(now) {
            return None;
        }
        if taken > 0 {
            return Some(Next::Blocked);
        }
        let until = *pause.until.get_or_insert(now + pause.rule.length);
        if now < until {
            return Some(Next::NotBefore(until));
        }
        pause.end(until);
        None
    }

    /// The next request of a job with pauses. Requests that the schedule had due before the end of a pause count from
    /// that end: the workload asked for the delay.
    #[inline(never)]
    fn next_between_pauses(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        if let Some(wait) = self.in_pause(now) {
            return wait;
        }
        let ended = self.pause.as_ref().and_then(|pause| pause.ended).unwrap_or(now);
        let next =
            self.next_without_pauses(slot, now, |request, due| take(request, due.max(ended)));
        if let (Next::Request, Some(pause)) = (&next, &mut self.pause) {
            pause.note_issue();
        }
        next
    }

    /// Determines the next step at `now` with `slot` free; a request goes to `take`.
    #[inline(always)]
    pub(super) fn next(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        if self.flow.is_some() {
            return self.next_in_flow(slot, now, take);
        }
        self.next_of_its_own(slot, now, take)
    }

    /// The same for a load with a share of a group's requests.
    #[inline(never)]
    fn next_in_flow(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        // Nobody waits for a turn that comes after the time limit.
        if self.flow.is_some_and(|flow| !flow.is_due()) && !self.is_over(now) {
            return Next::Blocked;
        }
        let next = self.next_of_its_own(slot, now, take);
        if let (Next::Request, Some(flow)) = (&next, self.flow) {
            flow.note();
        }
        next
    }

    /// The same, independent of other loads.
    #[inline(always)]
    fn next_of_its_own(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        if self.pause.is_some() {
            return self.next_between_pauses(slot, now, take);
        }
        self.next_without_pauses(slot, now, take)
    }

    #[inline(always)]
    fn next_without_pauses(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        if self.backlog.is_some() {
            return self.next_with_backlog(slot, now, take);
        }
        match &mut self.source {
            Source::Own(generator) => generator.next(slot, now, take),
            Source::Recorded(replayer) => replayer.next(slot, now, take),
            Source::Zoned(zoned) => zoned.next(slot, now, take),
            Source::Shared(job) => {
                let job = *job;
                match self.next_of_shared(job, now) {
                    Ok((request, due)) => {
                        take(request, due);
                        Next::Request
                    }
                    Err(other) => other,
                }
            }
        }
    }

    /// The same with reads of earlier writes in between, for a job on a thread of its own, which alone knows the
    /// completed writes.
    #[inline(never)]
    fn next_with_backlog(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        let (Source::Own(generator), Some(backlog)) = (&mut self.source, &mut self.backlog)
        else {
            unreachable!("only jobs with a generator of their own read what they wrote")
        };
        // Writes that are unread at the time limit stay unread.
        let due = match generator.is_over(now) {
            true => Due::Nothing,
            false => backlog.due(slot, self.taken),
        };
        match due {
            Due::Read(request) => {
                take(request, now);
                return Next::Request;
            }
            Due::Blocked => return Next::Blocked,
            Due::Nothing => {}
        }
        let next = generator.next(slot, now, |request, due| take(backlog.note(request), due));
        // The next call returns the writes that are left to read.
        let is_left = next == Next::Done && !generator.is_over(now) && backlog.finish();
        if is_left { Next::NotBefore(now) } else { next }
    }

    #[inline(never)]
    fn next_of_shared(
        &mut self,
        shared: &SharedJob,
        now: Nanos,
    ) -> Result<(Request, Nanos), Next> {
        match self.held.pop_front().or_else(|| shared.claim(now)) {
            Some((request, due)) if due <= now => Ok((request, due)),
            Some((request, due)) => {
                self.held.push_front((request, due));
                Err(Next::NotBefore(due))
            }
            None => Err(Next::Done),
        }
    }

    pub(super) fn flush(&self, slot: u32) -> Request {
        match &self.source {
            Source::Own(generator) => generator.flush(slot),
            Source::Shared(job) => job.lock().flush(slot),
            Source::Zoned(zoned) => zoned.flush(slot),
            Source::Recorded(_) => unreachable!("a recording has its own flushes"),
        }
    }

    /// The write to the place of a discard.
    pub(super) fn write_of(&mut self, (slot, offset, length): (u32, u64, u32)) -> Request {
        match &mut self.source {
            Source::Own(generator) => generator.write_at(slot, (offset, length)),
            Source::Shared(job) => job.lock().write_at(slot, (offset, length)),
            Source::Zoned(_) | Source::Recorded(_) => {
                unreachable!("what is discarded is not written there")
            }
        }
    }

    /// Whether the workload's time limit has passed.
    pub(super) fn is_over(&self, now: Nanos) -> bool {
        match &self.source {
            Source::Own(generator) => generator.is_over(now),
            Source::Shared(job) => job.lock().is_over(now),
            Source::Recorded(replayer) => replayer.is_over(now),
            Source::Zoned(zoned) => zoned.is_over(now),
        }
    }

    /// Finishes the job, or its lane, once everything has completed: issues the one flush that the elapsed time
    /// includes. Requests of an open loop that were due before the time limit or the stop go into `overdue`.
    pub(super) fn finish(
        &mut self,
        is_stopped: bool,
        now: Nanos,
        overdue: &mut Overdue,
    ) -> Option<Request> {
        if self.end_flush == EndFlush::Issued {
            return None;
        }
        let is_asked = self.end_flush == EndFlush::Pending && !is_stopped;
        if !self.leave() {
            return None;
        }
        if is_stopped || self.is_over(now) {
            self.count_overdue(now, overdue);
        }
        if !is_asked {
            return None;
        }
        let slot = self.free.pop()?;
        self.taken += 1;
        Some(self.flush(slot))
    }

    /// Abandons the job or its lane with requests outstanding.
    pub(super) fn leave_early(&mut self, now: Nanos, overdue: &mut Overdue) {
        if self.end_flush != EndFlush::Issued && self.leave() {
            self.count_overdue(now, overdue);
        }
    }

    /// Whether no lane is left that serves this job.
    fn leave(&mut self) -> bool {
        self.end_flush = EndFlush::Issued;
        match &self.source {
            Source::Own(_) | Source::Recorded(_) => true,
            Source::Shared(job) => job.leave(),
            Source::Zoned(zoned) => zoned.leave(),
        }
    }

    fn count_overdue(&mut self, now: Nanos, overdue: &mut Overdue) {
        if self.pause.is_some() {
            // A pause is not a delay of the requests that it held back.
            return;
        }
        // Requests that were taken from the stream and could not be issued in time.
        for (request, due) in self.held.drain(..) {
            if due < now {
                overdue.note(request.kind, now.saturating_sub(due), 1);
            }
        }
        match &mut self.source {
            Source::Own(generator) => generator.count_overdue(now, overdue),
            Source::Shared(job) => job.lock().count_overdue(now, overdue),
            Source::Zoned(zoned) => zoned.count_overdue(now, overdue),
            // The number of further requests is unknown without reading them.
            Source::Recorded(_) => {}
        }
    }

    /// The recording behind its requests.
    pub(super) fn replayer(&mut self) -> Option<&mut Replayer> {
        match &mut self.source {
            Source::Recorded(replayer) => Some(replayer),
            Source::Own(_) | Source::Shared(_) | Source::Zoned(_) => None,
        }
    }

    /// Notes the completion in `slot` wherever something waits for it.
    #[inline]
    pub(super) fn complete(&mut self, slot: u32, at: Nanos, is_done: bool) {
        match &mut self.source {
            Source::Own(_) | Source::Shared(_) => {}
            Source::Recorded(replayer) => replayer.complete(slot, at),
            Source::Zoned(zoned) => zoned.complete(slot, is_done),
        }
    }
}

/// Marks `request` of a job as outstanding and appends it to the batch.
#[inline]
pub(super) fn place(
    (outstanding, job): (&mut [Outstanding], u16),
    batch: &mut Vec<Request>,
    request: Request,
    start: Nanos,
) {
    assert!(
        !outstanding[request.slot as usize].is_out,
        "a slot has one request at a time, or completions could not be told apart"
    );
    outstanding[request.slot as usize] = Outstanding {
        issued: start,
        start,
        offset: request.offset,
        length: request.length,
        kind: request.kind,
        is_out: true,
        job,
    };
    batch.push(request);
}
