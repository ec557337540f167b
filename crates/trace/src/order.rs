//! Puts requests in the order of their times, as far as a recording can be out of order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::request::TraceRequest;

/// So far requests may be out of order; what comes later than that has time going backwards. Arbitrary: the
/// recordings of MSR Cambridge write requests down when they complete, and seconds of latency are rare.
const WINDOW_NS: u64 = 10_000_000_000;
/// Requests that are held back at most, for memory's sake. Arbitrary: 64 MiB of them.
const HELD_MAX: usize = 1 << 20;

/// A request in the heap: by time, then as it came.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    request: TraceRequest,
    arrival: u64,
}

impl Ord for Held {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |held: &Self| (held.request.issued_ns, held.arrival);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Held {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Holds requests back until none that is earlier can come.
#[derive(Debug, Default)]
pub(crate) struct Ordering {
    heap: BinaryHeap<Reverse<Held>>,
    arrival_count: u64,
    latest_ns: u64,
    given_ns: u64,
    /// Requests that came after a later one.
    pub(crate) moved_count: u64,
}

impl Ordering {
    /// Takes a request in.
    ///
    /// # Errors
    ///
    /// Returns how far back its time lies if later ones have been given out already.
    pub(crate) fn push(&mut self, request: TraceRequest) -> Result<(), u64> {
        let at = request.issued_ns;
        if at < self.given_ns {
            return Err(self.given_ns.saturating_sub(at));
        }
        if at < self.latest_ns {
            self.moved_count = self.moved_count.saturating_add(1);
        }
        self.latest_ns = self.latest_ns.max(at);
        self.heap.push(Reverse(Held { request, arrival: self.arrival_count }));
        self.arrival_count = self.arrival_count.saturating_add(1);
        Ok(())
    }

    /// The next request that nothing can come before.
    pub(crate) fn pop(&mut self) -> Option<TraceRequest> {
        let first = self.heap.peek()?.0.request.issued_ns;
        let is_settled = first.saturating_add(WINDOW_NS) <= self.latest_ns;
        (is_settled || self.heap.len() > HELD_MAX).then(|| self.take()).flatten()
    }

    /// The next request, now that none comes any more.
    pub(crate) fn take(&mut self) -> Option<TraceRequest> {
        let Reverse(held) = self.heap.pop()?;
        self.given_ns = held.request.issued_ns;
        Some(held.request)
    }
}
