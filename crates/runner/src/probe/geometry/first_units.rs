//! Write rates of a drive's first units, one after the other, and of the same number of units elsewhere: a slower or
//! faster first unit is either a special place or the beginning of a sequence.
//!
//! Source of the idea: flashbench's `--find-fat`, run at two offsets.

use iogram_model::UnitOrder;
use iogram_model::{Bytes, CellState, Evidence, FirstUnitsEvidence, FirstUnitsRow, ParseError};

use super::open_units::{BLOCK, start};
use super::turns::{Turns, rate};
use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstUnits {
    /// Bytes of each compared unit.
    pub unit: Bytes,
    /// Number of compared units.
    pub count: u32,
    /// Sizes of the writes.
    pub blocks: Vec<Bytes>,
}

impl Default for FirstUnits {
    /// flashbench's: six units of 4 MiB.
    fn default() -> Self {
        let blocks = [64 << 10, 16 << 10].map(Bytes).to_vec();
        Self { unit: Bytes(4 << 20), count: 6, blocks }
    }
}

impl FirstUnits {
    pub(crate) const NAME: &'static str = "first-units";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "unit" => self.unit = value.parse()?,
            "count" => self.count = parse_count(value)?,
            "blocks" => {
                let sizes = value.split(',').map(|size| size.trim().parse());
                self.blocks = sizes.collect::<Result<Vec<Bytes>, _>>()?;
            }
            _ => {
                return Err(unknown_setting(Self::NAME, key, ["unit", "count", "blocks"]));
            }
        }
        Ok(())
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let mut rows = Vec::new();
        let end = self.all(io, &mut rows);
        let evidence =
            FirstUnitsEvidence { unit_bytes: self.unit.0, order: UnitOrder::Linear, rows };
        ended(end, Evidence::FirstUnits(evidence))
    }

    fn all(&self, io: &mut Requests<'_>, rows: &mut Vec<FirstUnitsRow>) -> Result<(), End> {
        let span = self.unit.0 * u64::from(self.count);
        if span == 0 || span > io.capacity() {
            return Ok(());
        }
        // Elsewhere: the middle of the drive, at the beginning of a unit.
        let elsewhere = (io.capacity() / 2 / span) * span;
        close_others(io, self.unit.0)?;
        // The remains of earlier probes would affect the first sequence.
        if let Some(block) = self.blocks.first() {
            for start in [0, elsewhere] {
                for index in 0..u64::from(self.count) {
                    let first = start + index * self.unit.0;
                    io.fill(first, first + self.unit.0, block.0)?;
                }
            }
        }
        for block in &self.blocks {
            for start in [0, elsewhere] {
                let mut units_bytes_per_s = Vec::new();
                for index in 0..u64::from(self.count) {
                    let first = start + index * self.unit.0;
                    let time = io.fill(first, first + self.unit.0, block.0)?;
                    units_bytes_per_s.push(Some(rate(self.unit.0, time)));
                }
                let block_bytes = block.0;
                rows.push(FirstUnitsRow { start_bytes: start, block_bytes, units_bytes_per_s });
                if elsewhere == 0 {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Closes other units, so that opening the first unit does not make the drive close one.
fn close_others(io: &mut Requests<'_>, unit: u64) -> Result<(), End> {
    /// Arbitrary: more than most cards keep open.
    const COUNT: u32 = 8;
    let turns = Turns::new(io, start(io.capacity()), BLOCK.0, COUNT);
    match turns.filter(|turns| unit <= turns.spacing) {
        Some(turns) => turns.close_all(io, unit, COUNT),
        None => Ok(()),
    }
}
