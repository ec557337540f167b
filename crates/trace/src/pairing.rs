//! Finds the completion of each request in a stream of events.

use std::collections::{BTreeMap, VecDeque};

use iogram_model::OpKind;

use crate::request::TraceRequest;

/// Requests that wait for a completion at most; of more, the oldest is given out without. Arbitrary: far more than
/// any queue is deep.
const WAITING_MAX: usize = 1 << 18;

/// What tells a request among those that are out.
type Key = (u64, OpKind);

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Waits,
    Completed,
    /// It went back to the system's queue, and will be issued again.
    Withdrawn,
}

/// Requests in the order in which they were issued, each given out when it is known how long it took.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    /// The requests that are not given out.
    line: VecDeque<(TraceRequest, Fate)>,
    /// How many were given out.
    gone: u64,
    /// Those that wait, by where they are: numbers since the beginning.
    waiting: BTreeMap<Key, VecDeque<u64>>,
    /// Requests that were given out without a completion.
    pub(crate) lost_count: u64,
}

impl Pairing {
    /// A request was issued.
    pub(crate) fn issue(&mut self, request: TraceRequest) {
        let number = self.gone.saturating_add(self.line.len() as u64);
        self.waiting.entry((request.offset, request.kind)).or_default().push_back(number);
        self.line.push_back((request, Fate::Waits));
    }

    /// The request there completed at `at_ns`, on the clock of [`TraceRequest::issued_ns`]. One that was issued before
    /// the recording began is left out.
    pub(crate) fn complete(&mut self, offset: u64, kind: OpKind, at_ns: u64) {
        if let Some((request, fate)) = self.oldest(offset, kind) {
            request.latency_ns = at_ns.checked_sub(request.issued_ns);
            *fate = Fate::Completed;
        }
    }

    /// The request there was taken back.
    pub(crate) fn withdraw(&mut self, offset: u64, kind: OpKind) {
        if let Some((_, fate)) = self.oldest(offset, kind) {
            *fate = Fate::Withdrawn;
        }
    }

    /// The next request whose completion is known, or that has waited for too long.
    pub(crate) fn pop(&mut self) -> Option<TraceRequest> {
        loop {
            let (_, fate) = self.line.front()?;
            if *fate == Fate::Waits && self.line.len() <= WAITING_MAX {
                return None;
            }
            if let Some(request) = self.shift()? {
                return Some(request);
            }
        }
    }

    /// The next request, now that no event comes any more.
    pub(crate) fn take(&mut self) -> Option<TraceRequest> {
        loop {
            if let Some(request) = self.shift()? {
                return Some(request);
            }
        }
    }

    /// The one of those at this place that has waited longest; it waits no more.
    fn oldest(&mut self, offset: u64, kind: OpKind) -> Option<&mut (TraceRequest, Fate)> {
        let key = (offset, kind);
        let numbers = self.waiting.get_mut(&key)?;
        let number = numbers.pop_front()?;
        if numbers.is_empty() {
            self.waiting.remove(&key);
        }
        self.line.get_mut(usize::try_from(number.checked_sub(self.gone)?).ok()?)
    }

    /// Takes the first of the line; `None` within if it was withdrawn.
    fn shift(&mut self) -> Option<Option<TraceRequest>> {
        let (request, fate) = self.line.pop_front()?;
        let number = self.gone;
        self.gone = self.gone.saturating_add(1);
        if fate == Fate::Waits {
            let key = (request.offset, request.kind);
            if let Some(numbers) = self.waiting.get_mut(&key) {
                numbers.retain(|&waiting| waiting != number);
                if numbers.is_empty() {
                    self.waiting.remove(&key);
                }
            }
            self.lost_count = self.lost_count.saturating_add(1);
        }
        Some((fate != Fate::Withdrawn).then_some(request))
    }
}
