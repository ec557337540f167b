//! iogram on virtual hardware: a real kernel in QEMU with emulated drives of every kind.
//!
//! Knows the order: images, programs under test, one boot for queries and the guard, another for faults. Must not
//! know how an image is made (`image`), how QEMU is run (`machine`) or the checks inside (`guest`).
//!
//! Emulated speed has no meaning: no number from here belongs into a comparison.

use std::collections::VecDeque;
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::image::Image;
use crate::machine::{Room, Setup};
use crate::programs::Programs;
use crate::record::{Group, Record, Verdict};
use crate::{boots, guest, host, machine, table};

/// Alone on a core the longest list takes about 3 min; on a busy machine, much more.
const BOOT_TIME_MAX: Duration = Duration::from_secs(2700);

/// The longest check, a drive that hangs until its I/O timeout, takes about a minute. A check that hangs for ever
/// must not take the time of all others. Arbitrary.
const CHECK_TIME_MAX: Duration = Duration::from_secs(600);

/// Each machine and its checks: after a failure of one, only its own checks are repeated.
const MACHINES: [(&str, &[Group]); 3] = [
    (ONE_PROCESSOR, &[Group::Guard]),
    ("drives", &[Group::Know, Group::Free, Group::Purge]),
    ("fault", &[Group::Fault]),
];

/// Processors of the other machines.
const CPU_COUNT: u32 = 2;

/// Processors of the machine with short checks, one program after the other: a second processor would need a message
/// at each change of a page, and a third more of the host's time.
const ONE_PROCESSOR: &str = "guard";

/// Attempts of checks that depend on time.
const ATTEMPTS_MAX: u32 = 2;

/// The comparisons to run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Options {
    /// Empty is all.
    only: Vec<Group>,
    has_fio: bool,
    is_refreshed: bool,
    /// The default of every machine.
    cpu_count: Option<u32>,
    json: Option<PathBuf>,
    /// The program under test, if it is not built here.
    program: Option<PathBuf>,
    /// Only states of the guard with this in their names, and no other group.
    state: Option<String>,
    /// Run this in the guest instead of the checks.
    script: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            only: Vec::new(),
            has_fio: true,
            is_refreshed: false,
            cpu_count: None,
            json: None,
            program: None,
            state: None,
            script: None,
        }
    }
}

/// A skipped check, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Skip {
    check: String,
    reason: String,
}

impl Skip {
    fn new(check: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { check: check.into(), reason: reason.into() }
    }
}

/// The verdict for the list of all checks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Summary {
    is_passed: bool,
    skipped: Vec<Skip>,
    /// Checks that failed at first and passed at a retry.
    unsteady: Vec<String>,
    /// Failed checks.
    failures: Vec<String>,
}

impl Summary {
    /// As `cargo xtask test` reads it (`xtask/src/test/lab.rs`).
    fn to_json(&self) -> Value {
        let skip = |it: &Skip| json!({ "check": it.check, "reason": it.reason });
        json!({
            "is_passed": self.is_passed,
            "skipped": self.skipped.iter().map(skip).collect::<Vec<_>>(),
            "unsteady": self.unsteady,
            "failures": self.failures,
        })
    }
}

