//! The positions of a region's segments: equal parts at random places, identical for every cell.

use iogram_model::{Bytes, Region, Segments};

use crate::rng::Rng;

/// Segments begin at multiples of this if there is room. Arbitrary: the largest block of the tests with segments, so
/// that their blocks are aligned on the target as in a plain region.
const UNIT_MAX: u64 = 1 << 20;

/// Minimum alignment, so that direct requests stay aligned: the page of every drive with blocks larger than 512 B.
const UNIT_MIN: u64 = 4096;

/// Determines the positions, whatever the cell: a whole run works on one set of addresses. Arbitrary.
const SEED: u64 = 0x5e6_0e75;

/// The segments of a region on a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SegmentMap {
    /// First bytes, ascending.
    starts: Vec<u64>,
    /// Bytes of each.
    length: u64,
}

impl SegmentMap {
    /// The segments of `region` on a target of this size: the first at its beginning, the last at its end, the others
    /// at random places between, none adjacent to another. `None` if the region has no segments, or no room for them.
    pub(crate) fn of(region: &Region, capacity: Bytes) -> Option<Self> {
        let segments = region.segments?;
        let end = region.end.resolve(capacity).0.min(capacity.0);
        let length = segments.length().0;
        let gaps = u64::from(segments.count) - 1;
        let mut unit = UNIT_MAX;
        loop {
            let start = region.start.resolve(capacity).0.next_multiple_of(unit);
            let length_units = length.div_ceil(unit);
            let taken = length_units.checked_mul(u64::from(segments.count))?;
            let units = end.saturating_sub(start) / unit;
            if let Some(free) = units.checked_sub(taken).and_then(|it| it.checked_sub(gaps)) {
                let starts = places(segments, free)
                    .zip(0_u64..)
                    .map(|(place, index)| start + (place + index * (length_units + 1)) * unit)
                    .collect();
                return Some(Self { starts, length });
            }
            if unit == UNIT_MIN {
                return None;
            }
            unit /= 2;
        }
    }

    /// Total bytes of all segments.
    pub(crate) fn size(&self) -> u64 {
        self.length * self.starts.len() as u64
    }

    /// The address of the block of `length` bytes at `offset` of all segments in a row. It never extends beyond its
    /// segment: near the end it is moved back.
    #[inline]
    pub(crate) fn place(&self, offset: u64, length: u64) -> u64 {
        let index = usize::try_from(offset / self.length).unwrap_or(usize::MAX);
        let inside = (offset % self.length).min(self.length.saturating_sub(length));
        self.starts[index.min(self.starts.len() - 1)] + inside
    }
}

