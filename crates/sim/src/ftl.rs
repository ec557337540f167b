//! Page-mapped translation with greedy garbage collection: the place of each unit, and its moves.
//!
//! Knows blocks, valid units and free space; knows no time, no dies and no bytes. It reports all flash operations to
//! a [`FlashMirror`], so that a test can keep the contents beside it.
//!
//! A unit is valid if the mapping points to it. The layer looks that up when it collects a block, and keeps no state
//! per unit: a host write then touches one random place in memory instead of two. The layer maps single units in
//! groups of a few dozen, before any lookup: the processor then fetches their places together and does not wait for
//! each. The operations and their order stay the same.

use std::collections::VecDeque;

use crate::map::{Map, NOWHERE};

/// Repeats the flash operations of the translation on its own contents.
pub(crate) trait FlashMirror {
    /// The host wrote `count` units from `logical` on to `physical` and following.
    fn program(&mut self, logical: u32, count: u32, physical: u32) {
        let _ = (logical, count, physical);
    }
    /// The layer moved a valid unit.
    fn copy(&mut self, logical: u32, from: u32, to: u32) {
        let _ = (logical, from, to);
    }
    /// The layer erased a block.
    fn erase(&mut self, block: u32) {
        let _ = block;
    }
}

/// For contents that are kept elsewhere, by logical unit: nothing to repeat.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoMirror;

impl FlashMirror for NoMirror {}

/// One collected block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Collected {
    /// Units that the collection copied.
    pub(crate) valid: u32,
    /// Units that the collection freed.
    pub(crate) freed: u32,
}

/// The logical units of a block, in the order of writing.
#[derive(Debug, Clone)]
enum Contents {
    Runs(Vec<(u32, u32)>),
    Units(Vec<u32>),
}

#[derive(Debug, Clone)]
struct Block {
    valid: u32,
    written: u32,
    erases: u32,
    contents: Contents,
    /// Neighbours in the list of blocks with the same number of valid units.
    previous: u32,
    next: u32,
    is_closed: bool,
}

/// The translation layer.
#[derive(Debug, Clone)]
pub(crate) struct Ftl {
    map: Map,
    /// The last written single units and their places: the mapping does not point there yet.
    recent: Vec<(u32, u32)>,
    /// Previous places of recent units; kept to reuse its memory.
    left: Vec<u32>,
    units: u32,
    block_units: u32,
    blocks: Vec<Block>,
    /// Heads of the lists of closed blocks, by their number of valid units.
    buckets: Vec<u32>,
    /// No closed block has fewer valid units.
    fewest: u32,
    free: VecDeque<u32>,
    host: u32,
    copies: u32,
    mapped: u32,
    host_written: u64,
    copied: u64,
    erased: u64,
    /// The valid units of the block under collection, and their old places.
    moving: Vec<(u32, u32)>,
    spare: Vec<Vec<u32>>,
}

/// Free blocks for the two write points and one collection: a victim may be valid except for one unit, and its units
/// need a block before the layer erases the victim.
const RESERVE: u32 = 3;
/// Units that are mapped together. Arbitrary: more than a processor fetches from memory at a time.
const RECENT_MAX: usize = 64;
/// Number of runs above which a block with short runs keeps its contents unit by unit. Arbitrary: 512 bytes of runs;
/// and below 16 units per run, the lookup of a run takes longer than its units.
const RUNS_MAX: usize = 64;

impl Ftl {
    /// A blank drive of `units` logical units, with `extra` units beyond them and the reserve that moving data needs.
    pub(crate) fn new(units: u32, extra: u32, block_units: u32) -> Self {
        let count = (units + extra).div_ceil(block_units) + RESERVE;
        Self::blank(units, block_units, count)
    }

    fn blank(units: u32, block_units: u32, count: u32) -> Self {
        let blank = Block {
            valid: 0,
            written: 0,
            erases: 0,
            contents: Contents::Runs(Vec::new()),
            previous: NOWHERE,
            next: NOWHERE,
            is_closed: false,
        };
        let mut ftl = Self {
            map: Map::new(units),
            recent: Vec::with_capacity(RECENT_MAX),
            left: Vec::with_capacity(RECENT_MAX),
            units,
            block_units,
            blocks: vec![blank; count as usize],
            buckets: vec![NOWHERE; block_units as usize + 1],
            fewest: block_units,
            free: (0..count).collect(),
            host: 0,
            copies: 0,
            mapped: 0,
            host_written: 0,
            copied: 0,
            erased: 0,
            moving: Vec::new(),
            spare: Vec::new(),
        };
        ftl.host = ftl.take_free();
        ftl.copies = ftl.take_free();
        ftl
    }

