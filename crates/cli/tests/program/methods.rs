//! Methods, plans and schemas: the output before anything is done.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde_json::Value;

use crate::common::{Room, at, names};

#[expect(clippy::disallowed_methods, reason = "files of the repository are compared")]
fn committed(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn a_mistake_in_a_method_file_is_shown_with_line_and_column() {
    let room = Room::new();
    let check = |text: &str, place: &str, message: &str| {
        room.write("mine.toml", text.as_bytes());
        for command in ["run", "plan"] {
            let said = room.run(&[command, "--method-file", "mine.toml", "."]);
            assert_eq!(said.code, Some(2), "{said:?}");
            assert!(said.stderr.contains(place), "{place}: {}", said.stderr);
            assert!(said.stderr.contains(message), "{message}: {}", said.stderr);
            assert!(said.stderr.contains("hint: "), "{}", said.stderr);
        }
    };
    let quick = room.succeed(&["methods", "quick", "--toml"]).stdout;
    check("[method]\nid = \"mine\"\ntitel = 3\n", "mine.toml:3:1", "unknown key \"titel\"");
    let broken = quick.replace("direction = \"read\", read = \"100%\"", "direction = \"read\"");
    check(&broken, "mine.toml:", "");
    check(&quick.replace("\"{block}\"", "\"{blok}\""), "mine.toml:", "blok");
    check("[method\n", "mine.toml:1:", "");
    assert!(!room.store().exists());
}

#[test]
fn every_method_is_listed_explained_and_accepted_as_ones_own() {
    let room = Room::new();
    let list = room.succeed(&["methods"]).stdout;
    let ids: Vec<&str> = list
        .lines()
        .take_while(|line| !line.is_empty())
        .map_while(|l| l.split(' ').next())
        .collect();
    assert!(ids.contains(&"quick") && ids.contains(&"fsync") && ids.len() >= 7, "{ids:?}");
    for id in ids {
        let explained = room.succeed(&["methods", id]).stdout;
        assert!(explained.contains("Source:") && explained.contains("--set"), "{explained}");
        let toml = room.succeed(&["methods", id, "--toml"]).stdout;
        assert_eq!(toml, committed(&format!("methods/{id}.toml")));
        room.write("own.toml", toml.as_bytes());
        // A method for a file system is planned on one.
        let target = if toml.contains("writes = \"file\"") { "." } else { "null:" };
        let trace: &[&str] =
            if id == "replay" { &["--set", "trace=day:database"] } else { &[] };
        let plan = |what: &[&str]| room.succeed(&[&["plan"], what, &[target], trace].concat());
        let own = plan(&["--method-file", "own.toml"]).stdout;
        assert_eq!(own, plan(&[id]).stdout, "{id}");
    }
}

#[test]
fn a_method_file_runs_like_a_built_in_method() {
    let room = Room::new();
    let toml = room.succeed(&["methods", "fsync", "--toml"]).stdout;
    room.write("own.toml", toml.replace("id = \"fsync\"", "id = \"own\"").as_bytes());
    let run = ["run", "--method-file", "own.toml", "null:", "--set", "size=230kB"];
    let said = room.run(&run);
    // Too few syncs to judge a rule.
    assert_eq!(said.code, Some(6), "{said:?}");
    assert!(said.stdout.starts_with("NOT KNOWN: too little was measured."), "{said:?}");
    assert!(said.stdout.contains("iogram own: "), "{}", said.stdout);
    assert_eq!(room.last_run().cells[0].operations.write.as_ref().unwrap().count, 100);
}

#[test]
fn a_rule_that_is_broken_is_the_exit_code() {
    let room = Room::new();
    let toml = room.succeed(&["methods", "fsync", "--toml"]).stdout;
    room.write("strict.toml", toml.replace("below = \"10ms\"", "below = \"1ns\"").as_bytes());
    let run = ["run", "--method-file", "strict.toml", "null:", "--set", "size=2300kB"];
    let said = room.run(&run);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stdout.starts_with("FAIL: p99 latency "), "{}", said.stdout);
    assert!(!said.stderr.contains("error: "), "a verdict is no error: {}", said.stderr);
}

