//! Random command lines for the whole program.
//!
//! Nothing here measures or writes outside of its own directory: target words name simulated drives that do not exist
//! and files that do not exist, and no word can change the computer.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Results of the command lines.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Number of command lines for each exit code.
    pub(crate) codes: BTreeMap<i32, u64>,
    /// Command lines that ended as a bug, by a signal, or not within ten seconds.
    pub(crate) failed: Vec<String>,
}

/// Commands with their required words: none of them reaches a drive or the computer's settings.
const COMMANDS: [&[&str]; 31] = [
    &["methods"],
    &["methods", "quick"],
    &["plan", "quick", "sim:none-such"],
    &["plan", "quick", "null:"],
    &["run", "quick", "sim:none-such"],
    &["run", "none-such", "sim:sd-a2"],
    &["quick", "sim:none-such"],
    &["measure", "sim:none-such"],
    &["verify", "sim:none-such"],
    &["geometry", "sim:none-such"],
    &["import", "f3", "none.txt"],
    &["import", "flashbench", "bad.txt"],
    &["import", "f3", "bad.txt"],
    &["import", "h2testw", "bad.txt"],
    &["runs"],
    &["show"],
    &["show", "last"],
    &["report", "none.json", "-o", "page"],
    &["report", "bad.json", "-o", "page"],
    &["delete"],
    &["compare"],
    &["compare", "last", "last"],
    &["drive"],
    &["drive", "list"],
    &["drive", "add"],
    &["drive", "import", "bad.json"],
    &["advise"],
    &["export", "last"],
    &["schema"],
    &["sim", "list"],
    &["sim", "show"],
];

const WORDS: [&str; 48] = [
    "",
    "-",
    "--",
    "-h",
    "--help",
    "--version",
    "--json",
    "--format",
    "json",
    "text",
    "markdown",
    "--lang",
    "ko",
    "xx",
    "--set",
    "time=1s",
    "size=99999TiB",
    "=",
    "a=b=c",
    "--time",
    "0s",
    "1e9s",
    "99999999999h",
    "--read",
    "50%",
    "101%",
    "--block",
    "4KiB",
    "4k",
    "0",
    "--depth",
    "4294967296",
    "-1",
    "--no-store",
    "--quiet",
    "--serial",
    "--images",
    "png",
    "--store",
    "store.sqlite",
    "--price",
    "19.90EUR",
    "\u{1b}[31m",
    "\u{202e}a",
    "a\nb",
    "last",
    "sandisk",
    "none.toml",
];

/// Runs the program with `count` command lines from `seed`.
pub(crate) fn try_many(seed: u64, count: u64) -> Tally {
    let room = room();
    let mut tally = Tally::default();
    for index in 0..count {
        let words = words(seed, index);
        let (code, is_late) = perform(room.path(), &words);
        *tally.codes.entry(code.unwrap_or(-1)).or_default() += 1;
        if is_late || !matches!(code, Some(0..=4)) {
            tally.failed.push(format!("{code:?} {words:?}"));
        }
    }
    tally
}

/// A directory with the files that some of the words name.
pub(crate) fn room() -> tempfile::TempDir {
    let room = tempfile::tempdir().unwrap();
    std::fs::write(room.path().join("bad.json"), "{\"format\":\"iogram-run/2\",\"id\":1}")
        .unwrap();
    std::fs::write(room.path().join("bad.txt"), "Data OK: 1 (18446744073709551615 sectors)")
        .unwrap();
    room
}

/// The command line of this number, without the program's name.
pub(crate) fn words(seed: u64, index: u64) -> Vec<OsString> {
    let mut state = iogram_engine::mix(seed) ^ iogram_engine::mix(index);
    let mut below = |end: usize| {
        state = iogram_engine::mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15));
        usize::try_from(state % (end as u64)).unwrap()
    };
    let mut words: Vec<OsString> =
        COMMANDS[below(COMMANDS.len())].iter().map(OsString::from).collect();
    for _ in 0..below(6) {
        let word = match below(12) {
            0 => OsString::from_vec(vec![0xff, b'a' + u8::try_from(below(26)).unwrap()]),
            1 => OsString::from(format!(
                "--{}",
                WORDS[below(WORDS.len())].trim_start_matches('-')
            )),
            _ => OsString::from(WORDS[below(WORDS.len())]),
        };
        words.push(word);
    }
    words
}

/// The exit code, and whether it had to be killed.
fn perform(room: &Path, words: &[OsString]) -> (Option<i32>, bool) {
    let program = std::env::var_os("IOGRAM_PROGRAM")
        .or_else(|| option_env!("CARGO_BIN_EXE_iogram").map(OsString::from));
    let mut command = Command::new("timeout");
    command.args(["--signal=KILL", "10"]).arg(program.unwrap()).args(words);
    confine(&mut command, room);
    let status = command.status().unwrap();
    let is_late = status.code() == Some(137) || status.signal() == Some(9);
    (status.code(), is_late)
}

/// Discards the program's output, and keeps its own files within `room`.
pub(crate) fn confine(command: &mut Command, room: &Path) {
    command.current_dir(room).env("HOME", room).env("IOGRAM_STORE", room.join("runs.sqlite"));
    command.env_remove("XDG_DATA_HOME").env_remove("XDG_STATE_HOME");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
}
