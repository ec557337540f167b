//! Limits of a process: a low one is named, nothing ends in the middle, and the exit code is the documented one.

use std::process::Command;

use crate::common::{Room, Said};

/// The program with this limit, such as `-n 10`.
fn limited(room: &Room, limit: &str, arguments: &[&str]) -> Said {
    let (kind, value) = limit.split_once(' ').unwrap();
    let mut command = Command::new("bash");
    room.furnish(&mut command);
    command.args(["-c", "ulimit \"$0\" \"$1\" && shift && exec \"$@\"", kind, value]);
    command.arg(env!("CARGO_BIN_EXE_iogram")).args(arguments);
    Said::from(command.output().unwrap())
}

#[test]
fn a_limit_that_is_too_low_is_named_before_anything_begins() {
    let room = Room::new();
    for (limit, words) in [
        ("-n 10", ["cannot work with 10 open files", "ulimit -n 1024"]),
        ("-n 16", ["cannot work with 16 open files", "ulimit -n 1024"]),
        (
            "-d 20000",
            ["which the limit of this process leaves (ulimit -d", "ulimit -d unlimited"],
        ),
    ] {
        for arguments in [&["runs"][..], &["list"], &["quick", "sim:sd-a2"], &["import", "x"]] {
            let said = limited(&room, limit, arguments);
            assert_eq!(said.code, Some(4), "{limit} {arguments:?}: {said:?}");
            for words in words {
                assert!(said.stderr.contains(words), "{limit} {arguments:?}: {said:?}");
            }
        }
    }
    assert!(!room.store().exists(), "nothing was begun");
}

#[test]
fn a_small_stack_is_enough_for_everything() {
    let room = Room::new();
    for limit in ["-s 64", "-s 256"] {
        for arguments in [&["quick", "sim:sd-a2"][..], &["runs"], &["show", "last"]] {
            let said = limited(&room, limit, arguments);
            assert_eq!(said.code, Some(0), "{limit} {arguments:?}: {said:?}");
        }
        let said = limited(&room, limit, &["show", "nobody"]);
        assert_eq!(said.code, Some(2), "{limit}: {said:?}");
    }
}

#[test]
fn a_job_that_needs_more_open_files_than_there_may_be_is_refused_with_their_number() {
    let room = Room::new();
    let many = ["measure", ".", "--jobs", "64", "--size", "1MiB", "--time", "10ms"];
    let said = limited(&room, "-n 40", &many);
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("open files, and this process may have 40"), "{said:?}");
    let passes = limited(&room, "-n 40", &["measure", ".", "--size", "1MiB", "--time", "10ms"]);
    assert!(!passes.stderr.contains("open files"), "{passes:?}");
}