/// Everything that a look must not change.
fn traces(directory: &Path) -> (Vec<String>, i64, i64) {
    let meta = std::fs::metadata(directory).unwrap();
    (names(directory), meta.mtime(), meta.mtime_nsec())
}

#[test]
fn a_plan_names_cells_bytes_and_time_and_touches_nothing() {
    let room = Room::new();
    room.holes("file", 64 << 20);
    let before = traces(&room.work());
    for target in [".", "file", "null:"] {
        for id in ["quick", "cdm", "dd-read", "iozone", "image-write"] {
            let settings = ["--set", "size=16MiB"];
            let plan = room.succeed(&[&["plan", id, target] as &[&str], &settings].concat());
            for line in ["\n  1  ", "\nTime:  ", "\nWrites:  ", "\nReads:  ", "\nDestroys:  "] {
                assert!(plan.stdout.contains(line), "{line:?}: {}", plan.stdout);
            }
            assert_eq!(plan.stderr, "");
        }
    }
    assert_eq!(traces(&room.work()), before);
    assert!(!room.store().exists());
    let plan = room.succeed(&["plan", "quick", "file"]).stdout;
    assert!(plan.contains("Destroys:  the contents of file\n"), "{plan}");
    let plan = room.succeed(&["plan", "quick", "."]).stdout;
    assert!(plan.contains("only a test file of 1GiB\n"), "{plan}");
    let plan = room.succeed(&["plan", "fsync", ".", "--assume", "100MB/s"]).stdout;
    assert!(plan.contains("Writes:    at most 22.0 MiB (23.1 MB)\n"), "{plan}");
}

#[test]
fn a_plan_is_also_json_with_units_in_its_names() {
    let room = Room::new();
    let said = room.succeed(&["plan", "fsync", ".", "--json", "-"]);
    let plan: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(at(&plan, "/method/id"), "fsync");
    assert_eq!(at(&plan, "/cost/written_max_bytes"), 10_029 * 2_300);
    assert_eq!(at(&plan, "/steps/0/kind"), "lay-out");
    assert_eq!(at(&plan, "/steps/0/size_bytes"), 22 << 20);
    assert_eq!(at(&plan, "/steps/1/kind"), "measure");
    assert_eq!(at(&plan, "/steps/1/workload/block"), "2300B");
    assert!(at(&plan, "/cost/time_slow_ns").is_u64());
    let timed = room.succeed(&["plan", "quick", "null:", "--json", "-"]).stdout;
    let timed: Value = serde_json::from_str(&timed).unwrap();
    assert!(at(&timed, "/cost/written_max_bytes").is_null(), "a time bounds no bytes");
}

#[test]
fn the_printed_schemas_are_those_that_are_published() {
    let room = Room::new();
    let run = room.succeed(&["schema", "run"]).stdout;
    assert_eq!(run, committed("docs/schema/iogram-run-1.schema.json"));
    let check = room.succeed(&["schema", "check"]).stdout;
    assert_eq!(check, committed("docs/schema/iogram-check-1.schema.json"));
    let method = room.succeed(&["schema", "method"]).stdout;
    assert_eq!(method, committed("methods/method.schema.json"));
}

#[test]
fn a_plan_knows_what_an_earlier_run_of_the_same_drive_measured() {
    let room = Room::new();
    let plan = ["plan", "dd-read", ".", "--set", "size=16MiB"];
    let time =
        |said: &str| said.lines().find(|it| it.starts_with("Time: ")).unwrap().to_owned();
    let before = time(&room.succeed(&plan).stdout);
    assert!(!before.contains("earlier"), "{before}");
    room.succeed(&[&["run"], &plan[1..]].concat());
    let after = time(&room.succeed(&plan).stdout);
    assert!(after.contains("from an earlier run of this drive"), "{before}; {after}");
    // The user's value has priority.
    let said = time(&room.succeed(&[&plan[..], &["--assume", "1MB/s"]].concat()).stdout);
    assert!(!said.contains("earlier"), "{said}");
}

