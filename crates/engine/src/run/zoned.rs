//! A job that writes at the write pointers of zones: its stream determines the next request, the table of zones its
//! place.

use iogram_model::{Nanos, OpKind, SyncPolicy, Workload};

use crate::collect::Overdue;
use crate::generator::{Generator, Next};
use crate::lane::SharedJob;
use crate::target::Request;
use crate::zones::{Claim, Deed, ZoneTable};

/// The source of kinds and sizes.
#[derive(Debug)]
pub(super) enum Stream<'a> {
    Own(Box<Generator>),
    /// Together with other threads.
    Shared(&'a SharedJob),
}

/// One job, or one of its threads, among the zones.
#[derive(Debug)]
pub(super) struct ZonedJob<'a> {
    stream: Stream<'a>,
    table: &'a ZoneTable,
    job: usize,
    /// The next request, still without a place, and its due time.
    held: Option<(Request, Nanos)>,
    /// The outstanding operation of each slot.
    out: Vec<Option<(usize, Deed)>>,
    /// Whether a read may become a write if no written data is left to read.
    may_write: bool,
    is_dsync: bool,
    is_done: bool,
}

impl<'a> ZonedJob<'a> {
    pub(super) fn new(
        stream: Stream<'a>,
        (table, job): (&'a ZoneTable, u32),
        workload: &Workload,
    ) -> Self {
        Self {
            stream,
            table,
            job: job as usize,
            held: None,
            out: Vec::new(),
            may_write: workload.mix.write().0 > 0,
            is_dsync: workload.sync == SyncPolicy::Dsync,
            is_done: false,
        }
    }

    /// As [`Generator::next`].
    #[inline(never)]
    pub(super) fn next(
        &mut self,
        slot: u32,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        // A drawn request without a place is not issued after the time limit.
        if self.is_done || self.is_over(now) {
            return Next::Done;
        }
        if self.held.is_none() {
            let held = &mut self.held;
            let next = match &mut self.stream {
                Stream::Own(generator) => {
                    generator.next(slot, now, |request, due| *held = Some((request, due)))
                }
                Stream::Shared(job) => {
                    *held = job.claim(now);
                    if held.is_some() { Next::Request } else { Next::Done }
                }
            };
            if next != Next::Request {
                return next;
            }
        }
        match self.held.take() {
            Some((request, due)) if due <= now => {
                self.place(Request { slot, ..request }, due, take)
            }
            Some((request, due)) => {
                self.held = Some((request, due));
                Next::NotBefore(due)
            }
            None => Next::Done,
        }
    }

    /// Finds a place for `request`.
    fn place(
        &mut self,
        request: Request,
        due: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        let (claim, kind) = self.claim(&request);
        match claim {
            _ if kind == OpKind::Flush => take(request, due),
            Claim::At { zone, offset, length } => {
                let deed = match kind {
                    OpKind::Read => Deed::Read,
                    OpKind::Write => Deed::Write,
                    OpKind::Discard | OpKind::Flush => Deed::Reset,
                };
                self.note(request.slot, (zone, deed));
                assert!(
                    length <= u64::from(request.length),
                    "a zone gives no more than was asked for"
                );
                self.give_back(u64::from(request.length) - length);
                let length = u32::try_from(length).expect("no more than was asked for");
                let is_fua = kind == OpKind::Write && self.is_dsync;
                take(Request { offset, length, kind, is_fua, ..request }, due);
            }
            Claim::AfterReset { zone, offset } => {
                self.note(request.slot, (zone, Deed::Reset));
                self.held = Some((request, due));
                // It moves no data and does not count towards the limits.
                let kind = OpKind::Discard;
                take(Request { offset, length: 0, kind, is_fua: false, ..request }, due);
            }
            Claim::Blocked => {
                self.held = Some((request, due));
                return Next::Blocked;
            }
            Claim::Nowhere => {
                self.is_done = true;
                return Next::Done;
            }
        }
        Next::Request
    }

    /// A place for `request`, and the operation there.
    fn claim(&self, request: &Request) -> (Claim, OpKind) {
        let length = u64::from(request.length);
        let write = || (self.table.claim_write(self.job, length), OpKind::Write);
        match request.kind {
            OpKind::Flush => (Claim::Nowhere, OpKind::Flush),
            OpKind::Write => write(),
            OpKind::Discard => (self.table.claim_reset(self.job, length), OpKind::Discard),
            OpKind::Read => match self.table.claim_read(self.job, length) {
                // As in fio: otherwise a mix that begins with a read on an empty drive would end there.
                Claim::Nowhere if self.may_write => write(),
                claim => (claim, OpKind::Read),
            },
        }
    }

    fn note(&mut self, slot: u32, what: (usize, Deed)) {
        let slot = slot as usize;
        self.out.resize(self.out.len().max(slot + 1), None);
        assert!(self.out[slot].is_none(), "a slot has one request at a time");
        self.out[slot] = Some(what);
    }

    /// Returns bytes that were drawn but did not fit into the zone.
    fn give_back(&mut self, bytes: u64) {
        if bytes == 0 {
            return;
        }
        match &mut self.stream {
            Stream::Own(generator) => generator.give_back(bytes),
            Stream::Shared(job) => job.lock().give_back(bytes),
        }
    }

    /// Handles the completion in `slot`.
    #[inline(never)]
    pub(super) fn complete(&mut self, slot: u32, is_done: bool) {
        let out = self.out.get_mut(slot as usize).and_then(Option::take);
        if let Some((zone, deed)) = out {
            self.table.complete(zone, deed, is_done);
        }
    }

    pub(super) fn is_over(&self, now: Nanos) -> bool {
        match &self.stream {
            Stream::Own(generator) => generator.is_over(now),
            Stream::Shared(job) => job.lock().is_over(now),
        }
    }

    pub(super) fn flush(&self, slot: u32) -> Request {
        match &self.stream {
            Stream::Own(generator) => generator.flush(slot),
            Stream::Shared(job) => job.lock().flush(slot),
        }
    }

    /// Whether no lane is left that serves this job.
    pub(super) fn leave(&self) -> bool {
        match &self.stream {
            Stream::Own(_) => true,
            Stream::Shared(job) => job.leave(),
        }
    }

    pub(super) fn count_overdue(&mut self, now: Nanos, overdue: &mut Overdue) {
        if let Some((request, due)) = self.held.take()
            && due < now
        {
            overdue.note(request.kind, now.saturating_sub(due), 1);
        }
        match &mut self.stream {
            Stream::Own(generator) => generator.count_overdue(now, overdue),
            Stream::Shared(job) => job.lock().count_overdue(now, overdue),
        }
    }
}
