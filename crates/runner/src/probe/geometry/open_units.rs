//! Number of units that can be written alternately: one more each time, in ascending order and out of order, until
//! the drive was beyond its limit twice.
//!
//! Source of the idea: flashbench's `--open-au`, whose user tries the numbers by hand.

use iogram_model::{Bytes, CellState, Evidence, OpenUnitEvidence, ParseError, UnitOrder};

use super::turns::{Turns, is_beyond, typical};
use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Start of the places: behind any special part at the beginning of a drive. Parts that take writes in any order
/// extend to 128 MiB on the largest cards; small drives lack room for that.
pub(super) const fn start(capacity: u64) -> u64 {
    if capacity >= LARGE { START } else { START_SMALL }
}
const START: u64 = 192 << 20;
const START_SMALL: u64 = 48 << 20;
const LARGE: u64 = 2 << 30;
/// Arbitrary: larger than most pages, small beside every unit.
pub(super) const BLOCK: Bytes = Bytes(16 << 10);

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenUnits {
    /// Bytes of a write.
    pub block: Bytes,
    /// The most units that it tries.
    pub most: u32,
}

impl Default for OpenUnits {
    /// Up to 32 units: arbitrary, more than any card in the published surveys.
    fn default() -> Self {
        Self { block: BLOCK, most: 32 }
    }
}

impl OpenUnits {
    pub(crate) const NAME: &'static str = "open-units";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "block" => self.block = value.parse()?,
            "most" => self.most = parse_count(value)?,
            _ => return Err(unknown_setting(Self::NAME, key, ["block", "most"])),
        }
        Ok(())
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let mut evidence =
            OpenUnitEvidence { unit_bytes: 0, spacing_bytes: None, rows: Vec::new() };
        let mut end = Ok(());
        if let Some(mut turns) = Turns::new(io, start(io.capacity()), self.block.0, self.most) {
            evidence.unit_bytes = turns.spacing;
            evidence.spacing_bytes = Some(turns.spacing);
            end = self.both_orders(io, &mut turns, &mut evidence);
        }
        ended(end, Evidence::OpenUnits(evidence))
    }

    fn both_orders(
        &self,
        io: &mut Requests<'_>,
        turns: &mut Turns,
        evidence: &mut OpenUnitEvidence,
    ) -> Result<(), End> {
        let mut linear = None;
        for order in [UnitOrder::Linear, UnitOrder::Random] {
            turns.rewind();
            let mut own = None;
            let (mut count, mut beyond_count) = (0, 0);
            while count < turns.room && beyond_count < 2 {
                count += 1;
                let row = turns.row(io, order, count, None)?;
                let first = *linear.get_or_insert_with(|| typical(&row));
                let own = *own.get_or_insert_with(|| typical(&row));
                // Non-sequential writes may be slower although the drive closes nothing.
                let plain = if own < 3 * first { own.max(first) } else { first };
                beyond_count = if is_beyond(&row, plain) { beyond_count + 1 } else { 0 };
                evidence.rows.push(row);
            }
            if beyond_count > 0 {
                // A drive that is slow for another reason is slow with fewer units, too.
                let limit = count - beyond_count;
                for again in [limit, limit + 1, limit].into_iter().filter(|it| *it > 0) {
                    evidence.rows.push(turns.row(io, order, again, None)?);
                }
            }
        }
        Ok(())
    }
}
