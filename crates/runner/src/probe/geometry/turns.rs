//! Alternating writes to places far apart, one block to each in every round.
//!
//! Each row of a table has its own window, at the same distance from the beginning of every place and further up than
//! the row before. So no block of a window is written twice, and ascending writes stay ascending from row to row.
//! This does not require the size of a unit, only that no two places share a unit.

use iogram_model::{Bytes, OpenUnitRow, Throughput, UnitOrder, UnitRound};

use super::{End, Requests};

/// Rounds of a row; also the number of blocks in a window.
pub(super) const ROUNDS: u64 = 16;
/// Rounds until the drive has closed the units of an earlier row and opened those of this one: two to open them, two
/// more until the drive knows that the last of them is written out of order. `findings` skips the same number.
pub(super) const WARM_UP: usize = 4;
/// Windows of a place: one for each row.
const WINDOWS: u64 = 40;
/// Distance of the places if there is room: more than any known unit.
const SPACING_MAX: u64 = 192 << 20;
const SPACING_MIN: u64 = 24 << 20;
/// Size of the requests that fill a place before its use.
const FILL_BLOCK: u64 = 1 << 20;

/// Places for alternating writes.
pub(super) struct Turns {
    pub(super) block: u64,
    pub(super) spacing: u64,
    /// Offset of the first place.
    start: u64,
    /// Number of places that fit on the drive.
    pub(super) room: u32,
    /// Number of places that hold data: the cost of closing a unit shows only if the unit holds data.
    filled: u32,
    window: u64,
}

impl Turns {
    /// Up to `most` places between `start` and the drive's end; `None` if there is no room for two.
    pub(super) fn new(io: &Requests<'_>, start: u64, block: u64, most: u32) -> Option<Self> {
        let block = block.max(io.logical_block());
        let free = io.capacity().checked_sub(start)?;
        // Powers of two times three, so that the beginning of a place is the beginning of most units.
        let mut spacing = SPACING_MAX;
        while spacing > SPACING_MIN && free / spacing < u64::from(most) {
            spacing /= 2;
        }
        let room = u32::try_from((free / spacing).min(u64::from(most))).ok()?;
        let fits = block * ROUNDS * WINDOWS <= spacing;
        (room >= 2 && fits).then_some(Self {
            block,
            spacing,
            start,
            room,
            filled: 0,
            window: 0,
        })
    }

    /// Starts again at the beginning of each place.
    pub(super) const fn rewind(&mut self) {
        self.window = 0;
    }

    /// Offset of a place.
    pub(super) const fn place(&self, index: u32) -> u64 {
        self.start + self.spacing * index as u64
    }

    /// Fills the first `count` places with data.
    pub(super) fn fill_up_to(&mut self, io: &mut Requests<'_>, count: u32) -> Result<(), End> {
        while self.filled < count {
            let start = self.place(self.filled);
            io.fill(start, start + self.block * ROUNDS * WINDOWS, FILL_BLOCK)?;
            self.filled += 1;
        }
        Ok(())
    }

    /// Fills `count` places up to `unit` bytes and leaves nothing open on a drive that keeps fewer units open than
    /// there are places. Without it, the cost of closing an earlier unit would distort the next measurement.
    pub(super) fn close_all(
        &self,
        io: &mut Requests<'_>,
        unit: u64,
        count: u32,
    ) -> Result<(), End> {
        let all = 0..count.saturating_add(1).min(self.room);
        // One more than may be open, so that the drive closes every other unit.
        for index in all.clone() {
            io.write(self.place(index), self.block)?;
        }
        for index in all {
            let place = self.place(index);
            io.fill(place, place + unit, FILL_BLOCK)?;
        }
        Ok(())
    }

    const fn next_window(&mut self) -> u64 {
        let window = (self.window % WINDOWS) * ROUNDS * self.block;
        self.window += 1;
        window
    }

    /// Writes one block into a place; returns its time in nanoseconds.
    pub(super) fn open_one(&mut self, io: &mut Requests<'_>, index: u32) -> Result<u64, End> {
        let window = self.next_window();
        io.write(self.place(index) + window, self.block)
    }

