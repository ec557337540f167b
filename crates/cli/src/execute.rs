//! Runs a plan: opens the target, keeps every cell as it ends, judges, shows the result.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_device::{DriveRig, SysRoot};
use iogram_engine::Control;
use iogram_model::{
    Bytes, CapacityVerdict, CellRecord, Evidence, Finding, ProbeRecord, PurgeRecord,
    PurgeState, RestRecord, Run, RunState, TargetRecord, Verdict, Warning,
};
use iogram_report::JsonStyle;
use iogram_runner::{
    End, Method, Observer, Outcome, Plan, PlanError, PlannedStep, ProbeKind, Resumption,
    Writes, builtin_method, parse_setting, run_from, run_method,
};
use iogram_store::Store;

use crate::args::{EngineArgs, Format, OutputArgs, PlatformArgs, QuickArgs, RunArgs, WhatArgs};
use crate::borrowed::permission_for;
use crate::check;
use crate::conditions::{self, Around};
use crate::failure::{DRIVE_FAILED, Failure};
use crate::geometry;
use crate::opened::{Clock, Opened};
use crate::output;
use crate::places;
use crate::progress::{self, Progress};
use crate::restore;
use crate::resume;
use crate::safety::{self, Permission};
use crate::signals;
use crate::target::{Intent, Looked, look};
use crate::tune;

/// `iogram quick`.
pub(crate) fn quick(arguments: &QuickArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("quick")?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let permission = Permission::new(&engine.safety, output, None)?;
    let root = SysRoot::default();
    // A first look: what may only be read is read, without a question.
    let looked = look(&arguments.target, intent_of(&method), permission, &root)?;
    run_a_method(&method, looked, root, &arguments.settings.settings, (engine, output))
}

/// `iogram run`.
pub(crate) fn run(arguments: &RunArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let file = arguments.what.method_file.as_ref();
    let root = SysRoot::default();
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

/// What is lost if nothing is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// The cells that write.
    Writes,
    /// All there is to do.
    Everything,
}

/// Looks at a target that will be written. In a terminal, the name of a drive can be typed now.
pub(crate) fn look_for_writing(
    target: &str,
    permission: Permission,
    root: &SysRoot,
    asking: Asking,
) -> Result<Looked, Failure> {
    let looked = look(target, Intent::Write, permission.clone(), root)?;
    let Some(shown) = looked.unconfirmed().filter(|_| safety::can_ask()) else {
        return Ok(looked);
    };
    let without = match asking {
        Asking::Writes => "only reads",
        Asking::Everything => "nothing is done",
    };
    match safety::ask(shown, without)? {
        Some(typed) => {
            let permission = Permission { destroy: Some(typed), ..permission };
            look(target, Intent::Write, permission, root)
        }
        None => Ok(looked),
    }
}

/// The method and the target that the user named.
pub(crate) fn find_method(what: &WhatArgs) -> Result<(Method, String), Failure> {
    match (&what.method_file, &what.second) {
        (Some(file), None) => {
            let text = places::read_text(file)?;
            Ok((Method::parse(&file.display().to_string(), &text)?, what.first.clone()))
        }
        (Some(file), Some(_)) => Err(Failure::usage(
            format!(
                "cannot tell the method: both {} and {} are named",
                what.first,
                file.display()
            ),
            "with --method-file name only the target",
        )),
        (None, Some(target)) => match builtin_method(&what.first) {
            Err(_) if builtin_method(target).is_ok() => Err(Failure::usage(
                format!("there is no method \"{}\"", what.first),
                format!("the method comes first: {target} {}", what.first),
            )),
            method => Ok((method?, target.clone())),
        },
        (None, None) => {
            let method = builtin_method(&what.first)?;
            Err(Failure::usage(
                format!("no target is named for method {}", method.id),
                "name a directory, a file or a block device after the method; . is the current \
                 directory",
            ))
        }
    }
}

/// Whether a method may write to its target.
pub(crate) fn intent_of(method: &Method) -> Intent {
    Intent::of(method.writes != Writes::Nothing)
}

/// What `--set` says, as pairs.
pub(crate) fn parse_settings(settings: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let parsed = settings.iter().map(|setting| {
        parse_setting(setting).map_err(|error| Failure::usage(error.to_string(), error.hint))
    });
    parsed.collect()
}

