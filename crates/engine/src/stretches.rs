//! Addresses that stay in one part of the span until a number of bytes has moved, then continue in the next.

use iogram_model::{StretchOrder, Stretches as Asked};

use crate::permutation::Permutation;
use crate::rng::{Rng, mix};
use crate::span::Span;

/// One job's position among its stretches.
#[derive(Debug)]
pub(crate) struct Stretches {
    asked: Asked,
    span: Span,
    seed: u64,
    /// The beginning of this stretch, from the span's beginning.
    start: u64,
    /// Bytes moved in this stretch.
    moved: u64,
    /// The position of the next request in it, if addresses ascend.
    cursor: u64,
    /// The order of its blocks, their number, and how many have been used.
    order: Option<(Permutation, u64, u64)>,
    /// Number of orders so far.
    orders: u64,
}

impl Stretches {
    pub(crate) fn new(asked: &Asked, span: Span, seed: u64) -> Self {
        // Jobs that share the span begin at different stretches.
        let pitch = asked.pitch().0.max(1);
        let count = u128::from(span.size.div_ceil(pitch));
        let before = count * u128::from(span.lane) / u128::from(span.lanes.max(1));
        let start = u64::try_from(before).expect("a share of a u64 fits in a u64") * pitch;
        let seed = seed ^ mix(span.lane);
        Self { asked: *asked, span, seed, start, moved: 0, cursor: 0, order: None, orders: 0 }
    }

    pub(crate) fn next(&mut self, length: u64, rng: &mut Rng) -> u64 {
        if self.moved >= self.asked.amount.0 {
            self.start = self.start.saturating_add(self.asked.pitch().0);
            (self.moved, self.cursor, self.order) = (0, 0, None);
        }
        // A remainder of the span that is shorter than a block is skipped, as elsewhere.
        if self.start.saturating_add(length) > self.span.size {
            self.start = 0;
        }
        self.moved = self.moved.saturating_add(length);
        let left = self.span.size - self.start;
        let room = self.asked.length.0.min(left);
        // A stretch smaller than one block has its block at the beginning.
        let places = (room / length).max(1);
        let inside = match self.asked.order {
            StretchOrder::Sequential => {
                // A request that begins in a stretch may end beyond it: fio's may too, and no request is cut to
                // another size.
                let is_behind = self.cursor >= room || self.cursor + length > left;
                let at = if is_behind { 0 } else { self.cursor };
                self.cursor = at + length;
                at
            }
            StretchOrder::Random => rng.below(places) * length,
            StretchOrder::Permutation => self.next_of_order(places) * length,
        };
        self.span.start + self.start + inside
    }

    /// The next block of an order of `places` blocks; starts another order when all have been used.
    fn next_of_order(&mut self, places: u64) -> u64 {
        let known =
            self.order.take().filter(|(_, count, index)| *count == places && index < count);
        let (order, index) = match known {
            Some((order, _, index)) => (order, index),
            None => {
                self.orders += 1;
                (Permutation::new(places, mix(self.seed) ^ mix(self.orders)), 0)
            }
        };
        let block = order.at(index);
        self.order = Some((order, places, index + 1));
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIB: u64 = 1024;

    /// Places of requests of 4 KiB in 96 KiB, in KiB.
    fn draw(asked: &str, (lane, lanes): (u64, u64), count: usize) -> Vec<u64> {
        let span = Span { start: 1 << 20, size: 96 * KIB, lane, lanes };
        let mut rng = Rng::new(3, lane);
        let mut stretches = Stretches::new(&asked.parse().unwrap(), span, 9);
        let mut next = || (stretches.next(4 * KIB, &mut rng) - span.start) / KIB;
        (0..count).map(|_| next()).collect()
    }

    /// The places that fio 3.33 gave for the same sizes (`ioengine=null`, `write_iolog`).
    #[test]
    fn places_are_those_of_fio() {
        let thrice = |places: [u64; 6]| places.repeat(3);
        let some = thrice([0, 4, 32, 36, 64, 68]);
        assert_eq!(draw("8KiB/16KiB+16KiB", (0, 1), 18), some, "a part of each");
        assert_eq!(draw("8KiB/8KiB+24KiB", (0, 1), 18), some, "all of each");
        let crossing = thrice([0, 4, 36, 40, 72, 76]);
        assert_eq!(draw("6KiB/16KiB+20KiB", (0, 1), 18), crossing, "no whole blocks");
        let often = [0, 4, 8, 12, 0, 4, 8, 12, 32, 36, 40, 44, 32, 36, 40, 44, 64, 68];
        assert_eq!(draw("32KiB/16KiB+16KiB", (0, 1), 18), often, "each twice");
    }

    #[test]
    fn each_block_of_a_stretch_comes_once_in_another_order() {
        let found = draw("32KiB/16KiB+16KiB,permutation", (0, 1), 24 * 20);
        let mut orders = std::collections::BTreeSet::new();
        for (index, pass) in found.chunks(4).enumerate() {
            let start = [0, 32, 64][index / 2 % 3];
            let mut sorted = pass.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, [start, start + 4, start + 8, start + 12], "pass {index}");
            orders.insert(pass.iter().map(|at| at - start).collect::<Vec<_>>());
        }
        assert!(orders.len() > 12, "{orders:?}");
    }

    #[test]
    fn random_places_stay_in_their_stretch_and_in_the_span() {
        for (index, at) in draw("8KiB/20KiB+12KiB,random", (0, 1), 3000).into_iter().enumerate()
        {
            let start = [0, 32, 64][index / 2 % 3];
            assert!((start..start + 20).contains(&at) && at % 4 == 0, "{index}: {at}");
        }
        // The end of the span cuts the last stretch; a stretch with less than a block left is skipped.
        assert!(draw("8KiB/40KiB,random", (0, 1), 3000).into_iter().all(|at| at <= 92));
        assert_eq!(draw("4KiB/38KiB+9KiB", (0, 1), 4), [0, 47, 0, 47]);
    }

    #[test]
    fn jobs_that_share_a_region_begin_at_stretches_of_their_own() {
        assert_eq!(draw("4KiB/16KiB+16KiB", (1, 3), 4), [32, 64, 0, 32]);
        assert_eq!(draw("4KiB/16KiB+16KiB", (2, 3), 2), [64, 0]);
    }
}
