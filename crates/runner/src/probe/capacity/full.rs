//! Every block written, then every block read.
//!
//! Nothing is hidden by a cache that holds less than the drive, and the time of every request is known:
//! the speed along the capacity comes with it.

use iogram_engine::Found;
use iogram_model::{BadKind, CapacityEvidence, Nanos, Stretch};

use super::MIB;
use super::marks::{End, Look, Marker};

/// Bytes per request.
const CHUNK: u64 = 4 * MIB;
/// Parts of the drive whose speed is kept. Arbitrary: more than a chart has columns.
const STRETCH_COUNT: u64 = 512;

pub(super) fn try_all(
    marker: &mut Marker<'_>,
    evidence: &mut CapacityEvidence,
) -> Result<(), End> {
    evidence.is_full = true;
    let salt = marker.new_salt();
    let mut along = Along::new(marker.end);
    let mut at = 0;
    while at < marker.end {
        let length = CHUNK.min(marker.end - at);
        if let Some(time) = marker.write(at, length, salt)? {
            along.note_write(at, length, time);
        }
        at += length;
    }
    marker.flush()?;
    let mut border = Seen::default();
    let mut found = Vec::new();
    let mut at = 0;
    while at < marker.end {
        let length = CHUNK.min(marker.end - at);
        match marker.check(at, length, &mut found)? {
            Some(time) => {
                along.note_read(at, time);
                see_chunk(marker, (at, salt), &found, &mut border);
            }
            None => read_in_pieces(marker, (at, salt), length, &mut border)?,
        }
        at += length;
    }
    evidence.stretches = along.stretches;
    border.conclude(evidence, marker.end);
    Ok(())
}

/// What a chunk that fails as a whole holds: its pieces one by one.
fn read_in_pieces(
    marker: &mut Marker<'_>,
    (start, salt): (u64, u64),
    length: u64,
    seen: &mut Seen,
) -> Result<(), End> {
    let step = marker.block.max(64 << 10);
    let mut found = Vec::new();
    let mut at = start;
    while at < start + length {
        let piece = step.min(start + length - at);
        if marker.check(at, piece, &mut found)?.is_some() {
            see_chunk(marker, (at, salt), &found, seen);
        } else {
            marker.note_bad(at, piece, BadKind::Unreadable);
        }
        at += piece;
    }
    Ok(())
}

/// What all blocks together say.
#[derive(Debug, Default)]
struct Seen {
    last_kept: Option<u64>,
    /// First byte of the lost blocks that reach up to where was read last.
    lost_since: Option<u64>,
    /// First byte of the first lost block, and the first one that holds another place's data.
    first_lost: Option<u64>,
    period: Option<u64>,
}

fn see_chunk(
    marker: &mut Marker<'_>,
    (start, salt): (u64, u64),
    found: &[Found],
    seen: &mut Seen,
) {
    let block = marker.block;
    let mut at = start;
    for found in found {
        let look = marker.interpret(*found, at, salt);
        match look {
            Look::Kept => {
                seen.last_kept = Some(at);
                seen.lost_since = None;
            }
            Look::Elsewhere(from) => {
                let distance = from.abs_diff(at);
                let period =
                    seen.period.map_or(distance, |period| greatest_common(period, distance));
                seen.period = Some(period);
                seen.lost_since = None;
            }
            Look::Lost => {
                seen.lost_since.get_or_insert(at);
                seen.first_lost.get_or_insert(at);
            }
            Look::Damaged | Look::Unreadable => {}
        }
        marker.note_look(at, block, look);
        at += block;
    }
}

const fn greatest_common(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Seen {
    fn conclude(&self, evidence: &mut CapacityEvidence, end: u64) {
        evidence.period_bytes = self.period;
        evidence.lost_from_bytes = match (self.period, self.first_lost) {
            // Every period loses the same part.
            (Some(period), Some(lost)) => Some(lost % period),
            (Some(_), None) => None,
            (None, _) => self.lost_since.filter(|lost| *lost < end),
        };
    }
}

/// Speed along the capacity, in equal parts.
#[derive(Debug)]
struct Along {
    size: u64,
    stretches: Vec<Stretch>,
}

impl Along {
    fn new(capacity: u64) -> Self {
        let size = capacity.div_ceil(STRETCH_COUNT).next_multiple_of(CHUNK);
        Self { size, stretches: Vec::new() }
    }

    fn note_write(&mut self, at: u64, length: u64, time: Nanos) {
        let start = at / self.size * self.size;
        if self.stretches.last().is_none_or(|last| last.start_bytes != start) {
            self.stretches.push(Stretch {
                start_bytes: start,
                size_bytes: 0,
                write_ns: 0,
                write_max_ns: 0,
                read_ns: None,
                read_max_ns: None,
            });
        }
        if let Some(last) = self.stretches.last_mut() {
            last.size_bytes += length;
            last.write_ns += time.0;
            last.write_max_ns = last.write_max_ns.max(time.0);
        }
    }

    fn note_read(&mut self, at: u64, time: Nanos) {
        let start = at / self.size * self.size;
        if let Ok(index) = self.stretches.binary_search_by_key(&start, |it| it.start_bytes) {
            let stretch = &mut self.stretches[index];
            stretch.read_ns = Some(stretch.read_ns.unwrap_or(0) + time.0);
            stretch.read_max_ns = Some(stretch.read_max_ns.unwrap_or(0).max(time.0));
        }
    }
}
