//! Mistyped commands: the messages and the exit codes. The golden file has the texts for users.

use std::fmt::Write as _;

use crate::common::{Room, Said, check_golden, names};

/// Every command in at least five ways.
const MISTAKES: &[&[&str]] = &[
    &["qiuck"],
    &["--quick"],
    &["quick", "nosuch/place"],
    &["quick", "--set", "size"],
    &["quick", "--set", "sise=1GiB"],
    &["quick", "--set", "size=1g"],
    &["quick", "--set", "loops=0"],
    &["quick", "--time", "2s"],
    &["quick", "--sizw", "1GiB"],
    &["quick", "one", "two"],
    &["quick", "--engine", "uring"],
    &["quick", ""],
    &["quick", "sim:card"],
    &["quick", "/dev/null"],
    &["quick", "/dev/no-such-drive"],
    &["quick", "empty"],
    &["quick", "small"],
    &["quick", "--json", "nosuch/run.json"],
    &["quick", "--json", "small"],
    &["quick", "--json", "/dev/stdout"],
    &["quick", "--json", "/dev/no-such-drive"],
    &["quick", "--overwrite"],
    &["quick", "smal"],
    &["quick", "--seed", "lucky"],
    &["quick", "/nonexistent"],
    &["quick", "sim:samsung"],
    &["quick", "sim:fake-slight-typo"],
    &["quick", "sim:optane"],
    &["quick", ".", "--depth", "4"],
    &["quick", ".", "--bs", "4k"],
    &["diagnose"],
    &["diagnose", "nosuch/place"],
    &["diagnose", "small"],
    &["diagnose", "sim:samsung"],
    &["diagnose", "/dev/null"],
    &["diagnose", "sim:sd-a2", "--max-time", "0"],
    &["diagnose", "sim:sd-a2", "--max-time", "5s"],
    &["diagnose", "sim:sd-a2", "--max-time", "10"],
    &["diagnose", "sim:sd-a2", "--max-time", "10 parsecs"],
    &["diagnose", "sim:sd-a2", "--maxtime", "10m"],
    &["diagnose", "sim:sd-a2", "--borrow", "--destroy", "1"],
    &["run"],
    &["run", "quick"],
    &["run", "."],
    &["run", "quik", "."],
    &["run", "crystaldiskmark", "."],
    &["run", "CrystalDiskMark", "."],
    &["run", "h2testw", "."],
    &["run", "A2", "."],
    &["run", ".", "quick"],
    &["run", "quick", ".", "more"],
    &["run", "--method-file", "nosuch.toml", "."],
    &["run", "--method-file", "mine.toml", "quick", "."],
    &["run", "--method-file", "mine.toml", "."],
    &["run", "fsync", ".", "--set", "block=0"],
    &["run", "dd-read", ".", "--format", "xml"],
    &["measure"],
    &["measure", ".", "--block", "4k"],
    &["measure", ".", "--block", "4KiB:70,64KiB:"],
    &["measure", ".", "--block", "0"],
    &["measure", ".", "--read", "0.7"],
    &["measure", ".", "--read", "150%"],
    &["measure", ".", "--read", "60%", "--discard", "60%"],
    &["measure", ".", "--discard", "100%"],
    &["measure", ".", "--access", "zigzag"],
    &["measure", ".", "--access", "zoned=50/50"],
    &["measure", ".", "--depth", "0"],
    &["measure", ".", "--depth", "-1"],
    &["measure", ".", "--depth", "deep"],
    &["measure", ".", "--jobs", "0"],
    &["measure", ".", "--layout", "striped"],
    &["measure", ".", "--region", "25%"],
    &["measure", ".", "--region", "50%..25%"],
    &["measure", ".", "--size", "16MiB", "--region", "1GiB..2GiB"],
    &["measure", ".", "--time", "10"],
    &["measure", ".", "--time", "10sec"],
    &["measure", ".", "--read", "70"],
    &["measure", ".", "--size", "4KB"],
    &["measure", ".", "--bs", "4k"],
    &["measure", ".", "--bs=4k"],
    &["measure", ".", "--iodepth", "32"],
    &["measure", ".", "--rw=randread"],
    &["measure", ".", "--runtime=10"],
    &["measure", "--filename=/dev/sdx"],
    &["measure", ".", "--numjobs=4"],
    &["measure", ".", "--rwmixread=70"],
    &["measure", ".", "--direct=1"],
    &["measure", ".", "--group_reporting"],
    &["measure", ".", "--depth", "100000"],
    &["measure", ".", "--jobs", "100000"],
    &["measure", ".", "--time", "0s"],
    &["measure", ".", "--amount", "1KiB"],
    &["measure", ".", "--amount", "0"],
    &["measure", ".", "--count", "0"],
    &["measure", ".", "--repeat", "5000"],
    &["measure", ".", "--size", "0"],
    &["measure", "data", "--size", "1GiB"],
    &["measure", ".", "--rate", "500"],
    &["measure", ".", "--rate", "500/s,bursts"],
    &["measure", ".", "--data", "ones"],
    &["measure", ".", "--sync", "always"],
    &["measure", ".", "--sync", "every=0"],
    &["measure", ".", "--sync-call", "sync"],
    &["measure", ".", "--direct", "--buffered"],
    &["measure", ".", "--fresh"],
    &["measure", "data", "--fresh", "--read", "0%"],
    &["measure", ".", "--store", "a", "--no-store"],
    &["measure", ".", "--sizw", "1GiB"],
    &["methods", "quikc"],
    &["methods", "Quick"],
    &["methods", "nothing-like-it"],
    &["methods", "quick", "fsync"],
    &["methods", "--toml"],
    &["methods", "--jsno"],
    &["plan"],
    &["plan", "quick"],
    &["plan", "quik", "."],
    &["plan", "quick", "nosuch/place"],
    &["plan", "quick", ".", "--assume", "90MB"],
    &["plan", "quick", ".", "--json", "plan.json"],
    &["plan", "quick", "data", "--set", "size=1GiB"],
    &["plan", "quick", ".", "--set", "time=2"],
    &["runs", "all"],
    &["runs", "--limit", "0"],
    &["runs", "--limit", "few"],
    &["runs", "--store", "nosuch.sqlite"],
    &["runs", "--store", "."],
    &["runs", "--store", "data"],
    &["runs", "--store", "postgres://user:secret@host/runs"],
    &["runs", "--format", "json"],
    &["runs", "--json", "runs.json"],
    &["show", "nosuch"],
    &["show", ""],
    &["show", "last", "--store", "nosuch.sqlite"],
    &["show", "last", "last"],
    &["show", "last", "--format", "yaml"],
    &["show", "2"],
    &["show", "/dev/no-such-drive"],
    &["show", "--device", "nosuch"],
    &["show", "--device", "--run", "nosuch"],
    &["show", "--run", "nosuch"],
    &["capture"],
    &["capture", "/dev/no-such-drive"],
    &["capture", "sim:s4-usb", "--yes"],
    &["capture", "null:"],
    &["capture", "small"],
    &["capture", "sda", "--show", "--yes"],
    &["capture", "sda", "--out", "small"],
    &["list", "sda"],
    &["list", "--json", "list.json"],
    &["delete"],
    &["delete", "last"],
    &["delete", "nosuch"],
    &["delete", "one", "two"],
    &["delete", "2"],
    &["delete", "last", "--store", "nosuch.sqlite"],
    &["schema"],
    &["schema", "records"],
    &["schema", "run", "method"],
    &["schema", "--run"],
    &["schema", "Method"],
    &["compare"],
    &["compare", "last"],
    &["compare", "last", "last"],
    &["compare", "last", "nosuch"],
    &["compare", "last", "--drive", "x"],
    &["compare", "--drive", "nosuch", "--drive", "other"],
    &["compare", "--method", "quick", "last", "last"],
    &["catalogue", "show"],
    &["catalogue", "show", "nosuch"],
    &["catalogue", "add"],
    &["catalogue", "add", " "],
    &["catalogue", "add", "X", "--id", "not an id"],
    &["catalogue", "add", "X", "--price", "20"],
    &["catalogue", "add", "X", "--priced-on", "yesterday"],
    &["catalogue", "add", "X", "--promise", "read=fast"],
    &["catalogue", "add", "X", "--promise", "class=V31"],
    &["catalogue", "add", "X", "--promise", "noise"],
    &["catalogue", "add", "X", "--fact", "noise"],
    &["catalogue", "add", "X", "--fact", "power-loss protection=maybe"],
    &["catalogue", "add", "X", "--fact", "power loss protecton=yes"],
    &["catalogue", "edit", "nosuch", "--price", "3EUR"],
    &["catalogue", "attach", "nosuch", "last"],
    &["catalogue", "attach", "nosuch"],
    &["catalogue", "remove", "nosuch"],
    &["catalogue", "import", "nosuch.json"],
    &["catalogue", "import", "mine.toml"],
    &["advise"],
    &["advise", "--for", "databse"],
    &["advise", "--budget", "20"],
    &["advise", "--rules", "mine.toml"],
    &["advise", "--rules", "nosuch.toml"],
    &["export"],
    &["export", "last"],
    &["export", "last", "--format", "xlsx"],
    &["export", "nosuch", "--format", "json"],
    &["export", "last", "--format", "parquet"],
    &["export", "last", "--format", "csv", "--output", "data"],
    &["self-test", "."],
    &["self-test", "--json", "file"],
];

