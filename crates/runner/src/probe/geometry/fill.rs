//! Ends of units from the cost of leaving a unit unfinished, for drives whose reads do not show them.
//!
//! The probe writes a part of the drive from a place where units of every usual size begin. Then it opens other units
//! until one of them makes the drive close a unit. If the last unit of the part was complete, the drive has closed it
//! already and has room for one more. So the parts that leave room for one more are the multiples of the unit.

use iogram_model::{Bytes, CellState, Evidence, FillEvidence, FillRow, ParseError};

use super::open_units::{BLOCK, start};
use super::turns::Turns;
use super::{End, Requests, ended, set_search};

/// Parts end at a multiple of their size whose factor has none of these primes: a unit made of these primes divides
/// the end only if it divides the part.
const WHEEL: [u64; 6] = [2, 3, 5, 7, 11, 13];
/// The smallest part: two writes of the others' size. Only a part that is no larger than the unit shows that the unit
/// is no smaller: without such parts a unit of 64 KiB looked like one of any multiple of it.
const PART_MIN: u64 = 32 << 10;
/// Odd parts of the sizes below [`PART_STEP`].
const ODD_PARTS: [u64; 3] = [1, 3, 5];
/// Parts are written in requests of this size, or in one request if they are smaller.
const PART_BLOCK: u64 = 256 << 10;
/// Part sizes are multiples of this up to the first limit, and of twice this beyond.
const PART_STEP: u64 = 1 << 20;
const FINE_MAX: u64 = 16 << 20;
const FILL_BLOCK: u64 = 1 << 20;

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitEnds {
    /// Bytes of a write.
    pub block: Bytes,
    /// The most open units that it looks for.
    pub most: u32,
    /// The largest part.
    pub largest: Bytes,
}

impl Default for UnitEnds {
    /// Up to 40 MiB: larger units are rare on cards without a read pattern, and every part costs its write time. Two
    /// multiples identify a unit, so this finds units up to 20 MiB.
    fn default() -> Self {
        Self { block: BLOCK, most: 32, largest: Bytes(40 << 20) }
    }
}

impl UnitEnds {
    pub(crate) const NAME: &'static str = "unit-ends";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        let settings = (&mut self.block, &mut self.most, &mut self.largest);
        set_search(Self::NAME, settings, key, value)
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let mut evidence = FillEvidence { open_count: 0, rows: Vec::new() };
        let mut end = Ok(());
        // The part may lie anywhere below the other units.
        let others = start(io.capacity()) * 4;
        if let Some(mut turns) = Turns::new(io, others, self.block.0, self.most) {
            end = self.search(io, &mut turns, &mut evidence);
        }
        ended(end, Evidence::UnitEnds(evidence))
    }

    fn search(
        &self,
        io: &mut Requests<'_>,
        turns: &mut Turns,
        evidence: &mut FillEvidence,
    ) -> Result<(), End> {
        let Some(limit) = turns.linear_limit(io)? else { return Ok(()) };
        // The drive has certainly closed a unit that was opened this long ago.
        let ring = limit.count + 2;
        if turns.room < ring {
            return Ok(());
        }
        evidence.open_count = limit.count;
        let mut others = Others { turns, ring, next: 0 };
        others.turns.fill_up_to(io, ring)?;
        let first = start(io.capacity());
        let places = self.parts().into_iter().filter_map(|part| {
            let is_free =
                |factor: &u64| WHEEL.iter().all(|prime| !factor.is_multiple_of(*prime));
            let end = (first / part + 2..).find(is_free)? * part;
            (end <= 4 * first).then_some((part, end))
        });
        let places: Vec<(u64, u64)> = places.collect();
        let last = places.iter().map(|(_, end)| *end).max().unwrap_or(first);
        io.fill(first - FILL_BLOCK, last, FILL_BLOCK)?;
        // The first part runs twice: the number of open units before it is known only from then on.
        let again = places.first().copied();
        for (index, (part, end)) in again.into_iter().chain(places).enumerate() {
            io.fill(end - part, end, PART_BLOCK.min(part))?;
            let mut opened_count = 0;
            while opened_count < ring {
                opened_count += 1;
                if limit.closed_one(others.open(io)?) {
                    break;
                }
            }
            if index > 0 {
                evidence.rows.push(FillRow { filled_bytes: part, opened_count });
            }
            // Leaves no unit of the part open when the next part begins.
            for _ in 0..limit.count {
                others.open(io)?;
            }
        }
        Ok(())
    }
}

/// A ring of units that are opened one after the other to make the drive close a unit.
struct Others<'a> {
    turns: &'a mut Turns,
    ring: u32,
    next: u32,
}

impl UnitEnds {
    /// Sizes of the parts, ascending.
    fn parts(&self) -> Vec<u64> {
        let shifted = ODD_PARTS.into_iter().flat_map(|odd| {
            (0..u64::BITS)
                .map(move |power| odd << power)
                .take_while(|part| *part < 2 * PART_STEP)
        });
        let fine = (1..=FINE_MAX / PART_STEP).map(|count| count * PART_STEP);
        let coarse = (FINE_MAX / PART_STEP / 2 + 1..).map(|count| count * 2 * PART_STEP);
        let mut parts: Vec<u64> = shifted
            .filter(|part| *part >= PART_MIN && part.is_multiple_of(PART_MIN / 2))
            .chain(fine)
            .chain(coarse.take_while(|part| *part <= self.largest.0))
            .filter(|part| *part <= self.largest.0)
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

impl Others<'_> {
    fn open(&mut self, io: &mut Requests<'_>) -> Result<u64, End> {
        let index = self.next;
        self.next = (self.next + 1) % self.ring;
        self.turns.open_one(io, index)
    }
}
