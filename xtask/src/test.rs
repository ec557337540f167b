//! One command for every check, the same on a fresh machine and on a developer's.
//!
//! Knows the order of the steps and how each starts. Must not know the subject of the checks.

mod lab;
mod log;
mod packages;
mod programs;
mod times;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use self::log::TestLog;
use self::programs::{Built, TestProgram};
use crate::skips::{self, Skip};
use crate::{repository, tidy, web};

/// One kind of check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Packages,
    Fmt,
    Tidy,
    Web,
    Build,
    Hwbench,
    BuildTests,
    Clippy,
    Doc,
    TestComputing,
    Test,
}

impl Step {
    /// Cheap ones first; the tests last, so that their summary closes the log. The virtual machine runs the release
    /// build beside compilation and beside tests that measure nothing. It ends before the other tests, some of which
    /// compare times.
    const ALL: [Self; 11] = [
        Self::Packages,
        Self::Fmt,
        Self::Tidy,
        Self::Web,
        Self::Build,
        Self::Hwbench,
        Self::BuildTests,
        Self::Clippy,
        Self::Doc,
        Self::TestComputing,
        Self::Test,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Packages => "packages",
            Self::Fmt => "fmt",
            Self::Tidy => "tidy",
            Self::Web => "web",
            Self::BuildTests => "build-tests",
            Self::Hwbench => "hwbench",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Build => "build",
            Self::TestComputing => "test-computing",
            Self::Test => "test",
        }
    }

    /// The arguments for cargo; `None` for a step that is no cargo command, or more than one.
    const fn cargo_arguments(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Packages | Self::Tidy | Self::Web | Self::Hwbench => None,
            Self::BuildTests | Self::TestComputing | Self::Test => None,
            Self::Fmt => Some(&["fmt", "--all", "--check"]),
            Self::Clippy => Some(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--all-features",
                "--locked",
                "--",
                "-D",
                "warnings",
            ]),
            Self::Doc => {
                Some(&["doc", "--workspace", "--all-features", "--no-deps", "--locked"])
            }
            // The default set of features, as `cargo run --release` builds it.
            Self::Build => Some(&["build", "--release", "--package", "iogram", "--locked"]),
        }
    }
}

/// How a step ended.
#[derive(Debug, Clone, Default, PartialEq)]
struct Outcome {
    is_passed: bool,
    /// Checks that could not run here.
    skipped: Vec<Skip>,
    /// Checks that passed only at a retry.
    unsteady: Vec<String>,
    /// Failures, in words: a log that is cut at its beginning must still name them.
    failures: Vec<String>,
    tests: Counts,
    /// Time of each test, if known.
    durations: Vec<(f64, String)>,
}

/// Number of tests by verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
}

/// Runs the steps named in `arguments`, or all, and reports each with its time.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let steps = parse_steps(arguments)?;
    let root = repository::root();
    let began = Instant::now();
    let is_all = steps == Step::ALL;
    if is_all {
        println!("{}", room_line(&root));
    }
    let mut results = Results::default();
    let mut built = None;
    let mut hwbench = None;
    for step in steps {
        match step {
            Step::Hwbench => {
                // Built here: cargo would wait for what is compiled beside.
                let program = lab::build(&root)?;
                println!("==> hwbench: begins, beside what is compiled");
                hwbench = Some(std::thread::spawn(move || timed(|| lab::check(&program))));
                continue;
            }
            Step::Test => results.wait_for(hwbench.take())?,
            _ => {}
        }
        println!("==> {}: {}", step.name(), description(step));
        results.add(step, timed(|| run_step(step, &root, &mut built))?);
    }
    results.wait_for(hwbench)?;
    let Results { all, mut failed, seconds } = results;
    print!("{}", times::render(&seconds, &all.durations));
    for line in closing_lines(&all) {
        println!("{line}");
    }
    if skips::is_ci() && has_undeclared(&all.skipped, is_all) {
        failed.push("skips");
    }
    println!("==> {}", time_line(began));
    if failed.is_empty() {
        println!("==> every check passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("==> failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

fn time_line(began: Instant) -> String {
    let seconds = began.elapsed().as_secs_f64();
    match times::processor_seconds() {
        Some(busy) => format!("{seconds:.1} s in all, {busy:.0} s of processor time"),
        None => format!("{seconds:.1} s in all"),
    }
}

/// The build of the tests; made now if it is missing.
fn built_of<'a>(built: &'a mut Option<Built>, root: &Path) -> Result<&'a Built> {
    let known = match built.take() {
        Some(known) => known,
        None => Built::build(root)?,
    };
    Ok(built.insert(known))
}

