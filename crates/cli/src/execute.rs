//! Runs a plan and shows the result.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{Run, RunState, sentence, text};
use iogram_runner::{Method, builtin_method};
use iogram_session::{
    PlannedRun, ResolvedTarget, computer, intent_of, parse_settings, resolve,
};

use crate::args::{EngineArgs, OutputArgs, QuickArgs, RunArgs, WhatArgs};
use crate::at_once::{self, AtOnce, with_each};
use crate::card_file;
use crate::complaint;
use crate::failure::{ENVIRONMENT, Failure, worse};
use crate::finish::{ending, show};
use crate::follower::TerminalFollower;
use crate::method_choice::find_method;
use crate::options;
use crate::outlets;
use crate::output;
use crate::places;
use crate::prepare::{
    Question, check_polling, comparison_hint, left_by_force, planned, prepare,
};
use crate::push;
use crate::reference::find_reference;
use crate::signals;

/// `iogram quick`.
pub(crate) fn quick(arguments: &QuickArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("quick")?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let settings = parse_settings(&arguments.settings.settings)?;
    let mut others = with_each(&arguments.turns.others, &arguments.turns.each)?;
    let first = match &arguments.target {
        Some(target) => target.clone(),
        None if others.is_empty() => ".".to_owned(),
        None => others.remove(0),
    };
    let targets = targets(&first, &others)?;
    let rounds = arguments.turns.runs;
    if arguments.turns.at_once {
        let (file, question) = (None, Question::NotAsked);
        let asked = AtOnce {
            method: &method,
            own: &[],
            settings,
            engine,
            output,
            file,
            question,
            rounds,
        };
        return at_once::measure(&asked, &targets);
    }
    let permission = options::permission(&engine.safety, output, None)?;
    let root = computer(engine.safety.unused_outside.as_deref());
    look_at_each(&method, &targets, (engine, output), None)?;
    several_times(arguments.turns.runs, &targets, (engine, output), |target, engine| {
        let (permission, root) = (permission.clone(), root.clone());
        // A quick run asks no question: if only reading is allowed, it only reads.
        let target = resolve(target, intent_of(&method), permission, &root)?;
        perform(&method, target, root, settings.clone(), (engine, output))
    })
}

/// `iogram run`.
pub(crate) fn run(arguments: &RunArgs) -> Result<ExitCode, Failure> {
    let (mut what, others) = with_targets_apart(arguments);
    let mut others = with_each(&others, &arguments.turns.each)?;
    if what.method_file.is_none() && what.second.is_none() && !others.is_empty() {
        what.second = Some(others.remove(0));
    }
    let (method, target) = find_method(&what)?;
    let file = arguments.what.method_file.as_ref();
    let settings = parse_settings(&arguments.settings.settings)?;
    let output = &arguments.output;
    let targets = targets(&target, &others)?;
    if arguments.turns.at_once {
        let (engine, rounds) = (&arguments.engine, arguments.turns.runs);
        let question = Question::Asked;
        let asked = AtOnce {
            method: &method,
            own: &[],
            settings,
            engine,
            output,
            file,
            question,
            rounds,
        };
        return at_once::measure(&asked, &targets);
    }
    look_at_each(&method, &targets, (&arguments.engine, output), file)?;
    several_times(
        arguments.turns.runs,
        &targets,
        (&arguments.engine, output),
        |target, engine| {
            let with = (file, arguments.reference.as_deref());
            perform_on(&method, target, settings.clone(), (engine, output), with)
        },
    )
}

/// With a method file every name is a target: the second one is in the position of the optional target.
fn with_targets_apart(arguments: &RunArgs) -> (WhatArgs, Vec<String>) {
    let (mut what, mut others) = (arguments.what.clone(), arguments.turns.others.clone());
    // A method name beside a method file is a mistake, and the error states that.
    if what.method_file.is_some() && builtin_method(&what.first).is_err() {
        others.splice(0..0, what.second.take());
    }
    (what, others)
}

/// The end of a run.
pub(crate) struct Done {
    pub(crate) code: ExitCode,
    /// Whether it completed: the reason for an early end also ends the later ones.
    is_whole: bool,
    id: String,
}

/// The targets of one command, each once: a target is compared with others, not with itself.
fn targets<'a>(first: &'a str, others: &'a [String]) -> Result<Vec<&'a str>, Failure> {
    let mut targets = vec![first];
    for other in others {
        if targets.contains(&other.as_str()) {
            return Err(Failure::usage(
                sentence!("cli-cannot-measure-turn-itself", other),
                text!("cli-name-each-target-once-how-often"),
            ));
        }
        targets.push(other);
    }
    Ok(targets)
}

/// Checks all of several targets, so that a problem with the last one is found before the first is measured.
fn look_at_each(
    method: &Method,
    targets: &[&str],
    (engine, output): (&EngineArgs, &OutputArgs),
    file: Option<&PathBuf>,
) -> Result<(), Failure> {
    if targets.len() == 1 {
        return Ok(());
    }
    let permission = options::permission(&engine.safety, output, file)?;
    let root = computer(engine.safety.unused_outside.as_deref());
    for target in targets {
        resolve(target, intent_of(method), permission.clone(), &root)?;
    }
    Ok(())
}

/// The order of this many targets in this many rounds: back and forth, so that a steady change over time affects all
/// of them alike.
fn turns(targets: usize, rounds: u32) -> Vec<usize> {
    let turn =
        |round: u32, at: usize| if round.is_multiple_of(2) { at } else { targets - 1 - at };
    (0..rounds).flat_map(|round| (0..targets).map(move |at| turn(round, at))).collect()
}

