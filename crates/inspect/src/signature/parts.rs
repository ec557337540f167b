//! Marks of members with a short magic or a computed place.
//!
//! Source: the kernel's `include/uapi/linux/raid/md_p.h`, `drivers/md/dm-*.c`, `fs/jfs/jfs_logmgr.h` (6.12); the
//! format document of ZFS; util-linux 2.43-devel (commit 39465c780), `libblkid/src/superblocks/*_raid.c`, `drbd.c`,
//! `lvm.c`, `scoutfs.c`, `vmfs.c`, `xfs.c`.

use super::file_systems::Check;
use super::view::View;
use super::{Signature, note};

pub(super) const CHECKS: &[Check] = &[
    lvm,
    md_at_end,
    md_1,
    zfs,
    drbd,
    mapper,
    logs,
    vmfs,
    scoutfs,
    firmware_raid,
    checked_raid,
];

/// The label of LVM2 may be in any of the first four 512-byte sectors; LVM1's own description is the first 1024
/// bytes, and contains its offset, 0.
fn lvm(view: &View<'_>, found: &mut Vec<Signature>) {
    for offset in [0, 512, 1024, 1536] {
        if view.holds(offset, b"LABELONE") && view.holds(offset + 24, b"LVM2 001") {
            note(found, "LVM2", offset);
        }
    }
    let is_version = view.u16_le(2).is_some_and(|version| version == 1 || version == 2);
    if view.holds(0, b"HM") && is_version && view.u32_le(4) == Some(0) {
        note(found, "LVM1", 0);
    }
}

const MD_MAGIC: u32 = 0xa92b_4efc;

/// Version 0.90: the last 64 KiB that start on a multiple of 64 KiB, in the byte order of the
/// machine that made it.
fn md_at_end(view: &View<'_>, found: &mut Vec<Signature>) {
    let Some(offset) = view.before_end(0x1_0000, 0x1_0000) else { return };
    let little = [MD_MAGIC, 0, 90].map(u32::to_le_bytes).concat();
    let big = [MD_MAGIC, 0, 90].map(u32::to_be_bytes).concat();
    if view.holds(offset, &little) || view.holds(offset, &big) {
        note(found, "Linux RAID 0.90", offset);
    }
}

/// Version 1: at the end (1.0), the start (1.1) or 4 KiB from the start (1.2); it contains its own place.
fn md_1(view: &View<'_>, found: &mut Vec<Signature>) {
    let sectors = view.capacity / 512;
    let at_end = sectors.checked_sub(16).map(|sector| (sector & !7) * 512);
    for offset in [at_end, Some(0), Some(4096)].into_iter().flatten() {
        let is_sound = view.u32_le(offset) == Some(MD_MAGIC)
            && view.u32_le(offset + 4) == Some(1)
            && view.u64_le(offset + 144) == Some(offset / 512);
        if is_sound {
            note(found, "Linux RAID 1.x", offset);
        }
    }
}

/// Four labels of 256 KiB, two at either end; the second half of each is a ring of uberblocks, in the byte order of
/// the machine that wrote it.
fn zfs(view: &View<'_>, found: &mut Vec<Signature>) {
    const LABEL: u64 = 256 << 10;
    const RING: u64 = 128 << 10;
    const RING_SIZE: usize = 128 << 10;
    /// The smallest distance between two uberblocks; larger ones are multiples.
    const SLOT_SIZE: usize = 1024;
    const UBERBLOCK_MAGIC: u64 = 0x00ba_b10c;
    let starts = [
        Some(0),
        Some(LABEL),
        view.before_end(2 * LABEL, LABEL),
        view.before_end(LABEL, LABEL),
    ];
    let magics = [UBERBLOCK_MAGIC.to_le_bytes(), UBERBLOCK_MAGIC.to_be_bytes()];
    for label in starts.into_iter().flatten() {
        let Some(ring) = view.bytes(label + RING, RING_SIZE) else { continue };
        let slots = (label + RING..).step_by(SLOT_SIZE).zip(ring.chunks_exact(SLOT_SIZE));
        let is_uberblock = |slot: &[u8]| magics.iter().any(|magic| slot.starts_with(magic));
        if let Some((offset, _)) = slots.into_iter().find(|(_, slot)| is_uberblock(slot)) {
            note(found, "ZFS", offset);
        }
    }
}

/// In the last whole 4 KiB: four bytes of magic, and the number of bytes per bit of the bitmap.
fn drbd(view: &View<'_>, found: &mut Vec<Signature>) {
    let places = [view.before_end(4096, 4096), view.before_end(4096, 1)];
    for start in places.into_iter().flatten() {
        let is_magic =
            view.u32_be(start + 60).is_some_and(|it| (0x8374_026b..=0x8374_026d).contains(&it));
        let unit = view.u32_be(start + 80);
        if is_magic && unit.is_some_and(|unit| unit.is_power_of_two() && unit >= 4096) {
            note(found, "DRBD", start + 60);
        }
    }
}

/// Metadata of the device mapper's targets; `06142003` is octal in the kernel's source.
fn mapper(view: &View<'_>, found: &mut Vec<Signature>) {
    // Valid or not, version 1, chunks of a power of two of sectors.
    let is_snapshot = || {
        let is_sound = view.u32_le(4)? <= 1 && view.u32_le(8)? == 1;
        Some(view.holds(0, b"SnAp") && is_sound && view.u32_le(12)?.is_power_of_two())
    };
    if is_snapshot() == Some(true) {
        note(found, "device-mapper snapshot", 0);
    }
    match view.u64_le(32) {
        Some(27_022_010) => note(found, "device-mapper thin pool", 32),
        Some(0o6_142_003) => note(found, "device-mapper cache", 32),
        _ => {}
    }
    if view.u32_le(0) == Some(0x2348_9321) && view.u32_le(4) == Some(1) {
        note(found, "device-mapper write cache", 0);
    }
}

