//! Every recorded request took place exactly once, and no other did.

use iogram_device::DriveRig;
use iogram_engine::{Cell, PathChoice, Rig};
use iogram_model::{
    Access, Bytes, CellRecord, CellState, IoPath, JobLayout, OpKind, OpMix, Permille, Stop,
};

use crate::ground::{
    BLOCK, Ground, READ, WRITE, all, on_each_device, on_each_ground, open_files, paths, run,
    totals, with,
};

const SIZE: u64 = 2 << 20;
const SHAPES: [(u32, u32); 6] = [(1, 1), (2, 1), (32, 1), (1, 4), (2, 4), (32, 4)];

/// Path, queue depth and number of jobs.
type Way = (PathChoice, u32, u32);

fn ways() -> impl Iterator<Item = Way> {
    let shapes = |&path| SHAPES.map(|(depth, jobs)| (path, depth, jobs));
    paths().iter().flat_map(shapes)
}

#[track_caller]
fn check_completed(record: &CellRecord, kind: OpKind, what: &str) {
    assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
    assert!(record.errors.is_empty(), "{what}: {:?}", record.errors);
    assert_eq!(totals(record.operations.of(kind)), (SIZE / BLOCK, SIZE), "{what}");
    assert_eq!(record.operations.iter().count(), 1, "{what}");
    let rows = record.series.rows.iter();
    let in_series: u64 = rows
        .filter_map(|row| if kind == OpKind::Read { row.read } else { row.write })
        .map(|row| row.count)
        .sum();
    assert_eq!(in_series, SIZE / BLOCK, "{what}: the series");
    let workload = &record.workload;
    assert_eq!(record.engine.depth_asked, workload.depth * workload.jobs, "{what}");
}

fn run_way(rig: &mut DriveRig, cell: &Cell, way: Way) -> CellRecord {
    let (path, depth, jobs) = way;
    let cell = Cell { path, ..cell.clone() };
    let record = run(rig, &with(cell, |w| (w.depth, w.jobs) = (depth, jobs)));
    match path {
        PathChoice::Sync => assert_eq!(record.engine.path, IoPath::Sync),
        PathChoice::IoUring => assert_eq!(record.engine.path, IoPath::IoUring),
        PathChoice::Auto => assert!(!record.engine.path_reason.is_empty()),
    }
    record
}

#[test]
fn each_block_is_written_once_and_read_once_on_every_path_at_every_depth() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for way in ways() {
            let (path, depth, jobs) = way;
            let what = format!("{}, {path:?}, depth {depth}, {jobs} jobs", ground.name);
            ground.make_old(SIZE);
            let before = ground.kernel_counters();
            let cell = with(all(WRITE, SIZE), |w| w.access = Access::Permutation);
            let record = run_way(&mut rig, &cell, way);
            check_completed(&record, OpKind::Write, &what);
            if let (Some(before), Some(after)) = (before, ground.kernel_counters()) {
                let done = after.since(before);
                assert_eq!((done.writes, done.written_bytes), (SIZE / BLOCK, SIZE), "{what}");
            }
            let cell = with(all(READ, SIZE), |w| w.layout = JobLayout::Sliced);
            let record = run_way(&mut rig, &cell, way);
            check_completed(&record, OpKind::Read, &what);
        }
    });
}

#[test]
fn a_count_of_requests_is_kept_to_the_last_one() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for way in ways() {
            let what = format!("{}, {way:?}", ground.name);
            let mix = OpMix { read: Permille(700), ..OpMix::default() };
            let cell = with(all(mix, SIZE), |w| {
                w.access = Access::Random;
                w.stop = Stop { count: Some(333), ..Stop::default() };
            });
            let record = run_way(&mut rig, &cell, way);
            assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
            let (reads, read_bytes) = totals(record.operations.read.as_ref());
            let (writes, written_bytes) = totals(record.operations.write.as_ref());
            assert_eq!(reads + writes, 333, "{what}");
            assert_eq!((read_bytes, written_bytes), (reads * BLOCK, writes * BLOCK), "{what}");
            // The binomial's mean is 233 with a standard deviation of 8.
            assert!(reads.abs_diff(233) < 50, "{what}: {reads} reads");
        }
    });
}

#[test]
fn a_mix_of_block_sizes_moves_what_the_record_says() {
    on_each_device(SIZE, |ground| {
        let mut rig = ground.rig();
        for way in ways() {
            let what = format!("{}, {way:?}", ground.name);
            let before = ground.kernel_counters().unwrap();
            let cell = with(all(WRITE, SIZE), |w| {
                w.access = Access::Random;
                w.block = "4KiB:1,8KiB:2,64KiB:1".parse().unwrap();
            });
            let record = run_way(&mut rig, &cell, way);
            let done = ground.kernel_counters().unwrap().since(before);
            let (_, bytes) = totals(record.operations.write.as_ref());
            assert_eq!(done.written_bytes, bytes, "{what}");
            assert!(bytes <= SIZE, "{what}: {bytes}");
            assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
        }
    });
}

#[test]
fn a_file_that_is_no_whole_number_of_blocks_is_used_up_to_its_last_whole_block() {
    let ground = Ground::file(10_000);
    let mut rig = ground.rig();
    for &path in paths() {
        let cell = Cell { path, ..all(READ, 4 * BLOCK) };
        let record = run(&mut rig, &cell);
        assert_eq!(totals(record.operations.read.as_ref()), (4, 4 * BLOCK), "{path:?}");
        assert_eq!(record.state, CellState::Completed, "{path:?}: {:?}", record.errors);
    }
    assert_eq!(rig.geometry().capacity, Bytes(10_000));
}

#[test]
fn nothing_of_a_target_stays_open_when_its_rig_is_gone() {
    on_each_ground(SIZE, |ground| {
        for &path in paths() {
            for round in 0..50 {
                let mut rig = ground.rig();
                let cell = Cell { path, ..all(READ, 32 * BLOCK) };
                run(&mut rig, &with(cell, |w| w.depth = 32));
                drop(rig);
                let open = open_files(&ground.path);
                assert!(open.is_empty(), "{}, {path:?}, round {round}", ground.name);
            }
        }
    });
}
