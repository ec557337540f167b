//! What a device's first and last bytes say about its contents.
//!
//! Pure: bytes in, names out. Guards against writing over data, so it looks for everything that
//! somebody could miss, and at more than a short magic number where the format allows, because the
//! random bytes that a benchmark leaves behind must not look like data.
//!
//! Must not know what a device is, nor whether it may be written.
//!
//! Sources: the on-disk structures of the Linux kernel's headers for its own formats (6.12), UEFI 2.10
//! section 5.3 (GPT), ECMA-119 and ECMA-167 (optical), Microsoft's exFAT and FAT specifications,
//! the format documents of LUKS1, LUKS2 and ZFS, and images that each format's own tool made
//! (`testdata/signatures`). A constant without another source is from there.

use iogram_model::Bytes;

/// Something recognised on a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What it is, such as `ext4` or `LUKS2`.
    pub kind: &'static str,
    /// First byte of what gave it away.
    pub offset: u64,
}

/// Marks of parts: each says that the device is one of several, or is to be combined with others.
const MEMBERSHIPS: [&str; 11] = [
    "LVM2",
    "Linux RAID 0.90",
    "Linux RAID 1.x",
    "bcache",
    "btrfs of several devices",
    "bcachefs of several devices",
    "ZFS",
    "VDO",
    "BlueStore",
    "Intel RAID",
    "DDF RAID",
];

impl Signature {
    /// Whether it marks the device as a part of something that other devices belong to as well, so that
    /// what would be lost cannot be seen from this device alone.
    #[must_use]
    pub fn is_membership(&self) -> bool {
        MEMBERSHIPS.contains(&self.kind)
    }
}

/// Covers both leading ZFS labels (256 KiB each), the furthest thing looked for from the start.
const HEAD_SIZE: u64 = 512 << 10;
/// Covers both trailing ZFS labels and the rounding of their place.
const TAIL_SIZE: u64 = 1 << 20;

/// The first and last bytes of a device.
#[derive(Debug, Clone, Copy)]
struct Ends<'a> {
    head: &'a [u8],
    tail: &'a [u8],
    /// Where `tail` begins.
    tail_offset: u64,
    capacity: u64,
}

/// Everything recognised on a device of `capacity`, in the order of the offsets.
///
/// `read` fills the buffer from an offset; both are multiples of 4096 if `capacity` is.
///
/// # Errors
///
/// Only what `read` returns.
pub fn find_signatures<E>(
    capacity: Bytes,
    mut read: impl FnMut(u64, &mut [u8]) -> Result<(), E>,
) -> Result<Vec<Signature>, E> {
    let tail_offset = capacity.0.saturating_sub(TAIL_SIZE) & !4095;
    let mut head = zeroed(HEAD_SIZE.min(capacity.0));
    let mut tail = zeroed(capacity.0 - tail_offset);
    read(0, &mut head)?;
    read(tail_offset, &mut tail)?;
    let ends = Ends { head: &head, tail: &tail, tail_offset, capacity: capacity.0 };
    Ok(recognise(&ends))
}

fn zeroed(size: u64) -> Vec<u8> {
    vec![0; usize::try_from(size).expect("at most TAIL_SIZE plus 4095")]
}

fn recognise(ends: &Ends<'_>) -> Vec<Signature> {
    let mut found = Vec::new();
    for (kind, offset, magic) in LONG_MAGICS {
        if ends.holds(*offset, magic) {
            found.push(Signature { kind, offset: *offset });
        }
    }
    let checks: [Check; 19] = [
        btrfs,
        bcachefs,
        ext,
        xfs,
        f2fs,
        fat,
        squashfs,
        erofs,
        swap,
        luks,
        lvm,
        md_at_end,
        md_1,
        partition_tables,
        zfs,
        optical,
        apple,
        nilfs,
        firmware_raid,
    ];
    for check in checks {
        check(ends, &mut found);
    }
    // A small device's first and last labels are the same.
    found.sort_by_key(|signature| signature.offset);
    found.dedup();
    found
}