/// A user with two runs and some other files.
fn furnished() -> Room {
    let room = Room::new();
    room.write("empty", b"");
    room.write("small", &vec![1; 300_000]);
    room.write("data", &vec![1; 20 << 20]);
    let mistaken = "[method]\nid = \"mine\"\ntitel = \"Mine\"\n";
    room.write("mine.toml", mistaken.as_bytes());
    for _ in 0..2 {
        room.succeed(&["measure", "null:", "--count", "10", "--quiet"]);
    }
    room
}

/// Ids and paths differ from run to run.
fn normalised(said: &str, room: &Room) -> String {
    let work = room.work();
    let text = said.replace(work.to_str().unwrap(), "WORK");
    let text = text.replace(room.path().to_str().unwrap(), "ROOM");
    let words = text.split_inclusive([' ', ',', '\n']);
    words.map(|word| if is_run_id(word) { tail_of(word) } else { word.to_owned() }).collect()
}

fn is_run_id(word: &str) -> bool {
    let word = word.trim_end_matches([' ', ',', '\n']);
    let parts: Vec<&str> = word.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 6, 8] && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

fn tail_of(word: &str) -> String {
    let end = word.trim_end_matches([' ', ',', '\n']).len();
    format!("RUN-ID{}", &word[end..])
}

