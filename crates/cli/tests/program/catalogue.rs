//! Drives from entry to advice, runs held against each other, exports: as a user types them.

use serde_json::Value;

use crate::common::{Room, at, names};

/// Measures a simulated drive by `quick`; gives the run's id.
fn quick(room: &Room, drive: &str, loops: u32) -> String {
    let (target, loops) = (format!("sim:{drive}"), format!("loops={loops}"));
    let arguments =
        ["quick", &target, "--set", "time=200ms", "--set", "size=64MiB", "--set", &loops];
    room.succeed(&[&arguments[..], &["--seed", "1", "--quiet"]].concat());
    room.last_run().id
}

fn json(room: &Room, arguments: &[&str]) -> Value {
    let all = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&room.succeed(&all).stdout).unwrap()
}

#[test]
fn a_fact_that_a_use_needs_is_kept_under_its_name_however_it_is_written() {
    let room = Room::new();
    room.succeed(&["drive", "add", "Logger"]);
    for (written, value) in [
        ("PLP=yes", Some("yes")),
        ("Power loss protection=no", Some("no")),
        ("power-loss-protection=", None),
    ] {
        room.succeed(&["drive", "edit", "logger", "--fact", written]);
        let sheet = json(&room, &["drive", "show", "logger"]);
        let facts = sheet.pointer("/drive/facts").and_then(Value::as_array).cloned();
        let kept: Vec<(String, String)> = facts
            .unwrap_or_default()
            .iter()
            .map(|fact| (fact["name"].to_string(), fact["value"].to_string()))
            .collect();
        let expected =
            value.map(|value| ("\"power-loss protection\"".to_owned(), format!("\"{value}\"")));
        assert_eq!(kept, Vec::from_iter(expected), "{written}");
    }
}

#[test]
fn a_drive_goes_from_its_label_to_what_was_measured() {
    let room = Room::new();
    let run = quick(&room, "s1-samsung-evo-plus", 3);
    room.succeed(&["drive", "add", "Evo Plus 64GB", "--run", &run, "--price", "11.49EUR"]);
    room.succeed(&[
        "drive",
        "edit",
        "evo",
        "--promise",
        "read=80MB/s",
        "--promise",
        "class=u1",
    ]);
    room.succeed(&[
        "drive",
        "edit",
        "evo",
        "--promise",
        "write=20MB/s",
        "--shop",
        "corner shop",
    ]);
    let sheet = json(&room, &["drive", "show", "evo-plus"]);
    assert_eq!(at(&sheet, "/format"), "iogram-drive/1");
    assert_eq!(at(&sheet, "/drive/id"), "evo-plus-64gb");
    assert_eq!(at(&sheet, "/drive/price"), "11.49 EUR");
    assert_eq!(at(&sheet, "/runs/0/id"), run.as_str());
    let read = at(&sheet, "/promises/0");
    let (promised, measured) = (at(read, "/promised"), at(read, "/measured"));
    assert_eq!(promised.as_f64(), Some(80e6));
    let reached = measured.as_f64().unwrap() / 80e6;
    assert!((at(read, "/reached_ratio").as_f64().unwrap() - reached).abs() < 1e-9);
    let text = room.succeed(&["drive", "show", "evo"]).stdout;
    assert!(text.contains("U1 write") && text.contains("corner shop"), "{text}");
    let history = room.succeed(&["drive", "history", "evo"]).stdout;
    assert!(history.contains("random 4 KiB reads"), "{history}");
}

#[test]
fn runs_are_attached_by_hand_and_by_serial_number() {
    let room = Room::new();
    let (first, second) = (quick(&room, "sd-a2", 1), quick(&room, "sd-a2", 1));
    room.succeed(&["drive", "add", "My card"]);
    room.succeed(&["drive", "attach", "my-card", &first]);
    let runs = |room: &Room| {
        let sheet = json(room, &["drive", "show", "my-card"]);
        sheet["runs"].as_array().unwrap().len()
    };
    assert_eq!(runs(&room), 1);
    room.succeed(&["drive", "attach", "my-card", &second]);
    assert_eq!(runs(&room), 2);
    room.succeed(&["drive", "detach", "my-card", &first]);
    assert_eq!(runs(&room), 1);
    room.succeed(&["drive", "remove", "my-card"]);
    assert_eq!(room.succeed(&["runs"]).stdout.matches("sim:sd-a2").count(), 2);
}

