//! The contents of the target after a cell match the record: new everywhere, without repeats, as compressible as
//! requested, and unchanged outside the region.

use std::collections::BTreeSet;
use std::os::unix::fs::FileExt as _;

use iogram_device::fill;
use iogram_engine::Cell;
use iogram_model::{Access, CellState, DataPattern, JobLayout, Permille, SyncPolicy, Workload};

use crate::common::skip;
use crate::ground::{
    BLOCK, Ground, OLD, WRITE, all, on_each_device, on_each_ground, open_plain, paths, run,
    totals, with,
};

const SIZE: u64 = 1 << 20;
const SECTOR: usize = 512;

/// Checks that every sector has its own new data: none is old, none is zeros, none occurs twice.
#[track_caller]
fn check_all_new(bytes: &[u8], what: &str) {
    let mut seen = BTreeSet::new();
    for (index, sector) in bytes.as_chunks::<SECTOR>().0.iter().enumerate() {
        assert!(*sector != [OLD; SECTOR], "{what}: sector {index} is as before");
        assert!(*sector != [0; SECTOR], "{what}: sector {index} is zeros");
        assert!(seen.insert(sector), "{what}: sector {index} occurs twice");
    }
}

/// Checks that all values are equally frequent, as in data that no compressor shortens.
#[track_caller]
fn check_uniform(bytes: &[u8], what: &str) {
    let mut counts = [0_u32; 256];
    bytes.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
    // 4096 of each with a standard deviation of 64; the limit is seven of them.
    assert_eq!(bytes.len(), 256 * 4096);
    assert!(counts.iter().all(|count| count.abs_diff(4096) < 448), "{what}: {counts:?}");
}

#[test]
fn every_sector_of_the_region_holds_new_data_that_never_repeats() {
    let orders = [
        (Access::Sequential, JobLayout::Shared),
        (Access::Sequential, JobLayout::Sliced),
        (Access::Permutation, JobLayout::Shared),
    ];
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for (access, layout) in orders.clone() {
                for (depth, jobs) in [(1, 1), (2, 4), (32, 1), (32, 4)] {
                    let what = format!(
                        "{}, {path:?}, {access}, {layout:?}, depth {depth}, {jobs} jobs",
                        ground.name
                    );
                    ground.make_old(SIZE);
                    let cell = with(Cell { path, ..all(WRITE, SIZE) }, |w| {
                        (w.access, w.layout) = (access.clone(), layout);
                        (w.depth, w.jobs) = (depth, jobs);
                    });
                    run(&mut rig, &cell);
                    let bytes = ground.bytes();
                    check_all_new(&bytes, &what);
                    check_uniform(&bytes, &what);
                }
            }
        }
    });
}

#[test]
fn a_block_larger_than_a_page_is_new_to_its_last_sector() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for (block, depth) in [("64KiB", 1), ("128KiB", 8), ("1MiB", 2)] {
                let what = format!("{}, {path:?}, {block} at depth {depth}", ground.name);
                ground.make_old(SIZE);
                let cell = with(Cell { path, ..all(WRITE, SIZE) }, |w| {
                    (w.block, w.depth) = (block.parse().unwrap(), depth);
                });
                run(&mut rig, &cell);
                check_all_new(&ground.bytes(), &what);
            }
        }
    });
}

#[test]
fn another_seed_writes_nothing_that_was_written_before() {
    let ground = Ground::file(SIZE);
    let mut rig = ground.rig();
    let mut both = Vec::new();
    for seed in [1, 2] {
        run(&mut rig, &with(all(WRITE, SIZE), |w| (w.seed, w.depth) = (seed, 8)));
        both.extend(ground.bytes());
    }
    check_all_new(&both, "two cells");
}

#[test]
fn nothing_outside_the_region_changes() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for (access, jobs) in [(Access::Sequential, 1), (Access::Permutation, 4)] {
                let what = format!("{}, {path:?}, {access}, {jobs} jobs", ground.name);
                ground.make_old(SIZE);
                let cell = with(Cell { path, ..all(WRITE, SIZE / 2) }, |w| {
                    w.region = "25%..75%".parse().unwrap();
                    (w.access, w.jobs, w.depth) = (access, jobs, 4);
                });
                run(&mut rig, &cell);
                let bytes = ground.bytes();
                let quarter = bytes.len() / 4;
                let is_old = |part: &[u8]| part.iter().all(|&byte| byte == OLD);
                assert!(is_old(&bytes[..quarter]), "{what}: before the region");
                assert!(is_old(&bytes[3 * quarter..]), "{what}: behind the region");
                check_all_new(&bytes[quarter..3 * quarter], &what);
            }
        }
    });
}

#[test]
fn reading_changes_nothing() {
    on_each_ground(SIZE, |ground| {
        ground.make_old(SIZE);
        let mut rig = ground.rig();
        for &path in paths() {
            let cell = Cell { path, ..all(crate::ground::READ, SIZE) };
            let cell = with(cell, |w| (w.depth, w.jobs, w.sync) = (4, 2, SyncPolicy::None));
            run(&mut rig, &cell);
            assert!(ground.bytes().iter().all(|&byte| byte == OLD), "{}", ground.name);
        }
    });
}

#[test]
fn zeros_and_half_zeros_are_written_as_asked() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            let what = format!("{}, {path:?}", ground.name);
            let write = |data| {
                with(Cell { path, ..all(WRITE, SIZE) }, |w| (w.data, w.depth) = (data, 4))
            };
            ground.make_old(SIZE);
            run(&mut rig, &write(DataPattern::Zeros));
            assert!(ground.bytes().iter().all(|&byte| byte == 0), "{what}");
            ground.make_old(SIZE);
            run(&mut rig, &write(DataPattern::Compressible(Permille(500))));
            let bytes = ground.bytes();
            check_all_new(&bytes, &what);
            for sector in bytes.as_chunks::<SECTOR>().0 {
                assert!(sector[SECTOR / 2..].iter().all(|&byte| byte == 0), "{what}");
                let zeros = sector[..SECTOR / 2].iter().filter(|&&byte| byte == 0).count();
                assert!(zeros < 16, "{what}: {zeros} zeros in the random half");
            }
        }
    });
}

