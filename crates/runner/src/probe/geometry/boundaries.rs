//! Reads before, across and after multiples of many sizes.
//!
//! The factors of the multiples have no prime up to 7, so a place tells about its own size alone: a unit made of
//! these primes divides the place only if it divides the size. Sizes are powers of two times 1, 3, 5, 7, 9 and 15.
//! The probe reads each place several times, far apart in time, and takes the fastest read, because every disturbance
//! makes a read slower.
//!
//! Units of other sizes need a search. It reads across every multiple of 64 KiB up to the largest size and repeats
//! the slower half again and again, until few places are left that are slower than all others. Their sizes and
//! greatest common divisors become rows of the table like the usual ones.
//!
//! Source of the idea: flashbench's `--align`, which tests only powers of two, at seven places.

use iogram_engine::Rng;
use iogram_model::{
    BoundaryEvidence, BoundaryRow, BoundaryTable, Bytes, CellState, Evidence, ParseError,
};

use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Odd parts of the sizes.
const ODD_PARTS: [u64; 6] = [1, 3, 5, 7, 9, 15];
/// Factors repeat modulo 2 x 3 x 5 x 7: a remainder without these primes gives factors without them.
const WHEEL: u64 = 210;
const SPOKES: [u64; 12] = [1, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// Distance of the places in the search. Arbitrary: every known unit is a multiple of it.
const SCAN_STEP: u64 = 64 << 10;
/// Number of places at which the search ends.
const SCAN_LEFT: usize = 12;
/// The most rounds of the search: each round halves the places.
const SCAN_ROUNDS: u32 = 12;
/// The most sizes from the search that become rows, with their divisors and multiples.
const SCAN_SIZES: usize = 3;
/// The search drops a size whose excess is below this share of the largest excess.
const SCAN_SHARE: f64 = 0.5;

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundaries {
    /// Sizes of the reads; the probe skips those that cannot be halved into logical blocks.
    pub blocks: Vec<Bytes>,
    /// The largest size whose multiples it reads across.
    pub largest: Bytes,
    /// Multiples of each size.
    pub places: u32,
    /// Reads of each place.
    pub passes: u32,
}

impl Default for Boundaries {
    /// 1, 4 and 16 KiB: some cards show a pattern at some sizes only. Up to 128 MiB, twice the largest unit that
    /// SD registers can name. 8 places, 4 passes: arbitrary.
    fn default() -> Self {
        Self {
            blocks: [1, 4, 16].map(|kib| Bytes(kib << 10)).to_vec(),
            largest: Bytes(128 << 20),
            places: 8,
            passes: 4,
        }
    }
}

impl Boundaries {
    pub(crate) const NAME: &'static str = "boundaries";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "blocks" => {
                let sizes = value.split(',').map(|size| size.trim().parse());
                self.blocks = sizes.collect::<Result<Vec<Bytes>, _>>()?;
            }
            "largest" => self.largest = value.parse()?,
            "places" => self.places = parse_count(value)?,
            "passes" => self.passes = parse_count(value)?,
            _ => {
                let known = ["blocks", "largest", "places", "passes"];
                return Err(unknown_setting(Self::NAME, key, known));
            }
        }
        Ok(())
    }

    pub(crate) fn run(&self, io: &mut Requests<'_>, seed: u64) -> (CellState, Evidence) {
        let mut random = Rng::new(seed, 0);
        let mut tables = Vec::new();
        let mut end = Ok(());
        let unit = io.logical_block();
        // A drive with blocks of 4 KiB gets reads of its own smallest size.
        let smallest = 2 * unit;
        let mut blocks: Vec<u64> =
            self.blocks.iter().map(|block| block.0.max(smallest)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks.into_iter().filter(|block| (block / 2).is_multiple_of(unit)) {
            let mut rows = self.rows(io, block, &mut random);
            end = self.read_all(io, block, &mut rows);
            if end.is_ok() {
                end = self.add_searched(io, block, &mut rows, &mut random);
            }
            let usual = usual_of(&rows);
            tables.push(BoundaryTable {
                read_bytes: Some(block),
                pass_count: Some(self.passes),
                rows: rows.iter().filter_map(|row| row.summary(usual)).collect(),
            });
            if end.is_err() {
                break;
            }
        }
        ended(end, Evidence::Boundaries(BoundaryEvidence { tables }))
    }

    fn rows(&self, io: &Requests<'_>, block: u64, random: &mut Rng) -> Vec<Row> {
        let (capacity, unit) = (io.capacity(), io.logical_block());
        let mut sizes: Vec<u64> = ODD_PARTS
            .into_iter()
            .flat_map(|odd| (0..63).map_while(move |power| odd.checked_mul(1 << power)))
            .filter(|&size| size >= 2 * block && size <= self.largest.0)
            .filter(|&size| size.is_multiple_of(unit))
            .collect();
        sizes.sort_unstable();
        let row = |size: u64| Row {
            size,
            places: self.places_of(size, capacity.saturating_sub(block), random),
        };
        // With fewer places, a single bad one would decide.
        sizes.into_iter().map(row).filter(|row| row.places.len() >= 2).collect()
    }

    fn places_of(&self, size: u64, end: u64, random: &mut Rng) -> Vec<BoundaryPlace> {
        let factors = end / size;
        let turns = factors / WHEEL;
        let mut chosen: Vec<u64> = Vec::new();
        for spoke in SPOKES {
            let turn = if turns == 0 { 0 } else { random.below(turns) };
            let factor = turn * WHEEL + spoke;
            if factor <= factors && !chosen.contains(&factor) {
                chosen.push(factor);
            }
        }
        chosen.truncate(self.places as usize);
        let place = |factor: u64| BoundaryPlace { at: factor * size, fastest: [u64::MAX; 3] };
        chosen.into_iter().map(place).collect()
    }

    /// Adds rows for the sizes that the search suggests.
    fn add_searched(
        &self,
        io: &mut Requests<'_>,
        block: u64,
        rows: &mut Vec<Row>,
        random: &mut Rng,
    ) -> Result<(), End> {
        let sizes = self.search(io, block, random)?;
        let mut wanted: Vec<u64> = sizes
            .into_iter()
            .flat_map(|size| {
                let parts = [2, 3, 5, 7].map(|divisor| (size / divisor, size % divisor == 0));
                let parts = parts.into_iter().filter(|part| part.1).map(|part| part.0);
                parts.chain([size, 2 * size, 3 * size]).collect::<Vec<u64>>()
            })
            .filter(|&size| size >= SCAN_STEP && size.is_multiple_of(io.logical_block()))
            .filter(|&size| rows.iter().all(|row| row.size != size))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let end = io.capacity().saturating_sub(block);
        let more = wanted
            .into_iter()
            .map(|size| Row { size, places: self.places_of(size, end, random) });
        let mut more: Vec<Row> = more.filter(|row| row.places.len() >= 2).collect();
        self.read_all(io, block, &mut more)?;
        rows.append(&mut more);
        rows.sort_by_key(|row| row.size);
        Ok(())
    }

    /// Sizes whose multiples seem slower to read across than their neighbours, in ascending order.
    fn search(
        &self,
        io: &mut Requests<'_>,
        block: u64,
        random: &mut Rng,
    ) -> Result<Vec<u64>, End> {
        let last = self.largest.0.min(io.capacity() / 2);
        let place = |count: u64| Scanned { at: count * SCAN_STEP, fastest: u64::MAX, usual: 0 };
        let mut places: Vec<Scanned> = (1..=last / SCAN_STEP).map(place).collect();
        for round in 0..SCAN_ROUNDS {
            for place in &mut places {
                place.fastest = place.fastest.min(io.read(place.at - block / 2, block)?);
            }
            if round == 0 {
                note_usual(&mut places);
            }
            // The slowest places come first. Each place counts with its fastest read, because every disturbance makes
            // a read slower.
            places.sort_unstable_by_key(|place| std::cmp::Reverse((place.excess(), place.at)));
            let half = places.len().div_ceil(2).max(SCAN_LEFT);
            places.truncate(half);
        }
        let left: Vec<u64> = places.into_iter().take(SCAN_LEFT).map(|place| place.at).collect();
        let pairs = left.iter().flat_map(|one| left.iter().map(|other| divisor(*one, *other)));
        let mut sizes: Vec<u64> = left.iter().copied().chain(pairs).collect();
        sizes.retain(|size| *size >= SCAN_STEP);
        sizes.sort_unstable();
        sizes.dedup();
        let mut judged = Vec::new();
        for size in sizes {
            judged.push((self.excess(io, block, size, random)?, size));
        }
        let best = judged.iter().map(|(excess, _)| *excess).max().unwrap_or(0);
        #[expect(clippy::cast_precision_loss, reason = "nanoseconds of a read")]
        let is_clear = |excess: i64| excess > 0 && excess as f64 >= SCAN_SHARE * best as f64;
        let clear = judged.into_iter().filter(|(excess, _)| is_clear(*excess));
        Ok(clear.map(|(_, size)| size).take(SCAN_SIZES).collect())
    }

    /// Extra time in nanoseconds of a read across multiples of `size`, compared with places beside them.
    fn excess(
        &self,
        io: &mut Requests<'_>,
        block: u64,
        size: u64,
        random: &mut Rng,
    ) -> Result<i64, End> {
        let end = io.capacity().saturating_sub(block + SCAN_STEP);
        let mut differences = Vec::new();
        for place in self.places_of(size, end, random) {
            let mut fastest = [u64::MAX; 2];
            for _ in 0..self.passes {
                for (fastest, at) in fastest.iter_mut().zip([place.at, place.at + SCAN_STEP]) {
                    *fastest = (*fastest).min(io.read(at - block / 2, block)?);
                }
            }
            differences.push(signed(fastest[0]) - signed(fastest[1]));
        }
        Ok(if differences.is_empty() { 0 } else { middle(differences) })
    }

    fn read_all(&self, io: &mut Requests<'_>, block: u64, rows: &mut [Row]) -> Result<(), End> {
        for _ in 0..self.passes {
            for place in rows.iter_mut().flat_map(|row| &mut row.places) {
                let starts = [place.at - block, place.at - block / 2, place.at];
                for (fastest, start) in place.fastest.iter_mut().zip(starts) {
                    *fastest = (*fastest).min(io.read(start, block)?);
                }
            }
        }
        Ok(())
    }
}