    /// Erases every written block and all data; wear and counts stay. Returns the number of erased blocks.
    pub(crate) fn format(&mut self) -> u64 {
        let count = u32::try_from(self.blocks.len()).expect("made from a u32");
        let fresh = Self::blank(self.units, self.block_units, count);
        let old = std::mem::replace(self, fresh);
        let mut erased = 0;
        for (block, old) in self.blocks.iter_mut().zip(&old.blocks) {
            let was_written = old.written > 0;
            block.erases = old.erases + u32::from(was_written);
            erased += u64::from(was_written);
        }
        self.host_written = old.host_written;
        self.copied = old.copied;
        self.erased = old.erased + erased;
        erased
    }

    /// Logical units with data.
    pub(crate) fn mapped(&self) -> u32 {
        let is_new = |&index: &usize| {
            let logical = self.recent[index].0;
            let is_first = self.recent[..index].iter().all(|&(other, _)| other != logical);
            is_first && self.map.at(logical) == NOWHERE
        };
        let new = (0..self.recent.len()).filter(is_new).count();
        self.mapped + u32::try_from(new).expect("at most RECENT_MAX")
    }

    /// Units that the host has written.
    pub(crate) const fn host_written(&self) -> u64 {
        self.host_written
    }

    /// Units that collection has copied.
    pub(crate) const fn copied(&self) -> u64 {
        self.copied
    }

    /// Blocks erased so far.
    pub(crate) const fn erased(&self) -> u64 {
        self.erased
    }

    /// Erases of the most worn block.
    pub(crate) fn erases_max(&self) -> u32 {
        self.blocks.iter().map(|block| block.erases).max().unwrap_or(0)
    }

    /// Number of blocks.
    pub(crate) fn block_count(&self) -> u64 {
        self.blocks.len() as u64
    }

    /// Free blocks beyond the reserve of the collection.
    pub(crate) fn free_blocks(&self) -> u32 {
        u32::try_from(self.free.len()).expect("block numbers are u32").saturating_sub(1)
    }

    /// The place of `logical`, and how many of the next `count` units follow it contiguously; `None` if they hold no
    /// data.
    pub(crate) fn locate(&mut self, logical: u32, count: u32) -> (Option<u32>, u32) {
        self.settle();
        let (start, length) = self.map.piece(logical, count);
        ((start != NOWHERE).then_some(start), length)
    }

    /// Whether `logical` holds data.
    pub(crate) fn is_mapped(&mut self, logical: u32) -> bool {
        self.settle();
        self.map.at(logical) != NOWHERE
    }

    /// Writes `count` units for the host. Calls `collected` for every block that it has to collect for this.
    pub(crate) fn write<O: FlashMirror>(
        &mut self,
        logical: u32,
        count: u32,
        mirror: &mut O,
        mut collected: impl FnMut(Collected),
    ) {
        debug_assert!(logical + count <= self.units, "a write inside the drive");
        let mut done = 0;
        while done < count {
            let room = self.block_units - self.blocks[self.host as usize].written;
            if room == 0 {
                // The list of a closed block depends on its valid count, which has to include recent units.
                self.settle();
                self.close(self.host);
                while self.free_blocks() == 0 {
                    collected(self.collect(mirror));
                }
                self.host = self.take_free();
                continue;
            }
            let part = (count - done).min(room);
            let physical = self.append(self.host, logical + done, part);
            if part > 1 {
                // In the order of writing: this run may contain a recently written single unit.
                self.settle();
                self.point(logical + done, part, physical);
            } else {
                self.recent.push((logical + done, physical));
                if self.recent.len() >= RECENT_MAX {
                    self.settle();
                }
            }
            mirror.program(logical + done, part, physical);
            done += part;
        }
        self.host_written += u64::from(count);
    }

    /// Discards `count` units.
    pub(crate) fn discard(&mut self, logical: u32, count: u32) {
        debug_assert!(logical + count <= self.units, "a discard inside the drive");
        self.settle();
        self.point(logical, count, NOWHERE);
    }

    /// Maps the recently written units. Callers that read the mapping, or the number of valid units of a block, call
    /// it first.
    #[inline]
    pub(crate) fn settle(&mut self) {
        if !self.recent.is_empty() {
            self.settle_all();
        }
    }

    #[inline(never)]
    fn settle_all(&mut self) {
        let (recent, mut left) =
            (std::mem::take(&mut self.recent), std::mem::take(&mut self.left));
        left.clear();
        for &(logical, physical) in &recent {
            // No lookup depends on the one before.
            let old = self.map.exchange(logical, physical).unwrap_or_else(|| {
                let mut old = NOWHERE;
                self.map.set(logical, 1, physical, |start, _| old = start);
                old
            });
            left.push(old);
        }
        self.mapped += u32::try_from(recent.len()).expect("at most RECENT_MAX");
        for &place in left.iter().filter(|place| **place != NOWHERE) {
            self.free_unit(place);
        }
        (self.recent, self.left) = (recent, left);
        self.recent.clear();
        debug_assert!(self.mapped <= self.units, "no more holds data than there is");
    }