/// Plans a method on a target that was looked at; says so if something had to be changed.
pub(crate) fn plan_method(
    method: &Method,
    looked: &Looked,
    settings: &[String],
    seed: u64,
) -> Result<(Plan, Vec<Warning>), Failure> {
    let mut settings = parse_settings(settings)?;
    let mut warnings: Vec<Warning> =
        looked.fit_size(method, &mut settings)?.into_iter().collect();
    check_borrowed(method, looked)?;
    let mut plan = iogram_runner::plan(method, &settings, &looked.facts, seed)
        .map_err(|error| refused_or(error, looked))?;
    looked.settle(&mut plan);
    warnings.extend(leave_out_capacity(&mut plan, looked));
    warnings.extend(looked.warnings(&plan));
    warnings.extend(plan.warnings.iter().cloned());
    warnings.extend(notes(&plan));
    warnings.extend(left_out(&plan, looked)?);
    Ok((plan, warnings))
}

/// What the method says to whoever runs it, for whoever reads the numbers.
fn notes(plan: &Plan) -> impl Iterator<Item = Warning> {
    plan.steps.iter().filter_map(|step| match step {
        PlannedStep::Note(text) => {
            Some(Warning { code: "method-note".to_owned(), message: text.clone() })
        }
        _ => None,
    })
}

/// A method that wants the whole device makes no sense on a part of it.
fn check_borrowed(method: &Method, looked: &Looked) -> Result<(), Failure> {
    let Some((size, _)) = &looked.permission.borrow else { return Ok(()) };
    if method.writes != Writes::Device {
        return Ok(());
    }
    Err(Failure::usage(
        format!("method {} works on the whole device, and only {size} are borrowed", method.id),
        "it needs --destroy SERIAL, which destroys everything on the device",
    ))
}

/// Whether a whole device holds what it says cannot be found out in a part of it.
fn leave_out_capacity(plan: &mut Plan, looked: &Looked) -> Option<Warning> {
    let (size, _) = looked.permission.borrow.as_ref()?;
    let is_capacity = |step: &PlannedStep| matches!(step, PlannedStep::Probe(probe) if matches!(probe.kind, ProbeKind::Capacity(_)));
    let count = plan.steps.len();
    plan.steps.retain(|step| !is_capacity(step));
    (plan.steps.len() < count).then(|| Warning {
        code: "capacity-left-out".to_owned(),
        message: format!(
            "whether the device holds what it says is not tried, because only the first {size} are \
             borrowed; iogram verify {} tries it, and puts back what is there",
            looked.spec
        ),
    })
}

/// Where nothing is left because writing is refused, the refusal is the reason.
pub(crate) fn refused_or(error: PlanError, looked: &Looked) -> Failure {
    match (&error, &looked.refusal) {
        (PlanError::ReadOnly, Some(refusal)) => refusal_failure(refusal, looked),
        (PlanError::Target { .. } | PlanError::Cell { .. }, _)
            if looked.permission.borrow.is_some() =>
        {
            let size = looked.facts.capacity.unwrap_or_default();
            let message = format!("{error} (only the first {size} are borrowed)");
            Failure::usage(message, format!("{}{}", error.hint(), looked.more()))
        }
        _ => error.into(),
    }
}

fn refusal_failure(refusal: &iogram_device::DeviceError, looked: &Looked) -> Failure {
    let borrow = match looked.unconfirmed() {
        Some(_) => "; to have it put back afterwards: --borrow",
        None => "",
    };
    let hint = refusal.hint() + borrow;
    Failure::new(crate::failure::REFUSED, refusal.to_string(), hint)
}

