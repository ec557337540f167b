//! Finds the completion of each request in a stream of events.

use std::collections::{BTreeMap, VecDeque};

use crate::request::TraceRequest;

/// Limit of requests that wait for a completion; beyond it, the oldest is emitted without one. Arbitrary: far more
/// than any queue is deep.
const WAITING_MAX: usize = 1 << 18;

/// The state of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Waits,
    Completed,
    /// It went back to the kernel's queue, which will issue it again.
    Withdrawn,
}

/// A request that is not emitted yet.
#[derive(Debug)]
struct Standing<K> {
    request: TraceRequest,
    key: K,
    fate: Fate,
}

/// Requests in the order of their issue; each is emitted when its latency is known. `K` is the recording's key of an
/// outstanding request; among equal keys, the oldest request completes first.
#[derive(Debug)]
pub(crate) struct Pairing<K> {
    /// The requests that are not emitted yet.
    line: VecDeque<Standing<K>>,
    /// Number of emitted requests.
    gone: u64,
    /// The requests that wait for a completion, by their number since the beginning.
    waiting: BTreeMap<K, VecDeque<u64>>,
    /// Requests that were emitted without a completion.
    pub(crate) lost_count: u64,
}

impl<K> Default for Pairing<K> {
    fn default() -> Self {
        let (line, waiting) = (VecDeque::new(), BTreeMap::new());
        Self { line, gone: 0, waiting, lost_count: 0 }
    }
}

impl<K: Ord + Copy> Pairing<K> {
    /// Adds an issued request.
    pub(crate) fn issue(&mut self, key: K, request: TraceRequest) {
        let number = self.gone.saturating_add(self.line.len() as u64);
        self.waiting.entry(key).or_default().push_back(number);
        self.line.push_back(Standing { request, key, fate: Fate::Waits });
    }

    /// Completes the request with this key at `at_ns`, on the clock of [`TraceRequest::issued_ns`]. Ignores a request
    /// that was issued before the recording began.
    pub(crate) fn complete(&mut self, key: K, at_ns: u64) {
        if let Some(standing) = self.oldest(key) {
            standing.request.latency_ns = at_ns.checked_sub(standing.request.issued_ns);
            standing.fate = Fate::Completed;
        }
    }

    /// Withdraws the request with this key.
    pub(crate) fn withdraw(&mut self, key: K) {
        if let Some(standing) = self.oldest(key) {
            standing.fate = Fate::Withdrawn;
        }
    }

    /// The next request, if its completion is known or it has waited for too long.
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

    /// The next request, once the events have ended.
    pub(crate) fn take(&mut self) -> Option<TraceRequest> {
        loop {
            if let Some(request) = self.shift()? {
                return Some(request);
            }
        }
    }

    /// Removes the longest waiting request with this key from the waiting ones and returns it.
    fn oldest(&mut self, key: K) -> Option<&mut Standing<K>> {
        let numbers = self.waiting.get_mut(&key)?;
        let number = numbers.pop_front()?;
        if numbers.is_empty() {
            self.waiting.remove(&key);
        }
        self.line.get_mut(usize::try_from(number.checked_sub(self.gone)?).ok()?)
    }

    /// Takes the front of the line; the inner `None` is a withdrawn request.
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