/// External journals of XFS and JFS. XFS's has no superblock: records begin at any of the first sectors.
fn logs(view: &View<'_>, found: &mut Vec<Signature>) {
    /// `LOGMAGIC`, version 1, blocks of 4096 bytes.
    const JFS: u64 = 4096;
    let is_jfs = view.u32_le(JFS) == Some(0x8765_4321)
        && view.u32_le(JFS + 4) == Some(1)
        && view.u32_le(JFS + 16) == Some(4096);
    if is_jfs {
        note(found, "external JFS log", JFS);
    }
    let Some(head) = view.bytes(0, 256 << 10) else { return };
    let is_xfs = |sector: &[u8]| {
        let word = |at: usize| {
            sector
                .get(at..at + 4)
                .map_or(0, |it| it.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)))
        };
        word(0) == 0xfeed_babe
            && (1..=2).contains(&word(8))
            && (1..=1 << 20).contains(&word(12))
            && (1..=3).contains(&word(300))
    };
    let mut sectors = (0..).step_by(512).zip(head.chunks_exact(512));
    let is_file_system = head.chunks_exact(512).any(|sector| sector.starts_with(b"XFSB"));
    if let Some((offset, _)) =
        sectors.find(|(_, sector)| is_xfs(sector)).filter(|_| !is_file_system)
    {
        note(found, "external XFS log", offset);
    }
}

/// Several computers use it at once. The volume's version is a small number, like the file system's.
fn vmfs(view: &View<'_>, found: &mut Vec<Signature>) {
    for (kind, offset, magic) in
        [("VMFS volume", 1 << 20, 0xc001_d00d_u32), ("VMFS", 2 << 20, 0x2fab_f15e)]
    {
        let is_version = view.u32_le(offset + 4).is_some_and(|version| version < 256);
        if view.u32_le(offset) == Some(magic) && is_version {
            note(found, kind, offset);
        }
    }
}

/// A file system on two devices; both have the magic. Versions of its format are small numbers.
fn scoutfs(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 0x1_0000;
    let is_version = view.u64_le(SUPERBLOCK + 40).is_some_and(|it| (1..256).contains(&it));
    if view.u32_le(SUPERBLOCK + 4) == Some(0x103c_428b) && is_version {
        note(found, "ScoutFS", SUPERBLOCK + 4);
    }
}

/// Firmware RAID writes near the end of each of its drives, in units of the drive's logical block size, and Promise
/// at one of many places; both names are long enough for a search in every sector there.
///
/// Source of DDF: SNIA Common RAID Disk Data Format 1.2: the anchor is the last sector.
fn firmware_raid(view: &View<'_>, found: &mut Vec<Signature>) {
    const NAMES: [(&str, &[u8]); 2] = [
        ("Intel RAID", b"Intel Raid ISM Cfg Sig. "),
        ("Promise RAID", b"Promise Technology, Inc."),
    ];
    for (start, window) in &view.windows {
        for (offset, sector) in (*start..).step_by(512).zip(window.chunks_exact(512)) {
            let named = NAMES.iter().find(|(_, name)| sector.starts_with(name));
            if let Some((kind, _)) = named {
                note(found, kind, offset);
            }
        }
    }
    for block_size in [512, 4096] {
        for distance in [1, 257] {
            let Some(offset) = view.before_end(distance * block_size, block_size) else {
                continue;
            };
            if view.u32_be(offset) == Some(0xde11_de11) && view.holds(offset + 32, b"01.0") {
                note(found, "DDF RAID", offset);
            }
        }
    }
    for (offset, magics) in [
        (view.before_end(11 * 512, 512), [0x5a78_16f3, 0x5a78_16fd]),
        (Some(9 * 512 + 32), [0x5a78_16f0, 0x5a78_16fd]),
    ] {
        if let Some(offset) = offset
            && view.u32_le(offset).is_some_and(|magic| magics.contains(&magic))
        {
            note(found, "HighPoint RAID", offset);
        }
    }
}

/// RAID marks with a short magic, and a checksum or a second magic.
fn checked_raid(view: &View<'_>, found: &mut Vec<Signature>) {
    let Some(start) = view.before_end(512, 512) else { return };
    let Some(sector) = view.bytes(start, 512) else { return };
    let sum = |size: usize| {
        let words = sector[..size].chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]]));
        words.fold(0_u16, u16::wrapping_add)
    };
    if view.u32_be(start) == Some(0x37fc_4d1e) && view.holds(start + 256, b"DPTM") {
        note(found, "Adaptec RAID", start);
    }
    // The sum is 0 or 1; a mode of 0 to 5.
    if sector.starts_with(b"JM") && sum(128) <= 1 && sector[0x30] <= 5 {
        note(found, "JMicron RAID", start);
    }
    // The sum up to the checksum and the checksum add up to 0; one of eight drives.
    let is_silicon =
        view.u32_le(start + 0x60) == Some(0x2f00_0000) && sector[0x116] < 8 && sum(0x140) == 0;
    if is_silicon {
        note(found, "Silicon Image RAID", start + 0x60);
    }
    let via = sector[..50].iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    if sector.starts_with(&[0x55, 0xaa]) && sector[2] <= 2 && sector[50] == via {
        note(found, "VIA RAID", start);
    }
}
