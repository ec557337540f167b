//! Effects of controllers and bridges, apart from the flash: they split requests, answer flushes without executing
//! them, cache a part of the map, know unwritten space, do not store certain patterns, and move blocks to level wear.
//!
//! Knows nothing of the structure of the flash. Sources: Linux, `drivers/usb/storage/scsiglue.c` (requests of at most
//! 240 sectors) and `Documentation/block/writeback_cache_control.rst` (the guarantee of a flush); the NVMe base
//! specification 2.0, sections 8.9 (host memory buffer: the place for the map of a drive without memory) and 5.17
//! (`DLFEAT`: contents of deallocated space on reads); L. Chang, *On Efficient Wear Leveling for Large-Scale
//! Flash-Memory Storage Systems*, SAC 2007 (blocks with static data move); A. Zuck and others, *Compression and SSDs:
//! Where and How?*, INFLOW 2014 (controllers that compress). Widths and times are arbitrary.

use std::ops::Range;

use iogram_engine::Request;
use iogram_model::JsonSchema;
use iogram_model::{DataPattern, OpKind};
use serde::{Deserialize, Serialize};

use crate::quantity::{Share, Size, Time};
use crate::ranges::Ranges;

/// Effects of the controller or of a bridge before it. Each part is absent if left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControllerSpec {
    /// Larger requests reach the drive in several parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<SplitSpec>,
    /// The drive answers a flush at once and writes nothing for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ignores_flush: bool,
    /// The drive caches a part of its map; it reads the rest from the flash when needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<MapSpec>,
    /// Time of a read of unwritten or discarded space: it does not reach the flash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten_read_time: Option<Time>,
    /// The drive notes zeros and does not store them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skips_zeros: bool,
    /// The drive compresses writes: the medium takes the time of the compressed size, for zeros a 64th. Space and
    /// wear are as without.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compresses: bool,
    /// The drive moves blocks now and then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wear_copy: Option<WearCopySpec>,
}

/// A bridge that splits requests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SplitSpec {
    /// The largest request that it passes on.
    pub size: Size,
    /// Extra time of each further part.
    pub time: Time,
}

/// A map that is only partly cached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapSpec {
    /// Part of the drive that the cached map covers.
    pub covers: Size,
    /// Part of the drive that one piece of the map covers; the drive loads whole pieces.
    pub piece: Size,
    /// Time to load one piece.
    pub miss_time: Time,
}

/// Wear levelling of static data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WearCopySpec {
    /// Written bytes between two moves of a block.
    pub every: Size,
    /// Wait of the write that triggers a move.
    pub time: Time,
}

/// Data of zeros alone compresses to one byte in this many. Arbitrary.
const LEAST_SHARE: u32 = 64;
/// The most cached pieces of a map, so that a description cannot request unlimited memory.
const PIECES_MAX: u64 = 1 << 20;

impl ControllerSpec {
    /// Checks its sizes; the error is the reason why they make no sense.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.split.as_ref().is_some_and(|split| split.size.bytes() == 0) {
            return Err("controller.split.size is 0");
        }
        if self.wear_copy.as_ref().is_some_and(|copy| copy.every.bytes() == 0) {
            return Err("controller.wear_copy.every is 0");
        }
        let Some(map) = &self.map else { return Ok(()) };
        match map.piece.bytes() {
            0 => Err("controller.map.piece is 0"),
            piece if map.covers.bytes() < piece => {
                Err("controller.map.covers is less than controller.map.piece")
            }
            piece if map.covers.bytes() / piece > PIECES_MAX => {
                Err("controller.map has more than a million pieces")
            }
            _ => Ok(()),
        }
    }
}

/// The state of a controller.
#[derive(Debug)]
pub(crate) struct Controller {
    spec: ControllerSpec,
    /// For each place the number of the piece there plus one; 0 is none.
    at_hand: Vec<u64>,
    /// The written parts, if they matter.
    written: Ranges,
    written_bytes: u64,
}

impl Controller {
    pub(crate) fn new(spec: &ControllerSpec) -> Self {
        let pieces = spec.map.as_ref().map_or(0, |map| map.covers.bytes() / map.piece.bytes());
        let pieces = usize::try_from(pieces.min(PIECES_MAX)).expect("at most a million");
        let spec = spec.clone();
        Self { spec, at_hand: vec![0; pieces], written: Ranges::default(), written_bytes: 0 }
    }

