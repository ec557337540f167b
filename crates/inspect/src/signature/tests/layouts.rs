//! Images constructed byte by byte from the published layouts, one for each mark that no tool on a usual computer
//! makes.

use super::*;

const MIB: u64 = 1 << 20;

/// An image and its expected signatures.
struct Layout {
    kind: &'static str,
    capacity: u64,
    rows: Vec<(u64, Vec<u8>)>,
}

fn layout(kind: &'static str, capacity: u64, rows: &[(u64, &[u8])]) -> Layout {
    let rows = rows.iter().map(|(offset, bytes)| (*offset, bytes.to_vec())).collect();
    Layout { kind, capacity, rows }
}

#[track_caller]
fn check(layout: &Layout, is_part: bool) {
    let kind = layout.kind;
    let image = Image { capacity: layout.capacity, rows: layout.rows.clone() };
    let found = image.signatures();
    let [found] = &found[..] else { panic!("{kind}: {found:?}") };
    assert_eq!(found.kind, kind);
    assert_eq!(found.is_membership(), is_part, "{kind}");
    let released = found.release("/dev/sdx");
    assert_eq!(released.is_some_and(|it| it.contains("/dev/sdx")), is_part, "{kind}");
    // Without one of its rows it is not recognised, or only by its remains.
    let mut cut = image;
    cut.rows.remove(0);
    assert!(!cut.signatures().contains(found), "{kind} without its first row");
}

/// The last sector of a device of 8 MiB.
const LAST: u64 = 8 * MIB - 512;

