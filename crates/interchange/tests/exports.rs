//! Exports contain the measured figures, in the form that the other program expects.
//!
//! The runs in `data` are of simulated drives: `quick` on `sim:sd-a2` with one discarded and two counted runs, and
//! `fsync` on `sim:s4-usb`.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;

use hdrhistogram::serialization::Deserializer;
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};
use iogram_interchange::{
    FleetTable, Source, find_importer, fio_files, parquet_cells, parquet_histograms,
    parquet_series, render_cdm, render_ezfio, render_fio, render_hlog,
};
use iogram_model::{
    CellState, Evidence, FleetFigure, FleetRun, OpKind, Quality, Run, ServiceRecord,
};
use iogram_stats::Histogram;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::Value;

fn quick() -> Run {
    serde_json::from_str(include_str!("data/quick.json")).unwrap()
}

fn fsync() -> Run {
    serde_json::from_str(include_str!("data/fsync.json")).unwrap()
}

/// The records of all operations with the names of their cells.
fn operations(run: &Run) -> Vec<(String, u64)> {
    let cells = run.cells.iter();
    cells
        .flat_map(|cell| {
            cell.operations.iter().map(|(kind, record)| {
                let name = cell.name.replace(' ', "_");
                (format!("{name}:{}:{}", kind.name(), cell.repeat), record.count)
            })
        })
        .collect()
}

#[test]
fn the_histogram_log_holds_every_request_of_every_operation() {
    for run in [quick(), fsync()] {
        let log = render_hlog(&run);
        let mut found = Vec::new();
        for entry in IntervalLogIterator::new(log.as_bytes()) {
            let LogEntry::Interval(interval) = entry.unwrap() else { continue };
            let tag = interval.tag().unwrap().as_str().to_owned();
            let bytes = base64_decoded(interval.encoded_histogram());
            let histogram: hdrhistogram::Histogram<u64> =
                Deserializer::new().deserialize(&mut Cursor::new(bytes)).unwrap();
            found.push((tag, histogram.len()));
        }
        assert_eq!(found, operations(&run));
    }
}

fn base64_decoded(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.decode(text).unwrap()
}

fn rows(bytes: Vec<u8>) -> Vec<Row> {
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    reader.get_row_iter(None).unwrap().map(Result::unwrap).collect()
}

fn column<'a>(row: &'a Row, name: &str) -> &'a Field {
    row.get_column_iter().find(|(other, _)| *other == name).unwrap().1
}

fn number(row: &Row, name: &str) -> u64 {
    match column(row, name) {
        Field::Long(value) => u64::try_from(*value).unwrap(),
        other => panic!("{name} is {other:?}"),
    }
}

fn tag(row: &Row) -> String {
    let text = |name: &str| match column(row, name) {
        Field::Str(text) => text.replace(' ', "_"),
        other => panic!("{name} is {other:?}"),
    };
    format!("{}:{}:{}", text("cell"), text("operation"), number(row, "repeat_index"))
}

#[test]
fn parquet_holds_every_bucket_and_every_interval() {
    for run in [quick(), fsync()] {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for row in rows(parquet_histograms(&run).unwrap()) {
            assert!(number(&row, "from_ns") <= number(&row, "to_ns"), "{row}");
            *counts.entry(tag(&row)).or_default() += number(&row, "count");
        }
        assert_eq!(counts, operations(&run).into_iter().collect());
        let found = rows(parquet_series(&run).unwrap());
        let mut expected = Vec::new();
        for cell in &run.cells {
            for row in &cell.series.rows {
                let all = [row.read, row.write, row.flush, row.discard];
                for op in all.into_iter().flatten() {
                    expected.push((row.start_ns, op.count, op.bytes, op.p99_ns, op.max_ns));
                }
            }
        }
        let shown: Vec<_> = found
            .iter()
            .map(|row| {
                let p99 = match column(row, "p99_ns") {
                    Field::Null => None,
                    _ => Some(number(row, "p99_ns")),
                };
                let number = |name| number(row, name);
                (number("start_ns"), number("count"), number("bytes"), p99, number("max_ns"))
            })
            .collect();
        assert_eq!(shown, expected);
    }
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    assert_eq!(parquet_series(&quick()).unwrap(), parquet_series(&quick()).unwrap());
    assert_eq!(render_fio(&quick()), render_fio(&quick()));
}

