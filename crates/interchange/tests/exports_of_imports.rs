//! Results of another tool are exported, under that tool's name, in each format that can express them; missing
//! figures are absent, never zero.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
use iogram_interchange::{
    Exposition, Source, ezfio_files, find_importer, fio_files, fio_left_out_count, render_cdm,
    render_ezfio, render_fio, render_hlog, render_metrics,
};
use iogram_model::{Bytes, Evidence, ImportedResult, OpKind, Run};

fn quick() -> Run {
    serde_json::from_str(include_str!("data/quick.json")).unwrap()
}

/// The runs of a file, with no other facts than those of the file.
fn imported(kind: &str, text: &str) -> Vec<Run> {
    let source = Source { name: "log.txt", text };
    let found = find_importer(kind).unwrap().read(&source).unwrap();
    let run = |probes| {
        let mut run = Run { cells: Vec::new(), probes, ..quick() };
        run.method.params.clear();
        run.target.capacity = Bytes(0);
        run
    };
    found.into_iter().map(|it| run(it.probes)).collect()
}

fn results(run: &Run) -> &[ImportedResult] {
    match &run.probes[0].evidence {
        Evidence::Imported(imported) => &imported.results,
        other => panic!("{other:?}"),
    }
}

/// Everything but names and lines, in the order of the kinds.
fn figures(run: &Run) -> Vec<ImportedResult> {
    let kinds = [Some(OpKind::Read), Some(OpKind::Write), None];
    let of = |kind| results(run).iter().filter(move |it| it.operation == kind);
    let bare = |it: &ImportedResult| ImportedResult {
        name: String::new(),
        line_index: None,
        ..it.clone()
    };
    kinds.into_iter().flat_map(of).map(bare).collect()
}

const CDM: [(&str, &str, usize); 3] = [
    ("8.0.4", include_str!("../../../testdata/logs/cdm/cdm-8.0.4-nvme-two.txt"), 10),
    ("5.2.1", include_str!("../../../testdata/logs/cdm/cdm-5.2.1-sata.txt"), 8),
    ("3.0.3", include_str!("../../../testdata/logs/cdm/cdm-3.0.3-hdd.txt"), 8),
];

#[test]
fn a_report_of_crystaldiskmark_is_written_in_its_own_form_and_reads_back() {
    for (version, text, count) in CDM {
        let runs = imported("cdm", text);
        let mut lines = 0;
        for run in &runs {
            let written = render_cdm(run);
            let head = format!("measured by CrystalDiskMark {version}, written by iogram");
            assert!(written.contains(&head), "{written}");
            for never in ["0B", "(x0)", "measured by iogram", "Left out", " 0 us", "    0.0"] {
                assert!(!written.contains(never), "{never}: {written}");
            }
            lines += written.matches(" MB/s").count() - written.matches("* MB/s").count();
            let again = imported("cdm", &written);
            assert_eq!(again.len(), 1, "{written}");
            assert_eq!(figures(&again[0]), figures(run), "{written}");
        }
        assert_eq!(lines, count, "{version}");
    }
    let written = render_cdm(&imported("cdm", CDM[0].1)[0]);
    assert!(written.contains("  Test: 1 GiB (x5) [C: 21% (97/465GiB)]\n"), "{written}");
    assert!(written.contains("  Date: 2022/11/13 21:07:55\n"), "{written}");
    let written = render_cdm(&imported("cdm", CDM[1].1)[0]);
    assert!(written.contains("  SEQ         (T= 1):   524.311 MB/s\n"), "{written}");
}

