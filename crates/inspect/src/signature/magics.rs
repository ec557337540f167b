//! Magic bytes that suffice by themselves, as data: kind, place, bytes.
//!
//! A magic needs at least six bytes for a row here; shorter ones, and formats that count their devices, have a
//! function.
//!
//! Source: the tables `magics` in util-linux 2.43-devel (commit 39465c780), `libblkid/src/superblocks/*.c` and
//! `libblkid/src/partitions/*.c`, the file in each row's comment; the formats' own documents for the rest. Only these
//! facts are from there.

/// The place of magic bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MagicOffset {
    /// Bytes from the start.
    At(u64),
    /// Bytes from the end of the last whole sector of 512 bytes.
    Before(u64),
}

use MagicOffset::{At, Before};

pub(super) type Magic = (&'static str, MagicOffset, &'static [u8]);

/// File systems and swap.
pub(super) const FILE_SYSTEMS: &[Magic] = &[
    ("exFAT", At(3), b"EXFAT   "),           // exfat.c
    ("NTFS", At(3), b"NTFS    "),            // ntfs.c
    ("ReFS", At(3), b"ReFS\0\0\0\0"),        // refs.c
    ("ReiserFS", At(0x1_0034), b"ReIsErFs"), // reiserfs.c
    ("ReiserFS", At(0x1_0034), b"ReIsEr2Fs"),
    ("ReiserFS", At(0x1_0034), b"ReIsEr3Fs"),
    ("ReiserFS", At(0x2034), b"ReIsErFs"),
    ("ReiserFS", At(0x2014), b"ReIsErFs"),
    ("Reiser4", At(0x1_0000), b"ReIsEr4"),
    ("JFS", At(0x8000), b"JFS1\x01\0\0\0"), // jfs.c, with the version
    ("JFS", At(0x8000), b"JFS1\x02\0\0\0"),
    ("romfs", At(0), b"-rom1fs-"),             // romfs.c
    ("cramfs", At(16), b"Compressed ROMFS"),   // cramfs.c, `signature`
    ("High Sierra", At(0x8009), b"CDROM\x01"), // iso9660.c
    ("hibernation image", At(0), b"\xed\xc3\x02\xe9\x98\x56\xe5\x0c"), // swap.c, TuxOnIce
];