/// Reads of any size and order report exactly the blocks that somebody changed.
#[test]
fn data_that_are_not_as_they_were_written_are_found_where_they_are() {
    let placed = |cell: Cell, data: &str| {
        with(cell, |w| (w.data, w.seed, w.depth) = (data.parse().unwrap(), 5, 4))
    };
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for data in ["placed", "pattern=0xdeadbeef"] {
                let what = format!("{}, {path:?}, {data}", ground.name);
                ground.make_old(SIZE);
                run(&mut rig, &placed(Cell { path, ..all(WRITE, SIZE) }, data));
                let read = |block: &str, access: Access| {
                    let cell = Cell { path, ..all(crate::ground::READ, SIZE) };
                    with(placed(cell, data), |w| {
                        (w.block, w.access) = (block.parse().unwrap(), access);
                    })
                };
                for (block, access) in
                    [("4KiB", Access::Permutation), ("64KiB", Access::Sequential)]
                {
                    let record = run(&mut rig, &read(block, access));
                    assert_eq!(record.state, CellState::Completed, "{what}, {block}");
                    assert_eq!(record.verified_bytes, Some(SIZE), "{what}, {block}");
                }
                // One byte at the end of a block, and a block that occurs twice.
                let file = open_plain(&ground.path);
                let mut block = vec![0; 4096];
                file.read_exact_at(&mut block, 128 << 10).unwrap();
                block[4095] ^= 1;
                file.write_all_at(&block, 128 << 10).unwrap();
                file.read_exact_at(&mut block, 0).unwrap();
                file.write_all_at(&block, 512 << 10).unwrap();
                file.sync_all().unwrap();
                drop(file);
                let record = run(&mut rig, &read("4KiB", Access::Sequential));
                let [error] = record.errors.as_slice() else { panic!("{what}: {record:?}") };
                // A short repeated pattern does not distinguish places.
                let last = if data == "placed" { 512 << 10 } else { 128 << 10 };
                let places = (error.first_offset_bytes, error.last_offset_bytes);
                assert_eq!(places, (128 << 10, last), "{what}");
                assert_eq!(error.errno, Some(-2), "{what}");
                assert_eq!(record.state, CellState::IoErrors, "{what}");
            }
        }
    });
}

/// Data of an earlier run with another seed does not count as this run's.
#[test]
fn data_of_another_seed_are_wrong() {
    let ground = Ground::file(SIZE);
    let mut rig = ground.rig();
    let cell =
        |mix, seed| with(all(mix, SIZE), |w| (w.data, w.seed) = (DataPattern::Placed, seed));
    run(&mut rig, &cell(WRITE, 1));
    assert_eq!(run(&mut rig, &cell(crate::ground::READ, 1)).state, CellState::Completed);
    assert_eq!(run(&mut rig, &cell(crate::ground::READ, 2)).state, CellState::IoErrors);
}

/// A zram device's report on its data: original size, and size after the kernel's compression.
fn stored_bytes(ground: &Ground) -> (u64, u64) {
    let name = ground.device_name().unwrap();
    let text = std::fs::read(format!("/sys/class/block/{name}/mm_stat")).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut numbers = text.split_whitespace().map(|number| number.parse::<u64>().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn the_kernel_compresses_data_just_as_far_as_was_asked() {
    let ground = match Ground::zram(SIZE) {
        Ok(ground) => ground,
        Err(reason) => return skip(&reason),
    };
    let mut rig = ground.rig();
    let cases = [
        (DataPattern::Random, 990..=1100),
        (DataPattern::Compressible(Permille(500)), 450..=650),
        (DataPattern::Zeros, 0..=10),
    ];
    for (data, expected) in cases {
        let cell = with(all(WRITE, SIZE), |w| (w.data, w.depth) = (data, 4));
        run(&mut rig, &cell);
        let (given, compressed) = stored_bytes(&ground);
        let permille = compressed * 1000 / given;
        assert_eq!(given, SIZE, "{data}");
        assert!(expected.contains(&permille), "{data}: {permille} permille of {given} bytes");
    }
}

#[test]
fn what_is_asked_to_be_zeros_is_written_as_fill_says() {
    // The engine's salts differ, but data requested as zeros does not depend on them.
    on_each_device(BLOCK, |ground| {
        let mut rig = ground.rig();
        for data in [DataPattern::Zeros, DataPattern::Compressible(Permille::ALL)] {
            ground.make_old(BLOCK);
            let record = run(&mut rig, &with(all(WRITE, BLOCK), |w| w.data = data));
            assert_eq!(totals(record.operations.write.as_ref()), (1, BLOCK));
            let mut expected = vec![OLD; 4096];
            fill(&mut expected, data, 0);
            assert_eq!(ground.bytes(), expected, "{}, {data}", ground.name);
        }
    });
}

#[test]
fn the_same_cell_writes_the_same_bytes_again() {
    let ground = Ground::file(SIZE);
    let mut rig = ground.rig();
    let cell = with(all(WRITE, SIZE), |w: &mut Workload| w.seed = 7);
    let mut written = Vec::new();
    for _ in 0..2 {
        ground.make_old(SIZE);
        assert_eq!(run(&mut rig, &cell).state, CellState::Completed);
        written.push(ground.bytes());
    }
    assert!(written[0] == written[1]);
}
