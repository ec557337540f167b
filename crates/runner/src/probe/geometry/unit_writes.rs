//! Write rates of units far apart that are filled alternately, with writes from a whole unit down to a page, in
//! ascending order and out of order: as many units as the drive keeps open, and one more.
//!
//! A card that takes writes of 4 KiB at 1 MB/s within its open units may take them at a hundredth of that anywhere
//! else. Reviews of cards quote the first rate; a cell of random writes gives the second.
//!
//! Source: flashbench's `--open-au`; its user finds `--open-au-nr` and `--erasesize` by trial, and interrupts a table
//! that collapses. Its mean includes the first write into each unit, which makes the drive close the units that were
//! open before; here that write is reported separately.

use iogram_model::{
    Bytes, CellState, Evidence, Nanos, ParseError, UnitOrder, UnitWritesEvidence, UnitWritesRow,
};

use super::open_units::{BLOCK, start};
use super::turns::{Turns, rate};
use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Arbitrary: a row beyond the limit has collapsed at this fraction of the row within it. Smaller writes would only
/// take longer to show the same.
const COLLAPSED: u64 = 4;

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitWrites {
    /// Bytes that it fills of each place.
    pub unit: Bytes,
    /// The most units that it fills alternately.
    pub most: u32,
    /// Sizes of the writes, descending.
    pub blocks: Vec<Bytes>,
    /// A row ends with the round that exceeds this time.
    pub longest: Nanos,
}

impl Default for UnitWrites {
    /// flashbench's unit, 4 MiB, and its sizes. Arbitrary: eight units, three more than the best card of the reviews
    /// has; half a minute a row, the time of 4 KiB writes at 1 MB/s.
    fn default() -> Self {
        Self {
            unit: Bytes(4 << 20),
            most: 8,
            blocks: (12..=22).rev().map(|bits| Bytes(1 << bits)).collect(),
            longest: Nanos(30 * Nanos::SECOND.0),
        }
    }
}

impl UnitWrites {
    pub(crate) const NAME: &'static str = "unit-writes";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "unit" => self.unit = value.parse()?,
            "most" => self.most = parse_count(value)?,
            "blocks" => {
                let sizes = value.split(',').map(|size| size.trim().parse());
                self.blocks = sizes.collect::<Result<_, _>>()?;
            }
            "longest" => self.longest = value.parse()?,
            _ => {
                let known = ["unit", "most", "blocks", "longest"];
                return Err(unknown_setting(Self::NAME, key, known));
            }
        }
        Ok(())
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let mut evidence =
            UnitWritesEvidence { unit_bytes: self.unit.0, spacing_bytes: 0, rows: Vec::new() };
        let mut end = Ok(());
        // The row beyond the limit needs one more place.
        let places = self.most.saturating_add(1);
        let turns = Turns::new(io, start(io.capacity()), BLOCK.0, places);
        if let Some(mut turns) = turns.filter(|turns| self.unit.0 <= turns.spacing) {
            evidence.spacing_bytes = turns.spacing;
            end = self.both_orders(io, &mut turns, &mut evidence.rows);
        }
        ended(end, Evidence::UnitWrites(evidence))
    }

    fn both_orders(
        &self,
        io: &mut Requests<'_>,
        turns: &mut Turns,
        rows: &mut Vec<UnitWritesRow>,
    ) -> Result<(), End> {
        let linear = turns.limit(io, UnitOrder::Linear, None)?;
        turns.rewind();
        let random = turns.limit(io, UnitOrder::Random, linear.map(|it| it.plain_ns))?;
        for (order, limit) in [(UnitOrder::Linear, linear), (UnitOrder::Random, random)] {
            let most = self.most.min(turns.room);
            let known = limit.map(|limit| limit.count).filter(|count| *count < most);
            let count = known.unwrap_or(most).max(1);
            turns.close_all(io, self.unit.0, count)?;
            let first = rows.len();
            for block in &self.blocks {
                let row = self.row(io, turns, (order, count, true), block.0)?;
                if row.is_some_and(|row| row.is_cut_short) {
                    turns.close_all(io, self.unit.0, count)?;
                }
                rows.extend(row);
            }
            if known.is_none_or(|known| known == 0) {
                continue;
            }
            let beyond = count.saturating_add(1);
            turns.close_all(io, self.unit.0, beyond)?;
            for index in first..rows.len() {
                let (block, within) = (rows[index].block_bytes, rows[index].bytes_per_s);
                let Some(row) = self.row(io, turns, (order, beyond, false), block)? else {
                    continue;
                };
                let has_collapsed = row.bytes_per_s.saturating_mul(COLLAPSED) < within;
                rows.push(row);
                if has_collapsed {
                    break;
                }
            }
        }
        Ok(())
    }

    /// `None` if the block size does not divide the unit.
    fn row(
        &self,
        io: &mut Requests<'_>,
        turns: &Turns,
        (order, open_count, is_within): (UnitOrder, u32, bool),
        block: u64,
    ) -> Result<Option<UnitWritesRow>, End> {
        if block < io.logical_block() || block == 0 || !self.unit.0.is_multiple_of(block) {
            return Ok(None);
        }
        let rounds = self.unit.0 / block;
        let (mut opening_ns, mut elapsed_ns, mut slowest_ns) = (None, 0, 0);
        let mut counted = 0;
        for round in 0..rounds {
            let within = block_of(order, round, rounds) * block;
            let mut round_ns = 0;
            for index in 0..open_count {
                let time = io.write(turns.place(index) + within, block)?;
                round_ns += time;
                slowest_ns = slowest_ns.max(time);
            }
            if round == 0 && rounds > 1 {
                opening_ns = Some(round_ns);
                continue;
            }
            elapsed_ns += round_ns;
            counted += 1;
            if elapsed_ns >= self.longest.0 {
                break;
            }
        }
        let written_bytes = block * counted * u64::from(open_count);
        let is_cut_short = counted + u64::from(opening_ns.is_some()) < rounds;
        Ok(Some(UnitWritesRow {
            order,
            open_count,
            is_within,
            block_bytes: block,
            written_bytes,
            elapsed_ns,
            bytes_per_s: rate(written_bytes, elapsed_ns),
            slowest_ns,
            opening_ns,
            is_cut_short,
        }))
    }
}

/// The block to write in a round, among the `count` blocks of a unit. Out of order, no block follows its predecessor,
/// unless there are only two.
fn block_of(order: UnitOrder, round: u64, count: u64) -> u64 {
    match order {
        UnitOrder::Linear => round,
        UnitOrder::Random => {
            // The golden section: consecutive writes are far apart, and so are writes two rounds apart.
            let mut step = (count * 5 / 8).max(1);
            while !is_coprime(step, count) {
                step += 1;
            }
            (round * step + count / 2) % count
        }
    }
}

const fn is_coprime(mut one: u64, mut other: u64) -> bool {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_order_every_block_is_written_once_and_none_follows_the_one_before() {
        for count in [1, 2, 4, 8, 16, 48, 256, 1024] {
            let blocks: Vec<u64> =
                (0..count).map(|round| block_of(UnitOrder::Random, round, count)).collect();
            let mut sorted = blocks.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..count).collect::<Vec<_>>());
            let follows = blocks.windows(2).any(|pair| pair[1] == pair[0] + 1);
            assert!(!follows || count == 2, "{blocks:?}");
        }
    }
}