    /// Writes alternately into `count` places, and then into `beside`, if there is one.
    pub(super) fn row(
        &mut self,
        io: &mut Requests<'_>,
        order: UnitOrder,
        count: u32,
        beside: Option<u64>,
    ) -> Result<OpenUnitRow, End> {
        self.fill_up_to(io, count)?;
        let window = self.next_window();
        let mut rounds = Vec::new();
        for round in 0..ROUNDS {
            let within = block_of(order, round) * self.block;
            let mut times = UnitRound { elapsed_ns: 0, slowest_ns: 0 };
            let places = (0..count).map(|index| self.place(index) + window);
            for place in places.chain(beside) {
                let time = io.write(place + within, self.block)?;
                times.elapsed_ns += time;
                times.slowest_ns = times.slowest_ns.max(time);
            }
            rounds.push(times);
        }
        let open_count = count + u32::from(beside.is_some());
        let elapsed: u64 = rounds.iter().map(|round| round.elapsed_ns).sum();
        let moved = Bytes(self.block * ROUNDS * u64::from(open_count));
        Ok(OpenUnitRow {
            order,
            open_count,
            block_bytes: self.block,
            bytes_per_s: rate(moved.0, elapsed),
            rounds,
        })
    }

    /// The number of places that can be written alternately in ascending order without the drive closing any; `None`
    /// if every place fits.
    pub(super) fn linear_limit(&mut self, io: &mut Requests<'_>) -> Result<Option<Limit>, End> {
        self.limit(io, UnitOrder::Linear, None)
    }

    /// The same limit for any order. The time of an ascending write within its limit shows whether even a single
    /// place is too many out of order.
    pub(super) fn limit(
        &mut self,
        io: &mut Requests<'_>,
        order: UnitOrder,
        ascending_ns: Option<u64>,
    ) -> Result<Option<Limit>, End> {
        let mut plain = ascending_ns;
        let count_min = if ascending_ns.is_some() { 1 } else { 2 };
        for count in 1..=self.room {
            let row = self.row(io, order, count, None)?;
            let own = typical(&row);
            let known = *plain.get_or_insert(own);
            if count == 1 && own < 3 * known {
                // Non-sequential writes may be slower although the drive closes nothing.
                plain = Some(own.max(known));
            }
            let plain_ns = plain.unwrap_or(own);
            if count >= count_min && is_beyond(&row, plain_ns) {
                // Repeats the row, in case the drive was only busy.
                let again = self.row(io, order, count, None)?;
                if is_beyond(&again, plain_ns) {
                    let closing_ns = typical(&again);
                    return Ok(Some(Limit { count: count - 1, plain_ns, closing_ns }));
                }
            }
        }
        Ok(None)
    }
}

/// The number of places that can be written alternately.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limit {
    pub(super) count: u32,
    /// Time of a write within the limit.
    pub(super) plain_ns: u64,
    /// Time of the slowest write of a round beyond it.
    closing_ns: u64,
}

impl Limit {
    /// Whether a write that opened a place made the drive close another one. The threshold is a quarter of the cost
    /// of closing, because the drive may have to complete only a third of a unit.
    pub(super) const fn closed_one(&self, ns: u64) -> bool {
        ns > self.plain_ns + self.closing_ns.saturating_sub(self.plain_ns) / 4
    }
}

/// The block of the window for a round. In random order, no block follows its predecessor.
const fn block_of(order: UnitOrder, round: u64) -> u64 {
    match order {
        UnitOrder::Linear => round,
        // 7 has no common divisor with the number of rounds, so every block has its turn.
        UnitOrder::Random => (round * 7 + 5) % ROUNDS,
    }
}

/// The slowest write of each round after the warm-up.
fn slowest(row: &OpenUnitRow) -> Vec<u64> {
    row.rounds.iter().skip(WARM_UP).map(|round| round.slowest_ns).collect()
}

/// The median of the slowest writes.
pub(super) fn typical(row: &OpenUnitRow) -> u64 {
    let mut times = slowest(row);
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// Whether the drive seems to close units. This only decides when to stop; `findings` examines the row more closely.
pub(super) fn is_beyond(row: &OpenUnitRow, plain: u64) -> bool {
    let times = slowest(row);
    let slow = times.iter().filter(|&&time| time > plain.saturating_mul(9) / 5).count();
    slow * 3 > times.len()
}

/// Bytes per second.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rate, not negative and below 2^53"
)]
pub(super) fn rate(bytes: u64, elapsed_ns: u64) -> u64 {
    Throughput::mean(Bytes(bytes), iogram_model::Nanos(elapsed_ns))
        .map_or(0, |throughput| throughput.bytes_per_s as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_random_order_every_block_is_written_once_and_none_follows_the_one_before() {
        let blocks: Vec<u64> =
            (0..ROUNDS).map(|round| block_of(UnitOrder::Random, round)).collect();
        let mut sorted = blocks.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..ROUNDS).collect::<Vec<_>>());
        assert!(blocks.windows(2).all(|pair| pair[1] != pair[0] + 1), "{blocks:?}");
    }
}