type Check = fn(&Ends<'_>, &mut Vec<Signature>);

/// Formats whose magic is at least eight bytes at one place near the start: enough by itself.
const LONG_MAGICS: &[(&str, u64, &[u8])] = &[
    ("exFAT", 3, b"EXFAT   "),
    ("NTFS", 3, b"NTFS    "),
    ("ReFS", 3, b"ReFS\0\0\0\0"),
    ("BitLocker", 3, b"-FVE-FS-"),
    ("bcache", 0x1018, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
    ("ReiserFS", 0x1_0034, b"ReIsErFs"),
    ("ReiserFS", 0x1_0034, b"ReIsEr2Fs"),
    ("ReiserFS", 0x1_0034, b"ReIsEr3Fs"),
    ("JFS", 0x8000, b"JFS1\x01\0\0\0"),
    ("JFS", 0x8000, b"JFS1\x02\0\0\0"),
    ("VDO", 0, b"dmvdo001"),
    ("BlueStore", 0, b"bluestore block device"),
];

impl Ends<'_> {
    /// `size` bytes at `offset`, if they are within what was read.
    fn bytes(&self, offset: u64, size: usize) -> Option<&[u8]> {
        let within = |window: &'_ [u8], start: u64| {
            let first = usize::try_from(offset.checked_sub(start)?).ok()?;
            let end = first.checked_add(size)?;
            (end <= window.len()).then_some(first..end)
        };
        if let Some(range) = within(self.head, 0) {
            return self.head.get(range);
        }
        self.tail.get(within(self.tail, self.tail_offset)?)
    }

    fn holds(&self, offset: u64, magic: &[u8]) -> bool {
        self.bytes(offset, magic.len()) == Some(magic)
    }

    fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        self.bytes(offset, N)?.try_into().ok()
    }

    fn u8(&self, offset: u64) -> Option<u8> {
        self.array::<1>(offset).map(|[byte]| byte)
    }

    fn u16_le(&self, offset: u64) -> Option<u16> {
        self.array(offset).map(u16::from_le_bytes)
    }

    fn u16_be(&self, offset: u64) -> Option<u16> {
        self.array(offset).map(u16::from_be_bytes)
    }

    fn u32_le(&self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_le_bytes)
    }

    fn u32_be(&self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_be_bytes)
    }

    fn u64_le(&self, offset: u64) -> Option<u64> {
        self.array(offset).map(u64::from_le_bytes)
    }
}

/// The superblock counts the devices of the file system.
fn btrfs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 0x1_0000;
    const MAGIC: u64 = SUPERBLOCK + 0x40;
    const DEVICE_COUNT: u64 = SUPERBLOCK + 0x88;
    if ends.holds(MAGIC, b"_BHRfS_M") {
        let is_alone = ends.u64_le(DEVICE_COUNT).is_none_or(|count| count <= 1);
        let kind = if is_alone { "btrfs" } else { "btrfs of several devices" };
        found.push(Signature { kind, offset: MAGIC });
    }
}

/// As [`btrfs`]; a byte counts the devices.
fn bcachefs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 0x1000;
    const MAGIC: u64 = SUPERBLOCK + 0x18;
    const DEVICE_COUNT: u64 = SUPERBLOCK + 0x7b;
    let magic = b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef";
    if ends.holds(MAGIC, magic) {
        let is_alone = ends.u8(DEVICE_COUNT).is_none_or(|count| count <= 1);
        let kind = if is_alone { "bcachefs" } else { "bcachefs of several devices" };
        found.push(Signature { kind, offset: MAGIC });
    }
}

