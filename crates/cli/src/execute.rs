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
    // A first look: what may only be read is read, without a question.
    let target = resolve(&arguments.target, intent_of(&method), permission, &root)?;
    run_a_method(&method, target, root, settings, (engine, output))
}

/// `iogram run`.
pub(crate) fn run(arguments: &RunArgs) -> Result<ExitCode, Failure> {
    let (method, target) = find_method(&arguments.what)?;
    let file = arguments.what.method_file.as_ref();
    let settings = parse_settings(&arguments.settings.settings)?;
    run_on(&method, &target, settings, (&arguments.engine, &arguments.output), file)
}

/// Runs a method on what `target` names. `file` is where the method comes from, if it is no built-in one.
pub(crate) fn run_on(
    method: &Method,
    target: &str,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    file: Option<&PathBuf>,
) -> Result<ExitCode, Failure> {
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
    run_a_method(method, target, root, settings, (engine, output))
}

pub(crate) fn run_a_method(
    method: &Method,
    target: ResolvedTarget,
    root: SysRoot,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
) -> Result<ExitCode, Failure> {
    let seed = seed_or_random(engine.seed);
    let (plan, warnings) = plan_method(method, &target, settings, seed)?;
    execute(Job::new(plan, target, warnings, root, seed), engine, output)
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
    mut job: Job,
    engine: &EngineArgs,
    output: &OutputArgs,
) -> Result<ExitCode, Failure> {
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
    exit_code(&ended.run, &ended.outcome, kept_in.is_some())
}