#[test]
fn a_run_without_cells_can_be_exported() {
    let run = Run { cells: Vec::new(), ..quick() };
    assert!(rows(parquet_series(&run).unwrap()).is_empty());
    assert!(rows(parquet_histograms(&run).unwrap()).is_empty());
    assert!(fio_files(&run).is_empty());
    assert_eq!((render_cdm(&run), render_fio(&run)), (String::new(), String::new()));
}

#[test]
fn fio_plot_finds_a_file_for_each_pattern_and_depth() {
    let paths = fio_files(&quick()).into_iter().map(|file| file.path);
    let (logs, documents): (Vec<String>, Vec<String>) =
        paths.partition(|path| path.ends_with(".log"));
    assert_eq!(
        documents,
        [
            "1m/read-8-1.json",
            "1m/read-1-1.json",
            "4k/randread-32-1.json",
            "4k/randread-1-1.json",
            "1m/write-8-1.json",
            "1m/write-1-1.json",
            "4k/randwrite-32-1.json",
            "4k/randwrite-1-1.json",
        ]
    );
    assert!(logs.iter().any(|path| path == "4k/randread-iodepth-32-numjobs-1_iops.1.log"));
}

#[test]
fn fio_logs_hold_every_interval_of_the_first_counted_repetition() {
    let run = quick();
    let cell = run.cells.iter().find(|cell| cell.is_counted).unwrap();
    let operation = cell.operations.read.as_ref().unwrap();
    let files = fio_files(&run);
    let log = |kind: &str| {
        let name = format!("1m/read-iodepth-8-numjobs-1_{kind}.1.log");
        let file = files.iter().find(|file| file.path == name).expect("it is there");
        let line = |line: &str| -> Vec<u64> {
            line.split(", ").map(|number| number.parse().unwrap()).collect()
        };
        file.text.lines().map(line).collect::<Vec<_>>()
    };
    let bandwidths = log("bw");
    assert_eq!(bandwidths.len(), cell.series.rows.len());
    assert!(bandwidths.iter().all(|line| line[2..] == [0, 0, 0]));
    let mean = |lines: &[Vec<u64>]| {
        let ends = lines.iter().map(|line| line[0]);
        let starts = [0].into_iter().chain(ends.clone());
        let moved =
            lines.iter().zip(starts.zip(ends)).map(|(line, (from, to))| line[1] * (to - from));
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let mean = moved.sum::<u64>() as f64 / lines.last().unwrap()[0] as f64;
        mean
    };
    assert!((mean(&bandwidths) * 1024.0 / operation.bytes_per_s - 1.0).abs() < 0.02);
    assert!((mean(&log("iops")) / operation.iops - 1.0).abs() < 0.02);
    let slowest = log("clat").iter().map(|line| line[1]).max();
    assert_eq!(slowest, Some(operation.latency_ns.max));
    assert_eq!(log("lat"), log("clat"));
}

#[test]
fn our_logs_read_back_are_intervals_and_not_requests() {
    let run = quick();
    let cell = run.cells.iter().find(|cell| cell.is_counted).unwrap();
    let operation = cell.operations.read.as_ref().unwrap();
    let files = fio_files(&run);
    for kind in ["bw", "iops", "lat", "clat"] {
        let name = format!("1m/read-iodepth-8-numjobs-1_{kind}.1.log");
        let text = &files.iter().find(|file| file.path == name).unwrap().text;
        let source = Source { name: name.rsplit('/').next().unwrap(), text };
        let read = find_importer("fio-log").unwrap().read(&source).unwrap();
        let Evidence::Imported(found) = &read[0].probes[0].evidence else { panic!("{kind}") };
        let [result] = &found.results[..] else { panic!("{kind}: {:?}", found.results) };
        assert_eq!((result.request_count, result.histogram.as_ref()), (None, None), "{kind}");
        let rate = result.figures.get(if kind == "bw" { "bytes_per_s" } else { "iops" });
        let measured = if kind == "bw" { operation.bytes_per_s } else { operation.iops };
        match kind {
            "bw" | "iops" => assert!((rate.unwrap() / measured - 1.0).abs() < 0.05, "{kind}"),
            _ => assert!(!result.figures.contains_key("latency_p50_ns"), "{kind}"),
        }
    }
}

