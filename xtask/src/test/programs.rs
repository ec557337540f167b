//! The test programs that cargo built, and those that need the computer to themselves.
//!
//! This program starts them instead of cargo: each runs once, those without measurements run beside the virtual
//! machine, and the time of each test is known.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::Outcome;
use super::log::TestLog;

/// Crates whose tests compute and measure nothing: their times are those of simulated drives and records.
const COMPUTING: [&str; 8] =
    ["charts", "findings", "inspect", "interchange", "report", "runner", "sim", "stats"];

/// Crates of which only the unit tests compute and measure nothing.
const COMPUTING_UNITS: [&str; 6] =
    ["bundle", "campaign", "catalogue", "model", "session", "trace"];

/// Programs of crate `cli` that mostly wait: for other hosts of a laboratory, and for device setup. They run beside
/// the other tests of the command line.
const WAITING: [&str; 2] = ["guard", "lab"];

/// The command that builds every test program, with all features.
pub(super) const BUILD: [&str; 6] =
    ["test", "--workspace", "--all-features", "--locked", "--no-run", MESSAGES];
const MESSAGES: &str = "--message-format=json-render-diagnostics";

/// A program of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TestProgram {
    /// Folder of its crate.
    directory: PathBuf,
    /// Name of the program; for unit tests, that of the crate.
    name: String,
    is_unit: bool,
    executable: PathBuf,
}

/// The built programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Built {
    pub(super) tests: Vec<TestProgram>,
}

impl Built {
    /// Builds all programs of tests.
    ///
    /// # Errors
    ///
    /// Fails if cargo cannot be started, or if something does not compile.
    pub(super) fn build(root: &Path) -> Result<Self> {
        let mut child = Command::new("cargo")
            .args(BUILD)
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start cargo")?;
        let output = child.stdout.take().expect("the output was piped");
        let mut built = Self::default();
        for line in BufReader::new(output).lines() {
            built.take(&line.context("cannot read the output of cargo")?);
        }
        if !child.wait().context("cannot wait for cargo")?.success() {
            bail!("the tests do not compile");
        }
        // Sorted, because cargo reports them in order of completion.
        built.tests.sort_by(|a, b| (&a.directory, &a.name).cmp(&(&b.directory, &b.name)));
        Ok(built)
    }

    /// Takes a line of cargo's messages.
    fn take(&mut self, line: &str) {
        let Ok(message) = serde_json::from_str::<Value>(line) else { return };
        let Some(executable) = message["executable"].as_str().map(PathBuf::from) else {
            return;
        };
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let manifest = message["manifest_path"].as_str().map(Path::new);
        let Some(directory) = manifest.and_then(Path::parent) else { return };
        let is_kind = |kind: &str| {
            message["target"]["kind"]
                .as_array()
                .is_some_and(|it| it.iter().any(|it| it == kind))
        };
        if message["profile"]["test"] == true {
            self.tests.push(TestProgram {
                directory: directory.to_owned(),
                name: name.to_owned(),
                is_unit: !is_kind("test"),
                executable,
            });
        }
    }
}

impl TestProgram {
    /// Whether its tests measure nothing of this computer.
    pub(super) fn is_computing(&self) -> bool {
        let folder = self.folder();
        COMPUTING.contains(&folder) || (self.is_unit && COMPUTING_UNITS.contains(&folder))
    }

    /// Whether it tests the command line without times of this computer.
    pub(super) fn is_of_command_line(&self) -> bool {
        self.folder() == "cli"
    }

    /// Whether it mostly waits.
    pub(super) fn is_waiting(&self) -> bool {
        self.is_of_command_line() && WAITING.contains(&self.name.as_str())
    }

    fn folder(&self) -> &str {
        self.directory.file_name().and_then(OsStr::to_str).unwrap_or_default()
    }

    /// Cargo's program with the default features, seen from `target/debug/deps`. Some tests are about the features
    /// that it lacks.
    fn default_build(&self) -> PathBuf {
        let target = self.executable.ancestors().nth(3).unwrap_or(Path::new("."));
        target.join("release/iogram")
    }

