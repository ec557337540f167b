//! `iogram quick`, as new users meet it.

use crate::common::{Room, SHORT, names};

const ROWS: [&str; 4] = ["SEQ1M Q8T1", "SEQ1M Q1T1", "RND4K Q32T1", "RND4K Q1T1"];

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
    let shown = room.succeed(&["show", "last"]).stdout;
    assert_eq!(shown, said.stdout, "what is kept is shown as it was");
    let full = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(!full.contains(", 0 B (0 B)"), "{full}");
    assert!(full.contains(", 16.0 MiB") && full.contains("\nkernel  "), "{full}");
    assert!(!shown.contains("\nkernel  "), "the host is behind --full: {shown}");
}

/// A screen of 24 lines and 80 columns: the answer, the table that users of CrystalDiskMark know, the conditions of
/// the figures.
#[test]
fn what_quick_says_fits_a_screen_in_every_language() {
    let room = Room::new();
    for drive in
        ["sd-a2", "fake-limbo", "dying", "s4-usb", "nvme-tlc-dramless", "s1-samsung-pro-plus"]
    {
        let target = format!("sim:{drive}");
        let settings = ["--seed", "5", "--set", "time=500ms", "--set", "size=64MiB"];
        for lang in ["en", "ko"] {
            let all =
                [&["quick", &target, "--quiet", "--lang", lang] as &[&str], &settings].concat();
            let output = room.command(&all).env("COLUMNS", "80").output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.lines().count() <= 23, "{drive} {lang}:\n{text}");
            let answer = text.split("\n\n").next().unwrap();
            assert!(answer.lines().count() <= 5, "{drive} {lang}:\n{text}");
            let widest = text.lines().map(unicode_width::UnicodeWidthStr::width).max();
            assert!(widest <= Some(80), "{drive} {lang}:\n{text}");
            for row in ROWS {
                assert!(text.contains(&format!("\n  {row} ")), "{row}: {text}");
            }
            assert!(text.contains("iogram show --full "), "{text}");
        }
    }
}

/// Methods with many cells show their results as grids, and the number of further lines.
#[test]
fn long_methods_print_a_sheet_with_a_grid_and_how_much_more_there_is() {
    let room = Room::new();
    let check = |method: &str, settings: &[&str], lines_max: usize, grid: &[&str]| {
        let all =
            [&["run", method, "sim:s4-sd", "--quiet", "--seed", "5"] as &[&str], settings]
                .concat();
        let output = room.command(&all).env("COLUMNS", "80").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().count() <= lines_max, "{text}");
        for line in grid {
            assert!(text.contains(line), "{line}:\n{text}");
        }
        let full = room.succeed(&["show", "last", "--full"]).stdout;
        let left = text.lines().last().unwrap();
        let count: usize = left.split(' ').next().unwrap().parse().unwrap();
        assert!(left.contains(" more lines: iogram show --full "), "{left}");
        assert!(count >= full.lines().count() - text.lines().count(), "{left}");
    };
    let share = ["random 4KiB, MB/s by share of reads", "reads ", "QD1", "QD4", "\n   70 %"];
    check("low-qd", &["--set", "random=4MiB", "--set", "sequential=16MiB"], 45, &share);
    let passes = ["\n  MB/s ", "rewrite", "random read", "\n  512KiB ", "\n  16MiB "];
    check("iozone", &["--set", "size=32MiB", "--set", "size_4k=1MiB"], 20, &passes);
}

#[test]
fn runs_are_listed_for_programs_as_the_published_schema_says() {
    let room = Room::new();
    room.succeed(&["measure", "null:", "--count", "10", "--quiet"]);
    room.succeed(&["measure", "sim:s4-sd", "--count", "10", "--quiet"]);
    let list = room.succeed(&["runs", "--json"]).stdout;
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    let schema = room.succeed(&["schema", "runs"]).stdout;
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&list), "{list}");
    assert_eq!(list["runs"].as_array().unwrap().len(), 2);
    assert_eq!(list["runs"][0]["target"], "sim:s4-sd");
    assert_eq!(list["runs"][0]["state"], "completed");
}

#[test]
fn a_run_that_is_kept_can_be_found_listed_and_deleted() {
    let room = Room::new();
    let said = room.succeed(&["measure", ".", "--size", "1MiB", "--count", "10"]);
    let run = room.last_run();
    assert!(said.stderr.contains(&format!("saved as {} in ", run.id)));
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
    assert_eq!(list.matches("  measure  ").count(), 2, "{list}");
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

/// A B B A: a change over time does not look like a difference between the targets.
#[test]
fn two_targets_are_measured_in_turn_and_the_hint_compares_them() {
    let room = Room::new();
    let (a, b) = ("sim:s0-kodak-64g", "sim:sd-a2");
    let run = [
        "run",
        "dd-read",
        a,
        b,
        "--runs",
        "2",
        "--seed",
        "5",
        "--set",
        "size=16MiB",
        "--quiet",
    ];
    let said = room.succeed(&run);
    let mut ids = room.runs();
    ids.sort();
    assert_eq!(ids.len(), 4, "{said:?}");
    let hint = said.stderr.lines().find(|line| line.contains("iogram compare")).unwrap();
    let named: Vec<&str> = hint.split_whitespace().skip(3).collect();
    let split = named.iter().position(|it| *it == "--").unwrap();
    assert_eq!((split, named.len()), (2, 5), "{hint}");
    let compared = room.succeed(&[&["compare"], &named[..]].concat()).stdout;
    assert!(compared.contains("2 + 2 runs"), "{compared}");
    let twice = room.run(&["run", "dd-read", a, a]);
    assert_eq!(twice.code, Some(2), "{twice:?}");
    // A problem with the second is reported before the first is measured.
    let missing = room.run(&["run", "dd-read", a, "sim:none-such"]);
    assert_eq!(missing.code, Some(2), "{missing:?}");
    let text = room.succeed(&["methods", "dd-read", "--toml"]).stdout;
    std::fs::write(room.work().join("own.toml"), text).unwrap();
    let own = ["run", "--method-file", "own.toml", a, b, "--set", "size=16MiB", "--quiet"];
    room.succeed(&own);
    assert_eq!(room.runs().len(), 6);
}
