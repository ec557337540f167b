//! Records of newer versions are read, shown as far as they are known, and written unchanged.

use iogram_model::{CellState, RunState, read_run};
use iogram_report::{JsonStyle, Locale, Options, render_json, render_text};
use serde_json::{Value, json};

fn everything() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/records/everything.json")).unwrap()
}

/// Reads a record and writes it again.
#[track_caller]
fn assert_kept(record: &Value) {
    let run = read_run(&record.to_string()).unwrap();
    let again: Value = serde_json::from_str(&render_json(&run, JsonStyle::Compact)).unwrap();
    assert_holds(&again, record, "");
    let _shown = render_text(&run, &Options::default(), &Locale::english());
}

/// Checks that `again` contains everything in `record`.
#[track_caller]
fn assert_holds(again: &Value, record: &Value, place: &str) {
    match (again, record) {
        (Value::Object(again), Value::Object(record)) => {
            for (key, value) in record {
                let found = again.get(key).unwrap_or(&Value::Null);
                assert_holds(found, value, &format!("{place}/{key}"));
            }
        }
        (Value::Array(again), Value::Array(record)) => {
            assert_eq!(again.len(), record.len(), "{place}");
            for (index, (again, record)) in again.iter().zip(record).enumerate() {
                assert_holds(again, record, &format!("{place}/{index}"));
            }
        }
        (Value::Null, Value::Array(items)) => assert!(items.is_empty(), "{place}"),
        (again, record) if again.is_number() => {
            assert_eq!(again.as_f64(), record.as_f64(), "{place}");
        }
        _ => assert_eq!(again, record, "{place}"),
    }
}

#[test]
fn a_record_of_today_is_kept_whole() {
    assert_kept(&everything());
}

#[test]
fn fields_that_are_not_known_are_kept_wherever_they_stand() {
    let mut record = everything();
    add_fields(&mut record);
    // An operation of a new kind among the cell's fields.
    record["cells"][0]["verify"] = json!({ "count": 3 });
    assert_kept(&record);
}

/// Adds a new field to every object except those with free names.
fn add_fields(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(add_fields),
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                if !matches!(name.as_str(), "params" | "notes" | "mitigations") {
                    add_fields(field);
                }
            }
            fields.insert("of_tomorrow".to_owned(), json!({ "a": [1, "b", null] }));
        }
        _ => {}
    }
}

#[test]
fn kinds_that_are_not_known_are_kept_and_left_out_of_what_is_shown() {
    let mut record = everything();
    let finding = json!({ "kind": "mood-of-the-drive", "is_good": true });
    record["findings"].as_array_mut().unwrap().insert(1, finding.clone());
    record["findings"].as_array_mut().unwrap().push(finding);
    record["probes"][0]["evidence"]["kind"] = json!("sound");
    record["cells"][0]["errors"][0]["operation"] = json!("verify");
    record["cells"][1]["workload"]["access"] = json!("spiral=3");
    assert_kept(&record);
    let run = read_run(&record.to_string()).unwrap();
    assert_eq!(run.unknown.left_out_count(), 4);
    let text = render_text(&run, &Options::default(), &Locale::english());
    assert!(text.contains("entries of kinds unknown to this version"), "{text}");
}

#[test]
fn states_that_are_not_known_are_unknown_and_kept() {
    let mut record = everything();
    record["state"] = json!("paused");
    record["cells"][0]["state"] = json!("melted");
    record["cells"][0]["engine"]["path"] = json!("by-hand");
    record["target"]["kind"] = json!("tape");
    assert_kept(&record);
    let run = read_run(&record.to_string()).unwrap();
    assert_eq!((run.state, run.cells[0].state), (RunState::Unknown, CellState::Unknown));
}

#[track_caller]
fn check(change: impl FnOnce(&mut Value), expected: &str) {
    let mut record = everything();
    change(&mut record);
    assert_eq!(read_run(&record.to_string()).unwrap_err().to_string(), expected);
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let set = |path: &'static str, value: Value| {
        move |record: &mut Value| *record.pointer_mut(path).unwrap() = value
    };
    check(
        set("/format", json!("iogram-run/2")),
        "its format is iogram-run/2, not iogram-run/1",
    );
    check(
        set("/format", json!("iogram-device/1")),
        "its format is iogram-device/1, not iogram-run/1",
    );
    check(set("/format", json!(1)), "it does not say its format; expected iogram-run/1");
    check(
        set("/id", json!("../../../home/.docker/config")),
        "id: \"../../../home/.docker/config\" is no run's id: letters, digits, -, _ and ., at most 64",
    );
    check(
        set("/cells/1/workload/ramp_ns", json!(u64::MAX)),
        "cells[1].workload.ramp_ns: 18446744073709551615 is more than 100 years",
    );
    check(
        set("/target/capacity_bytes", json!(-5)),
        "target.capacity_bytes: invalid value: integer `-5`, expected u64",
    );
    check(
        set("/cells/0/workload/mix/read_permille", json!(1001)),
        "cells[0].workload.mix.read_permille: 1001 is more than 1000",
    );
    check(
        set("/cells/0/name", json!("x".repeat(70_000))),
        "cells[0].name: a text of 70000 bytes is longer than 65536",
    );
    check(set("/cells/0/series/interval_ns", json!(1)), "cells[0].series: intervals of 1 ns");
    check(
        set("/conditions", json!(5)),
        "conditions: invalid type: integer `5`, expected struct Conditions",
    );
    let nonsense = read_run("[1]").unwrap_err().to_string();
    assert_eq!(nonsense, "it is no record; expected iogram-run/1");
}

#[test]
fn ids_of_runs_name_files() {
    for id in ["20261121-143015-7f3a", "run-1", "a.b_c"] {
        assert!(iogram_model::is_run_id(id), "{id}");
    }
    for id in ["", ".", "..", "-rf", "a/b", "a..b", "a b", "é", "a\n", &"a".repeat(65)] {
        assert!(!iogram_model::is_run_id(id), "{id}");
    }
}
