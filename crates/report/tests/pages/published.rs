//! The formats for other programs.

use iogram_model::{
    CellState, Evidence, Exclusion, ImportedEvidence, ImportedResult, OpKind, ProbeRecord, Run,
};
use iogram_report::{
    CsvStyle, JsonStyle, render_csv, render_csv_columns, render_json, render_schema,
    render_tidy, render_tidy_columns, write_json,
};
use serde_json::Value;

use crate::common;
use crate::golden::check;

#[test]
fn the_published_schema_is_that_of_the_model() {
    check("../../docs/schema/iogram-run-1.schema.json", &render_schema());
}

#[test]
fn the_columns_of_the_csv_are_described() {
    check("../../docs/schema/cells-csv.md", &render_csv_columns());
}

#[test]
fn the_columns_of_the_tidy_csv_are_described() {
    check("../../docs/schema/tidy-csv.md", &render_tidy_columns());
}

/// Every number in the CSV of cells is there, once, under the same name; and unknown ones are not.
#[test]
fn the_tidy_csv_has_a_row_for_every_measurement() {
    for (name, run) in common::samples() {
        let tidy = render_tidy(&run, CsvStyle::Plain);
        let mut lines = tidy.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let heading = lines.next().unwrap();
        let place = |column: &str| heading.iter().position(|it| *it == column).unwrap();
        let rows: Vec<_> = lines.filter(|row| row.len() == heading.len()).collect();
        for row in &rows {
            let value = row[place("value")];
            assert!(value.parse::<f64>().is_ok_and(f64::is_finite), "{name}: {row:?}");
        }
        for cell in run.cells.iter().filter(|cell| !cell.name.contains([',', ';', '"'])) {
            for (kind, record) in cell.operations.iter() {
                let known = [
                    ("requests_count", Some(record.count.to_string())),
                    ("iops", Some(record.iops.to_string())),
                    ("latency_p99_ns", record.latency_ns.p99.map(|it| it.to_string())),
                    ("latency_p99999_ns", record.latency_ns.p99999.map(|it| it.to_string())),
                ];
                for (quantity, expected) in known {
                    let is_it = |row: &&Vec<&str>| {
                        row[place("source")] == "cell"
                            && row[place("cell")] == cell.name
                            && row[place("repeat_index")] == cell.repeat.to_string()
                            && row[place("operation")] == kind.name()
                            && row[place("quantity")] == quantity
                    };
                    let found: Vec<&str> =
                        rows.iter().filter(is_it).map(|row| row[place("value")]).collect();
                    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
                    assert_eq!(found, expected, "{name}: {} {quantity}", cell.name);
                }
            }
        }
    }
}

/// The key of every row, without the value and its unit.
fn keys(tidy: &str) -> Vec<Vec<String>> {
    let mut lines = tidy.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heading = lines.next().unwrap();
    let is_key = |place: usize| !matches!(heading[place], "value" | "unit");
    let of = |row: Vec<&str>| -> Vec<String> {
        let known = row.iter().enumerate().filter(|(place, _)| is_key(*place));
        known.map(|(_, field)| (*field).to_owned()).collect()
    };
    // Texts with commas give more fields than columns.
    lines.filter(|row| row.len() == heading.len()).map(of).collect()
}

#[test]
fn rows_of_the_tidy_csv_are_told_apart_even_where_names_are_the_same() {
    let everything = include_str!("../../../../testdata/records/everything.json");
    let everything: Run = serde_json::from_str(everything).unwrap();
    assert!(everything.probes.len() > 5, "it has one of every kind");
    let mut samples = common::samples();
    samples.push(("everything", everything));
    for (name, mut run) in samples {
        run.probes.extend(run.probes.clone());
        run.cells.extend(run.cells.clone());
        let keys = keys(&render_tidy(&run, CsvStyle::Plain));
        let mut seen = std::collections::BTreeSet::new();
        for key in &keys {
            assert!(seen.insert(key), "{name}: twice {key:?}");
        }
    }
}

