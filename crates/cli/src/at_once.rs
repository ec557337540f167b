//! `--at-once`: measures several drives at the same time, each in a separate run.
//!
//! A typing mistake ends the command before anything is measured. A problem with one drive (it is refused, it fails,
//! it is unplugged) ends only that drive's run.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use iogram_engine::{Control, CpuChoice};
use iogram_inspect::SysRoot;
use iogram_model::{RunState, Sentence, Text, sentence, text};
use iogram_report::render_answer;
use iogram_runner::{Method, Plan};
use iogram_session::{
    Ended, FailureKind, Intent, Permission, PlannedRun, ResolvedTarget, SideRun,
    beside_one_another, computer, measure_tool, resolve, run_side_by_side, seats_apart,
};

use crate::args::{EngineArgs, OutputArgs, SafetyArgs};
use crate::board::{Board, RowFollower};
use crate::complaint;
use crate::failure::{BUG, ENVIRONMENT, Failure, worse};
use crate::finish;
use crate::options;
use crate::outlets::Sink;
use crate::output;
use crate::places;
use crate::prepare::{Question, check_polling, comparison_hint, left_by_force, prepare};
use crate::push;
use crate::signals;

/// The request.
pub(crate) struct AtOnce<'a> {
    pub(crate) method: &'a Method,
    /// A method for each target by position, if they differ; empty if all have the same.
    pub(crate) own: &'a [Method],
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) engine: &'a EngineArgs,
    pub(crate) output: &'a OutputArgs,
    /// The file of the method, unless it is built in.
    pub(crate) file: Option<&'a PathBuf>,
    pub(crate) question: Question,
    /// Number of rounds over all of them.
    pub(crate) rounds: u32,
}

/// The targets of `--at-once`: the named ones, and those of `--each`, which may be serial numbers.
pub(crate) fn with_each(named: &[String], each: &[String]) -> Result<Vec<String>, Failure> {
    let root = SysRoot::default();
    let mut targets = named.to_vec();
    for text in each.iter().map(|text| text.trim()) {
        targets.push(target_of(&root, text)?);
    }
    Ok(targets)
}

/// The target unchanged, or the one drive with this serial number.
pub(crate) fn target_of(root: &SysRoot, text: &str) -> Result<String, Failure> {
    let is_target = text.contains([':', '/']) || std::path::Path::new(text).exists();
    if is_target {
        return Ok(text.to_owned());
    }
    let listed = iogram_inspect::list_devices(root, iogram_inspect::ListScope::InUse);
    let listed = listed.map_err(|error| Failure::environment(error.sentence(), Text::NONE))?;
    let is_meant = |serial: &Option<String>| serial.as_deref() == Some(text);
    let found: Vec<&str> = listed
        .devices
        .iter()
        .filter(|device| is_meant(&device.serial))
        .map(|device| device.name.as_str())
        .collect();
    match found.as_slice() {
        [only] => Ok(root.dev.join(only).display().to_string()),
        [] => Err(Failure::usage(
            sentence!("cli-no-drive-serial-number", text),
            text!("cli-iogram-list-shows-drives-computer-serial"),
        )),
        several => Err(Failure::usage(
            sentence!("cli-several-drives-serial-number", text, list = several.join(", ")),
            text!("cli-name-paths"),
        )),
    }
}

/// Measures all `targets` at once.
pub(crate) fn measure(asked: &AtOnce<'_>, targets: &[&str]) -> Result<ExitCode, Failure> {
    check(asked)?;
    let count = targets.len();
    let mut ids = vec![Vec::new(); count];
    let (mut worst, mut are_whole) = (0, true);
    for round in 0..asked.rounds {
        let engine = EngineArgs {
            seed: asked.engine.seed.map(|seed| seed.wrapping_add(u64::from(round))),
            ..asked.engine.clone()
        };
        if !asked.output.quiet {
            let method = asked.method;
            let title = match asked.file {
                Some(_) => method.title.clone(),
                None => output::locale().built_in_title(&method.id, &method.title),
            };
            output::talk(sentence!("cli-drives-once", title, count));
        }
        let ended = once(asked, &engine, targets)?;
        for (one, ids) in ended.iter().zip(&mut ids) {
            worst = worse(worst, one.code);
            ids.extend(one.id.clone());
            are_whole &= one.is_whole;
        }
        if ended.iter().any(|one| one.is_stopped) {
            break;
        }
    }
    // Interrupted runs are not compared.
    if are_whole && ids.iter().all(|ids| !ids.is_empty()) {
        comparison_hint(&ids).into_iter().for_each(output::talk);
    }
    Ok(ExitCode::from(worst))
}

