//! Page-mapped translation with greedy garbage collection: which unit lies where, and what moves.
//!
//! Knows blocks, valid units and free space; knows no time, no dies and no bytes. What it does to the
//! flash is told to an [`FtlObserver`], so that a test can keep the contents beside it.
//!
//! A unit is valid if the mapping points to it. That is looked up when a block is collected instead of
//! being kept per unit: a host write then touches one random place in memory, not two.

use std::collections::VecDeque;

use crate::map::{Map, NOWHERE};

/// What happens to the flash.
pub(crate) trait FtlObserver {
    /// `count` units from `logical` on were written by the host to `physical` and following.
    fn program(&mut self, logical: u32, count: u32, physical: u32) {
        let _ = (logical, count, physical);
    }
    /// A valid unit was moved.
    fn copy(&mut self, logical: u32, from: u32, to: u32) {
        let _ = (logical, from, to);
    }
    /// A block was erased.
    fn erase(&mut self, block: u32) {
        let _ = block;
    }
}

/// Nobody looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NoObserver;

impl FtlObserver for NoObserver {}

/// One collected block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Collected {
    /// Units that had to be copied.
    pub(crate) valid: u32,
    /// Units that became free.
    pub(crate) freed: u32,
}

/// Which logical units were written to a block, in order.
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
    units: u32,
    block_units: u32,
    blocks: Vec<Block>,
    /// Head of the list of closed blocks by their number of valid units.
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
    /// The valid units of the block being collected and where they were.
    moving: Vec<(u32, u32)>,
    spare: Vec<Vec<u32>>,
}

/// Free blocks kept for the two writing points and one collection.
const RESERVE: u32 = 3;
/// Runs after which a block's contents are kept unit by unit, if the runs are short.
const RUNS_MAX: usize = 64;

impl Ftl {
    /// A blank drive of `units` logical units, with `extra` units beyond them and what is needed to move
    /// data at all.
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

    /// Erases every block that was written and forgets all data; wear and counts stay. Returns how many.
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

    /// Logical units that hold data.
    pub(crate) const fn mapped(&self) -> u32 {
        self.mapped
    }

    /// Units written by the host so far.
    pub(crate) const fn host_written(&self) -> u64 {
        self.host_written
    }

    /// Units copied by collection so far.
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

    /// Free blocks beyond those that collection needs.
    pub(crate) fn free_blocks(&self) -> u32 {
        u32::try_from(self.free.len()).expect("block numbers are u32").saturating_sub(1)
    }

    /// Where `logical` is, and how many of the next `count` units follow in one piece; `None` if they
    /// hold no data.
    pub(crate) fn locate(&self, logical: u32, count: u32) -> (Option<u32>, u32) {
        let (start, length) = self.map.piece(logical, count);
        ((start != NOWHERE).then_some(start), length)
    }

    /// Whether `logical` holds data.
    pub(crate) fn is_mapped(&self, logical: u32) -> bool {
        self.map.at(logical) != NOWHERE
    }

    /// Host write of `count` units. Calls `collected` for every block that had to be collected for it.
    pub(crate) fn write<O: FtlObserver>(
        &mut self,
        logical: u32,
        count: u32,
        observer: &mut O,
        mut collected: impl FnMut(Collected),
    ) {
        debug_assert!(logical + count <= self.units, "a write inside the drive");
        let mut done = 0;
        while done < count {
            let room = self.block_units - self.blocks[self.host as usize].written;
            if room == 0 {
                self.close(self.host);
                while self.free_blocks() == 0 {
                    collected(self.collect(observer));
                }
                self.host = self.take_free();
                continue;
            }
            let part = (count - done).min(room);
            let physical = self.append(self.host, logical + done, part);
            self.point(logical + done, part, physical);
            observer.program(logical + done, part, physical);
            done += part;
        }
        self.host_written += u64::from(count);
    }

    /// Forgets `count` units.
    pub(crate) fn discard(&mut self, logical: u32, count: u32) {
        self.point(logical, count, NOWHERE);
    }

    /// Collects one more block although space is left, if there is one with anything to gain.
    pub(crate) fn collect_early<O: FtlObserver>(
        &mut self,
        observer: &mut O,
    ) -> Option<Collected> {
        let victim = self.victim()?;
        let has_gain = self.blocks[victim as usize].valid < self.block_units;
        has_gain.then(|| self.collect(observer))
    }