/// The cells that a target which may only be read does without. Whoever asked for writing is refused.
/// The serial number is not in the message, because the record may be published.
fn left_out(plan: &Plan, looked: &Looked) -> Result<Option<Warning>, Failure> {
    let Some(refusal) = looked.refusal.as_ref().filter(|_| !plan.left_out.is_empty()) else {
        return Ok(None);
    };
    if looked.permission.is_asked() {
        return Err(refusal_failure(refusal, looked));
    }
    let how = match looked.unconfirmed() {
        Some(_) => {
            "; --borrow measures them and puts back what is there, --destroy destroys it"
        }
        None => "",
    };
    Ok(Some(Warning {
        code: "writes-left-out".to_owned(),
        message: format!(
            "only reads are measured, without {}: {refusal}{how}",
            plan.left_out.join(", ")
        ),
    }))
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
    let json = JsonPlace::open(output)?;
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
            let (run, beginning) = resume::go_on(*resumed, opened.clock, wall_clock_us());
            (run, Some(beginning))
        }
    };
    around.record(&mut run);
    match &beginning {
        _ if output.quiet => {}
        None => announce(&run, &job, opened.clock),
        Some(start) => resume::announce(&run, start),
    }
    let mut keeper = Keeper {
        progress: Progress::new(&job.plan, (job.looked.kind, opened.clock), output.quiet),
        control: Arc::clone(&control),
        run: &mut run,
        store,
        failure: None,
        replayed: Replayed::default(),
        origin_ns: 0,
        has_unfinished: false,
        keeps_unfinished: opened.clock == Clock::Host,
    };
    let outcome = match beginning {
        None => {
            keeper.begin()?;
            run_method(&job.plan, opened.rig.as_dyn_mut(), &control, &mut keeper)
        }
        Some(start) => {
            keeper.go_on(&start)?;
            let beginning = start.beginning;
            run_from(&job.plan, beginning, opened.rig.as_dyn_mut(), &control, &mut keeper)
        }
    };
    keeper.progress.finish();
    let (store, mut failure) = (keeper.store.take(), keeper.failure.take());
    run.target = opened.rig.as_dyn().target();
    // What is borrowed goes back, and the test file goes, before the report comes.
    if let Some(drive) = opened.rig.drive()
        && let Err(error) = put_back(drive, &mut run)
    {
        failure = Some(error);
    }
    drop(opened);
    around.end(&mut run);
    finish_run(&mut run, &outcome, &job.plan);
    let kept = keep_end(&run, store);
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
        cells: Vec::new(),
        probes: Vec::new(),
        warnings,
        findings: Vec::new(),
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

/// Keeps every cell when it ends.
struct Keeper<'a> {
    progress: Progress,
    control: Arc<Control>,
    run: &'a mut Run,
    store: Option<Store>,
    failure: Option<Failure>,
    /// Records of a run that goes on which come a second time, where the way to its state is gone again.
    replayed: Replayed,
    /// When the target's clock began, on the clock of the run.
    origin_ns: u64,
    /// Whether the last probe of the run is only what is kept of the one under way.
    has_unfinished: bool,
    /// Whether that is worth it: where time is virtual, a run that goes on begins anew.
    keeps_unfinished: bool,
}

/// How many records of each kind are known already.
#[derive(Debug, Clone, Copy, Default)]
struct Replayed {
    cells: usize,
    purges: usize,
    rests: usize,
    probes: usize,
}

/// Counts down; whether one more is known.
fn is_known(left: &mut usize) -> bool {
    let is_known = *left > 0;
    *left = left.saturating_sub(1);
    is_known
}

impl Keeper<'_> {
    /// Keeps what follows behind what is there.
    fn go_on(&mut self, start: &resume::Start) -> Result<(), Failure> {
        self.origin_ns = start.origin_ns;
        self.has_unfinished = start.beginning.broken_off.is_some();
        self.progress.go_on_after(self.run.cells.len());
        if start.replays {
            self.replayed = Replayed {
                cells: self.run.cells.len(),
                purges: self.run.purges.len(),
                rests: self.run.rests.len(),
                probes: self.run.probes.len(),
            };
        }
        let Some(store) = &mut self.store else { return Ok(()) };
        store.truncate_cells(&self.run.id, self.run.cells.len())?;
        Ok(store.finish(self.run)?)
    }

    /// Adds a probe, or what is newer of the one under way.
    fn put_probe(&mut self, record: ProbeRecord) {
        if self.has_unfinished {
            self.run.probes.pop();
        }
        let started_ns = self.origin_ns + record.started_ns;
        self.run.probes.push(ProbeRecord { started_ns, ..record });
    }

    /// Keeps everything but the cells: a crash later on must not lose it.
    fn keep_run(&mut self) -> Result<(), iogram_store::Error> {
        match &mut self.store {
            Some(store) => store.finish(self.run),
            None => Ok(()),
        }
    }

    /// Whether the run goes on: not if what it measures cannot be kept.
    fn noted(&mut self, kept: Result<(), iogram_store::Error>) -> ControlFlow<()> {
        match kept {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error.into());
                ControlFlow::Break(())
            }
        }
    }

    fn begin(&mut self) -> Result<(), Failure> {
        match &mut self.store {
            Some(store) => Ok(store.begin(self.run)?),
            None => Ok(()),
        }
    }
}

