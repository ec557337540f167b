//! Figures of a drive are found by the work of a cell, for any method.

use iogram_findings::{Pick, check_promises, choose_figures, figures_of_run};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, DriveEntry, Figure, OpKind, OpMix, Permille, Promises,
    Quality, RecordedLoad, Replay, ReplayRecord, SyncPolicy,
};

use crate::common::{cell, flush_run, histogram, run, with, writes};

#[track_caller]
fn check(change: impl FnOnce(&mut CellRecord), expected: &[&str]) {
    let mut cell = with(cell("cell"), OpKind::Write, 1000, 4_096_000);
    cell = with(cell, OpKind::Read, 1000, 4_096_000);
    cell = with(cell, OpKind::Flush, 1000, 0);
    change(&mut cell);
    let figures = figures_of_run(&run("1", vec![cell]), Some("2026-11-21"));
    let mut found: Vec<&str> = figures.iter().map(|figure| figure.quality.name()).collect();
    found.dedup();
    assert_eq!(found, expected);
}

fn reads(cell: &mut CellRecord) {
    cell.workload.mix = OpMix { read: Permille(1000), ..OpMix::default() };
}

fn sequential(cell: &mut CellRecord, block: u64) {
    cell.workload.access = Access::Sequential;
    cell.workload.block = Blocks::one(Bytes(block));
}

#[test]
fn a_cell_is_what_it_did() {
    check(|_| (), &["random-write-4k"]);
    check(|cell| cell.workload.depth = 8, &["random-write-4k-queued"]);
    check(|cell| cell.workload.jobs = 2, &["random-write-4k-queued"]);
    check(reads, &["random-read-4k"]);
    check(|cell| cell.workload.sync = SyncPolicy::Each, &["sync-write"]);
    check(|cell| cell.workload.block = Blocks::one(Bytes(8192)), &[]);
    check(|cell| cell.workload.mix.read = Permille(700), &[]);
    check(|cell| sequential(cell, 1 << 20), &["sequential-write"]);
    check(|cell| sequential(cell, 64 << 10), &[]);
    check(
        |cell| {
            sequential(cell, 1 << 20);
            reads(cell);
        },
        &["sequential-read"],
    );
}

/// A replay of `trace` in the way `how`: 8,192,000 bytes, with the drive busy for 2 s.
pub(crate) fn replayed(trace: &str, how: &str, end_bytes: u64) -> CellRecord {
    let mut cell = with(cell("boot"), OpKind::Write, 1000, 4_096_000);
    cell = with(cell, OpKind::Read, 1000, 4_096_000);
    cell.workload.replay = Some(Replay {
        trace: trace.to_owned(),
        how: how.parse().unwrap(),
        load: Some(RecordedLoad { end_bytes, ..RecordedLoad::default() }),
        digest: None,
        program: None,
    });
    cell.engine.replay = Some(ReplayRecord {
        count: 2000,
        busy_ns: 2_000_000_000,
        schedule_ns: None,
        late_ns: None,
        recorded: Vec::new(),
        recorded_elapsed_ns: None,
        recorded_busy_ns: None,
        idle_cut_ns: 0,
        rounded_count: 0,
        split_count: 0,
        left_out_count: 0,
    });
    cell
}

#[test]
fn a_trace_that_comes_with_the_program_is_work_as_app_day_makes_it() {
    const FAST: &str = "as-fast-as-possible,idle=25ms,places=fit";
    let figures = |trace: &str, how: &str, end_bytes: u64| {
        figures_of_run(&run("1", vec![replayed(trace, how, end_bytes)]), None)
    };
    let found = figures("day:boot", FAST, 1 << 30);
    let shown: Vec<(&str, &str, Option<f64>)> =
        found.iter().map(|it| (it.quality.name(), it.figure.as_str(), it.mean)).collect();
    assert_eq!(shown[0], ("recorded-boot", "bytes_per_s", Some(4_096_000.0)));
    assert_eq!((shown[1].0, shown[1].1, shown.len()), ("recorded-boot", "latency_mean_ns", 2));
    assert_eq!((found[0].block, found[0].depth), (None, None), "requests of its own");
    for (trace, how, end_bytes) in [
        ("day:git-build", FAST, 1 << 30),
        ("boot", FAST, 1 << 30),
        ("day:boot", "as-recorded,idle=25ms,places=fit", 1 << 30),
        ("day:boot", "as-fast-as-possible,idle=25ms,places=scaled", 1 << 30),
        // Its addresses were compressed.
        ("day:boot", FAST, 1 << 60),
    ] {
        assert!(figures(trace, how, end_bytes).is_empty(), "{trace} {how} {end_bytes}");
    }
}