/// Rejects requests that make no sense for several drives.
fn check(asked: &AtOnce<'_>) -> Result<(), Failure> {
    let (output, platform) = (asked.output, &asked.engine.platform);
    check_polling(asked.engine)?;
    places::check_server(options::server(&asked.engine.platform.fleet).as_deref())?;
    let options = [
        (output.no_store, "--no-store", text!("cli-each-drive-run-kept-run-own")),
        (output.json.is_some(), "--json", text!("cli-each-drive-run-kept-run-own")),
        (platform.tune, "--tune", text!("cli-sets-computer-drive-iogram-tune-before")),
        (platform.power_sensor.is_some(), "--power-sensor", text!("cli-meter-measures-drive")),
        (platform.power_csv.is_some(), "--power-csv", text!("cli-meter-measures-drive")),
    ];
    match options.into_iter().find(|(is_given, ..)| *is_given) {
        None => Ok(()),
        Some((_, option, why)) => Err(Failure::usage(
            sentence!("cli-cannot-measure-several-drives-once", option, why: why),
            sentence!("cli-leave-out", option),
        )),
    }
}

/// The end of one of the drives.
struct One {
    id: Option<String>,
    code: u8,
    is_stopped: bool,
    /// Whether its run is complete.
    is_whole: bool,
}

/// Plans the run of each target, or states why there is none.
///
/// # Errors
///
/// If something was typed wrongly: that is wrong for all of them, or for the list.
fn plan_each(
    asked: &AtOnce<'_>,
    engine: &EngineArgs,
    targets: &[&str],
    root: &SysRoot,
) -> Result<Vec<Result<PlannedRun, Failure>>, Failure> {
    let typed = typed_for_each(asked, engine, targets, root)?;
    let mut planned = Vec::new();
    for (index, (target, typed)) in targets.iter().zip(typed).enumerate() {
        let method = asked.own.get(index).unwrap_or(asked.method);
        let job = typed.and_then(|typed| {
            let destroy = typed.into_iter().collect();
            let safety = SafetyArgs { destroy, ..engine.safety.clone() };
            let engine = EngineArgs { safety, ..engine.clone() };
            let settings = asked.settings.clone();
            prepare(
                method,
                target,
                settings,
                (&engine, asked.output),
                (asked.file, asked.question),
            )
        });
        match job {
            Err(failure) if failure.kind == FailureKind::Usage => return Err(failure),
            job => planned.push(job),
        }
    }
    Ok(planned)
}

/// Measures all drives once.
fn once(
    asked: &AtOnce<'_>,
    engine: &EngineArgs,
    targets: &[&str],
) -> Result<Vec<One>, Failure> {
    let root = computer(engine.safety.unused_outside.as_deref());
    let planned = plan_each(asked, engine, targets, &root)?;
    let jobs: Vec<&PlannedRun> = planned.iter().flatten().collect();
    let resolved: Vec<&ResolvedTarget> = jobs.iter().map(|job| &job.target).collect();
    let beside = beside_one_another(&resolved, &root)?;
    let seats = seats(&jobs, engine, &root);
    let has_hardware = jobs.iter().any(|job| job.target.spec.path().is_some());
    let tool =
        has_hardware.then(|| measure_tool(engine.platform.reach.clock.into())).transpose()?;
    let controls: Vec<Arc<Control>> =
        planned.iter().map(|_| Arc::new(Control::default())).collect();
    let left =
        jobs.iter().find_map(|job| left_by_force(job, engine.platform.write_cache.is_some()));
    let names: Vec<_> = targets
        .iter()
        .zip(&controls)
        .map(|(target, control)| ((*target).to_owned(), Arc::clone(control)))
        .collect();
    let board = Board::new(&names, asked.output.quiet);
    let mut followers: Vec<RowFollower> =
        (0..targets.len()).map(|index| RowFollower::new(&board, index)).collect();
    let mut circumstances = beside.into_iter().zip(seats);
    let (mut runs, mut places, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (job, follower)) in planned.into_iter().zip(&mut followers).enumerate() {
        let mut job = match job {
            Ok(job) => job,
            Err(failure) => {
                board.ended(index, &output::said(&failure.message));
                failures.push((index, failure));
                continue;
            }
        };
        job.plan.cells_mut().for_each(|cell| cell.path = engine.engine.into());
        let (beside, cpus) = circumstances.next().unwrap_or_default();
        let mut platform = options::platform(&engine.platform);
        (platform.beside, platform.tool) = (beside, tool.clone());
        if engine.platform.reach.cpus.is_none() {
            platform.reach.cpus = cpus;
        }
        let store = Some(places::open_store(&asked.output.store)?);
        let control = Arc::clone(&controls[index]);
        runs.push(SideRun { job, platform, store, control, follower });
        places.push(index);
    }
    signals::watch(&controls, left)?;
    let ended = board.while_drawn(|| run_side_by_side(runs));
    let mut all: Vec<Option<Result<Ended, Failure>>> = targets.iter().map(|_| None).collect();
    failures.into_iter().for_each(|(index, failure)| all[index] = Some(Err(failure)));
    places.into_iter().zip(ended).for_each(|(index, ended)| all[index] = ended);
    for ended in all.iter().flatten().flatten() {
        if let Ok(kept) = &ended.kept {
            let fleet = &engine.platform.fleet;
            push::tell_by_itself(fleet, kept.as_deref(), &ended.run.id, true);
        }
    }
    show(all, targets, asked.output, &controls)
}