#[test]
fn what_others_published_makes_a_table_and_is_marked() {
    let room = Room::new();
    room.succeed(&["drive", "import-samples"]);
    let table = room.succeed(&["drive", "table", "--format", "markdown"]).stdout;
    assert!(table.contains("| (5.7) | 8.3 | 10.9 | 16.8 | 16.9 | 13.21 |"), "{table}");
    assert!(table.contains("| 51.3 | 51.6 | 51.5 | - | - | 51.47 |"), "{table}");
    assert!(table.contains("| 86.26* | 67.71* | 2025-12-19 |"), "{table}");
    let again = room.succeed(&["drive", "import-samples"]);
    assert!(again.stderr.contains("imported 0 drives"), "{again:?}");
    let exported = room.succeed(&["drive", "export"]).stdout;
    let file = room.write("drives.json", exported.as_bytes());
    let other = Room::new();
    other.succeed(&["drive", "import", file.to_str().unwrap()]);
    assert_eq!(other.succeed(&["drive", "export"]).stdout, exported);
    let refused = other.run(&["drive", "import", file.to_str().unwrap()]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    other.succeed(&["drive", "import", "--replace", file.to_str().unwrap()]);
}

#[test]
fn two_drives_are_compared_by_their_newest_runs_of_one_method() {
    let room = Room::new();
    quick(&room, "s1-samsung-evo-plus", 1);
    let slow = quick(&room, "s1-samsung-evo-plus", 3);
    let fast = quick(&room, "s1-samsung-pro-plus", 3);
    let by_drive = json(&room, &["compare", "--drive", "evo-plus", "--drive", "pro-plus"]);
    assert_eq!(by_drive, json(&room, &["compare", &slow, &fast]));
    assert_eq!(at(&by_drive, "/format"), "iogram-comparison/1");
    assert_eq!(at(&by_drive, "/runs/1/label"), "B");
    assert_eq!(at(&by_drive, "/obstacles").as_array().unwrap().len(), 0);
    let rows = at(&by_drive, "/rows").as_array().unwrap();
    let write = rows.iter().find(|row| row["cell"] == "SEQ1M Q1T1 write").unwrap();
    assert_eq!(at(write, "/figure"), "bytes_per_s");
    assert_eq!(at(write, "/differences/0/verdict"), "better-in-run");
    let low = at(write, "/differences/0/interval/low").as_f64().unwrap();
    assert!(low > 1.0, "the other card writes three times as fast: {write:#}");
}

/// Measures a simulated drive three times; gives the runs' ids, the oldest first.
fn three_runs(room: &Room, drive: &str, seed: &str) -> Vec<String> {
    let target = format!("sim:{drive}");
    let settings = ["--set", "time=100ms", "--set", "size=64MiB", "--set", "loops=2"];
    let how = ["--runs", "3", "--seed", seed, "--quiet"];
    let said = room.succeed(&[&["run", "quick", &target], &settings[..], &how].concat());
    let hint = said.stderr.lines().find(|line| line.contains("iogram compare")).unwrap();
    let words = hint.split("iogram compare ").nth(1).unwrap().split_whitespace();
    words.take_while(|word| *word != "--").map(str::to_owned).collect()
}

#[test]
fn several_runs_a_side_tell_drives_apart_and_the_answer_opens() {
    let room = Room::new();
    let slow = three_runs(&room, "s1-samsung-evo-plus", "1");
    let again = three_runs(&room, "s1-samsung-evo-plus", "7");
    let fast = three_runs(&room, "s1-samsung-pro-plus", "1");
    assert_eq!((slow.len(), fast.len()), (3, 3));
    fn sides<'a>(a: &'a [String], b: &'a [String]) -> Vec<&'a str> {
        let words = a.iter().map(String::as_str).chain(["--"]);
        ["compare"].into_iter().chain(words).chain(b.iter().map(String::as_str)).collect()
    }
    let told =
        json(&room, &["compare", "--drive", "evo-plus", "--drive", "pro-plus", "--runs", "3"]);
    assert_eq!(at(&told, "/sides"), &serde_json::json!(["A", "B"]));
    assert_eq!(at(&told, "/runs/3/label"), "B1");
    let text = room.succeed(&sides(&slow, &fast)).stdout;
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap();
    assert!(first.contains("B (") && first.contains("better in"), "{text}");
    assert!(text.contains("chance held to 5 %"), "{text}");
    let rows = at(&told, "/rows").as_array().unwrap();
    let write = rows.iter().find(|row| row["cell"] == "SEQ1M Q1T1 write").unwrap();
    assert_eq!(at(write, "/differences/0/verdict"), "better");
    assert!(at(write, "/differences/0/chance_ratio").as_f64().unwrap() <= 0.05);
    let same = room.succeed(&sides(&slow, &again)).stdout;
    assert!(!same.contains("is better in") && !same.contains("is worse in"), "{same}");
    // One run a side: these two runs, not the drives.
    let once = room.succeed(&["compare", &slow[0], &fast[0]]).stdout;
    assert!(once.contains("In these two runs B"), "{once}");
    assert!(once.contains("does not tell the drive from the day"), "{once}");
    let refused = room.run(&["run", "quick", "sim:sd-a2", "--runs", "3", "--no-store"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    let refused = room.run(&["compare", &slow[0], &slow[1], "--", &fast[0]]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("cannot compare one run with several"), "{refused:?}");
    let refused = room.run(&["compare", &slow[0], "--", &fast[0], "-o", "ab/"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("options stand before the runs"), "{refused:?}");
}

#[test]
fn runs_that_mean_different_things_are_shown_and_not_compared() {
    let room = Room::new();
    let small = quick(&room, "sd-a2", 2);
    room.succeed(&[
        "quick",
        "sim:sd-a2",
        "--set",
        "time=200ms",
        "--set",
        "size=128MiB",
        "--quiet",
    ]);
    let large = room.last_run().id;
    let text = room.succeed(&["compare", &small, &large]).stdout;
    assert!(text.contains("NOT COMPARABLE"), "{text}");
    assert!(text.contains("parameter size: 64MiB against 128MiB"), "{text}");
    assert!(!text.contains("better") && !text.contains("worse"), "{text}");
    let markdown = room.succeed(&["compare", &small, &large, "--format", "markdown"]).stdout;
    assert!(markdown.contains("**NOT COMPARABLE"), "{markdown}");
}

#[test]
fn advice_ranks_by_rules_and_names_what_is_missing() {
    let room = Room::new();
    room.succeed(&["drive", "import-samples"]);
    let advice = json(&room, &["advise", "--for", "etcd"]);
    assert_eq!(at(&advice, "/format"), "iogram-advice/1");
    assert_eq!(at(&advice, "/drives/0/id"), "an-ssd-2022-article");
    assert_eq!(at(&advice, "/drives/0/standing"), "suitable");
    assert_eq!(at(&advice, "/drives/0/reasons/0/verdict"), "pass");
    assert_eq!(at(&advice, "/drives/0/reasons/0/evidence/is_measured"), false);
    assert_eq!(at(&advice, "/drives/3/missing/0"), "sync-write.latency_p99_ns");
    let camera = json(&room, &["advise", "--for", "camera", "--budget", "15EUR"]);
    let ranked = at(&camera, "/drives").as_array().unwrap().len();
    let left_out = at(&camera, "/left_out").as_array().unwrap().len();
    assert_eq!((ranked, ranked + left_out), (2, 19));
    let rules = room.succeed(&["advise", "--print-rules"]).stdout;
    let file = room.write("rules.toml", rules.as_bytes());
    let own = ["advise", "--for", "etcd", "--rules", file.to_str().unwrap()];
    assert_eq!(at(&json(&room, &own), "/is_built_in"), false);
    // Titles of one's own file have no words in other languages; in English they are the same.
    let said = |words: &[&str]| room.succeed(words).stdout;
    assert_eq!(said(&own), said(&["advise", "--for", "etcd"]));
}

#[test]
fn a_mistake_in_rules_is_shown_with_line_and_column() {
    let room = Room::new();
    let rules = room.succeed(&["advise", "--print-rules"]).stdout;
    let wrong = rules.replacen("at_least = \"30MB/s\"", "at_least = \"30\"", 1);
    let line = 1 + wrong.lines().position(|line| line == "at_least = \"30\"").unwrap();
    room.write("rules.toml", wrong.as_bytes());
    let said = room.run(&["advise", "--rules", "rules.toml"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains(&format!("--> rules.toml:{line}:12\n")), "{said:?}");
    assert!(said.stderr.contains("write such as 30MB/s"), "{said:?}");
}

#[test]
fn a_run_is_exported_in_every_format_and_nothing_is_replaced() {
    let room = Room::new();
    quick(&room, "sd-a2", 1);
    for (format, begins) in [
        ("json", "{"),
        ("csv", "run_id,"),
        ("hdr", "#[iogram "),
        ("fio", "{\n  \"fio version\": \"iogram-"),
        ("cdm", "-----"),
    ] {
        let said = room.succeed(&["export", "--format", format]);
        assert!(said.stdout.starts_with(begins), "{format}: {}", said.stdout);
        assert!(said.stderr.is_empty(), "{said:?}");
    }
    room.succeed(&["export", "last", "--format", "parquet", "-o", "tables/"]);
    assert_eq!(names(&room.work().join("tables")), ["histograms.parquet", "series.parquet"]);
    room.succeed(&["export", "last", "--format", "fio", "-o", "fio/"]);
    let (logs, documents): (Vec<String>, Vec<String>) =
        names(&room.work().join("fio/4k")).into_iter().partition(|name| name.ends_with(".log"));
    assert_eq!((documents.len(), logs.len()), (4, 4 * 4), "{logs:?}");
    room.succeed(&["export", "last", "--format", "cdm", "-o", "cdm.txt"]);
    let said = room.run(&["export", "last", "--format", "hdr", "-o", "cdm.txt"]);
    assert_eq!(said.code, Some(3));
    assert!(said.stderr.contains("refused to write cdm.txt: it exists"), "{said:?}");
}
