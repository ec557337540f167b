//! Number of requests of each size.

use std::collections::BTreeMap;

/// Number of sizes with a count of their own; all further sizes share one. Arbitrary: all multiples of 512 bytes up
/// to 1 MiB.
const SIZES_MAX: usize = 2048;

/// Counts by size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sizes {
    counts: BTreeMap<u32, u64>,
    other_count: u64,
    largest: Option<u32>,
}

impl Sizes {
    pub(super) fn add(&mut self, size: u32) {
        self.largest = self.largest.max(Some(size));
        if self.counts.len() >= SIZES_MAX && !self.counts.contains_key(&size) {
            self.other_count = self.other_count.saturating_add(1);
            return;
        }
        let count = self.counts.entry(size).or_default();
        *count = count.saturating_add(1);
    }

    /// Sizes in bytes and the number of requests of each, the most frequent first.
    #[must_use]
    pub fn by_count(&self) -> Vec<(u32, u64)> {
        let mut sizes: Vec<_> =
            self.counts.iter().map(|(&size, &count)| (size, count)).collect();
        sizes.sort_by_key(|&(size, count)| (std::cmp::Reverse(count), size));
        sizes
    }

    /// The largest size in bytes; `None` without requests.
    #[must_use]
    pub fn largest(&self) -> Option<u32> {
        self.largest
    }

    /// Requests of sizes without a count of their own, because there are too many sizes.
    #[must_use]
    pub fn other_count(&self) -> u64 {
        self.other_count
    }
}