/// Separate processors for each drive, unless the user named some.
fn seats(jobs: &[&PlannedRun], engine: &EngineArgs, root: &SysRoot) -> Vec<CpuChoice> {
    if engine.platform.reach.cpus.is_some() {
        return vec![CpuChoice::Any; jobs.len()];
    }
    let threads = |plan: &Plan| plan.cells().map(|cell| cell.workload.jobs).max().unwrap_or(1);
    let targets: Vec<_> = jobs.iter().map(|job| (&job.target, threads(&job.plan))).collect();
    seats_apart(&targets, root)
}

/// The value of `--destroy` for each of the targets: the one that the guard accepts as its name, if any.
///
/// # Errors
///
/// If a value is the name of none of them. For one target: if it shares its name with another.
fn typed_for_each(
    asked: &AtOnce<'_>,
    engine: &EngineArgs,
    targets: &[&str],
    root: &SysRoot,
) -> Result<Vec<Result<Option<String>, Failure>>, Failure> {
    let typed = &engine.safety.destroy;
    if typed.is_empty() {
        return Ok(targets.iter().map(|_| Ok(None)).collect());
    }
    let permission = |destroy: Option<&String>| -> Result<Permission, Failure> {
        let destroy = destroy.cloned().into_iter().collect();
        let safety = SafetyArgs { destroy, ..engine.safety.clone() };
        options::permission(&safety, asked.output, asked.file)
    };
    let (mut taken, mut held) = (Vec::new(), Vec::new());
    for (index, target) in targets.iter().enumerate() {
        let resolved = resolve(target, Intent::Write, permission(None)?, root)?;
        let mut own = None;
        if resolved.refusal.is_some() {
            for text in typed {
                let allowed = permission(Some(text))?;
                if resolve(target, Intent::Write, allowed, root)?.refusal.is_none() {
                    own = Some(text.clone());
                }
            }
            // Names cannot be checked while another program holds the device.
            if own.is_none() && resolved.unconfirmed().is_none() {
                held.push(index);
            }
        }
        taken.push(own);
    }
    let unused = typed.iter().find(|text| !taken.iter().flatten().any(|own| own == *text));
    if let (Some(text), true) = (unused, held.is_empty()) {
        return Err(Failure::usage(
            sentence!("cli-destroy-names-none-these-drives-called", text),
            text!("cli-iogram-list-shows-serial-numbers-name"),
        ));
    }
    let shared = |own: &String| taken.iter().flatten().filter(|it| *it == own).count() > 1;
    let each = taken.iter().enumerate().map(|(index, own)| match own {
        // The user asked for writing, and the guard states the reason for its refusal: no name lifts it.
        None if held.contains(&index) => Ok(unused.cloned()),
        Some(own) if shared(own) => Err(Failure::new(
            FailureKind::Refused,
            sentence!("cli-several-these-drives-called-meant", own),
            text!("cli-measure-after-other"),
        )),
        own => Ok(own.clone()),
    });
    Ok(each.collect())
}

/// Shows the answers, in the order of the targets; a failed one shows its error.
fn show(
    all: Vec<Option<Result<Ended, Failure>>>,
    targets: &[&str],
    output: &OutputArgs,
    controls: &[Arc<Control>],
) -> Result<Vec<One>, Failure> {
    let mut ones = Vec::new();
    for ((ended, target), control) in all.into_iter().zip(targets).zip(controls) {
        let is_stopped = control.is_stopped();
        let one = match ended {
            None => One { id: None, code: BUG, is_stopped, is_whole: false },
            Some(Err(failure)) => {
                let code = complain(target, failure);
                One { id: None, code, is_stopped, is_whole: false }
            }
            Some(Ok(ended)) => One { is_stopped, ..show_one(target, ended, output)? },
        };
        ones.push(one);
    }
    Ok(ones)
}

fn show_one(target: &str, ended: Ended, output: &OutputArgs) -> Result<One, Failure> {
    let Ended { run, outcome, put_back, kept } = ended;
    let is_kept = matches!(kept, Ok(Some(_)));
    if output.is_full || output.format != crate::args::Format::Text {
        finish::show(&run, output, Sink::None)?;
    } else {
        let answer = render_answer(&run, &output::layout(), &output::locale());
        let more = output::said(&sentence!("cli-more-iogram-show", id = run.id));
        let head = iogram_model::shown(target);
        output::data(&format!("{head}\n{answer}{more}\n\n"))?;
    }
    let mut code = 0;
    for failure in [put_back.err(), kept.err()].into_iter().flatten() {
        code = worse(code, complain(target, failure));
    }
    let ending = finish::ending(&run, &outcome, is_kept);
    if let Some(failure) = ending.complaint {
        complain(target, failure);
    }
    let code = worse(code, ending.code);
    let is_whole = run.state == RunState::Completed && code != ENVIRONMENT;
    Ok(One { id: Some(run.id), code, is_stopped: false, is_whole })
}

/// Reports a problem with one of the drives; returns its exit code.
fn complain(target: &str, failure: Failure) -> u8 {
    let message: Sentence = sentence!("cli-target-why", target, why: failure.message);
    crate::number_of(complaint::report(&Failure { message, ..failure }))
}
