//! A million command lines: starting the program for each would take hours, so one process executes many.

use std::ffi::OsString;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use crate::command_lines::{Tally, confine, room, words};

/// The command of a child process.
pub(crate) const HERE: &str = "command-lines-here";

/// The exit codes that are counted.
const CODES: usize = 6;
/// The limit for one command line, and the interval between checks.
const LIMIT_S: u32 = 10;

/// The current command line, and the number of earlier ones by exit code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Progress {
    index: u64,
    codes: [u64; CODES],
}

impl Progress {
    const BYTES: usize = 8 * (CODES + 1);

    fn to_bytes(self) -> Vec<u8> {
        let all = std::iter::once(self.index).chain(self.codes);
        all.flat_map(u64::to_le_bytes).collect()
    }

    fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap_or_default();
        let mut words =
            bytes.chunks_exact(8).map(|it| u64::from_le_bytes(it.try_into().unwrap()));
        let mut next = || words.next().unwrap_or(0);
        Self { index: next(), codes: std::array::from_fn(|_| next()) }
    }
}

/// Executes `count` command lines from `seed`. Each that panics, ends the process or takes too long counts as failed;
/// the next process continues after it.
pub(crate) fn try_many_here(seed: u64, count: u64) -> Tally {
    let room = room();
    let progress = room.path().join("progress");
    let mut tally = Tally::default();
    let mut from = 0;
    while from < count {
        std::fs::write(&progress, Progress { index: from, ..Progress::default() }.to_bytes())
            .unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.arg(HERE).args([seed, from, count].map(|it| it.to_string())).arg(&progress);
        confine(&mut command, room.path());
        let fate = wait(&mut command.spawn().unwrap(), &progress);
        let reached = Progress::read(&progress);
        for (code, ended) in (0..).zip(reached.codes).filter(|&(_, ended)| ended > 0) {
            *tally.codes.entry(code).or_default() += ended;
        }
        let Some(fate) = fate else { break };
        tally.failed.push(format!("{fate} {:?}", words(seed, reached.index)));
        from = reached.index + 1;
    }
    tally
}

/// The reason why a child did not complete.
fn wait(child: &mut Child, progress: &Path) -> Option<String> {
    let mut before = Progress::default();
    let mut stands_s = 0;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (!status.success()).then(|| status.to_string());
        }
        std::thread::sleep(Duration::from_secs(1));
        let now = Progress::read(progress);
        stands_s = if now == before { stands_s + 1 } else { 0 };
        before = now;
        if stands_s > LIMIT_S {
            child.kill().unwrap();
            child.wait().unwrap();
            return Some(format!("not within {LIMIT_S} s:"));
        }
    }
}

/// The work of a child process: command lines until one is a bug.
pub(crate) fn perform_here(arguments: &[String]) -> bool {
    let number = |at: usize| arguments[at].parse::<u64>().unwrap();
    let (seed, from, count) = (number(0), number(1), number(2));
    let file = std::fs::OpenOptions::new().write(true).open(&arguments[3]).unwrap();
    let mut progress = Progress { index: from, ..Progress::default() };
    for index in from..count {
        progress.index = index;
        let bytes = progress.to_bytes();
        assert_eq!(bytes.len(), Progress::BYTES);
        file.write_all_at(&bytes, 0).unwrap();
        let mut line = vec![OsString::from("iogram")];
        line.extend(words(seed, index));
        let code = iogram::perform_words(line);
        progress.codes[usize::from(code).min(CODES - 1)] += 1;
        if code >= 5 {
            file.write_all_at(&progress.to_bytes(), 0).unwrap();
            return false;
        }
    }
    file.write_all_at(&progress.to_bytes(), 0).unwrap();
    true
}
