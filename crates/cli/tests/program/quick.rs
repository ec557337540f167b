//! `iogram quick` as everybody meets it first.

use crate::common::{Room, SHORT, names};

const ROWS: [&str; 8] = [
    "SEQ1M Q8T1 read",
    "SEQ1M Q1T1 read",
    "RND4K Q32T1 read",
    "RND4K Q1T1 read",
    "SEQ1M Q8T1 write",
    "SEQ1M Q1T1 write",
    "RND4K Q32T1 write",
    "RND4K Q1T1 write",
];

#[test]
fn quick_shows_four_rows_read_and_write_and_leaves_nothing_behind() {
    let room = Room::new();
    let mut running = room.start(&[&["quick"] as &[&str], &SHORT].concat());
    while running.next_line().is_some() {
        assert!(names(&room.work()).is_empty(), "a file is seen during the run");
    }
    let said = running.end();
    assert_eq!(said.code, Some(0), "{said:?}");
    for row in ROWS {
        assert!(said.stdout.contains(&format!("\n  {row} ")), "{row}: {}", said.stdout);
    }
    assert!(names(&room.work()).is_empty());
    assert!(!said.stdout.contains(", 0 B (0 B)"), "{}", said.stdout);
    assert!(said.stdout.contains("test file    ., 16.0 MiB"), "{}", said.stdout);
    let shown = room.succeed(&["show", "last"]).stdout;
    assert_eq!(shown, said.stdout, "what is kept is shown as it was");
}

#[test]
fn a_run_that_is_kept_can_be_found_listed_and_deleted() {
    let room = Room::new();
    let said = room.succeed(&["measure", ".", "--size", "1MiB", "--count", "10"]);
    let run = room.last_run();
    assert!(said.stderr.contains(&format!("as {} (iogram show {})", run.id, run.id)));
    let list = room.succeed(&["runs"]).stdout;
    assert!(list.contains(&run.id), "{list}");
    let beginning = &run.id[..run.id.len() - 1];
    let shown = room.succeed(&["show", beginning, "--format", "markdown"]).stdout;
    assert!(shown.contains(&run.id), "{shown}");
    let refused = room.run(&["delete", beginning]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains(&format!("the whole id is {}", run.id)), "{refused:?}");
    room.succeed(&["delete", &run.id]);
    assert_eq!(room.succeed(&["runs"]).stdout, "no runs are stored\n");
}

#[test]
fn the_store_is_made_where_the_rules_say() {
    let room = Room::new();
    let mut command = room.command(&["measure", "null:", "--count", "10", "--quiet"]);
    command.env_remove("IOGRAM_STORE").env_remove("XDG_DATA_HOME");
    assert!(command.output().unwrap().status.success());
    assert!(room.path().join("home/.local/share/iogram/runs.sqlite").exists());
    assert!(!room.store().exists());
    let mut command = room.command(&["measure", "null:", "--count", "10", "--no-store", "-q"]);
    command.env_remove("IOGRAM_STORE").env_remove("XDG_DATA_HOME").env_remove("HOME");
    assert!(
        command.output().unwrap().status.success(),
        "without a store no place for it is needed"
    );
}

#[test]
fn two_runs_at_once_share_a_directory_and_a_store() {
    let room = Room::new();
    let arguments = ["measure", ".", "--size", "1MiB", "--count", "20", "--repeat", "20"];
    let (first, second) = (room.start(&arguments), room.start(&arguments));
    for running in [first, second] {
        let said = running.end();
        assert_eq!(said.code, Some(0), "{said:?}");
    }
    let list = room.succeed(&["runs"]).stdout;
    assert_eq!(list.matches("completed").count(), 2, "{list}");
    assert_eq!(room.last_run().cells.len(), 20);
    assert!(names(&room.work()).is_empty());
}

#[test]
fn a_name_that_does_not_exist_becomes_a_file_for_the_time_of_the_run_and_that_is_said() {
    let room = Room::new();
    let said = room.succeed(&["measure", "newfile", "--size", "1MiB", "--count", "10"]);
    assert!(said.stderr.contains("newfile did not exist"), "{said:?}");
    assert!(names(&room.work()).is_empty());
    let run = room.last_run();
    let warning = run.warnings.iter().find(|warning| warning.code == "new-file").unwrap();
    let mount = run.conditions.file_system.unwrap().mount_point;
    assert!(warning.message.contains(&format!(" on {mount} ")), "{warning:?}");
    assert_eq!(run.target.capacity.0, 1 << 20);
}