fn shown(arguments: &[&str], said: &Said, room: &Room) -> String {
    let mut text = String::from("$ iogram");
    for argument in arguments {
        let quoted = if argument.is_empty() { "\"\"" } else { argument };
        write!(text, " {quoted}").unwrap();
    }
    let code = said.code.map_or("a signal".to_owned(), |code| code.to_string());
    format!("{text}\n{}exit code {code}\n\n", normalised(&said.stderr, room))
}

#[test]
fn every_mistake_is_named_and_says_what_to_type() {
    let room = furnished();
    let before = names(&room.work());
    let mut all = String::new();
    for arguments in MISTAKES {
        let said = room.run(arguments);
        let shown = shown(arguments, &said, &room);
        assert!(matches!(said.code, Some(2..=4)), "{shown}");
        assert!(said.stdout.is_empty(), "{shown}{}", said.stdout);
        let first = said.stderr.lines().find(|line| !line.starts_with("the last run: "));
        assert!(first.is_some_and(|line| line.starts_with("error: ")), "{shown}");
        let helps = ["\nhint: ", "--help", "  tip: ", "possible values"];
        assert!(helps.iter().any(|help| said.stderr.contains(help)), "{shown}");
        assert!(!said.stderr.contains("secret"), "{shown}");
        all.push_str(&shown);
    }
    check_golden("mistakes.txt", &all);
    assert_eq!(names(&room.work()), before, "a mistake left something behind");
    assert_eq!(room.succeed(&["runs"]).stdout.matches("null:").count(), 2);
}

#[test]
fn without_arguments_the_help_comes() {
    let room = Room::new();
    let said = room.run(&[]);
    assert_eq!(said.code, Some(2));
    for command in ["quick", "run", "measure", "methods", "plan", "runs", "show", "delete"] {
        let is_shown = said.stderr.split_whitespace().any(|word| word == command);
        assert!(is_shown, "{command}: {}", said.stderr);
    }
    assert!(said.stderr.lines().count() <= 20, "{}", said.stderr);
    assert!(names(&room.work()).is_empty());
}

#[test]
fn a_user_without_runs_is_told_so_and_gets_no_store() {
    let room = Room::new();
    assert_eq!(room.succeed(&["runs"]).stdout, "no runs are stored\n");
    assert!(room.run(&["show"]).stderr.contains("run a measurement first"));
    assert!(!room.store().exists());
}

#[test]
fn a_filter_that_nothing_passes_is_no_empty_store() {
    let room = Room::new();
    room.succeed(&["measure", "null:", "--count", "10", "--quiet"]);
    let said = room.succeed(&["runs", "--method", "quik"]);
    assert_eq!(said.stdout, "no stored run has this method and target\n");
}

#[test]
fn a_size_that_does_not_fit_is_told_with_the_one_that_does() {
    let room = Room::new();
    for arguments in [
        &["measure", ".", "--size", "4000TB"],
        &["quick", ".", "--set", "size=4000TB"] as &[&str],
    ] {
        let said = room.run(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        let message = "error: cannot make a test file of 3638 TiB (4000 TB) in .: at most ";
        assert!(said.stderr.starts_with(message), "{said:?}");
        assert!(said.stderr.contains("size with at most "), "{said:?}");
    }
}