#[test]
fn figures_of_another_tool_are_rows_of_the_tidy_csv_each_with_its_place() {
    let result = |operation, figures| ImportedResult {
        name: "=1+1, \"twice\"".to_owned(),
        operation,
        is_of_drive: true,
        request_count: Some(7),
        figures,
        ..ImportedResult::default()
    };
    let evidence = |iops: f64| {
        Evidence::Imported(ImportedEvidence {
            tool: "fio".to_owned(),
            results: vec![
                result(Some(OpKind::Read), [("iops", iops)].into()),
                result(None, [("operations_per_s", 0.5), ("iops", f64::NAN)].into()),
            ],
            ..ImportedEvidence::default()
        })
    };
    let (_, mut run) = common::samples().remove(0);
    run.cells.clear();
    let probe = |evidence| ProbeRecord {
        name: "fio".to_owned(),
        what: "figures".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence,
    };
    run.probes = vec![probe(evidence(1.5)), probe(evidence(2.5))];
    let tidy = render_tidy(&run, CsvStyle::Plain);
    let ends: Vec<&str> = tidy
        .lines()
        .skip(1)
        .map(|line| line.split_once(",imported,\"'=1+1, \"\"twice\"\"\",,,,true,,").unwrap().1)
        .collect();
    assert_eq!(
        ends,
        [
            "read,requests_count,7,count,0,0",
            "read,iops,1.5,1/s,0,0",
            ",requests_count,7,count,0,1",
            ",operations_per_s,0.5,1/s,0,1",
            "read,requests_count,7,count,1,0",
            "read,iops,2.5,1/s,1,0",
            ",requests_count,7,count,1,1",
            ",operations_per_s,0.5,1/s,1,1",
        ],
        "{tidy}"
    );
}

#[test]
fn a_repetition_that_a_person_left_out_does_not_count_in_any_csv() {
    let (_, mut run) = common::samples().remove(0);
    let excluded = Exclusion { reason: "a backup ran".to_owned(), excluded_at_us: 1 };
    run.cells.truncate(2);
    run.cells[1].excluded = Some(excluded);
    for text in [render_csv(&run, CsvStyle::Plain), render_tidy(&run, CsvStyle::Plain)] {
        let heading: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let place = |column: &str| heading.iter().position(|it| *it == column).unwrap();
        let mut counted = std::collections::BTreeSet::new();
        for line in text.lines().skip(1) {
            let row: Vec<&str> = line.split(',').collect();
            counted.insert((row[place("repeat_index")], row[place("is_counted")]));
        }
        assert_eq!(counted.into_iter().collect::<Vec<_>>(), [("0", "true"), ("1", "false")]);
    }
}

#[test]
fn every_rendered_run_satisfies_the_published_schema() {
    let schema: Value = serde_json::from_str(&render_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, run) in common::samples() {
        let json: Value = serde_json::from_str(&render_json(&run, JsonStyle::Compact)).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_a_run() {
    let schema: Value = serde_json::from_str(&render_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let rendered = render_json(&common::fsync_verdict_fail(), JsonStyle::Compact);
    let whole: Value = serde_json::from_str(&rendered).unwrap();
    assert!(validator.is_valid(&whole));
    let mut other_format = whole.clone();
    other_format["format"] = Value::from("iogram-run/99");
    assert!(!validator.is_valid(&other_format), "another format was accepted");
    for pointer in ["/cells/0/elapsed_ns", "/target/capacity_bytes", "/cells/0/write/count"] {
        let mut broken = whole.clone();
        *broken.pointer_mut(pointer).unwrap() = Value::from("fast");
        assert!(!validator.is_valid(&broken), "{pointer} as text was accepted");
    }
}

#[test]
fn a_run_read_back_equals_the_run_written() {
    for (name, run) in common::samples() {
        for style in [JsonStyle::Pretty, JsonStyle::Compact] {
            let whole = render_json(&run, style);
            let mut pieces = Vec::new();
            write_json(&run, style, &mut pieces).unwrap();
            assert_eq!(whole.as_bytes(), pieces, "{name} is another piece by piece");
            let read: Run = serde_json::from_str(&whole).unwrap();
            assert!(read == run, "{name} changed on its way through JSON");
        }
    }
}

/// Fast but inexact parsers of decimal fractions miss the last bit of some of these.
#[test]
fn rates_keep_their_last_bit() {
    let mut run = common::fsync_verdict_fail();
    for step in 1..2_000_u32 {
        let rate = f64::from(step).sqrt() * 98_765.4;
        let write = run.cells[0].operations.write.as_mut().expect("the sample writes");
        (write.bytes_per_s, write.iops) = (rate, rate.recip());
        let json = render_json(&run, JsonStyle::Compact);
        let read: Run = serde_json::from_str(&json).unwrap();
        assert!(read == run, "{rate} changed on its way through JSON");
    }
}

#[test]
fn compact_json_is_one_line() {
    let json = render_json(&common::quick_completed(), JsonStyle::Compact);
    assert_eq!(json.matches('\n').count(), 1);
}
