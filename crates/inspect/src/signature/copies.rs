//! The remains of a file system whose beginning is gone: copies of its superblock, and signatures at typical first
//! partitions when the partition table is gone.
//!
//! Checked only if nothing else is recognised, because copies survive when another file system is made over the old
//! one.

use super::file_systems::{ext_at, f2fs_at, fat_at, is_hfs_plus, xfs_at};
use super::members::behind_lost_table;
use super::view::View;
use super::{Signature, magics, note, note_magics, recognise_here};

/// Places of group 1's superblock for blocks of 1, 2 and 4 KiB, with groups as large as one block of bitmap allows.
pub(super) const EXT: [u64; 3] = [8193 << 10, 32 << 20, 128 << 20];
/// Typical starts of first partitions: today's, that of SD cards, that of DOS.
const FIRST_PARTITIONS: [u64; 3] = [1 << 20, 4 << 20, 63 * 512];
/// The farthest place of any check from the start, except ZFS.
pub(super) const PARTITION_HEAD: usize = 128 << 10;

/// The place of XFS's second group on a device of this size: four groups by default.
///
/// Source: xfsprogs 6.1, `calc_default_ag_geometry`.
pub(super) fn xfs_group(capacity: u64) -> u64 {
    (capacity / 4096).div_ceil(4) * 4096
}

pub(super) fn copies(view: &View<'_>, found: &mut Vec<Signature>) {
    note_magics(view, magics::COPIES, found);
    for offset in EXT {
        // It contains its group number.
        if view.u16_le(offset + 90) == Some(1)
            && let Some(kind) = ext_at(view, offset)
        {
            note(found, kind, offset);
        }
    }
    if let Some(kind) = xfs_at(view, xfs_group(view.capacity)) {
        note(found, kind, xfs_group(view.capacity));
    }
    if f2fs_at(view, 4096 + 1024) == Some(true) {
        note(found, "F2FS", 4096 + 1024);
    }
    // The sixth sector, for FAT32 only.
    if view.holds(6 * 512 + 82, b"FAT32   ") && fat_at(view, 6 * 512) == Some(true) {
        note(found, "FAT", 6 * 512);
    }
    if let Some(offset) = view.before_end(1024, 512).filter(|offset| is_hfs_plus(view, *offset))
    {
        note(found, "HFS+", offset);
    }
    for offset in [512, 2048, 4096].map(|block_size| 256 * block_size) {
        // An anchor: tag 2 of version 2 or 3, which contains its own place. Source: ECMA-167 3/7.2.
        let is_version =
            view.u16_le(offset + 2).is_some_and(|version| [2, 3].contains(&version));
        let is_tag = view.u16_le(offset) == Some(2) && view.u32_le(offset + 12) == Some(256);
        if is_tag && is_version {
            note(found, "UDF", offset);
        }
    }
}

pub(super) fn behind_lost_tables(view: &View<'_>, found: &mut Vec<Signature>) {
    for start in FIRST_PARTITIONS {
        let Some(head) = view.bytes(start, PARTITION_HEAD) else { continue };
        let inside = View { windows: vec![(0, head)], capacity: view.capacity - start };
        for Signature { kind, offset } in recognise_here(&inside) {
            note(found, behind_lost_table(kind), start + offset);
        }
    }
}
