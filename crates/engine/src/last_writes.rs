//! Determines which writes of a pass are the last ones to their blocks, so that the valid share of the flash depends
//! on age as after endless random writes.
//!
//! Knows numbers of blocks, not addresses. Greedy collection of uniform random writes, with `space` times as much
//! flash as blocks, reaches a steady state: data written d ranges of host writes ago is valid with probability e^-d,
//! d from 0 to D, with 1 - e^-D = D / space. A pass writes `space` times the blocks into fresh flash. At the part t
//! of the pass the share e^-(D (1 - t)) of the writes are last writes, each to the next block of an order; the others
//! go to blocks whose last write is still to come. This needs no memory of earlier writes.
//!
//! Sources: P. Desnoyers, "Analytic Modeling of SSD Write Performance", SYSTOR 2012 (the steady state); the idea of
//! one pass is that of `sprandom` in fio 3.41, which keeps lists of blocks by regions instead.

use crate::rng::Rng;

/// The progress of a pass.
#[derive(Debug, Clone)]
pub(crate) struct LastWrites {
    blocks: u64,
    /// Writes of a pass, including the last ones.
    total: f64,
    /// D.
    age: f64,
    written: u64,
    /// Last writes so far.
    settled: u64,
}

impl LastWrites {
    /// A pass over `blocks` blocks with `spare` times as many in addition.
    #[expect(clippy::cast_precision_loss, reason = "drives have fewer than 2^53 blocks")]
    pub(crate) fn new(blocks: u64, spare: f64) -> Self {
        let space = 1.0 + spare;
        // 1 - e^-D - D / space is positive up to its root beyond 0, and that root lies below `space`.
        let (mut low, mut high) = (1e-9, space);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if 1.0 - (-middle).exp() > middle / space {
                low = middle;
            } else {
                high = middle;
            }
        }
        let total = blocks as f64 * space;
        Self { blocks, total, age: low, written: 0, settled: 0 }
    }

    pub(crate) const fn is_over(&self) -> bool {
        self.settled >= self.blocks
    }

    pub(crate) const fn restart(&mut self) {
        (self.written, self.settled) = (0, 0);
    }

    /// The index, in the order of last writes, of the block for the next write; below the number of blocks.
    pub(crate) fn next(&mut self, rng: &mut Rng) -> u64 {
        assert!(!self.is_over(), "a pass ends with the last block");
        self.written += 1;
        let place = self.settled;
        if place < self.settled_by(self.written) {
            self.settled += 1;
            return place;
        }
        place + rng.below(self.blocks - place)
    }

    /// Last writes among the first `written` of a pass.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "numbers of blocks, far below 2^53"
    )]
    fn settled_by(&self, written: u64) -> u64 {
        let part = (written as f64 / self.total).min(1.0);
        let share =
            (((part - 1.0) * self.age).exp() - (-self.age).exp()) / (1.0 - (-self.age).exp());
        // Rounding must not omit the last block.
        if part >= 1.0 {
            return self.blocks;
        }
        (share * self.blocks as f64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_has_a_last_write_and_the_oldest_are_the_least_valid() {
        for (blocks, spare) in [(1, 0.15), (7, 0.07), (100_000, 0.07), (100_000, 0.28)] {
            let mut pass = LastWrites::new(blocks, spare);
            let mut rng = Rng::new(1, 1);
            let mut last = std::collections::BTreeMap::new();
            let mut count: u64 = 0;
            while !pass.is_over() {
                last.insert(pass.next(&mut rng), count);
                count += 1;
            }
            assert_eq!(last.len() as u64, blocks, "each of them was written");
            let space = count as f64 / blocks as f64;
            assert!((space - 1.0 - spare).abs() < 0.001 + 1.0 / blocks as f64, "{space}");
            if blocks < 1000 {
                continue;
            }
            let valid = |from: f64, to: f64| {
                let (from, to) = (from * count as f64, to * count as f64);
                let is_in = |at: &&u64| (from..to).contains(&(**at as f64));
                last.values().filter(is_in).count() as f64 / (to - from)
            };
            // Random writes leave 1 - 1 / A valid in the block that is collected: A is 7.82 and 2.48 by equation 4.
            let oldest = if spare < 0.1 { 1.0 - 1.0 / 7.82 } else { 1.0 - 1.0 / 2.48 };
            assert!((valid(0.0, 0.02) - oldest).abs() < 0.02, "{}", valid(0.0, 0.02));
            assert!(valid(0.98, 1.0) > 0.98, "{}", valid(0.98, 1.0));
            let steps: Vec<f64> = (0..10)
                .map(|it| valid(f64::from(it) / 10.0, f64::from(it + 1) / 10.0))
                .collect();
            assert!(steps.is_sorted(), "{steps:?}");
        }
    }
}