#[test]
fn another_tools_figures_of_that_kind_have_lines_and_rows() {
    let runs = imported("fio", &render_fio(&quick()));
    let [run] = &runs[..] else { panic!("{} runs", runs.len()) };
    assert_eq!(results(run).len(), 8);
    // Cells ran one after the other, and so did the results that were imported from them.
    let again = imported("fio", &render_fio(run));
    assert!(results(run).iter().chain(results(&again[0])).all(|it| it.limits.is_empty()));
    let text = render_cdm(run);
    assert_eq!(text.matches(" MB/s [").count(), 8, "{text}");
    assert!(text.contains(", not by CrystalDiskMark)"), "{text}");
    assert!(!text.contains("measured by iogram,"), "{text}");
    let table = render_ezfio(run);
    assert!(table.contains("\nAvailCapacity,,\nTestedCapacity,,\n"), "{table}");
    let tables = imported("ezfio", &table);
    let [again] = &tables[..] else { panic!("{} tables", tables.len()) };
    assert_eq!(results(again).len(), 8, "{table}");
    for (one, other) in results(run).iter().zip(results(again)) {
        let of = |it: &ImportedResult| (it.order, it.operation, it.block_bytes, it.depth);
        assert_eq!(of(one), of(other), "{table}");
        let mean = |it: &ImportedResult| it.figures["latency_mean_ns"];
        assert!((mean(one) / mean(other) - 1.0).abs() < 0.001, "{table}");
    }
    // A result of unknown queue depth has no line in that form, and the export does not invent one.
    let mut partly = run.clone();
    if let Evidence::Imported(imported) = &mut partly.probes[0].evidence {
        imported.results[0].depth = None;
        imported.results[1].is_of_drive = false;
    }
    let text = render_cdm(&partly);
    assert_eq!(text.matches(" MB/s [").count(), 6, "{text}");
    assert!(text.contains("Left out: 2 results that this text has no line for\n"), "{text}");
    assert_eq!(results(&imported("ezfio", &render_ezfio(&partly))[0]).len(), 6);
}

#[test]
fn histograms_of_another_tool_are_intervals_of_the_log() {
    let [mut run] = <[Run; 1]>::try_from(imported("fio", &render_fio(&quick()))).unwrap();
    assert_eq!(render_hlog(&run), "", "its file has no histograms");
    let read = quick().cells[0].operations.read.clone().unwrap();
    if let Evidence::Imported(imported) = &mut run.probes[0].evidence {
        imported.results[0].histogram = Some(read.histogram);
        imported.results[0].figures.remove("latency_max_ns");
    }
    let log = render_hlog(&run);
    assert!(!log.contains("StartTime:"), "when it measured is not known: {log}");
    let tags: Vec<String> = IntervalLogIterator::new(log.as_bytes())
        .filter_map(|entry| match entry.unwrap() {
            LogEntry::Interval(interval) => Some(interval.tag().unwrap().as_str().to_owned()),
            _ => None,
        })
        .collect();
    let name = results(&run)[0].name.replace(' ', "_");
    assert_eq!(tags, [format!("{name}:read:0")]);
}

#[test]
fn what_has_no_figures_of_requests_is_no_text_of_these_formats() {
    let smartctl = include_str!("../../../testdata/logs/smartctl/nvme-7.3.txt");
    let h2testw = include_str!("../../../testdata/logs/h2testw/limbo.txt");
    let nothing = Run { cells: Vec::new(), ..quick() };
    let runs = [imported("smartctl", smartctl), imported("h2testw", h2testw), vec![nothing]];
    for run in runs.iter().flatten() {
        for text in [render_cdm(run), render_ezfio(run), render_fio(run), render_hlog(run)] {
            assert_eq!(text, "");
        }
        assert!(fio_files(run).is_empty() && ezfio_files(run).is_empty());
    }
}

#[test]
fn what_a_drive_told_of_its_health_is_metrics_in_base_units() {
    let smartctl = include_str!("../../../testdata/logs/smartctl/nvme-7.3.txt");
    let drives = imported("smartctl", smartctl);
    let [run] = &drives[..] else { panic!("{} drives", drives.len()) };
    let text = render_metrics(run, Exposition::OpenMetrics);
    for (name, value) in [
        ("passed", 1.0),
        ("temperature_celsius", 41.0),
        ("life_used_ratio", 0.03),
        ("spare_ratio", 1.0),
        ("read_bytes_total", 12_345_678.0 * 512_000.0),
        ("written_bytes_total", 23_456_789.0 * 512_000.0),
        ("power_on_seconds_total", 8901.0 * 3600.0),
        ("power_cycles_total", 567.0),
        ("unsafe_shutdowns_total", 23.0),
        ("media_errors_total", 0.0),
        ("error_log_entries_total", 45.0),
    ] {
        let begin = format!("iogram_imported_health_{name}{{");
        let line = text.lines().find(|line| line.starts_with(&begin)).expect("it is there");
        assert!(line.contains("tool=\"smartctl\""), "{line}");
        let found: f64 = line.rsplit(' ').nth(1).unwrap().parse().unwrap();
        assert!((found - value).abs() <= value * 1e-9, "{line}");
    }
    // Values that the drive did not report are absent.
    let failing = include_str!("../../../testdata/logs/smartctl/ata-a-7.1-failing.txt");
    let text = render_metrics(&imported("smartctl", failing)[0], Exposition::OpenMetrics);
    assert!(text.contains("iogram_imported_health_passed{"), "{text}");
    assert!(!text.contains("iogram_imported_health_spare_ratio"), "{text}");
}

