//! Comparisons of drives match cells by their work, for any method.

use iogram_findings::{add_tests, figures_of_entry, figures_of_run, tests_of};
use iogram_model::{
    Access, Application, Blocks, Bytes, Caching, CellRecord, DriveEntry, FigureRun, OpKind,
    OpMix, Permille, PublishedFigure, Quality, RecordedProgram, Run, SyncPolicy, TestGroup,
};

use crate::common::{cell, run, with};
use crate::quality::replayed;

/// This many tests with each of these record sizes.
fn matrix(sizes: &[u64], tests: &[&str]) -> Run {
    let cells = sizes.iter().flat_map(|size| {
        tests.iter().map(move |test| {
            let name = format!("{} {test}", Bytes(*size));
            let kind = if test.contains("read") { OpKind::Read } else { OpKind::Write };
            let mut cell = with(cell(&name), kind, 10, size * 10);
            cell.workload.block = Blocks::one(Bytes(*size));
            let read = if kind == OpKind::Read { 1000 } else { 0 };
            cell.workload.mix = OpMix { read: Permille(read), ..OpMix::default() };
            cell
        })
    });
    run("1", cells.collect())
}

fn told(run: &Run) -> Vec<String> {
    let of = |test: &iogram_model::DriveTest| {
        let size = test.block.map(|it| format!(" {it}")).unwrap_or_default();
        format!("{:?}{size} {} {}", test.group, test.test, test.figure)
    };
    tests_of(run).iter().map(of).collect()
}

#[test]
fn the_same_tests_with_several_sizes_are_a_matrix() {
    let run = matrix(&[4 << 10, 512 << 10, 16 << 20], &["write", "read", "random write"]);
    let told = told(&run);
    assert_eq!(told.len(), 9);
    assert_eq!(told[2], "Records 4KiB random write bytes_per_s");
    assert_eq!(told[7], "Records 16MiB read bytes_per_s");
    // Pure reads and writes are shown as a curve over the size.
    let curve = matrix(&[4 << 10, 512 << 10, 16 << 20], &["write", "read"]);
    assert!(tests_of(&curve).is_empty());
    assert!(tests_of(&matrix(&[4 << 10, 8 << 10], &["write", "read", "reread"])).is_empty());
}

#[test]
fn an_image_is_the_only_thing_that_its_run_writes() {
    let mut image = with(cell("image write"), OpKind::Write, 100, 100 << 20);
    image.workload.access = Access::Sequential;
    image.workload.block = Blocks::one(Bytes(1 << 20));
    (image.workload.caching, image.workload.sync) = (Caching::Buffered, SyncPolicy::End);
    assert_eq!(told(&run("1", vec![image.clone()])), ["Image image write bytes_per_s"]);
    let other = with(cell("other"), OpKind::Write, 100, 100 << 20);
    assert!(tests_of(&run("1", vec![image, other])).is_empty());
}

fn boots(seconds: &[u64]) -> Run {
    let boot = |(number, seconds): (u32, &u64)| {
        let mut boot = cell("boot");
        boot.workload.application = Some(Application::Boot);
        (boot.repeat, boot.elapsed_ns) = (number, seconds * 1_000_000_000);
        boot
    };
    run("1", (0..).zip(seconds).map(boot).collect())
}

#[test]
fn times_are_told_with_their_mean_and_how_far_they_are_apart() {
    let tests = tests_of(&boots(&[10, 20, 12]));
    let [test] = tests.as_slice() else { panic!("{tests:?}") };
    assert_eq!((test.group, test.figure.as_str()), (TestGroup::Boot, "elapsed_ns"));
    assert_eq!((test.mean, test.min, test.max), (Some(14e9), Some(10e9), Some(20e9)));
    assert_eq!(test.apart_ratio, Some(2.0));
    assert_eq!(tests_of(&boots(&[20, 21, 20]))[0].apart_ratio, None);
}

#[test]
fn the_newer_run_of_a_test_takes_the_place_of_the_older() {
    let mut tests = Vec::new();
    add_tests(&mut tests, &boots(&[30]));
    add_tests(&mut tests, &matrix(&[4096, 8192, 16384], &["write", "read", "reread"]));
    add_tests(&mut tests, &boots(&[20]));
    assert_eq!(tests.len(), 10);
    assert_eq!(tests[0].mean, Some(20e9));
}

/// Recorded inserts that took 20 s.
fn inserts(trace: &str, application: &str) -> CellRecord {
    let mut cell = replayed(trace, "as-fast-as-possible", 1 << 30);
    cell.elapsed_ns = 20_000_000_000;
    let program =
        RecordedProgram { application: application.parse().unwrap(), operation_count: 1000 };
    cell.workload.replay.as_mut().unwrap().program = Some(program);
    cell
}

#[test]
fn recorded_inserts_are_transactions_of_a_database() {
    let (trace, application) =
        ("program:sqlite-delete-full", "sqlite,journal=delete,synchronous=full");
    let recorded = run("1", vec![inserts(trace, application)]);
    let figures = figures_of_run(&recorded, None);
    let [figure] = figures.as_slice() else { panic!("{figures:?}") };
    assert_eq!(figure.quality, Quality::DatabaseTransactions);
    assert_eq!((figure.figure.as_str(), figure.mean), ("iops", Some(50.0)));
    let tests = tests_of(&recorded);
    assert_eq!((tests[0].group, tests[0].mean), (TestGroup::Database, Some(20e9)));
    assert!(tests[0].is_replayed);
    // Writes that wait only at checkpoints are another kind of work, and so are eight copies.
    for (trace, application) in [
        ("program:sqlite-wal-normal", "sqlite,journal=wal,synchronous=normal"),
        ("program:sqlite-delete-full-8", application),
    ] {
        let other = run("1", vec![inserts(trace, application)]);
        assert!(figures_of_run(&other, None).is_empty(), "{trace}");
    }
}

#[track_caller]
fn check_mean(mb_per_s: &[f64], stated: f64, denied: Option<f64>) {
    let runs = mb_per_s
        .iter()
        .map(|rate| FigureRun { value: Some((rate * 1e6).round()), excluded: None })
        .collect();
    let published = PublishedFigure {
        quality: Quality::SequentialRead,
        figure: "bytes_per_s".to_owned(),
        runs,
        mean: Some((stated * 1e6).round()),
        block: None,
        conditions: "dd".to_owned(),
        measured_on: None,
        source: "a blog".to_owned(),
    };
    let entry = DriveEntry { published: vec![published], ..DriveEntry::default() };
    let found =
        figures_of_entry(&entry)[0].mean_of_runs.map(|mean| (mean / 1e4).round() / 100.0);
    assert_eq!(found, denied, "{mb_per_s:?} {stated}");
}

/// A difference that rounding explains is not the source's error.
#[test]
fn a_published_mean_that_its_runs_deny_is_told() {
    check_mean(&[82.6, 81.3, 83.3, 82.5, 82.9], 82.62, Some(82.52));
    check_mean(&[65.7, 68.1, 67.0, 68.7, 69.0], 67.71, None);
    check_mean(&[8.3, 10.9, 16.8, 16.9], 13.21, None);
    check_mean(&[54.0, 54.0, 54.0], 54.0, None);
    check_mean(&[82.62], 80.0, None);
}