/// Two bytes of magic at 1080, so the sizes in the superblock have to make sense too.
fn ext(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    const HAS_JOURNAL: u32 = 0x4;
    const JOURNAL_DEVICE: u32 = 0x8;
    /// Incompatible features that ext3's driver does not know: all but filetype (2), recover (4),
    /// journal device (8) and meta block groups (16).
    const NOT_EXT3: u32 = !0x1e;
    let name = || {
        let field = |at| ends.u32_le(SUPERBLOCK + at);
        let inodes_per_group = field(40)?;
        let blocks_per_group = field(32)?;
        let is_sound = ends.u16_le(SUPERBLOCK + 56)? == 0xef53
            && field(24)? <= 6
            && field(76)? <= 1
            && field(0)? > 0
            && blocks_per_group > 0
            && blocks_per_group <= 8 << (10 + field(24)?);
        let (compatible, incompatible) = (field(92)?, field(96)?);
        if !is_sound || (inodes_per_group == 0 && incompatible & JOURNAL_DEVICE == 0) {
            return None;
        }
        Some(if incompatible & JOURNAL_DEVICE != 0 {
            "ext journal"
        } else if incompatible & NOT_EXT3 != 0 {
            "ext4"
        } else if compatible & HAS_JOURNAL != 0 {
            "ext3"
        } else {
            "ext2"
        })
    };
    if let Some(kind) = name() {
        found.push(Signature { kind, offset: SUPERBLOCK });
    }
}

fn xfs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let is_sound = || {
        let block_size = ends.u32_be(4)?;
        let sector_size = ends.u16_be(102)?;
        Some(
            ends.holds(0, b"XFSB")
                && block_size.is_power_of_two()
                && (512..=65536).contains(&block_size)
                && sector_size.is_power_of_two()
                && sector_size >= 512
                && u32::from(ends.u8(120)?) == block_size.trailing_zeros(),
        )
    };
    if is_sound() == Some(true) {
        found.push(Signature { kind: "XFS", offset: 0 });
    }
}

fn f2fs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    let is_sound = || {
        let sector_log = ends.u32_le(SUPERBLOCK + 8)?;
        let sectors_per_block_log = ends.u32_le(SUPERBLOCK + 12)?;
        let block_log = ends.u32_le(SUPERBLOCK + 16)?;
        Some(
            ends.u32_le(SUPERBLOCK)? == 0xf2f5_2010
                && (9..=16).contains(&sector_log)
                && sector_log.checked_add(sectors_per_block_log) == Some(block_log)
                && block_log <= 16,
        )
    };
    if is_sound() == Some(true) {
        found.push(Signature { kind: "F2FS", offset: SUPERBLOCK });
    }
}

/// FAT has no magic of its own: the boot sector's parameters have to be possible ones.
fn fat(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let is_sound = || {
        let [jump, _, third] = ends.array::<3>(0)?;
        let sector_size = ends.u16_le(11)?;
        let media = ends.u8(21)?;
        Some(
            ends.holds(510, &[0x55, 0xaa])
                && (jump == 0xe9 || (jump == 0xeb && third == 0x90))
                && [512, 1024, 2048, 4096].contains(&sector_size)
                && ends.u8(13)?.is_power_of_two()
                && ends.u16_le(14)? > 0
                && [1, 2].contains(&ends.u8(16)?)
                && (media == 0xf0 || media >= 0xf8),
        )
    };
    if is_sound() == Some(true) {
        found.push(Signature { kind: "FAT", offset: 0 });
    }
}

fn squashfs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let is_sound = || {
        let block_size = ends.u32_le(12)?;
        Some(
            ends.holds(0, b"hsqs")
                && ends.u16_le(28)? == 4
                && block_size.is_power_of_two()
                && u32::from(ends.u16_le(22)?) == block_size.trailing_zeros(),
        )
    };
    if is_sound() == Some(true) {
        found.push(Signature { kind: "SquashFS", offset: 0 });
    }
}

fn erofs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const SUPERBLOCK: u64 = 1024;
    let is_sound = || {
        let block_log = ends.u8(SUPERBLOCK + 12)?;
        Some(ends.u32_le(SUPERBLOCK)? == 0xe0f5_e1e2 && (9..=16).contains(&block_log))
    };
    if is_sound() == Some(true) {
        found.push(Signature { kind: "EROFS", offset: SUPERBLOCK });
    }
}

/// The magic ends the first memory page, whose size is the machine's that made it.
fn swap(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    for page_size in [4096_u64, 8192, 16384, 32768, 65536] {
        let offset = page_size - 10;
        if ends.holds(offset, b"SWAPSPACE2") || ends.holds(offset, b"SWAP-SPACE") {
            found.push(Signature { kind: "swap", offset });
        } else if ends.holds(offset, b"S1SUSPEND\0") {
            found.push(Signature { kind: "hibernation image", offset });
        }
    }
}