    /// Extra time of `request` before it reaches the medium.
    pub(crate) fn delay(&mut self, request: &Request) -> u64 {
        if !matches!(request.kind, OpKind::Read | OpKind::Write) {
            return 0;
        }
        let length = u64::from(request.length);
        let mut delay = 0;
        if let Some(split) = &self.spec.split {
            let more = length.div_ceil(split.size.bytes()).saturating_sub(1);
            delay += split.time.times_ns(more);
        }
        if let Some(map) = &self.spec.map {
            // Direct-mapped, as in the small table of a controller: each piece has one place, pieces with the same
            // place evict each other, and there is no list of recent uses.
            let piece = request.offset / map.piece.bytes();
            let slot =
                usize::try_from(piece % self.at_hand.len() as u64).expect("a place of it");
            if self.at_hand[slot] != piece + 1 {
                self.at_hand[slot] = piece + 1;
                delay += map.miss_time.ns();
            }
        }
        if let (Some(copy), OpKind::Write) = (&self.spec.wear_copy, request.kind) {
            let before = self.written_bytes / copy.every.bytes();
            self.written_bytes += length;
            let moved = self.written_bytes / copy.every.bytes() - before;
            delay += copy.time.times_ns(moved);
        }
        delay
    }

    /// Notes the range that a write stores or a discard frees.
    pub(crate) fn note(&mut self, range: Range<u64>, is_written: bool) {
        if self.spec.unwritten_read_time.is_none() {
            return;
        }
        if is_written {
            self.written.insert(range);
        } else {
            self.written.remove(range);
        }
    }

    /// Time of a read that the flash has no data for; `None` if it has some.
    pub(crate) fn unwritten_read(&self, range: &Range<u64>) -> Option<u64> {
        let time = self.spec.unwritten_read_time?;
        let first = self.written.next(range.start);
        first.is_none_or(|first| first.start >= range.end).then(|| time.ns())
    }

    /// Whether a write of `data` needs no flash.
    pub(crate) fn skips(&self, data: DataPattern) -> bool {
        self.spec.skips_zeros && data == DataPattern::Zeros
    }

    /// Compression ratio of `data`: how many times as fast the medium takes it; `None` without compression.
    pub(crate) fn compression(&self, data: DataPattern) -> Option<Share> {
        let left_permille = match data {
            _ if !self.spec.compresses => return None,
            // Simulated drives do not deduplicate.
            DataPattern::Random
            | DataPattern::Dedupe(_)
            | DataPattern::Image
            | DataPattern::Placed => return None,
            // A few repeated bytes compress to almost nothing.
            DataPattern::Repeated(_) => 0,
            // The head of 64 bytes in each 512 does not compress.
            DataPattern::Headed(_) => 125,
            DataPattern::Zeros => 0,
            DataPattern::Compressible(zeros) => 1000_u32.saturating_sub(zeros.0.into()),
        };
        Some(Share::from_ppm(1_000_000_000 / left_permille.max(1000 / LEAST_SHARE)))
    }

    pub(crate) const fn ignores_flush(&self) -> bool {
        self.spec.ignores_flush
    }
}

#[cfg(test)]
mod tests {
    use iogram_engine::Target;
    use iogram_model::{Bytes, Nanos};

    use super::*;
    use crate::{SimDrive, SimSpec};

    #[test]
    fn however_much_is_split_and_moved_a_request_takes_a_year_at_most_for_each() {
        let parts = "split = { size = \"1B\", time = \"31536000s\" }\n\
                     wear_copy = { every = \"1B\", time = \"31536000s\" }";
        let taken = times(&mut drive(parts), &[(Write, 0, 1 << 20)])[0];
        assert_eq!(taken, 2 * Time::LONGEST_NS / 1000 + 2000);
    }

    const DRIVE: &str = "name = \"x\"\ntitle = \"x\"\nsource = \"arbitrary\"\ndrive = \"usb\"\n\
        capacity = \"1GiB\"\n[media.latency]\nread = \"1ms\"\nwrite = \"2ms\"\nflush = \"9ms\"\ndiscard = \"1ms\"\n";

    fn drive(controller: &str) -> SimDrive {
        let spec = SimSpec::parse(&format!("{DRIVE}[controller]\n{controller}\n"));
        SimDrive::new(spec.expect("sound"), 1).expect("sound")
    }

