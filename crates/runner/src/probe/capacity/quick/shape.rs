//! Places on a drive: the anchor, the end, and the flooded part.

use super::super::{GIB, MIB};

/// Bytes per request of runs and floods.
pub(super) const CHUNK: u64 = 4 * MIB;

/// Number of blocks to write and check at the end, and their most bytes. Arbitrary.
const END_BLOCKS: u64 = 512;
const END_MAX: u64 = 2 * MIB;

/// Largest part of the drive that is flooded again and again: limits the blocks to put back.
const FLOODED_MAX: u64 = GIB + GIB / 20;

/// Places on a drive, in whole blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) anchor_start: u64,
    pub(super) anchor_length: u64,
    pub(super) end: u64,
    pub(super) end_length: u64,
}

impl Shape {
    pub(super) fn of(capacity: u64, block: u64) -> Self {
        let end = capacity / block * block;
        let align = |bytes: u64| (bytes / block * block).max(block);
        // A step of a 4096th makes 4096 reads; the limit keeps memory below the size of a small counterfeit.
        let length = (end / 4096).next_power_of_two().clamp(MIB, 32 * MIB).min(align(end / 16));
        Self {
            // The anchor is written first and put back last: meanwhile nothing can be mounted.
            anchor_start: 0,
            anchor_length: align(length),
            end,
            // The same number of blocks for any block size: each is checked once.
            end_length: align((END_BLOCKS * block).min(END_MAX).min(end / 64)),
        }
    }

    pub(super) const fn anchor_end(&self) -> u64 {
        self.anchor_start + self.anchor_length
    }

    pub(super) const fn end_start(&self) -> u64 {
        self.end - self.end_length
    }
}

/// A part of the drive that is flooded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flooded {
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Shape {
    /// The part to flood: the space before the end, but only from `from` on.
    pub(super) fn flooded(&self, from: u64) -> Flooded {
        let end = self.end_start();
        // Never over the anchor, and at most half of a small drive.
        let most = FLOODED_MAX.min((end - self.anchor_end()) / 2);
        let start = if from < end { from.max(end - most) } else { end - most };
        let aligned = start.next_multiple_of(CHUNK);
        Flooded { start: if aligned + CHUNK <= end { aligned } else { start }, end }
    }
}