#[test]
fn what_is_left_of_an_interval_makes_no_rate() {
    let mut run = quick();
    let cell = run.cells.iter_mut().find(|cell| cell.is_counted).unwrap();
    let last = cell.series.rows.last().unwrap().start_ns;
    cell.elapsed_ns = last + cell.series.interval_ns / 1000;
    let rows = cell.series.rows.len();
    let last = cell.series.rows.last_mut().unwrap().read.as_mut().unwrap();
    last.max_ns = 9_000_000_000;
    let slowest = Some(last.max_ns);
    let files = fio_files(&run);
    let lines = |kind: &str| {
        let name = format!("1m/read-iodepth-8-numjobs-1_{kind}.1.log");
        files.iter().find(|file| file.path == name).unwrap().text.lines().count()
    };
    // Requests that complete in a thousandth of an interval would give a thousand times the rate.
    assert_eq!((lines("bw"), lines("iops")), (rows - 1, rows - 1));
    assert_eq!(lines("clat"), rows - 1, "programs join logs by the place of a line");
    let name = "1m/read-iodepth-8-numjobs-1_clat.1.log";
    let text = &files.iter().find(|file| file.path == name).unwrap().text;
    let of = |line: &str| line.split(", ").nth(1).unwrap().parse::<u64>().unwrap();
    assert_eq!(text.lines().map(of).max(), slowest, "and no slow request is lost");
}

fn near(value: &Value, expected: f64) -> bool {
    let value = value.as_f64().unwrap();
    (value - expected).abs() <= expected.abs() * 0.002
}

#[test]
fn a_job_is_the_mean_of_the_counted_repetitions_in_units_of_fio() {
    let run = quick();
    let document: Value = serde_json::from_str(&render_fio(&run)).unwrap();
    assert_eq!(document["fio version"], "iogram-0.1.0");
    let job = &document["jobs"][3];
    assert_eq!(job["jobname"], "RND4K Q1T1 read");
    let options = &job["job options"];
    for (name, expected) in
        [("rw", "randread"), ("bs", "4k"), ("iodepth", "1"), ("numjobs", "1")]
    {
        assert_eq!(options[name], expected, "{name}");
    }
    let counted: Vec<_> = run
        .cells
        .iter()
        .filter(|cell| cell.name == "RND4K Q1T1 read" && cell.is_counted)
        .map(|cell| cell.operations.of(OpKind::Read).unwrap())
        .collect();
    assert_eq!(counted.len(), 2);
    let read = &job["read"];
    let iops = counted.iter().map(|op| op.iops).sum::<f64>() / 2.0;
    let bytes_per_s = counted.iter().map(|op| op.bytes_per_s).sum::<f64>() / 2.0;
    assert!(near(&read["iops"], iops), "{read}");
    // fio's `bw` is in KiB per second.
    assert!(near(&read["bw"], bytes_per_s / 1024.0), "{read}");
    assert!(near(&read["lat_ns"]["mean"], counted[0].latency_ns.mean), "{read}");
    assert_eq!(read["total_ios"], counted.iter().map(|op| op.count).sum::<u64>());
    assert!(read["clat_ns"]["percentile"]["50.000000"].is_u64(), "{read}");
    assert_eq!(job["write"]["total_ios"], 0);
    let share: f64 = ["latency_ns", "latency_us", "latency_ms"]
        .iter()
        .flat_map(|unit| job[unit].as_object().unwrap().values())
        .map(|percent| percent.as_f64().unwrap())
        .sum();
    assert!((99.9..100.1).contains(&share), "{share} % of the requests have a latency");
}

/// Latency from the scheduled start is exported beside the completion latency of the drive.
#[test]
fn an_open_loop_has_completion_latencies_from_issue_and_whole_ones_from_when_due() {
    let mut run = quick();
    for cell in &mut run.cells {
        let Some(read) = &mut cell.operations.read else { continue };
        let latency_ns = read.latency_ns;
        read.service = Some(ServiceRecord { latency_ns, histogram: read.histogram.clone() });
        let mut late = Histogram::new();
        for bucket in Histogram::from_text(&read.histogram).unwrap().buckets() {
            (0..bucket.count).for_each(|_| late.record(bucket.to_ns + 3_000_000_000));
        }
        read.histogram = late.to_text();
        read.latency_ns.mean += 3e9;
        read.latency_ns.max += 3_000_000_000;
        read.latency_ns.min += 3_000_000_000;
    }
    let closed: Value = serde_json::from_str(&render_fio(&quick())).unwrap();
    let open: Value = serde_json::from_str(&render_fio(&run)).unwrap();
    let [closed, open] = [closed, open].map(|it| it["jobs"][3]["read"].clone());
    assert_eq!(open["clat_ns"], closed["clat_ns"]);
    let means = [&open, &closed].map(|it| it["lat_ns"]["mean"].as_f64().unwrap());
    assert!((means[0] - means[1] - 3e9).abs() < 1e3, "{means:?}");
    let p99 = |it: &Value| it["percentile"]["99.000000"].as_u64();
    let later = p99(&open["lat_ns"]).unwrap() - p99(&closed["clat_ns"]).unwrap();
    assert!(later.abs_diff(3_000_000_000) < 6_000_000, "{later}");
    assert_eq!(p99(&closed["lat_ns"]), None, "nothing that is not said by clat_ns");
}