#[test]
fn what_a_tool_does_not_say_is_unknown_behind_fio_json_too() {
    let table = "fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/vdb1):\n---------------------------------\nBlock Size | 4k            (IOPS)\n  ------   | ---            ----\nRead       | 204.80 MB/s  (50.0k)\nWrite      | 205.20 MB/s  (50.0k)\nTotal      | 410.00 MB/s (100.1k)\n\n";
    for (kind, text) in [("yabs", table), ("cdm", CDM[0].1)] {
        let runs = imported(kind, text);
        let again = imported("fio", &render_fio(&runs[0]));
        let known = |run: &Run| -> Vec<_> {
            let all = results(run).iter().filter(|it| it.operation.is_some());
            let of = |it: &ImportedResult| {
                let work = (it.operation, it.order, it.block_bytes, it.depth, it.job_count);
                (it.figures.get("iops").copied(), work, it.is_direct, it.moved_bytes)
            };
            let mut all: Vec<_> = all.map(of).collect();
            all.sort_by(|one, other| format!("{one:?}").cmp(&format!("{other:?}")));
            all
        };
        assert_eq!(known(&runs[0]), known(&again[0]), "{kind}");
    }
}

fn jobs(text: &str) -> Vec<serde_json::Value> {
    let document: serde_json::Value = serde_json::from_str(text).unwrap();
    document["jobs"].as_array().unwrap().clone()
}

#[test]
fn reads_and_writes_of_one_test_are_one_job_with_both() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let runs = imported("yabs", yabs);
    let jobs = jobs(&render_fio(&runs[0]));
    // Each block size has reads, writes and the sum of both.
    assert_eq!(jobs.len() * 3, results(&runs[0]).len());
    for (job, three) in jobs.iter().zip(results(&runs[0]).chunks(3)) {
        let of = |kind| three.iter().find(|it| it.operation == kind).unwrap();
        for (name, kind) in
            [("read", Some(OpKind::Read)), ("write", Some(OpKind::Write)), ("mixed", None)]
        {
            let iops = job[name]["iops"].as_f64().unwrap();
            assert!((iops - of(kind).figures["iops"]).abs() < 1e-6, "{name}: {job}");
        }
        let options = &job["job options"];
        assert_eq!((&options["rw"], &options["iodepth"]), (&"randrw".into(), &"64".into()));
    }
    let ids: Vec<_> = jobs.iter().map(|job| job["groupid"].as_u64()).collect();
    let expected: Vec<_> = (0..jobs.len() as u64).map(Some).collect();
    assert_eq!(ids, expected, "tests ran one after the other");
}

#[test]
fn reads_and_writes_that_were_asked_for_differently_stay_two_jobs_of_one_group() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.retain(|it| it.operation.is_some());
        imported.results.truncate(2);
        imported.results[1].depth = Some(1);
    }
    let jobs = jobs(&render_fio(&runs[0]));
    let depths: Vec<_> = jobs.iter().map(|it| &it["job options"]["iodepth"]).collect();
    assert_eq!(depths, ["64", "1"]);
    assert_eq!(jobs[0]["groupid"], jobs[1]["groupid"]);
}

