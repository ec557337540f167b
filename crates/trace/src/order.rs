//! Sorts requests by time, within the window in which a recording can be out of order.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::request::TraceRequest;

/// Largest disorder that is sorted; a request further behind means that time goes backwards. Arbitrary: the
/// recordings of MSR Cambridge write a request when it completes, and latencies of seconds are rare.
const WINDOW_NS: u64 = 10_000_000_000;
/// Limit of held requests, to bound the memory. Arbitrary: they take 64 MiB.
const HELD_MAX: usize = 1 << 20;

/// A held request: ordered by time, then by arrival.
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

/// Holds requests until no earlier one can arrive.
#[derive(Debug, Default)]
pub(crate) struct Ordering {
    /// Requests that arrived in order, nearly all of nearly every trace: they cost no comparison.
    line: VecDeque<Held>,
    /// Requests that arrived after a later one.
    late: BinaryHeap<Reverse<Held>>,
    arrival_count: u64,
    given_ns: u64,
    /// Number of requests that arrived after a later one.
    pub(crate) moved_count: u64,
}

impl Ordering {
    /// Adds a request.
    ///
    /// # Errors
    ///
    /// Returns its distance to the latest request, in ns, if that is too large to sort.
    pub(crate) fn push(&mut self, request: TraceRequest) -> Result<(), u64> {
        let at = request.issued_ns;
        let latest_ns = self.line.back().map_or(self.given_ns, |last| last.request.issued_ns);
        let back_ns = latest_ns.saturating_sub(at);
        if at < self.given_ns || back_ns > WINDOW_NS {
            return Err(back_ns);
        }
        let held = Held { request, arrival: self.arrival_count };
        self.arrival_count = self.arrival_count.saturating_add(1);
        if self.line.back().is_some_and(|last| at < last.request.issued_ns) {
            self.moved_count = self.moved_count.saturating_add(1);
            self.late.push(Reverse(held));
        } else {
            self.line.push_back(held);
        }
        Ok(())
    }

    /// The next request, if no earlier one can arrive.
    pub(crate) fn pop(&mut self) -> Option<TraceRequest> {
        // The back of the line is the latest of all.
        let latest_ns = self.line.back()?.request.issued_ns;
        let first = self.line.front().into_iter();
        let first = first.chain(self.late.peek().map(|Reverse(held)| held)).min()?;
        let is_settled = first.request.issued_ns.saturating_add(WINDOW_NS) <= latest_ns;
        let is_full = self.line.len().saturating_add(self.late.len()) > HELD_MAX;
        if is_settled || is_full { self.take() } else { None }
    }

    /// The next request, once the input has ended.
    pub(crate) fn take(&mut self) -> Option<TraceRequest> {
        let is_late = match (self.line.front(), self.late.peek()) {
            (Some(first), Some(Reverse(late))) => late < first,
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let held = match is_late {
            true => self.late.pop().map(|Reverse(held)| held),
            false => self.line.pop_front(),
        }?;
        self.given_ns = held.request.issued_ns;
        Some(held.request)
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::OpKind;

    use super::*;
    use crate::names::NameId;

    /// Asserts that requests at these times, in milliseconds, come out as a stable sort by time orders them.
    fn check(times_ms: &[u64]) {
        let mut ordering = Ordering::default();
        let mut given = Vec::new();
        for (number, time) in (0..).zip(times_ms) {
            let request = TraceRequest {
                issued_ns: time * 1_000_000,
                kind: OpKind::Read,
                is_fua: false,
                offset: number,
                length: 512,
                latency_ns: None,
                process: NameId::UNKNOWN,
            };
            ordering.push(request).expect("within the window");
            given.extend(std::iter::from_fn(|| ordering.pop()));
        }
        given.extend(std::iter::from_fn(|| ordering.take()));
        let mut wanted: Vec<(u64, u64)> = times_ms.iter().copied().zip(0..).collect();
        wanted.sort();
        let given: Vec<_> =
            given.iter().map(|it| (it.issued_ns / 1_000_000, it.offset)).collect();
        assert_eq!(given, wanted, "{times_ms:?}");
    }

    #[test]
    fn requests_come_out_in_the_order_of_their_times_and_else_as_they_came() {
        check(&[]);
        check(&[1, 2, 3]);
        check(&[5, 1, 1, 5, 3, 9_000, 2, 9_000, 20_000, 11_000, 20_001, 40_000]);
        let mut state = 1_u64;
        for _ in 0..200 {
            let mut random = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                (state >> 33) % 10_000
            };
            // Each at most 10 s behind the latest.
            let times: Vec<_> = (0..300).map(|step| step * 500 + random()).collect();
            check(&times);
        }
    }
}
