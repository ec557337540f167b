//! `iogram campaign task`: runs one method on one drive, with the requested repetitions; completed ones are not
//! repeated.

use std::io::BufRead as _;
use std::path::Path;
use std::process::ExitCode;

use iogram_campaign::{Plan, PlanDrive, PlanMethod};
use iogram_model::{Nanos, Text, sentence, text};
use iogram_store::{Store, TaskKey};

use super::standing::{is_done, outcome_of};
use super::{Loaded, base, conditions, load, server_of, show};
use crate::args::{CampaignTaskArgs, EngineArgs, OutputArgs, ResumeArgs, StoreArgs};
use crate::at_once::target_of;
use crate::execute;
use crate::failure::{CANNOT_TELL, DRIVE_FAILED, ENVIRONMENT, Failure, code_of, worse};
use crate::output;
use crate::places;
use crate::resume;
use crate::signals;

/// `iogram campaign task`.
pub(super) fn task(arguments: &CampaignTaskArgs) -> Result<ExitCode, Failure> {
    let plan = read_plan(arguments)?;
    let Some((task, method, drive)) = plan.task(arguments.index) else {
        return Err(Failure::usage(
            sentence!("cli-campaign-no-task", id = plan.id, index = arguments.index),
            text!("cli-iogram-campaign-plan-file-numbers-tasks"),
        ));
    };
    let output = &arguments.output;
    if output.no_store || output.json.is_some() || arguments.engine.seed.is_some() {
        return Err(Failure::usage(
            text!("cli-runs-task-kept-seed-campaign-gives"),
            text!("cli-leave-out-no-store-json-seed"),
        ));
    }
    let mut worst = 0;
    for round in 0..method.runs {
        let key = TaskKey {
            campaign: plan.id.clone(),
            task_index: task.index as u64,
            round_index: u64::from(round),
        };
        let code = once(&plan, (method, drive), key.clone(), arguments)?;
        // A user who stopped this round does not want the next one, and its obstacle would also stop that.
        let code = crate::number_of(code);
        if ![0, DRIVE_FAILED, CANNOT_TELL].contains(&code) {
            return Ok(ExitCode::from(code));
        }
        // A drive that is known to fail may have an interrupted run, too: the same command resumes it.
        if code != 0 && !is_round_done(&plan, &key, &output.store)? {
            return Ok(ExitCode::from(ENVIRONMENT));
        }
        worst = worse(worst, code);
    }
    Ok(ExitCode::from(worst))
}

/// Whether nothing of this round is left to measure.
fn is_round_done(plan: &Plan, key: &TaskKey, store: &StoreArgs) -> Result<bool, Failure> {
    let mut kept = base(plan, store)?;
    let run = kept.task_run(key)?;
    run.map_or(Ok(true), |run| is_done(&run, &mut kept))
}

/// The plan from standard input, a plan's file, or the campaign itself.
fn read_plan(arguments: &CampaignTaskArgs) -> Result<Plan, Failure> {
    let no_plan = |what: String| {
        Failure::usage(
            sentence!("cli-no-plan-campaign", what),
            text!("cli-iogram-campaign-plan-file-format-json"),
        )
    };
    if arguments.file.as_os_str() == "-" {
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        read.map_err(|error| no_plan(error.to_string()))?;
        if arguments.attached {
            signals::stop_at_end_of_input()?;
        }
        return Plan::read(&line).ok_or_else(|| no_plan("standard input".to_owned()));
    }
    let path: &Path = &arguments.file;
    let text = places::read_text(path)?;
    if text.trim_start().starts_with('{') {
        let plan = Plan::read(&text);
        return plan.ok_or_else(|| no_plan(path.display().to_string()));
    }
    let loaded: Loaded = load(path)?;
    match loaded.submitted()? {
        Some((plan, _)) => Ok(plan),
        None => loaded.plan(iogram_campaign::EngineKind::Local, &arguments.output.store),
    }
}