    /// Reduces the valid count of the unit's block by one.
    #[inline]
    fn free_unit(&mut self, place: u32) {
        let block = place / self.block_units;
        let valid = self.blocks[block as usize].valid - 1;
        if self.blocks[block as usize].is_closed {
            unlink(&mut self.blocks, &mut self.buckets, block);
            self.blocks[block as usize].valid = valid;
            link(&mut self.blocks, &mut self.buckets, block);
            self.fewest = self.fewest.min(valid);
        } else {
            self.blocks[block as usize].valid = valid;
        }
        self.mapped -= 1;
    }

    /// Collects one more block although space is left, if a block would free anything.
    pub(crate) fn collect_early<O: FlashMirror>(
        &mut self,
        mirror: &mut O,
    ) -> Option<Collected> {
        self.settle();
        let victim = self.victim()?;
        let has_gain = self.blocks[victim as usize].valid < self.block_units;
        has_gain.then(|| self.collect(mirror))
    }

    /// Adds `count` units to the open block and returns the place of the first one.
    #[inline]
    fn append(&mut self, block: u32, logical: u32, count: u32) -> u32 {
        let start = block * self.block_units + self.blocks[block as usize].written;
        let target = &mut self.blocks[block as usize];
        debug_assert!(!target.is_closed, "a closed block takes nothing");
        debug_assert!(target.written + count <= self.block_units, "a block takes no more");
        target.written += count;
        target.valid += count;
        match &mut target.contents {
            Contents::Units(units) if count == 1 => units.push(logical),
            Contents::Units(units) => units.extend(logical..logical + count),
            Contents::Runs(runs) => {
                match runs.last_mut() {
                    Some((first, length)) if *first + *length == logical => *length += count,
                    _ => runs.push((logical, count)),
                }
                if runs.len() >= RUNS_MAX && (target.written as usize) < runs.len() * 16 {
                    let mut units = self.spare.pop().unwrap_or_default();
                    units.clear();
                    units.reserve_exact(self.block_units as usize);
                    units
                        .extend(runs.iter().flat_map(|&(first, length)| first..first + length));
                    target.contents = Contents::Units(units);
                }
            }
        }
        start
    }

    /// Updates the mapping and reduces the valid counts of the previous blocks.
    #[inline]
    fn point(&mut self, logical: u32, count: u32, physical: u32) {
        let mut freed_total = 0;
        // The closure may not borrow `self`, so the lists are borrowed apart from the mapping.
        let (blocks, buckets, fewest) = (&mut self.blocks, &mut self.buckets, &mut self.fewest);
        let block_units = self.block_units;
        let mut free = |start: u32, freed: u32| {
            freed_total += freed;
            let mut first = start;
            while first < start + freed {
                let block = first / block_units;
                let part = (start + freed - first).min((block + 1) * block_units - first);
                let valid = blocks[block as usize].valid - part;
                if blocks[block as usize].is_closed {
                    unlink(blocks, buckets, block);
                    blocks[block as usize].valid = valid;
                    link(blocks, buckets, block);
                    *fewest = (*fewest).min(valid);
                } else {
                    blocks[block as usize].valid = valid;
                }
                first += part;
            }
        };
        self.map.set(logical, count, physical, &mut free);
        self.mapped -= freed_total;
        if physical != NOWHERE {
            self.mapped += count;
        }
    }

    fn close(&mut self, block: u32) {
        debug_assert_eq!(
            self.blocks[block as usize].written, self.block_units,
            "a block is closed when it is full, and not before"
        );
        self.blocks[block as usize].is_closed = true;
        link(&mut self.blocks, &mut self.buckets, block);
        self.fewest = self.fewest.min(self.blocks[block as usize].valid);
    }

    fn take_free(&mut self) -> u32 {
        let block = self.free.pop_front().expect("collection keeps free blocks");
        debug_assert_eq!(self.blocks[block as usize].written, 0, "a free block is erased");
        block
    }

    /// The closed block with the fewest valid units. The search continues where it ended: `fewest` falls only when a
    /// block loses a unit or is closed, so that over a run the upward steps equal the downward steps.
    fn victim(&mut self) -> Option<u32> {
        while self.fewest <= self.block_units {
            let head = self.buckets[self.fewest as usize];
            if head != NOWHERE {
                return Some(head);
            }
            self.fewest += 1;
        }
        self.fewest = self.block_units;
        None
    }