/// A place of the search.
struct Scanned {
    at: u64,
    fastest: u64,
    /// Usual time around this place: parts of a drive can be slower as a whole.
    usual: u64,
}

impl Scanned {
    /// The excess over the usual time around this place, in millionths of that time: in a slower part of a drive,
    /// ends of units are slower, too.
    fn excess(&self) -> i64 {
        let more = i128::from(self.fastest) - i128::from(self.usual);
        i64::try_from(more * 1_000_000 / i128::from(self.usual.max(1))).unwrap_or(i64::MAX)
    }
}

/// Neighbours on each side that determine the usual time. Arbitrary: two mebibytes.
const AROUND: usize = 32;

/// Sets the median time around each place, after the first round.
fn note_usual(places: &mut [Scanned]) {
    let times: Vec<i64> = places.iter().map(|place| signed(place.fastest)).collect();
    for (index, place) in places.iter_mut().enumerate() {
        let end = (index + AROUND + 1).min(times.len());
        let around = times[index.saturating_sub(AROUND)..end].to_vec();
        place.usual = u64::try_from(middle(around)).unwrap_or(0);
    }
}

struct Row {
    size: u64,
    places: Vec<BoundaryPlace>,
}

struct BoundaryPlace {
    at: u64,
    /// Fastest reads before, across and after the place.
    fastest: [u64; 3],
}

