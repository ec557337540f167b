//! A failing request ends the cell in the state that names the reason, and earlier results are kept.

use std::path::Path;

use iogram_engine::{Cell, Control, PathChoice, Rig};
use iogram_model::{Access, Caching, CellRecord, CellState, Nanos, OpKind, Stop};

use crate::common::{LoopDevice, MountedAt, TempDir, run as run_program};
use crate::ground::{
    BLOCK, Ground, READ, WRITE, all, await_progress, open, open_plain, paths, run, totals, with,
};

const EPERM: i32 = 1;
const EIO: i32 = 5;
const ENOSPC: i32 = 28;

const SIZE: u64 = 2 << 20;
const HALF: u64 = SIZE / 2;

#[track_caller]
fn done(outcome: Result<(), String>) {
    iogram_testing::conclude(outcome);
}

/// The only kind of failure in `record`: its error number, its count, and its first place.
#[track_caller]
fn failure(record: &CellRecord, kind: OpKind, what: &str) -> (Option<i32>, u64, u64) {
    let [error] = &record.errors[..] else { panic!("{what}: {:?}", record.errors) };
    assert_eq!(error.operation, kind, "{what}");
    (error.errno, error.count, error.first_offset_bytes)
}

#[test]
fn reads_where_a_device_has_no_data_fail_and_those_before_are_kept() {
    done((|| {
        let ground = Ground::loop_device(SIZE)?;
        ground.make_old(SIZE);
        let mut rig = ground.rig();
        let image = open_plain(ground.image.as_ref().unwrap());
        image.set_len(HALF).unwrap();
        for &path in paths() {
            for (depth, jobs) in [(1, 1), (32, 1), (1, 4), (4, 4)] {
                let what = format!("{path:?}, depth {depth}, {jobs} jobs");
                let cell = Cell { path, ..all(READ, SIZE) };
                let record = run(&mut rig, &with(cell, |w| (w.depth, w.jobs) = (depth, jobs)));
                assert_eq!(record.state, CellState::IoErrors, "{what}");
                let (errno, count, first) = failure(&record, OpKind::Read, &what);
                assert_eq!(errno, Some(EIO), "{what}");
                assert!(first >= HALF, "{what}: {first}");
                let outstanding = u64::from(depth * jobs);
                let allowed = Cell::ERRORS_MAX..Cell::ERRORS_MAX + outstanding;
                assert!(allowed.contains(&count), "{what}: {count} failures");
                let (reads, bytes) = totals(record.operations.read.as_ref());
                assert_eq!(bytes, reads * BLOCK, "{what}");
                if jobs == 1 {
                    assert_eq!(reads, HALF / BLOCK, "{what}");
                    assert!(first < HALF + outstanding * BLOCK, "{what}: {first}");
                }
                assert!(record.elapsed_ns > 0, "{what}");
            }
        }
        Ok(())
    })());
}

#[test]
fn a_single_bad_block_does_not_end_the_cell() {
    done((|| {
        let ground = Ground::loop_device(SIZE)?;
        ground.make_old(SIZE);
        let mut rig = ground.rig();
        open_plain(ground.image.as_ref().unwrap()).set_len(SIZE - BLOCK).unwrap();
        for &path in paths() {
            let cell = Cell { path, ..all(READ, SIZE) };
            for access in [Access::Sequential, Access::Permutation] {
                let what = format!("{path:?}, {access}");
                let record = run(&mut rig, &with(cell.clone(), |w| w.access = access));
                assert_eq!(record.state, CellState::IoErrors, "{what}");
                let expected = (Some(EIO), 1, SIZE - BLOCK);
                assert_eq!(failure(&record, OpKind::Read, &what), expected, "{what}");
                let (reads, _) = totals(record.operations.read.as_ref());
                assert_eq!(reads, SIZE / BLOCK - 1, "{what}");
            }
        }
        Ok(())
    })());
}

/// Fills the target on a file system that is too small for it, and compares with the bytes that arrived.
#[track_caller]
fn check_full(path: PathChoice, target: &Path, arrived: impl Fn() -> u64) {
    let what = format!("{path:?}, {}", target.display());
    let mut rig = open(target).unwrap();
    let cell = with(Cell { path, ..all(WRITE, SIZE) }, |w| w.depth = 4);
    let record = run(&mut rig, &cell);
    assert_eq!(record.state, CellState::Full, "{what}: {:?}", record.errors);
    let (errno, count, _) = failure(&record, OpKind::Write, &what);
    assert_eq!(errno, Some(ENOSPC), "{what}");
    assert!((1..=4).contains(&count), "{what}: {count} failures");
    let (writes, bytes) = totals(record.operations.write.as_ref());
    assert!(writes > 0 && bytes < SIZE, "{what}: {bytes}");
    assert_eq!(arrived(), bytes, "{what}");
}

/// Bytes in blocks that are not zeros.
fn written_bytes(path: &Path) -> u64 {
    let bytes = std::fs::read(path).unwrap();
    let blocks = bytes.as_chunks::<4096>().0.iter().filter(|block| **block != [0; 4096]);
    blocks.count() as u64 * BLOCK
}

