//! Drives from entry to advice, comparisons of runs, exports: as a user types them.

use serde_json::Value;

use crate::common::{Room, at, names};

/// Measures a simulated drive with `quick`; returns the run's id.
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

/// Measures a simulated drive three times; returns the runs' ids, oldest first.
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
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains("chance of a false difference: at most 5 %"), "{text}");
    let rows = at(&told, "/rows").as_array().unwrap();
    let write = rows.iter().find(|row| row["cell"] == "SEQ1M Q1T1 write").unwrap();
    assert_eq!(at(write, "/differences/0/verdict"), "better");
    assert!(at(write, "/differences/0/chance_ratio").as_f64().unwrap() <= 0.05);
    let same = room.succeed(&sides(&slow, &again)).stdout;
    assert!(!same.contains("is better in") && !same.contains("is worse in"), "{same}");
    // With one run for each side, the result is about these two runs, and not the drives.
    let once = room.succeed(&["compare", &slow[0], &fast[0]]).stdout;
    assert!(once.contains("In these two runs B"), "{once}");
    let line = once.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains("cannot tell a difference between drives"), "{once}");
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
    // Titles in a user's file have no translations; in English they are the same.
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
        ("ezfio", "Drive,sim:sd-a2\nModel,"),
    ] {
        let said = room.succeed(&["export", "--format", format]);
        assert!(said.stdout.starts_with(begins), "{format}: {}", said.stdout);
        let only = said.stderr.trim_end();
        assert!(only.starts_with("the last run: ") && !only.contains('\n'), "{said:?}");
    }
    room.succeed(&["export", "last", "--format", "parquet", "-o", "tables/"]);
    assert_eq!(
        names(&room.work().join("tables")),
        ["cells.parquet", "histograms.parquet", "series.parquet"]
    );
    room.succeed(&["export", "last", "--format", "fio", "-o", "fio/"]);
    let (logs, documents): (Vec<String>, Vec<String>) =
        names(&room.work().join("fio/4k")).into_iter().partition(|name| name.ends_with(".log"));
    assert_eq!((documents.len(), logs.len()), (4, 4 * 4), "{logs:?}");
    room.succeed(&["export", "last", "--format", "cdm", "-o", "cdm.txt"]);
    let said = room.run(&["export", "last", "--format", "hdr", "-o", "cdm.txt"]);
    assert_eq!(said.code, Some(3));
    assert!(said.stderr.contains("refused to write cdm.txt: it exists"), "{said:?}");
}

#[test]
fn ezfio_is_exported_in_the_columns_of_its_tables() {
    let room = Room::new();
    room.write("even.toml", EVEN.as_bytes());
    let short =
        ["--set", "time=50ms", "--set", "stability=3s", "--set", "fast_precondition=yes"];
    room.succeed(&[&["run", "ezfio", "sim:even.toml", "--quiet"], &short[..]].concat());
    room.succeed(&["export", "last", "--format", "ezfio", "-o", "tables/"]);
    let files = ["ezfio_exceedance.csv", "ezfio_tests.csv", "ezfio_timeseries.csv"];
    assert_eq!(names(&room.work().join("tables")), files);
    let read = |name: &str| -> Vec<Vec<String>> {
        let bytes = std::fs::read(room.work().join("tables").join(name)).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let rows = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
        // The header of named values.
        rows.skip(10).collect()
    };
    let tests = read(files[1]);
    assert_eq!((tests[0].len(), tests[0][3].as_str()), (11, "Threads"));
    let (rows, groups): (Vec<_>, Vec<_>) = tests[1..].iter().partition(|row| row.len() == 11);
    assert_eq!((rows.len(), groups.len()), (6 * 9 + 1 + 9, 8));
    let number = |row: &[String], column: usize| row[column].parse::<f64>().unwrap();
    // Four at a time: reads take 100 us and 10 us on the link.
    let find = |row: [&str; 5]| rows.iter().find(|it| it[..5] == row).unwrap().as_slice();
    let reads = find(["Rand", "0", "4096", "16", "1"]);
    assert!((number(reads, 5) / 36_300.0 - 1.0).abs() < 0.02, "{reads:?}");
    assert!((number(reads, 6) - number(reads, 5) / 256.0).abs() < 0.01, "{reads:?}");
    assert_eq!(reads[8], "0.000", "no write, no latency of one");
    let writes = find(["Seq", "100", "131072", "1", "1"]);
    assert!((number(writes, 8) / 530.0 - 1.0).abs() < 0.05, "{writes:?}");
    let seconds = read(files[2]);
    assert_eq!((seconds.len(), seconds[0][0].as_str()), (4, "IOPS"));
    let mean = seconds[1..].iter().map(|row| number(row, 0)).sum::<f64>() / 3.0;
    // The same load as one of the earlier short random cells.
    let stability = ["Rand", "30", "4096", "256", "1"];
    let stability = rows.iter().rfind(|it| it[..5] == stability).unwrap().as_slice();
    assert!((mean / number(stability, 5) - 1.0).abs() < 0.01, "{mean}, {stability:?}");
    let above = read(files[0]);
    let of_reads: Vec<f64> =
        above[2..].iter().filter(|row| !row[1].is_empty()).map(|row| number(row, 1)).collect();
    assert!(of_reads.is_sorted_by(|one, next| one >= next), "{of_reads:?}");
    assert_eq!(of_reads.last(), Some(&0.0), "none took longer than the longest");
}

