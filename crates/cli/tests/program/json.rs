//! `--json -`: one document, in the published schema, with everything that the format guarantees.

use std::path::Path;

use serde_json::Value;

use crate::common::{Room, SHORT, at};

fn validator() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/schema/iogram-run-1.schema.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[derive(Debug, Clone, Copy)]
enum Type {
    Text,
    Whole,
    Number,
    List,
    Table,
}

fn is_of(value: &Value, expected: Type) -> bool {
    match expected {
        Type::Text => value.is_string(),
        Type::Whole => value.is_u64(),
        Type::Number => value.is_number(),
        Type::List => value.is_array(),
        Type::Table => value.is_object(),
    }
}

const OF_A_RUN: [(&str, Type); 6] = [
    ("/format", Type::Text),
    ("/method", Type::Table),
    ("/target", Type::Table),
    ("/conditions", Type::Table),
    ("/cells", Type::List),
    ("/findings", Type::List),
];

const OF_A_CELL: [(&str, Type); 10] = [
    ("/name", Type::Text),
    ("/elapsed_ns", Type::Whole),
    ("/cpu_user_ns", Type::Whole),
    ("/cpu_system_ns", Type::Whole),
    ("/engine", Type::Table),
    ("/engine/path", Type::Text),
    ("/engine/depth_reached", Type::Number),
    ("/engine/loop", Type::Text),
    ("/warnings", Type::List),
    ("/errors", Type::List),
];

const OF_AN_OPERATION: [(&str, Type); 7] = [
    ("/count", Type::Whole),
    ("/bytes", Type::Whole),
    ("/iops", Type::Number),
    ("/bytes_per_s", Type::Number),
    ("/latency_ns/min", Type::Whole),
    ("/latency_ns/mean", Type::Number),
    ("/latency_ns/max", Type::Whole),
];

/// Percentiles and the samples that each needs: 10 / (1 - q).
const PERCENTILES: [(&str, u64); 6] = [
    ("p50", 20),
    ("p90", 100),
    ("p99", 1_000),
    ("p999", 10_000),
    ("p9999", 100_000),
    ("p99999", 1_000_000),
];

#[track_caller]
fn check_keys(json: &Value, keys: &[(&str, Type)]) {
    for &(pointer, expected) in keys {
        let found = at(json, pointer);
        assert!(is_of(found, expected), "{pointer} is {found}, not {expected:?}");
    }
}

#[track_caller]
fn check_operation(operation: &Value) {
    check_keys(operation, &OF_AN_OPERATION);
    let count = at(operation, "/count").as_u64().unwrap();
    for (name, samples) in PERCENTILES {
        let found = at(operation, &format!("/latency_ns/{name}"));
        let is_right = if count < samples { found.is_null() } else { found.is_u64() };
        assert!(is_right, "{name} of {count} samples is {found}");
    }
}

/// Runs a command with `--json -`, checks the general conditions, returns the document.
#[track_caller]
fn check(room: &Room, arguments: &[&str]) -> Value {
    let said = room.succeed(&[arguments, &["--json", "-"]].concat());
    let json: Value = serde_json::from_str(&said.stdout).unwrap();
    let errors: Vec<String> =
        validator().iter_errors(&json).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{arguments:?}: {errors:?}");
    check_keys(&json, &OF_A_RUN);
    assert_eq!(at(&json, "/format"), "iogram-run/1");
    assert_eq!(at(&json, "/state"), "completed");
    let cells = at(&json, "/cells").as_array().unwrap();
    assert!(!cells.is_empty());
    for cell in cells {
        check_keys(cell, &OF_A_CELL);
        let kinds = ["read", "write", "flush", "discard"].map(|kind| cell.get(kind));
        kinds.into_iter().flatten().for_each(check_operation);
    }
    let id = at(&json, "/id").as_str().unwrap();
    let shown = room.succeed(&["show", id, "--format", "json"]).stdout;
    assert_eq!(shown, said.stdout, "what is kept is what was printed");
    json
}

