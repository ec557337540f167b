//! Charts of other tools' results: alone, of several files, and beside a native run.

use iogram_charts::{BarRow, Body};
use iogram_model::{
    Access, Bytes, CellState, Evidence, ImportSource, ImportedCourse, ImportedEvidence,
    ImportedOrder, ImportedResult, MethodRecord, OpKind, ProbeRecord, Run, RunState,
    TargetKind, TargetRecord,
};
use iogram_report::Figure;
use iogram_stats::Histogram;

use crate::common::quick_completed;
use crate::figures::drawn;

/// A result of random reads or writes of 4 KiB.
fn result(name: &str, operation: OpKind, mb_per_s: f64) -> ImportedResult {
    ImportedResult {
        name: name.to_owned(),
        operation: Some(operation),
        order: Some(ImportedOrder::Random),
        block_bytes: Some(4096),
        depth: Some(32),
        job_count: Some(1),
        is_of_drive: true,
        figures: [("bytes_per_s", mb_per_s * 1e6), ("iops", mb_per_s * 1e6 / 4096.0)].into(),
        ..ImportedResult::default()
    }
}

fn imported(file: &str, model: Option<&str>, results: Vec<ImportedResult>) -> Run {
    let capacity = (Bytes(0), Bytes(512));
    let target = TargetRecord {
        model: model.map(str::to_owned),
        ..TargetRecord::unknown(file.to_owned(), TargetKind::Imported, capacity.0, capacity.1)
    };
    let tool = "CrystalDiskMark".to_owned();
    let evidence = ImportedEvidence { tool, results, ..ImportedEvidence::default() };
    let probe = ProbeRecord {
        name: "CrystalDiskMark".to_owned(),
        what: "imported".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence: Evidence::Imported(evidence),
    };
    let method = MethodRecord::new("import-cdm", "CrystalDiskMark");
    Run {
        probes: vec![probe],
        import: Some(ImportSource { file: file.to_owned(), ..ImportSource::default() }),
        ..Run::new(format!("import-{file}"), (RunState::Completed, 0), method, target)
    }
}

fn rows(figure: &Figure) -> &[BarRow] {
    let Body::Bars { rows, .. } = &figure.spec.body else { panic!("{figure:?}") };
    rows
}

/// The bars of a chart: label, legend, value.
fn told(figure: &Figure) -> Vec<(&str, &str, Option<f64>)> {
    rows(figure)
        .iter()
        .map(|row| (row.label.as_str(), row.series.as_str(), row.value))
        .collect()
}

#[test]
fn the_results_of_a_tool_are_bars_reads_beside_writes() {
    let (read, write) = (OpKind::Read, OpKind::Write);
    let sequential = |operation, rate| ImportedResult {
        order: Some(ImportedOrder::Sequential),
        ..result("SEQ1M Q8T1", operation, rate)
    };
    let results = vec![
        sequential(read, 3500.0),
        result("RND4K Q32T1", read, 400.0),
        sequential(write, 3000.0),
        result("RND4K Q32T1", write, 300.0),
    ];
    let figures = drawn(&[imported("cdm.txt", Some("980"), results)]);
    let [throughput, iops] = figures.as_slice() else { panic!("{figures:?}") };
    let expected = [
        ("SEQ1M Q8T1", "read", Some(3500e6)),
        ("SEQ1M Q8T1", "write", Some(3000e6)),
        ("RND4K Q32T1", "read", Some(400e6)),
        ("RND4K Q32T1", "write", Some(300e6)),
    ];
    assert_eq!(told(throughput), expected);
    assert_eq!(throughput.spec.title, "Throughput as CrystalDiskMark printed it");
    assert_eq!(throughput.spec.subtitle, "980: not measured by iogram");
    // For small blocks, people look for requests per second; sequential ones would make their bars too short to see.
    assert_eq!(
        told(iops),
        [("RND4K Q32T1", "read", Some(97656.0)), ("RND4K Q32T1", "write", Some(73242.0)),]
    );
}

#[test]
fn what_is_no_figure_of_the_drive_is_grey_and_says_why() {
    let plain = || result("a", OpKind::Read, 100.0);
    let held =
        ImportedResult { name: "b".to_owned(), limits: vec!["rate=1m".to_owned()], ..plain() };
    let memory = ImportedResult { name: "c".to_owned(), is_of_drive: false, ..plain() };
    let cached = ImportedResult { name: "d".to_owned(), is_direct: Some(false), ..plain() };
    let run = imported("log", None, vec![plain(), held, memory, cached]);
    let figures = drawn(std::slice::from_ref(&run));
    let series: Vec<&str> = rows(&figures[0]).iter().map(|row| row.series.as_str()).collect();
    assert_eq!(
        series,
        ["read", "limited by something else", "memory", "through the page cache"]
    );
    let slots: Vec<u8> = rows(&figures[0]).iter().map(|row| row.slot).collect();
    assert!(slots[1..].iter().all(|slot| *slot == slots[1]) && slots[0] != slots[1]);
    // None of them is beside the same work of another drive.
    let other = imported("other", None, vec![plain()]);
    let shared: Vec<Figure> = drawn(&[run, other])
        .into_iter()
        .filter(|it| it.name.starts_with("throughput-of-all"))
        .collect();
    assert_eq!(shared.len(), 1);
    assert_eq!(rows(&shared[0]).len(), 2);
}