/// Threshold for a part of the drive that is slower or faster as a whole, in thousandths: the ratio of the reads
/// beside a place to the usual ones. In such a part, reads across a page differ by the same factor. Arbitrary: larger
/// than the effect of frames and noise on the fastest of several reads.
const OTHER_SPEED: u64 = 1_250;

/// Median time of reads that cross no boundary.
fn usual_of(rows: &[Row]) -> i64 {
    let beside = rows.iter().flat_map(|row| &row.places).map(BoundaryPlace::beside);
    let known: Vec<i64> = beside.filter(|time| *time < i64::MAX / 2).collect();
    if known.is_empty() { 0 } else { middle(known) }
}

impl BoundaryPlace {
    /// Mean time of the reads before and after it.
    fn beside(&self) -> i64 {
        i64::midpoint(signed(self.fastest[0]), signed(self.fastest[2]))
    }

    /// Extra time of a read across it, scaled to the usual speed of the drive.
    fn excess(&self, usual: i64) -> i64 {
        let beside = self.beside();
        let more = signed(self.fastest[1]) - beside;
        let (own, all) = (i128::from(beside), i128::from(usual));
        let (low, high) = (own.min(all).max(1), own.max(all));
        if usual <= 0 || high * 1000 < low * i128::from(OTHER_SPEED) {
            return more;
        }
        i64::try_from(i128::from(more) * all / own.max(1)).unwrap_or(more)
    }
}

impl Row {
    /// `None` if not every place was read; `usual` is the time of a read that crosses no boundary.
    fn summary(&self, usual: i64) -> Option<BoundaryRow> {
        if self.places.iter().any(|place| place.fastest.contains(&u64::MAX)) {
            return None;
        }
        let of = |part: usize| {
            middle(self.places.iter().map(|place| signed(place.fastest[part])).collect())
        };
        let diff = |place: &BoundaryPlace| place.excess(usual);
        let diff_ns = middle(self.places.iter().map(diff).collect());
        let spread =
            middle(self.places.iter().map(|place| (diff(place) - diff_ns).abs()).collect());
        Some(BoundaryRow {
            boundary_bytes: self.size,
            place_count: u32::try_from(self.places.len()).ok(),
            pre_ns: u64::try_from(of(0)).ok(),
            on_ns: u64::try_from(of(1)).ok(),
            post_ns: u64::try_from(of(2)).ok(),
            diff_ns,
            spread_ns: u64::try_from(spread).ok(),
        })
    }
}

/// The greatest common divisor.
const fn divisor(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn signed(ns: u64) -> i64 {
    i64::try_from(ns).unwrap_or(i64::MAX)
}

fn middle(mut values: Vec<i64>) -> i64 {
    values.sort_unstable();
    let half = values.len() / 2;
    if values.len().is_multiple_of(2) {
        i64::midpoint(values[half - 1], values[half])
    } else {
        values[half]
    }
}