#[test]
fn a_file_system_that_becomes_full_ends_the_cell_and_keeps_what_fitted() {
    done((|| {
        for &path in paths() {
            let dir = TempDir::new();
            let at = dir.path().join("memory");
            let _mount = MountedAt::new(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"], &at)?;
            let file = dir.image("memory/target", SIZE);
            check_full(path, &file, || written_bytes(&file));
        }
        Ok(())
    })());
}

#[test]
fn a_full_file_system_below_a_loop_device_is_told_as_full() {
    done((|| {
        for &path in paths() {
            let dir = TempDir::new();
            let at = dir.path().join("memory");
            let _mount = MountedAt::new(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"], &at)?;
            let image = dir.image("memory/image", SIZE);
            let device = LoopDevice::over(&image, &[])?;
            check_full(path, &device.path, || written_bytes(&image));
        }
        Ok(())
    })());
}

#[test]
fn ext4_that_becomes_full_ends_the_cell() {
    done((|| {
        for &path in paths() {
            let dir = TempDir::new();
            let image = dir.image("image", 1 << 20);
            run_program("mkfs.ext4", &["-q", "-O", "^has_journal", image.to_str().unwrap()])?;
            let device = LoopDevice::over(&image, &[])?;
            let at = dir.path().join("at");
            let _mount = MountedAt::new(&[device.text()], &at)?;
            let file = dir.image("at/target", SIZE);
            check_full(path, &file, || written_bytes(&file));
        }
        Ok(())
    })());
}

/// Writable again at the end: the kernel keeps the flag when the loop device gets another user.
struct ReadOnly<'a>(&'a str);

impl<'a> ReadOnly<'a> {
    fn new(device: &'a str) -> Result<Self, String> {
        run_program("blockdev", &["--setro", device]).map(|_| Self(device))
    }
}

impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        run_program("blockdev", &["--setrw", self.0]).ok();
    }
}

#[test]
fn a_device_that_becomes_read_only_ends_the_cell_and_keeps_what_was_written() {
    done((|| {
        for &path in paths() {
            let ground = Ground::loop_device(SIZE)?;
            let device = ground.path.to_str().unwrap();
            let mut rig = ground.rig();
            let control = Control::default();
            let stop = Stop { time: Some(Nanos::SECOND * 60), ..Stop::default() };
            let cell =
                with(Cell { path, ..all(WRITE, SIZE) }, |w| (w.stop, w.depth) = (stop, 4));
            let record = std::thread::scope(|scope| {
                let cell = scope.spawn(|| rig.run(&cell, &control));
                await_progress(&control);
                let switched = ReadOnly::new(device);
                if switched.is_err() {
                    control.stop();
                }
                let record = cell.join().unwrap().unwrap();
                switched.map(|_| record)
            })?;
            assert_eq!(record.state, CellState::ReadOnly, "{path:?}: {:?}", record.errors);
            let (errno, count, _) = failure(&record, OpKind::Write, "read-only");
            assert_eq!(errno, Some(EPERM), "{path:?}");
            assert!((1..=4).contains(&count), "{path:?}: {count} failures");
            assert!(totals(record.operations.write.as_ref()).0 > 0, "{path:?}");
        }
        Ok(())
    })());
}

#[test]
fn reads_at_the_end_of_a_file_that_became_shorter_are_short_transfers() {
    // Requests below the end, one across it, and those beyond it.
    let end = HALF + 512;
    for &path in paths() {
        for caching in [Caching::Direct, Caching::Buffered] {
            let what = format!("{path:?}, {caching:?}");
            let ground = Ground::file(SIZE);
            ground.make_old(SIZE);
            let mut rig = ground.rig();
            open_plain(&ground.path).set_len(end).unwrap();
            let cell = with(Cell { path, ..all(READ, SIZE) }, |w| w.caching = caching);
            let record = run(&mut rig, &cell);
            assert_eq!(record.state, CellState::IoErrors, "{what}");
            let expected = (None, Cell::ERRORS_MAX, HALF);
            assert_eq!(failure(&record, OpKind::Read, &what), expected, "{what}");
            let message = &record.errors[0].message;
            assert!(
                message.starts_with("the test file is shorter than the region"),
                "{message}"
            );
            // A short transfer is not a completed request: neither its bytes nor its time count.
            let totals = totals(record.operations.read.as_ref());
            assert_eq!(totals, (HALF / BLOCK, HALF), "{what}");
        }
    }
}

#[test]
fn a_device_that_became_smaller_ends_the_cell() {
    done((|| {
        for &path in paths() {
            let ground = Ground::loop_device(SIZE)?;
            let mut rig = ground.rig();
            open_plain(ground.image.as_ref().unwrap()).set_len(HALF).unwrap();
            run_program("losetup", &["--set-capacity", ground.path.to_str().unwrap()])?;
            let error = rig.run(&Cell { path, ..all(WRITE, SIZE) }, &Control::default());
            let error = error.unwrap_err();
            assert!(
                error.message.to_string().contains("no longer what was permitted"),
                "{error}"
            );
        }
        Ok(())
    })());
}

#[test]
fn as_many_errors_as_allowed_end_the_cell() {
    done((|| {
        let ground = Ground::loop_device(SIZE)?;
        let mut rig = ground.rig();
        open_plain(ground.image.as_ref().unwrap()).set_len(0).unwrap();
        for &path in paths() {
            for errors_max in [1, 7] {
                let cell = Cell { path, errors_max, ..all(READ, SIZE) };
                let record = run(&mut rig, &cell);
                assert_eq!(record.state, CellState::IoErrors);
                let (_, count, _) = failure(&record, OpKind::Read, "errors");
                assert_eq!(count, errors_max, "{path:?}");
                assert!(record.operations.read.is_none(), "{path:?}");
            }
        }
        Ok(())
    })());
}