    /// Adds `count` units to the block being written and returns the first one's place.
    #[inline]
    fn append(&mut self, block: u32, logical: u32, count: u32) -> u32 {
        let start = block * self.block_units + self.blocks[block as usize].written;
        let target = &mut self.blocks[block as usize];
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

    /// Points the mapping and takes what lay there before out of its blocks' valid counts.
    #[inline]
    fn point(&mut self, logical: u32, count: u32, physical: u32) {
        let mut freed_total = 0;
        // The closure may not borrow `self`: the lists are taken apart from the mapping.
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
        let exchanged = if count == 1 { self.map.exchange(logical, physical) } else { None };
        match exchanged {
            Some(NOWHERE) => {}
            Some(place) => free(place, 1),
            None => self.map.set(logical, count, physical, free),
        }
        self.mapped -= freed_total;
        if physical != NOWHERE {
            self.mapped += count;
        }
    }

    fn close(&mut self, block: u32) {
        self.blocks[block as usize].is_closed = true;
        link(&mut self.blocks, &mut self.buckets, block);
        self.fewest = self.fewest.min(self.blocks[block as usize].valid);
    }

    fn take_free(&mut self) -> u32 {
        self.free.pop_front().expect("collection keeps free blocks")
    }

    /// The closed block with the fewest valid units.
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

    fn collect<O: FtlObserver>(&mut self, observer: &mut O) -> Collected {
        let victim = self.victim().expect("a drive without free blocks has closed ones");
        let valid = self.blocks[victim as usize].valid;
        unlink(&mut self.blocks, &mut self.buckets, victim);
        self.blocks[victim as usize].is_closed = false;
        if valid > 0 {
            self.find_valid(victim);
            let moving = std::mem::take(&mut self.moving);
            self.move_units(victim, &moving, observer);
            self.moving = moving;
        }
        self.erase(victim);
        observer.erase(victim);
        self.copied += u64::from(valid);
        Collected { valid, freed: self.block_units - valid }
    }

    /// Lists the units that the mapping still finds in `victim`. Kept apart from moving them, and without
    /// a branch per unit: the lookups then wait for memory together instead of one after the other.
    fn find_valid(&mut self, victim: u32) {
        let start = victim * self.block_units;
        let block = &self.blocks[victim as usize];
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

    fn move_units<O: FtlObserver>(
        &mut self,
        victim: u32,
        moving: &[(u32, u32)],
        observer: &mut O,
    ) {
        let mut rest = moving;
        while let Some(&(logical, _)) = rest.first() {
            if self.blocks[self.copies as usize].written == self.block_units {
                self.close(self.copies);
                self.copies = self.take_free();
            }
            let room = (self.block_units - self.blocks[self.copies as usize].written) as usize;
            let mut count = 1;
            while count < rest.len().min(room) && rest[count].0 == rest[count - 1].0 + 1 {
                count += 1;
            }
            let length = u32::try_from(count).expect("no longer than a block");
            let to = self.append(self.copies, logical, length);
            if length > 1 || self.map.exchange(logical, to).is_none() {
                self.map.set(logical, length, to, |_, _| ());
            }
            for (index, &(logical, from)) in (0..).zip(&rest[..count]) {
                observer.copy(logical, from, to + index);
            }
            rest = &rest[count..];
        }
        self.blocks[victim as usize].valid = 0;
    }

    fn erase(&mut self, block: u32) {
        let target = &mut self.blocks[block as usize];
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
        buckets[valid as usize] = next;
    } else {
        blocks[previous as usize].next = next;
    }
    if next != NOWHERE {
        blocks[next as usize].previous = previous;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The flash itself, slow and obvious: what every place holds, and that the rules of NAND are kept.
    struct Flash {
        block_units: u32,
        /// Who wrote it: logical unit and a number that never repeats.
        places: Vec<Option<(u32, u64)>>,
        tokens: u64,
    }

    impl Flash {
        fn new(ftl: &Ftl) -> Self {
            let places = ftl.blocks.len() * ftl.block_units as usize;
            Self { block_units: ftl.block_units, places: vec![None; places], tokens: 0 }
        }

        #[track_caller]
        fn fill(&mut self, place: u32, content: (u32, u64)) {
            assert!(self.places[place as usize].is_none(), "place {place} was not erased");
            let is_in_order = place.is_multiple_of(self.block_units)
                || self.places[place as usize - 1].is_some();
            assert!(is_in_order, "place {place} was programmed before the one before it");
            self.places[place as usize] = Some(content);
        }
    }

    impl FtlObserver for Flash {
        fn program(&mut self, logical: u32, count: u32, physical: u32) {
            for index in 0..count {
                self.tokens += 1;
                self.fill(physical + index, (logical + index, self.tokens));
            }
        }
        fn copy(&mut self, logical: u32, from: u32, to: u32) {
            let content = self.places[from as usize].expect("a copy has a source");
            assert_eq!(content.0, logical, "the copied unit is the one that is moved");
            self.fill(to, content);
        }
        fn erase(&mut self, block: u32) {
            let start = (block * self.block_units) as usize;
            self.places[start..start + self.block_units as usize].fill(None);
        }
    }

    #[derive(Debug, Clone)]
    enum Step {
        Write(u32, u32),
        Discard(u32, u32),
        CollectEarly,
    }

    fn apply(ftl: &mut Ftl, flash: &mut Flash, expected: &mut [Option<u64>], step: &Step) {
        match *step {
            Step::Write(start, count) => {
                let before = flash.tokens;
                ftl.write(start, count, flash, |_| ());
                for index in 0..count {
                    expected[(start + index) as usize] = Some(before + 1 + u64::from(index));
                }
            }
            Step::Discard(start, count) => {
                ftl.discard(start, count);
                expected[start as usize..(start + count) as usize].fill(None);
            }
            Step::CollectEarly => {
                ftl.collect_early(flash);
            }
        }
    }

    #[track_caller]
    fn check(ftl: &Ftl, flash: &Flash, expected: &[Option<u64>], told: &dyn std::fmt::Debug) {
        let mut valid = vec![0; ftl.blocks.len()];
        for (logical, &token) in (0..).zip(expected) {
            let place = ftl.locate(logical, 1).0;
            let read = place.and_then(|place| flash.places[place as usize]);
            assert_eq!(
                read,
                token.map(|token| (logical, token)),
                "unit {logical} after {told:?}"
            );
            if let Some(place) = place {
                valid[(place / ftl.block_units) as usize] += 1;
            }
        }
        let counted: Vec<u32> = ftl.blocks.iter().map(|block| block.valid).collect();
        assert_eq!(counted, valid, "valid counts after {told:?}");
        assert_eq!(ftl.mapped(), valid.iter().sum::<u32>());
    }

    fn step(units: u32) -> impl Strategy<Value = Step> {
        let range = (0..units).prop_flat_map(move |start| (Just(start), 1..=units - start));
        prop_oneof![
            6 => (0..units).prop_map(|start| Step::Write(start, 1)),
            2 => range.clone().prop_map(|(start, count)| Step::Write(start, count)),
            1 => range.prop_map(|(start, count)| Step::Discard(start, count)),
            1 => Just(Step::CollectEarly),
        ]
    }

    proptest! {
        #[test]
        fn what_was_written_is_what_is_read_after_any_mix(
            steps in prop::collection::vec(step(100), 1..150),
            extra in 1_u32..30,
            block_units in 1_u32..40,
        ) {
            let mut ftl = Ftl::new(100, extra, block_units);
            let mut flash = Flash::new(&ftl);
            let mut expected = vec![None; 100];
            for step in &steps {
                apply(&mut ftl, &mut flash, &mut expected, step);
            }
            check(&ftl, &flash, &expected, &steps);
        }
    }

    #[test]
    fn every_plan_of_three_steps_on_a_drive_of_four_units_keeps_its_data() {
        let ranges = (0..4).flat_map(|start| (1..=4 - start).map(move |count| (start, count)));
        let steps: Vec<Step> = ranges
            .flat_map(|(start, count)| [Step::Write(start, count), Step::Discard(start, count)])
            .chain([Step::CollectEarly])
            .collect();
        let mut plans = 0;
        for (first, second, third) in steps.iter().flat_map(|a| {
            let steps = &steps;
            steps.iter().flat_map(move |b| steps.iter().map(move |c| (a, b, c)))
        }) {
            // Full before the plan begins, so that collection has something to do.
            let mut ftl = Ftl::new(4, 1, 2);
            let mut flash = Flash::new(&ftl);
            let mut expected = vec![None; 4];
            let plan = [&Step::Write(0, 4), first, second, third, &Step::Write(1, 2)];
            for step in plan {
                apply(&mut ftl, &mut flash, &mut expected, step);
            }
            check(&ftl, &flash, &expected, &plan);
            plans += 1;
        }
        assert_eq!(plans, 21 * 21 * 21);
    }

    #[test]
    fn overwriting_in_order_copies_nothing() {
        let mut ftl = Ftl::new(10_000, 700, 256);
        for _ in 0..5 {
            for start in (0..10_000).step_by(32) {
                let count = 32.min(10_000 - start);
                ftl.write(start, count, &mut NoObserver, |_| ());
            }
        }
        assert_eq!(ftl.host_written(), 50_000);
        // The last block of a round is shared with the first of the next one: nothing is valid in it
        // only when both ends were overwritten.
        assert_eq!(ftl.copied(), 0);
    }
}