/// One repetition: skipped if complete, resumed if interrupted.
fn once(
    plan: &Plan,
    (method, drive): (&PlanMethod, &PlanDrive),
    key: TaskKey,
    arguments: &CampaignTaskArgs,
) -> Result<ExitCode, Failure> {
    let quiet = arguments.output.quiet;
    let round = key.round_index;
    places::check_server(server_of(plan).as_deref())?;
    let mut here = places::open_store(&arguments.output.store)?;
    let known = here.task_run(&key)?;
    let mut done = match &known {
        Some(run) if is_done(run, &mut here)? => {
            Some((run.run_id.clone(), outcome_of(run, &mut here)?))
        }
        _ => None,
    };
    if done.is_none()
        && let Some(server) = server_of(plan)
    {
        let mut server = Store::open(server)?;
        if let Some(run) = server.task_run(&key)?
            && is_done(&run, &mut server)?
        {
            let outcome = outcome_of(&run, &mut server)?;
            done = Some((run.run_id, outcome));
        }
    }
    // The result is that of the completed run, wherever it is stored.
    if let Some((id, outcome)) = done {
        if !quiet {
            output::talk(sentence!("cli-round-done-run", round, id));
        }
        return Ok(ExitCode::from(code_of(outcome.kind)));
    }
    let target = match (drive.typed(), &drive.serial) {
        (Some(target), _) => target,
        (None, Some(serial)) => target_of(&iogram_inspect::SysRoot::default(), serial)?,
        (None, None) => {
            return Err(Failure::usage(text!("cli-task-names-no-drive"), Text::NONE));
        }
    };
    let mut kept = base(plan, &arguments.output.store)?;
    if conditions::is_dropped(plan, drive, &mut kept)? {
        let drive = drive.name();
        output::talk(sentence!("cli-drive-failed-another-method-campaign-given", drive));
        return Ok(ExitCode::SUCCESS);
    }
    drop(kept);
    let mut engine = engine_args(plan, (method, drive), &key, arguments);
    engine.platform.ready = conditions::ready(plan, &target);
    let output: OutputArgs = arguments.output.clone();
    if let Some(run) = known {
        drop(here);
        let resume = ResumeArgs {
            run: Some(run.run_id),
            target: Some(target),
            engine: EngineArgs { seed: None, ..engine },
            output,
        };
        return resume::resume(&resume);
    }
    drop(here);
    let method = show::method_of(method)?;
    let settings = plan.task(arguments.index).map(|(_, it, _)| it.settings.clone());
    execute::run_on(&method, &target, settings.unwrap_or_default(), (&engine, &output), None)
}

/// Arbitrary: two terms of a lease, after which a dead holder is known to be dead.
const LEASE_WAIT: Nanos = Nanos(600 * Nanos::SECOND.0);

/// The plan's measurement settings.
fn engine_args(
    plan: &Plan,
    (_, drive): (&PlanMethod, &PlanDrive),
    key: &TaskKey,
    arguments: &CampaignTaskArgs,
) -> EngineArgs {
    let mut engine = arguments.engine.clone();
    let round = u32::try_from(key.round_index).unwrap_or(u32::MAX);
    engine.seed = Some(plan.seed_of(drive, round));
    // The drive's own name, and only if the file contains it: the usual permit is still required.
    let named = drive.serial.iter().filter(|serial| plan.destroy.contains(serial));
    engine.safety.destroy.extend(named.cloned());
    engine.platform.task = Some(key.clone());
    let fleet = &mut engine.platform.fleet;
    fleet.server = fleet.server.take().or_else(|| server_of(plan));
    // Wait for the other task of its drive, or for its own one on another computer.
    fleet.lease_wait = fleet.lease_wait.or(Some(LEASE_WAIT));
    let note = format!("{} task {} round {}", plan.id, key.task_index, key.round_index);
    engine.platform.notes.push(("campaign".to_owned(), note));
    engine
}
