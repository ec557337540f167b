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
fn a_name_that_does_not_exist_is_no_target_and_the_one_meant_is_said() {
    let room = Room::new();
    std::fs::create_dir(room.work().join("card")).unwrap();
    let card = room.work().join("crad");
    let card = card.to_str().unwrap();
    let commands: [&[&str]; 8] = [
        &["quick", "crad"],
        &["quick", "./crad"],
        &["quick", card],
        &["quick", "crad/"],
        &["quick", "crad/sub"],
        &["run", "quick", "crad"],
        &["measure", "crad", "--size", "1MiB", "--count", "10"],
        &["plan", "quick", "crad"],
    ];
    for arguments in commands {
        let said = room.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains("did you mean"), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains("card"), "{arguments:?}: {said:?}");
    }
    let said = room.run(&["quick", "nothing-like-it"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("there is no such file or directory"), "{said:?}");
    assert!(!said.stderr.contains("did you mean"), "{said:?}");
    assert_eq!(names(&room.work()), ["card"]);
    assert!(names(&room.work().join("card")).is_empty());
    assert!(!room.store().exists());
}
