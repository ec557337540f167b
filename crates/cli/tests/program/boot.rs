//! Boots on a serial line, which is a pseudo-terminal here: this process plays the computer.

use std::os::fd::OwnedFd;

use iogram_model::{RunState, TargetKind};
use rustix::process::Signal;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::common::{Room, Running, names};

/// A line, and its end at the computer.
fn line() -> (OwnedFd, String) {
    let computer =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&computer).unwrap();
    unlockpt(&computer).unwrap();
    let name = ptsname(&computer, Vec::new()).unwrap();
    (computer, name.into_string().unwrap())
}

fn say(end: &OwnedFd, text: &str) {
    assert_eq!(rustix::io::write(end, text.as_bytes()), Ok(text.len()));
}

#[track_caller]
fn wait_for(running: &mut Running, words: &str) {
    while let Some(line) = running.next_line() {
        if line.contains(words) {
            return;
        }
    }
    panic!("it never said {words}");
}

#[test]
fn boots_become_a_run_with_a_time_each_and_a_log() {
    let room = Room::new();
    let (end, path) = line();
    let arguments = ["boot", &path, "--runs", "2", "--drive", "Card A", "--log", "console.log"];
    let mut running = room.start(&arguments);
    for number in 1..=2 {
        wait_for(&mut running, &format!("boot {number} of 2"));
        say(&end, "\r\nU-Boot 2023.10\r\nStarting kernel\r\n");
        wait_for(&mut running, "it boots: U-Boot 2023.10");
        say(&end, "pi login: ");
        wait_for(&mut running, &format!("boot {number} of 2:"));
    }
    let said = running.end();
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.stdout.starts_with("Boots in "), "{said:?}");
    let run = room.last_run();
    assert_eq!((run.state, run.target.kind), (RunState::Completed, TargetKind::SerialLine));
    assert_eq!(run.target.model.as_deref(), Some("Card A"));
    let times: Vec<u64> = run.cells.iter().map(|cell| cell.elapsed_ns).collect();
    assert!(times.len() == 2 && times.iter().all(|time| *time > 0), "{times:?}");
    assert!(run.cells[0].end_ns() <= run.cells[1].started_ns);

    // The log gives the same result.
    let again = room.succeed(&["boot", "console.log", "--json", "-"]);
    let again: iogram_model::Run = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!(again.cells.iter().map(|cell| cell.elapsed_ns).collect::<Vec<_>>(), times);
    let compared = room.succeed(&["compare", &run.id, "last"]).stdout;
    assert!(compared.contains("boot  time"), "{compared}");
    room.succeed(&["exclude", &run.id, "boot#1", "--reason", "the fan was off"]);
    let page = room.succeed(&["show", &run.id]).stdout;
    assert!(page.contains("boot run 1  ("), "{page}");
}

#[test]
fn a_boot_that_does_not_end_says_what_came_last_and_keeps_the_others() {
    let room = Room::new();
    let (end, path) = line();
    let mut running = room.start(&["boot", &path, "--runs", "2", "--limit", "300ms"]);
    wait_for(&mut running, "boot 1 of 2");
    say(&end, "U-Boot 1\r\npi login: ");
    wait_for(&mut running, "boot 2 of 2");
    say(&end, "\r\nU-Boot 1\r\nKernel panic\u{1b}[31m\r\n");
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    for words in ["cannot see \"login:\"", "Kernel panic", "--limit waits longer"] {
        assert!(said.stderr.contains(words), "{words} in {said:?}");
    }
    assert!(!said.stderr.contains('\u{1b}'), "{said:?}");
    let run = room.last_run();
    assert_eq!((run.state, run.cells.len()), (RunState::Failed, 1));
}

#[test]
fn a_stop_keeps_the_boots_until_then() {
    let room = Room::new();
    let (end, path) = line();
    let mut running = room.start(&["boot", &path]);
    wait_for(&mut running, "boot 1 of 5");
    say(&end, "U-Boot 1\r\npi login: ");
    wait_for(&mut running, "boot 2 of 5");
    running.send(Signal::INT);
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(!said.stdout.contains("iogram resume"), "{said:?}");
    let run = room.last_run();
    assert_eq!((run.state, run.cells.len()), (RunState::Interrupted, 1));
}

#[test]
fn power_is_switched_before_each_boot_and_a_command_that_fails_ends_it() {
    let room = Room::new();
    let (end, path) = line();
    let power = "echo off >> power; echo on >> power; echo noise";
    let mut running = room.start(&["boot", &path, "--runs", "2", "--power", power]);
    for number in 1..=2 {
        wait_for(&mut running, &format!("power is switched: boot {number} of 2"));
        say(&end, "U-Boot 1\r\n");
        wait_for(&mut running, "it boots");
        say(&end, "pi login: \r\n");
    }
    let said = running.end();
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(!said.stdout.contains("noise"), "{said:?}");
    assert_eq!(std::fs::read(room.work().join("power")).unwrap(), b"off\non\noff\non\n");

    let said = room.run(&["boot", &path, "--power", "exit 3"]);
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("the command of --power failed: exit status: 3"), "{said:?}");
}

#[test]
fn what_is_no_line_no_log_and_no_pattern_is_told() {
    let room = Room::new();
    let (_end, path) = line();
    room.write("plain.log", b"U-Boot\nlogin:\n");
    room.write("other.log", b"1.0 hello\n");
    room.write("taken", b"keep");
    for (arguments, code, words) in [
        (&["boot", "/dev/null"][..], 2, "it is no serial line"),
        (&["boot", "missing"], 4, "No such file"),
        (&["boot", "."], 2, "it is no serial line"),
        (&["boot", "plain.log"], 2, "cannot read plain.log: cannot find a time"),
        (&["boot", "other.log"], 2, "cannot find a boot in other.log"),
        (&["boot", "other.log", "--power", "true"], 2, "it is a log, and no serial line"),
        (&["boot", &path, "--from", "U-Boot ("], 2, "open group without closing"),
        (&["boot", &path, "--to", ".*"], 2, "it matches every line"),
        (&["boot", &path, "--baud", "0"], 2, "is not a count"),
        (&["boot", &path, "--log", "taken"], 3, "name a new file for the log"),
    ] {
        let said = room.run(arguments);
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    assert_eq!(names(&room.work()), ["other.log", "plain.log", "taken"]);
}
