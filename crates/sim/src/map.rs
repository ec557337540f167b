//! The mapping table of a page-mapped drive: logical unit to physical unit, compact while the data lies in long runs.
//!
//! Knows nothing of blocks and collection. A terabyte of sequential writes costs a few bytes per 4 MiB; a randomly
//! written part costs 4 bytes per unit, like the table of a real drive.

/// Marks a unit without data.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Logical units per chunk. Arbitrary: small enough that one random write costs little memory, large enough that the
/// directory of a terabyte is a few megabytes.
const CHUNK: u32 = 1024;
/// Runs that a chunk holds before it becomes dense: a sequential overwrite makes up to four, when both the new and
/// the old data cross a block boundary inside the chunk.
const RUNS_MAX: usize = 4;

#[derive(Debug, Clone, Copy, Default)]
struct Run {
    first: u16,
    count: u16,
    physical: u32,
}

/// A chunk as runs; empty once it is dense.
#[derive(Debug, Clone, Copy, Default)]
struct Runs {
    count: u8,
    runs: [Run; RUNS_MAX],
}

impl Runs {
    fn as_slice(&self) -> &[Run] {
        &self.runs[..usize::from(self.count)]
    }

    /// Extends the last run if the range continues it, both logically and in the flash: the fast path of sequential
    /// writes. `false`, with nothing changed, if it does not.
    #[inline]
    fn extend(&mut self, within: u32, count: u32, physical: u32) -> bool {
        let Some(last) = usize::from(self.count).checked_sub(1).map(|at| &mut self.runs[at])
        else {
            return false;
        };
        let length = u32::from(last.count);
        let is_next =
            u32::from(last.first) + length == within && last.physical + length == physical;
        if is_next {
            last.count = u16::try_from(length + count).expect("a chunk has 1024 units");
        }
        is_next
    }
}

/// Logical unit to physical unit.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    chunks: Vec<Runs>,
    /// Start of each chunk's part of the dense table, in chunks; [`NOWHERE`] while the chunk is runs. Separate from
    /// the runs, because every unit reads it and it has to stay in the processor's cache.
    slots: Vec<u32>,
    dense: Vec<u32>,
}

const fn split(logical: u32) -> (usize, u32) {
    ((logical / CHUNK) as usize, logical % CHUNK)
}

impl Map {
    pub(crate) fn new(units: u32) -> Self {
        let chunks = units.div_ceil(CHUNK) as usize;
        Self {
            chunks: vec![Runs::default(); chunks],
            slots: vec![NOWHERE; chunks],
            dense: Vec::new(),
        }
    }

    /// The place of `logical`, or [`NOWHERE`].
    #[inline]
    pub(crate) fn at(&self, logical: u32) -> u32 {
        let (chunk, within) = split(logical);
        let slot = self.slots[chunk];
        if slot != NOWHERE {
            return self.dense[(slot * CHUNK + within) as usize];
        }
        self.chunks[chunk]
            .as_slice()
            .iter()
            // One comparison for both ends: before the run, the difference wraps and is larger than any count.
            .find(|run| within.wrapping_sub(u32::from(run.first)) < u32::from(run.count))
            .map_or(NOWHERE, |run| run.physical + within - u32::from(run.first))
    }

    /// How many units from `logical` on, at most `count`, are contiguous, and their place.
    pub(crate) fn piece(&self, logical: u32, count: u32) -> (u32, u32) {
        let start = self.at(logical);
        let mut length = 1;
        while length < count {
            let expected = if start == NOWHERE { NOWHERE } else { start + length };
            if self.at(logical + length) != expected {
                break;
            }
            length += 1;
        }
        (start, length)
    }

    /// Maps one unit to `physical` and returns its old place; `None`, with nothing changed, if its chunk is still
    /// runs. The fast path of [`Self::set`] for random writes.
    #[inline]
    pub(crate) fn exchange(&mut self, logical: u32, physical: u32) -> Option<u32> {
        let (chunk, within) = split(logical);
        let slot = self.slots[chunk];
        if slot == NOWHERE {
            return None;
        }
        let entry = &mut self.dense[(slot * CHUNK + within) as usize];
        Some(std::mem::replace(entry, physical))
    }

    /// Maps `count` units from `logical` on to `physical` and following, or to [`NOWHERE`], and calls `freed` with
    /// every piece of physical units that was there before.
    #[inline]
    pub(crate) fn set(
        &mut self,
        logical: u32,
        count: u32,
        physical: u32,
        mut freed: impl FnMut(u32, u32),
    ) {
        let mut done = 0;
        while done < count {
            let (chunk, within) = split(logical + done);
            let part = (count - done).min(CHUNK - within);
            let to = if physical == NOWHERE { NOWHERE } else { physical + done };
            self.set_in_chunk(chunk, (within, part), to, &mut freed);
            done += part;
        }
    }