/// `cargo lab`.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let options = parse_options(arguments)?;
    if let Some(reason) = impossible() {
        bail!("the virtual machine cannot be run here: {reason}");
    }
    let image = Image::find_or_make(&cache()?, options.is_refreshed)?;
    if let Some(script) = &options.script {
        return run_script(&image, &options, script).map(|()| ExitCode::SUCCESS);
    }
    let records = run_on(&image, &options)?;
    print!("{}", table::render(&records));
    if let Some(path) = &options.json {
        let values: Vec<Value> = records.iter().map(Record::to_json).collect();
        std::fs::write(path, format!("{:#}\n", json!(values)))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(if is_passed(&records) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The same as a part of `cargo xtask test`, with its outcome in `file`.
pub(crate) fn check_into(file: &Path) -> Result<ExitCode> {
    let summary = check()?;
    std::fs::write(file, format!("{:#}\n", summary.to_json()))
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Without an image the checks are skipped, with the reason.
fn check() -> Result<Summary> {
    let skipped = |reason: String| Summary {
        is_passed: true,
        skipped: vec![Skip::new("hwbench", reason)],
        ..Summary::default()
    };
    if let Some(reason) = impossible() {
        return Ok(skipped(reason));
    }
    let image = match Image::find_or_make(&cache()?, false) {
        Ok(image) => image,
        Err(error) => return Ok(skipped(format!("{error:#}"))),
    };
    let all = Options::default();
    let mut records = run_on(&image, &all)?;
    print!("{}", table::render(&records));
    let mut unsteady = Vec::new();
    for _ in 0..ATTEMPTS_MAX {
        let Some(again) = may_be_repeated(&records) else { break };
        println!("lab: once more, because emulation on a busy machine misses times: {again:?}");
        unsteady.extend(failures(&records));
        let options = Options { only: again.clone(), ..all.clone() };
        records.retain(|it| it.group != Group::Bench && !again.contains(&it.group));
        records.extend(run_on(&image, &options)?);
        print!("{}", table::render(&records));
    }
    let reasons = records.iter().filter(|record| record.verdict == Verdict::Skipped);
    let name = |it: &Record| format!("hwbench {} {} {}", it.group.name(), it.name, it.drive);
    let skipped = reasons.map(|it| Skip::new(name(it).trim_end(), it.why.as_str())).collect();
    let failures = failures(&records);
    Ok(Summary { is_passed: is_passed(&records), skipped, unsteady, failures })
}

/// The groups to run again: only faults and an unfinished machine depend on time. iogram's output, refusals and
/// writes do not, and are never excused.
fn may_be_repeated(records: &[Record]) -> Option<Vec<Group>> {
    let failed = || records.iter().filter(|record| record.verdict == Verdict::Failed);
    if failed().count() == 0 || failed().any(|it| it.group < Group::Fault) {
        return None;
    }
    // QEMU itself can abort among faults: a drive over USB that hangs and is unplugged sometimes meets one of its
    // assertions (hw/usb/dev-uas.c, usb_uas_cancel_io).
    let made_fail = |group: Group| {
        let is_in = |(_, groups): &&(&str, &[Group])| groups.contains(&group);
        let machine = MACHINES.iter().find(is_in).map(|(name, _)| machine_named(name));
        failed().any(|it| it.group == group || machine.as_ref() == Some(&it.name))
    };
    let all = Group::ALL.into_iter().filter(|group| *group != Group::Bench);
    let again: Vec<Group> = all.filter(|group| made_fail(*group)).collect();
    (!again.is_empty()).then_some(again)
}

/// The record of a machine.
fn machine_named(name: &str) -> String {
    format!("machine \"{name}\"")
}

/// Every failed check, in words.
fn failures(records: &[Record]) -> Vec<String> {
    let failed = records.iter().filter(|record| record.verdict == Verdict::Failed);
    failed
        .map(|it| format!("{} {} {}: {}", it.group.name(), it.name, it.drive, it.why))
        .collect()
}

/// The first process of the virtual machine.
pub(crate) fn run_guest() -> Result<ExitCode> {
    guest::run()
}

/// Opens a device exclusively, reports it by making a file, and never ends.
pub(crate) fn hold(device: &str, word: &str) -> Result<ExitCode> {
    // Source: Linux, include/uapi/asm-generic/fcntl.h.
    const O_EXCL: i32 = 0o200;
    let _held = OpenOptions::new()
        .read(true)
        .custom_flags(O_EXCL)
        .open(device)
        .with_context(|| format!("cannot open {device}"))?;
    std::fs::write(word, "").with_context(|| format!("cannot make {word}"))?;
    loop {
        std::thread::park();
    }
}

/// The reason why no virtual machine can run here.
fn impossible() -> Option<String> {
    if std::env::consts::ARCH != "x86_64" {
        return Some(format!("the images are for x86_64, this is {}", std::env::consts::ARCH));
    }
    ["apt-get", "dpkg-deb", "tar", "setpriv", "ldd"]
        .into_iter()
        .find(|program| host::find_program(program).is_none())
        .map(|program| format!("there is no {program}"))
}

/// Directory of the images between runs.
fn cache() -> Result<PathBuf> {
    Ok(host::target_directory()?.join("hwbench"))
}

/// The jobs that run in parallel, the longest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Job {
    Machine(&'static str, &'static [Group]),
    Boots,
}

/// A machine keeps little more than one processor busy, and failing drives mostly wait.
const WORKERS: usize = 2;

/// Shared state of all jobs.
#[derive(Debug)]
struct Bench<'a> {
    image: &'a Image,
    options: &'a Options,
    programs: Programs,
    cache: PathBuf,
    stop: Arc<AtomicBool>,
}

/// Boots the machines and collects their results.
fn run_on(image: &Image, options: &Options) -> Result<Vec<Record>> {
    let bench = Bench::set_up(image, options)?;
    let wanted = |group: &Group| options.only.is_empty() || options.only.contains(group);
    let machines = MACHINES.iter().filter(|(_, groups)| groups.iter().any(wanted));
    let mut jobs: VecDeque<Job> =
        machines.map(|(name, groups)| Job::Machine(name, groups)).collect();
    if wanted(&Group::Boot) {
        jobs.push_back(Job::Boots);
    }
    let jobs = Mutex::new(jobs);
    let work = || -> Result<Vec<Record>> {
        let mut records = Vec::new();
        loop {
            let job = jobs.lock().expect("nobody panics with it").pop_front();
            let Some(job) = job else { return Ok(records) };
            records.append(&mut bench.run(job)?);
        }
    };
    let mut records = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(|it| match it.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect::<Result<Vec<_>>>()
    })?
    .concat();
    records.sort_by_key(|record| record.group);
    Ok(records)
}