#[test]
fn a_single_result_is_no_picture() {
    let one = vec![result("a", OpKind::Read, 100.0)];
    assert_eq!(drawn(&[imported("log", None, one)]), []);
    assert_eq!(drawn(&[imported("log", None, Vec::new())]), []);
}

#[test]
fn very_many_results_are_one_picture_of_points() {
    // As in iozone's automatic mode: each test with every file size and every block size.
    let mut table = Vec::new();
    for (test, operation) in [("write", OpKind::Write), ("read", OpKind::Read)] {
        for file in 0..13_u32 {
            for block in (0..13_u32).filter(|block| *block <= file) {
                table.push(ImportedResult {
                    block_bytes: Some(4096 << block),
                    order: Some(ImportedOrder::Sequential),
                    ..result(
                        &format!("{test} {file} {block}"),
                        operation,
                        100.0 + f64::from(block),
                    )
                });
            }
        }
    }
    let count = table.len();
    let figures = drawn(&[imported("iozone.txt", None, table)]);
    let [figure] = figures.as_slice() else { panic!("{}", figures.len()) };
    let note = format!("each of {count} results is a point");
    assert!(figure.spec.subtitle.contains(&note), "{}", figure.spec.subtitle);
    let Body::Xy { x, series, .. } = &figure.spec.body else { panic!("{figure:?}") };
    assert_eq!(x.label, "block size");
    let names: Vec<&str> = series.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["seq write", "seq read"]);
    assert_eq!(series.iter().map(|it| it.x.len()).sum::<usize>(), count);
    assert!(series[0].x.is_sorted());
    assert_eq!((series[0].x[0], series[0].y[0]), (4096.0, Some(100e6)));
    assert_eq!(series[0].x.last(), Some(&f64::from(4096 << 12)));
}

#[test]
fn very_many_results_of_one_block_size_are_points_in_their_order() {
    let of = |number: u32| ImportedResult {
        limits: if number == 7 { vec!["rate=1m".to_owned()] } else { Vec::new() },
        ..result(&format!("READ {number}"), OpKind::Read, f64::from(number + 1))
    };
    let figures = drawn(&[imported("elbencho.csv", None, (0..500).map(of).collect())]);
    // Rates, and numbers of requests: both random.
    assert_eq!(figures.len(), 2, "{figures:?}");
    let Body::Xy { series, .. } = &figures[0].spec.body else { panic!("{figures:?}") };
    let names: Vec<&str> = series.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["random read", "limited by something else"]);
    assert_eq!(
        (series[1].x.as_slice(), series[1].y.as_slice()),
        (&[8.0][..], &[Some(8e6)][..])
    );
    assert_eq!(series[0].x.last(), Some(&500.0));
}

#[test]
fn curves_and_bars_of_very_many_results_say_what_is_not_drawn() {
    let of = |number: u32| {
        let mut it = result("again", OpKind::Read, f64::from(number));
        it.figures.extend([
            ("latency_p50_ns", 1e5),
            ("latency_p99_ns", 5e5),
            ("latency_p9999_ns", 9e5),
        ]);
        it
    };
    let of = |file| imported(file, Some("980"), (1..=101).map(of).collect());
    let figures = drawn(&[of("one.txt"), of("two.txt")]);
    let curves: Vec<&Figure> =
        figures.iter().filter(|it| it.name.contains("percentiles")).collect();
    assert_eq!(curves.len(), 4);
    let first = "the first 24 of 101 results; the table has all";
    assert!(curves.iter().all(|it| it.spec.subtitle.contains(first)), "{curves:?}");
    // The same work a hundred times in each: a bar for each file with its spread.
    let shared = figures.iter().find(|it| it.name.starts_with("throughput-of-all"));
    let bars = rows(shared.expect("there is one"));
    let told: Vec<_> = bars.iter().map(|it| (it.low, it.value, it.high)).collect();
    assert_eq!(told, [(Some(1e6), Some(51e6), Some(101e6)); 2]);
}

#[test]
fn what_a_log_tells_over_time_is_a_course() {
    let course = |figure: &str, values: Vec<f64>, largest: Vec<f64>| {
        let ended_ns = (1..=values.len() as u64).map(|it| it * 500_000_000).collect();
        Some(Box::new(ImportedCourse { figure: figure.to_owned(), ended_ns, values, largest }))
    };
    let rates = ImportedResult {
        course: course("bytes_per_s", vec![1e6, 90e6, 2e6], Vec::new()),
        ..result("job", OpKind::Read, 1.0)
    };
    let latencies = ImportedResult {
        course: course("latency_mean_ns", vec![1e5, 2e5, 3e5], vec![1e6, 2e6, 9e6]),
        ..result("job", OpKind::Write, 1.0)
    };
    let figures = drawn(&[imported("log", None, vec![rates, latencies])]);
    let over_time: Vec<&Figure> =
        figures.iter().filter(|it| it.name.contains("over-time")).collect();
    let [throughput, latency] = over_time.as_slice() else { panic!("{figures:?}") };
    let Body::Xy { series, panels, .. } = &throughput.spec.body else { panic!() };
    assert_eq!(throughput.spec.title, "Throughput over time as CrystalDiskMark logged it");
    assert_eq!(series[0].name, "job read");
    assert_eq!(series[0].x, [0.5, 1.0, 1.5]);
    assert_eq!(series[0].y, [Some(1e6), Some(90e6), Some(2e6)]);
    assert_eq!((panels.len(), panels[0].unit.symbol()), (1, "B/s"));
    let Body::Xy { series, .. } = &latency.spec.body else { panic!() };
    let names: Vec<&str> = series.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["job write, largest", "job write"]);
    assert_eq!(series[0].y.last(), Some(&Some(9e6)));
}

