//! One command for every check, the same on a fresh machine and on a developer's.
//!
//! Knows the order of the steps and how each is started. Must not know what they check.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread::JoinHandle;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::programs::{find_program, is_root};
use crate::skips::{self, Skip};
use crate::targets::Targets;
use crate::{hwbench, repository, tidy, web};

/// Debian packages that tests need, with one program of each, or the full path of a file where it has none.
const PACKAGES: [(&str, &str); 21] = [
    ("ansible-core", "ansible-playbook"),
    ("ansible-lint", "ansible-lint"),
    ("btrfs-progs", "mkfs.btrfs"),
    ("chromium", "chromium"),
    ("chrony", "chronyd"),
    ("dosfstools", "mkfs.vfat"),
    ("e2fsprogs", "mkfs.ext4"),
    ("f3", "f3probe"),
    ("fio", "fio"),
    ("flashbench", "flashbench"),
    ("fuse3", "fusermount3"),
    ("iproute2", "ip"),
    ("munge", "munged"),
    ("openssh-server", "sshd"),
    // Makes the certificates that a server of the tests shows.
    ("openssl", "openssl"),
    // Tests start a server of their own with it, as they need it.
    ("postgresql-15", "/usr/lib/postgresql/15/bin/initdb"),
    ("python3-pandas", "/usr/lib/python3/dist-packages/pandas/__init__.py"),
    ("r-base-core", "Rscript"),
    ("r-cran-jsonlite", "/usr/lib/R/site-library/jsonlite/DESCRIPTION"),
    // Of Slurm, both daemons; tests start them on hosts of their own.
    ("slurm-wlm", "slurmctld"),
    ("util-linux", "losetup"),
];

/// One kind of check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Packages,
    Fmt,
    Tidy,
    Web,
    Build,
    Hwbench,
    Clippy,
    Doc,
    BuildTests,
    TestReckoning,
    Test,
}

impl Step {
    /// Cheap ones first; the tests last, so that their summary closes the log. The virtual machine keeps little
    /// more than one processor busy, so it runs beside what compiles and beside tests that measure nothing, and has
    /// ended when the others, of which some compare times, begin.
    const ALL: [Self; 11] = [
        Self::Packages,
        Self::Fmt,
        Self::Tidy,
        Self::Web,
        Self::Build,
        Self::Hwbench,
        Self::Clippy,
        Self::Doc,
        Self::BuildTests,
        Self::TestReckoning,
        Self::Test,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Packages => "packages",
            Self::Fmt => "fmt",
            Self::Tidy => "tidy",
            Self::Web => "web",
            Self::Build => "build",
            Self::Hwbench => "hwbench",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::BuildTests => "build-tests",
            Self::TestReckoning => "test-reckoning",
            Self::Test => "test",
        }
    }

    /// The arguments for cargo; `None` for a step that is no cargo command.
    const fn cargo_arguments(self) -> Option<&'static [&'static str]> {
        match self {
            Self::Packages | Self::Tidy | Self::Web | Self::Hwbench => None,
            Self::TestReckoning | Self::Test => None,
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
            Self::BuildTests => {
                Some(&["test", "--workspace", "--locked", "--no-run", "--quiet"])
            }
        }
    }
}

/// How a step ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Outcome {
    is_passed: bool,
    /// What could not be done here.
    skipped: Vec<Skip>,
    /// What passed only when it was tried once more.
    unsteady: Vec<String>,
    /// What failed, in words: a log that is cut at its beginning must still say it.
    failures: Vec<String>,
    tests: Counts,
}

/// How many tests did what.
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
    let mut hwbench = None;
    for step in steps {
        match step {
            Step::Hwbench => {
                println!("==> hwbench: begins, beside what is compiled");
                let root = root.clone();
                hwbench = Some(std::thread::spawn(move || timed(step, &root)));
                continue;
            }
            Step::Test => results.wait_for(hwbench.take())?,
            _ => {}
        }
        println!("==> {}: {}", step.name(), description(step));
        results.add(step, timed(step, &root)?);
    }
    results.wait_for(hwbench)?;
    let Results { all, mut failed } = results;
    for line in closing_lines(&all) {
        println!("{line}");
    }
    if skips::is_ci() && has_undeclared(&all.skipped, is_all) {
        failed.push("skips");
    }
    println!("==> {:.1} s in all", began.elapsed().as_secs_f64());
    if failed.is_empty() {
        println!("==> every check passed");
        return Ok(ExitCode::SUCCESS);
    }
    println!("==> failed: {}", failed.join(", "));
    Ok(ExitCode::FAILURE)
}

