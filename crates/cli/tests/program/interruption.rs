//! Runs that end early: nothing that was reported is lost, nothing is left in the directory.

use iogram_model::RunState;
use rustix::process::Signal;
use serde_json::Value;

use crate::common::{Room, Said, at, last_cell_reported, names};

/// Far more cells than anybody waits for.
const LONG: [&str; 7] =
    ["quick", "--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=500"];

fn stopped_by(signal: Signal, cells: usize) -> (Room, Said) {
    let room = Room::new();
    let mut running = room.start(&LONG);
    running.wait_for_cells(cells);
    running.send(signal);
    let said = running.end();
    assert!(names(&room.work()).is_empty());
    (room, said)
}

#[test]
fn a_signal_ends_the_run_early_and_keeps_what_was_measured() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (room, said) = stopped_by(signal, 3);
        assert_eq!(said.code, Some(4), "{said:?}");
        assert!(said.stderr.contains("error: interrupted\nhint: "), "{said:?}");
        let shown = room.succeed(&["show", "last", "--format", "json"]).stdout;
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(at(&shown, "/state"), "interrupted");
        let run = room.last_run();
        assert_eq!(run.cells.len(), last_cell_reported(&said.stderr), "{said:?}");
        assert!(run.cells.len() >= 3 && run.ended_at_us.is_some());
        let text = room.succeed(&["show", "last"]).stdout;
        assert!(text.contains("SEQ1M Q8T1 read"), "{text}");
        assert_eq!(text, said.stdout, "what was measured is shown at the end, too");
    }
}

#[test]
fn a_signal_before_the_first_cell_leaves_an_interrupted_run() {
    let room = Room::new();
    let mut running = room.start(&["measure", ".", "--time", "1h", "--size", "1MiB"]);
    while running.next_line().unwrap().trim() != "writing a test file of 1MiB" {}
    running.send(Signal::INT);
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    assert_eq!(room.last_run().state, RunState::Interrupted);
    assert!(names(&room.work()).is_empty());
}

#[test]
fn a_killed_run_leaves_its_cells_and_no_file() {
    let (room, said) = stopped_by(Signal::KILL, 2);
    assert_eq!(said.code, None);
    let run = room.last_run();
    assert_eq!(run.state, RunState::Running);
    assert!(run.cells.len() >= last_cell_reported(&said.stderr));
    assert_eq!(run.target.capacity.0, 16 << 20, "a killed run knows how large its file was");
    let text = room.succeed(&["show", "last"]).stdout;
    assert!(text.contains("SEQ1M Q8T1 read"), "{text}");
    assert!(room.succeed(&["runs"]).stdout.contains("not ended"));
}

/// Moments all over the run: after some cell that was reported, and then some turns of this thread.
#[test]
fn a_kill_at_any_moment_loses_no_cell_that_was_reported() {
    let room = Room::new();
    let arguments = ["measure", ".", "--size", "1MiB", "--count", "10", "--repeat", "1000"];
    let mut dice = 0x2026_u64;
    for _ in 0..20 {
        // Source of the constants: Knuth, MMIX.
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let cells = usize::try_from(dice >> 59).unwrap();
        let turns = dice >> 40 & 0xfff;
        let mut running = room.start(&arguments);
        running.wait_for_cells(cells);
        for _ in 0..turns {
            std::thread::yield_now();
        }
        running.send(Signal::KILL);
        let said = running.end();
        let reported = last_cell_reported(&said.stderr);
        let place = format!("after {cells} cells and {turns} turns");
        assert!(names(&room.work()).is_empty(), "{place}");
        if reported == 0 && !said.stderr.contains("writing a test file") {
            continue;
        }
        let run = room.last_run();
        assert_eq!(run.state, RunState::Running, "{place}");
        // One more may be kept already and not be reported yet.
        let kept = run.cells.len();
        assert!(kept == reported || kept == reported + 1, "{place}: {kept} of {reported}");
        for (position, cell) in run.cells.iter().enumerate() {
            assert_eq!(usize::try_from(cell.repeat).unwrap(), position, "{place}");
            assert_eq!(cell.operations.read.as_ref().unwrap().count, 10, "{place}");
        }
    }
}
