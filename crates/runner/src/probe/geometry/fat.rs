//! Whether a part at the beginning takes writes beside the maximum of open units, and where it ends. Cards for
//! cameras have such a part for the file allocation table.

use iogram_model::{Bytes, CellState, Evidence, FatEvidence, FatRow, ParseError, UnitOrder};

use super::open_units::{BLOCK, start};
use super::turns::{ROUNDS, Turns, is_beyond, typical};
use super::{End, Requests, ended, set_search};

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FatRegion {
    /// Bytes of a write.
    pub block: Bytes,
    /// The most open units that it looks for.
    pub most: u32,
    /// The largest possible end of the part.
    pub largest: Bytes,
}

impl Default for FatRegion {
    /// 160 MiB: the tables of a card of 1 TiB take 32 MiB; cards for cameras have several times that.
    fn default() -> Self {
        Self { block: BLOCK, most: 32, largest: Bytes(160 << 20) }
    }
}

impl FatRegion {
    pub(crate) const NAME: &'static str = "fat-region";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        let settings = (&mut self.block, &mut self.most, &mut self.largest);
        set_search(Self::NAME, settings, key, value)
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>) -> (CellState, Evidence) {
        let block = self.block.0.max(io.logical_block());
        let mut evidence =
            FatEvidence { window_bytes: block * ROUNDS, open_count: 0, rows: Vec::new() };
        let mut end = Ok(());
        if let Some(mut turns) = Turns::new(io, start(io.capacity()), block, self.most) {
            end = self.search(io, &mut turns, &mut evidence);
        }
        ended(end, Evidence::Fat(evidence))
    }

    fn search(
        &self,
        io: &mut Requests<'_>,
        turns: &mut Turns,
        evidence: &mut FatEvidence,
    ) -> Result<(), End> {
        let Some(limit) = turns.linear_limit(io)? else { return Ok(()) };
        let limit = limit.count;
        evidence.open_count = limit;
        let window = evidence.window_bytes;
        // The cost of closing a unit shows only if the unit holds data.
        io.fill(0, self.largest.0.min(start(io.capacity())) + window, 1 << 20)?;
        turns.rewind();
        let within = turns.row(io, UnitOrder::Linear, limit, None)?;
        let plain = typical(&within);
        let mut takes = |io: &mut Requests<'_>, place: u64| {
            let row = turns.row(io, UnitOrder::Linear, limit, Some(place))?;
            let is_taken = !is_beyond(&row, plain);
            evidence.rows.push(FatRow { place_bytes: place, rounds: row.rounds });
            Ok::<bool, End>(is_taken)
        };
        if !takes(io, 0)? {
            // If the beginning behaves like any other place, there is no such part.
            return Ok(());
        }
        let (mut inside, mut outside) = (0, window);
        while outside < self.largest.0.min(start(io.capacity()) - window) && takes(io, outside)?
        {
            (inside, outside) = (outside, outside * 2);
        }
        while outside - inside > window {
            let middle = (inside + outside) / 2 / window * window;
            if takes(io, middle)? {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        Ok(())
    }
}
