//! Partition tables of several kinds of computers, and files with a short magic.
//!
//! Source: UEFI 2.10 section 5.3 (GPT); util-linux 2.43-devel (commit 39465c780), `libblkid/src/partitions`, for
//! those of other computers; RFC 1952 (gzip), RFC 8878 (zstd), PKWARE's APPNOTE (zip).

use super::file_systems::Check;
use super::view::View;
use super::{Signature, note};

pub(super) const CHECKS: &[Check] =
    &[gpt_and_mbr, sun, sgi, bsd, apple, atari, mainframe, compressed];

fn gpt_and_mbr(view: &View<'_>, found: &mut Vec<Signature>) {
    for block_size in [512, 4096] {
        let last = (view.capacity / block_size).saturating_sub(1) * block_size;
        for (kind, offset) in [("GPT", block_size), ("GPT backup", last)] {
            // Revision 1.0, the only one in existence.
            if view.holds(offset, b"EFI PART\0\0\x01\0") {
                note(found, kind, offset);
            }
        }
    }
    if is_mbr(view) == Some(true) {
        note(found, "MBR", 510);
    }
}

/// At least one partition, and nothing impossible: the two bytes of magic also end every boot sector.
fn is_mbr(view: &View<'_>) -> Option<bool> {
    const ENTRY_SIZE: u64 = 16;
    let mut partitions = 0;
    for entry in (0..4).map(|index| 446 + index * ENTRY_SIZE) {
        let (status, kind) = (view.u8(entry)?, view.u8(entry + 4)?);
        let (start, count) = (view.u32_le(entry + 8)?, view.u32_le(entry + 12)?);
        if status & 0x7f != 0 {
            return Some(false);
        }
        if kind == 0 {
            continue;
        }
        // The table does not contain its unit, which is the logical block size; 512 is the most lenient check.
        if start == 0 || count == 0 || u64::from(start) * 512 >= view.capacity {
            return Some(false);
        }
        partitions += 1;
    }
    Some(view.holds(510, &[0x55, 0xaa]) && partitions > 0)
}

/// All 16-bit words of the sector cancel each other out.
fn sun(view: &View<'_>, found: &mut Vec<Signature>) {
    let Some(sector) = view.bytes(0, 512) else { return };
    let words = sector.chunks_exact(2).map(|it| u16::from_be_bytes([it[0], it[1]]));
    if view.u16_be(508) == Some(0xdabe) && words.fold(0, |sum, word| sum ^ word) == 0 {
        note(found, "Sun disk label", 508);
    }
}

/// All 32-bit words of the label add up to 0.
fn sgi(view: &View<'_>, found: &mut Vec<Signature>) {
    let Some(sector) = view.bytes(0, 512) else { return };
    let words =
        sector.chunks_exact(4).map(|it| u32::from_be_bytes([it[0], it[1], it[2], it[3]]));
    if view.u32_be(0) == Some(0x0be5_a941) && words.fold(0, u32::wrapping_add) == 0 {
        note(found, "SGI disk label", 0);
    }
}

/// The magic occurs twice.
fn bsd(view: &View<'_>, found: &mut Vec<Signature>) {
    const MAGIC: u32 = 0x8256_4557;
    for offset in [512, 64, 128] {
        let is_twice = [0, 132].into_iter().all(|at| view.u32_le(offset + at) == Some(MAGIC));
        if is_twice {
            note(found, "BSD disk label", offset);
        }
    }
}

/// The driver descriptor contains the block size, and the map begins in the second block.
fn apple(view: &View<'_>, found: &mut Vec<Signature>) {
    let is_sound = || {
        let block = view.u16_be(2).filter(|size| *size >= 512 && size.is_power_of_two())?;
        let (start, count) = (u64::from(block), view.u32_be(u64::from(block) + 4)?);
        let is_entry = view.holds(start, b"PM") || view.holds(start, b"TS");
        Some(view.holds(0, b"ER") && is_entry && (1..=256).contains(&count))
    };
    if is_sound() == Some(true) {
        note(found, "Apple partition map", 0);
    }
}

/// No magic: its size, its list of bad sectors and at least one partition have to be possible.
fn atari(view: &View<'_>, found: &mut Vec<Signature>) {
    let is_sound = || {
        let size = view.u32_be(0x1c2)?;
        if size < 2 || u64::from(size) > view.capacity / 512 {
            return Some(false);
        }
        let fits = |start: u32, count: u32| {
            let end = start.checked_add(count);
            start > 0 && count > 0 && end.is_some_and(|end| end <= size)
        };
        let (bad, bad_count) = (view.u32_be(0x1f6)?, view.u32_be(0x1fa)?);
        if (bad != 0 || bad_count != 0) && !fits(bad, bad_count) {
            return Some(false);
        }
        let is_partition = |entry: u64| {
            let is_active = view.u8(entry)? & 1 == 1;
            let is_name = view.bytes(entry + 1, 3)?.iter().all(u8::is_ascii_alphanumeric);
            let is_place = fits(view.u32_be(entry + 4)?, view.u32_be(entry + 8)?);
            Some(is_active && is_name && is_place)
        };
        let mut entries = (0..4).map(|index| 0x1c6 + index * 12);
        Some(entries.any(|entry| is_partition(entry) == Some(true)))
    };
    if is_sound() == Some(true) {
        note(found, "Atari partition table", 0x1c6);
    }
}

/// IBM's labels are EBCDIC letters in the third block: `VOL1`, `LNX1` or `CMS1`; AIX's in the first.
fn mainframe(view: &View<'_>, found: &mut Vec<Signature>) {
    for block_size in [512, 1024, 2048, 4096] {
        let label = 2 * block_size;
        let is_linux = [b"\xd3\xd5\xe7\xf1", b"\xc3\xd4\xe2\xf1"];
        let is_volume = view.holds(label + 4, b"\xe5\xd6\xd3\xf1");
        if is_volume || is_linux.iter().any(|magic| view.holds(label, *magic)) {
            note(found, "DASD label", label);
        }
    }
    if view.holds(0, b"\xc9\xc2\xd4\xc1") {
        note(found, "AIX label", 0);
    }
}

/// Compressed files, by as much of the header as can be checked.
fn compressed(view: &View<'_>, found: &mut Vec<Signature>) {
    // Deflate, no reserved flags, a level that compressors write, a known system.
    let is_gzip = || {
        let (flags, level, system) = (view.u8(3)?, view.u8(8)?, view.u8(9)?);
        let is_sound =
            flags < 0x20 && [0, 2, 4].contains(&level) && (system <= 13 || system == 255);
        Some(view.holds(0, b"\x1f\x8b\x08") && is_sound)
    };
    if is_gzip() == Some(true) {
        note(found, "gzip archive", 0);
    }
    // The descriptor's reserved bit is 0.
    if view.holds(0, b"\x28\xb5\x2f\xfd") && view.u8(4).is_some_and(|it| it & 0x08 == 0) {
        note(found, "zstd archive", 0);
    }
    // A version up to 6.3, and a method in use.
    let is_zip = || {
        let (version, method) = (view.u16_le(4)?, view.u16_le(8)?);
        Some(view.holds(0, b"PK\x03\x04") && version <= 63 && method <= 99)
    };
    if is_zip() == Some(true) {
        note(found, "zip archive", 0);
    }
}
