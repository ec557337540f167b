//! Runs a plan: opens the target, keeps every cell as it ends, judges, shows the result.

use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use iogram_device::{DriveRig, SysRoot};
use iogram_engine::Control;
use iogram_model::{
    Bytes, CellRecord, CellState, Criteria, LookMoment, Run, RunState, TargetRecord, Unknown,
    Warning,
};
use iogram_runner::{
    Method, Plan, PlannedStep, ProbeKind, Resumption, Writes, builtin_method, run_from,
    run_method,
};

use crate::args::{EngineArgs, OutputArgs, PlatformArgs, QuickArgs, RunArgs};
use crate::borrowed::permission_for;
use crate::check;
use crate::conclude::{exit_code, finish_run, show};
use crate::conditions::{self, Around};
use crate::failure::Failure;
use crate::keeper::Keeper;
use crate::opened::{AnyRig, Clock, Opened};
use crate::outlets;
use crate::output;
use crate::places;
use crate::planning::{
    Asking, find_method, intent_of, look_for_writing, parse_settings, plan_method,
};
use crate::progress::{self, Progress};
use crate::restore;
use crate::resume;
use crate::safety::{Permission, computer};
use crate::signals;
use crate::target::{Looked, look};
use crate::tune;

/// `iogram quick`.
pub(crate) fn quick(arguments: &QuickArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("quick")?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let permission = Permission::new(&engine.safety, output, None)?;
    let root = computer(engine.safety.unused_outside.as_ref());
    // A first look: what may only be read is read, without a question.
    let looked = look(&arguments.target, intent_of(&method), permission, &root)?;
    run_a_method(&method, looked, root, &arguments.settings.settings, (engine, output))
}

/// `iogram run`.
pub(crate) fn run(arguments: &RunArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let file = arguments.what.method_file.as_ref();
    let root = computer(engine.safety.unused_outside.as_ref());
    let settings = parse_settings(&arguments.settings.settings)?;
    let how = (&method, settings.as_slice());
    let permission = permission_for(how, &target, &engine.safety, (output, file), &root)?;
    let looked = match method.writes {
        Writes::Region | Writes::Device => {
            look_for_writing(&target, permission, &root, Asking::Writes)?
        }
        Writes::Nothing | Writes::File => look(&target, intent_of(&method), permission, &root)?,
    };
    run_a_method(&method, looked, root, &arguments.settings.settings, (engine, output))
}

pub(crate) fn run_a_method(
    method: &Method,
    looked: Looked,
    root: SysRoot,
    settings: &[String],
    (engine, output): (&EngineArgs, &OutputArgs),
) -> Result<ExitCode, Failure> {
    let seed = seed(engine);
    let (plan, warnings) = plan_method(method, &looked, settings, seed)?;
    execute(Job { plan, looked, warnings, root, seed, resumed: None }, engine, output)
}

/// The seed of a run: as asked for, or another one each time.
pub(crate) fn seed(engine: &EngineArgs) -> u64 {
    seed_or_random(engine.seed)
}

/// The same for a seed that was asked for elsewhere.
pub(crate) fn seed_or_random(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let (now, process) = (iogram_device::now().0, u64::from(std::process::id()));
        // Short enough to be typed again.
        iogram_engine::mix(now ^ process << 40) >> 32
    })
}

/// What is to be run on what.
pub(crate) struct Job {
    pub(crate) plan: Plan,
    pub(crate) looked: Looked,
    /// What was found out while planning.
    pub(crate) warnings: Vec<Warning>,
    pub(crate) root: SysRoot,
    /// Decides what a simulated drive does.
    pub(crate) seed: u64,
    /// What is there already; `None` for a run from its beginning.
    pub(crate) resumed: Option<Box<Resumed>>,
}

/// A run that goes on.
pub(crate) struct Resumed {
    /// As it is kept.
    pub(crate) run: Run,
    pub(crate) resumption: Resumption,
}

/// What a second Ctrl-C, which ends everything at once, leaves undone.
fn left_by_force(job: &Job, is_tuned: bool) -> Option<&'static str> {
    let permission = &job.looked.permission;
    match (permission.borrow.is_some() || permission.places.is_some(), is_tuned) {
        (true, true) => Some(
            "what was borrowed is not put back yet: iogram restore\n\
             the computer is still set for the run: iogram tune --restore",
        ),
        (true, false) => Some("what was borrowed is not put back yet: iogram restore"),
        (false, true) => Some(tune::LEFT),
        (false, false) => None,
    }
}

