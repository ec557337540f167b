//! Runs that end early: no reported result is lost, and nothing is left in the directory.

use iogram_model::{CellState, Run, RunState, SeriesRow};
use iogram_store::Store;
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
    let others = [Signal::USR1, Signal::XCPU, Signal::ALARM, Signal::PROF, Signal::POWER];
    for signal in [Signal::INT, Signal::TERM, Signal::HUP].into_iter().chain(others) {
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
    assert!(room.succeed(&["runs"]).stdout.contains("interrupted"));
}

/// Runs until the running cell was stored twice, and is killed then.
fn killed_in_a_cell(room: &Room, arguments: &[&str]) -> Said {
    let running = room.start(arguments);
    let rows = || -> usize {
        let Ok(mut store) = Store::open(room.store()) else { return 0 };
        store
            .load("last")
            .map_or(0, |run| run.cells.last().map_or(0, |it| it.series.rows.len()))
    };
    let mut first = 0;
    while first == 0 || rows() <= first {
        first = if first == 0 { rows() } else { first };
        std::thread::yield_now();
    }
    running.send(Signal::KILL);
    running.end()
}

#[test]
fn a_cell_in_which_the_program_is_killed_is_there_as_far_as_it_was_kept_and_says_so() {
    let room = Room::new();
    let arguments =
        ["measure", ".", "--size", "1MiB", "--read", "50%", "--time", "60s", "--checkpoint"];
    assert_eq!(killed_in_a_cell(&room, &[&arguments[..], &["100ms"]].concat()).code, None);
    let run = room.last_run();
    let [cell] = run.cells.as_slice() else { panic!("{:#?}", run.cells) };
    assert_eq!((run.state, cell.state), (RunState::Running, CellState::Interrupted));
    assert!(cell.series.rows.len() >= 2 && cell.elapsed_ns < 60_000_000_000);
    // Totals and time series are of one moment, except for the open interval.
    let in_rows: u64 = cell.series.rows.iter().map(SeriesRow::moved_bytes).sum();
    let moved: u64 = cell.operations.iter().map(|(_, operation)| operation.bytes).sum();
    assert!(in_rows > 0 && in_rows <= moved, "{in_rows} of {moved}");
    for form in [&["show", "last"][..], &["show", "last", "--format", "markdown"]] {
        let text = room.succeed(form).stdout;
        assert!(text.contains("the cell is not finished"), "{text}");
    }
    assert!(room.succeed(&["runs"]).stdout.contains("interrupted"));
    let refused = room.run(&["exclude", "last", "measure", "--reason", "cold"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("the cell was never finished\nhint: "), "{refused:?}");
    room.succeed(&["delete", &run.id]);
    assert!(room.runs().is_empty());
}

#[test]
fn a_cell_in_which_the_program_was_killed_is_measured_again_when_the_run_goes_on() {
    let room = Room::new();
    let method = "[method]\nid = \"mine\"\ntitle = \"Mine\"\nquestion = \"q\"\nsource = \"own\"\n\
                  media = [\"ssd\"]\nwrites = \"file\"\n[[step]]\nkind = \"lay-out\"\nsize = \"1MiB\"\n\
                  content = \"written\"\n[[step]]\nkind = \"measure\"\nname = \"one\"\naccess = \"random\"\n\
                  read = \"50%\"\nblock = \"4KiB\"\ndepth = 1\ntime = \"5s\"\n";
    room.write("mine.toml", method.as_bytes());
    let arguments = ["run", "--method-file", "mine.toml", ".", "--checkpoint", "100ms"];
    killed_in_a_cell(&room, &arguments);
    room.succeed(&["resume"]);
    let run = room.last_run();
    let [cell] = run.cells.as_slice() else { panic!("{:#?}", run.cells) };
    assert_eq!((run.state, cell.state), (RunState::Completed, CellState::Completed));
    assert!(cell.elapsed_ns >= 5_000_000_000);
    assert!(cell.warnings.iter().all(|warning| warning.code != "unfinished"));
}

/// Moments all over the run: after some reported cell, and then some turns of this thread.
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
        // One more may be stored already and not yet reported.
        let kept = run.cells.len();
        assert!(kept == reported || kept == reported + 1, "{place}: {kept} of {reported}");
        for (position, cell) in run.cells.iter().enumerate() {
            assert_eq!(usize::try_from(cell.repeat).unwrap(), position, "{place}");
            assert_eq!(cell.operations.read.as_ref().unwrap().count, 10, "{place}");
        }
    }
}

