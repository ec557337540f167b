//! The parts of a file that hold data, from the file system's extent map.
//!
//! Source: the kernel's Documentation/filesystems/fiemap.rst and include/uapi/linux/fiemap.h.

#![expect(unsafe_code, reason = "an ioctl that no crate wraps")]

use std::ops::Range;
use std::os::fd::AsFd;

use rustix::io::Result;
use rustix::ioctl::Opcode;

use super::ioctl::{Exchange, exchange};

/// `_IOWR('f', 11, struct fiemap)`; its fixed part has 32 bytes.
const FIEMAP: Opcode = 0xc020_660b;
/// Writes dirty data first: it has no place until then.
const SYNC: u32 = 1;
/// The last extent of the file.
const LAST: u32 = 1;
/// Allocated space that reads as zeros without access to the drive.
const UNWRITTEN: u32 = 0x800;

/// Extents per answer. Arbitrary: two pages' worth.
const EXTENTS: usize = 128;
/// Answers per file. Arbitrary: a file of more than two million pieces is not examined.
const ANSWERS_MAX: usize = 16_384;

#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
struct Extent {
    logical: u64,
    physical: u64,
    length: u64,
    reserved64: [u64; 2],
    flags: u32,
    reserved: [u32; 3],
}

#[derive(Debug)]
#[repr(C)]
struct Map {
    start: u64,
    length: u64,
    flags: u32,
    mapped_extents: u32,
    extent_count: u32,
    reserved: u32,
    extents: [Extent; EXTENTS],
}

/// Bytes of `range` in which the file holds data; `None` if the file system does not report it.
pub(crate) fn stored_bytes(file: impl AsFd, range: Range<u64>) -> Option<u64> {
    let (mut at, mut stored) = (range.start, 0_u64);
    for _ in 0..ANSWERS_MAX {
        if at >= range.end {
            return Some(stored);
        }
        let extents = extents_from(&file, at..range.end).ok()?;
        let Some(last) = extents.last() else { return Some(stored) };
        for extent in &extents {
            let end = extent.logical.saturating_add(extent.length).min(range.end);
            let start = extent.logical.max(at);
            if extent.flags & UNWRITTEN == 0 {
                stored = stored.saturating_add(end.saturating_sub(start));
            }
            at = at.max(end);
        }
        if last.flags & LAST != 0 {
            return Some(stored);
        }
    }
    None
}

/// The first extents of a part of a file.
fn extents_from(file: impl AsFd, part: Range<u64>) -> Result<Vec<Extent>> {
    let mut map = Map {
        start: part.start,
        length: part.end.saturating_sub(part.start),
        flags: SYNC,
        mapped_extents: 0,
        extent_count: u32::try_from(EXTENTS).unwrap_or(0),
        reserved: 0,
        extents: [Extent::default(); EXTENTS],
    };
    // SAFETY: the kernel takes a `struct fiemap` with room for `extent_count` extents behind it, which is what a `Map` is,
    // and none of its fields is a pointer.
    let call = unsafe { Exchange::<FIEMAP, Map>::new(&mut map) };
    exchange(file, call)?;
    let count = usize::try_from(map.mapped_extents).unwrap_or(0).min(EXTENTS);
    Ok(map.extents[..count].to_vec())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt as _;

    use iogram_model::Bytes;

    use super::super::file_calls::allocate;
    use super::*;

    #[test]
    fn the_layouts_are_those_of_the_kernel() {
        assert_eq!(size_of::<Extent>(), 56);
        assert_eq!(size_of::<Map>(), 32 + EXTENTS * 56);
    }

    #[test]
    fn holes_and_space_that_was_only_taken_hold_nothing() {
        const MIB: u64 = 1 << 20;
        let folder = std::env::current_dir().unwrap();
        let file = std::fs::File::from(iogram_door::make_unnamed(&folder).unwrap());
        file.set_len(8 * MIB).unwrap();
        let Some(of_hole) = stored_bytes(&file, 0..8 * MIB) else {
            iogram_testing::skip("the file system tells no extents");
            return;
        };
        assert_eq!(of_hole, 0);
        if allocate(&file, Bytes(4 * MIB)).is_ok() {
            assert_eq!(stored_bytes(&file, 0..8 * MIB), Some(0));
        }
        file.write_all_at(&vec![1; 1 << 20], MIB).unwrap();
        assert_eq!(stored_bytes(&file, 0..8 * MIB), Some(MIB));
        assert_eq!(stored_bytes(&file, MIB + 4096..2 * MIB), Some(MIB - 4096));
        assert_eq!(stored_bytes(&file, 2 * MIB..8 * MIB), Some(0));
    }
}
