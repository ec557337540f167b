use std::convert::Infallible;
use std::path::Path;

use super::*;

mod layouts;

/// A fixture: the capacity, and rows of bytes; everything else is zero.
struct Image {
    capacity: u64,
    rows: Vec<(u64, Vec<u8>)>,
}

impl Image {
    fn parse(text: &str) -> Self {
        let mut lines = text.lines();
        let capacity = lines.next().unwrap().strip_prefix("capacity ").unwrap();
        let byte =
            |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        let rows = lines.map(|line| {
            let (offset, hex) = line.split_once(' ').unwrap();
            let bytes = hex.as_bytes().chunks_exact(2).map(byte).collect();
            (u64::from_str_radix(offset, 16).unwrap(), bytes)
        });
        Self { capacity: capacity.parse().unwrap(), rows: rows.collect() }
    }

    fn read(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/signatures");
        let bytes = std::fs::read(dir.join(format!("{name}.hex")));
        let bytes = bytes.unwrap_or_else(|error| panic!("image {name}: {error}"));
        Self::parse(&String::from_utf8(bytes).unwrap())
    }

    fn fill(&self, offset: u64, buffer: &mut [u8]) {
        buffer.fill(0);
        for (row, bytes) in &self.rows {
            for (at, byte) in (*row..).zip(bytes) {
                let place = at.checked_sub(offset).and_then(|at| usize::try_from(at).ok());
                if let Some(place) = place.and_then(|place| buffer.get_mut(place)) {
                    *place = *byte;
                }
            }
        }
    }

    fn signatures(&self) -> Vec<Signature> {
        let read = |offset, buffer: &mut [u8]| {
            self.fill(offset, buffer);
            Ok::<(), Infallible>(())
        };
        let Ok(found) = find_signatures(Bytes(self.capacity), read);
        found
    }
}

#[track_caller]
fn check(name: &str, expected: &[(&str, u64)]) {
    let found = Image::read(name).signatures();
    let found: Vec<_> = found.iter().map(|found| (found.kind, found.offset)).collect();
    assert_eq!(found, expected, "image {name}");
}

#[test]
fn file_systems_are_recognised() {
    check("ext2", &[("ext2", 1024)]);
    check("ext3", &[("ext3", 1024)]);
    check("ext4", &[("ext4", 1024)]);
    check("xfs", &[("XFS", 0)]);
    check("btrfs", &[("btrfs", 0x1_0040)]);
    check("f2fs", &[("F2FS", 1024)]);
    check("fat12", &[("FAT", 0)]);
    check("fat16", &[("FAT", 0)]);
    check("fat32", &[("FAT", 0)]);
    check("exfat", &[("exFAT", 3)]);
    check("ntfs", &[("NTFS", 3)]);
    check("nilfs2", &[("NILFS2", 1024), ("NILFS2", 0x0fff_f000)]);
    check("jfs", &[("JFS", 0x8000)]);
    check("reiserfs", &[("ReiserFS", 0x1_0034)]);
    check("iso9660", &[("ISO 9660", 0x8000)]);
    check("udf", &[("UDF", 0x8800)]);
    check("squashfs", &[("SquashFS", 0)]);
    check("erofs", &[("EROFS", 1024)]);
}

#[test]
fn containers_and_swap_are_recognised() {
    check("swap", &[("swap", 4086)]);
    check("luks1", &[("LUKS1", 0)]);
    check("luks2", &[("LUKS2", 0), ("LUKS2", 0x4000)]);
    check("lvm2", &[("LVM2", 512)]);
    check("bcache", &[("bcache", 0x1018)]);
    check("bcache-cache", &[("bcache", 0x1018)]);
    check("md-0.90", &[("Linux RAID 0.90", 0x1ff_0000)]);
    check("md-1.0", &[("Linux RAID 1.x", 0x1ff_e000)]);
    check("md-1.1", &[("Linux RAID 1.x", 0)]);
    check("md-1.2", &[("Linux RAID 1.x", 4096)]);
    let labels = [0x2_0000, 0x6_0000, 0x3fa_0000, 0x3fe_0000];
    check("zfs", &labels.map(|offset| ("ZFS", offset)));
    check("zfs-last-label-only", &[("ZFS", 0x3fe_1000)]);
}

#[test]
fn partition_tables_are_recognised_at_both_ends() {
    check("mbr", &[("MBR", 510)]);
    check("gpt", &[("MBR", 510), ("GPT", 512), ("GPT backup", 0xff_fe00)]);
    check("gpt-backup-only", &[("GPT backup", 0xff_fe00)]);
    check("gpt-4096", &[("MBR", 510), ("GPT", 4096), ("GPT backup", 0xff_f000)]);
}

#[test]
fn a_device_of_zeros_or_ones_or_no_size_holds_nothing() {
    for byte in [0_u8, 0xff, 0x55] {
        for capacity in [0, 1, 512, 4096, 8192, 1 << 20, (1 << 20) + 4096, 1 << 40] {
            let fill = |_, buffer: &mut [u8]| {
                buffer.fill(byte);
                Ok::<(), Infallible>(())
            };
            let Ok(found) = find_signatures(Bytes(capacity), fill);
            assert_eq!(found, [], "{capacity} bytes of {byte:#x}");
        }
    }
}

#[test]
fn both_ends_of_a_device_of_odd_size_are_read() {
    let mut image = Image::read("gpt-backup-only");
    image.capacity += 512;
    image.rows.iter_mut().for_each(|(offset, _)| *offset += 512);
    assert_eq!(image.signatures(), [Signature { kind: "GPT backup", offset: 0x100_0000 }]);
}

#[test]
fn a_read_that_fails_is_passed_on() {
    assert_eq!(find_signatures(Bytes::MIB, |_, _| Err("broken")), Err("broken"));
}

/// xorshift64*, from Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
fn random_bytes(mut state: u64, size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size + 8);
    while bytes.len() < size {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        bytes.extend_from_slice(&state.wrapping_mul(0x2545_f491_4f6c_dd1d).to_le_bytes());
    }
    bytes
}

/// Plants the two-byte magic numbers at their places, as random bytes have them once in 65536 devices; returns the
/// old bytes.
fn plant_short_magics(bytes: &mut [u8]) -> [(usize, [u8; 2]); 2] {
    [(510, [0x55, 0xaa]), (1080, [0x53, 0xef])].map(|(at, magic)| {
        let kept = [bytes[at], bytes[at + 1]];
        bytes[at..at + 2].copy_from_slice(&magic);
        (at, kept)
    })
}

/// Checks the first `size` bytes of random devices; each is the one before, shifted by `STEP`.
fn check_random(devices: usize, size: usize) {
    const STEP: usize = 16;
    let mut random = random_bytes(1, size + devices * STEP);
    for device in 0..devices {
        let bytes = &mut random[device * STEP..][..size];
        let kept = plant_short_magics(bytes);
        let tail_offset = TAIL_SIZE;
        let capacity = tail_offset + u64::try_from(size).unwrap();
        let windows = vec![(0, &*bytes), (tail_offset, &*bytes), (1 << 20, &*bytes)];
        assert_eq!(recognise(&View { windows, capacity }), [], "device {device}");
        for (at, kept) in kept {
            bytes[at..at + 2].copy_from_slice(&kept);
        }
    }
}

#[test]
fn what_a_benchmark_leaves_behind_is_not_mistaken_for_data() {
    // All checks but ZFS, the journal of XFS and late copies cover the first and last 72 KiB.
    check_random(20_000, 72 << 10);
    check_random(1_000, 512 << 10);
}