/// The kinds of operations in a cell.
fn kinds(cell: &Value) -> Vec<&str> {
    let all = ["read", "write", "flush", "discard"];
    all.into_iter().filter(|kind| cell.get(kind).is_some()).collect()
}

#[test]
fn measure_prints_one_document_with_every_promised_key() {
    let room = Room::new();
    let small = ["measure", ".", "--size", "1MiB"];
    let of = |more: &[&str]| check(&room, &[&small, more].concat());
    let reads = of(&["--count", "1000"]);
    assert_eq!(kinds(at(&reads, "/cells/0")), ["read"]);
    assert_eq!(at(&reads, "/target/capacity_bytes"), 1 << 20);
    let few = of(&["--count", "50"]);
    assert!(at(&few, "/cells/0/read/latency_ns/p50").is_u64());
    assert!(at(&few, "/cells/0/read/latency_ns/p90").is_null());
    let synced = of(&["--count", "50", "--read", "0%", "--sync", "each", "--repeat", "2"]);
    assert_eq!(kinds(at(&synced, "/cells/1")), ["write", "flush"]);
    assert_eq!(at(&synced, "/cells/1/repeat"), 1);
    let nothing = check(&room, &["measure", "null:", "--discard", "100%", "--count", "500"]);
    assert_eq!(kinds(at(&nothing, "/cells/0")), ["discard"]);
    assert_eq!(at(&nothing, "/cells/0/engine/path"), "null");
}

#[test]
fn fsync_prints_its_percentiles_and_its_verdict() {
    let room = Room::new();
    // A slow drive breaks the rule, with exit code 1: nothing is slow here.
    let json = check(&room, &["run", "fsync", "null:", "--set", "size=2300kB"]);
    let cell = at(&json, "/cells/0");
    assert_eq!(at(cell, "/write/count"), 1000);
    assert_eq!(at(cell, "/flush/count"), 1000);
    assert_eq!(at(cell, "/write/bytes"), 2_300_000);
    let findings = at(&json, "/findings").as_array().unwrap();
    let rule = findings.iter().find(|finding| finding["kind"] == "rule").unwrap();
    assert_eq!(
        (at(rule, "/rule"), at(rule, "/verdict")),
        (&"etcd-fsync".into(), &"pass".into())
    );
}

#[test]
fn iozone_prints_its_six_passes_with_exact_counts() {
    let room = Room::new();
    let json =
        check(&room, &["run", "iozone", ".", "--set", "size_4k=256KiB", "--set", "size=16MiB"]);
    let cells = at(&json, "/cells").as_array().unwrap();
    assert_eq!(cells.len(), 18);
    for cell in cells {
        let name = at(cell, "/name").as_str().unwrap();
        let (record, pass) = name.split_once(' ').unwrap();
        let (count, bytes) = match record {
            "4KiB" => (64, 256 << 10),
            "512KiB" => (32, 16 << 20),
            "16MiB" => (1, 16 << 20),
            _ => panic!("{name}"),
        };
        let (kind, kinds_expected): (_, &[&str]) = match pass {
            "read" | "reread" | "random read" => ("read", &["read"]),
            _ => ("write", &["write", "flush"]),
        };
        assert_eq!(kinds(cell), kinds_expected, "{name}");
        assert_eq!(at(cell, &format!("/{kind}/count")), count, "{name}");
        assert_eq!(at(cell, &format!("/{kind}/bytes")), bytes, "{name}");
    }
}

#[test]
fn quick_prints_its_repetitions_side_by_side() {
    let room = Room::new();
    let json = check(&room, &[&["quick"] as &[&str], &SHORT].concat());
    assert_eq!(at(&json, "/cells").as_array().unwrap().len(), 8);
    assert_eq!(at(&json, "/method/id"), "quick");
    assert_eq!(at(&json, "/method/params/size"), "16MiB");
}

