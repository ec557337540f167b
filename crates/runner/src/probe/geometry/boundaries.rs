//! Reads that end at, lie across and begin at multiples of many sizes.
//!
//! The multiples are chosen so that a place tells about its own size alone: the factor has none of the
//! primes up to 7, so a unit that is made of these divides the place only if it divides the size. Sizes
//! are powers of two by 1, 3, 5, 7, 9 and 15. Each place is read several times, long apart, and the
//! fastest read counts, since everything that disturbs a read makes it slower.
//!
//! Source of the idea: flashbench's `--align`, which has powers of two alone, at seven places.

use iogram_engine::Rng;
use iogram_model::{
    BoundaryEvidence, BoundaryRow, BoundaryTable, Bytes, CellState, Evidence, ParseError,
};

use super::{End, Requests, ended};
use crate::field::parse_count;
use crate::probe::unknown_setting;

/// Odd parts of the sizes.
const ODD_PARTS: [u64; 6] = [1, 3, 5, 7, 9, 15];
/// What a factor leaves when it is divided by 2 x 3 x 5 x 7: no prime of these divides it.
const WHEEL: u64 = 210;
const SPOKES: [u64; 12] = [1, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47];

/// Settings of the probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundaries {
    /// Sizes of the reads; those that cannot be halved into logical blocks are left out.
    pub blocks: Vec<Bytes>,
    /// The largest size whose multiples are read across.
    pub largest: Bytes,
    /// Multiples of each size.
    pub places: u32,
    /// Reads of each place.
    pub passes: u32,
}

impl Default for Boundaries {
    /// 1, 4 and 16 KiB: some cards show a pattern at some sizes only. Up to 64 MiB, the largest unit that
    /// SD registers can name. 8 places, 4 passes: arbitrary.
    fn default() -> Self {
        Self {
            blocks: [1, 4, 16].map(|kib| Bytes(kib << 10)).to_vec(),
            largest: Bytes(64 << 20),
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
        // A drive with blocks of 4 KiB is read at its own smallest size.
        let smallest = 2 * unit;
        let mut blocks: Vec<u64> =
            self.blocks.iter().map(|block| block.0.max(smallest)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks.into_iter().filter(|block| (block / 2).is_multiple_of(unit)) {
            let mut rows = self.rows(io, block, &mut random);
            end = self.read_all(io, block, &mut rows);
            tables.push(BoundaryTable {
                read_bytes: Some(block),
                pass_count: Some(self.passes),
                rows: rows.iter().filter_map(Row::summary).collect(),
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
        // With fewer places a single bad one would decide.
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

struct Row {
    size: u64,
    places: Vec<BoundaryPlace>,
}

struct BoundaryPlace {
    at: u64,
    /// Before, across and behind.
    fastest: [u64; 3],
}

impl Row {
    /// `None` if not every place was read.
    fn summary(&self) -> Option<BoundaryRow> {
        if self.places.iter().any(|place| place.fastest.contains(&u64::MAX)) {
            return None;
        }
        let of = |part: usize| {
            middle(self.places.iter().map(|place| signed(place.fastest[part])).collect())
        };
        let diff = |place: &BoundaryPlace| {
            let [pre, on, post] = place.fastest.map(signed);
            on - i64::midpoint(pre, post)
        };
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