impl Observer for Keeper<'_> {
    fn step_started(&mut self, index: usize, _count: usize, step: &PlannedStep) {
        self.progress.step(index, step, &self.control);
    }

    fn purge_finished(&mut self, record: PurgeRecord) {
        if is_known(&mut self.replayed.purges) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.progress.purge(&record);
        self.run.purges.push(PurgeRecord { cells_before_count, ..record });
        let kept = self.keep_run();
        if self.noted(kept).is_break() {
            self.control.stop();
        }
    }

    fn rest_finished(&mut self, record: RestRecord) {
        if is_known(&mut self.replayed.rests) {
            return;
        }
        let cells_before_count = self.run.cells.len() as u64;
        self.run.rests.push(RestRecord { cells_before_count, ..record });
        let kept = self.keep_run();
        if self.noted(kept).is_break() {
            self.control.stop();
        }
    }

    fn probe_finished(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.probes) {
            return ControlFlow::Continue(());
        }
        self.progress.probe(&record);
        self.put_probe(record);
        self.has_unfinished = false;
        let kept = self.keep_run();
        self.noted(kept)
    }

    fn probe_kept(&mut self, record: ProbeRecord) -> ControlFlow<()> {
        if !self.keeps_unfinished {
            return ControlFlow::Continue(());
        }
        self.put_probe(record);
        self.has_unfinished = true;
        let kept = self.keep_run();
        self.noted(kept)
    }

    fn cell_finished(&mut self, record: CellRecord) -> ControlFlow<()> {
        if is_known(&mut self.replayed.cells) {
            return ControlFlow::Continue(());
        }
        let record = CellRecord { started_ns: self.origin_ns + record.started_ns, ..record };
        let position = self.run.cells.len();
        let kept = match &mut self.store {
            Some(store) => store.add_cell(&self.run.id, position, &record),
            None => Ok(()),
        };
        // Said only now: a cell that was reported is kept, whatever happens next.
        self.progress.cell(&record);
        self.run.cells.push(record);
        self.noted(kept)
    }
}

/// State, end and conclusions.
fn finish_run(run: &mut Run, outcome: &Outcome, plan: &Plan) {
    run.state = outcome.state;
    run.ended_at_us = Some(wall_clock_us());
    run.findings = iogram_findings::summarise(&run.cells);
    run.warnings.extend(iogram_findings::outliers(&run.findings));
    run.findings.extend(iogram_findings::judge(&plan.rules, &run.cells));
    run.findings.extend(iogram_findings::mix_curves(&run.cells));
    run.findings.extend(iogram_findings::tail_latencies(&plan.nines, &run.cells));
    run.findings.extend(iogram_findings::steady_states(&plan.steady, &run.cells));
    run.findings.extend(iogram_findings::capacities(&run.probes));
    let claimed = geometry::claimed_unit(run);
    run.findings.extend(iogram_findings::geometry(&run.probes, claimed));
    run.findings.extend(iogram_findings::class_tests(run, &plan.marks));
    run.findings.extend(iogram_findings::courses(run));
    run.warnings.extend(iogram_findings::throttling(&run.cells));
    if let End::Rig { error, .. } = &outcome.end {
        run.warnings
            .push(Warning { code: "failed".to_owned(), message: error.message.clone() });
    }
}

/// Keeps the end of the run; returns where.
pub(crate) fn keep_end(run: &Run, store: Option<Store>) -> Result<Option<PathBuf>, Failure> {
    let Some(mut store) = store else { return Ok(None) };
    store.finish(run)?;
    Ok(Some(store.path().to_owned()))
}

/// Where the JSON goes, opened before anything is measured.
pub(crate) enum JsonPlace {
    None,
    Stdout,
    File(PathBuf, std::fs::File),
}