impl<'a> Bench<'a> {
    fn set_up(image: &'a Image, options: &'a Options) -> Result<Self> {
        let stop = watch_signals()?;
        let iogram = options.program.clone().map_or_else(build_iogram, Ok)?;
        let cache = cache()?;
        let programs = Programs::gather(image, iogram, &cache)?;
        Ok(Self { image, options, programs, cache, stop })
    }

    fn run(&self, job: Job) -> Result<Vec<Record>> {
        match job {
            Job::Machine(name, groups) => self.run_machine(name, groups),
            Job::Boots => {
                println!("a computer that boots from a slow drive: boot");
                boots::check(self.image, &self.programs.iogram, &self.cache, &self.stop)
            }
        }
    }

    fn run_machine(&self, name: &str, groups: &[Group]) -> Result<Vec<Record>> {
        let only = &self.options.only;
        let groups: Vec<Group> =
            groups.iter().filter(|it| only.is_empty() || only.contains(it)).copied().collect();
        let room = Room::make(&self.cache, &format!("room-{name}"))?;
        let names: Vec<&str> = groups.iter().map(|group| group.name()).collect();
        let (has_fio, state) = (self.options.has_fio, &self.options.state);
        room.plan(&json!({ "groups": names, "fio": has_fio, "state": state }))?;
        let usual = if name == ONE_PROCESSOR { 1 } else { CPU_COUNT };
        let setup = Setup {
            cpu_count: self.options.cpu_count.unwrap_or(usual),
            has_bad_sectors: groups.contains(&Group::Fault),
            time_max: BOOT_TIME_MAX,
            check_time_max: CHECK_TIME_MAX,
        };
        println!("machine \"{name}\": {}", names.join(", "));
        let began = Instant::now();
        let ended = machine::run(self.image, &self.programs, &room, setup, &self.stop);
        let mut records = read_records(&room)?;
        let mut machine = Record::new(Group::Bench, &machine_named(name), "");
        machine.seconds = began.elapsed().as_secs_f64();
        machine.iogram = format!("{} checks", records.len());
        match ended {
            Ok(busy) => machine.bytes = format!("{:.0} s of a processor", busy.as_secs_f64()),
            Err(error) => machine.fail(format!("{error:#}")),
        }
        let is_broken =
            |it: &&Record| it.group == Group::Bench && it.verdict == Verdict::Failed;
        if let Some(broken) = records.iter().find(is_broken) {
            machine.fail(broken.why.clone());
        }
        records.push(machine);
        Ok(records)
    }
}

/// After a signal the guard that holds QEMU ends it.
fn watch_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .context("cannot watch signals")?;
    }
    Ok(stop)
}

/// Runs a script instead of the checks, for debugging.
fn run_script(image: &Image, options: &Options, script: &str) -> Result<()> {
    let bench = Bench::set_up(image, options)?;
    let room = Room::make(&bench.cache, "room-script")?;
    room.plan(&json!({ "script": script }))?;
    let setup = Setup {
        cpu_count: options.cpu_count.unwrap_or(CPU_COUNT),
        has_bad_sectors: false,
        time_max: BOOT_TIME_MAX,
        check_time_max: BOOT_TIME_MAX,
    };
    machine::run(image, &bench.programs, &room, setup, &bench.stop)?;
    let path = room.share().join("out/script");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    print!("{text}");
    Ok(())
}

/// At least one check ran, and all passed or were skipped.
fn is_passed(records: &[Record]) -> bool {
    !records.is_empty() && records.iter().all(|record| record.verdict != Verdict::Failed)
}