#[test]
fn syncs_are_a_part_of_their_own() {
    let document: Value = serde_json::from_str(&render_fio(&fsync())).unwrap();
    let job = &document["jobs"][0];
    let flush = fsync().cells[0].operations.of(OpKind::Flush).unwrap().clone();
    assert_eq!(job["sync"]["total_ios"], flush.count);
    let p99 = &job["sync"]["lat_ns"]["percentile"]["99.000000"];
    assert_eq!(p99.as_u64(), flush.latency_ns.p99);
    assert_eq!(job["job options"]["rw"], "write");
}

#[test]
fn the_text_for_forums_shows_one_whole_repetition_and_says_who_measured() {
    let text = render_cdm(&quick());
    let mut best = [0.0_f64; 3];
    for cell in quick().cells.iter().filter(|it| it.is_counted && it.name == "SEQ1M Q8T1 read")
    {
        let read = cell.operations.of(OpKind::Read).unwrap();
        if read.bytes_per_s > best[0] {
            best = [read.bytes_per_s, read.iops, read.latency_ns.mean];
        }
    }
    let [bytes_per_s, iops, mean_ns] = best;
    let line = format!(
        "  SEQ    1MiB (Q=  8, T= 1): {:>9.3} MB/s [{iops:>10.1} IOPS] <{:>9.2} us>\n",
        bytes_per_s / 1e6,
        mean_ns / 1000.0
    );
    assert!(text.contains(&line), "{line}{text}");
    assert!(text.contains("measured by iogram, not by CrystalDiskMark"), "{text}");
    assert_eq!(text.matches(" MB/s [").count(), 8, "{text}");
    assert_eq!(render_cdm(&fsync()), "", "synced writes have no line there");
    let both = Run { cells: [quick().cells, fsync().cells].concat(), ..quick() };
    assert!(render_cdm(&both).contains("Left out: 1 cells"));
}

#[test]
fn parquet_has_every_repetition_with_its_figures() {
    for run in [quick(), fsync()] {
        let rows = rows(parquet_cells(&run).unwrap());
        assert_eq!(rows.len(), run.cells.len());
        for (row, cell) in rows.iter().zip(&run.cells) {
            assert_eq!(column(row, "cell"), &Field::Str(cell.name.clone()));
            assert_eq!(column(row, "is_counted"), &Field::Bool(cell.is_counted));
            for kind in OpKind::ALL {
                let of = |name: &str| column(row, &format!("{}_{name}", kind.name())).clone();
                let record = cell.operations.of(kind);
                let iops = record.map_or(Field::Null, |it| Field::Double(it.iops));
                assert_eq!(of("iops"), iops, "{}", cell.name);
                #[expect(clippy::cast_precision_loss, reason = "nanoseconds of a latency")]
                let p99 = record.and_then(|it| it.latency_ns.p99).map(|ns| ns as f64);
                assert_eq!(of("latency_p99_ns"), p99.map_or(Field::Null, Field::Double));
            }
        }
    }
}

/// The read load of its cell also becomes a load beside the cell, with another name.
fn with_a_load() -> Run {
    let mut run = quick();
    let cell = run.cells.iter().position(|cell| cell.is_counted).unwrap();
    let mut cell = run.cells.swap_remove(cell);
    let load = iogram_model::LoadRecord {
        name: "journal".to_owned(),
        state: cell.state,
        elapsed_ns: cell.elapsed_ns,
        operations: cell.operations.clone(),
        errors: Vec::new(),
        warnings: Vec::new(),
        course: None,
        ending: None,
    };
    let workload = iogram_model::Workload { depth: 7, ..iogram_model::Workload::default() };
    cell.workload.beside.push(iogram_model::SideLoad {
        name: "journal".to_owned(),
        workload,
        delay: iogram_model::Nanos(0),
    });
    cell.beside.push(load);
    Run { cells: vec![cell], ..run }
}

