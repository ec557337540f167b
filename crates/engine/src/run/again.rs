//! Requests at the places of earlier ones of the same job.

use std::collections::VecDeque;

use iogram_model::{Again, DataPattern, OpKind, Workload};

use crate::target::Request;

/// What a job does next of what it has to read again.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Due {
    Nothing,
    /// First has to complete what is out.
    Blocked,
    Read(Request),
}

/// What a job wrote and is still to be read.
///
/// As fio does it (`check_get_verify` in its `backend.c`): as soon as what is not read yet is a multiple of so many, a
/// number of it is read. What is out is waited for at the beginning of each turn, so that nothing is read before it is
/// there.
#[derive(Debug)]
pub(super) struct Backlog {
    count: u32,
    after_count: usize,
    /// In the order in which they were written.
    places: VecDeque<Request>,
    /// How many at the front are known to have completed.
    completed_count: usize,
    /// Reads that are left of the turn.
    turn_left: u32,
    was_read: bool,
    /// All that is left is read.
    is_last: bool,
    /// Whether other reads are those of places that nobody wrote: nothing is expected of them.
    has_other_reads: bool,
}

impl Backlog {
    /// `None` where nothing is read again.
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

    /// What is to be read now in `slot`, with so many requests of the job out.
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

    /// `request` as it is issued, and noted if it writes.
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

    /// Nothing more is written. Returns whether something is left to be read.
    pub(super) fn finish(&mut self) -> bool {
        self.is_last = true;
        !self.places.is_empty()
    }
}