/// Bytes that a whole run builds and keeps for a while: programs, tests, and the drives of virtual machines.
/// Measured.
const ROOM_NEEDED_GB: f64 = 6.0;

/// Free space, at the beginning of the log, to explain a run that runs out of it.
fn room_line(root: &Path) -> String {
    let mut asked = Command::new("df");
    let answer = repository::output_of(
        asked.args(["--block-size=1", "--output=avail"]).arg(root).stderr(Stdio::null()),
    );
    let free = answer.ok().and_then(|text| text.lines().last()?.trim().parse::<f64>().ok());
    let needed = format!("a whole run takes about {ROOM_NEEDED_GB:.0} GB");
    match free.map(|bytes| bytes / 1e9) {
        Some(free) if free < ROOM_NEEDED_GB => {
            format!("==> only {free:.1} GB are free here, and {needed}: it may run out of room")
        }
        Some(free) => format!("==> {free:.1} GB are free here; {needed}"),
        None => format!("==> how much is free here is unknown; {needed}"),
    }
}

/// How a step ended, and after how many seconds.
type Timed = (Outcome, f64);

fn timed(run: impl FnOnce() -> Result<Outcome>) -> Result<Timed> {
    let began = Instant::now();
    let outcome = run()?;
    Ok((outcome, began.elapsed().as_secs_f64()))
}

/// The results of the steps so far.
#[derive(Debug, Default)]
struct Results {
    all: Outcome,
    /// Names of steps.
    failed: Vec<&'static str>,
    seconds: Vec<(&'static str, f64)>,
}

impl Results {
    fn add(&mut self, step: Step, (outcome, seconds): Timed) {
        let name = step.name();
        let word = if outcome.is_passed { "passed" } else { "FAILED" };
        println!("==> {name}: {word} after {seconds:.1} s");
        if !outcome.is_passed {
            self.failed.push(name);
        }
        self.seconds.push((name, seconds));
        self.all.add(outcome);
    }

