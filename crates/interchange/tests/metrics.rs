//! Programs that read metrics accept the exported ones.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

use iogram_interchange::{Exposition, render_metrics};
use iogram_model::{
    CellState, Evidence, ImportedEvidence, ImportedResult, OpKind, ProbeRecord, Run,
};
use iogram_testing::{TempDir, conclude, find_program, lacking};

fn quick() -> Run {
    serde_json::from_str(include_str!("data/quick.json")).unwrap()
}

/// Results of a tool, with names that have a meaning in the metrics formats.
fn imported() -> Run {
    let result = ImportedResult {
        name: "job \"1\"\\ {a}\n# EOF".to_owned(),
        operation: Some(OpKind::Read),
        block_bytes: Some(4096),
        figures: [
            ("bytes_per_s", 1.5e8),
            ("iops", 36_621.0),
            ("latency_p99_ns", 250_000.0),
            ("x-count", 3.0),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into(),
        request_count: Some(5),
        is_of_drive: true,
        ..ImportedResult::default()
    };
    let evidence = ImportedEvidence { results: vec![result], ..ImportedEvidence::default() };
    let probe = ProbeRecord {
        name: "fio".to_owned(),
        what: "imported".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence: Evidence::Imported(evidence),
    };
    Run { cells: Vec::new(), probes: vec![probe], ..quick() }
}

fn runs() -> [Run; 4] {
    let fsync = serde_json::from_str(include_str!("data/fsync.json")).unwrap();
    let mut hostile = quick();
    hostile.target.name = "evil\" 1\n# EOF\\".to_owned();
    hostile.cells[0].name = "{a=\"b\"} 5".to_owned();
    [quick(), fsync, hostile, imported()]
}

/// Asserts that the lines of a family follow its help and type without interruption, and that every sample belongs to
/// a family.
#[track_caller]
fn check(text: &str) {
    let mut families: BTreeSet<String> = BTreeSet::new();
    let mut family = String::new();
    let body = text.strip_suffix("# EOF\n").expect("it has an end");
    for line in body.lines() {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match words.as_slice() {
            ["#", "HELP", name, _] => {
                assert!(families.insert((*name).to_owned()), "{name} comes twice");
                family = (*name).to_owned();
            }
            ["#", "TYPE", name, kind] => {
                assert_eq!(*name, family);
                assert!(["counter", "gauge", "info", "summary"].contains(kind), "{line}");
            }
            ["#", "UNIT", name, unit] => {
                assert_eq!(*name, family);
                assert!(name.ends_with(&format!("_{unit}")), "{line}");
            }
            _ => {
                let (name, rest) = line.split_once('{').expect("every sample has labels");
                let end = name.strip_prefix(family.as_str()).expect("it is of this family");
                assert!(["", "_total", "_info", "_sum", "_count"].contains(&end), "{line}");
                let (_, values) = rest.rsplit_once("} ").expect("labels end");
                let numbers: Vec<&str> = values.split(' ').collect();
                assert_eq!(numbers.len(), 2, "{line}");
                assert!(numbers.iter().all(|it| it.parse::<f64>().is_ok()), "{line}");
            }
        }
    }
}

#[test]
fn every_sample_is_of_a_family_with_help_and_type() {
    for run in runs() {
        check(&render_metrics(&run, Exposition::OpenMetrics));
    }
}

#[test]
fn figures_are_in_base_units() {
    let run = quick();
    let text = render_metrics(&run, Exposition::OpenMetrics);
    let cell = run.cells.iter().find(|cell| cell.is_counted).unwrap();
    let read = cell.operations.read.as_ref().unwrap();
    let value = |start: &str, label: &str| -> f64 {
        let label = format!("cell=\"{}\",repeat=\"{}\"", cell.name, cell.repeat) + label;
        let line = text.lines().find(|it| it.starts_with(start) && it.contains(&label));
        line.unwrap().rsplit(' ').nth(1).unwrap().parse().unwrap()
    };
    let of_reads = ",counted=\"true\",operation=\"read\"";
    let quantile = format!("{of_reads},quantile=\"1\"");
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let near = [
        (value("iogram_cell_requests_total{", of_reads), read.count as f64),
        (value("iogram_cell_throughput_bytes_per_second{", of_reads), read.bytes_per_s),
        (value("iogram_cell_latency_seconds{", &quantile), read.latency_ns.max as f64 / 1e9),
        (value("iogram_cell_elapsed_seconds{", ""), cell.elapsed_ns as f64 / 1e9),
    ];
    for (found, expected) in near {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
    }
}

#[test]
fn what_another_tool_printed_is_there_and_nothing_else() {
    let text = render_metrics(&imported(), Exposition::OpenMetrics);
    assert!(text.contains("iogram_imported_latency_p99_seconds{"), "{text}");
    assert!(text.contains("} 0.00025 "), "{text}");
    assert!(!text.contains("iogram_cell_"), "{text}");
    assert!(!text.contains("moved_bytes"), "the tool does not say it: {text}");
}

#[test]
fn promtool_takes_the_metrics() {
    conclude(promtool());
}

fn promtool() -> Result<(), String> {
    let program = find_program("promtool").ok_or_else(|| lacking("there is no promtool"))?;
    let folder = TempDir::new("metrics");
    for (index, run) in runs().iter().enumerate() {
        let mut child = Command::new(&program)
            .args(["check", "metrics"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let text = render_metrics(run, Exposition::Prometheus);
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{said}\n{text}");
        let file = folder.path().join(format!("{index}.om"));
        std::fs::write(&file, render_metrics(run, Exposition::OpenMetrics)).unwrap();
        let blocks = folder.path().join(format!("{index}.blocks"));
        let output = Command::new(&program)
            .args(["tsdb", "create-blocks-from", "openmetrics"])
            .args([&file, &blocks])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert_eq!(std::fs::read_dir(&blocks).unwrap().count(), 1, "one block of one time");
    }
    Ok(())
}
