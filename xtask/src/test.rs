//! One command for every check, the same on a fresh machine and on a developer's.
//!
//! Knows the order of the steps and how each is started. Must not know what they check.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::{hwbench, repository, tidy, web};

/// Debian packages that tests start programs of, with one program each.
const PACKAGES: [(&str, &str); 7] = [
    ("chromium", "chromium"),
    ("e2fsprogs", "mkfs.ext4"),
    ("f3", "f3probe"),
    ("fio", "fio"),
    ("flashbench", "flashbench"),
    ("fuse3", "fusermount3"),
    ("util-linux", "losetup"),
];

/// One kind of check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Packages,
    Fmt,
    Tidy,
    Web,
    Clippy,
    Doc,
    Build,
    Hwbench,
    Test,
}

impl Step {
    /// Cheap ones first; the tests last, so that their summary closes the log.
    const ALL: [Self; 9] = [
        Self::Packages,
        Self::Fmt,
        Self::Tidy,
        Self::Web,
        Self::Clippy,
        Self::Doc,
        Self::Build,
        Self::Hwbench,
        Self::Test,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Packages => "packages",
            Self::Fmt => "fmt",
            Self::Tidy => "tidy",
            Self::Web => "web",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Build => "build",
            Self::Hwbench => "hwbench",
            Self::Test => "test",
        }
    }

    /// The arguments for cargo; `None` for a step that is no cargo command.
    const fn cargo_arguments(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Packages | Self::Tidy | Self::Web | Self::Hwbench => None,
            Self::Fmt => Some(&["fmt", "--all", "--check"]),
            Self::Clippy => Some(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--locked",
                "--",
                "-D",
                "warnings",
            ]),
            Self::Doc => Some(&["doc", "--workspace", "--no-deps", "--locked"]),
            Self::Build => Some(&["build", "--release", "--package", "iogram", "--locked"]),
            // What passing tests print is asked for, because a skipped test says there why.
            Self::Test => Some(&[
                "test",
                "--workspace",
                "--locked",
                "--no-fail-fast",
                "--",
                "--show-output",
            ]),
        }
    }
}

/// How a step ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Outcome {
    is_passed: bool,
    /// Reasons of tests that did not run.
    skipped: Vec<String>,
}