fn luks(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    if ends.holds(0, b"LUKS\xba\xbe\0\x01") {
        found.push(Signature { kind: "LUKS1", offset: 0 });
    }
    if ends.holds(0, b"LUKS\xba\xbe\0\x02") {
        found.push(Signature { kind: "LUKS2", offset: 0 });
    }
    // The second header starts where the first one's area, of one of these sizes, ends.
    for offset in [0x4000, 0x8000, 0x1_0000, 0x2_0000, 0x4_0000] {
        if ends.holds(offset, b"SKUL\xba\xbe\0\x02") {
            found.push(Signature { kind: "LUKS2", offset });
        }
    }
}

/// The label may be in any of the first four 512-byte sectors.
fn lvm(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    for offset in [0, 512, 1024, 1536] {
        if ends.holds(offset, b"LABELONE") && ends.holds(offset + 24, b"LVM2 001") {
            found.push(Signature { kind: "LVM2", offset });
        }
    }
}

const MD_MAGIC: u32 = 0xa92b_4efc;

/// Version 0.90: the last 64 KiB that start on a multiple of 64 KiB, in the byte order of the
/// machine that made it.
fn md_at_end(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let Some(offset) = (ends.capacity & !0xffff).checked_sub(0x1_0000) else { return };
    let little = [MD_MAGIC, 0, 90].map(u32::to_le_bytes).concat();
    let big = [MD_MAGIC, 0, 90].map(u32::to_be_bytes).concat();
    if ends.holds(offset, &little) || ends.holds(offset, &big) {
        found.push(Signature { kind: "Linux RAID 0.90", offset });
    }
}

/// Version 1: at the end (1.0), the start (1.1) or 4 KiB from the start (1.2); it names its own place.
fn md_1(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let sectors = ends.capacity / 512;
    let at_end = sectors.checked_sub(16).map(|sector| (sector & !7) * 512);
    for offset in [at_end, Some(0), Some(4096)].into_iter().flatten() {
        let is_sound = ends.u32_le(offset) == Some(MD_MAGIC)
            && ends.u32_le(offset + 4) == Some(1)
            && ends.u64_le(offset + 144) == Some(offset / 512);
        if is_sound {
            found.push(Signature { kind: "Linux RAID 1.x", offset });
        }
    }
}

fn partition_tables(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    for block_size in [512, 4096] {
        let last = (ends.capacity / block_size).saturating_sub(1) * block_size;
        for (kind, offset) in [("GPT", block_size), ("GPT backup", last)] {
            // Revision 1.0, the only one that there is.
            if ends.holds(offset, b"EFI PART\0\0\x01\0") {
                found.push(Signature { kind, offset });
            }
        }
    }
    if is_mbr(ends) == Some(true) {
        found.push(Signature { kind: "MBR", offset: 510 });
    }
}

/// At least one partition, and nothing impossible: the two bytes of magic also end every boot sector.
fn is_mbr(ends: &Ends<'_>) -> Option<bool> {
    const ENTRY_SIZE: u64 = 16;
    let mut partitions = 0;
    for entry in (0..4).map(|index| 446 + index * ENTRY_SIZE) {
        let (status, kind) = (ends.u8(entry)?, ends.u8(entry + 4)?);
        let (start, count) = (ends.u32_le(entry + 8)?, ends.u32_le(entry + 12)?);
        if status & 0x7f != 0 {
            return Some(false);
        }
        if kind == 0 {
            continue;
        }
        // The table does not say its unit, which is the logical block size; 512 is the mildest test.
        if start == 0 || count == 0 || u64::from(start) * 512 >= ends.capacity {
            return Some(false);
        }
        partitions += 1;
    }
    Some(ends.holds(510, &[0x55, 0xaa]) && partitions > 0)
}

