//! Loop devices that nobody named: the program only writes to empty ones.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use crate::common::{Bench, on_bench};

fn write<'a>(device: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
    fixed.iter().chain(more).copied().collect()
}

/// Closed on exec: programs that other tests start meanwhile would otherwise be writers.
fn open(path: &Path, how: rustix::fs::OFlags) -> File {
    let how = how | rustix::fs::OFlags::CLOEXEC;
    File::from(rustix::fs::open(path, how, rustix::fs::Mode::empty()).unwrap())
}

/// Bytes and their offsets.
type Rows<'a> = &'a [(u64, &'a [u8])];

/// Makes the bench's file a hole again, and writes bytes into it.
fn refill(bench: &Bench, bytes: Rows<'_>) {
    let file = open(&bench.image, rustix::fs::OFlags::WRONLY);
    let size = file.metadata().unwrap().len();
    file.set_len(0).unwrap();
    file.set_len(size).unwrap();
    for (offset, bytes) in bytes {
        file.write_all_at(bytes, *offset).unwrap();
    }
    file.sync_all().unwrap();
    drop_cache(Path::new(bench.device()));
}

/// The loop device caches the contents of its file.
fn drop_cache(device: &Path) {
    let file = open(device, rustix::fs::OFlags::RDONLY);
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
}

/// Bytes without a known signature.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut bytes = Vec::with_capacity(size + 8);
    while bytes.len() < size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend(state.to_le_bytes());
    }
    bytes
}

#[test]
fn a_loop_device_that_holds_anything_is_refused_without_its_name() {
    on_bench(|bench| {
        let noise = noise(64 << 10);
        let cases: [(Rows<'_>, &str); 9] = [
            (&[(0, &noise)], "data that is not recognised (64.0 KiB of 32.0 MiB hold data)"),
            (&[(16 << 20, &noise)], "data that is not recognised"),
            (&[(17 << 20, b"x")], "data that is not recognised"),
            (&[((32 << 20) - 1, b"x")], "data that is not recognised"),
            (&[(257, b"ustar\0")], "tar archive"),
            (&[(0, b"SQLite format 3\0")], "SQLite database"),
            (&[(0, b"QFI\xfb\0\0\0\x03")], "qcow2 disk image"),
            (&[(0x2000, b"\x49\xe8\x95\xf9"), (0x2200, b"\x49\x18\x91\xf9")], "HPFS"),
            (&[(1 << 20, b"LUKS\xba\xbe\0\x02")], "LUKS2"),
        ];
        for (bytes, why) in cases {
            refill(bench, bytes);
            let said = bench.refused(&write(bench.device(), &[]), &format!("(on it: {why}"));
            let option = format!("--destroy {}", bench.typed_name());
            assert!(said.stderr.contains(&option), "{said:?}");
        }
        Ok(())
    });
}

#[test]
fn an_empty_loop_device_is_written_unnamed_once_and_asks_for_its_name_the_next_time() {
    on_bench(|bench| {
        refill(bench, &[]);
        let settings = ["--set", "size=16MiB", "--set", "time=100ms", "--set", "loops=2"];
        let call = [&["quick", bench.device(), "--no-store"], &settings[..]].concat();
        // Cells with writes in sequence in one run.
        let said = bench.iogram(&call);
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(!said.stdout.contains("writes-left-out"), "{said:?}");
        assert!(!said.stdout.contains("contents-destroyed"), "{said:?}");
        let said =
            bench.refused(&write(bench.device(), &[]), "(on it: data that is not recognised");
        assert!(said.stderr.contains(&bench.typed_name()), "{said:?}");
        let name = bench.typed_name();
        let said = bench.iogram(&write(bench.device(), &["--destroy", &name, "--json", "-"]));
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("contents-destroyed"), "{said:?}");
        assert!(said.stdout.contains("data that is not recognised"), "{said:?}");
        Ok(())
    });
}

#[test]
fn a_mark_of_a_part_is_refused_even_by_name_and_says_what_releases_it() {
    on_bench(|bench| {
        let end = (32_u64 << 20) - 512;
        let cases: [(Rows<'_>, &str, &str); 5] = [
            (&[(0, b"integrt\0\x05")], "dm-integrity", "integritysetup close"),
            (&[(32, b"ORCLDISK")], "Oracle ASM", "wipefs -a"),
            (&[(end, b"$XIDE$")], "LSI RAID", "wipefs -a"),
            (&[(0x204, b"!Stra0tis\x86\xff\x02^\x41rh")], "Stratis", "wipefs -a"),
            (&[(1 << 20, b"\x0d\xd0\x01\xc0\x03\0\0\0")], "VMFS volume", "wipefs -a"),
        ];
        for (bytes, kind, release) in cases {
            refill(bench, bytes);
            let name = bench.typed_name();
            let why = format!("marked as a part of something larger: {kind}");
            for more in [&[][..], &["--destroy", &name], &["--borrow"]] {
                let said = bench.refused(&write(bench.device(), more), &why);
                let hint = format!("{release} {}", bench.device());
                let is_told = said.stderr.contains(&hint) || said.stderr.contains(release);
                assert!(is_told, "{kind}: {said:?}");
            }
        }
        Ok(())
    });
}