/// What a whole run builds and keeps for a while: programs, tests, and the drives of virtual machines. Measured.
const ROOM_NEEDED_GB: f64 = 6.0;

/// How much room there is, so that the log of a run that ran out of it says so at its beginning.
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

fn timed(step: Step, root: &Path) -> Result<Timed> {
    let began = Instant::now();
    let outcome = run_step(step, root)?;
    Ok((outcome, began.elapsed().as_secs_f64()))
}

/// What came of the steps so far.
#[derive(Debug, Default)]
struct Results {
    all: Outcome,
    /// Names of steps.
    failed: Vec<&'static str>,
}

impl Results {
    fn add(&mut self, step: Step, (outcome, seconds): Timed) {
        let name = step.name();
        let word = if outcome.is_passed { "passed" } else { "FAILED" };
        println!("==> {name}: {word} after {seconds:.1} s");
        if !outcome.is_passed {
            self.failed.push(name);
        }
        self.all.add(outcome);
    }

    /// Adds what the virtual machine found, once it has ended.
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

    fn add(&mut self, other: Self) {
        self.skipped.extend(other.skipped);
        self.unsteady.extend(other.unsteady);
        self.failures.extend(other.failures);
        self.tests.passed += other.tests.passed;
        self.tests.failed += other.tests.failed;
    }
}

/// What was left out or unsteady, and the number of tests.
fn closing_lines(all: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = all.skipped.iter().map(ToString::to_string).collect();
    lines.extend(all.unsteady.iter().map(|it| format!("unsteady: {it}")));
    lines.extend(all.failures.iter().map(|it| format!("failed: {it}")));
    let names: BTreeSet<&str> = all.skipped.iter().map(|skip| skip.check.as_str()).collect();
    let Counts { passed, failed } = all.tests;
    lines.push(format!("==> {passed} passed, {failed} failed, {} skipped", names.len()));
    lines
}

/// Whether something was left out that no entry of the list allows; says what, and which entries nothing
/// matched in a run of everything.
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
            // Who asks for the tests means all of them.
            Some(Step::Test) => Ok(vec![Step::TestReckoning, Step::Test]),
            Some(step) => Ok(vec![step]),
            None => bail!("\"{name}\" is not a step; the steps are {known}"),
        })
        .collect::<Result<Vec<_>>>()
        .map(|steps| steps.concat())
}

fn description(step: Step) -> String {
    match step.cargo_arguments() {
        Some(arguments) => format!("cargo {}", arguments.join(" ")),
        None if step == Step::Packages => "programs that tests start".to_owned(),
        None if step == Step::Web => "the charts' bundle is what web/ gives".to_owned(),
        None if step == Step::TestReckoning => {
            "cargo test, of packages that measure nothing".to_owned()
        }
        None if step == Step::Test => "cargo test, all others".to_owned(),
        None => format!("cargo xtask {}", step.name()),
    }
}

fn run_step(step: Step, root: &Path) -> Result<Outcome> {
    match (step, step.cargo_arguments()) {
        (Step::Packages, _) => Ok(install_packages()),
        (Step::Hwbench, _) => {
            let hwbench::Summary { is_passed, skipped, unsteady, failures } =
                hwbench::check(None)?;
            Ok(Outcome { is_passed, skipped, unsteady, failures, ..Outcome::default() })
        }
        (Step::Web, _) => {
            let web::Summary { is_passed, skipped } = web::check(root)?;
            Ok(Outcome { is_passed, skipped, ..Outcome::default() })
        }
        (Step::TestReckoning | Step::Test, _) => run_tests(step, root),
        (_, None) => {
            let is_passed = tidy::run()? == ExitCode::SUCCESS;
            Ok(Outcome { is_passed, ..Outcome::default() })
        }
        (_, Some(arguments)) => run_cargo(arguments, root),
    }
}