#[test]
fn loads_beside_a_cell_are_jobs_and_rows_of_their_own() {
    let run = with_a_load();
    let document: Value = serde_json::from_str(&render_fio(&run)).unwrap();
    let jobs = document["jobs"].as_array().unwrap();
    assert_eq!(jobs.len(), 2);
    let name = format!("{} beside: journal", run.cells[0].name);
    assert_eq!(jobs[1]["jobname"], *name);
    assert_eq!(jobs[1]["job options"]["iodepth"], "7");
    assert_eq!(jobs[1]["read"]["total_ios"], jobs[0]["read"]["total_ios"]);
    assert_eq!(rows(parquet_cells(&run).unwrap()).len(), 2);
}

#[test]
fn loads_beside_a_cell_have_intervals_and_buckets_of_their_own_in_parquet() {
    let mut run = with_a_load();
    let moved = iogram_model::Moved { count: 7, bytes: 4096 };
    let stretch = iogram_model::LoadStretch { read: Some(moved), ..Default::default() };
    let course = iogram_model::LoadCourse { stretch_ns: 50, stretches: vec![stretch; 2] };
    run.cells[0].beside[0].course = Some(course);
    let journal = Field::Str("journal".to_owned());
    let buckets = rows(parquet_histograms(&run).unwrap());
    let (beside, own): (Vec<_>, Vec<_>) =
        buckets.iter().partition(|row| column(row, "load") == &journal);
    let count = |rows: &[&Row]| rows.iter().map(|row| number(row, "count")).sum::<u64>();
    let read = run.cells[0].operations.read.as_ref().unwrap();
    assert_eq!((count(&own), count(&beside)), (read.count, read.count));
    assert!(own.iter().all(|row| column(row, "load") == &Field::Null));
    let intervals = rows(parquet_series(&run).unwrap());
    let (beside, own): (Vec<_>, Vec<_>) =
        intervals.iter().partition(|row| column(row, "load") == &journal);
    assert_eq!(own.len(), run.cells[0].series.rows.len());
    let told = beside.iter().map(|row| {
        let number = |name| number(row, name);
        (number("start_ns"), number("interval_ns"), number("count"), number("bytes"))
    });
    assert_eq!(told.collect::<Vec<_>>(), [(0, 50, 7, 4096), (50, 50, 7, 4096)]);
    // The latencies of a load by stretch are unknown.
    assert!(beside.iter().all(|row| column(row, "max_ns") == &Field::Null));
}

#[test]
fn loads_beside_a_cell_are_intervals_and_rows_of_their_own() {
    let run = with_a_load();
    let cell = &run.cells[0];
    let name = format!("{} beside: journal", cell.name);
    let log = render_hlog(&run);
    let tag = format!("Tag={}:read:{},", name.replace(' ', "_"), cell.repeat);
    assert_eq!(log.matches("Tag=").count(), 2, "{log}");
    assert!(log.contains(&tag), "{tag} {log}");
    let table = render_ezfio(&run);
    let (_, below) = table.split_once(&format!("\n{name}\n")).expect("it has a group");
    let fields: Vec<&str> = below.trim_end().split(',').collect();
    assert_eq!((fields[4], fields.len()), ("7", 11), "{table}");
    assert_eq!(fields[9..], ["", ""], "nobody knows the CPU time of a load: {table}");
    assert!(render_cdm(&run).contains("Left out: 1 loads beside cells"));
}

#[test]
fn what_did_not_come_to_its_end_has_an_error_and_gives_way_to_what_did() {
    let mut run = quick();
    let name = run.cells[0].name.clone();
    run.cells.retain(|cell| cell.name == name && cell.is_counted);
    run.cells[0].state = CellState::Vanished;
    let job = |run: &Run| {
        let document: Value = serde_json::from_str(&render_fio(run)).unwrap();
        assert_eq!(document["jobs"].as_array().unwrap().len(), 1);
        document["jobs"][0].clone()
    };
    let both = job(&run);
    assert_eq!(both["error"], 0);
    assert_eq!(both["read"]["total_ios"], run.cells[1].operations.read.as_ref().unwrap().count);
    run.cells.truncate(1);
    let failed = job(&run);
    assert_eq!(failed["error"], 19, "ENODEV");
    assert_eq!(
        failed["read"]["total_ios"],
        run.cells[0].operations.read.as_ref().unwrap().count
    );
}

