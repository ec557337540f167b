//! Readers in other languages (the package in `python/`, the snippets of `docs/format.md`) on a run of the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use iogram_model::{CellRecord, Operations, Run};

use crate::common::{PROGRAM, Room, Said};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The first block of `docs/format.md` in this language.
fn block(language: &str) -> String {
    let page = String::from_utf8(std::fs::read(repository().join("docs/format.md")).unwrap());
    let page = page.unwrap();
    let (_, after) = page.split_once(&format!("\n```{language}\n")).unwrap();
    after.split_once("\n```").unwrap().0.to_owned()
}

/// Whether this command succeeds.
fn can(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A Python with pandas: the one in the path may be a user's own, without Debian's packages.
fn find_python() -> Option<&'static str> {
    ["python3", "/usr/bin/python3"].into_iter().find(|it| can(it, &["-c", "import pandas"]))
}

/// The path of the package for Python.
fn python(command: &mut Command) {
    // Write no cache files beside the sources.
    command.env("PYTHONPATH", repository().join("python/src"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
}

fn operations(cell: &CellRecord) -> Vec<(&'static str, u64, Option<u64>)> {
    let Operations { read, write, flush, discard } = &cell.operations;
    let all = [("read", read), ("write", write), ("flush", flush), ("discard", discard)];
    let known = all.into_iter().filter_map(|(name, it)| Some((name, it.as_ref()?)));
    known.map(|(name, it)| (name, it.count, it.latency_ns.p50)).collect()
}

/// Runs a snippet on a run of the program and compares each of its lines with the record.
fn check(program: &str, language: &str, furnish: fn(&mut Command)) {
    let room = Room::new();
    let asked = ["--set", "loops=2", "--set", "time=1s", "--set", "size=64MiB", "--quiet"];
    let run = ["run", "cdm", "sim:nvme-tlc-dynamic", "--json", "run.json", "--no-store"];
    room.succeed(&[&run[..], &asked[..]].concat());
    let record = std::fs::read(room.work().join("run.json")).unwrap();
    let record: Run = serde_json::from_slice(&record).unwrap();
    let script = room.write("snippet", block(language).as_bytes());
    let mut command = Command::new(program);
    room.furnish(&mut command);
    furnish(&mut command);
    let said: Said = command.arg(script).arg("run.json").output().unwrap().into();
    assert_eq!(said.code, Some(0), "{said:?}");
    let expected = record.cells.iter().flat_map(|cell| {
        operations(cell).into_iter().map(move |it| (cell.name.as_str(), cell.repeat, it))
    });
    let expected: Vec<_> = expected.collect();
    let lines: Vec<Vec<&str>> =
        said.stdout.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines.len(), expected.len(), "{}", said.stdout);
    for (line, (name, repeat, (operation, count, p50))) in lines.iter().zip(&expected) {
        let begin = [*name, &repeat.to_string(), operation, &count.to_string()];
        assert_eq!(line[..4], begin, "{language}");
        // A record clamps to its exact ends; a bucket ends at most 1/1024 later.
        let (median, p50): (u64, u64) = (line[4].parse().unwrap(), p50.unwrap());
        assert!(median >= p50 && median - p50 <= p50 / 1024 + 1, "{language}: {line:?}, {p50}");
    }
}

#[test]
fn the_python_package_reads_what_the_program_writes() {
    let Some(program) = find_python() else {
        return iogram_testing::lacks("there is no python3 with pandas");
    };
    let room = Room::new();
    let mut command = Command::new(program);
    room.furnish(&mut command);
    python(&mut command);
    let tests = repository().join("python/tests");
    command
        .args(["-m", "unittest", "discover", "-s"])
        .arg(tests)
        .env("IOGRAM_PROGRAM", PROGRAM);
    let said: Said = command.output().unwrap().into();
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(said.stderr.ends_with("\nOK\n"), "nothing was left out: {}", said.stderr);
}

#[test]
fn the_python_of_the_documentation_reads_histograms() {
    let Some(program) = find_python() else {
        return iogram_testing::lacks("there is no python3 with pandas");
    };
    check(program, "python", python);
}

#[test]
fn the_javascript_of_the_documentation_reads_histograms() {
    if !can("node", &["--version"]) {
        return iogram_testing::lacks("there is no node");
    }
    check("node", "javascript", |_| {});
}

#[test]
fn the_r_of_the_documentation_reads_histograms() {
    if !can("Rscript", &["-e", "library(jsonlite)"]) {
        return iogram_testing::lacks("there is no Rscript with jsonlite");
    }
    check("Rscript", "r", |_| {});
}

#[test]
fn the_run_of_the_documentation_is_one() {
    let room = Room::new();
    room.write("run.json", block("json").as_bytes());
    let said = room.succeed(&["import", "run", "run.json", "--no-store"]);
    assert!(said.stdout.contains("reads 1988 IOPS"), "{}", said.stdout);
}
