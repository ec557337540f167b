//! The contents of pages, as descriptions: kept if a run compares its reads.

use std::ops::Range;

use iogram_engine::Request;
use iogram_model::Bytes;

use super::{Errand, PageCache, Segment, SimDrive};
use crate::contents::Stamp;
use crate::store::Piece;

impl PageCache {
    /// Keeps the contents of writes into pages from now on.
    pub(crate) fn keep_contents(&mut self) {
        self.held.get_or_insert_default();
    }

    /// The contents that a read of `range` returns: those written into its pages, else those of the drive.
    pub(crate) fn contents(&self, drive: &SimDrive, range: Range<u64>) -> Vec<Segment> {
        let Some(held) = &self.held else { return of_drive(drive, range) };
        let mut seen = Vec::new();
        for segment in held.read(range) {
            match segment.written {
                Some(_) => seen.push(segment),
                None => {
                    seen.extend(of_drive(drive, segment.start..segment.start + segment.length));
                }
            }
        }
        seen
    }

    pub(super) fn forget_held(&mut self, range: Range<u64>) {
        if let Some(held) = &mut self.held {
            held.clear(range);
        }
    }

    /// Copies `request` into its pages. The rest of those pages has the contents of the drive.
    pub(super) fn hold(&mut self, drive: &SimDrive, request: &Request) {
        let Some(held) = &mut self.held else { return };
        let length = u64::from(request.length);
        let range = request.offset..request.offset + length;
        let pages = self.pages.around(&range);
        for edge in [pages.start..range.start, range.end..pages.end.max(range.end)] {
            let unknown = held.read(edge).into_iter().filter(|it| it.written.is_none());
            for gap in unknown.collect::<Vec<_>>() {
                for segment in of_drive(drive, gap.start..gap.start + gap.length) {
                    // Misplaced or rotten data belongs to no request any more.
                    if let Some((stamp, skip)) = segment.written
                        && !segment.is_rotten
                        && stamp.offset + skip == segment.start
                    {
                        held.write(segment.start, segment.length, stamp, skip);
                    }
                }
            }
        }
        held.write(range.start, length, Stamp::of(request), 0);
    }

    /// Sets the contents of a write-back request: it combines pages of several calls.
    pub(super) fn tell_pieces(&self, drive: &mut SimDrive, (slot, errand): (u32, &Errand)) {
        let (Some(held), Errand::WriteBack { range, .. }) = (&self.held, errand) else {
            return;
        };
        let Some(store) = drive.store_mut() else { return };
        let piece = |segment: Segment| -> Piece {
            // If a request's data follows from its place, a part of it is a request at that place.
            let stamp = segment
                .written
                .map(|(stamp, skip)| Stamp { offset: stamp.offset + skip, ..stamp });
            (segment.start..segment.start + segment.length, stamp)
        };
        store.tell(slot, held.read(range.clone()).into_iter().map(piece).collect());
    }
}

fn of_drive(drive: &SimDrive, range: Range<u64>) -> Vec<Segment> {
    let length = Bytes(range.end - range.start);
    drive.read_contents(Bytes(range.start), length).unwrap_or_default()
}
