//! Requests at the places of the same job's earlier requests.

use std::collections::VecDeque;

use iogram_model::{Again, DataPattern, OpKind, Workload};

use crate::target::Request;

/// The next step of a job that reads its writes again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Due {
    Nothing,
    /// Outstanding requests have to complete first.
    Blocked,
    Read(Request),
}

/// Writes of a job that are still to be read back.
///
/// Follows fio (`check_get_verify` in its `backend.c`): when the number of unread writes is a multiple of the
/// backlog, a batch of them is read. Each turn first waits for outstanding requests, so that no write is read before
/// it has completed.
#[derive(Debug)]
pub(super) struct Backlog {
    count: u32,
    after_count: usize,
    /// In the order of the writes.
    places: VecDeque<Request>,
    /// Number of writes at the front that have certainly completed.
    completed_count: usize,
    /// Reads left in this turn.
    turn_left: u32,
    was_read: bool,
    /// Whether this turn reads everything that is left.
    is_last: bool,
    /// Whether other reads go to places that nobody wrote: they are not compared.
    has_other_reads: bool,
}

impl Backlog {
    /// `None` if nothing is read back.
    pub(super) fn of(workload: &Workload) -> Option<Box<Self>> {
        let Some(Again::Read { count, after_count }) = workload.again else { return None };
        Some(Box::new(Self {
            count,
            after_count: usize::try_from(after_count).unwrap_or(usize::MAX),
            places: VecDeque::new(),
            completed_count: 0,
            turn_left: 0,
            was_read: false,
            is_last: false,
            has_other_reads: workload.mix.read.0 > 0,
        }))
    }

    /// The next read in `slot`, with `out_count` requests of the job outstanding.
    pub(super) fn due(&mut self, slot: u32, out_count: u32) -> Due {
        if self.places.is_empty() {
            return Due::Nothing;
        }
        let is_full = self.places.len().is_multiple_of(self.after_count) && !self.was_read;
        if self.turn_left == 0 && is_full {
            self.turn_left = self.count;
        }
        if self.turn_left == 0 && !self.is_last {
            return Due::Nothing;
        }
        if self.completed_count == 0 {
            if out_count > 0 {
                return Due::Blocked;
            }
            self.completed_count = self.places.len();
        }
        let Some(written) = self.places.pop_front() else { return Due::Nothing };
        assert!(self.completed_count <= self.places.len() + 1, "what completed was written");
        self.completed_count -= 1;
        self.turn_left = self.turn_left.saturating_sub(1);
        self.was_read = true;
        Due::Read(Request { slot, kind: OpKind::Read, is_fua: false, ..written })
    }

    /// Returns `request` for submission and notes it if it is a write.
    pub(super) fn note(&mut self, request: Request) -> Request {
        match request.kind {
            OpKind::Write => {
                self.places.push_back(request);
                self.was_read = false;
                request
            }
            OpKind::Read if self.has_other_reads => {
                Request { data: DataPattern::Random, ..request }
            }
            _ => request,
        }
    }

    /// Ends the writes. Returns whether writes are left to read.
    pub(super) fn finish(&mut self) -> bool {
        self.is_last = true;
        !self.places.is_empty()
    }
}