/// Runs a plan from opening the target to the report.
pub(crate) fn execute(
    mut job: Job,
    engine: &EngineArgs,
    output: &OutputArgs,
) -> Result<ExitCode, Failure> {
    job.plan.cells_mut().for_each(|cell| cell.path = engine.engine.into());
    let json = outlets::json(output)?;
    let store = if output.no_store { None } else { Some(places::open_store(&output.store)?) };
    let control = Arc::new(Control::default());
    signals::watch(&control, left_by_force(&job, engine.platform.tune))?;
    let is_written = job.plan.writes();
    let mut opened = job.looked.open(is_written, job.seed, &control, &job.root)?;
    let around = Around::begin(&job.root, &mut opened, &engine.platform, wall_clock_us())?;
    let resumed = job.resumed.take();
    let (mut run, beginning) = match resumed {
        None => (begin_run(&job, &opened, &engine.platform)?, None),
        Some(resumed) => {
            resume::check_identity(&resumed.run.target, &opened.rig.as_dyn().target())?;
            let (mut run, beginning) = resume::go_on(*resumed, opened.clock, wall_clock_us());
            run.criteria.get_or_insert_with(|| criteria_of(&job.plan));
            (run, Some(beginning))
        }
    };
    check::look(&job.root, &opened, LookMoment::Before, (&mut run, false));
    around.record(&mut run);
    match &beginning {
        _ if output.quiet => {}
        None => announce(&run, &job, opened.clock),
        Some(start) => resume::announce(&run, start),
    }
    let progress = Progress::new(&job.plan, (job.looked.kind, opened.clock), output.quiet);
    let mut keeper =
        Keeper::new(&mut run, store, progress, &control, (opened.clock, output.quiet));
    let outcome = match beginning {
        None => {
            keeper.begin(&job.looked.origin())?;
            run_method(&job.plan, opened.rig.as_dyn_mut(), &control, &mut keeper)
        }
        Some(start) => {
            keeper.go_on(&start)?;
            let beginning = start.beginning;
            run_from(&job.plan, beginning, opened.rig.as_dyn_mut(), &control, &mut keeper)
        }
    };
    let keeping = keeper.end();
    let mut failure = None;
    check::look(&job.root, &opened, LookMoment::After, (&mut run, is_written));
    let name = run.target.name.clone();
    run.target = TargetRecord { name, ..opened.rig.as_dyn().target() };
    // What is borrowed goes back, and the test file goes, before the report comes.
    if let Some(drive) = opened.rig.drive()
        && let Err(error) = put_back(drive, &mut run)
    {
        failure = Some(error);
    }
    let_go(opened, &run);
    around.end(&mut run);
    finish_run(&mut run, &outcome);
    let kept = keeping.end(&run);
    // What cannot be kept can still be read.
    show(&run, output, json)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    let kept_in = kept?;
    if let (Some(path), false) = (&kept_in, output.quiet) {
        let id = &run.id;
        output::talk(&format!("kept in {} as {id} (iogram show {id})", path.display()));
    }
    exit_code(&run, &outcome, kept_in.is_some())
}

/// Closes the target. One that does not answer may not even do that: it is not waited for long.
fn let_go(opened: Opened, run: &Run) {
    const GRACE: Duration = Duration::from_secs(1);
    let is_hung =
        |cell: &CellRecord| matches!(cell.state, CellState::Stalled | CellState::Interrupted);
    match opened.rig {
        AnyRig::Drive(rig) if run.cells.iter().any(is_hung) => {
            let (sender, closed) = mpsc::channel::<()>();
            let thread = std::thread::Builder::new().name("closing".to_owned());
            let started = thread.spawn(move || {
                drop(rig);
                drop(sender);
            });
            if started.is_ok() {
                // An error says that it is closed, or that it takes too long.
                let _closed_or_not = closed.recv_timeout(GRACE);
            }
        }
        rig => drop(rig),
    }
}

/// Puts back what was borrowed, and says so in the record.
fn put_back(rig: &mut DriveRig, run: &mut Run) -> Result<(), Failure> {
    let warning = |code: &str, message: String| Warning { code: code.to_owned(), message };
    match rig.put_back() {
        Ok(None) => Ok(()),
        Ok(Some(done)) => {
            if !run.probes.is_empty() {
                output::talk(&restore::words(done));
                return Ok(());
            }
            let message = format!(
                "only the first {} were worked on, which were borrowed: {}",
                done.size,
                restore::words(done)
            );
            run.warnings.push(warning("borrowed", message));
            Ok(())
        }
        Err(error) => {
            run.warnings.push(warning("not-put-back", error.message.clone()));
            let kept = rig.borrowed().map(|(_, journal)| journal.display().to_string());
            let places = rig.borrowed_places().map(|journal| journal.display().to_string());
            let kept = kept.or(places);
            let hint = match (error.hint.is_empty(), kept) {
                (true, Some(journal)) => format!(
                    "its blocks are kept; when it is there again: iogram restore {journal}"
                ),
                _ => error.hint.clone(),
            };
            Err(Failure::environment(error.message, hint))
        }
    }
}

/// What the run is judged by, so that it can be judged again without its method file.
fn criteria_of(plan: &Plan) -> Criteria {
    Criteria {
        rules: plan.rules.clone(),
        marks: plan.marks.clone(),
        nines: plan.nines.clone(),
        steady: plan.steady.clone(),
    }
}

