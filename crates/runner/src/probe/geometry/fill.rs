//! Where units end, for drives on which reads do not show it: by what it costs to leave one unfinished.
//!
//! A part of the drive is written from a place where units of every usual size begin. Then other units are
//! opened until one of them makes the drive close something. If the last unit of the part was complete, it
//! is closed already and there is room for one more. So the parts after which one more can be opened are
//! the multiples of the unit.

use iogram_model::{Bytes, CellState, Evidence, FillEvidence, FillRow, ParseError};

use super::open_units::{BLOCK, START};
use super::turns::Turns;
use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Where the part begins: behind whatever is special about the beginning, and where units of 2^n and
/// 3 x 2^n bytes begin, up to 48 MiB.
const PART: u64 = START;
/// Where the places of the other units begin.
const OTHERS: u64 = 2 * START;
/// The smallest part, and the largest write that every part is a multiple of but for those by three.
const PART_MIN: u64 = 256 << 10;
const FILL_BLOCK: u64 = 1 << 20;

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitEnds {
    /// Bytes of a write.
    pub block: Bytes,
    /// The most open units that are looked for.
    pub most: u32,
    /// The largest part.
    pub largest: Bytes,
}

impl Default for UnitEnds {
    /// Up to 24 MiB: larger units are rare on cards without a read pattern, and every part costs its
    /// writing.
    fn default() -> Self {
        Self { block: BLOCK, most: 32, largest: Bytes(24 << 20) }
    }
}

impl UnitEnds {
    pub(crate) const NAME: &'static str = "unit-ends";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "block" => self.block = value.parse()?,
            "most" => self.most = parse_count(value)?,
            "largest" => self.largest = value.parse()?,
            _ => {
                return Err(unknown_setting(Self::NAME, key, ["block", "most", "largest"]));
            }
        }
        Ok(())
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let mut evidence = FillEvidence { open_count: 0, rows: Vec::new() };
        let mut end = Ok(());
        if let Some(mut turns) = Turns::new(io, OTHERS, self.block.0, self.most) {
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
        // One that was opened so long ago is closed for certain.
        let ring = limit.count + 2;
        if turns.room < ring {
            return Ok(());
        }
        evidence.open_count = limit.count;
        let mut others = Others { turns, ring, next: 0 };
        others.turns.fill_up_to(io, ring)?;
        io.fill(PART, PART + self.largest.0.min(START), FILL_BLOCK)?;
        let mut parts: Vec<u64> = [1_u64, 3]
            .into_iter()
            .flat_map(|odd| (17..27).map(move |power| odd << power))
            .filter(|&part| part >= PART_MIN && part <= self.largest.0.min(START))
            .collect();
        parts.sort_unstable();
        // The first part is tried twice: how many units are open before is known only from then on.
        let first = parts.first().copied();
        for (index, part) in first.into_iter().chain(parts).enumerate() {
            io.fill(PART, PART + part, PART_MIN)?;
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
            // So that nothing of the part is open when the next one begins.
            for _ in 0..limit.count {
                others.open(io)?;
            }
        }
        Ok(())
    }
}

/// The units that are opened to make the drive close something, one after the other, in a ring.
struct Others<'a> {
    turns: &'a mut Turns,
    ring: u32,
    next: u32,
}

impl Others<'_> {
    fn open(&mut self, io: &mut Requests<'_>) -> Result<u64, End> {
        let index = self.next;
        self.next = (self.next + 1) % self.ring;
        self.turns.open_one(io, index)
    }
}
