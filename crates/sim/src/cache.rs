//! The volatile write cache: its fill level over time.

use std::collections::VecDeque;

/// A cache that accepts writes faster than the medium does.
#[derive(Debug)]
pub(crate) struct WriteCache {
    size: u64,
    used: u64,
    /// For each write the time at which the medium has it, and its bytes; in order of arrival.
    entries: VecDeque<(u64, u64)>,
    /// The time at which the medium has every accepted write.
    latest: u64,
}

impl WriteCache {
    pub(crate) const fn new(size: u64) -> Self {
        Self { size, used: 0, entries: VecDeque::new(), latest: 0 }
    }

    /// The time at which a write that arrives at `at` finds room. A write larger than the cache waits until the cache
    /// is empty.
    pub(crate) fn accept(&mut self, at: u64, length: u64) -> u64 {
        let mut accepted = at;
        while let Some(&(done, bytes)) = self.entries.front() {
            let has_room = self.used + length <= self.size;
            if done > accepted && has_room {
                break;
            }
            self.entries.pop_front();
            self.used -= bytes;
            accepted = accepted.max(done);
        }
        accepted
    }

    /// Adds an accepted write that reaches the medium at `done`.
    pub(crate) fn add(&mut self, done: u64, length: u64) {
        self.used += length;
        self.entries.push_back((done, length));
        self.latest = self.latest.max(done);
    }

    /// The time at which the medium has everything.
    pub(crate) fn empty_at(&self, at: u64) -> u64 {
        self.latest.max(at)
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_waits_until_enough_has_left() {
        let mut cache = WriteCache::new(10);
        for done in [100, 200] {
            assert_eq!(cache.accept(0, 5), 0);
            cache.add(done, 5);
        }
        assert_eq!(cache.accept(50, 5), 100);
        cache.add(300, 5);
        assert_eq!(cache.empty_at(150), 300);
        assert_eq!(cache.accept(250, 5), 250);
        assert_eq!(cache.accept(250, 10), 300);
        assert_eq!(cache.empty_at(400), 400);
    }

    #[test]
    fn a_write_larger_than_the_cache_finds_it_empty() {
        let mut cache = WriteCache::new(10);
        cache.add(100, 5);
        assert_eq!(cache.accept(0, 50), 100);
    }
}