#[test]
fn the_same_work_of_several_files_stands_side_by_side() {
    let (read, write) = (OpKind::Read, OpKind::Write);
    let of = |file: &str, model, rate| {
        let results = vec![result("RND4K Q32T1", read, rate), result("x", write, rate)];
        imported(file, Some(model), results)
    };
    let runs =
        [of("one.txt", "980", 400.0), of("two.txt", "980", 500.0), of("3", "SN850", 9.0)];
    let figures = drawn(&runs);
    let titles: Vec<&str> = figures.iter().map(|it| it.spec.title.as_str()).collect();
    assert_eq!(
        titles[..2],
        ["Throughput: random read 4KiB QD 32", "Throughput: random write 4KiB QD 32"]
    );
    // Fastest first, with two files of a drive distinguished.
    assert_eq!(
        told(&figures[0]),
        [
            ("980 (two.txt)", "", Some(500e6)),
            ("980 (one.txt)", "", Some(400e6)),
            ("SN850", "", Some(9e6)),
        ]
    );
    // Each also has its own.
    let own = figures.iter().filter(|it| it.name.starts_with("imported-throughput")).count();
    assert_eq!(own, 3);
}

#[test]
fn beside_an_import_a_run_of_our_own_keeps_its_charts() {
    let own = quick_completed();
    let alone: Vec<String> =
        drawn(std::slice::from_ref(&own)).into_iter().map(|it| it.name).collect();
    let results = vec![result("a", OpKind::Read, 1.0), result("b", OpKind::Write, 2.0)];
    let both = drawn(&[own.clone(), imported("cdm.txt", Some("980"), results)]);
    let names: Vec<&str> = both.iter().map(|it| it.name.as_str()).collect();
    assert!(!alone.is_empty());
    for name in &alone {
        assert!(names.contains(&name.as_str()), "{name}: {names:?}");
    }
    assert!(names.iter().any(|it| it.starts_with("imported-throughput")), "{names:?}");
    // The same work is equal, whichever tool measured it.
    let cell = own
        .cells
        .iter()
        .find(|it| it.workload.access == Access::Random && it.operations.read.is_some());
    let workload = &cell.expect("quick reads at random").workload;
    let same = ImportedResult {
        block_bytes: Some(workload.block.sizes()[0].0.0),
        depth: Some(workload.depth),
        job_count: Some(workload.jobs),
        ..result("same", OpKind::Read, 77.0)
    };
    let both = drawn(&[own, imported("cdm.txt", Some("980"), vec![same])]);
    let shared = both.iter().find(|it| it.name.starts_with("throughput-of-all"));
    assert_eq!(rows(shared.expect("there is one")).len(), 2);
}

#[test]
fn histograms_and_a_few_percentiles_are_curves() {
    let mut histogram = Histogram::new();
    for nanos in 1..=1_000_u64 {
        histogram.record(nanos * 1_000);
    }
    let whole = ImportedResult {
        histogram: Some(histogram.to_text()),
        ..result("whole", OpKind::Read, 1.0)
    };
    let mut few = result("few", OpKind::Write, 1.0);
    few.figures.extend([
        ("latency_p50_ns", 100_000.0),
        ("latency_p99_ns", 500_000.0),
        ("latency_p9999_ns", 900_000.0),
    ]);
    let mut too_few = result("too few", OpKind::Write, 1.0);
    too_few.figures.extend([("latency_p50_ns", 100_000.0), ("latency_p99_ns", 500_000.0)]);
    let figures = drawn(&[imported("fio.json", None, vec![whole, few, too_few])]);
    let figure =
        figures.iter().find(|it| it.name.contains("percentiles")).expect("there is one");
    let Body::Xy { series, .. } = &figure.spec.body else { panic!("{figure:?}") };
    assert_eq!(series.len(), 2);
    assert_eq!(series[0].name, "whole read, 244 IOPS");
    assert_eq!(series[1].x, [2.0, 100.0, 10_000.0]);
    assert_eq!(series[1].y, [Some(100_000.0), Some(500_000.0), Some(900_000.0)]);
    // 1 in 100 of a thousand requests leaves ten beyond, so the curve ends there.
    assert!(series[0].x.last().is_some_and(|it| (99.0..=101.0).contains(it)));
}
