//! The order of events: a queue by time, and a fingerprint of the past.
//!
//! Of two events at the same time, the one planned first comes first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Events by time, then by the order of planning.
///
/// Most are planned in the order in which they happen: these wait in a line, and only the others in a heap.
#[derive(Debug)]
pub(crate) struct EventQueue<E> {
    /// In order of time.
    line: VecDeque<Entry>,
    /// Entries that lie before the end of the line. The heap moves its entries, so they are small.
    heap: BinaryHeap<Reverse<Entry>>,
    sequence: u64,
    /// The events of the entries, with a list of free slots.
    events: Vec<E>,
    free: Vec<usize>,
}

/// Ordered by its fields in their order; no two entries have the same sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    at: u64,
    sequence: u64,
    place: usize,
}

impl<E: Copy> EventQueue<E> {
    pub(crate) fn new() -> Self {
        Self {
            line: VecDeque::new(),
            heap: BinaryHeap::new(),
            sequence: 0,
            events: Vec::new(),
            free: Vec::new(),
        }
    }

    pub(crate) fn plan(&mut self, at: u64, event: E) {
        let place = match self.free.pop() {
            Some(place) => {
                self.events[place] = event;
                place
            }
            None => {
                self.events.push(event);
                self.events.len() - 1
            }
        };
        let entry = Entry { at, sequence: self.sequence, place };
        self.sequence += 1;
        // At equal times the later plan comes later, so the end of the line is right.
        if self.line.back().is_none_or(|last| last.at <= at) {
            self.line.push_back(entry);
        } else {
            self.heap.push(Reverse(entry));
        }
    }

    /// The next entry, and whether it is in the line.
    #[inline]
    fn next(&self) -> Option<(Entry, bool)> {
        match (self.line.front(), self.heap.peek()) {
            (Some(&first), Some(&Reverse(other))) if other < first => Some((other, false)),
            (Some(&first), _) => Some((first, true)),
            (None, Some(&Reverse(other))) => Some((other, false)),
            (None, None) => None,
        }
    }

    /// Time of the next event.
    #[inline]
    pub(crate) fn next_at(&self) -> Option<u64> {
        self.next().map(|(entry, _)| entry.at)
    }

    /// Takes the next event, if it happens by `until`.
    #[inline]
    pub(crate) fn take_by(&mut self, until: u64) -> Option<(u64, E)> {
        let (entry, is_in_line) = self.next().filter(|(entry, _)| entry.at <= until)?;
        if is_in_line {
            self.line.pop_front();
        } else {
            self.heap.pop();
        }
        debug_assert!(self.free.len() < self.events.len(), "an event happens once");
        self.free.push(entry.place);
        Some((entry.at, self.events[entry.place]))
    }

    /// Empties the queue and returns all planned events, in order.
    pub(crate) fn drain(&mut self) -> Vec<E> {
        let apart = self.heap.drain().map(|Reverse(entry)| entry);
        let mut entries: Vec<_> = self.line.drain(..).chain(apart).collect();
        entries.sort_unstable();
        let events = entries.into_iter().map(|entry| self.events[entry.place]).collect();
        self.events.clear();
        self.free.clear();
        events
    }
}

/// A fingerprint of the sequence of events: equal fingerprints, equal runs.
///
/// Not a cryptographic hash. A bijection mixes in each value, so that order matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogHash(u64);

impl LogHash {
    pub(crate) const fn new() -> Self {
        Self(0x696f_6772_616d)
    }

    #[inline]
    pub(crate) const fn add(&mut self, value: u64) {
        // The multiplier is the odd number next to 2^64 divided by the golden ratio.
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    pub(crate) const fn value(self) -> u64 {
        iogram_engine::mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_same_time_keep_their_order() {
        let mut queue = EventQueue::new();
        for (at, name) in [(5, "c"), (3, "a"), (5, "d"), (3, "b")] {
            queue.plan(at, name);
        }
        assert_eq!(queue.take_by(2), None);
        assert_eq!(queue.take_by(3), Some((3, "a")));
        assert_eq!(queue.take_by(4), Some((3, "b")));
        assert_eq!(queue.take_by(4), None);
        assert_eq!(queue.next_at(), Some(5));
        assert_eq!(queue.drain(), ["c", "d"]);
    }

    #[test]
    fn a_line_and_a_heap_are_one_queue() {
        let mut rng = iogram_engine::Rng::new(5, 1);
        let (mut queue, mut plain) = (EventQueue::new(), Vec::new());
        let mut now = 0;
        for number in 0..5000_u64 {
            // Mostly ascending times, sometimes far ahead, sometimes equal to others.
            let ahead = if number % 50 == 0 { 1000 } else { rng.below(8) };
            queue.plan(now + ahead, number);
            plain.push((now + ahead, number));
            if rng.below(100) < 48 {
                let until = now + rng.below(12);
                plain.sort_unstable();
                let expected = plain.first().copied().filter(|&(at, _)| at <= until);
                assert_eq!(queue.take_by(until), expected, "event {number}");
                if let Some((at, _)) = expected {
                    plain.remove(0);
                    now = now.max(at);
                }
            }
        }
        plain.sort_unstable();
        assert!(plain.len() > 100, "{}", plain.len());
        assert_eq!(queue.next_at(), plain.first().map(|&(at, _)| at));
        let rest: Vec<u64> = plain.into_iter().map(|(_, number)| number).collect();
        assert_eq!(queue.drain(), rest);
    }

    #[test]
    fn the_fingerprint_depends_on_the_order() {
        let hash = |values: [u64; 2]| {
            let mut hash = LogHash::new();
            values.into_iter().for_each(|value| hash.add(value));
            hash.value()
        };
        assert_ne!(hash([1, 2]), hash([2, 1]));
        assert_eq!(hash([1, 2]), hash([1, 2]));
    }
}