#[test]
fn a_plan_is_held_against_the_endurance_that_the_label_promises() {
    let room = Room::new();
    let plan = ["plan", "fill-drive", "sim:s4-ssd"];
    let unknown = room.succeed(&plan).stdout;
    assert!(unknown.contains("Endurance: share unknown: "), "{unknown}");
    let add = ["catalogue", "add", "Mine", "--capacity", "32GB", "--promise"];
    room.succeed(&[&add[..], &["endurance=0.5DWPD/2y"]].concat());
    let named = [&plan[..], &["--drive", "mine"]].concat();
    let text = room.succeed(&named).stdout;
    // 32 GB * 0.5 * 730 days.
    let expected = "of 11.7 TB that its label promises (catalogue: mine)";
    assert!(text.contains(expected), "{text}");
    let json = room.succeed(&[&named[..], &["--json"]].concat()).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["endurance_source"], "catalogue");
    let share = json["endurance_ratio"].as_f64().unwrap();
    let written = json["cost"]["written_max_bytes"].as_f64().unwrap();
    assert!((share - written / 11.68e12).abs() < 1e-9, "{share}");
    let said = room.run(&["catalogue", "add", "Yours", "--promise", "endurance=1DWPD/5y"]);
    assert!(said.stderr.contains("writes per day require the drive's --capacity"), "{said:?}");
    let said = room.run(&[&plan[..], &["--drive", "nobody"]].concat());
    assert!(said.stderr.contains("cannot find a drive \"nobody\""), "{said:?}");
}

#[test]
fn iozone_repeats_its_passes_and_prints_its_own_table() {
    let room = Room::new();
    let settings = ["--set", "size=32MiB", "--set", "size_4k=1MiB", "--set", "runs=3"];
    room.succeed(
        &[&["run", "iozone", "sim:s1-samsung-pro", "-q"] as &[&str], &settings].concat(),
    );
    let run = room.last_run();
    assert_eq!(run.cells.len(), 3 * 18);
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    let table = page.split("iozone-style table\n").nth(1).unwrap();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(head[..4], ["KiB/s", "write", "rewrite", "read"], "{table}");
    let row: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    assert_eq!(row[0], "4KiB", "{table}");
    let of_all = run.findings.iter().find_map(|finding| match finding {
        iogram_model::Finding::RepeatSummary(it)
            if it.cell == "4KiB write" && it.figure == "bytes_per_s" =>
        {
            it.shown()
        }
        _ => None,
    });
    let shown: f64 = row[1].parse().unwrap();
    assert!((shown - of_all.unwrap() / 1024.0).abs() <= 0.5, "{shown}: {table}");
}

#[test]
fn a_plan_opens_with_what_it_takes_and_a_long_one_is_told_by_its_blocks() {
    let room = Room::new();
    let short = room.succeed(&["plan", "quick", "sim:s4-ssd"]).stdout;
    let third = short.lines().nth(2).unwrap();
    assert!(third.starts_with("Time:"), "{short}");
    assert!(short.contains("\n  1  lay out 1GiB, filled"), "{short}");
    let long = room.succeed(&["plan", "cssd", "sim:s4-ssd"]).stdout;
    assert!(long.lines().nth(2).unwrap().starts_with("Time:"), "{long}");
    assert!(long.lines().count() < 60 && long.contains("Every step: --full"), "{long}");
    assert!(long.lines().any(|line| line.contains("latency: 3 measurements")), "{long}");
    let full = room.succeed(&["plan", "cssd", "sim:s4-ssd", "--full"]).stdout;
    assert!(full.lines().count() > 200 && !full.contains("Every step"), "{full}");
}