    #[inline]
    fn set_in_chunk(
        &mut self,
        chunk: usize,
        (within, count): (u32, u32),
        physical: u32,
        freed: &mut impl FnMut(u32, u32),
    ) {
        debug_assert!(count > 0 && within + count <= CHUNK, "a part of one chunk");
        let slot = self.slots[chunk];
        if slot != NOWHERE {
            let start = (slot * CHUNK + within) as usize;
            let entries = &mut self.dense[start..start + count as usize];
            // Adding 0 instead of 1 keeps "nowhere" unchanged.
            let (mut to, step) = (physical, u32::from(physical != NOWHERE));
            for entry in entries {
                if *entry != NOWHERE {
                    freed(*entry, 1);
                }
                *entry = to;
                to = to.wrapping_add(step);
            }
            return;
        }
        if physical != NOWHERE && self.chunks[chunk].extend(within, count, physical) {
            return;
        }
        // Never back to runs: a chunk with one random write probably gets more, and every write would have to search
        // for the way back.
        if !self.set_in_runs(chunk, (within, count), physical, freed) {
            self.make_dense(chunk);
            self.set_in_chunk(chunk, (within, count), physical, freed);
        }
    }

    /// Cuts the range out of the chunk's runs and inserts the new one; `false`, with nothing changed and nothing
    /// freed, if there would be too many.
    fn set_in_runs(
        &mut self,
        chunk: usize,
        (within, count): (u32, u32),
        physical: u32,
        freed: &mut impl FnMut(u32, u32),
    ) -> bool {
        let old = self.chunks[chunk];
        let old = old.as_slice();
        let end = within + count;
        // Built beside the old list, because it may not fit, and then nothing may have changed.
        let mut new = RunList::default();
        let mut is_placed = physical == NOWHERE;
        for run in old {
            let (first, last) =
                (u32::from(run.first), u32::from(run.first) + u32::from(run.count));
            if first < within {
                new.push(first, last.min(within) - first, run.physical);
            }
            if !is_placed && last > within {
                new.push(within, count, physical);
                is_placed = true;
            }
            if last > end {
                let start = first.max(end);
                new.push(start, last - start, run.physical + (start - first));
            }
        }
        if !is_placed {
            new.push(within, count, physical);
        }
        if new.count > RUNS_MAX {
            return false;
        }
        debug_assert!(
            new.runs[..new.count]
                .windows(2)
                .all(|pair| u32::from(pair[0].first) + u32::from(pair[0].count)
                    <= u32::from(pair[1].first)),
            "runs are in order and apart"
        );
        for run in old {
            let (first, last) =
                (u32::from(run.first), u32::from(run.first) + u32::from(run.count));
            let (from, to) = (first.max(within), last.min(end));
            if from < to {
                freed(run.physical + (from - first), to - from);
            }
        }
        let runs = std::array::from_fn(|index| new.runs[index]);
        let count = u8::try_from(new.count).expect("at most RUNS_MAX");
        self.chunks[chunk] = Runs { count, runs };
        true
    }

    fn make_dense(&mut self, chunk: usize) {
        let old = std::mem::take(&mut self.chunks[chunk]);
        let start = self.dense.len();
        self.dense.resize(start + CHUNK as usize, NOWHERE);
        for run in old.as_slice() {
            for index in 0..u32::from(run.count) {
                self.dense[start + usize::from(run.first) + index as usize] =
                    run.physical + index;
            }
        }
        self.slots[chunk] =
            u32::try_from(start / CHUNK as usize).expect("fewer chunks than units");
    }
}

/// Runs under construction: ascending, with adjacent ones joined.
#[derive(Default)]
struct RunList {
    runs: [Run; RUNS_MAX + 2],
    count: usize,
}

impl RunList {
    fn push(&mut self, first: u32, count: u32, physical: u32) {
        let narrow = |value: u32| u16::try_from(value).expect("a chunk has 1024 units");
        if let Some(last) = self.count.checked_sub(1).and_then(|index| self.runs.get_mut(index))
        {
            let is_next = u32::from(last.first) + u32::from(last.count) == first;
            if is_next && last.physical + u32::from(last.count) == physical {
                last.count += narrow(count);
                return;
            }
        }
        if let Some(place) = self.runs.get_mut(self.count) {
            *place = Run { first: narrow(first), count: narrow(count), physical };
        }
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_map_answers_like_a_plain_table(
            steps in prop::collection::vec((0_u32..3000, 1_u32..1500, any::<bool>()), 1..60),
        ) {
            let mut map = Map::new(4500);
            let mut table = vec![NOWHERE; 4500];
            let mut next = 0;
            for (logical, count, is_discard) in steps {
                let physical = if is_discard { NOWHERE } else { next };
                let mut freed = Vec::new();
                map.set(logical, count, physical, |start, count| freed.extend(start..start + count));
                let mut expected = Vec::new();
                for index in 0..count {
                    let entry = &mut table[(logical + index) as usize];
                    expected.extend((*entry != NOWHERE).then_some(*entry));
                    *entry = if is_discard { NOWHERE } else { physical + index };
                }
                next += count;
                prop_assert_eq!(freed, expected);
            }
            for (logical, &expected) in (0..).zip(&table) {
                prop_assert_eq!(map.at(logical), expected, "unit {}", logical);
            }
            let (start, length) = map.piece(0, 4500);
            prop_assert_eq!(start, table[0]);
            prop_assert!(length >= 1);
        }
    }
}
