//! Several drives measured at the same time: each has a separate run, and a problem of one does not affect the
//! others.

use iogram_model::RunState;
use rustix::process::Signal;

use crate::common::Room;

/// `quick` in a few steps on these drives.
fn quick<'a>(targets: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let settings = ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=1"];
    [&["quick"], targets, &["--at-once"], &settings, more].concat()
}

#[test]
fn each_drive_has_its_run_and_its_answer_and_says_what_was_beside_it() {
    let room = Room::new();
    let said = room.succeed(&quick(&["sim:sd-a2", "sim:s4-usb"], &["--each", "null:"]));
    let heads: Vec<&str> = said
        .stdout
        .split("\n\n")
        .filter_map(|block| block.lines().next())
        .filter(|line| line.contains(':') && !line.contains(' '))
        .collect();
    assert_eq!(heads, ["sim:sd-a2", "sim:s4-usb", "null:"], "{said:?}");
    assert_eq!(said.stdout.matches("More: iogram show ").count(), 3, "{said:?}");
    assert!(said.stderr.contains("on 3 drives at once"), "{said:?}");
    assert_eq!(said.stderr.matches("hint: iogram compare ").count(), 2, "{said:?}");
    let runs = room.runs();
    assert_eq!(runs.len(), 3);
    let mut beside: Vec<(String, Vec<String>)> = Vec::new();
    for id in &runs {
        let shown = room.succeed(&["show", id, "--format", "json"]).stdout;
        let run: iogram_model::Run = serde_json::from_str(&shown).unwrap();
        assert_eq!(run.state, RunState::Completed);
        let others = run.conditions.beside.into_iter().map(|it| it.target);
        beside.push((run.target.name, others.collect()));
        let whole = room.succeed(&["show", id, "--full"]).stdout;
        assert!(whole.contains("measured together with"), "{whole}");
    }
    beside.sort();
    let names = ["null:", "sim:s4-usb", "sim:sd-a2"];
    for ((own, others), name) in beside.iter().zip(names) {
        assert_eq!(own, name);
        let mut others = others.clone();
        others.sort();
        let expected: Vec<&str> = names.into_iter().filter(|it| *it != name).collect();
        assert_eq!(others, expected);
    }
}

#[test]
fn a_drive_that_fails_is_told_in_its_place_and_decides_the_exit_code() {
    let room = Room::new();
    let said = room.run(&["run", "verify", "sim:sd-a2", "sim:fake-limbo", "--at-once"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let genuine = said.stdout.find("GENUINE").unwrap();
    let counterfeit = said.stdout.find("COUNTERFEIT").unwrap();
    assert!(genuine < counterfeit, "{said:?}");
    assert_eq!(room.runs().len(), 2);
}

#[test]
fn a_drive_on_which_the_method_cannot_run_stops_the_command_before_anything_is_measured() {
    let room = Room::new();
    std::fs::write(room.work().join("empty"), b"").unwrap();
    for wrong in ["empty", "sim:no-such-drive", "no-such-path"] {
        let said = room.run(&quick(&["sim:sd-a2", wrong], &[]));
        assert_eq!(said.code, Some(2), "{wrong}: {said:?}");
        assert!(said.stderr.contains("error: ") && said.stdout.is_empty(), "{wrong}: {said:?}");
    }
    assert!(!room.store().exists());
}

#[test]
fn what_is_for_one_drive_is_refused_for_several() {
    let room = Room::new();
    let options: [&[&str]; 6] = [
        &["--json", "run.json"],
        &["--no-store"],
        &["--tune"],
        &["--power-sensor", "x"],
        &["--each", "sim:sd-a2"],
        &["--each", "NOSUCHSERIAL"],
    ];
    for more in options {
        let said = room.run(&quick(&["sim:sd-a2", "sim:s4-usb"], more));
        assert_eq!(said.code, Some(2), "{more:?}: {said:?}");
        assert!(said.stderr.contains("hint: "), "{more:?}: {said:?}");
    }
    let said = room.run(&["quick", "sim:sd-a2", "--each", "sim:s4-usb"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(!room.store().exists() && !room.work().join("run.json").exists());
}

#[test]
fn a_signal_ends_all_of_them_and_keeps_what_each_has_measured() {
    let room = Room::new();
    let long = ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=500"];
    let all = [&["quick", "sim:sd-a2", "sim:s4-usb", "--at-once"], &long[..]].concat();
    let mut running = room.start(&all);
    // Each of them has measured something.
    for name in ["sim:sd-a2: [", "sim:s4-usb: ["] {
        while !running.next_line().unwrap().starts_with(name) {}
    }
    running.send(Signal::INT);
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    assert_eq!(said.stderr.matches(": interrupted\nhint: ").count(), 2, "{said:?}");
    for id in room.runs() {
        let shown = room.succeed(&["show", &id, "--format", "json"]).stdout;
        let run: iogram_model::Run = serde_json::from_str(&shown).unwrap();
        assert_eq!(run.state, RunState::Interrupted);
        assert!(run.ended_at_us.is_some());
    }
}

#[test]
fn drives_of_a_list_need_no_target_before_it() {
    let room = Room::new();
    let settings = ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=1"];
    for command in [&["quick"][..], &["run", "quick"]] {
        let each = ["--at-once", "--each", "sim:sd-a2,sim:s4-usb"];
        let said = room.succeed(&[command, &each, &settings].concat());
        assert!(said.stderr.contains("on 2 drives at once"), "{said:?}");
    }
    assert_eq!(room.runs().len(), 4);
}

#[test]
fn several_rounds_are_compared_by_drive() {
    let room = Room::new();
    let said = room.succeed(&quick(&["sim:sd-a2", "sim:s4-usb"], &["--runs", "2"]));
    assert_eq!(room.runs().len(), 4);
    let hint = said.stderr.lines().find(|line| line.starts_with("hint: iogram compare"));
    let (one, other) = hint.unwrap().split_once(" -- ").unwrap();
    assert_eq!(one.split_whitespace().count(), 3 + 2, "{said:?}");
    assert_eq!(other.split_whitespace().count(), 2, "{said:?}");
}
