//! Discards reach the storage below: files lose blocks, and so do the files and memory below devices.

use std::os::unix::fs::MetadataExt;

use iogram_engine::{Cell, Control, PathChoice, Rig, RigErrorKind};
use iogram_model::{Access, CellState, IoPath};

use crate::common::skip;
use crate::ground::{
    BLOCK, DISCARD, Ground, OLD, WRITE, all, on_each_device, paths, run, totals, with,
};

const SIZE: u64 = 2 << 20;

/// Bytes that the file occupies.
fn allocated(path: &std::path::Path) -> u64 {
    std::fs::metadata(path).unwrap().blocks() * 512
}

#[track_caller]
fn check_discards(ground: &Ground, path: PathChoice, occupied: impl Fn() -> u64) {
    let what = format!("{}, {path:?}", ground.name);
    let mut rig = ground.rig();
    run(&mut rig, &all(WRITE, SIZE));
    assert!(occupied() >= SIZE, "{what}");
    let before = ground.kernel_counters();
    let cell = with(Cell { path, ..all(DISCARD, SIZE / 2) }, |w| {
        w.region = "50%..100%".parse().unwrap();
        w.access = Access::Permutation;
        (w.depth, w.jobs) = (4, 2);
    });
    let record = run(&mut rig, &cell);
    assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
    let expected = (SIZE / 2 / BLOCK, SIZE / 2);
    assert_eq!(totals(record.operations.discard.as_ref()), expected, "{what}");
    if let (Some(before), Some(after)) = (before, ground.kernel_counters()) {
        // zram does not count its discards before Linux 6.2.
        let done = after.since(before).discarded_bytes;
        assert!(done == SIZE / 2 || ground.name == "zram" && done == 0, "{what}: {done}");
    }
    // Metadata of the file system may be among the blocks.
    assert!(occupied() <= SIZE / 2 + 64 * 1024, "{what}: {} left", occupied());
    let bytes = ground.bytes();
    let (kept, gone) = bytes.split_at(bytes.len() / 2);
    assert!(gone.iter().all(|&byte| byte == 0), "{what}");
    assert!(kept.as_chunks::<512>().0.iter().all(|sector| *sector != [0; 512]), "{what}");
}

#[test]
fn a_discard_of_a_file_makes_holes() {
    for &path in paths() {
        let ground = Ground::file(SIZE);
        let image = ground.image.clone().unwrap();
        check_discards(&ground, path, || allocated(&image));
    }
}

#[test]
fn a_discard_of_a_loop_device_makes_holes_in_its_file() {
    for path in [PathChoice::Auto, PathChoice::Sync] {
        match Ground::loop_device(SIZE) {
            Ok(ground) => {
                let image = ground.image.clone().unwrap();
                check_discards(&ground, path, || allocated(&image));
            }
            Err(reason) => skip(&reason),
        }
    }
}

#[test]
fn a_discard_of_a_zram_device_frees_its_memory() {
    for path in [PathChoice::Auto, PathChoice::Sync] {
        let ground = match Ground::zram(SIZE) {
            Ok(ground) => ground,
            Err(reason) => return skip(&reason),
        };
        let mm_stat = format!("/sys/class/block/{}/mm_stat", ground.device_name().unwrap());
        let stored = || {
            let text = String::from_utf8(std::fs::read(&mm_stat).unwrap()).unwrap();
            text.split_whitespace().next().unwrap().parse().unwrap()
        };
        check_discards(&ground, path, stored);
    }
}

#[test]
fn discards_of_a_device_through_io_uring_are_refused_and_nothing_is_lost() {
    on_each_device(SIZE, |ground| {
        ground.make_old(SIZE);
        let cell = Cell { path: PathChoice::IoUring, ..all(DISCARD, SIZE) };
        let error = ground.rig().run(&cell, &Control::default()).unwrap_err();
        assert!(error.message.to_string().contains("discard"), "{error}");
        assert_eq!(error.kind, RigErrorKind::Io, "{error}");
        assert!(ground.bytes().iter().all(|&byte| byte == OLD));
    });
}

#[test]
fn discards_beside_writes_take_a_path_that_can_do_both() {
    on_each_device(SIZE, |ground| {
        let mut rig = ground.rig();
        let mix = iogram_model::OpMix { discard: iogram_model::Permille(300), ..WRITE };
        let cell = with(all(mix, SIZE), |w| (w.access, w.depth) = (Access::Random, 8));
        let record = run(&mut rig, &cell);
        assert_eq!(record.state, CellState::Completed, "{:?}", record.errors);
        assert_eq!(record.engine.path, IoPath::Sync);
        let (discards, _) = totals(record.operations.discard.as_ref());
        let (writes, _) = totals(record.operations.write.as_ref());
        assert_eq!(discards + writes, SIZE / BLOCK, "{}", ground.name);
        // The binomial's mean is 154 with a standard deviation of 10.
        assert!(discards.abs_diff(154) < 60, "{}: {discards}", ground.name);
    });
}