    fn times(drive: &mut SimDrive, requests: &[(OpKind, u64, u32)]) -> Vec<u64> {
        times_of(drive, requests, DataPattern::Random)
    }

    fn times_of(
        drive: &mut SimDrive,
        requests: &[(OpKind, u64, u32)],
        data: DataPattern,
    ) -> Vec<u64> {
        let one = |&(kind, offset, length): &(OpKind, u64, u32)| {
            let begin = drive.now().0;
            let request = Request {
                slot: 0,
                length,
                offset,
                salt: 1,
                data,
                kind,
                is_fua: false,
                is_full_sync: false,
            };
            drive.submit(&[request]).expect("it takes requests");
            let mut done = Vec::new();
            while done.is_empty() {
                drive.reap(&mut done, Nanos(u64::MAX)).expect("it completes them");
            }
            (drive.now().0 - begin) / 1000
        };
        requests.iter().map(one).collect()
    }

    use OpKind::{Discard, Flush, Read, Write};

    #[test]
    fn split_requests_take_longer_for_each_piece() {
        let mut drive = drive("split = { size = \"64KiB\", time = \"100us\" }");
        let requests = [(Read, 0, 65_536), (Read, 0, 65_536 * 3)];
        assert_eq!(times(&mut drive, &requests), [1000, 1200]);
    }

    #[test]
    fn a_flush_that_is_ignored_takes_nothing() {
        assert_eq!(times(&mut drive("ignores_flush = true"), &[(Flush, 0, 0)]), [0]);
        assert_eq!(times(&mut drive("skips_zeros = false"), &[(Flush, 0, 0)]), [9000]);
    }

    #[test]
    fn what_the_map_at_hand_does_not_cover_is_loaded_first() {
        let map = "map = { covers = \"2MiB\", piece = \"1MiB\", miss_time = \"300us\" }";
        let at = |mib: u64| (Read, mib << 20, 4096);
        let requests = [at(0), at(0), at(1), at(0), at(2), at(0)];
        assert_eq!(times(&mut drive(map), &requests), [1300, 1000, 1300, 1000, 1300, 1300]);
    }

    #[test]
    fn unwritten_and_discarded_space_is_read_without_the_flash() {
        let mut drive = drive("unwritten_read_time = \"10us\"");
        let requests = [
            (Read, 0, 4096),
            (Write, 4096, 4096),
            (Read, 0, 4096),
            (Read, 0, 8192),
            (Discard, 4096, 4096),
            (Read, 0, 8192),
        ];
        assert_eq!(times(&mut drive, &requests), [10, 2000, 10, 1000, 1000, 10]);
    }

    #[test]
    fn what_compresses_is_written_in_the_time_of_what_is_left() {
        for (data, expected) in [
            (DataPattern::Random, 2000),
            (DataPattern::Compressible(iogram_model::Permille(750)), 500),
            (DataPattern::Zeros, 30),
        ] {
            let mut drive = drive("compresses = true");
            assert_eq!(times_of(&mut drive, &[(Write, 0, 4096)], data), [expected], "{data}");
        }
    }

    #[test]
    fn a_block_is_moved_after_every_so_many_bytes() {
        let mut drive = drive("wear_copy = { every = \"8KiB\", time = \"5ms\" }");
        let requests =
            [(Write, 0, 4096), (Write, 0, 4096), (Write, 0, 4096), (Write, 0, 12_288)];
        assert_eq!(times(&mut drive, &requests), [2000, 7000, 2000, 12_000]);
    }

    #[test]
    fn sizes_of_nothing_are_refused() {
        for part in [
            "split = { size = \"0B\", time = \"1us\" }",
            "wear_copy = { every = \"0B\", time = \"1us\" }",
            "map = { covers = \"1MiB\", piece = \"0B\", miss_time = \"1us\" }",
            "map = { covers = \"1KiB\", piece = \"1MiB\", miss_time = \"1us\" }",
            "map = { covers = \"1TiB\", piece = \"1KiB\", miss_time = \"1us\" }",
        ] {
            let text = format!("{DRIVE}[controller]\n{part}\n");
            assert!(SimSpec::parse(&text).is_err(), "{part}");
        }
        let spec = SimSpec::parse(DRIVE).expect("sound");
        assert_eq!((spec.controller, spec.capacity.0), (None, Bytes(1 << 30)));
    }
}