impl JsonPlace {
    pub(crate) fn open(output: &OutputArgs) -> Result<Self, Failure> {
        match &output.json {
            None => Ok(Self::None),
            Some(path) if path.as_os_str() == "-" => Ok(Self::Stdout),
            Some(path) => match open_without_emptying(path) {
                Ok(file) => Ok(Self::File(path.clone(), file)),
                Err(error) => Err(Failure::environment(
                    format!("cannot write {}: {error}", path.display()),
                    "name a file in a directory that you may write, or - for standard output",
                )),
            },
        }
    }
}

/// A run that is refused leaves an older file as it was.
#[expect(clippy::disallowed_methods, reason = "a file for results, not a target")]
fn open_without_emptying(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    std::fs::OpenOptions::new().write(true).create(true).truncate(false).open(path)
}

pub(crate) fn show(run: &Run, output: &OutputArgs, json: JsonPlace) -> Result<(), Failure> {
    use std::io::Write;
    match json {
        JsonPlace::Stdout => {
            return output::data(&iogram_report::render_json(run, JsonStyle::Pretty));
        }
        JsonPlace::File(path, mut file) => {
            let text = iogram_report::render_json(run, JsonStyle::Pretty);
            // Devices such as /dev/stderr have no length to cut.
            let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
            let emptied = if is_file { file.set_len(0) } else { Ok(()) };
            emptied.and_then(|()| file.write_all(text.as_bytes())).map_err(|error| {
                Failure::environment(format!("cannot write {}: {error}", path.display()), "")
            })?;
        }
        JsonPlace::None => {}
    }
    output::data(&render(run, output.format))
}

/// A run in one of the formats.
pub(crate) fn render(run: &Run, format: Format) -> String {
    match format {
        Format::Text => iogram_report::render_text(run, &output::layout(), &output::locale()),
        Format::Markdown => iogram_report::render_markdown(run, &output::locale()),
        Format::Json => iogram_report::render_json(run, JsonStyle::Pretty),
        Format::Csv => iogram_report::render_csv(run),
    }
}

fn exit_code(run: &Run, outcome: &Outcome, is_kept: bool) -> Result<ExitCode, Failure> {
    let kept = if is_kept { "what was measured until then is kept" } else { "" };
    let broke_rule = run.findings.iter().any(|finding| match finding {
        Finding::Rule(rule) => rule.verdict == Verdict::Fail,
        Finding::Capacity(capacity) => {
            capacity.verdict.is_some_and(|verdict| verdict != CapacityVerdict::Good)
        }
        // A mark that nobody claims is no promise.
        Finding::ClassTest(test) => test.is_claimed && test.verdict == Verdict::Fail,
        _ => false,
    });
    match &outcome.end {
        End::Rig { error, .. } => Err(error.clone().into()),
        End::Stopped => {
            Err(Failure::environment("interrupted", format!("{kept}{}", how_to_go_on(run))))
        }
        End::Cell { name, state, .. } => Err(Failure::environment(
            format!("cannot go on after cell \"{name}\": {}", progress::state_words(*state)),
            format!("{kept}{}", how_to_go_on(run)),
        )),
        _ if run
            .purges
            .iter()
            .any(|it| it.state != PurgeState::Purged && !it.attempts.is_empty()) =>
        {
            Err(Failure::environment(
                "the drive was not purged; the report says what was tried",
                "what was measured after it is not about a fresh drive",
            ))
        }
        _ if has_failed_requests(run) => Err(Failure::environment(
            "requests failed; the report says which and where",
            "the drive, its connection or its power supply may be bad",
        )),
        _ if broke_rule => Ok(ExitCode::from(DRIVE_FAILED)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// How a long pass that was broken off goes on; empty if there is none.
pub(crate) fn how_to_go_on(run: &Run) -> String {
    let can_go_on = |probe: &ProbeRecord| match &probe.evidence {
        Evidence::Capacity(evidence) => evidence.progress.is_some(),
        _ => false,
    };
    match run.probes.last().filter(|probe| can_go_on(probe)) {
        Some(_) => {
            format!("; it goes on with: iogram resume {}, and the same --destroy", run.id)
        }
        None => String::new(),
    }
}

fn has_failed_requests(run: &Run) -> bool {
    run.cells.iter().any(|cell| !cell.errors.is_empty())
}
