//! Standard output and the terminal: closed pipes, colours, nothing but data.

use std::process::{Command, Stdio};

use crate::common::{PROGRAM, Room, Said, lacks};

const ESCAPE: char = '\u{1b}';

fn room_with_a_run() -> Room {
    let room = Room::new();
    room.succeed(&["measure", "null:", "--count", "10", "--quiet"]);
    room
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let room = room_with_a_run();
    let commands: [&[&str]; 6] = [
        &["show", "last"],
        &["show", "last", "--format", "json"],
        &["runs"],
        &["methods"],
        &["schema", "run"],
        &["measure", "null:", "--count", "10", "--quiet"],
    ];
    for arguments in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = room.command(arguments);
        let said: Said = command.stdout(writer).output().unwrap().into();
        assert_eq!(said.code, Some(0), "{arguments:?}");
        // A message names run "last", because the output may not.
        let lines = said.stderr.lines().filter(|line| !line.starts_with("the last run: "));
        assert_eq!(lines.collect::<Vec<_>>(), [""; 0], "{arguments:?}");
    }
    let piped = format!("'{PROGRAM}' show last | head -n 1");
    let mut command = Command::new("sh");
    room.furnish(&mut command);
    let said: Said = command.args(["-c", &piped]).output().unwrap().into();
    assert_eq!(said.stdout.lines().count(), 1);
    assert!(said.stderr.starts_with("the last run: "), "{said:?}");
    assert_eq!(said.stderr.lines().count(), 1, "{said:?}");
}

#[test]
fn standard_output_that_is_full_is_a_failure() {
    let room = room_with_a_run();
    let full = std::path::Path::new("/dev/full");
    if !full.exists() {
        return lacks("there is no /dev/full");
    }
    let fd = rustix::fs::open(full, rustix::fs::OFlags::WRONLY, rustix::fs::Mode::empty());
    let mut command = room.command(&["show", "last"]);
    let said: Said = command.stdout(Stdio::from(fd.unwrap())).output().unwrap().into();
    assert_eq!(said.code, Some(4));
    assert!(said.stderr.contains("cannot write to standard output"), "{said:?}");
}

#[test]
fn without_a_terminal_there_are_no_escape_codes() {
    let room = room_with_a_run();
    let commands: [&[&str]; 6] = [
        &["measure", "null:", "--count", "10"],
        &["show", "last"],
        &["runs"],
        &["--help"],
        &["quik"],
        &["measure", ".", "--block", "4k"],
    ];
    for arguments in commands {
        let said = room.run(arguments);
        assert!(!said.stdout.contains(ESCAPE), "{arguments:?}: {}", said.stdout);
        assert!(!said.stderr.contains(ESCAPE), "{arguments:?}: {}", said.stderr);
    }
}

/// The terminal output of `show last`; `None` if `script` cannot create a terminal.
fn on_a_terminal(room: &Room, variables: &[(&str, &str)]) -> Option<String> {
    let mut command = Command::new("script");
    room.furnish(&mut command);
    command.env("TERM", "xterm-256color").envs(variables.iter().copied());
    command.args(["--quiet", "--return", "--command"]);
    command.arg(format!("'{PROGRAM}' show last")).arg("/dev/null");
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn colours_come_on_a_terminal_and_not_with_no_color() {
    let room = room_with_a_run();
    let Some(plain) = on_a_terminal(&room, &[("NO_COLOR", "1")]) else {
        return lacks("script (util-linux) cannot make a terminal");
    };
    assert!(plain.contains("Conditions: ") && !plain.contains(ESCAPE), "{plain}");
    let colored = on_a_terminal(&room, &[]).unwrap();
    assert!(colored.contains(ESCAPE), "{colored}");
}

#[test]
fn the_program_measures_itself() {
    let room = Room::new();
    let said = room.succeed(&["self-test", "--json", "-"]);
    let json: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    for name in
        ["clock_cost_ns", "clock_precision_ns", "floor_ns", "data_generation_bytes_per_s"]
    {
        assert!(json[name].as_f64().is_some_and(|figure| figure > 0.0), "{name}: {json:#}");
    }
}