/// Four labels of 256 KiB, two at either end; each has a ring of uberblocks in its second half, in
/// the byte order of the machine that wrote it.
fn zfs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const LABEL: u64 = 256 << 10;
    const RING: u64 = 128 << 10;
    const RING_SIZE: usize = 128 << 10;
    /// The smallest distance of two uberblocks; larger ones are multiples.
    const SLOT_SIZE: usize = 1024;
    const UBERBLOCK_MAGIC: u64 = 0x00ba_b10c;
    let end = ends.capacity & !(LABEL - 1);
    let starts = [Some(0), Some(LABEL), end.checked_sub(2 * LABEL), end.checked_sub(LABEL)];
    let magics = [UBERBLOCK_MAGIC.to_le_bytes(), UBERBLOCK_MAGIC.to_be_bytes()];
    for label in starts.into_iter().flatten() {
        let Some(ring) = ends.bytes(label + RING, RING_SIZE) else { continue };
        let slots = (label + RING..).step_by(SLOT_SIZE).zip(ring.chunks_exact(SLOT_SIZE));
        let is_uberblock = |slot: &[u8]| magics.iter().any(|magic| slot.starts_with(magic));
        if let Some((offset, _)) = slots.into_iter().find(|(_, slot)| is_uberblock(slot)) {
            found.push(Signature { kind: "ZFS", offset });
        }
    }
}

/// Volume descriptors of 2 KiB from 32 KiB on: type, five letters, version 1.
fn optical(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    const DESCRIPTORS: u64 = 0x8000;
    if ends.holds(DESCRIPTORS + 1, b"CD001\x01") {
        found.push(Signature { kind: "ISO 9660", offset: DESCRIPTORS });
    }
    for offset in (0..16).map(|index| DESCRIPTORS + index * 2048) {
        if ends.holds(offset, b"\0NSR02\x01") || ends.holds(offset, b"\0NSR03\x01") {
            found.push(Signature { kind: "UDF", offset });
        }
    }
}

/// The superblock and its copy in the last whole 4 KiB block; two bytes of magic, so more is compared.
fn nilfs(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let copy = (ends.capacity / 4096).checked_sub(1).map(|block| block * 4096);
    for offset in [Some(1024), copy].into_iter().flatten() {
        // Revision 2.0, and a superblock of a possible size.
        let size = ends.u16_le(offset + 8);
        if ends.holds(offset, b"\x02\0\0\0\0\0\x34\x34")
            && size.is_some_and(|size| (200..=1024).contains(&size))
        {
            found.push(Signature { kind: "NILFS2", offset });
        }
    }
}

/// Source: Apple File System Reference, `nx_superblock_t`; Apple Technical Note 1150, volume header.
fn apple(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let is_block_size = |size: Option<u32>| {
        size.is_some_and(|size| size.is_power_of_two() && (512..=65536).contains(&size))
    };
    if ends.holds(32, b"NXSB") && is_block_size(ends.u32_le(36)) {
        found.push(Signature { kind: "APFS", offset: 32 });
    }
    let is_hfs_plus = ends.holds(1024, b"H+\0\x04") || ends.holds(1024, b"HX\0\x05");
    if is_hfs_plus && is_block_size(ends.u32_be(1024 + 40)) {
        found.push(Signature { kind: "HFS+", offset: 1024 });
    }
}

/// Firmware RAID writes near the end of each of its drives.
///
/// Source: the Linux tool `mdadm`'s descriptions of Intel's metadata; SNIA DDF 1.2 for the other.
fn firmware_raid(ends: &Ends<'_>, found: &mut Vec<Signature>) {
    let sectors = ends.capacity / 512;
    if let Some(offset) = sectors.checked_sub(2).map(|sector| sector * 512)
        && ends.holds(offset, b"Intel Raid ISM Cfg Sig. ")
    {
        found.push(Signature { kind: "Intel RAID", offset });
    }
    if let Some(offset) = sectors.checked_sub(1).map(|sector| sector * 512)
        && ends.holds(offset, &0xde11_de11_u32.to_be_bytes())
        && ends.holds(offset + 32, b"01.0")
    {
        found.push(Signature { kind: "DDF RAID", offset });
    }
}

#[cfg(test)]
mod tests;