/// Runs the tests that reckon, or all others.
fn run_tests(step: Step, root: &Path) -> Result<Outcome> {
    let targets = Targets::find(root)?;
    let named = |names: &[String]| -> Vec<String> {
        names.iter().flat_map(|name| ["--test".to_owned(), name.clone()]).collect()
    };
    let chosen = if step == Step::TestReckoning {
        vec![named(&targets.reckoning)]
    } else {
        let units = ["--lib", "--bins"].map(ToOwned::to_owned).to_vec();
        vec![[units, named(&targets.others)].concat(), vec!["--doc".to_owned()]]
    };
    let mut all = Outcome::passed();
    for chosen in chosen {
        let mut arguments = vec!["test", "--workspace", "--locked", "--no-fail-fast"];
        arguments.extend(chosen.iter().map(String::as_str));
        // What passing tests print is asked for, because a skipped test says there why.
        arguments.extend(["--", "--show-output"]);
        let outcome = run_cargo(&arguments, root)?;
        all.is_passed &= outcome.is_passed;
        all.add(outcome);
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
    let mut log = TestLog::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read the output of cargo")?;
        let line = String::from_utf8_lossy(&line);
        if log.shows(&line) {
            println!("{line}");
        }
    }
    let status = child.wait().context("cannot wait for cargo")?;
    Ok(Outcome {
        is_passed: status.success(),
        skipped: log.skipped,
        failures: log.failed,
        tests: log.tests,
        ..Outcome::default()
    })
}

/// Follows the output of test programs that was asked for with `--show-output`.
#[derive(Debug, Default)]
struct TestLog {
    is_in_successes: bool,
    /// The test whose output is being read.
    test: String,
    /// Tests of the program that runs now that printed `skipped: ` and a reason.
    left_out: BTreeSet<String>,
    skipped: Vec<Skip>,
    failed: Vec<String>,
    tests: Counts,
}

impl TestLog {
    /// Takes the next line and says whether to show it. What passing tests print is read for reasons
    /// of skipping and otherwise left out, together with the second list of their names.
    fn shows(&mut self, line: &str) -> bool {
        if let Some(reason) = line.trim().strip_prefix("skipped: ") {
            self.left_out.insert(self.test.clone());
            self.skipped.push(Skip::new(self.test.as_str(), reason));
            return true;
        }
        if let Some(name) = line.strip_prefix("---- ").and_then(|it| it.strip_suffix(" ----")) {
            name.strip_suffix(" stdout").unwrap_or(name).clone_into(&mut self.test);
        }
        let verdict = line.strip_prefix("test ").and_then(|it| it.strip_suffix(" ... FAILED"));
        self.failed.extend(verdict.map(ToOwned::to_owned));
        match line {
            "successes:" => self.is_in_successes = true,
            "failures:" => self.is_in_successes = false,
            line if line.starts_with("test result:") => self.end(line),
            _ => {}
        }
        !self.is_in_successes
    }

    /// Takes the last line of a test program.
    fn end(&mut self, line: &str) {
        let count = |word: &str| {
            let words = line.split([';', '.']).map(str::trim);
            words.filter_map(|it| it.strip_suffix(word)?.trim().parse::<usize>().ok()).sum()
        };
        let passed: usize = count(" passed");
        self.tests.passed += passed.saturating_sub(self.left_out.len());
        self.tests.failed += count(" failed");
        self.is_in_successes = false;
        self.left_out.clear();
        self.test.clear();
    }
}

/// Installs what is missing where that is possible. Tests that need what is still missing are skipped and
/// print which program they lack.
fn install_packages() -> Outcome {
    let missing = missing_packages();
    if missing.is_empty() {
        println!("all there");
        return Outcome::passed();
    }
    let names = missing.join(" ");
    if find_program("apt-get").is_none() {
        println!("missing: {names}; install them with this system's package manager");
    } else if !is_root() {
        println!("missing: {names}; install them with: sudo apt-get install {names}");
    } else if !install_without_services(&missing) {
        println!("could not install {names}; tests that need them are skipped");
    }
    let missing = missing_packages();
    let skipped =
        missing.iter().map(|it| Skip::new("packages", format!("{it} is not installed")));
    Outcome { skipped: skipped.collect(), ..Outcome::passed() }
}

