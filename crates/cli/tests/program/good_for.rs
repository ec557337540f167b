//! `iogram good-for`: what a use needs is measured and judged, and nothing is claimed that was not.

use serde_json::Value;

use crate::common::{Room, at};

/// Measures for a use; gives the record and the exit code.
fn judge(room: &Room, use_: &str, target: &str, more: &[&str]) -> (Value, Option<i32>) {
    let words = ["good-for", use_, target, "--seed", "7", "--json", "-", "--no-store"];
    let ended = room.run(&[&words[..], more].concat());
    let record = serde_json::from_str(&ended.stdout);
    (
        record.unwrap_or_else(|error| panic!("{use_} {target}: {error}: {}", ended.stderr)),
        ended.code,
    )
}

fn answer(record: &Value) -> &str {
    at(record, "/headline/answer/id").as_str().unwrap()
}

#[test]
fn every_use_is_judged_by_cells_that_are_the_work_it_asks_for() {
    let room = Room::new();
    let list = room.succeed(&["good-for", "--list"]).stdout;
    let uses: Vec<&str> =
        list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(uses.contains(&"etcd") && uses.contains(&"camera"), "{list}");
    for use_ in uses {
        let settings = ["--set", "time=3s", "--set", "runs=2"];
        let (record, code) = judge(&room, use_, "sim:sd-a2", &settings);
        let rules = at(&record, "/findings").as_array().unwrap().iter();
        let rules: Vec<&Value> = rules.filter(|it| it["kind"] == "rule").collect();
        for rule in &rules {
            assert_ne!(rule["verdict"], "unknown", "{use_}: {rule}");
        }
        match (rules.is_empty(), answer(&record)) {
            (true, "verdict-good-for-unruled") | (false, "verdict-good-for") => {}
            (_, other) => panic!("{use_}: {other}"),
        }
        assert_eq!(code, Some(0), "{use_}");
    }
}

#[test]
fn a_drive_that_is_too_slow_fails_and_one_that_stands_still_is_doubtful() {
    let room = Room::new();
    let (record, code) = judge(&room, "pi", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-not-good-for", Some(1)));
    // The percentile is far below the limit; for most of the time nothing is written.
    let (record, code) = judge(&room, "k8s", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-good-for-stalls", Some(0)));
    // Its counted runs lie within 5 % of each other, and its description writes 6.2 MB/s.
    let (record, code) = judge(&room, "camera", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-not-good-for", Some(1)));
}

#[test]
fn writes_into_a_small_file_do_not_prove_what_the_drive_holds_out() {
    let room = Room::new();
    let (record, code) = judge(
        &room,
        "camera",
        "sim:sd-a2",
        &["--set", "size=64MiB", "--set", "time=100ms", "--set", "runs=1"],
    );
    assert_eq!((answer(&record), code), ("verdict-good-for-open", Some(6)));
}

#[test]
fn a_use_is_found_by_the_words_of_people_and_nothing_is_guessed() {
    let room = Room::new();
    let (record, _) = judge(&room, "SQLite", "null:", &["--set", "time=10ms"]);
    assert_eq!(at(&record, "/method/id"), "good-for-database");
    for (words, expected) in [
        (&["good-for", "kubernets", "null:"][..], "did you mean \"kubernetes\"?"),
        (&["good-for", "pi"], "what to measure is not named"),
        (&["good-for"], "a use is not named"),
        (&["good-for", "pi", "/nonexistent/x"], "/nonexistent/x"),
    ] {
        let ended = room.run(words);
        assert_eq!(ended.code, Some(2), "{words:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{words:?}: {}", ended.stderr);
    }
}
