//! Sets of bytes as ranges that neither overlap nor touch.

use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes of a drive.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ranges {
    /// The end of each range, by its start.
    ends: BTreeMap<u64, u64>,
    total: u64,
}

impl Ranges {
    pub(crate) const fn new() -> Self {
        Self { ends: BTreeMap::new(), total: 0 }
    }

    /// Number of bytes in the set.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// End of the bytes that the set contains without a gap from `at` on; `at` if it does not contain that byte.
    pub(crate) fn reach(&self, at: u64) -> u64 {
        match self.ends.range(..=at).next_back() {
            Some((_, &end)) => end.max(at),
            None => at,
        }
    }

    pub(crate) fn contains(&self, range: &Range<u64>) -> bool {
        self.reach(range.start) >= range.end
    }

    /// The first range in the set from `at` on.
    pub(crate) fn next(&self, at: u64) -> Option<Range<u64>> {
        let reach = self.reach(at);
        if reach > at {
            return Some(at..reach);
        }
        self.ends.range(at..).next().map(|(&start, &end)| start..end)
    }

    pub(crate) fn insert(&mut self, range: Range<u64>) {
        let Range { mut start, mut end } = range;
        if start >= end {
            return;
        }
        if let Some((&before, &reach)) = self.ends.range(..=start).next_back()
            && reach >= start
        {
            if reach >= end {
                return;
            }
            start = before;
        }
        while let Some((&next, &reach)) = self.ends.range(start..=end).next() {
            self.ends.remove(&next);
            self.total -= reach - next;
            end = end.max(reach);
        }
        debug_assert!(
            self.ends.range(..start).next_back().is_none_or(|(_, &before)| before < start),
            "ranges neither overlap nor touch"
        );
        self.ends.insert(start, end);
        self.total += end - start;
    }

    pub(crate) fn remove(&mut self, range: Range<u64>) {
        while let Some(part) = self.next(range.start).filter(|part| part.start < range.end) {
            let first = self.ends.range(..=part.start).next_back();
            let (&start, &reach) = first.expect("what is in it lies in a range");
            let end = range.end.min(reach);
            self.ends.remove(&start);
            if start < part.start {
                self.ends.insert(start, part.start);
            }
            if end < reach {
                self.ends.insert(end, reach);
            }
            self.total -= end - part.start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_ranges_holds_what_a_list_of_bytes_does() {
        let mut rng = iogram_engine::Rng::new(1, 1);
        let (mut ranges, mut bytes) = (Ranges::default(), [false; 64]);
        for step in 0..20_000 {
            let start = rng.below(64);
            let end = start + rng.below(65 - start);
            let (is_kept, at) = (rng.below(2) == 0, usize::try_from(rng.below(64)).unwrap());
            if is_kept {
                ranges.insert(start..end);
            } else {
                ranges.remove(start..end);
            }
            bytes[usize::try_from(start).unwrap()..usize::try_from(end).unwrap()].fill(is_kept);
            assert_eq!(ranges.total(), bytes.iter().filter(|&&it| it).count() as u64, "{step}");
            let reach = bytes[at..].iter().position(|it| !it).unwrap_or(64 - at) + at;
            assert_eq!(ranges.reach(at as u64), reach as u64, "step {step}, from {at}");
            let next = bytes[at..].iter().position(|&it| it).map(|index| (at + index) as u64);
            assert_eq!(ranges.next(at as u64).map(|it| it.start), next, "step {step}");
        }
    }
}
