//! Other programs: started, limited in time, with their output kept.
//!
//! Knows nothing of their purpose.

use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// Search path of programs; busybox stands in for missing ones.
const PATH: &str = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:/run/busybox";

/// Longer than any preparation takes under emulation.
const TIME_MAX: Duration = Duration::from_secs(60);

/// How a program ended.
#[derive(Debug, Clone)]
pub(super) struct Ended {
    /// `None` after a signal or if it did not end in time.
    pub(super) code: Option<i32>,
    pub(super) output: String,
    pub(super) errors: String,
    pub(super) elapsed: Duration,
}

impl Ended {
    /// The exit code, for a person.
    pub(super) fn exit(&self) -> String {
        self.code.map_or("no exit".to_owned(), |code| format!("exit {code}"))
    }

    /// The first line that starts with `word`, without it.
    pub(super) fn line_of(&self, word: &str) -> Option<&str> {
        self.errors.lines().find_map(|line| line.strip_prefix(word))
    }
}

/// A program that runs beside the checks.
#[derive(Debug)]
pub(super) struct Running {
    child: Child,
    began: Instant,
    name: String,
}

/// Starts `program` with its output in files named after `name`.
pub(super) fn start<A: AsRef<OsStr>>(
    name: &str,
    program: &Path,
    arguments: &[A],
) -> Result<Running> {
    let file = |end: &str| {
        let path = format!("/run/{name}.{end}");
        File::create(&path).with_context(|| format!("cannot make {path}"))
    };
    let child = Command::new(program)
        .args(arguments)
        .env("PATH", PATH)
        .env("HOME", "/run")
        .env("LC_ALL", "C")
        // Device mapper tools make their device nodes themselves, without waiting for a device manager.
        .env("DM_DISABLE_UDEV", "1")
        .current_dir("/run")
        .stdin(Stdio::null())
        .stdout(file("out")?)
        .stderr(file("err")?)
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    Ok(Running { child, began: Instant::now(), name: name.to_owned() })
}

impl Running {
    /// Whether it still runs.
    pub(super) fn is_running(&mut self) -> Result<bool> {
        Ok(self.child.try_wait().context("cannot wait")?.is_none())
    }

    /// Kills it.
    pub(super) fn kill(&mut self) -> Result<()> {
        self.child.kill().context("cannot kill")
    }

    /// Waits for its end, at most until `time_max` after its start; then kills it, and leaves it alone if even that
    /// does not end it.
    pub(super) fn wait(mut self, time_max: Duration) -> Result<Ended> {
        let mut code = None;
        loop {
            if let Some(status) = self.child.try_wait().context("cannot wait")? {
                code = status.code();
                break;
            }
            if self.began.elapsed() > time_max {
                drop(self.child.kill());
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let elapsed = self.began.elapsed();
        let read = |end: &str| {
            let text = std::fs::read(format!("/run/{}.{end}", self.name)).unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        };
        Ok(Ended { code, output: read("out"), errors: read("err"), elapsed })
    }
}

/// Runs a program to its end.
pub(super) fn run<A: AsRef<OsStr>>(program: &Path, arguments: &[A]) -> Result<Ended> {
    start("program", program, arguments)?.wait(TIME_MAX)
}

/// Runs a script in which every line has to succeed.
pub(super) fn shell(script: &str) -> Result<String> {
    let ended = run(Path::new("/bin/sh"), &["-ec", script])?;
    if ended.code != Some(0) {
        let what = script.lines().next().unwrap_or_default();
        bail!("{what}: {}: {}", ended.exit(), ended.errors.trim());
    }
    Ok(ended.output)
}