#[test]
fn a_write_is_sustained_from_a_quarter_of_the_drive_on() {
    for (share, expected) in [(5, 1), (4, 2)] {
        let mut cells = writes(&[80.0]);
        cells[0].operations.write.as_mut().unwrap().bytes = (64 << 30) / share;
        let figures = figures_of_run(&run("1", cells), None);
        assert_eq!(figures.len(), expected, "1/{share}: {figures:?}");
    }
}

/// A mean of percentiles is not a percentile.
#[test]
fn percentiles_of_repetitions_are_of_all_their_requests() {
    let cells: Vec<_> = [5_000_000, 40_000_000, 6_000_000]
        .into_iter()
        .map(|p99| {
            let mut synced = flush_run(Some(p99));
            synced = with(synced, OpKind::Write, 1000, 2_300_000);
            synced.operations.write.as_mut().unwrap().histogram = histogram(&[(1000, 2_000)]);
            // Of 3,000 flushes 36 are slow, and the 30 slowest are 1 %: the percentile is among the slow ones.
            let flush = synced.operations.flush.as_mut().unwrap();
            flush.histogram = histogram(&[(988, 1_000_000), (12, p99)]);
            (flush.latency_ns.min, flush.latency_ns.max) = (1_000_000, p99);
            synced.workload.sync = SyncPolicy::Each;
            synced.workload.block = Blocks::one(Bytes(2300));
            synced
        })
        .collect();
    let figures = figures_of_run(&run("1", cells), None);
    let p99 =
        choose_figures(&figures, Quality::SyncWrite, Figure::LatencyP99, Pick::Plain).unwrap();
    let of_repetitions: Vec<_> = p99.runs.iter().map(|run| run.value.unwrap()).collect();
    assert_eq!(of_repetitions, [5e6, 40e6, 6e6]);
    assert!((4.99e6..5.01e6).contains(&p99.mean.unwrap()), "{:?}", p99.mean);
    assert_eq!(p99.interval, None, "of one number there is no interval");
    let iops = choose_figures(&figures, Quality::SyncWrite, Figure::Iops, Pick::Plain).unwrap();
    assert!(iops.interval.is_some(), "of rates it is the mean, with its interval");
}

#[test]
fn latencies_of_synced_writes_are_those_of_the_flush() {
    let mut synced = flush_run(Some(7_000_000));
    synced = with(synced, OpKind::Write, 1000, 2_300_000);
    synced.workload.sync = SyncPolicy::Each;
    synced.workload.block = Blocks::one(Bytes(2300));
    let figures = figures_of_run(&run("1", vec![synced]), None);
    let p99 =
        choose_figures(&figures, Quality::SyncWrite, Figure::LatencyP99, Pick::Plain).unwrap();
    assert_eq!(p99.mean, Some(7_000_000.0));
    let iops = choose_figures(&figures, Quality::SyncWrite, Figure::Iops, Pick::Plain).unwrap();
    assert_eq!(iops.mean, Some(100.0));
}

#[test]
fn a_run_that_does_not_count_is_shown_and_is_in_no_mean() {
    let mut cells = writes(&[5.7, 8.0, 10.0]);
    cells[0].is_counted = false;
    let figures = figures_of_run(&run("1", cells), None);
    let shown: Vec<Option<f64>> = figures[0].runs.iter().map(|run| run.value).collect();
    assert_eq!(shown, [Some(5.7e6), Some(8e6), Some(10e6)]);
    assert!(figures[0].runs[0].excluded.is_some());
    assert_eq!(figures[0].mean, Some(9e6));
}

#[test]
fn a_label_is_held_against_the_fastest_and_a_class_against_its_minimum() {
    let entry = DriveEntry {
        promises: Promises {
            write_bytes_per_s: Some(130e6),
            read_bytes_per_s: Some(190e6),
            classes: vec!["V30".to_owned(), "A2".to_owned()],
            ..Promises::default()
        },
        ..DriveEntry::default()
    };
    let mut cells = writes(&[65.0]);
    let mut deep = writes(&[78.0]).remove(0);
    deep.name = "deep".to_owned();
    deep.workload.depth = 8;
    cells.push(deep);
    let figures = figures_of_run(&run("1", cells), None);
    let checks = check_promises(&entry, &figures);
    let found: Vec<(&str, Option<f64>)> =
        checks.iter().map(|check| (check.promise.as_str(), check.reached_ratio)).collect();
    assert_eq!(
        found,
        [
            ("sequential read", None),
            ("sequential write", Some(0.6)),
            ("V30 write", Some(2.6)),
            ("A2 write", Some(7.8)),
            ("A2 random read", None),
            ("A2 random write", None),
        ]
    );
}