fn be(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn le(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn mapper_and_journals() -> Vec<Layout> {
    vec![
        layout("dm-integrity", 8 * MIB, &[(0, b"integrt\0\x05\x0f\x04\0")]),
        layout("dm-verity", 8 * MIB, &[(0, b"verity\0\0\x01\0\0\0\x01\0\0\0")]),
        layout("device-mapper snapshot", 8 * MIB, &[(0, b"SnAp"), (4, &le(&[1, 1, 8]))]),
        layout("device-mapper thin pool", 8 * MIB, &[(32, &27_022_010_u64.to_le_bytes())]),
        layout("device-mapper cache", 8 * MIB, &[(32, &0o6_142_003_u64.to_le_bytes())]),
        layout("device-mapper write cache", 8 * MIB, &[(0, &le(&[0x2348_9321, 1]))]),
        // As `mke2fs -O journal_dev` leaves it: no inodes, no groups.
        layout(
            "external ext journal",
            8 * MIB,
            &[
                (1024 + 56, &[0x53, 0xef]),
                (1024 + 4, &8192_u32.to_le_bytes()),
                (1024 + 76, &1_u32.to_le_bytes()),
                (1024 + 96, &8_u32.to_le_bytes()),
                (2048, &be(&[0xc03b_3998, 4])),
            ],
        ),
        layout(
            "external XFS log",
            16 * MIB,
            &[(512, &be(&[0xfeed_babe, 1, 2, 512])), (512 + 300, &be(&[1]))],
        ),
        layout(
            "external JFS log",
            8 * MIB,
            &[(4096, &le(&[0x8765_4321, 1, 0, 256, 4096, 12]))],
        ),
        layout("LVM1", 8 * MIB, &[(0, b"HM\x01\0\0\0\0\0\0\x04\0\0")]),
        layout("Stratis", 8 * MIB, &[(0x204, b"!Stra0tis\x86\xff\x02^\x41rh")]),
        layout("Stratis", 8 * MIB, &[(0x1204, b"!Stra0tis\x86\xff\x02^\x41rh")]),
        layout("VDO", 8 * MIB, &[(0, b"dmvdo001")]),
        layout("BlueStore", 8 * MIB, &[(0, b"bluestore block device\n")]),
    ]
}

fn shared() -> Vec<Layout> {
    let gfs2 = |protocol: &'static [u8]| -> Vec<(u64, Vec<u8>)> {
        vec![
            (0x1_0000, be(&[0x0116_1970, 1])),
            (0x1_0018, be(&[1801, 1900])),
            (0x1_0060, protocol.to_vec()),
        ]
    };
    vec![
        layout(
            "DRBD",
            8 * MIB,
            &[(8 * MIB - 4096 + 60, &be(&[0x8374_026b])), (8 * MIB - 4096 + 80, &be(&[4096]))],
        ),
        layout(
            "DRBD",
            8 * MIB + 512,
            &[(8 * MIB - 4096 + 60, &be(&[0x8374_026d])), (8 * MIB - 4096 + 80, &be(&[4096]))],
        ),
        layout("DRBD control volume", 8 * MIB, &[(0, b"$DRBDmgr=q")]),
        layout("DRBD proxy log", 8 * MIB, &[(0, b"DRBDdlh*")]),
        layout("Oracle ASM", 8 * MIB, &[(32, b"ORCLDISKVOL1")]),
        layout("OCFS of a cluster", 16 * MIB, &[(0x2000, b"OracleCFS")]),
        layout("OCFS2 of a cluster", 16 * MIB, &[(0x2000, b"OCFSV2\0\0")]),
        Layout { kind: "GFS2 of a cluster", capacity: 64 * MIB, rows: gfs2(b"lock_dlm\0") },
        layout(
            "GFS of a cluster",
            64 * MIB,
            &[(0x1_0000, &be(&[0x0116_1970, 1])), (0x1_0018, &be(&[1309, 1401]))],
        ),
        layout("VMFS volume", 8 * MIB, &[(MIB, &le(&[0xc001_d00d, 3]))]),
        layout("VMFS", 8 * MIB, &[(2 * MIB, &le(&[0x2fab_f15e, 5]))]),
        layout("ScoutFS", 8 * MIB, &[(0x1_0004, &le(&[0x103c_428b])), (0x1_0028, &[1])]),
        layout("mpool", 8 * MIB, &[(0, b"mpoolDev")]),
        layout(
            "bcachefs of several devices",
            8 * MIB,
            &[(0x1018, magics::BCACHEFS), (0x107b, &[2])],
        ),
        layout(
            "APFS of several devices",
            8 * MIB,
            &[(32, b"NXSB\0\x10\0\0"), (64, &0x102_u64.to_le_bytes())],
        ),
        layout("Windows dynamic disk", 8 * MIB, &[(0xc00, b"PRIVHEAD")]),
        layout("Windows dynamic disk", 8 * MIB, &[(7 * MIB + 1856 * 512, b"PRIVHEAD")]),
    ]
}

/// Each of 8 MiB; metadata at the end, with one exception.
fn firmware() -> Vec<Layout> {
    let mut jmicron = vec![0_u8; 128];
    jmicron[..4].copy_from_slice(b"JM\x01\0");
    // Letters and version plus the checksum: 0 together.
    let sum = 0x4d4a_u16.wrapping_add(1).wrapping_neg();
    jmicron[4..6].copy_from_slice(&sum.to_le_bytes());
    let mut silicon = vec![0_u8; 512];
    silicon[0x60..0x64].copy_from_slice(&0x2f00_0000_u32.to_le_bytes());
    silicon[0x13e..0x140].copy_from_slice(&0x2f00_u16.wrapping_neg().to_le_bytes());
    let mut via = vec![0_u8; 64];
    via[..3].copy_from_slice(&[0x55, 0xaa, 1]);
    via[50] = 0_u8.wrapping_add(0x55).wrapping_add(0xaa).wrapping_add(1);
    let ddf = |offset| -> Vec<(u64, Vec<u8>)> {
        vec![(offset, be(&[0xde11_de11])), (offset + 32, b"01.02.00".to_vec())]
    };
    let mut all = vec![
        layout("NVIDIA RAID", 8 * MIB, &[(LAST - 512, b"NVIDIA  \x1e\0\0\0")]),
        layout("LSI RAID", 8 * MIB, &[(LAST, b"$XIDE$")]),
        layout("Adaptec RAID", 8 * MIB, &[(LAST, &be(&[0x37fc_4d1e])), (LAST + 256, b"DPTM")]),
        layout("JMicron RAID", 8 * MIB, &[(LAST, &jmicron)]),
        layout("Silicon Image RAID", 8 * MIB, &[(LAST, &silicon)]),
        layout("VIA RAID", 8 * MIB, &[(LAST, &via)]),
        layout("HighPoint RAID", 8 * MIB, &[(4640, &le(&[0x5a78_16f0]))]),
        layout("HighPoint RAID", 8 * MIB, &[(8 * MIB - 11 * 512, &le(&[0x5a78_16f3]))]),
        // In units of 512 and of 4096 bytes, and with the space that some firmware leaves after it.
        layout("Intel RAID", 8 * MIB, &[(LAST - 512, b"Intel Raid ISM Cfg Sig. 1.0.00")]),
        layout("Intel RAID", 8 * MIB, &[(8 * MIB - 8192, b"Intel Raid ISM Cfg Sig. 1.3.00")]),
        layout("Intel RAID", 8 * MIB, &[(LAST - 512 * 99, b"Intel Raid ISM Cfg Sig. 1.3.00")]),
        Layout { kind: "DDF RAID", capacity: 8 * MIB, rows: ddf(LAST) },
        Layout { kind: "DDF RAID", capacity: 8 * MIB, rows: ddf(LAST - 256 * 512) },
        Layout { kind: "DDF RAID", capacity: 8 * MIB, rows: ddf(8 * MIB - 4096) },
    ];
    for sectors in [63, 255, 256, 16, 399, 591, 675, 735, 911, 974, 991, 951, 3087] {
        let offset = 8 * MIB - sectors * 512;
        all.push(layout("Promise RAID", 8 * MIB, &[(offset, b"Promise Technology, Inc.")]));
    }
    all
}

#[test]
fn every_mark_of_a_part_is_refused_with_what_releases_it() {
    let all = [mapper_and_journals(), shared(), firmware()];
    for layout in all.iter().flatten() {
        check(layout, true);
    }
    // Images made by tools cover the others.
    let by_tools = [
        "LVM2",
        "Linux RAID 0.90",
        "Linux RAID 1.x",
        "bcache",
        "btrfs of several devices",
        "ZFS",
    ];
    let kinds: Vec<_> = all.iter().flatten().map(|it| it.kind).chain(by_tools).collect();
    for kind in members::kinds() {
        assert!(kinds.contains(&kind), "{kind} has no image");
    }
}

fn disk_labels() -> Vec<Layout> {
    let mut sgi = vec![0x0be5_a941, 0x0001_0002];
    sgi.push(0_u32.wrapping_sub(0x0be5_a941).wrapping_sub(0x0001_0002));
    let mut atari = vec![0_u8; 62];
    atari[..4].copy_from_slice(&16384_u32.to_be_bytes());
    atari[4..8].copy_from_slice(b"\x01GEM");
    atari[8..16].copy_from_slice(&be(&[2, 8000]));
    vec![
        layout("Sun disk label", 8 * MIB, &[(508, &[0xda, 0xbe, 0xda, 0xbe])]),
        layout("SGI disk label", 8 * MIB, &[(0, &be(&sgi))]),
        layout(
            "BSD disk label",
            8 * MIB,
            &[(512, &le(&[0x8256_4557])), (644, &le(&[0x8256_4557]))],
        ),
        layout(
            "BSD disk label",
            8 * MIB,
            &[(64, &le(&[0x8256_4557])), (196, &le(&[0x8256_4557]))],
        ),
        layout("Apple partition map", 8 * MIB, &[(0, b"ER\x02\0"), (512, b"PM\0\0\0\0\0\x02")]),
        layout("Atari partition table", 8 * MIB, &[(0x1c2, &atari)]),
        layout("DASD label", 8 * MIB, &[(8196, b"\xe5\xd6\xd3\xf1")]),
        layout("DASD label", 8 * MIB, &[(1024, b"\xd3\xd5\xe7\xf1")]),
        layout("AIX label", 8 * MIB, &[(0, b"\xc9\xc2\xd4\xc1")]),
    ]
}

fn file_systems() -> Vec<Layout> {
    vec![
        layout(
            "GFS2",
            64 * MIB,
            &[
                (0x1_0000, &be(&[0x0116_1970, 1])),
                (0x1_0018, &be(&[1801, 1900])),
                (0x1_0060, b"lock_nolock\0"),
            ],
        ),
        layout("OCFS2", 16 * MIB, &[(4096, b"OCFSV2\0\0"), (4096 + 0xe0, &[8])]),
        layout("bcachefs", 8 * MIB, &[(0x1018, magics::BCACHEFS), (0x107b, &[1])]),
        layout("Reiser4", 8 * MIB, &[(0x1_0000, b"ReIsEr4")]),
        layout("ReFS", 8 * MIB, &[(3, b"ReFS")]),
        layout("romfs", 8 * MIB, &[(0, b"-rom1fs-")]),
        layout("cramfs", 8 * MIB, &[(16, b"Compressed ROMFS")]),
        layout("SquashFS", 8 * MIB, &[(0, b"sqsh"), (28, &[0, 3, 0, 1])]),
        layout("High Sierra", 8 * MIB, &[(0x8009, b"CDROM\x01")]),
        layout("HFS", 8 * MIB, &[(1024, b"BD"), (1038, &[0, 3]), (1044, &be(&[4096]))]),
        layout(
            "CoreStorage (FileVault)",
            8 * MIB,
            &[(8, b"\x01\0\x10\0"), (88, b"CS\x01\0\0\0"), (96, &le(&[4096]))],
        ),
        layout(
            "Minix",
            8 * MIB,
            &[(1024, b"\xe0\x1f\0\x20\x01\0\x01\0"), (1040, &[0x7f, 0x13])],
        ),
        layout(
            "HPFS",
            8 * MIB,
            &[(0x2000, b"\x49\xe8\x95\xf9"), (0x2200, b"\x49\x18\x91\xf9")],
        ),
        layout("BeFS", 8 * MIB, &[(512 + 32, b"1SFB"), (512 + 68, &le(&[0xdd12_1031]))]),
        layout(
            "UFS",
            8 * MIB,
            &[(0x1_0000 + 1372, &le(&[0x1954_0119])), (0x1_0000 + 48, &le(&[32768, 4096]))],
        ),
        layout("Xenix", 8 * MIB, &[(2040, &le(&[0x2b_5544, 2]))]),
        layout("System V", 8 * MIB, &[(1016, &be(&[0xfd18_7e20, 2]))]),
        layout("BFS", 8 * MIB, &[(0, b"\xce\xfa\xad\x1b"), (4, &le(&[512, 65536]))]),
        layout("VxFS", 8 * MIB, &[(1024, &le(&[0xa501_fcf5, 4]))]),
        layout("VxFS", 8 * MIB, &[(8192, &be(&[0xa501_fcf5, 4]))]),
        layout("NSS pool", 8 * MIB, &[(4096, b"SPB5\x04\0")]),
        layout("UBI", 8 * MIB, &[(0, b"UBI#\x01\0\0\0")]),
        layout("what iogram borrowed", 8 * MIB, &[(0, b"iogram borrowed\n")]),
        layout("UBIFS", 8 * MIB, &[(0, b"\x31\x18\x10\x06"), (16, b"\0\x10\0\0\x06")]),
        layout("zonefs", 8 * MIB, &[(0, b"SFOZ")]),
        layout("hibernation image", 8 * MIB, &[(4086, b"LINHIB0001")]),
        layout("BitLocker", 8 * MIB, &[(3, b"-FVE-FS-")]),
        layout("APFS", 8 * MIB, &[(32, b"NXSB\0\x10\0\0")]),
    ]
}

fn files() -> Vec<Layout> {
    vec![
        layout("tar archive", 8 * MIB, &[(257, b"ustar\x0000")]),
        layout("tar archive", 8 * MIB, &[(257, b"ustar  \0")]),
        layout("SQLite database", 8 * MIB, &[(0, b"SQLite format 3\0")]),
        layout("qcow2 disk image", 8 * MIB, &[(0, b"QFI\xfb\0\0\0\x03")]),
        layout("VDI disk image", 8 * MIB, &[(64, b"\x7f\x10\xda\xbe\x01\0\x01\0")]),
        layout("VHD disk image", 8 * MIB, &[(LAST, b"conectix")]),
        layout("VHDX disk image", 8 * MIB, &[(0, b"vhdxfile")]),
        layout("VMDK disk image", 8 * MIB, &[(0, b"KDMV\x01\0\0\0")]),
        layout("gzip archive", 8 * MIB, &[(0, b"\x1f\x8b\x08\x08\x01\x02\x03\x04\0\x03")]),
        layout("xz archive", 8 * MIB, &[(0, b"\xfd7zXZ\0")]),
        layout("zstd archive", 8 * MIB, &[(0, b"\x28\xb5\x2f\xfd\x64")]),
        layout("zip archive", 8 * MIB, &[(0, b"PK\x03\x04\x14\0\0\0\x08\0")]),
        layout("PDF document", 8 * MIB, &[(0, b"%PDF-1.7")]),
    ]
}

#[test]
fn what_is_on_one_device_alone_is_recognised_and_not_taken_for_a_part() {
    for layout in [disk_labels(), file_systems(), files()].iter().flatten() {
        check(layout, false);
    }
}

/// The tool's image, with everything before `cut` zeroed.
fn without_beginning(name: &str, cut: u64) -> Image {
    let mut image = Image::read(name);
    image.rows.retain(|(offset, _)| *offset >= cut);
    image
}

fn with_copy(name: &str, from: u64, to: u64, size: usize) -> Image {
    let whole = Image::read(name);
    let mut copy = vec![0; size];
    whole.fill(from, &mut copy);
    Image { capacity: whole.capacity.max(to + MIB), rows: vec![(to, copy)] }
}

#[track_caller]
fn check_left(image: &Image, kind: &str) {
    let found = image.signatures();
    assert!(found.iter().any(|found| found.kind == kind), "{kind}: {found:?}");
    assert!(found.iter().all(|found| !found.is_membership()), "{kind}: {found:?}");
}

#[test]
fn a_file_system_whose_beginning_is_gone_is_told_by_its_copies() {
    for (group, log) in [(8193 << 10, 0_u8), (32 * MIB, 1), (128 * MIB, 2)] {
        let mut image = with_copy("ext4", 1024, group, 1024);
        let superblock = &mut image.rows[0].1;
        superblock[90] = 1;
        superblock[24] = log;
        // Groups as large as one block of bitmap allows.
        superblock[32..36].copy_from_slice(&(8192_u32 << log).to_le_bytes());
        image.capacity = 256 * MIB;
        check_left(&image, "ext4");
    }
    check_left(&with_copy("btrfs", 0x1_0000, 64 * MIB, 4096), "btrfs");
    check_left(&with_copy("exfat", 0, 12 * 512, 512), "exFAT");
    check_left(&with_copy("fat32", 0, 6 * 512, 512), "FAT");
    check_left(&with_copy("f2fs", 1024, 4096 + 1024, 512), "F2FS");
    check_left(&without_beginning("nilfs2", MIB), "NILFS2");
    check_left(&without_beginning("gpt", MIB), "GPT backup");
    let mut ntfs = with_copy("ntfs", 0, 8 * MIB, 512);
    ntfs.capacity = 8 * MIB + 512;
    check_left(&ntfs, "NTFS");
    let mut xfs = with_copy("xfs", 0, 0, 512);
    xfs.capacity = 300 * MIB;
    xfs.rows[0].0 = 75 * MIB;
    check_left(&xfs, "XFS");
}

#[test]
fn what_lies_where_the_first_partition_began_is_told_when_the_table_is_gone() {
    for (name, kind) in [
        ("ext4", "ext4"),
        ("btrfs", "btrfs"),
        ("fat32", "FAT"),
        ("luks2", "LUKS2"),
        ("swap", "swap"),
    ] {
        for start in [63 * 512, MIB, 4 * MIB] {
            let mut image = Image::read(name);
            image.rows.retain(|(offset, _)| *offset < 100 << 10);
            image.rows.iter_mut().for_each(|(offset, _)| *offset += start);
            image.capacity += 8 * MIB;
            check_left(&image, kind);
        }
    }
    // No command that removes the partition's member from its group works on the whole device.
    let mut part = Image::read("lvm2");
    part.rows.iter_mut().for_each(|(offset, _)| *offset += MIB);
    part.capacity += 8 * MIB;
    check_left(&part, "LVM2 behind a lost partition table");
}

#[test]
fn a_place_between_the_ends_that_cannot_be_read_holds_nothing() {
    let read = |offset: u64, buffer: &mut [u8]| {
        buffer.fill(0);
        if (MIB..64 * MIB).contains(&offset) { Err("unreadable") } else { Ok(()) }
    };
    assert_eq!(find_signatures(Bytes(128 * MIB), read), Ok(Vec::new()));
}