/// Executes `once` for each of the runs of each target, which are stored one by one; a failure ends it. Each round
/// has its own random choices, the same for all targets.
fn several_times(
    rounds: u32,
    targets: &[&str],
    (engine, output): (&EngineArgs, &OutputArgs),
    once: impl Fn(&str, &EngineArgs) -> Result<Done, Failure>,
) -> Result<ExitCode, Failure> {
    let turns = turns(targets.len(), rounds);
    let count = turns.len();
    if let [only] = *turns.as_slice() {
        return once(targets[only], engine).map(|done| done.code);
    }
    if output.no_store || output.json.is_some() {
        let option = if output.no_store { "--no-store" } else { "--json" };
        return Err(Failure::usage(
            sentence!("cli-cannot-measure-runs-each-kept-run", count, option),
            sentence!("cli-leave-out-iogram-show-id-format", option),
        ));
    }
    let (mut ids, mut worst) = (vec![Vec::new(); targets.len()], 0);
    for (index, &target) in turns.iter().enumerate() {
        if !output.quiet {
            let (index, target) = (index + 1, targets[target]);
            output::talk(if targets.len() > 1 {
                sentence!("cli-run-index-count", index, count, target)
            } else {
                sentence!("cli-run-2", index, count)
            });
        }
        let round = (index / targets.len()) as u64;
        let seed = engine.seed.map(|seed| seed.wrapping_add(round));
        let done = once(targets[target], &EngineArgs { seed, ..engine.clone() })?;
        worst = worse(worst, crate::number_of(done.code));
        // The reason for the end applies to the others, too.
        if !done.is_whole {
            return Ok(ExitCode::from(worst));
        }
        ids[target].push(done.id);
    }
    comparison_hint(&ids).into_iter().for_each(output::talk);
    Ok(ExitCode::from(worst))
}

/// Runs a method on the target that `target` names. `file` is the method's file, unless it is built in.
pub(crate) fn run_on(
    method: &Method,
    target: &str,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    file: Option<&PathBuf>,
) -> Result<ExitCode, Failure> {
    perform_on(method, target, settings, (engine, output), (file, None)).map(|done| done.code)
}

fn perform_on(
    method: &Method,
    target: &str,
    settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    (file, reference): (Option<&PathBuf>, Option<&str>),
) -> Result<Done, Failure> {
    let before = |job| {
        let mut before = None;
        measure_and_tell(job, engine, output, |run| {
            before = Some(run.clone());
            Ok(())
        })?;
        Ok(before.expect("what was measured is told"))
    };
    let written = card_file::measure(method, target, &settings, (engine, output), before)?;
    let mut job = prepare(method, target, settings, (engine, output), (file, Question::Asked))?;
    job.file_writes = written;
    if let Some(name) = reference {
        let asked = (job.plan.method.id.as_str(), &job.plan.method.params);
        job.plan.reference = Some(find_reference(name, asked, &output.store)?);
    }
    measure_and_show(job, engine, output)
}

/// Plans a method on a target, runs it and shows the result.
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
    measure_and_show(planned(method, target, root, settings, engine)?, engine, output)
}

/// Runs a planned run, and shows the result.
pub(crate) fn execute(
    job: PlannedRun,
    engine: &EngineArgs,
    output: &OutputArgs,
) -> Result<ExitCode, Failure> {
    measure_and_show(job, engine, output).map(|done| done.code)
}

fn measure_and_show(
    job: PlannedRun,
    engine: &EngineArgs,
    output: &OutputArgs,
) -> Result<Done, Failure> {
    let json = outlets::json(output)?;
    measure_and_tell(job, engine, output, |run| show(run, output, json))
}

/// Runs a planned run; `tell` shows the result.
pub(crate) fn measure_and_tell(
    mut job: PlannedRun,
    engine: &EngineArgs,
    output: &OutputArgs,
    tell: impl FnOnce(&Run) -> Result<(), Failure>,
) -> Result<Done, Failure> {
    check_polling(engine)?;
    places::check_server(options::server(&engine.platform.fleet).as_deref())?;
    job.plan.cells_mut().for_each(|cell| cell.path = engine.engine.into());
    let store = if output.no_store { None } else { Some(places::open_store(&output.store)?) };
    let control = Arc::new(Control::default());
    let is_set = engine.platform.tune || engine.platform.write_cache.is_some();
    signals::watch(std::slice::from_ref(&control), left_by_force(&job, is_set))?;
    let platform = options::platform(&engine.platform);
    let mut follower = TerminalFollower::new(&control, output.quiet);
    let ended = iogram_session::run(job, &platform, store, &control, &mut follower)?;
    // A result that cannot be stored can still be read.
    tell(&ended.run)?;
    ended.put_back?;
    let kept_in = ended.kept?;
    if let (Some(path), false) = (&kept_in, output.quiet) {
        let id = &ended.run.id;
        output::talk(sentence!("cli-saved-iogram-show", id, path = path.display()));
    }
    let fleet = &engine.platform.fleet;
    push::tell_by_itself(fleet, kept_in.as_deref(), &ended.run.id, output.quiet);
    let ending = ending(&ended.run, &ended.outcome, kept_in.is_some());
    if let Some(failure) = &ending.complaint {
        complaint::say(failure);
    }
    let is_whole = ended.run.state == RunState::Completed && ending.code != ENVIRONMENT;
    Ok(Done { code: ExitCode::from(ending.code), is_whole, id: ended.run.id })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_there_and_back_so_that_no_target_is_always_first() {
        assert_eq!(turns(1, 3), [0, 0, 0]);
        assert_eq!(turns(2, 4), [0, 1, 1, 0, 0, 1, 1, 0]);
        assert_eq!(turns(3, 2), [0, 1, 2, 2, 1, 0]);
    }
}