    /// Runs it and passes its output on, line by line.
    pub(super) fn run(&self) -> Result<Outcome> {
        println!("{}", self.title());
        self.run_into(&mut |line| println!("{line}"))
    }

    /// Runs it beside others, and prints its output as one piece at its end.
    pub(super) fn run_beside(&self) -> Result<Outcome> {
        println!("{}, beside others", self.title());
        let mut text = format!("{}, ended\n", self.title());
        let outcome = self.run_into(&mut |line| {
            text.push_str(line);
            text.push('\n');
        });
        print!("{text}");
        outcome
    }

    fn title(&self) -> String {
        format!("     Running {}: {}", self.folder(), self.name)
    }

    fn run_into(&self, show: &mut dyn FnMut(&str)) -> Result<Outcome> {
        let mut child = Command::new(&self.executable)
            // A skipped test prints its reason there.
            .args(["--show-output", "-Zunstable-options", "--report-time"])
            .current_dir(&self.directory)
            .env("CARGO_MANIFEST_DIR", &self.directory)
            .env("IOGRAM_DEFAULT_BUILD", self.default_build())
            // The harness reports the time of a test only with unstable options.
            .env("RUSTC_BOOTSTRAP", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", self.executable.display()))?;
        let output = child.stdout.take().expect("the output was piped");
        let log = follow(output, show)?;
        let status = child.wait().context("cannot wait for a program of tests")?;
        let mut outcome = Outcome::of_log(log, status.success());
        // A program that a signal ended has not named the failed test.
        if !status.success() && outcome.failures.is_empty() {
            let name = format!("{}: {}: {status}", self.folder(), self.name);
            outcome.failures.push(name);
        }
        Ok(outcome)
    }
}

/// Passes the output of test programs on to `show`, line by line, and keeps its results.
pub(super) fn follow(
    output: impl std::io::Read,
    show: &mut dyn FnMut(&str),
) -> Result<TestLog> {
    let mut log = TestLog::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read the output of the tests")?;
        let line = String::from_utf8_lossy(&line);
        if log.shows(&line) {
            show(&line);
        }
    }
    Ok(log)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    fn artifact(folder: &str, kind: &str, name: &str, is_test: bool) -> String {
        serde_json::json!({
            "reason": "compiler-artifact",
            "manifest_path": format!("/src/crates/{folder}/Cargo.toml"),
            "target": { "kind": [kind], "name": name },
            "profile": { "test": is_test },
            "executable": format!("/target/{name}"),
        })
        .to_string()
    }

    #[test]
    fn programs_are_found_in_the_messages_of_cargo() {
        let mut built = Built::default();
        built.take(&artifact("sim", "test", "sim", true));
        built.take(&artifact("session", "lib", "iogram_session", true));
        built.take(&artifact("session", "test", "measured", true));
        built.take(&artifact("cli", "bin", "iogram", false));
        built.take(&artifact("sim", "example", "sweep", false));
        built.take("{\"reason\":\"build-finished\",\"success\":true}");
        built.take("no message");
        let found: Vec<(&str, bool)> =
            built.tests.iter().map(|it| (it.name.as_str(), it.is_computing())).collect();
        assert_eq!(found, [("sim", true), ("iogram_session", true), ("measured", false)]);
    }

    #[test]
    fn programs_that_wait_are_those_of_the_command_line() {
        let mut built = Built::default();
        built.take(&artifact("cli", "test", "lab", true));
        built.take(&artifact("cli", "test", "program", true));
        built.take(&artifact("device", "test", "guard", true));
        let waiting: Vec<bool> = built.tests.iter().map(TestProgram::is_waiting).collect();
        assert_eq!(waiting, [true, false, false]);
        for name in WAITING {
            let tests = repository::root().join("crates/cli/tests");
            assert!(tests.join(name).join("main.rs").is_file(), "{name}");
        }
    }

    #[test]
    fn crates_that_compute_are_those_of_the_repository() {
        for folder in COMPUTING.iter().chain(&COMPUTING_UNITS) {
            let manifest = repository::root().join("crates").join(folder).join("Cargo.toml");
            assert!(manifest.is_file(), "{folder}");
        }
    }
}