/// Small, with a rate that never changes.
const EVEN: &str = r#"
name = "even"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "16MiB"
[link]
rate = "400MB/s"
in_flight = 4
[media.latency]
read = "100us"
write = "200us"
"#;

#[test]
fn scores_of_other_benchmarks_are_entered_by_hand_and_said_to_be() {
    let room = Room::new();
    room.succeed(&["drive", "add", "Fast SSD", "--score", "3DMark Storage=3250@2026-11-20"]);
    room.succeed(&["drive", "edit", "fast", "--score", "SPECworkstation WPCstorage=1.84"]);
    room.succeed(&["drive", "add", "Slow SSD", "--score", "3dmark storage=1200"]);
    let page = room.succeed(&["drive", "show", "fast"]).stdout;
    for words in ["Scores entered by hand", "3DMark Storage", "3250", "2026-11-20", "1.84"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(page.contains("iogram neither measured nor checked any of it"), "{page}");
    let table = room.succeed(&["drive", "table", "--format", "markdown"]).stdout;
    let row = |name: &str| table.lines().rfind(|line| line.contains(name)).unwrap_or_default();
    assert!(row("Fast SSD").contains("3250") && row("Fast SSD").contains("1.84"), "{table}");
    assert!(row("Slow SSD").contains("1200"), "{table}");
    // A new value replaces the old one, and an empty one deletes it.
    room.succeed(&["drive", "edit", "fast", "--score", "3DMark Storage=3300"]);
    room.succeed(&["drive", "edit", "fast", "--score", "SPECworkstation WPCstorage="]);
    let sheet = json(&room, &["drive", "show", "fast"]);
    let scores = at(&sheet, "/drive/scores").as_array().unwrap();
    assert_eq!((scores.len(), scores[0]["value"].as_f64()), (1, Some(3300.0)), "{scores:?}");
    for wrong in ["3DMark Storage", "=3", "A=-1", "A=fast", "A=1@yesterday"] {
        assert_eq!(
            room.run(&["drive", "edit", "fast", "--score", wrong]).code,
            Some(2),
            "{wrong}"
        );
    }
}

#[test]
fn the_class_of_an_enterprise_drive_is_proposed_and_said_why() {
    let room = Room::new();
    let identity = "[identity]\nmodel = \"Server 1\"\nserial = \"SRV1\"\n[link]";
    let described = EVEN.replace("[link]", identity).replace("16MiB", "1GiB");
    room.write("server.toml", described.as_bytes());
    let plan = |more: &[&str]| {
        let fixed = ["plan", "essd", "sim:server.toml", "--set", "scale=1/64"];
        room.succeed(&[&fixed[..], more].concat()).stdout
    };
    let unknown = plan(&[]);
    assert!(unknown.contains("unknown, taken as mixed"), "{unknown}");
    assert!(!unknown.contains("wsat"), "{unknown}");
    room.succeed(&[
        "drive",
        "add",
        "Server 1",
        "--capacity",
        "1GiB",
        "--promise",
        "endurance=10DWPD/5y",
    ]);
    room.succeed(&["drive", "attach", "server-1", "--serial", "SRV1"]);
    let written = plan(&[]);
    let line = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        line.contains("Class: write-intensive, by its label: 10.0 drive writes a day"),
        "{written}"
    );
    assert!(written.contains("wsat"), "{written}");
    // The data sheet has priority; a person's statement has the highest.
    room.succeed(&["drive", "edit", "server-1", "--fact", "class=read-intensive"]);
    let read = plan(&[]);
    assert!(read.contains("read-intensive, by its data sheet"), "{read}");
    let set = plan(&["--set", "class=mixed"]);
    assert!(!set.contains("Class:"), "{set}");
}