/// Importing fio's own JSON and exporting it as fio's JSON gives the same figures.
#[test]
fn figures_of_an_imported_file_are_exported_as_they_were_read() {
    let text = render_fio(&quick());
    let source = Source { name: "quick.json", text: &text };
    let read = |source: &Source<'_>| {
        let importer = find_importer("fio").expect("there is one");
        let mut found = importer.read(source).unwrap();
        let imported = found.remove(0);
        Run { cells: Vec::new(), probes: imported.probes, ..quick() }
    };
    let run = read(&source);
    let again = render_fio(&run);
    let run_again = read(&Source { name: "again.json", text: &again });
    let figures = |run: &Run| match &run.probes[0].evidence {
        Evidence::Imported(imported) => imported.results.clone(),
        other => panic!("{other:?}"),
    };
    let (first, second) = (figures(&run), figures(&run_again));
    assert_eq!(first.len(), 8);
    for (one, other) in first.iter().zip(&second) {
        assert_eq!(one.figures, other.figures, "{}", one.name);
        assert_eq!(one.order, other.order);
        assert_eq!(one.block_bytes, other.block_bytes);
        assert_eq!(one.moved_bytes, other.moved_bytes);
    }
    // Facts that the file does not contain are not in the export.
    let document: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(document["jobs"][0]["job options"]["iodepth"], "8");
    assert!(document["jobs"][0].get("usr_cpu").is_none());
    assert!(document["jobs"][0]["read"].get("slat_ns").is_none());
}

#[test]
fn a_fleet_as_parquet_has_a_row_for_each_figure_and_says_what_is_unknown() {
    let of = |figure: &str| {
        Arc::new(FleetFigure {
            model: "Fast 1 TB".to_owned(),
            method: "quick".to_owned(),
            quality: Quality::RandomRead,
            block: None,
            depth: Some(4),
            figure: figure.to_owned(),
        })
    };
    let figures = [of("iops"), of("latency_p99_ns")];
    // More rows than one row group, and an incomplete one.
    let count = 40_000_u32;
    let mut bytes = Vec::new();
    let mut table = FleetTable::begin(&mut bytes).unwrap();
    for index in 0..count {
        let run = FleetRun {
            model: "Fast 1 TB".to_owned(),
            drive: format!("S{index}"),
            firmware: (index % 2 == 0).then(|| "1.0".to_owned()),
            started_at_us: i64::from(index) - 1,
            life_used_ratio: (index % 3 == 0).then_some(0.25),
            written_bytes: Some(u64::MAX),
            figures: figures
                .iter()
                .map(|of| (Arc::clone(of), f64::from(index) + 0.5))
                .collect(),
            shortcoming: None,
        };
        table.add(&format!("run-{index}"), &run).unwrap();
    }
    assert_eq!(table.end().unwrap(), u64::from(count) * 2);
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes.clone())).unwrap();
    assert_eq!(reader.metadata().num_row_groups(), 2);
    let rows = rows(bytes);
    for (place, row) in rows.iter().enumerate() {
        let index = place / 2;
        let column = |name: &str| {
            row.get_column_iter().find(|(other, _)| *other == name).unwrap().1.clone()
        };
        let text = |text: &str| Field::Str(text.to_owned());
        assert_eq!(column("run_id"), text(&format!("run-{index}")));
        assert_eq!(column("drive"), text(&format!("S{index}")));
        let started = i64::try_from(index).unwrap() - 1;
        assert_eq!(column("started_at"), Field::TimestampMicros(started));
        let firmware = if index % 2 == 0 { text("1.0") } else { Field::Null };
        assert_eq!(column("firmware"), firmware);
        let life = if index % 3 == 0 { Field::Double(0.25) } else { Field::Null };
        assert_eq!(column("life_used_ratio"), life);
        assert_eq!(
            (column("block_bytes"), column("depth_count")),
            (Field::Null, Field::Long(4))
        );
        let (figure, unit) =
            if place % 2 == 0 { ("iops", "1/s") } else { ("latency_p99_ns", "ns") };
        assert_eq!((column("figure"), column("unit")), (text(figure), text(unit)));
        let value = f64::from(u32::try_from(index).unwrap()) + 0.5;
        assert_eq!(column("value"), Field::Double(value));
    }
    assert_eq!(rows.len(), 2 * count as usize);
}
