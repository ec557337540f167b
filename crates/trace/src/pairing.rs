//! Finds the completion of each request in a stream of events.

use std::collections::{BTreeMap, VecDeque};

use crate::request::TraceRequest;

/// Requests that wait for a completion at most; of more, the oldest is given out without. Arbitrary: far more than
/// any queue is deep.
const WAITING_MAX: usize = 1 << 18;

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Waits,
    Completed,
    /// It went back to the system's queue, and will be issued again.
    Withdrawn,
}

/// A request that is not given out.
#[derive(Debug)]
struct Standing<K> {
    request: TraceRequest,
    key: K,
    fate: Fate,
}

/// Requests in the order in which they were issued, each given out when it is known how long it took. `K` is what the
/// recording tells the requests apart by that are out; of those with the same key the oldest completes first.
#[derive(Debug)]
pub(crate) struct Pairing<K> {
    /// The requests that are not given out.
    line: VecDeque<Standing<K>>,
    /// How many were given out.
    gone: u64,
    /// Those that wait: their numbers since the beginning.
    waiting: BTreeMap<K, VecDeque<u64>>,
    /// Requests that were given out without a completion.
    pub(crate) lost_count: u64,
}

impl<K> Default for Pairing<K> {
    fn default() -> Self {
        let (line, waiting) = (VecDeque::new(), BTreeMap::new());
        Self { line, gone: 0, waiting, lost_count: 0 }
    }
}

impl<K: Ord + Copy> Pairing<K> {
    /// A request was issued.
    pub(crate) fn issue(&mut self, key: K, request: TraceRequest) {
        let number = self.gone.saturating_add(self.line.len() as u64);
        self.waiting.entry(key).or_default().push_back(number);
        self.line.push_back(Standing { request, key, fate: Fate::Waits });
    }

    /// The request with this key completed at `at_ns`, on the clock of [`TraceRequest::issued_ns`]. One that was issued
    /// before the recording began is left out.
    pub(crate) fn complete(&mut self, key: K, at_ns: u64) {
        if let Some(standing) = self.oldest(key) {
            standing.request.latency_ns = at_ns.checked_sub(standing.request.issued_ns);
            standing.fate = Fate::Completed;
        }
    }

    /// The request with this key was taken back.
    pub(crate) fn withdraw(&mut self, key: K) {
        if let Some(standing) = self.oldest(key) {
            standing.fate = Fate::Withdrawn;
        }
    }

    /// The next request whose completion is known, or that has waited for too long.
    pub(crate) fn pop(&mut self) -> Option<TraceRequest> {
        loop {
            let waits = self.line.front()?.fate == Fate::Waits;
            if waits && self.line.len() <= WAITING_MAX {
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

    /// The one of those with this key that has waited longest; it waits no more.
    fn oldest(&mut self, key: K) -> Option<&mut Standing<K>> {
        let numbers = self.waiting.get_mut(&key)?;
        let number = numbers.pop_front()?;
        if numbers.is_empty() {
            self.waiting.remove(&key);
        }
        self.line.get_mut(usize::try_from(number.checked_sub(self.gone)?).ok()?)
    }

    /// Takes the first of the line; `None` within if it was withdrawn.
    fn shift(&mut self) -> Option<Option<TraceRequest>> {
        let Standing { request, key, fate } = self.line.pop_front()?;
        self.gone = self.gone.saturating_add(1);
        if fate == Fate::Waits {
            // It is the oldest of all, and so of those with its key.
            if let Some(numbers) = self.waiting.get_mut(&key) {
                numbers.pop_front();
                if numbers.is_empty() {
                    self.waiting.remove(&key);
                }
            }
            self.lost_count = self.lost_count.saturating_add(1);
        }
        Some((fate != Fate::Withdrawn).then_some(request))
    }
}