    fn collect<O: FlashMirror>(&mut self, mirror: &mut O) -> Collected {
        let victim = self.victim().expect("a drive without free blocks has closed ones");
        // The victim may be the block that was written last: that one is closed before the layer takes another.
        debug_assert!(self.blocks[victim as usize].is_closed, "only what is full is collected");
        let valid = self.blocks[victim as usize].valid;
        unlink(&mut self.blocks, &mut self.buckets, victim);
        self.blocks[victim as usize].is_closed = false;
        if valid > 0 {
            self.find_valid(victim);
            let moving = std::mem::take(&mut self.moving);
            self.move_units(victim, &moving, mirror);
            self.moving = moving;
        }
        self.erase(victim);
        mirror.erase(victim);
        self.copied += u64::from(valid);
        Collected { valid, freed: self.block_units - valid }
    }

    /// Lists the units that the mapping still finds in `victim`. This is separate from moving them and has no branch
    /// per unit: the lookups then wait for memory together and not one after the other.
    fn find_valid(&mut self, victim: u32) {
        let start = victim * self.block_units;
        let block = &self.blocks[victim as usize];
        // One more than a block has: it receives the last unit if that is not valid, and is cut off below.
        self.moving.resize(self.block_units as usize + 1, (0, 0));
        let mut count = 0;
        let mut physical = start;
        let mut look = |logical: u32| {
            self.moving[count] = (logical, physical);
            count += usize::from(self.map.at(logical) == physical);
            physical += 1;
        };
        match &block.contents {
            Contents::Units(units) => units.iter().for_each(|&logical| look(logical)),
            Contents::Runs(runs) => {
                runs.iter().flat_map(|&(first, length)| first..first + length).for_each(look);
            }
        }
        self.moving.truncate(count);
        debug_assert_eq!(
            count, block.valid as usize,
            "the valid count agrees with the mapping"
        );
    }

    fn move_units<O: FlashMirror>(
        &mut self,
        victim: u32,
        moving: &[(u32, u32)],
        mirror: &mut O,
    ) {
        let mut rest = moving;
        while let Some(&(logical, _)) = rest.first() {
            if self.blocks[self.copies as usize].written == self.block_units {
                self.close(self.copies);
                self.copies = self.take_free();
            }
            let room = (self.block_units - self.blocks[self.copies as usize].written) as usize;
            let mut count = 1;
            // Logically contiguous units move as one run, so the mapping stays as short as before.
            while count < rest.len().min(room) && rest[count].0 == rest[count - 1].0 + 1 {
                count += 1;
            }
            let length = u32::try_from(count).expect("no longer than a block");
            let to = self.append(self.copies, logical, length);
            if length > 1 || self.map.exchange(logical, to).is_none() {
                self.map.set(logical, length, to, |_, _| ());
            }
            for (index, &(logical, from)) in (0..).zip(&rest[..count]) {
                mirror.copy(logical, from, to + index);
            }
            rest = &rest[count..];
        }
        self.blocks[victim as usize].valid = 0;
    }

    fn erase(&mut self, block: u32) {
        let target = &mut self.blocks[block as usize];
        debug_assert!(!target.is_closed, "what is listed is not erased");
        target.written = 0;
        target.valid = 0;
        target.erases += 1;
        let old = std::mem::replace(&mut target.contents, Contents::Runs(Vec::new()));
        match old {
            Contents::Units(units) => self.spare.push(units),
            Contents::Runs(mut runs) => {
                runs.clear();
                target.contents = Contents::Runs(runs);
            }
        }
        self.erased += 1;
        // At the far end of the queue: blocks are used in turn, which levels their wear.
        self.free.push_back(block);
    }
}

#[inline]
fn link(blocks: &mut [Block], buckets: &mut [u32], block: u32) {
    debug_assert!(blocks[block as usize].is_closed, "only closed blocks are listed");
    let bucket = &mut buckets[blocks[block as usize].valid as usize];
    let head = *bucket;
    *bucket = block;
    if head != NOWHERE {
        blocks[head as usize].previous = block;
    }
    blocks[block as usize].previous = NOWHERE;
    blocks[block as usize].next = head;
}

#[inline]
fn unlink(blocks: &mut [Block], buckets: &mut [u32], block: u32) {
    let Block { previous, next, valid, .. } = blocks[block as usize];
    if previous == NOWHERE {
        debug_assert_eq!(buckets[valid as usize], block, "a list begins with its first block");
        buckets[valid as usize] = next;
    } else {
        blocks[previous as usize].next = next;
    }
    if next != NOWHERE {
        blocks[next as usize].previous = previous;
    }
}

#[cfg(test)]
mod tests;