#[test]
fn block_sizes_of_reads_and_of_writes_are_those_of_each() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    for (read, write, expected) in [
        (Some(4096), Some(16384), "4k,16k"),
        (Some(4096), None, "4k,"),
        (None, Some(16384), ",16k"),
    ] {
        if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
            imported.results.retain(|it| it.operation.is_some());
            imported.results.truncate(2);
            imported.results[0].block_bytes = read;
            imported.results[1].block_bytes = write;
            let rate = imported.results[1].figures["bytes_per_s"];
            imported.results[1].figures.insert("iops", rate / 16384.0);
        }
        let text = render_fio(&runs[0]);
        assert_eq!(jobs(&text)[0]["job options"]["bs"], expected);
        let again = imported("fio", &text);
        let sizes: Vec<_> = results(&again[0]).iter().map(|it| it.block_bytes).collect();
        assert_eq!(sizes, [read, write]);
    }
}

#[test]
fn what_kept_a_job_back_is_an_option_and_is_read_again() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    let limits = ["rate_iops=200", "zero_buffers", "2 jobs at the same time"];
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.retain(|it| it.operation == Some(OpKind::Read));
        let first = imported.results.first().cloned().unwrap();
        imported.results = ["a", "b", "c", "d", "e", "f"]
            .map(|name| ImportedResult {
                name: name.to_owned(),
                limits: limits.map(str::to_owned).to_vec(),
                ..first.clone()
            })
            .to_vec();
    }
    let text = render_fio(&runs[0]);
    let groups: Vec<_> = jobs(&text).iter().map(|it| it["groupid"].as_u64().unwrap()).collect();
    assert_eq!(groups, [0, 0, 0, 1, 1, 1]);
    let again = imported("fio", &text);
    assert_eq!(results(&again[0]).len(), 6);
    assert!(results(&again[0]).iter().all(|it| it.limits == limits), "{text}");
}

#[test]
fn a_result_without_a_rate_in_bytes_is_read_again_without_one() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    let figures =
        [[("iops", 500.0)], [("latency_p99_ns", 70_000.0)], [("latency_max_ns", 9000.0)]];
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.retain(|it| it.operation.is_some());
        imported.results.truncate(figures.len());
        for (result, figures) in imported.results.iter_mut().zip(figures) {
            result.figures = iogram_model::ImportedFigures::from(figures);
        }
    }
    let text = render_fio(&runs[0]);
    let again = imported("fio", &text);
    let found: Vec<_> = results(&again[0]).iter().map(|it| it.figures.clone()).collect();
    assert_eq!(found, figures.map(iogram_model::ImportedFigures::from), "{text}");
    // fio always writes these fields; without them the file is truncated, or not fio's.
    let foreign = text.replacen("iogram-0.1.0", "fio-3.33", 1);
    let source = Source { name: "log.txt", text: &foreign };
    let refusal = find_importer("fio").unwrap().read(&source).unwrap_err();
    assert!(refusal.to_string().contains("missing field `bw`"), "{refusal}");
    assert!(refusal.line > 1, "{refusal}");
}

#[test]
fn beside_a_sum_and_its_reads_nobody_knows_what_was_written() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.truncate(3);
        imported.results.retain(|it| it.operation != Some(OpKind::Write));
    }
    let text = render_fio(&runs[0]);
    let [job] = &jobs(&text)[..] else { panic!("{text}") };
    assert!(job.get("read").is_some() && job.get("mixed").is_some(), "{text}");
    assert_eq!((job.get("write"), job.get("trim")), (None, None), "{text}");
    assert_eq!(job["job options"].get("rw"), None, "{text}");
}

#[test]
fn results_that_fio_has_no_place_for_are_counted() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    assert_eq!(fio_left_out_count(&runs[0]), 0);
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.truncate(3);
        imported.results[0].is_of_drive = false;
    }
    assert_eq!(fio_left_out_count(&runs[0]), 1);
    assert_eq!(fio_left_out_count(&quick()), 0);
}

#[test]
fn a_result_that_fio_has_no_figure_for_is_no_job() {
    let yabs = include_str!("../../../testdata/logs/yabs/2026-07.txt");
    let mut runs = imported("yabs", yabs);
    if let Evidence::Imported(imported) = &mut runs[0].probes[0].evidence {
        imported.results.retain(|it| it.operation == Some(OpKind::Read));
        for result in &mut imported.results {
            result.figures = iogram_model::ImportedFigures::from([("operations_per_s", 7.0)]);
        }
    }
    assert_eq!(render_fio(&runs[0]), "");
}
