//! Maps recorded requests to addresses of another drive, and finds the data that must exist before they are read.

use iogram_model::{OpKind, Places};

use crate::profile::Pages;
use crate::request::TraceRequest;

/// Addresses are scaled in pieces of this size. Arbitrary: neighbours stay neighbours within a piece, and a piece is
/// far larger than any drive's read-ahead.
const PIECE: u64 = 16 << 20;

/// Largest single write of the data that must exist. Arbitrary.
const FILL_BYTES: u64 = 1 << 20;

/// The part of a drive that requests go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes from the drive's beginning. More than 0.
    pub size: u64,
    /// The logical block size; offsets and lengths are multiples of it. More than 0.
    pub unit: u64,
    /// The largest request, a multiple of the unit. More than 0.
    pub request_max: u64,
}

/// Finds the address of each request.
#[derive(Debug, Clone)]
pub struct Placement {
    places: Places,
    room: Room,
    /// First byte after all recorded requests.
    recorded_end: u64,
    rounded_count: u64,
}

impl Placement {
    /// For requests that ended before `recorded_end` on the drive where they were recorded.
    #[must_use]
    pub fn new(places: Places, room: Room, recorded_end: u64) -> Self {
        let unit = room.unit.max(1);
        let places = match places {
            Places::Fit if recorded_end <= room.size => Places::Exact,
            Places::Fit => Places::Scaled,
            other => other,
        };
        let room = Room {
            size: whole(room.size, unit).max(unit),
            unit,
            request_max: whole(room.request_max, unit).max(unit),
        };
        Self { places, room, recorded_end, rounded_count: 0 }
    }

    /// Offset and length of a request on this drive: within the room, in whole units; 0 and 0 for a flush.
    pub fn place(&mut self, request: &TraceRequest) -> (u64, u32) {
        if request.kind == OpKind::Flush {
            return (0, 0);
        }
        let Room { size, unit, request_max } = self.room;
        let begin = whole(request.offset, unit);
        let end = request.end().checked_next_multiple_of(unit).unwrap_or(request.end());
        // A discard needs no memory, so it keeps its length.
        let most = if request.kind == OpKind::Discard { size } else { request_max.min(size) };
        let most = most.min(whole(u32::MAX.into(), unit).max(unit));
        let length = end.saturating_sub(begin).clamp(unit, most.max(unit));
        if begin != request.offset || length != u64::from(request.length) {
            self.rounded_count = self.rounded_count.saturating_add(1);
        }
        let last = size.saturating_sub(length);
        let place = match self.places {
            Places::Exact => begin,
            Places::Modulo => begin.checked_rem(size).unwrap_or(0),
            Places::Scaled | Places::Fit => self.scaled(begin),
        };
        (whole(place.min(last), unit), u32::try_from(length).unwrap_or(u32::MAX))
    }

    /// Requests that were rounded so far.
    #[must_use]
    pub fn rounded_count(&self) -> u64 {
        self.rounded_count
    }

    fn scaled(&self, begin: u64) -> u64 {
        let here = self.room.size.checked_div(PIECE).unwrap_or(0);
        let there = self.recorded_end.div_ceil(PIECE).max(1);
        if here == 0 {
            return begin.checked_rem(self.room.size).unwrap_or(0);
        }
        let (piece, within) = (begin / PIECE, begin % PIECE);
        let piece = u128::from(piece).saturating_mul(here.into()).checked_div(there.into());
        let piece = u64::try_from(piece.unwrap_or(0)).unwrap_or(0).min(here.saturating_sub(1));
        piece.saturating_mul(PIECE).saturating_add(within)
    }
}

/// The largest multiple of `unit` up to `bytes`.
fn whole(bytes: u64, unit: u64) -> u64 {
    bytes.saturating_sub(bytes.checked_rem(unit).unwrap_or(0))
}

/// Finds the data that must be written before a replay, so that no read meets a block that was never written. Takes
/// one bit of memory for each touched page of 4 KiB, and a little more.
#[derive(Debug)]
pub struct Filling {
    pages: Pages,
    room: Room,
}

impl Filling {
    /// For requests in this room.
    #[must_use]
    pub fn new(room: Room) -> Self {
        Self { pages: Pages::default(), room }
    }

    /// Takes the next request, at its address, and pushes the extents that must be written before it: offset and
    /// length, each in whole units and at most 1 MiB.
    pub fn add(
        &mut self,
        kind: OpKind,
        (offset, length): (u64, u32),
        to: &mut Vec<(u64, u32)>,
    ) {
        let end = offset.saturating_add(length.into());
        match kind {
            OpKind::Flush | OpKind::Discard => {}
            OpKind::Write => self.pages.touch(offset, end, false),
            OpKind::Read => {
                let unit = self.room.unit.max(1);
                let most = whole(FILL_BYTES.min(self.room.request_max), unit).max(unit);
                let size = whole(self.room.size, unit);
                self.pages.for_each_untouched(offset, end, |begin, end| {
                    let (mut begin, end) = (whole(begin, unit), end.min(size));
                    while begin < end {
                        let length = end.saturating_sub(begin).min(most);
                        to.push((begin, u32::try_from(length).unwrap_or(u32::MAX)));
                        begin = begin.saturating_add(length);
                    }
                });
                self.pages.touch(offset, end, true);
            }
        }
    }
}

#[cfg(test)]
mod tests;