/// Services that packages of the list would start, now and with the computer. Tests start what they need themselves.
const SERVICES: [(&str, &[&str]); 4] = [
    ("chrony", &["chrony"]),
    ("munge", &["munge"]),
    ("openssh-server", &["ssh"]),
    ("slurm-wlm", &["slurmctld", "slurmd"]),
];

/// Installs what is missing; no service starts by that, and none of them with the computer. Whether it succeeded.
fn install_without_services(missing: &[&str]) -> bool {
    // Asked by Debian's packages before they start anything; 101: nothing may. Source: invoke-rc.d(8).
    let policy = Path::new("/usr/sbin/policy-rc.d");
    let is_ours = !policy.exists();
    if is_ours && write_policy(policy).is_err() {
        return false;
    }
    let is_done = apt_get(&["update"])
        && apt_get(&[&["install", "--yes", "--no-install-recommends"], missing].concat());
    if is_ours {
        std::fs::remove_file(policy).ok();
    }
    let new = SERVICES.iter().filter(|(package, _)| missing.contains(package));
    for service in new.flat_map(|(_, services)| *services) {
        let mut systemctl = Command::new("systemctl");
        systemctl.args(["disable", "--quiet", service]).stdin(Stdio::null());
        // A machine without systemd has nothing to disable.
        systemctl.stderr(Stdio::null()).status().ok();
    }
    is_done
}

fn write_policy(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::write(path, "#!/bin/sh\nexit 101\n")?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

fn missing_packages() -> Vec<&'static str> {
    let is_missing = |of: &str| match of.starts_with('/') {
        true => !Path::new(of).exists(),
        false => find_program(of).is_none(),
    };
    let missing = PACKAGES.into_iter().filter(|(_, of)| is_missing(of));
    missing.map(|(package, _)| package).collect()
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
        assert_eq!(all, [Step::TestReckoning, Step::Test]);
    }

    /// What a test program prints with `--show-output`.
    const OUTPUT: &str = "test a ... ok\ntest b ... FAILED\ntest c ... ok\n\nsuccesses:\n\n\
        ---- a stdout ----\n  skipped: no fio\nskipped: no zram\nchatter\n\nsuccesses:\n    a\n\n\
        failures:\n---- b stdout ----\nboom\n\n\
        test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";

    fn read(output: &str) -> (TestLog, Vec<&str>) {
        let mut log = TestLog::default();
        let shown = output.lines().filter(|line| log.shows(line)).collect();
        (log, shown)
    }

    #[test]
    fn the_log_keeps_results_failures_and_reasons_of_skipping() {
        let (log, shown) = read(OUTPUT);
        let expected = "test a ... ok\ntest b ... FAILED\ntest c ... ok\n\n  skipped: no fio\n\
                        skipped: no zram\nfailures:\n---- b stdout ----\nboom\n\n\
                        test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(shown.join("\n"), expected);
        assert_eq!(log.skipped, [Skip::new("a", "no fio"), Skip::new("a", "no zram")]);
        assert_eq!(log.failed, ["b"]);
    }

    #[test]
    fn a_skipped_test_counts_as_skipped_and_not_as_passed() {
        let twice = OUTPUT.repeat(2);
        let (log, _) = read(&twice);
        assert_eq!(log.tests, Counts { passed: 2, failed: 2 });
        let all = Outcome { skipped: log.skipped, tests: log.tests, ..Outcome::default() };
        let lines = closing_lines(&all);
        assert_eq!(lines.last().unwrap(), "==> 2 passed, 2 failed, 1 skipped");
        assert_eq!(lines[0], "skipped: a: no fio");
    }

    #[test]
    fn what_no_entry_declares_is_found() {
        assert!(has_undeclared(&[Skip::new("a", "no fio")], false));
        assert!(!has_undeclared(&[], true));
    }
}