fn build_iogram() -> Result<PathBuf> {
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--package", "iogram", "--locked"])
        .current_dir(host::root())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("cannot build iogram: {status}");
    }
    let cache = cache()?;
    let target = cache.parent().expect("the cache lies in the target directory");
    Ok(target.join("release/iogram"))
}

fn read_records(room: &Room) -> Result<Vec<Record>> {
    let path = room.share().join("out/results");
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().filter_map(Record::parse).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn parse_options(arguments: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let mut value = || rest.next().with_context(|| format!("{name} needs a value"));
        match name.as_str() {
            "--only" => {
                let word = value()?;
                let group = Group::find(word).filter(|group| *group != Group::Bench);
                options.only.push(group.with_context(|| {
                    format!(
                        "\"{word}\" is not a group; use know, free, guard, purge, fault or boot"
                    )
                })?);
            }
            "--no-fio" => options.has_fio = false,
            "--refresh" => options.is_refreshed = true,
            "--cpus" => {
                let count = value()?.parse().ok().filter(|count| (1..=16).contains(count));
                options.cpu_count = Some(count.context("--cpus takes a number from 1 to 16")?);
            }
            "--json" => options.json = Some(PathBuf::from(value()?)),
            "--program" => options.program = Some(PathBuf::from(value()?)),
            "--state" => {
                options.state = Some(value()?.clone());
                options.only = vec![Group::Guard];
            }
            "--script" => options.script = Some(value()?.clone()),
            other => bail!(
                "\"{other}\" is not an option; use --only, --no-fio, --refresh, --cpus, \
                 --json, --program, --state or --script"
            ),
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Options> {
        let words: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
        parse_options(&words)
    }

    #[test]
    fn options_are_read_and_wrong_ones_refused_with_what_is_right() {
        let expected = Options {
            only: vec![Group::Guard, Group::Fault],
            has_fio: false,
            cpu_count: Some(1),
            ..Options::default()
        };
        let text = "--only guard --no-fio --only fault --cpus 1";
        assert_eq!(parsed(text).unwrap(), expected);
        #[track_caller]
        fn check(text: &str, expected: &str) {
            let error = parsed(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        check("--only bench", "guard");
        check("--cpus 0", "from 1");
        check("--cpus", "needs a value");
        check("--fast", "--refresh");
    }

    #[test]
    fn nothing_checked_is_not_passed() {
        let mut record = Record::new(Group::Guard, "mounted", "sata");
        assert!(!is_passed(&[]));
        assert!(is_passed(&[record.clone()]));
        record.fail("bytes changed");
        assert!(!is_passed(&[record]));
    }

    #[test]
    fn an_outcome_is_written_with_its_names() {
        let summary = Summary {
            is_passed: true,
            skipped: vec![Skip::new("hwbench", "no apt-get")],
            ..Summary::default()
        };
        let expected = json!({
            "is_passed": true,
            "skipped": [{ "check": "hwbench", "reason": "no apt-get" }],
            "unsteady": [],
            "failures": [],
        });
        assert_eq!(summary.to_json(), expected);
    }

    #[test]
    fn only_what_depends_on_time_is_run_again() {
        let mut fault = Record::new(Group::Fault, "hangs", "virtio");
        let mut guard = Record::new(Group::Guard, "mounted", "sata");
        assert_eq!(may_be_repeated(&[fault.clone(), guard.clone()]), None);
        fault.fail("late");
        assert_eq!(may_be_repeated(&[fault.clone(), guard.clone()]), Some(vec![Group::Fault]));
        let broken = |name: &str| {
            let mut machine = Record::new(Group::Bench, &machine_named(name), "");
            machine.fail("not finished");
            machine
        };
        let again = |machines: &[&str]| {
            let mut records: Vec<Record> = machines.iter().map(|it| broken(it)).collect();
            records.push(guard.clone());
            may_be_repeated(&records).unwrap()
        };
        assert_eq!(again(&["guard"]), [Group::Guard]);
        assert_eq!(again(&["fault"]), [Group::Fault]);
        let most = [Group::Know, Group::Free, Group::Purge, Group::Fault];
        assert_eq!(again(&["fault", "drives"]), most);
        let mut boot = Record::new(Group::Boot, "boots", "4 MiB/s");
        boot.fail("late");
        assert_eq!(may_be_repeated(&[guard.clone(), boot]), Some(vec![Group::Boot]));
        guard.fail("bytes changed");
        assert_eq!(may_be_repeated(&[fault, guard]), None);
    }
}