/// Runs the steps named in `arguments`, or all, and reports each with its time.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let steps = parse_steps(arguments)?;
    let root = repository::root();
    let began = Instant::now();
    let mut skipped = Vec::new();
    let mut failed = Vec::new();
    for step in steps {
        let name = step.name();
        println!("==> {name}: {}", description(step));
        let began = Instant::now();
        let outcome = run_step(step, &root)?;
        let seconds = began.elapsed().as_secs_f64();
        let word = if outcome.is_passed { "passed" } else { "FAILED" };
        println!("==> {name}: {word} after {seconds:.1} s");
        skipped.extend(outcome.skipped);
        if !outcome.is_passed {
            failed.push(name);
        }
    }
    for reason in &skipped {
        println!("{reason}");
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("==> {} tests skipped, {seconds:.1} s in all", skipped.len());
    if failed.is_empty() {
        println!("==> every check passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("==> failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

fn parse_steps(arguments: &[String]) -> Result<Vec<Step>> {
    if arguments.is_empty() {
        return Ok(Step::ALL.to_vec());
    }
    let known = Step::ALL.map(Step::name).join(", ");
    arguments
        .iter()
        .map(|name| match Step::ALL.into_iter().find(|step| step.name() == name) {
            Some(step) => Ok(step),
            None => bail!("\"{name}\" is not a step; the steps are {known}"),
        })
        .collect()
}

fn description(step: Step) -> String {
    match step.cargo_arguments() {
        Some(arguments) => format!("cargo {}", arguments.join(" ")),
        None if step == Step::Packages => "programs that tests start".to_owned(),
        None if step == Step::Web => "the charts' bundle is what web/ gives".to_owned(),
        None => format!("cargo xtask {}", step.name()),
    }
}

fn run_step(step: Step, root: &Path) -> Result<Outcome> {
    match (step, step.cargo_arguments()) {
        (Step::Packages, _) => Ok(install_packages()),
        (Step::Hwbench, _) => {
            let hwbench::Summary { is_passed, skipped } = hwbench::check()?;
            Ok(Outcome { is_passed, skipped })
        }
        (Step::Web, _) => {
            let web::Summary { is_passed, skipped } = web::check(root)?;
            Ok(Outcome { is_passed, skipped })
        }
        (_, None) => {
            let is_passed = tidy::run()? == ExitCode::SUCCESS;
            Ok(Outcome { is_passed, skipped: Vec::new() })
        }
        (_, Some(arguments)) => run_cargo(arguments, root),
    }
}

/// Starts cargo, passes its output on line by line and keeps the reasons of skipped tests.
fn run_cargo(arguments: &[&str], root: &Path) -> Result<Outcome> {
    let mut child = Command::new("cargo")
        .args(arguments)
        .current_dir(root)
        .env("RUSTDOCFLAGS", "-D warnings")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start cargo")?;
    let output = child.stdout.take().expect("the output was piped");
    let mut log = TestLog::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read the output of cargo")?;
        let line = String::from_utf8_lossy(&line);
        if log.shows(&line) {
            println!("{line}");
        }
    }
    let status = child.wait().context("cannot wait for cargo")?;
    Ok(Outcome { is_passed: status.success(), skipped: log.skipped })
}

/// Follows the output of test programs that was asked for with `--show-output`.
#[derive(Debug, Default)]
struct TestLog {
    is_in_successes: bool,
    /// What tests printed that cannot run here: `skipped: ` and the reason.
    skipped: Vec<String>,
}

impl TestLog {
    /// Takes the next line and says whether to show it. What passing tests print is read for reasons
    /// of skipping and otherwise left out, together with the second list of their names.
    fn shows(&mut self, line: &str) -> bool {
        let text = line.trim();
        if text.starts_with("skipped:") {
            self.skipped.push(text.to_owned());
            return true;
        }
        match line {
            "successes:" => self.is_in_successes = true,
            "failures:" => self.is_in_successes = false,
            line if line.starts_with("test result:") => self.is_in_successes = false,
            _ => {}
        }
        !self.is_in_successes
    }
}

/// Installs what is missing where that is possible. Without it tests are skipped, not failed: they
/// print which program they lack.
fn install_packages() -> Outcome {
    let missing: Vec<&str> = PACKAGES
        .into_iter()
        .filter(|(_, program)| find_program(program).is_none())
        .map(|(package, _)| package)
        .collect();
    let passed = Outcome { is_passed: true, skipped: Vec::new() };
    if missing.is_empty() {
        println!("all there");
        return passed;
    }
    let names = missing.join(" ");
    if find_program("apt-get").is_none() {
        println!("missing: {names}; install them with this system's package manager");
    } else if !is_root() {
        println!("missing: {names}; install them with: sudo apt-get install {names}");
    } else if !apt_get(&["update"])
        || !apt_get(&[&["install", "--yes", "--no-install-recommends"], &missing[..]].concat())
    {
        println!("could not install {names}; tests that need them are skipped");
    }
    passed
}

/// Runs apt-get without questions; whether it succeeded.
fn apt_get(arguments: &[&str]) -> bool {
    let status = Command::new("apt-get")
        .args(["--quiet", "--option", "Acquire::Retries=3"])
        .args(["--option", "DPkg::Lock::Timeout=120"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// The full path of `program`; system directories are looked into even if the path leaves them out.
pub(crate) fn find_program(program: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether this process may do everything: asked of `id`, because std does not know user ids.
pub(crate) fn is_root() -> bool {
    let answer = repository::output_of(Command::new("id").arg("-u"));
    answer.is_ok_and(|text| text.trim() == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_close_the_log() {
        let steps = parse_steps(&[]).expect("no argument is no error");
        assert_eq!(steps.last(), Some(&Step::Test));
        assert_eq!(steps, Step::ALL);
    }

    #[test]
    fn steps_are_named_and_an_unknown_one_is_refused_with_the_list() {
        let names = ["tidy", "fmt"].map(ToOwned::to_owned);
        assert_eq!(parse_steps(&names).expect("both are steps"), [Step::Tidy, Step::Fmt]);
        let error = parse_steps(&["lint".to_owned()]).expect_err("lint is not a step");
        assert!(error.to_string().contains("packages, fmt, tidy"), "{error}");
    }

    #[test]
    fn the_log_keeps_results_failures_and_reasons_of_skipping() {
        let output = "test a ... ok\ntest b ... FAILED\n\nsuccesses:\n\n---- a stdout ----\n  skipped: \
                      no fio\nchatter\n\nsuccesses:\n    a\n\nfailures:\n---- b ----\nboom\n\n\
                      test result: FAILED. 1 passed\n";
        let mut log = TestLog::default();
        let shown: Vec<&str> = output.lines().filter(|line| log.shows(line)).collect();
        let expected = "test a ... ok\ntest b ... FAILED\n\n  skipped: no fio\nfailures:\n\
                        ---- b ----\nboom\n\ntest result: FAILED. 1 passed";
        assert_eq!(shown.join("\n"), expected);
        assert_eq!(log.skipped, ["skipped: no fio"]);
    }
}