#[test]
fn a_run_that_is_measured_belongs_to_its_program() {
    let room = Room::new();
    let mut running = room.start(&LONG);
    running.wait_for_cells(2);
    let id = room.runs().remove(0);
    let owner = format!("process {}", running.id());
    for arguments in [["resume", &id], ["delete", &id]] {
        let said = room.run(&arguments);
        assert_eq!(said.code, Some(3), "{said:?}");
        assert!(said.stderr.contains(&owner), "{said:?}");
        assert!(said.stderr.contains(" since 20"), "{said:?}");
    }
    assert!(room.succeed(&["runs"]).stdout.contains("running"));
    // A stopped one is not dead.
    running.send(Signal::STOP);
    let said = room.run(&["delete", &id]);
    // It may have been stopped while it held the store.
    assert!(matches!(said.code, Some(3 | 4)), "{said:?}");
    running.send(Signal::KILL);
    running.end();
    let listed = room.succeed(&["runs"]).stdout;
    assert!(listed.contains("interrupted") && !listed.contains("running"), "{listed}");
    assert!(room.last_run().cells.len() >= 2);
    room.succeed(&["delete", &id]);
}

#[test]
fn a_store_that_another_program_holds_does_not_end_a_run() {
    let room = Room::new();
    let mut running = room.start(&LONG);
    running.wait_for_cells(1);
    let held = room.hold_store();
    // The cell during which the store is lost stays in memory like the later ones.
    while !running.next_line().unwrap().contains("stays in memory and is kept later") {}
    running.wait_for_cells(6);
    running.send(Signal::INT);
    while running.next_line().unwrap().trim()
        != "waiting for the store, which another program holds"
    {}
    drop(held);
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    assert_eq!(said.stderr.matches("stays in memory").count(), 1, "{said:?}");
    let run = room.last_run();
    assert_eq!(run.state, RunState::Interrupted);
    assert_eq!(run.cells.len(), last_cell_reported(&said.stderr), "{said:?}");
}

#[test]
fn a_run_whose_store_is_lost_for_good_becomes_a_file_that_can_be_imported() {
    let room = Room::new();
    let mut running = room.start(&LONG);
    running.wait_for_cells(1);
    let moved = room.path().join("moved.sqlite");
    std::fs::rename(room.store(), &moved).unwrap();
    while !running.next_line().unwrap().contains("stays in memory and is kept later") {}
    running.send(Signal::INT);
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    let file = names(room.path()).into_iter().find(|name| name.starts_with("iogram-run-"));
    let file = room.path().join(file.unwrap_or_else(|| panic!("{said:?}")));
    assert!(said.stderr.contains(&format!("iogram import run {}", file.display())), "{said:?}");
    let text = String::from_utf8(std::fs::read(&file).unwrap()).unwrap();
    let whole: Run = serde_json::from_str(&text).unwrap();
    assert_eq!(whole.cells.len(), last_cell_reported(&said.stderr), "{said:?}");
    // The store has its beginning.
    std::fs::rename(&moved, room.store()).unwrap();
    assert!(room.last_run().cells.len() < whole.cells.len());
    room.succeed(&["import", "run", file.to_str().unwrap()]);
    assert_eq!(room.last_run(), whole);
    // Never in place of another one.
    let other = text.replace("\"started_at_us\": ", "\"started_at_us\": 1");
    std::fs::write(&file, other).unwrap();
    assert_ne!(room.run(&["import", "run", file.to_str().unwrap()]).code, Some(0));
    assert_eq!(room.last_run(), whole);
}

#[test]
fn a_program_that_was_killed_leaves_a_run_that_another_takes_over() {
    let room = Room::new();
    let mut running = room.start(&LONG);
    running.wait_for_cells(2);
    running.send(Signal::KILL);
    running.end();
    let mut again = room.start(&["resume"]);
    while !again.next_line().unwrap().contains("goes on after") {}
    let id = room.runs().remove(0);
    let said = room.run(&["resume", &id]);
    assert_eq!(said.code, Some(3), "{said:?}");
    again.send(Signal::INT);
    again.end();
}