/// The record of a run before its first cell.
fn begin_run(job: &Job, opened: &Opened, platform: &PlatformArgs) -> Result<Run, Failure> {
    let started_at_us = wall_clock_us();
    let conditions = conditions::find(opened, &job.root, platform)?;
    // A test file is as large as its lay-out will make it: a run that never ends says so, too.
    let size = job.plan.steps.iter().find_map(|step| match step {
        PlannedStep::LayOut { size, .. } if opened.is_file => Some(*size),
        _ => None,
    });
    let target = opened.rig.as_dyn().target();
    let target = TargetRecord { capacity: size.unwrap_or(target.capacity), ..target };
    let mut warnings = conditions::warnings(&conditions, target.drive.as_deref());
    warnings.extend(check::before_run(&job.root, opened, &job.plan, platform));
    warnings.extend(job.warnings.iter().cloned());
    let destroyed = opened.rig.real().and_then(DriveRig::destroyed_contents);
    if let Some(contents) = destroyed.filter(|contents| !contents.is_empty()) {
        warnings.push(Warning {
            code: "contents-destroyed".to_owned(),
            message: format!(
                "what is on the device was allowed to be destroyed: {}",
                contents.summary()
            ),
        });
    }
    Ok(Run {
        format: Run::FORMAT.to_owned(),
        id: run_id(started_at_us),
        state: RunState::Running,
        started_at_us,
        ended_at_us: None,
        method: job.plan.method.clone(),
        target,
        conditions,
        purges: Vec::new(),
        rests: Vec::new(),
        resumes: Vec::new(),
        looks: Vec::new(),
        cells: Vec::new(),
        probes: Vec::new(),
        warnings,
        findings: Vec::new(),
        criteria: Some(criteria_of(&job.plan)),
        headline: None,
        unknown: Unknown::default(),
    })
}

/// Microseconds since 1970 UTC.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
pub(crate) fn wall_clock_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.ok().and_then(|since| i64::try_from(since.as_micros()).ok()).unwrap_or(0)
}

/// Sortable by time, with a random part for runs that start in the same second.
pub(crate) fn run_id(started_at_us: i64) -> String {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let time = iogram_report::timestamp(started_at_us);
    let (day, clock) = time.split_once('T').unwrap_or((&time, ""));
    let clock: String = digits(clock).chars().take(6).collect();
    let salt = iogram_device::now().0 ^ u64::from(std::process::id()) << 32;
    format!("{}-{clock}-{:04x}", digits(day), iogram_engine::mix(salt) & 0xffff)
}

/// What is measured and how long it takes, before it begins.
fn announce(run: &Run, job: &Job, clock: Clock) {
    let (target, plan) = (&run.target, &job.plan);
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive: Vec<String> = drive.into_iter().flatten().collect();
    let drive =
        if drive.is_empty() { String::new() } else { format!(" ({})", drive.join(", ")) };
    let time = progress::duration(plan, &iogram_runner::AssumedRange::default());
    // How long a probe takes depends on what it finds.
    let has_probe = plan.steps.iter().any(|step| matches!(step, PlannedStep::Probe(_)));
    let of_whom = match clock {
        Clock::Host => "",
        Clock::Virtual => " of the simulated drive's time",
    };
    let title = &run.method.title;
    let takes = if has_probe { String::new() } else { format!("; takes {time}{of_whom}") };
    output::talk(&format!("{title} on {}{drive}{takes}", target.name));
    for warning in &run.warnings {
        output::talk(&format!("warning: {}", warning.message));
    }
    // Said here alone: a record may be published, and a serial number is in it.
    if let (Some(shown), false) = (job.looked.unconfirmed(), plan.left_out.is_empty()) {
        let typed = shown.typed_name.quoted();
        output::talk(&format!("hint: to destroy what is on it: --destroy {typed}"));
    }
    if let Some(capacity) = job.looked.facts.capacity {
        plan.steps.iter().filter_map(|step| capacity_words(step, capacity)).for_each(|words| {
            output::talk(&words);
        });
    }
    if let Some((journals, _)) = &job.looked.permission.places {
        let journals = journals.display();
        output::talk(&format!("what is overwritten is kept in {journals} and put back"));
    }
    if let Some((size, journals)) = &job.looked.permission.borrow {
        let journals = journals.display();
        output::talk(&format!("the first {size} are borrowed; their blocks are in {journals}"));
    }
}

/// What trying the capacity writes.
fn capacity_words(step: &PlannedStep, capacity: Bytes) -> Option<String> {
    let PlannedStep::Probe(probe) = step else { return None };
    let ProbeKind::Capacity(settings) = &probe.kind else { return None };
    let most = settings.most_written(capacity);
    if settings.is_full {
        return Some(format!("writes and reads all {}", most.both()));
    }
    let cache = settings.cache_to_rule_out(capacity);
    Some(format!(
        "a genuine drive is written at most {}, to rule out caches up to {cache}",
        most.both()
    ))
}