/// One place per segment among the `free` units that are left over, ascending, from 0 to all of them.
fn places(segments: Segments, free: u64) -> impl Iterator<Item = u64> {
    let mut rng = Rng::new(SEED, u64::from(segments.count));
    let mut places: Vec<u64> = (0..segments.count).map(|_| rng.below(free + 1)).collect();
    places.sort_unstable();
    if let [first, .., last] = places.as_mut_slice() {
        (*first, *last) = (0, free);
    }
    places.into_iter()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use iogram_model::{Nanos, Workload};

    use super::*;
    use crate::generator::Generator;
    use crate::target::Geometry;

    /// The segments that this load's requests touch; each request has to lie inside one.
    fn touched(access: &str, block: &str, jobs: u32, layout: iogram_model::JobLayout) -> usize {
        let capacity = Bytes(1 << 30);
        let workload = Workload {
            access: access.parse().unwrap(),
            block: block.parse().unwrap(),
            region: "10%..90%,64MiB/64".parse().unwrap(),
            jobs,
            layout,
            ..Workload::default()
        };
        let geometry =
            Geometry { capacity, logical_block_size: Bytes(512), physical_block_size: None };
        let map = SegmentMap::of(&workload.region, capacity).unwrap();
        let mut seen = BTreeSet::new();
        for job in 0..jobs {
            let mut generator = Generator::new(&workload, geometry, job, Nanos(0));
            for _ in 0..20_000 {
                let (request, _) = generator.claim(0, Nanos(0)).unwrap();
                let index = map.starts.partition_point(|start| *start <= request.offset) - 1;
                let end = request.offset + u64::from(request.length);
                assert!(end <= map.starts[index] + map.length, "{access} {block}: {request:?}");
                assert_eq!(request.offset % 512, 0, "{access} {block}: {request:?}");
                seen.insert(index);
            }
        }
        seen.len()
    }

    #[test]
    fn what_is_touched_are_the_segments_all_of_them_and_nothing_else() {
        use iogram_model::JobLayout::{Shared, Sliced};
        for (access, block, jobs, layout) in [
            ("random", "4KiB", 1, Shared),
            ("random", "4KiB", 4, Sliced),
            ("seq", "16KiB", 1, Shared),
            ("seq", "64KiB", 4, Sliced),
            ("permutation", "8KiB", 1, Shared),
            ("zipf=0.2", "4KiB", 1, Shared),
            ("zoned=50/5:30/15:20/80,align=4KiB", "512B:4,3584B:1,4KiB:67,64KiB:3", 1, Shared),
        ] {
            assert_eq!(touched(access, block, jobs, layout), 64, "{access} {block} {jobs}");
        }
    }

    fn map(region: &str, capacity: u64) -> Option<SegmentMap> {
        SegmentMap::of(&region.parse().unwrap(), Bytes(capacity))
    }

    #[test]
    fn segments_are_equal_apart_and_span_the_region() {
        for (region, capacity, start, end) in [
            ("0..100%,8GiB", 64_u64 << 30, 0, 64_u64 << 30),
            ("25%..75%,16GiB/2048", 64 << 30, 16 << 30, 48 << 30),
            // Hardly any room: gaps of 4 KiB.
            ("0..100%,8GiB", (8 << 30) + (9 << 20), 0, (8 << 30) + (9 << 20)),
            ("0..100%,1MiB/4", 2 << 20, 0, 2 << 20),
        ] {
            let map = map(region, capacity).expect(region);
            let segments = region.parse::<Region>().unwrap().segments.unwrap();
            assert_eq!(map.starts.len(), segments.count as usize, "{region}");
            assert_eq!(map.size(), segments.amount.0, "{region}");
            assert_eq!(map.starts[0], start, "{region}");
            for pair in map.starts.windows(2) {
                assert!(pair[0] + map.length < pair[1], "{region}: {pair:?}");
            }
            let last = map.starts.last().unwrap() + map.length;
            assert!(last <= end && end - last < UNIT_MAX, "{region}: {last} of {end}");
        }
    }

    #[test]
    fn they_lie_at_random_and_the_same_every_time() {
        let one = map("0..100%,8GiB", 64 << 30).unwrap();
        assert_eq!(Some(&one), map("0..100%,8GiB", 64 << 30).as_ref());
        let mut gaps: Vec<u64> = one.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_unstable();
        // Evenly spaced segments have equal gaps; random gaps differ widely.
        assert!(gaps[0] * 10 < gaps[gaps.len() - 1], "{} {}", gaps[0], gaps[gaps.len() - 1]);
    }

    #[test]
    fn what_has_no_room_has_no_segments() {
        assert_eq!(map("0..100%,8GiB", 8 << 30), None);
        assert_eq!(map("0..100%", 8 << 30), None);
        assert_eq!(map("50%..100%,8GiB", 16 << 30), None);
    }

    #[test]
    fn a_block_never_reaches_beyond_its_segment() {
        let map = map("0..100%,1MiB/4", 64 << 20).unwrap();
        assert_eq!(map.place(0, 4096), map.starts[0]);
        assert_eq!(map.place(256 << 10, 4096), map.starts[1]);
        assert_eq!(map.place((512 << 10) - 4096, 8192), map.starts[1] + (256 << 10) - 8192);
    }
}
