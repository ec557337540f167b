//! `iogram import FILE..`: turns a folder of other tools' files into runs, with one page about the results.

use std::fmt::Write as _;

use serde_json::Value;

use crate::common::Room;

macro_rules! log {
    ($name:literal) => {
        include_bytes!(concat!("../../../../testdata/logs/", $name))
    };
}

/// A typical folder: results, a script, an incomplete copy.
fn mixed() -> Room {
    let room = Room::new();
    let cut = &log!("fio/jsonplus-3.33.json")[..3000];
    for (name, bytes) in [
        ("mixed/8.txt", log!("cdm/cdm-8.0.4-nvme-two.txt").as_slice()),
        ("mixed/a/fio.json", log!("fio/json-3.33-group.json")),
        ("mixed/a/dd.txt", log!("dd/gnu-several.txt")),
        ("mixed/b/cut.json", cut),
        ("mixed/run.sh", b"#!/bin/sh\nfio job.fio\n"),
    ] {
        let path = room.work().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    room
}

fn read(room: &Room, name: &str) -> String {
    String::from_utf8(std::fs::read(room.work().join(name)).unwrap()).unwrap()
}

fn report(room: &Room, arguments: &[&str]) -> Value {
    let said = room.run(&[&["import"], arguments, &["--format", "json"]].concat());
    serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

#[test]
fn a_mixed_folder_gives_one_page_and_runs_like_any_other() {
    let room = mixed();
    let said = room.run(&["import", "mixed"]);
    assert_eq!(said.code, Some(2), "one file is refused: {said:?}");
    assert!(
        said.stdout.starts_with("1 of 5 files could not be read; runs from the others: 4."),
        "{said:?}"
    );
    assert_eq!(room.runs().len(), 4);

    let again = report(&room, &["mixed"]);
    let accepted = again["accepted"].as_array().unwrap();
    assert!(
        accepted.iter().all(|it| it["is_known"] == true),
        "the same bytes are the same run"
    );
    assert_eq!(room.runs().len(), 4);
    let refused = again["refused"].as_array().unwrap();
    let told: Vec<_> = refused
        .iter()
        .map(|it| (it["file"].as_str().unwrap(), it["is_passed_over"] == true))
        .collect();
    assert_eq!(told, [("mixed/b/cut.json", false), ("mixed/run.sh", true)]);
    assert_eq!(refused[0]["kind"], "fio");
    assert_eq!(refused[0]["reason"], "cannot read the JSON: it is cut off");
    assert!(refused[0]["line_index"].as_u64() > Some(1), "{refused:?}");
}

#[test]
fn an_imported_run_is_shown_compared_and_advised_with() {
    let room = mixed();
    let all = report(&room, &["mixed/8.txt", "mixed/a/dd.txt", "mixed/a/fio.json"]);
    let id = |index: usize| all["accepted"][index]["run"].as_str().unwrap().to_owned();
    let (before, after) = (id(0), id(1));
    let shown = room.succeed(&["show", &before]);
    assert!(shown.stdout.contains("3561.2"), "{shown:?}");
    let run: Value =
        serde_json::from_str(&room.succeed(&["show", &before, "--json"]).stdout).unwrap();
    assert_eq!(run["import"]["file"], "8.txt");
    assert_eq!(run["import"]["kind"], "cdm");
    assert_eq!(run["import"]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(run["probes"][0]["evidence"]["version"], "8.0.4");
    assert_eq!(
        run["target"]["model"],
        Value::Null,
        "what the source does not say stays unknown"
    );

    let compared: Value = serde_json::from_str(
        &room.succeed(&["compare", &before, &after, "--format", "json"]).stdout,
    )
    .unwrap();
    let row = &compared["rows"][0];
    assert_eq!(
        (row["figure"].as_str(), row["cell"].as_str()),
        (Some("bytes_per_s"), Some("SEQ 1MiB (Q=8,T=1)"))
    );
    assert_eq!(row["values"][0]["value"], 3_561_234_000.0);
    assert_eq!(row["values"][1]["value"], 3_566_802_000.0);
    assert_eq!(compared["obstacles"].as_array().unwrap().len(), 0, "{compared}");

    // Equal work of two tools is compared, and the page states that there are two.
    let apart: Value = serde_json::from_str(
        &room.succeed(&["compare", &before, &id(2), "--format", "json"]).stdout,
    )
    .unwrap();
    let obstacles = apart["obstacles"].as_array().unwrap();
    let codes: Vec<&str> = obstacles.iter().filter_map(|it| it["code"].as_str()).collect();
    assert_eq!(codes, ["tool"], "{apart}");
    let verdicts =
        apart["rows"].as_array().unwrap().iter().map(|row| &row["differences"][0]["verdict"]);
    assert!(
        verdicts.clone().count() > 0 && verdicts.clone().all(|it| it == "cannot-tell"),
        "{apart}"
    );

    room.succeed(&["drive", "add", "Plus", "--run", &before]);
    let advice = room.succeed(&["advise", "--for", "camera"]);
    assert!(advice.stdout.contains("Plus"), "{advice:?}");
    room.succeed(&["report", &before, "--out", "page"]);
    let page = read(&room, "page/index.html");
    assert!(page.contains("SEQ 1MiB (Q=8,T=1)"));
}

/// The same jobs of fio in its two forms.
#[test]
fn forms_of_one_tool_are_compared_by_what_was_measured() {
    let room = Room::new();
    let both = std::str::from_utf8(log!("fio/normal-and-json-3.33.txt")).unwrap();
    let (json, rest) = (both.find("{\n").unwrap(), both.find("\n}\n").unwrap() + 3);
    let plain = format!("{}{}", &both[..json], &both[rest..]);
    room.write("normal.txt", plain.as_bytes());
    room.write("fio.json", &both.as_bytes()[json..rest]);
    let all = report(&room, &["fio.json", "normal.txt"]);
    let accepted = all["accepted"].as_array().unwrap();
    let kinds: Vec<_> = accepted.iter().map(|it| it["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("fio"), Some("fio-text")]);
    let ids: Vec<&str> = accepted.iter().map(|it| it["run"].as_str().unwrap()).collect();
    let compare = |more: &[&str]| room.succeed(&[&["compare", ids[0], ids[1]], more].concat());
    let compared: Value = serde_json::from_str(&compare(&["--format", "json"]).stdout).unwrap();
    assert!(
        compared["obstacles"].as_array().unwrap().iter().all(|it| it["weight"] != "forbids"),
        "{compared}"
    );
    let rows = compared["rows"].as_array().unwrap();
    let first = rows.iter().find(|it| it["cell"] == "seq-read").unwrap();
    assert!(first["differences"][0]["change_ratio"].as_f64().unwrap().abs() < 0.01, "{first}");
    assert_eq!(compared["runs"][0]["measured_at"], "@1795481505");
    assert_eq!(compared["runs"][0]["is_imported"], true);
    let page = compare(&[]).stdout;
    assert!(page.contains("2026-11-24T00:51:45Z (imported)"), "{page}");
    assert!(!page.contains("days before A"), "{page}");
}

#[test]
fn a_file_of_another_kind_than_was_said_is_refused() {
    let room = mixed();
    let said = report(&room, &["mixed/8.txt", "--as", "hdparm"]);
    assert_eq!(said["accepted"], Value::Array(Vec::new()));
    assert_eq!(said["refused"][0]["reason"], "cannot find anything of hdparm");
    let unknown = room.run(&["import", "mixed/8.txt", "--as", "hdpram"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.stderr.contains("did you mean hdparm?"), "{unknown:?}");
    let absent = room.run(&["import", "nosuch.txt"]);
    assert_eq!(absent.code, Some(2), "{absent:?}");
    assert!(absent.stdout.contains("nosuch.txt"), "{absent:?}");
    // A named script is refused; in a folder it is skipped.
    let script = report(&room, &["mixed/run.sh"]);
    assert_eq!(script["refused"][0]["is_passed_over"], false);
    assert_eq!(room.runs(), Vec::<String>::new());
}

#[test]
fn a_pdf_is_refused_as_one_whatever_it_is_said_to_be() {
    let room = Room::new();
    let dd = "1024+0 records in\n1024+0 records out\n1073741824 bytes (1.1 GB) copied, 2.0 s, 537 MB/s\n";
    room.write("drive.pdf", format!("%PDF-1.7\n1 0 obj\n{dd}").as_bytes());
    for arguments in [&["import", "drive.pdf"][..], &["import", "drive.pdf", "--as", "dd"]] {
        let said = room.run(arguments);
        assert_ne!(said.code, Some(0), "{said:?}");
        let all = format!("{}{}", said.stdout, said.stderr).replace('\n', " ");
        assert!(all.contains("it is a PDF, which is not read"), "{said:?}");
        assert!(room.runs().is_empty(), "{said:?}");
    }
}

/// Files that people pass in place of an output text, their first bytes, the error, and the remedy.
const NO_TEXTS: [(&str, &[u8], &str, &str); 7] = [
    (
        "a.log.gz",
        b"\x1f\x8b\x08\0\0\0\0\0",
        "it is packed",
        "unpack it first: gzip -dk a.log.gz",
    ),
    (
        "logs.tgz",
        b"\x1f\x8b\x08\0\0\0\0\0",
        "it is packed",
        "unpack it first: tar -xf logs.tgz",
    ),
    (
        "logs.zip",
        b"PK\x03\x04\x14\0\0\0logs/a.txt",
        "it is packed",
        "unpack it first: unzip logs.zip",
    ),
    ("window.png", b"\x89PNG\r\n\x1a\n\0\0", "it is a picture, which is not read", "Ctrl+C"),
    ("table.xlsx", b"PK\x03\x04 xl/workbook.xml", "it is a file of an office program", "CSV"),
    (
        "runs.db",
        b"SQLite format 3\0\x10\0",
        "it is an SQLite file",
        "iogram runs --store runs.db",
    ),
    (
        "thread.html",
        b"<!DOCTYPE html>\n<html><body><p>My drive is slow</p></body></html>\n",
        "it is a page of the web, in which no output of a tool was found",
        "copy the output out of the browser",
    ),
];

#[test]
fn what_is_no_text_of_a_tool_is_named_with_what_to_do_and_passed_over_in_a_folder() {
    let room = Room::new();
    std::fs::create_dir_all(room.work().join("all")).unwrap();
    for (name, bytes, reason, hint) in NO_TEXTS {
        room.write(name, bytes);
        std::fs::write(room.work().join("all").join(name), bytes).unwrap();
        let said = report(&room, &[name]);
        let refused = &said["refused"][0];
        assert_eq!(refused["reason"], reason, "{name}");
        assert!(refused["hint"].as_str().unwrap().contains(hint), "{name}: {refused}");
        assert_eq!(refused["is_passed_over"], false, "{name}");
        // Naming a tool does not make it one. A page may contain some.
        let asked = report(&room, &[name, "--as", "dd"]);
        let is_page = name == "thread.html";
        assert_eq!(asked["refused"][0]["reason"] == reason, !is_page, "{name}: {asked}");
        assert_eq!(asked["accepted"], Value::Array(Vec::new()), "{name}");
    }
    std::fs::write(room.work().join("all/dd.txt"), log!("dd/gnu-several.txt")).unwrap();
    let said = report(&room, &["all"]);
    assert_eq!(said["accepted"].as_array().unwrap().len(), 1);
    let refused = said["refused"].as_array().unwrap();
    assert_eq!(refused.len(), NO_TEXTS.len());
    assert!(refused.iter().all(|it| it["is_passed_over"] == true), "{said}");
}

#[test]
fn a_page_of_the_web_is_read_where_an_output_stands_in_it() {
    let room = Room::new();
    let dd = String::from_utf8_lossy(log!("dd/busybox.txt"));
    let page = format!("<!DOCTYPE html>\n<html><body>\n<pre>\n{dd}\n</pre>\n</body></html>\n");
    room.write("thread.html", page.as_bytes());
    let said = report(&room, &["thread.html"]);
    assert_eq!(said["accepted"][0]["kind"], "dd", "{said}");
}

#[test]
fn nothing_is_kept_without_a_store_and_the_page_is_a_file_if_asked() {
    let room = mixed();
    let said = room.run(&["import", "mixed/a", "--no-store", "--out", "page.html"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(!room.store().exists());
    let page = read(&room, "page.html");
    assert!(
        page.contains("fio 3.33") && page.contains("No file was refused; runs: 2, files: 2"),
        "the answer stands on it"
    );
}

/// Copies of one file are one run, and a bad drive is reported before the number of files.
#[test]
fn the_first_line_counts_runs_once_and_names_the_gravest() {
    let room = Room::new();
    for name in ["a.txt", "b.txt", "c.txt"] {
        room.write(name, log!("dd/gnu-several.txt"));
    }
    let said = room.run(&["import", "a.txt", "b.txt", "c.txt"]);
    assert!(
        said.stdout.starts_with("No file was refused; runs: 1, files: 3, stored before: 0."),
        "{said:?}"
    );
    room.write("failing.txt", log!("smartctl/ata-a-7.1-failing.txt"));
    room.write("lost.txt", log!("f3/f3read-lost.txt"));
    let said = room.run(&["import", "."]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let first = "Files that report a failed or fake drive: 2 of 5";
    let all = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.starts_with(first), "{said:?}");
    assert!(
        all.contains("No file was refused; runs: 3, files: 5, stored before: 1."),
        "{said:?}"
    );
}

/// A drive with a warning is neither a failure nor just one file among many.
#[test]
fn the_first_line_names_the_drives_that_warn() {
    let room = Room::new();
    let failing = std::str::from_utf8(log!("smartctl/ata-a-7.1-failing.txt")).unwrap();
    let warns = failing.replace("test result: FAILED!", "test result: PASSED");
    room.write("warns.txt", warns.as_bytes());
    room.write("copies.txt", log!("dd/gnu-several.txt"));
    let said = room.run(&["import", ".", "--format", "json"]);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    let severity = |file: &str| {
        let all = report["accepted"].as_array().unwrap();
        let meant = all.iter().find(|it| it["file"].as_str().unwrap().ends_with(file));
        meant.unwrap()["severity"].as_str().unwrap()
    };
    let severities = ["copies.txt", "warns.txt"].map(severity);
    assert_eq!(severities, ["measured", "caution"], "{report}");
    let said = room.run(&["import", "."]);
    let all = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.starts_with("Files with a warning about the drive: 1 of 2"), "{said:?}");
    assert!(all.contains("runs: 2, files: 2, stored before: 2."), "{said:?}");
    room.write("lost.txt", log!("f3/f3read-lost.txt"));
    let said = room.run(&["import", "."]);
    let all = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = "Files that report a failed or fake drive: 1 of 3";
    let (failed, warns) =
        (all.find(first), all.find("Files with a warning about the drive: 1 of 3"));
    assert!(failed == Some(0) && warns > failed, "{said:?}");
}

/// For a single file the line is its result; for several files it names the command that shows them together.
#[test]
fn the_first_line_of_a_single_file_is_what_it_says() {
    let room = Room::new();
    room.write("cdm.txt", log!("cdm/cdm-5.2.1-sata.txt"));
    let said = room.run(&["import", "cdm.txt"]);
    let answer = "Sequential: reads 557.1 MB/s, writes 518.7 MB/s.";
    assert!(said.stdout.starts_with(answer), "{said:?}");
    assert!(!said.stdout.contains("page.html"), "{said:?}");
    let said = room.run(&["import", "cdm.txt"]);
    assert!(said.stdout.starts_with(answer), "{said:?}");
    assert!(said.stdout.contains("cdm.txt was stored before."), "{said:?}");
    room.write("f3.txt", log!("f3/f3read-lost.txt"));
    let said = room.run(&["import", "f3.txt"]);
    assert!(said.stdout.starts_with("COUNTERFEIT"), "{said:?}");
    room.write("note.txt", b"bought on a Tuesday\n");
    let said = room.run(&["import", "cdm.txt", "note.txt"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stdout.starts_with("1 of 2 files could not be read; "), "{said:?}");
    let said = room.run(&["import", "cdm.txt", "f3.txt"]);
    let all = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("iogram import cdm.txt f3.txt --out page.html"), "{said:?}");
    room.write("a file.txt", log!("dd/gnu-several.txt"));
    let said = room.run(&["import", "cdm.txt", "a file.txt"]);
    assert!(said.stdout.contains("iogram import FILE.. --out page.html"), "{said:?}");
}

#[test]
fn standard_input_is_read_as_a_file() {
    let room = Room::new();
    let dd = log!("dd/gnu-several.txt");
    let said = room.run_with(&["import", "-", "--format", "json"], dd);
    assert_eq!(said.code, Some(0), "{said:?}");
    let all: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(all["accepted"][0]["file"], "standard input");
    let id = all["accepted"][0]["run"].as_str().unwrap();
    // The same bytes are the same run, wherever they come from.
    room.write("dd.txt", dd);
    assert_eq!(report(&room, &["dd.txt"])["accepted"][0]["run"], id);
    let run = room.succeed(&["show", id, "--json"]).stdout;
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["import"]["file"], "standard input");
    let said = room.run_with(&["import", "f3", "-", "--no-store"], log!("f3/f3read-good.txt"));
    assert_eq!(said.code, Some(0), "{said:?}");
    let said = room.run_with(&["import", "-"], b"");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stdout.contains("it is empty"), "{said:?}");
}

#[test]
fn what_iogram_wrote_itself_is_said_with_the_command_that_reads_it() {
    let room = Room::new();
    room.succeed(&["measure", "sim:sd-a2", "--count", "100", "--json", "run.json", "--quiet"]);
    room.succeed(&["bundle", "run.json", "--yes", "--out", "run.zip"]);
    let said = report(&room, &["run.json", "run.zip"]);
    let told: Vec<_> = said["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["reason"].as_str().unwrap(), it["hint"].as_str().unwrap()))
        .collect();
    let expected = [
        ("it is a run of iogram's own", "read it with: iogram import run run.json"),
        ("it is a bundle of iogram's runs", "read it with: iogram open run.zip"),
    ];
    assert_eq!(told, expected);
    let text = std::fs::read(room.work().join("run.json")).unwrap();
    let said = room.run_with(&["import", "run", "-", "--no-store"], &text);
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn nothing_is_told_as_nothing() {
    let room = Room::new();
    room.write("empty.json", b"");
    room.write("blank.txt", b"\n \n");
    let said = report(&room, &["empty.json", "blank.txt", "/dev/null"]);
    for it in said["refused"].as_array().unwrap() {
        assert_eq!(it["reason"], "it is empty", "{said}");
    }
    assert_eq!(said["refused"].as_array().unwrap().len(), 3);
    std::fs::create_dir(room.work().join("bare")).unwrap();
    let said = room.run(&["import", "bare"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("nothing was imported: there is no file in bare"), "{said:?}");
    assert!(said.stderr.contains("hint: "), "{said:?}");
}

/// A time of centuries, which leaves nothing or only a latency, and a correct file.
#[test]
fn what_cannot_be_true_takes_nothing_from_other_files() {
    let room = Room::new();
    let job = |bw: u64, runtime: u64, latency: &str| {
        format!(
            r#"{{"fio version":"fio-3.33","jobs":[{{"jobname":"r","error":0,"read":{{"io_bytes":8388608000,"bw_bytes":{bw},"bw":{},
            "iops":0,"runtime":{runtime},"total_ios":64000{latency}}}}}]}}"#,
            bw / 1024
        )
    };
    let clat =
        r#","clat_ns":{"min":200000,"max":9000000,"mean":1000000.0,"stddev":1.0,"N":64000}"#;
    let centuries = 15_372_280_000_000;
    room.write("none.json", job(0, centuries, "").as_bytes());
    room.write("latency.json", job(0, centuries, clat).as_bytes());
    room.write("8.txt", log!("cdm/cdm-8.0.4-nvme-two.txt"));
    let told = report(&room, &["none.json", "latency.json", "8.txt"]);
    let files = |of: &str| -> Vec<String> {
        let all = told[of].as_array().unwrap().iter();
        all.map(|it| it["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files("accepted"), ["latency.json", "8.txt", "8.txt"]);
    assert_eq!(files("refused"), ["none.json"]);
    assert!(told["accepted"].as_array().unwrap().iter().all(|it| it["is_kept"] == true));
}

#[test]
fn what_is_refused_is_said_beside_a_page_that_is_a_file() {
    let room = mixed();
    let said = room.run(&["import", "mixed", "--out", "page.html"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("refused mixed/b/cut.json, line "), "{said:?}");
    assert!(!said.stderr.contains("run.sh"), "it was passed over: {said:?}");
    let said = room.run(&["import", "mixed", "--out", "-"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("--format"), "{said:?}");
    assert!(!room.work().join("-").exists());
}

/// A log that is read in pieces, and a text with output of several tools.
#[test]
fn a_long_log_and_a_post_with_outputs_of_several_tools_become_runs() {
    let room = mixed();
    let mut log = String::new();
    for index in 0..200_000_u64 {
        writeln!(log, "{}, {}, 0, 4096, {}, 0", index / 10, 80_000 + index % 7, index * 4096)
            .unwrap();
    }
    assert!(log.len() > 4 << 20, "long enough to be read in pieces");
    std::fs::write(room.work().join("fast_clat.1.log"), &log).unwrap();
    let said = report(&room, &["fast_clat.1.log"]);
    assert_eq!(said["accepted"][0]["kind"], "fio-log", "{said}");
    let run = said["accepted"][0]["run"].as_str().unwrap();
    let shown = room.run(&["show", "--full", run]);
    assert!(shown.stdout.contains("80.0 "), "{shown:?}");

    std::fs::write(room.work().join("fast_clat.2.log"), log.replacen("80005", "8000x", 1))
        .unwrap();
    let said = report(&room, &["fast_clat.2.log"]);
    assert_eq!(said["refused"][0]["line_index"], 6, "{said}");

    let (first, second) = (log!("hdtune/free-and-pro.txt"), log!("dd/gnu-german.txt"));
    let post = [first.as_slice(), b"\nand then:\n\n", second].concat();
    std::fs::write(room.work().join("post.txt"), post).unwrap();
    let said = report(&room, &["post.txt"]);
    let accepted = said["accepted"].as_array().unwrap();
    let kinds: Vec<_> = accepted.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["hdtune", "hdtune", "dd"], "{said}");
    assert_eq!(room.runs().len(), 4);
}

/// An unreadable part of one tool does not affect the others, and is reported with its place.
#[test]
fn of_outputs_of_several_tools_the_good_ones_are_taken_and_the_bad_one_is_refused() {
    let room = Room::new();
    let good = log!("dd/gnu-german.txt").as_slice();
    let hdtune = std::str::from_utf8(log!("hdtune/free-and-pro.txt")).unwrap();
    let bad = hdtune.replacen("138.1 MB/sec", "13x.1 MB/sec", 1);
    let line_of = |text: &str| text.lines().position(|it| it.contains("13x.1")).unwrap() + 1;
    for parts in [[good, b"\n\n", bad.as_bytes()], [bad.as_bytes(), b"\n\n", good]] {
        let post = parts.concat();
        room.write("post.txt", &post);
        let said = room.run(&["import", "post.txt", "--format", "json"]);
        assert_eq!(said.code, Some(2), "a part is refused: {said:?}");
        let all: Value = serde_json::from_str(&said.stdout).unwrap();
        let kinds = |list: &str| -> Vec<String> {
            let list = all[list].as_array().unwrap();
            list.iter().map(|it| it["kind"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(
            (kinds("accepted"), kinds("refused")),
            (vec!["dd".into()], vec!["hdtune".into()])
        );
        let refused = &all["refused"][0];
        let line = line_of(std::str::from_utf8(&post).unwrap());
        assert_eq!(refused["line_index"].as_u64(), Some(line as u64), "{refused}");
        assert_eq!(refused["is_passed_over"], false, "{refused}");
        assert!(refused["reason"].as_str().unwrap().contains("13x.1"), "{refused}");
    }
    // Each gets its own error.
    let cut = b"1+0 records in\n1+0 records out\n512 bytes copied, 0,x s, 1 kB/s\n\n";
    let both = [good, cut, bad.as_bytes()];
    room.write("post.txt", &both.concat());
    let all = report(&room, &["post.txt"]);
    assert_eq!(all["accepted"].as_array().unwrap().len(), 0, "{all}");
    assert_eq!(all["refused"].as_array().unwrap().len(), 2, "{all}");
}

/// The table of `docs/import.md` is the list of importers.
#[test]
fn the_table_of_kinds_is_what_is_read() {
    let mut table = String::from(
        "| kind | files | what is read | what stays unknown |\n|---|---|---|---|\n",
    );
    for it in iogram_interchange::IMPORTERS {
        writeln!(table, "| `{}` | {} | {} | {} |", it.kind, it.title, it.reads, it.unknown)
            .unwrap();
    }
    let page = include_str!("../../../../docs/import.md");
    assert!(page.contains(&table), "docs/import.md has to hold:\n{table}");
}

#[test]
fn what_a_drive_told_others_is_shown_and_published_without_its_names() {
    let room = Room::new();
    room.write("failing.txt", log!("smartctl/ata-a-7.1-failing.txt"));
    room.write("worn.txt", log!("nvme/smart-log-1-worn.txt"));
    room.write("card.txt", log!("mmc/sd-sysfs.txt"));
    room.write("emmc.txt", log!("mmc/emmc-plain.txt"));
    let all = report(&room, &["failing.txt", "worn.txt", "card.txt", "emmc.txt"]);
    let id = |index: usize| all["accepted"][index]["run"].as_str().unwrap().to_owned();
    let said = |index: usize| room.run(&["show", "--full", &id(index)]).stdout;
    let failing = said(0);
    assert!(
        failing
            .starts_with("The drive reports that it is failing, as smartctl 7.1 printed it."),
        "{failing}"
    );
    assert!(failing.contains("FAILING_NOW; raw"), "{failing}");
    let worn = said(1);
    assert!(worn.contains("The drive reports 127 % of its life as used."), "{worn}");
    let run = |index: usize| -> Value {
        serde_json::from_str(&room.run(&["show", &id(index), "--json"]).stdout).unwrap()
    };
    let target = run(0)["target"].clone();
    assert_eq!(target["serial"], "S000TEST0002");
    assert_eq!(target["drive_capacity_bytes"], 500_107_862_016_u64);
    let health = run(1)["probes"][0]["evidence"]["health"].clone();
    assert_eq!(health["written_bytes"], 2_436_083_299_u64 * 512_000);

    // Registers are decoded like those of a card in a slot.
    let card = run(2);
    let evidence = &card["probes"][0]["evidence"];
    assert_eq!(evidence["sd"]["status"]["video_class"], "V30", "{evidence}");
    assert_eq!(card["target"]["serial"], evidence["sd"]["cid"]["serial"]);
    assert_eq!(card["target"]["capacity_bytes"], evidence["sd"]["csd"]["capacity_bytes"]);
    assert!(said(2).contains("V30"), "{}", said(2));
    assert_eq!(run(3)["probes"][0]["evidence"]["mmc"]["cid"]["product"], "EXEM08");

    // Published pages have no serial number.
    let said = room.run(&["report", &id(0), &id(2), "--out", "page"]);
    assert_eq!(said.code, Some(1), "the first drive says that it fails: {said:?}");
    let serial = card["target"]["serial"].as_str().unwrap();
    for name in ["page/index.html", "page/README.md"] {
        let Ok(bytes) = std::fs::read(room.work().join(name)) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains("S000TEST0002") && !text.contains(serial), "{name}");
    }
}
