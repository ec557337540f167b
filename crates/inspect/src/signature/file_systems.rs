//! File systems with a short magic or with a count of their devices: the checks compare more than the magic.
//!
//! Source: the kernel's headers for its own formats (6.12); util-linux 2.43-devel (commit 39465c780),
//! `libblkid/src/superblocks`, for the others; the documents that each function names.

use super::magics::BCACHEFS;
use super::view::View;
use super::{Signature, note};

pub(super) type Check = fn(&View<'_>, &mut Vec<Signature>);

pub(super) const CHECKS: &[Check] = &[
    btrfs, bcachefs, ext, xfs, f2fs, fat, squashfs, erofs, swap, optical, apple, nilfs,
    old_apple, minix, hpfs, be, ufs, unix, veritas, flash, clustered,
];

/// The superblock counts the devices of the file system.
fn btrfs(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 0x1_0000;
    const MAGIC: u64 = SUPERBLOCK + 0x40;
    const DEVICE_COUNT: u64 = SUPERBLOCK + 0x88;
    if view.holds(MAGIC, b"_BHRfS_M") {
        let is_alone = view.u64_le(DEVICE_COUNT).is_none_or(|count| count <= 1);
        note(found, if is_alone { "btrfs" } else { "btrfs of several devices" }, MAGIC);
    }
}

/// As [`btrfs`]; a byte counts the devices.
fn bcachefs(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 0x1000;
    const MAGIC: u64 = SUPERBLOCK + 0x18;
    const DEVICE_COUNT: u64 = SUPERBLOCK + 0x7b;
    if view.holds(MAGIC, BCACHEFS) {
        let is_alone = view.u8(DEVICE_COUNT).is_none_or(|count| count <= 1);
        note(found, if is_alone { "bcachefs" } else { "bcachefs of several devices" }, MAGIC);
    }
}

fn ext(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    if let Some(kind) = ext_at(view, SUPERBLOCK) {
        note(found, kind, SUPERBLOCK);
    }
}

/// Two bytes of magic at 56, so the sizes in the superblock have to make sense too. An external journal has the
/// superblock, but neither inodes nor groups.
pub(super) fn ext_at(view: &View<'_>, superblock: u64) -> Option<&'static str> {
    const HAS_JOURNAL: u32 = 0x4;
    const JOURNAL_DEVICE: u32 = 0x8;
    /// Incompatible features that ext3's driver does not support: all but filetype (2), recover (4), journal device
    /// (8) and meta block groups (16).
    const NOT_EXT3: u32 = !0x1e;
    /// `JBD2_MAGIC_NUMBER`.
    const JOURNAL_MAGIC: u32 = 0xc03b_3998;
    let field = |at| view.u32_le(superblock + at);
    let block_size_log = field(24)?;
    if view.u16_le(superblock + 56)? != 0xef53 || block_size_log > 6 || field(76)? > 1 {
        return None;
    }
    let (inodes, inodes_per_group, blocks_per_group) = (field(0)?, field(40)?, field(32)?);
    let (compatible, incompatible) = (field(92)?, field(96)?);
    if incompatible & JOURNAL_DEVICE != 0 {
        // The journal's superblock is in the block after this one.
        let journal = superblock - 1024 + (1024_u64 << block_size_log).max(2048);
        let is_journal = view.u32_be(journal) == Some(JOURNAL_MAGIC)
            || (inodes == 0 && inodes_per_group == 0 && incompatible == JOURNAL_DEVICE);
        return is_journal.then_some("external ext journal");
    }
    let is_sound = inodes > 0
        && inodes_per_group > 0
        && blocks_per_group > 0
        && blocks_per_group <= 8 << (10 + block_size_log);
    is_sound.then_some(if incompatible & NOT_EXT3 != 0 {
        "ext4"
    } else if compatible & HAS_JOURNAL != 0 {
        "ext3"
    } else {
        "ext2"
    })
}

/// EXFS has XFS's superblock under another name.
fn xfs(view: &View<'_>, found: &mut Vec<Signature>) {
    if let Some(kind) = xfs_at(view, 0) {
        note(found, kind, 0);
    }
}

pub(super) fn xfs_at(view: &View<'_>, superblock: u64) -> Option<&'static str> {
    let kind = match view.bytes(superblock, 4)? {
        b"XFSB" => "XFS",
        b"EXFS" => "EXFS",
        _ => return None,
    };
    let block_size = view.u32_be(superblock + 4)?;
    let sector_size = view.u16_be(superblock + 102)?;
    let is_sound = block_size.is_power_of_two()
        && (512..=65536).contains(&block_size)
        && sector_size.is_power_of_two()
        && sector_size >= 512
        && u32::from(view.u8(superblock + 120)?) == block_size.trailing_zeros();
    is_sound.then_some(kind)
}

fn f2fs(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    if f2fs_at(view, SUPERBLOCK) == Some(true) {
        note(found, "F2FS", SUPERBLOCK);
    }
}

pub(super) fn f2fs_at(view: &View<'_>, superblock: u64) -> Option<bool> {
    let sector_log = view.u32_le(superblock + 8)?;
    let sectors_per_block_log = view.u32_le(superblock + 12)?;
    let block_log = view.u32_le(superblock + 16)?;
    Some(
        view.u32_le(superblock)? == 0xf2f5_2010
            && (9..=16).contains(&sector_log)
            && sector_log.checked_add(sectors_per_block_log) == Some(block_log)
            && block_log <= 16,
    )
}

fn fat(view: &View<'_>, found: &mut Vec<Signature>) {
    if fat_at(view, 0) == Some(true) {
        note(found, "FAT", 0);
    }
}

/// FAT has no magic: the boot sector's parameters have to be possible.
pub(super) fn fat_at(view: &View<'_>, at: u64) -> Option<bool> {
    let (jump, third) = (view.u8(at)?, view.u8(at + 2)?);
    let sector_size = view.u16_le(at + 11)?;
    let media = view.u8(at + 21)?;
    Some(
        view.holds(at + 510, &[0x55, 0xaa])
            && (jump == 0xe9 || (jump == 0xeb && third == 0x90))
            && [512, 1024, 2048, 4096].contains(&sector_size)
            && view.u8(at + 13)?.is_power_of_two()
            && view.u16_le(at + 14)? > 0
            && [1, 2].contains(&view.u8(at + 16)?)
            && (media == 0xf0 || media >= 0xf8),
    )
}

/// Version 4, and versions 1 to 3, which had both byte orders and other fields after the first.
fn squashfs(view: &View<'_>, found: &mut Vec<Signature>) {
    let is_4 = || {
        let block_size = view.u32_le(12)?;
        Some(
            view.holds(0, b"hsqs")
                && view.u16_le(28)? == 4
                && block_size.is_power_of_two()
                && u32::from(view.u16_le(22)?) == block_size.trailing_zeros(),
        )
    };
    let is_older = |is_big: bool, magic| {
        let version = view.u16_in(is_big, 28)?;
        let is_sound = (1..=3).contains(&version) && view.u16_in(is_big, 30)? <= 1;
        Some(view.holds(0, magic) && is_sound)
    };
    let older = [(true, b"sqsh"), (false, b"hsqs")];
    let is_any = older.into_iter().any(|(is_big, magic)| is_older(is_big, magic) == Some(true));
    if is_4() == Some(true) || is_any {
        note(found, "SquashFS", 0);
    }
}

fn erofs(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    let is_sound = || {
        let block_log = view.u8(SUPERBLOCK + 12)?;
        Some(view.u32_le(SUPERBLOCK)? == 0xe0f5_e1e2 && (9..=16).contains(&block_log))
    };
    if is_sound() == Some(true) {
        note(found, "EROFS", SUPERBLOCK);
    }
}

/// The magic ends the first memory page, whose size depends on the machine that made it.
fn swap(view: &View<'_>, found: &mut Vec<Signature>) {
    const SLEEPING: [&[u8]; 4] = [b"S1SUSPEND", b"S2SUSPEND", b"ULSUSPEND", b"LINHIB0001"];
    for page_size in [4096_u64, 8192, 16384, 32768, 65536] {
        let offset = page_size - 10;
        if view.holds(offset, b"SWAPSPACE2") || view.holds(offset, b"SWAP-SPACE") {
            note(found, "swap", offset);
        } else if SLEEPING.iter().any(|magic| view.holds(offset, magic)) {
            note(found, "hibernation image", offset);
        }
    }
}

/// Volume descriptors of 2 KiB from 32 KiB on: type, five letters, version 1.
fn optical(view: &View<'_>, found: &mut Vec<Signature>) {
    const DESCRIPTORS: u64 = 0x8000;
    if view.holds(DESCRIPTORS + 1, b"CD001\x01") {
        note(found, "ISO 9660", DESCRIPTORS);
    }
    for offset in (0..16).map(|index| DESCRIPTORS + index * 2048) {
        if view.holds(offset, b"\0NSR02\x01") || view.holds(offset, b"\0NSR03\x01") {
            note(found, "UDF", offset);
        }
    }
}

/// The superblock and its copy in the last whole 4 KiB block; two bytes of magic, so more is compared.
fn nilfs(view: &View<'_>, found: &mut Vec<Signature>) {
    for offset in [Some(1024), view.before_end(4096, 4096)].into_iter().flatten() {
        // Revision 2.0, and a superblock of a possible size.
        let size = view.u16_le(offset + 8);
        if view.holds(offset, b"\x02\0\0\0\0\0\x34\x34")
            && size.is_some_and(|size| (200..=1024).contains(&size))
        {
            note(found, "NILFS2", offset);
        }
    }
}

/// Source: Apple File System Reference, `nx_superblock_t`; Apple Technical Note 1150, volume header;
/// libfvde, "`FileVault` Drive Encryption", physical volume header.
fn apple(view: &View<'_>, found: &mut Vec<Signature>) {
    /// `NX_INCOMPAT_FUSION` in `nx_incompatible_features`: a second device holds the rest.
    const FUSION: u64 = 0x100;
    let is_block_size = |size: Option<u32>| {
        size.is_some_and(|size| size.is_power_of_two() && (512..=65536).contains(&size))
    };
    if view.holds(32, b"NXSB") && is_block_size(view.u32_le(36)) {
        let is_one = view.u64_le(64).is_none_or(|features| features & FUSION == 0);
        note(found, if is_one { "APFS" } else { "APFS of several devices" }, 32);
    }
    if is_hfs_plus(view, 1024) {
        note(found, "HFS+", 1024);
    }
    // Version 1, a physical volume, CRC-32C.
    let is_core_storage = view.holds(8, b"\x01\0\x10\0")
        && view.holds(88, b"CS\x01\0\0\0")
        && is_block_size(view.u32_le(96));
    if is_core_storage {
        note(found, "CoreStorage (FileVault)", 88);
    }
}

pub(super) fn is_hfs_plus(view: &View<'_>, at: u64) -> bool {
    let block_size = view.u32_be(at + 40);
    (view.holds(at, b"H+\0\x04") || view.holds(at, b"HX\0\x05"))
        && block_size
            .is_some_and(|size| size.is_power_of_two() && (512..=65536).contains(&size))
}

/// HFS, or the wrapper of early HFS+ volumes. Source: Inside Macintosh: Files, master directory block.
fn old_apple(view: &View<'_>, found: &mut Vec<Signature>) {
    const BLOCK: u64 = 1024;
    let is_sound = || {
        let (bitmap, allocation) = (view.u16_be(BLOCK + 14)?, view.u32_be(BLOCK + 20)?);
        let is_size = allocation != 0 && allocation.is_multiple_of(512);
        let name_size = view.u8(BLOCK + 36)?;
        Some(view.holds(BLOCK, b"BD") && bitmap == 3 && is_size && name_size <= 27)
    };
    if is_sound() == Some(true) {
        note(found, "HFS", BLOCK);
    }
}

/// Two bytes of magic, so its bitmap of inodes has to match its number of inodes, and its zones have to be as large
/// as blocks.
fn minix(view: &View<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    for is_big in [false, true] {
        let short = |at| view.u16_in(is_big, SUPERBLOCK + at);
        let older = || {
            let is_magic = [0x137f, 0x138f, 0x2468, 0x2478].contains(&short(16)?);
            let bitmap = (u32::from(short(0)?) + 1).div_ceil(8192);
            Some(is_magic && u32::from(short(4)?) == bitmap && short(10)? == 0)
        };
        let third = || {
            let (inodes, block_size) = (view.u32_in(is_big, SUPERBLOCK)?, short(28)?);
            let is_size = block_size >= 1024 && block_size.is_power_of_two();
            let bits = u64::from(block_size.max(1)) * 8;
            let bitmap = (u64::from(inodes) + 1).div_ceil(bits);
            let is_sound = short(24)? == 0x4d5a && short(12)? == 0;
            Some(is_sound && is_size && u64::from(short(6)?) == bitmap)
        };
        if older() == Some(true) || third() == Some(true) {
            note(found, "Minix", SUPERBLOCK);
        }
    }
}

/// The superblock and the spare superblock after it have a magic each.
fn hpfs(view: &View<'_>, found: &mut Vec<Signature>) {
    if view.holds(0x2000, b"\x49\xe8\x95\xf9") && view.holds(0x2200, b"\x49\x18\x91\xf9") {
        note(found, "HPFS", 0x2000);
    }
}

/// Two magics of four bytes, in either byte order; at the start, or after a boot block.
fn be(view: &View<'_>, found: &mut Vec<Signature>) {
    for start in [0, 512] {
        for is_big in [false, true] {
            let word = |at| view.u32_in(is_big, start + at);
            if word(32) == Some(0x4246_5331) && word(68) == Some(0xdd12_1031) {
                note(found, "BeFS", start + 32);
            }
        }
    }
}

/// UFS of several systems and of both byte orders, at their usual places.
fn ufs(view: &View<'_>, found: &mut Vec<Signature>) {
    const MAGIC: u64 = 1372;
    const MAGICS: [u32; 6] =
        [0x0001_1954, 0x1954_0119, 0x0019_5612, 0x0009_5014, 0x0061_2195, 0x0523_1994];
    for start in [0, 8 << 10, 64 << 10, 256 << 10] {
        for is_big in [false, true] {
            let word = |at| view.u32_in(is_big, start + at);
            let is_size = |size: Option<u32>, most| {
                size.is_some_and(|size| size.is_power_of_two() && (512..=most).contains(&size))
            };
            let is_magic = word(MAGIC).is_some_and(|magic| MAGICS.contains(&magic));
            if is_magic && is_size(word(48), 65536) && is_size(word(52), 65536) {
                note(found, "UFS", start + MAGIC);
            }
        }
    }
}

/// System V, Xenix and SCO's boot file system. The types of the first two contain the block size: 1 to 4.
fn unix(view: &View<'_>, found: &mut Vec<Signature>) {
    let is_type = |word: Option<u32>| word.is_some_and(|kind| (1..=4).contains(&kind));
    for is_big in [false, true] {
        let word = |at| view.u32_in(is_big, at);
        if word(1024 + 0x3f8) == Some(0x2b_5544) && is_type(word(1024 + 0x3fc)) {
            note(found, "Xenix", 1024 + 0x3f8);
        }
        for start in [0, 9, 15, 18].map(|block| block * 1024 + 512) {
            if word(start + 504) == Some(0xfd18_7e20) && is_type(word(start + 508)) {
                note(found, "System V", start + 504);
            }
        }
    }
    // It starts after its superblock and ends after its start.
    let ends = view.u32_le(4).zip(view.u32_le(8));
    if view.holds(0, b"\xce\xfa\xad\x1b") && ends.is_some_and(|(start, end)| start < end) {
        note(found, "BFS", 0);
    }
}

/// Veritas' file system in both byte orders, with its existing versions, and Novell's pools.
fn veritas(view: &View<'_>, found: &mut Vec<Signature>) {
    for (is_big, offset) in [(false, 1024), (true, 8192)] {
        let word = |at| view.u32_in(is_big, offset + at);
        let is_version = word(4).is_some_and(|version| version <= 64);
        if word(0) == Some(0xa501_fcf5) && is_version {
            note(found, "VxFS", offset);
        }
    }
    if view.holds(4096, b"SPB5") && view.u16_le(4100).is_some_and(|version| version <= 256) {
        note(found, "NSS pool", 4096);
    }
}

/// File systems of bare flash and of zoned drives.
fn flash(view: &View<'_>, found: &mut Vec<Signature>) {
    // A superblock node is 4096 bytes long and of type 6.
    let is_ubifs = view.holds(0, b"\x31\x18\x10\x06")
        && view.u32_le(16) == Some(4096)
        && view.u8(20) == Some(6);
    if is_ubifs {
        note(found, "UBIFS", 0);
    }
    // Four features are defined. Source: the kernel's fs/zonefs/zonefs.h.
    if view.holds(0, b"SFOZ") && view.u64_le(88).is_some_and(|features| features < 16) {
        note(found, "zonefs", 0);
    }
}

/// Shared-disk file systems, which other computers may have mounted, unless they are made for one computer.
fn clustered(view: &View<'_>, found: &mut Vec<Signature>) {
    const GFS: u64 = 0x1_0000;
    /// `OCFS2_FEATURE_INCOMPAT_LOCAL_MOUNT`.
    const LOCAL: u32 = 0x8;
    if view.holds(GFS, b"\x01\x16\x19\x70\0\0\0\x01") {
        let is_local = view.holds(GFS + 96, b"lock_nolock\0");
        match view.u32_be(GFS + 24) {
            Some(1309) => note(found, "GFS of a cluster", GFS),
            Some(1800..1900) if is_local => note(found, "GFS2", GFS),
            Some(1800..1900) => note(found, "GFS2 of a cluster", GFS),
            _ => {}
        }
    }
    for offset in [1024, 2048, 4096, 8192] {
        if view.holds(offset, b"OCFSV2") {
            let is_local = view.u32_le(offset + 0xe0).is_some_and(|it| it & LOCAL != 0);
            note(found, if is_local { "OCFS2" } else { "OCFS2 of a cluster" }, offset);
        }
    }
}
