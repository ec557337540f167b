//! Blocks of a medium that maps allocation units: the block of each unit, and the erase count of each block.
//!
//! Knows no time. Erased blocks wait in a queue and are used in turn. A card with few spare blocks therefore wears
//! these out if the host rewrites one unit; blocks with static data never move.

use std::collections::VecDeque;

/// The blocks.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// Number of blocks, including spare ones.
    pub(crate) count: u64,
    /// Erases of all blocks so far.
    pub(crate) erased: u64,
    /// Erases of the most worn block.
    pub(crate) erases_max: u32,
    /// The block of each unit, counted from 1; 0 holds no data.
    block_of: Vec<u32>,
    erases: Vec<u32>,
    /// Blocks from this one on are unused.
    fresh: u32,
    /// Used blocks that are erased again.
    free: VecDeque<u32>,
}

impl Blocks {
    /// `count` blank blocks for this many units.
    pub(crate) fn new(units: u64, count: u64) -> Self {
        let entries =
            |count: u64| vec![0; usize::try_from(count).expect("checked: below 2^28")];
        Self {
            count,
            erased: 0,
            erases_max: 0,
            block_of: entries(units),
            erases: entries(count),
            fresh: 0,
            free: VecDeque::new(),
        }
    }

    /// Takes an erased block.
    pub(crate) fn take(&mut self) -> u32 {
        if u64::from(self.fresh) < self.count {
            self.fresh += 1;
            return self.fresh - 1;
        }
        self.free.pop_front().expect("there are more blocks than units and open units")
    }

    /// Assigns a block to `unit`, or none, and erases its old block. Returns whether it had one.
    pub(crate) fn assign(&mut self, unit: u64, block: Option<u32>) -> bool {
        let index = usize::try_from(unit).expect("a unit of a list in memory");
        debug_assert!(
            block.is_none_or(|block| u64::from(block) < self.count),
            "a block there is"
        );
        let new = block.map_or(0, |block| block + 1);
        let old = std::mem::replace(&mut self.block_of[index], new);
        if old > 0 {
            self.erase(old - 1);
        }
        old > 0
    }

    /// Removes the blocks of all units.
    pub(crate) fn forget_all(&mut self) {
        for unit in 0..self.block_of.len() as u64 {
            self.assign(unit, None);
        }
    }

    /// Erases a block and queues it for reuse.
    pub(crate) fn erase(&mut self, block: u32) {
        let erases = &mut self.erases[block as usize];
        *erases += 1;
        self.erases_max = self.erases_max.max(*erases);
        self.erased += 1;
        self.free.push_back(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_written_again_and_again_wears_out_the_spare_blocks_of_a_full_card() {
        let mut blocks = Blocks::new(10, 12);
        for unit in 0..10 {
            let block = blocks.take();
            assert!(!blocks.assign(unit, Some(block)));
        }
        assert_eq!((blocks.erased, blocks.erases_max), (0, 0));
        for _ in 0..300 {
            let block = blocks.take();
            assert!(blocks.assign(3, Some(block)));
        }
        // Two spare blocks and the unit's own block take turns.
        assert_eq!((blocks.erased, blocks.erases_max), (300, 100));
        blocks.forget_all();
        assert_eq!(blocks.erased, 310);
        blocks.forget_all();
        assert_eq!(blocks.erased, 310);
    }
}
