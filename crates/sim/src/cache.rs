//! The volatile write cache: how much is in it until when.

use std::collections::VecDeque;

/// A cache that accepts writes faster than the medium takes them.
#[derive(Debug)]
pub(crate) struct WriteCache {
    size: u64,
    used: u64,
    /// When the medium has each write, and its bytes, in the order of arrival.
    entries: VecDeque<(u64, u64)>,
    /// When the medium has everything that was ever accepted.
    latest: u64,
}

impl WriteCache {
    pub(crate) const fn new(size: u64) -> Self {
        Self { size, used: 0, entries: VecDeque::new(), latest: 0 }
    }

    /// When a write that arrives at `at` finds room. One larger than the cache finds it empty.
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

    /// Notes an accepted write that the medium has at `done`.
    pub(crate) fn add(&mut self, done: u64, length: u64) {
        self.used += length;
        self.entries.push_back((done, length));
        self.latest = self.latest.max(done);
    }

    /// When the medium has everything.
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
