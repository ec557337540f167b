//! Runs that go on after an interruption: nothing is measured twice without being said, and what comes out is
//! what an uninterrupted run gives.

use iogram_model::{CellRecord, Run, RunState};
use rustix::process::Signal;

use crate::common::{Room, Said, names};

/// Cells with rests between them, and a purge where nothing may be lost.
fn method(purge: bool) -> String {
    let mut text =
        "[method]\nid = \"mine\"\ntitle = \"Mine\"\nquestion = \"q\"\nsource = \"own\"\n\
                    media = [\"ssd\"]\n"
            .to_owned();
    text.push_str(if purge { "writes = \"device\"\n" } else { "writes = \"file\"\n" });
    if purge {
        text.push_str("[[step]]\nkind = \"purge\"\n");
    } else {
        text.push_str("[[step]]\nkind = \"lay-out\"\nsize = \"8MiB\"\ncontent = \"written\"\n");
    }
    for name in ["one", "two", "three", "four", "five"] {
        let cell = [
            "[[step]]\nkind = \"measure\"\nname = \"",
            name,
            "\"\naccess = \"random\"\nread = \"50%\"\nblock = \"4KiB\"\ndepth = 4\ncount = 3000\n\
             region = \"0..8MiB\"\n[[step]]\nkind = \"rest\"\ntime = \"10ms\"\n",
        ];
        text.push_str(&cell.concat());
    }
    text
}

/// Broken off after the third of five cells.
fn broken_off(room: &Room, target: &[&str], signal: Signal) -> Said {
    let arguments = [&["run", "--method-file", "mine.toml", "--seed", "7"], target].concat();
    let mut running = room.start(&arguments);
    running.wait_for_cells(3);
    running.send(signal);
    running.end()
}

fn shapes(cells: &[CellRecord]) -> Vec<(String, u32, u64)> {
    cells.iter().map(|cell| (cell.name.clone(), cell.repeat, count(cell))).collect()
}

fn count(cell: &CellRecord) -> u64 {
    let operations = cell.operations.iter();
    operations.map(|(_, operation)| operation.count).sum()
}

fn uninterrupted(target: &str, text: &str) -> Run {
    let room = Room::new();
    room.write("mine.toml", text.as_bytes());
    room.succeed(&["run", "--method-file", "mine.toml", "--seed", "7", target]);
    room.last_run()
}

#[test]
fn on_a_simulated_drive_the_cells_are_those_of_an_uninterrupted_run() {
    let target = "sim:s4-usb";
    let whole = uninterrupted(target, &method(true));
    for signal in [Signal::INT, Signal::KILL] {
        let room = Room::new();
        room.write("mine.toml", method(true).as_bytes());
        broken_off(&room, &[target], signal);
        let before = room.last_run();
        assert!(before.cells.len() >= 3, "{signal:?}");
        // What was measured decides, not what the file says now.
        room.write("mine.toml", b"nothing that is a method");
        let said = room.succeed(&["resume"]);
        if before.cells.len() < 5 {
            let sentence = "because it keeps nothing when the program ends";
            assert!(said.stderr.contains(sentence), "{signal:?}: {said:?}");
            assert!(!said.stderr.contains("[1/"), "{signal:?}: {said:?}");
        }
        let run = room.last_run();
        assert_eq!(run.state, RunState::Completed);
        assert_eq!(run.cells, whole.cells, "{signal:?}");
        assert_eq!(run.rests, whole.rests, "{signal:?}");
        assert_eq!(run.purges, whole.purges, "{signal:?}");
        assert_eq!(run.findings, whole.findings, "{signal:?}");
        assert_eq!(run.resumes.len(), 1);
    }
}

#[test]
fn on_a_file_what_is_done_once_more_is_said_and_stands_in_the_record() {
    let whole = uninterrupted(".", &method(false));
    for signal in [Signal::INT, Signal::KILL] {
        let room = Room::new();
        let method = room.write("mine.toml", method(false).as_bytes());
        broken_off(&room, &["."], signal);
        std::fs::remove_file(method).unwrap();
        let before = room.last_run();
        let said = room.succeed(&["resume"]);
        let run = room.last_run();
        assert_eq!(shapes(&run.cells), shapes(&whole.cells), "{signal:?}");
        assert_eq!(run.cells[..3], before.cells[..3], "what was kept stays as it was");
        assert_eq!(run.rests.len(), whole.rests.len(), "{signal:?}");
        let resume = &run.resumes[0];
        assert!(
            resume.repeated.contains(&"filling of the first 8MiB".to_owned()),
            "{resume:?}"
        );
        assert!(said.stderr.contains("done once more: filling of the first 8MiB"), "{said:?}");
        assert!(said.stdout.contains("the run was broken off after"), "{}", said.stdout);
        let pairs = run.cells.windows(2);
        for pair in pairs {
            let end = pair[0].started_ns + pair[0].elapsed_ns;
            assert!(pair[1].started_ns >= end, "{signal:?}: one clock for the whole run");
        }
        assert!(names(&room.work()).is_empty(), "{signal:?}");
    }
}

#[test]
fn a_killed_run_has_kept_the_rests_that_were_over() {
    let room = Room::new();
    room.write("mine.toml", method(false).as_bytes());
    let said = broken_off(&room, &["."], Signal::KILL);
    assert_eq!(said.code, None);
    let run = room.last_run();
    assert!(run.rests.len() >= 2, "{:?}", run.rests);
    for (index, rest) in run.rests.iter().enumerate() {
        assert_eq!(rest.cells_before_count, index as u64 + 1);
    }
}

#[track_caller]
fn check_refused(room: &Room, arguments: &[&str], code: i32, expected: &[&str]) {
    let said = room.run(arguments);
    assert_eq!(said.code, Some(code), "{said:?}");
    for expected in expected {
        assert!(said.stderr.contains(expected), "{said:?} does not say {expected:?}");
    }
}

#[test]
fn what_cannot_go_on_is_refused_with_the_reason() {
    let room = Room::new();
    check_refused(&room, &["resume"], 2, &["there is no such file"]);
    room.write("mine.toml", method(true).as_bytes());
    broken_off(&room, &["sim:s4-usb"], Signal::KILL);
    let other = ["resume", "--target", "sim:s4-sd"];
    check_refused(&room, &other, 3, &["this is not the drive that the run began on"]);
    room.succeed(&["resume"]);
    check_refused(&room, &["resume"], 2, &["is complete: nothing is left to do"]);
    room.succeed(&["verify", "sim:s4-usb"]);
    check_refused(&room, &["resume"], 2, &["is complete: nothing is left to do"]);
    let mut running =
        room.start(&["measure", "--access", "random", "--time", "1h", "--size", "1MiB", "."]);
    while running.next_line().unwrap().trim() != "writing a test file of 1MiB" {}
    running.send(Signal::INT);
    running.end();
    check_refused(&room, &["resume"], 2, &["it has no method"]);
}