#[test]
fn quiet_says_nothing_and_json_may_go_to_a_file() {
    let room = Room::new();
    let small = ["measure", ".", "--size", "1MiB", "--count", "10", "--quiet"];
    let said = room.succeed(&[&small as &[&str], &["--json", "run.json"]].concat());
    assert_eq!(said.stderr, "");
    assert!(said.stdout.contains("Conditions: "), "{}", said.stdout);
    let written = std::fs::read(room.work().join("run.json")).unwrap();
    let shown = room.succeed(&["show", "--format", "json"]).stdout;
    assert_eq!(String::from_utf8(written).unwrap(), shown);
    let refused = room.run(&["quick", ".", "--store", ".", "--json", "run.json"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let left = std::fs::read(room.work().join("run.json")).unwrap();
    assert_eq!(String::from_utf8(left).unwrap(), shown, "a refused run replaces nothing");
    let again = ["measure", "null:", "--count", "1", "--quiet", "--json", "run.json"];
    assert_eq!(room.run(&again).code, Some(3));
    room.succeed(&[&again as &[&str], &["--overwrite"]].concat());
    let written = std::fs::read(room.work().join("run.json")).unwrap();
    let written: Value = serde_json::from_slice(&written).unwrap();
    assert_eq!(at(&written, "/target/name"), "null:");
    for format in ["text", "markdown", "json", "csv"] {
        let said = room.succeed(&[&small as &[&str], &["--format", format]].concat());
        assert_eq!(said.stderr, "");
        assert_eq!(said.stdout, room.succeed(&["show", "--format", format]).stdout);
    }
}

#[test]
fn the_record_of_a_run_is_shown_without_a_store() {
    let room = Room::new();
    room.succeed(&["quick", "sim:sd-a2", "--json", "run.json", "--quiet"]);
    let kept = room.succeed(&["show"]).stdout;
    let other = Room::new();
    std::fs::copy(room.work().join("run.json"), other.work().join("run.json")).unwrap();
    let shown = other.succeed(&["show", "run.json"]).stdout;
    let (head, more) = shown.rsplit_once("iogram show --full ").unwrap();
    assert!(kept.starts_with(head), "{kept}{shown}");
    assert_eq!(more, "run.json\n");
    std::fs::write(other.work().join("notes.json"), "{}").unwrap();
    let refused = other.run(&["show", "notes.json"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("notes.json"), "{refused:?}");
}

/// The names are those promised to readers.
#[test]
fn what_a_fill_finds_out_has_its_published_names() {
    let room = Room::new();
    let said = room.succeed(&["run", "fill-drive", "sim:sata-tlc-static", "--json", "-", "-q"]);
    let run: Value = serde_json::from_str(&said.stdout).unwrap();
    let of_kind = |kind: &str| {
        let findings = run["findings"].as_array().unwrap().iter();
        let found: Vec<&Value> = findings.filter(|it| it["kind"] == kind).collect();
        assert!(!found.is_empty(), "no {kind}");
        found[0].clone()
    };
    let cache = of_kind("slc-cache");
    assert!(cache["value_bytes"].is_u64() && cache["confidence"].is_f64(), "{cache}");
    assert_eq!(cache["type"], "static");
    let plateau = of_kind("plateau");
    assert_eq!((&plateau["index"], &plateau["from_bytes"]), (&0.into(), &0.into()));
    assert!(plateau["to_bytes"].is_u64() && plateau["bytes_per_s"].is_f64(), "{plateau}");
    let recovery = of_kind("cache-recovery");
    // The rest, and half a second of single reads that distinguish heat from a cache.
    let rest_ns = recovery["rest_ns"].as_u64().unwrap();
    assert!((300_000_000_000..301_000_000_000).contains(&rest_ns), "{recovery}");
    assert!(recovery["value_bytes"].is_u64(), "{recovery}");
}