/// Members of something that other devices or computers share; `members.rs` has the release of each kind.
pub(super) const MEMBERS: &[Magic] = &[
    ("bcache", At(0x1018), b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"), // bcache.c
    ("VDO", At(0), b"dmvdo001"),                             // vdo.c
    ("BlueStore", At(0), b"bluestore block device"),         // bluestore.c
    ("Stratis", At(0x204), b"!Stra0tis\x86\xff\x02^\x41rh"), // stratis.c, both copies
    ("Stratis", At(0x1204), b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("dm-integrity", At(0), b"integrt\0"), // lvm.c
    ("dm-verity", At(0), b"verity\0\0"),   // lvm.c
    ("Oracle ASM", At(32), b"ORCLDISK"),   // ocfs.c
    ("OCFS of a cluster", At(0x2000), b"OracleCFS"), // ocfs.c
    ("mpool", At(0), b"mpoolDev"),         // mpool.c
    ("DRBD control volume", At(0), b"$DRBDmgr=q"), // drbdmanage.c
    ("DRBD proxy log", At(0), b"DRBDdlh*"), // drbdproxy_datalog.c
    ("NVIDIA RAID", Before(1024), b"NVIDIA  "), // nvidia_raid.c
    ("LSI RAID", Before(512), b"$XIDE$"),  // lsi_raid.c
    // The kernel's block/partitions/ldm.h: sector 6 of a disk with an MBR, and in the last MiB.
    ("Windows dynamic disk", At(0xc00), b"PRIVHEAD"),
    ("Windows dynamic disk", Before((2048 - 1856) * 512), b"PRIVHEAD"),
    ("Windows dynamic disk", Before(512), b"PRIVHEAD"),
];

/// Containers on this one device.
pub(super) const CONTAINERS: &[Magic] = &[
    ("BitLocker", At(3), b"-FVE-FS-"),       // bitlocker.c
    ("LUKS1", At(0), b"LUKS\xba\xbe\0\x01"), // luks.c
    ("LUKS2", At(0), b"LUKS\xba\xbe\0\x02"),
    // The second header starts at the end of the first one's area, which has one of these sizes.
    ("LUKS2", At(0x4000), b"SKUL\xba\xbe\0\x02"),
    ("LUKS2", At(0x8000), b"SKUL\xba\xbe\0\x02"),
    ("LUKS2", At(0x1_0000), b"SKUL\xba\xbe\0\x02"),
    ("LUKS2", At(0x2_0000), b"SKUL\xba\xbe\0\x02"),
    ("LUKS2", At(0x4_0000), b"SKUL\xba\xbe\0\x02"),
    ("UBI", At(0), b"UBI#\x01\0\0\0"), // ubi.c, with the version and its padding
    // `MAGIC` in crates/device/src/tombstone.rs: a journal holds the original contents.
    ("what iogram borrowed", At(0), b"iogram borrowed\n"),
];

/// Files that were written raw to a device.
///
/// Source: the formats' own documents: POSIX.1-2017 `pax` (ustar), SQLite's file format, QEMU's
/// `docs/interop/qcow2.txt`, Microsoft's VHD and VHDX specifications, the Virtual Disk Format 5.0 (VMDK), `VDICore.h`
/// (VDI), the xz and bzip2 formats, PKWARE's APPNOTE, ISO 32000.
pub(super) const FILES: &[Magic] = &[
    ("tar archive", At(257), b"ustar\0"),
    ("tar archive", At(257), b"ustar "),
    ("SQLite database", At(0), b"SQLite format 3\0"),
    ("qcow2 disk image", At(0), b"QFI\xfb\0\0\0\x02"),
    ("qcow2 disk image", At(0), b"QFI\xfb\0\0\0\x03"),
    ("VDI disk image", At(64), b"\x7f\x10\xda\xbe\x01\0\x01\0"),
    ("VHD disk image", At(0), b"conectix"),
    ("VHD disk image", Before(512), b"conectix"),
    ("VHDX disk image", At(0), b"vhdxfile"),
    ("VMDK disk image", At(0), b"KDMV\x01\0\0\0"),
    ("VMDK disk image", At(0), b"KDMV\x02\0\0\0"),
    ("VMDK disk image", At(0), b"KDMV\x03\0\0\0"),
    ("VMDK disk image", At(0), b"# Disk DescriptorFile"),
    ("xz archive", At(0), b"\xfd7zXZ\0"),
    ("7z archive", At(0), b"7z\xbc\xaf\x27\x1c"),
    ("bzip2 archive", At(4), b"1AY&SY"),
    ("PDF document", At(0), b"%PDF-1."),
    ("PDF document", At(0), b"%PDF-2."),
];

/// Copies of patterns that another row or check recognises, elsewhere on the device.
pub(super) const COPIES: &[Magic] = &[
    // The backup boot region follows the twelve sectors of the first one. Source: exFAT, section 3.
    ("exFAT", At(12 * 512 + 3), b"EXFAT   "),
    ("exFAT", At(12 * 4096 + 3), b"EXFAT   "),
    ("NTFS", Before(512 - 3), b"NTFS    "),
    ("NTFS", Before(4096 - 3), b"NTFS    "),
    // The layout before the superblock, the second superblock, the last one. Source: bcache.c.
    ("bcachefs", At(0xe00), BCACHEFS),
    ("bcachefs", At((2 << 20) + 24), BCACHEFS),
    ("bcachefs", Before((1 << 20) - 24), BCACHEFS),
    // Each zone or mirror has its own. Source: the kernel's fs/btrfs/disk-io.h, `btrfs_sb_offset`.
    ("btrfs", At((64 << 20) + 0x40), b"_BHRfS_M"),
    ("btrfs", At((256 << 30) + 0x40), b"_BHRfS_M"),
    // The remains of a volume group whose label is gone. Source: lvm2's lib/format_text/layout.h.
    ("LVM2 metadata", At(4100), b"\x20LVM2\x20x[5A%r0N*>"),
];

pub(super) const BCACHEFS: &[u8] =
    b"\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef";
