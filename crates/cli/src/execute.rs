//! Runs a plan and shows the result.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_runner::{Method, Writes, builtin_method};
use iogram_session::{
    Asking, Job, ResolvedTarget, computer, intent_of, parse_settings, permission_for,
    plan_method, resolve, resolve_for_writing, seed_or_random,
};

use crate::args::{EngineArgs, EngineChoice, OutputArgs, QuickArgs, RunArgs};
use crate::conclude::{exit_code, show};
use crate::failure::Failure;
use crate::method_choice::find_method;
use crate::observer::TerminalObserver;
use crate::options;
use crate::outlets;
use crate::output;
use crate::places;
use crate::safety::confirm;
use crate::signals;
use crate::tune;

/// `iogram quick`.
pub(crate) fn quick(arguments: &QuickArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("quick")?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let permission = options::permission(&engine.safety, output, None)?;
    let root = computer(engine.safety.unused_outside.as_deref());
    let settings = parse_settings(&arguments.settings.settings)?;
    several_times(arguments.runs, (engine, output), |engine| {
        let (permission, root) = (permission.clone(), root.clone());
        // A first look: what may only be read is read, without a question.
        let target = resolve(&arguments.target, intent_of(&method), permission, &root)?;
        perform(&method, target, root, settings.clone(), (engine, output))
    })
}

/// `iogram run`.
pub(crate) fn run(arguments: &RunArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let file = arguments.what.method_file.as_ref();
    let settings = parse_settings(&arguments.settings.settings)?;
    let output = &arguments.output;
    several_times(arguments.runs, (&arguments.engine, output), |engine| {
        perform_on(&method, &target, settings.clone(), (engine, output), file)
    })
}

/// How a run ended.
struct Done {
    code: ExitCode,
    id: String,
}

/// Carries out `once` for each of so many runs, which are kept one by one; a failure ends it. Each has its own
/// random choices.
fn several_times(
    count: u32,
    (engine, output): (&EngineArgs, &OutputArgs),
    once: impl Fn(&EngineArgs) -> Result<Done, Failure>,
) -> Result<ExitCode, Failure> {
    if count == 1 {
        return once(engine).map(|done| done.code);
    }
    if output.no_store || output.json.is_some() {
        let option = if output.no_store { "--no-store" } else { "--json" };
        return Err(Failure::usage(
            format!(
                "cannot measure {count} runs with {option}: each is kept as a run of its own"
            ),
            format!("leave {option} out; iogram show ID --format json writes one of them"),
        ));
    }
    let (mut ids, mut worst) = (Vec::new(), ExitCode::SUCCESS);
    for index in 0..count {
        if !output.quiet {
            output::talk(&format!("run {} of {count}", index + 1));
        }
        let seed = engine.seed.map(|seed| seed.wrapping_add(u64::from(index)));
        let done = once(&EngineArgs { seed, ..engine.clone() })?;
        if done.code != ExitCode::SUCCESS {
            worst = done.code;
        }
        ids.push(done.id);
    }
    output::talk(&format!(
        "hint: to compare with as many runs of another drive: iogram compare {} -- RUN RUN ..",
        ids.join(" ")
    ));
    Ok(worst)
}

/// Runs a method on what `target` names. `file` is where the method comes from, if it is no built-in one.
pub(crate) fn run_on(
    method: &Method,
    target: &str,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    file: Option<&PathBuf>,
) -> Result<ExitCode, Failure> {
    perform_on(method, target, settings, (engine, output), file).map(|done| done.code)
}

fn perform_on(
    method: &Method,
    target: &str,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    file: Option<&PathBuf>,
) -> Result<Done, Failure> {
    let root = computer(engine.safety.unused_outside.as_deref());
    let how = (method, settings.as_slice());
    let permission =
        permission_for(how, target, options::safety(&engine.safety, output, file)?, &root)?;
    let target = match method.writes {
        Writes::Region | Writes::Device => {
            resolve_for_writing(target, permission, &root, (Asking::Writes, &confirm))?
        }
        Writes::Nothing | Writes::File => {
            resolve(target, intent_of(method), permission, &root)?
        }
    };
    perform(method, target, root, settings, (engine, output))
}

/// Plans a method on a target, runs and shows it.
pub(crate) fn run_a_method(
    method: &Method,
    target: ResolvedTarget,
    root: SysRoot,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
) -> Result<ExitCode, Failure> {
    perform(method, target, root, settings, (engine, output)).map(|done| done.code)
}

fn perform(
    method: &Method,
    target: ResolvedTarget,
    root: SysRoot,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
) -> Result<Done, Failure> {
    let seed = seed_or_random(engine.seed);
    let (plan, warnings) = plan_method(method, &target, settings, seed)?;
    carry_out(Job::new(plan, target, warnings, root, seed), engine, output)
}

/// What a second Ctrl-C, which ends everything at once, leaves undone.
fn left_by_force(job: &Job, is_tuned: bool) -> Option<&'static str> {
    let permission = &job.target.permission;
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

/// Runs what is planned, and shows it.
pub(crate) fn execute(
    job: Job,
    engine: &EngineArgs,
    output: &OutputArgs,
) -> Result<ExitCode, Failure> {
    carry_out(job, engine, output).map(|done| done.code)
}

fn carry_out(mut job: Job, engine: &EngineArgs, output: &OutputArgs) -> Result<Done, Failure> {
    if engine.platform.reach.poll && engine.engine == EngineChoice::Sync {
        return Err(Failure::usage(
            "only io_uring can poll for completions",
            "leave --poll out, or use --engine io_uring",
        ));
    }
    job.plan.cells_mut().for_each(|cell| cell.path = engine.engine.into());
    let json = outlets::json(output)?;
    let store = if output.no_store { None } else { Some(places::open_store(&output.store)?) };
    let control = Arc::new(Control::default());
    signals::watch(&control, left_by_force(&job, engine.platform.tune))?;
    let platform = options::platform(&engine.platform);
    let mut observer = TerminalObserver::new(&control, output.quiet);
    let ended = iogram_session::run(job, &platform, store, &control, &mut observer)?;
    // What cannot be kept can still be read.
    show(&ended.run, output, json)?;
    ended.put_back?;
    let kept_in = ended.kept?;
    if let (Some(path), false) = (&kept_in, output.quiet) {
        let id = &ended.run.id;
        output::talk(&format!("saved as {id} in {} (iogram show {id})", path.display()));
    }
    let code = exit_code(&ended.run, &ended.outcome, kept_in.is_some())?;
    Ok(Done { code, id: ended.run.id })
}