    /// Adds the results of the virtual machine, once it has ended.
    fn wait_for(&mut self, hwbench: Option<JoinHandle<Result<Timed>>>) -> Result<()> {
        let Some(hwbench) = hwbench else { return Ok(()) };
        match hwbench.join() {
            Ok(ended) => self.add(Step::Hwbench, ended?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(())
    }
}

impl Outcome {
    fn passed() -> Self {
        Self { is_passed: true, ..Self::default() }
    }

    /// The output of a test program, and whether it succeeded.
    fn of_log(log: TestLog, is_passed: bool) -> Self {
        Self {
            is_passed,
            skipped: log.skipped,
            failures: log.failed,
            tests: log.tests,
            durations: log.durations,
            ..Self::default()
        }
    }

    /// Adds the results of another part of the checks; its failure fails the whole.
    fn add(&mut self, other: Self) {
        self.is_passed &= other.is_passed;
        self.durations.extend(other.durations);
        self.skipped.extend(other.skipped);
        self.unsteady.extend(other.unsteady);
        self.failures.extend(other.failures);
        self.tests.passed += other.tests.passed;
        self.tests.failed += other.tests.failed;
    }
}

/// Skipped or unsteady checks, and the number of tests.
fn closing_lines(all: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = all.skipped.iter().map(ToString::to_string).collect();
    lines.extend(all.unsteady.iter().map(|it| format!("unsteady: {it}")));
    lines.extend(all.failures.iter().map(|it| format!("failed: {it}")));
    let names: BTreeSet<&str> = all.skipped.iter().map(|skip| skip.check.as_str()).collect();
    let Counts { passed, failed } = all.tests;
    lines.push(format!("==> {passed} passed, {failed} failed, {} skipped", names.len()));
    lines
}

/// Whether a skip is missing in the list; prints it, and in a full run also entries without a match.
fn has_undeclared(skipped: &[Skip], is_all: bool) -> bool {
    let judgement = skips::judge(skipped);
    for skip in &judgement.undeclared {
        println!("==> not declared in xtask/src/skips.rs: {}: {}", skip.check, skip.reason);
    }
    for entry in judgement.stale.iter().filter(|_| is_all) {
        println!("==> xtask/src/skips.rs declares what nothing left out: {entry}");
    }
    !judgement.undeclared.is_empty()
}

fn parse_steps(arguments: &[String]) -> Result<Vec<Step>> {
    if arguments.is_empty() {
        return Ok(Step::ALL.to_vec());
    }
    let known = Step::ALL.map(Step::name).join(", ");
    arguments
        .iter()
        .map(|name| match Step::ALL.into_iter().find(|step| step.name() == name) {
            // Whoever requests the tests means all of them.
            Some(Step::Test) => Ok(vec![Step::TestComputing, Step::Test]),
            Some(step) => Ok(vec![step]),
            None => bail!("\"{name}\" is not a step; the steps are {known}"),
        })
        .collect::<Result<Vec<_>>>()
        .map(|steps| steps.concat())
}

fn description(step: Step) -> String {
    match step {
        Step::Packages => "programs that tests start".to_owned(),
        Step::Web => "the charts' bundle is what web/ gives".to_owned(),
        Step::BuildTests => format!("cargo {}", programs::BUILD.join(" ")),
        Step::TestComputing => "tests that measure nothing".to_owned(),
        Step::Test => "all other tests".to_owned(),
        _ => match step.cargo_arguments() {
            Some(arguments) => format!("cargo {}", arguments.join(" ")),
            None => format!("cargo xtask {}", step.name()),
        },
    }
}

fn run_step(step: Step, root: &Path, built: &mut Option<Built>) -> Result<Outcome> {
    match step {
        Step::Packages => Ok(packages::install()),
        Step::Hwbench => lab::check(&lab::build(root)?),
        Step::Web => {
            let web::Summary { is_passed, skipped } = web::check(root)?;
            Ok(Outcome { is_passed, skipped, ..Outcome::default() })
        }
        Step::BuildTests => built_of(built, root).map(|_| Outcome::passed()),
        Step::TestComputing | Step::Test => run_tests(step, built_of(built, root)?, root),
        Step::Tidy => {
            let is_passed = tidy::run()? == ExitCode::SUCCESS;
            Ok(Outcome { is_passed, ..Outcome::default() })
        }
        Step::Fmt | Step::Build | Step::Clippy | Step::Doc => {
            run_cargo(step.cargo_arguments().unwrap_or_default(), root)
        }
    }
}

/// Runs the tests that compute, or all others.
fn run_tests(step: Step, built: &Built, root: &Path) -> Result<Outcome> {
    if step == Step::TestComputing {
        let mut all = run_programs(built.tests.iter().filter(|it| it.is_computing()))?;
        let documented = [
            "test",
            "--workspace",
            "--all-features",
            "--locked",
            "--doc",
            "--",
            "--show-output",
        ];
        all.add(run_cargo(&documented, root)?);
        return Ok(all);
    }
    let others = || built.tests.iter().filter(|it| !it.is_computing());
    let mut all = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let mut all = Outcome::passed();
            for program in others().filter(|it| it.is_waiting()) {
                all.add(program.run_beside()?);
            }
            Ok(all)
        });
        let busy =
            run_programs(others().filter(|it| it.is_of_command_line() && !it.is_waiting()));
        let waiting: Result<Outcome> =
            waiting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let mut all = busy?;
        all.add(waiting?);
        Ok::<_, anyhow::Error>(all)
    })?;
    // Some of these compare times, so nothing runs beside them.
    all.add(run_programs(others().filter(|it| !it.is_of_command_line()))?);
    Ok(all)
}

/// Runs programs one after another.
fn run_programs<'a>(programs: impl Iterator<Item = &'a TestProgram>) -> Result<Outcome> {
    let mut all = Outcome::passed();
    for program in programs {
        all.add(program.run()?);
    }
    Ok(all)
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
    let log = programs::follow(output, &mut |line| println!("{line}"))?;
    let status = child.wait().context("cannot wait for cargo")?;
    Ok(Outcome::of_log(log, status.success()))
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
        let all = parse_steps(&["test".to_owned()]).expect("it is a step");
        assert_eq!(all, [Step::TestComputing, Step::Test]);
    }

    #[test]
    fn what_no_entry_declares_is_found() {
        assert!(has_undeclared(&[Skip::new("a", "no fio")], false));
        assert!(!has_undeclared(&[], true));
    }
}
