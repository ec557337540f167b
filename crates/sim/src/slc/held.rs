//! The data in an SLC cache: units by address, in the order of arrival.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// Obsolete entries of the order that are allowed before it is rebuilt. Arbitrary.
const STALE_MAX: usize = 64;

/// The units in a cache.
#[derive(Debug, Clone, Default)]
pub(crate) struct Held {
    /// End and number of each range, by its start. Ranges do not overlap.
    ranges: BTreeMap<u64, (u64, u64)>,
    /// The arrivals, oldest first: number and range. Parts of a range may have left since, or arrived again with
    /// another number.
    order: VecDeque<(u64, Range<u64>)>,
    /// The number of the next arrival.
    next: u64,
    total: u64,
}

impl Held {
    /// Number of units in it.
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether the unit at `at` is in it, and the end of the following units in the same state: at most `end`, or the
    /// start of units that arrived together with others.
    pub(crate) fn piece(&self, at: u64, end: u64) -> (bool, u64) {
        let before = self.ranges.range(..=at).next_back();
        if let Some((_, &(reach, _))) = before.filter(|(_, (reach, _))| *reach > at) {
            return (true, reach.min(end));
        }
        let next = self.ranges.range(at..).next().map_or(end, |(&start, _)| start);
        (false, next.min(end))
    }

    /// Adds units, or renews them: they are the newest then.
    pub(crate) fn insert(&mut self, units: Range<u64>) {
        if units.is_empty() {
            return;
        }
        self.remove(units.clone());
        self.total += units.end - units.start;
        let last = self.ranges.range_mut(..units.start).next_back();
        if let (Some((_, (end, held))), Some((number, came))) = (last, self.order.back_mut())
            && *end == units.start
            && came.end == units.start
            && held == number
        {
            // Sequential writes share one entry.
            (*end, came.end) = (units.end, units.end);
            return;
        }
        self.ranges.insert(units.start, (units.end, self.next));
        self.order.push_back((self.next, units));
        self.next += 1;
        if self.order.len() > 2 * self.ranges.len() + STALE_MAX {
            self.renew();
        }
    }

    /// Removes those of the units that are in it.
    pub(crate) fn remove(&mut self, units: Range<u64>) {
        self.take(&units, None);
    }

    /// Removes this many units, oldest first.
    pub(crate) fn evict(&mut self, mut units: u64) {
        while units > 0 {
            let Some((number, came)) = self.order.front().cloned() else { return };
            let Some(start) = self.first_of(&came, number) else {
                self.order.pop_front();
                continue;
            };
            let (_, end) = self.piece(start, came.end.min(start + units));
            units -= self.take(&(start..end), Some(number));
            if let Some((_, came)) = self.order.front_mut() {
                came.start = end;
            }
        }
    }

    /// The first unit of `range` that arrived with `number` and is still there.
    fn first_of(&self, range: &Range<u64>, number: u64) -> Option<u64> {
        let before = self.ranges.range(..=range.start).next_back().map(|(&start, _)| start);
        let mut met = self.ranges.range(before.unwrap_or(range.start)..range.end);
        let met = met.find(|(_, (end, its))| *end > range.start && *its == number);
        met.map(|(&start, _)| start.max(range.start))
    }

    /// Removes the units of `units` that are there, with any number or with the given one; returns their count.
    fn take(&mut self, units: &Range<u64>, number: Option<u64>) -> u64 {
        let before = self.ranges.range(..=units.start).next_back().map(|(&start, _)| start);
        let met: Vec<(u64, u64, u64)> = self
            .ranges
            .range(before.unwrap_or(units.start)..units.end.max(units.start))
            .map(|(&start, &(end, its))| (start, end, its))
            .filter(|&(_, end, its)| {
                end > units.start && number.is_none_or(|number| number == its)
            })
            .collect();
        let mut taken = 0;
        for (start, end, its) in met {
            self.ranges.remove(&start);
            if start < units.start {
                self.ranges.insert(start, (units.start, its));
            }
            if end > units.end {
                self.ranges.insert(units.end, (end, its));
            }
            taken += end.min(units.end) - start.max(units.start);
        }
        self.total -= taken;
        taken
    }

    /// Rebuilds the order from the units that are there.
    fn renew(&mut self) {
        let mut order: Vec<(u64, Range<u64>)> =
            self.ranges.iter().map(|(&start, &(end, number))| (number, start..end)).collect();
        order.sort_by_key(|(number, range)| (*number, range.start));
        self.order = order.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_what_a_list_in_order_holds() {
        let mut rng = iogram_engine::Rng::new(7, 1);
        let (mut held, mut list) = (Held::default(), Vec::<u64>::new());
        for step in 0..20_000 {
            let start = rng.below(64);
            let units = start..start + 1 + rng.below(12);
            match rng.below(4) {
                0 => {
                    list.retain(|unit| !units.contains(unit));
                    held.remove(units);
                }
                1 => {
                    let count = rng.below(8);
                    list.drain(..usize::try_from(count).unwrap().min(list.len()));
                    held.evict(count);
                }
                _ => {
                    list.retain(|unit| !units.contains(unit));
                    list.extend(units.clone());
                    held.insert(units);
                }
            }
            assert_eq!(held.total(), list.len() as u64, "step {step}");
            let at = rng.below(80);
            let (is_in, end) = held.piece(at, 80);
            assert_eq!(is_in, list.contains(&at), "step {step}, unit {at}");
            assert!((at..end).all(|unit| list.contains(&unit) == is_in), "step {step}");
            assert!(held.order.len() <= 2 * held.ranges.len() + STALE_MAX + 1, "step {step}");
        }
    }

    #[test]
    fn what_is_written_in_order_is_one_entry() {
        let mut held = Held::default();
        for unit in 0..100_000 {
            held.insert(unit * 4..unit * 4 + 4);
        }
        assert_eq!((held.ranges.len(), held.order.len(), held.total()), (1, 1, 400_000));
        held.evict(1000);
        assert_eq!(
            (held.piece(0, 9999), held.piece(1000, 9999)),
            ((false, 1000), (true, 9999))
        );
    }
}
