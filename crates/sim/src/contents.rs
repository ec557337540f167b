//! The contents of a drive as descriptions: which request wrote which bytes. It never holds the bytes themselves.
//!
//! Pattern, salt and offset determine the data of a request, so these three are enough. Requests of one sequential
//! stream collapse into one entry, because the engine's salts ascend by a constant; a terabyte of sequential writes
//! takes a handful of entries.

use std::collections::BTreeMap;
use std::ops::Range;

use iogram_engine::Request;
use iogram_model::DataPattern;

/// Distance between the salts of two consecutive requests of one generator. If the engine changes it, nothing breaks;
/// streams only stop collapsing.
const SALT_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Identifies the request that wrote some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// The request's salt: with pattern and offset it determines every byte.
    pub salt: u64,
    /// The request's pattern.
    pub data: DataPattern,
    /// The request's first byte, as the host addressed it.
    pub offset: u64,
}

impl Stamp {
    /// The stamp of a write request.
    pub(crate) const fn of(request: &Request) -> Self {
        Self { salt: request.salt, data: request.data, offset: request.offset }
    }
}

/// A part of a drive with uniform contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// First byte.
    pub start: u64,
    /// Its length.
    pub length: u64,
    /// The request that wrote it, and the offset of its first byte in that request; `None` reads as zeroes.
    pub written: Option<(Stamp, u64)>,
    /// Whether some of its bits have flipped since.
    pub is_rotten: bool,
}

/// Adjacent requests of equal length, with salts ascending by [`SALT_STEP`].
#[derive(Debug, Clone, Copy)]
struct Extent {
    end: u64,
    /// Start of the first request, possibly before the remaining extent.
    base: u64,
    first: Stamp,
    request_length: u64,
    /// Bytes of the request before the extent; only for an extent of one request.
    skip: u64,
}

impl Extent {
    /// The request that wrote the byte at `address`, and the address of its first byte in this extent.
    fn stamp_at(&self, address: u64) -> (Stamp, u64) {
        let index = (address - self.base) / self.request_length;
        let skipped = index * self.request_length;
        let stamp = Stamp {
            salt: self.first.salt.wrapping_add(SALT_STEP.wrapping_mul(index)),
            offset: self.first.offset + skipped,
            ..self.first
        };
        (stamp, self.base + skipped)
    }
}

/// A sparse map from each address to the last request that wrote it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    extents: BTreeMap<u64, Extent>,
}

impl Contents {
    /// Number of entries.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.extents.len()
    }

    /// Notes `length` bytes of the request `stamp`, from `skip` bytes into it, at `start`.
    pub(crate) fn write(&mut self, start: u64, length: u64, stamp: Stamp, skip: u64) {
        if length == 0 {
            return;
        }
        self.clear(start..start + length);
        if let Some((_, last)) = self.extents.range_mut(..start).next_back()
            && last.end == start
            && last.skip == 0
            && skip == 0
            && last.request_length == length
            && (start - last.base).is_multiple_of(length)
            && last.stamp_at(start).0 == stamp
        {
            last.end = start + length;
            return;
        }
        let extent = Extent {
            end: start + length,
            base: start,
            first: stamp,
            request_length: length,
            skip,
        };
        self.extents.insert(start, extent);
    }

    pub(crate) fn clear(&mut self, range: Range<u64>) {
        let before = self.extents.range_mut(..range.start).next_back();
        if let Some((_, extent)) = before.filter(|(_, extent)| extent.end > range.start) {
            let right = *extent;
            extent.end = range.start;
            if right.end > range.end {
                self.extents.insert(range.end, right);
                return;
            }
        }
        while let Some((&start, &extent)) = self.extents.range(range.clone()).next() {
            self.extents.remove(&start);
            if extent.end > range.end {
                self.extents.insert(range.end, extent);
            }
        }
    }

    /// The contents of `range`, in order and without gaps.
    pub(crate) fn read(&self, range: Range<u64>) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let extent = self.extents.range(..=at).next_back().map(|(_, extent)| extent);
            let (end, written) = match extent.filter(|extent| extent.end > at) {
                Some(extent) => {
                    let (stamp, began) = extent.stamp_at(at);
                    let end = extent.end.min(began + extent.request_length);
                    (end, Some((stamp, at - began + extent.skip)))
                }
                None => {
                    let next = self.extents.range(at..).next().map(|(&start, _)| start);
                    (next.unwrap_or(range.end), None)
                }
            };
            let end = end.min(range.end);
            segments.push(Segment { start: at, length: end - at, written, is_rotten: false });
            at = end;
        }
        segments
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn stamp(salt: u64, offset: u64) -> Stamp {
        Stamp { salt, data: DataPattern::Random, offset }
    }

    #[test]
    fn a_sequential_stream_is_one_entry() {
        let mut contents = Contents::default();
        for index in 0..1_000_000_u64 {
            contents.write(
                index * 4096,
                4096,
                stamp(7_u64.wrapping_add(SALT_STEP.wrapping_mul(index)), index * 4096),
                0,
            );
        }
        assert_eq!(contents.len(), 1);
        let read = contents.read(4096 * 500 + 512..4096 * 501 + 1);
        assert_eq!(read.len(), 2);
        assert_eq!(
            read[0].written.map(|(stamp, skip)| (stamp.offset, skip)),
            Some((2_048_000, 512))
        );
        assert_eq!(
            read[1].written.map(|(stamp, skip)| (stamp.offset, skip)),
            Some((2_052_096, 0))
        );
    }

    proptest! {
        #[test]
        fn contents_answer_like_a_table_of_bytes(
            steps in prop::collection::vec((0_u64..90, 1_u64..20, any::<bool>()), 1..60),
        ) {
            let mut contents = Contents::default();
            let mut table = vec![None; 110];
            let mut salt = 1_u64;
            for (start, length, is_write) in steps {
                if is_write {
                    salt = salt.wrapping_add(SALT_STEP);
                    contents.write(start, length, stamp(salt, start), 0);
                } else {
                    contents.clear(start..start + length);
                }
                for at in start..start + length {
                    let index = usize::try_from(at).unwrap();
                    table[index] = is_write.then(|| (stamp(salt, start), at - start));
                }
            }
            let mut at = 0;
            for segment in contents.read(0..110) {
                prop_assert_eq!(segment.start, at);
                for index in 0..segment.length {
                    let expected = table[usize::try_from(at + index).unwrap()];
                    let read = segment.written.map(|(stamp, skip)| (stamp, skip + index));
                    prop_assert_eq!(read, expected, "byte {}", at + index);
                }
                at += segment.length;
            }
            prop_assert_eq!(at, 110);
        }
    }
}
