//! `iogram resume`: a run that was broken off goes on, on the same drive, with the same random choices.

use std::process::ExitCode;

use iogram_model::{PurgeState, RestOutcome, ResumeRecord, Run, RunState, TargetRecord};
use iogram_runner::{Beginning, Kept, Method, Resumption, builtin_method};
use iogram_store::Origin;

use crate::args::ResumeArgs;
use crate::borrowed::permission_for;
use crate::execute::{self, Job, Resumed};
use crate::failure::{Failure, REFUSED};
use crate::opened::Clock;
use crate::output;
use crate::owner;
use crate::places;
use crate::planning::{self, Asking};
use crate::safety::computer;
use crate::target::{Intent, look};

/// `iogram resume`.
pub(crate) fn resume(arguments: &ResumeArgs) -> Result<ExitCode, Failure> {
    let (engine, output) = (&arguments.engine, &arguments.output);
    if output.no_store || engine.seed.is_some() {
        return Err(Failure::usage(
            "a run goes on where it is kept, with the seed that it has",
            "leave out --no-store and --seed",
        ));
    }
    let mut store = places::open_kept(&output.store)?;
    let run = store.load(&arguments.run)?;
    check_open(&run)?;
    owner::claim(&mut store, &run.id, "go on with")?;
    // What another program did until it was ours.
    let run = store.load(&run.id)?;
    check_open(&run)?;
    let origin = store.origin(&run.id)?;
    drop(store);
    let method = method_of(&run)?;
    let Some(seed) = run.method.seed else {
        return Err(cannot(&run, "it was kept by a version that did not note its seed"));
    };
    let root = computer(engine.safety.unused_outside.as_ref());
    let begun_at = origin.place.as_deref().unwrap_or(&run.target.name);
    let target = arguments.target.as_deref().unwrap_or(begun_at);
    let settings: Vec<String> =
        run.method.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let parsed = planning::parse_settings(&settings)?;
    let how = (&method, parsed.as_slice());
    let permission = permission_for(how, target, &engine.safety, (output, None), &root)?;
    let looked = match planning::intent_of(&method) {
        Intent::Write => {
            planning::look_for_writing(target, permission, &root, Asking::Everything)?
        }
        Intent::Read => look(target, Intent::Read, permission, &root)?,
    };
    check_mark(&origin, &looked.origin())?;
    let (plan, warnings) = planning::plan_method(&method, &looked, &settings, seed)?;
    let resumption = iogram_runner::resume(&plan, Kept::from(&run), looked.holding())
        .map_err(|error| cannot(&run, &error.to_string()))?;
    let resumed = Some(Box::new(Resumed { run, resumption }));
    execute::execute(Job { plan, looked, warnings, root, seed, resumed }, engine, output)
}

/// Where the run goes on, what is done again for it and what is lost, before anything is done.
pub(crate) fn announce(run: &Run, start: &Start) {
    let Some(resume) = run.resumes.last() else { return };
    let place = match (&start.beginning.broken_off, resume.cells_before_count) {
        (Some(probe), _) => {
            format!("goes on with the probe {} where it was broken off", probe.name)
        }
        (None, 0) if run.probes.is_empty() => {
            "begins anew: nothing of it was finished".to_owned()
        }
        (None, 0) => "goes on after its finished probes".to_owned(),
        (None, 1) => "goes on after its first cell".to_owned(),
        (None, count) => format!("goes on after {count} finished cells"),
    };
    output::talk(&format!("run {} {place}", run.id));
    if !resume.repeated.is_empty() {
        output::talk(&format!("done once more: {}", resume.repeated.join(", ")));
    }
    if !resume.lost.is_empty() {
        output::talk(&format!("cannot be brought back: {}", resume.lost.join("; ")));
    }
}

fn check_open(run: &Run) -> Result<(), Failure> {
    if run.state != RunState::Completed {
        return Ok(());
    }
    Err(Failure::usage(
        format!("run {} is complete: nothing is left to do", run.id),
        "iogram runs lists the runs with their states",
    ))
}

fn method_of(run: &Run) -> Result<Method, Failure> {
    match &run.method.text {
        Some(text) => Ok(Method::parse(&format!("the method of run {}", run.id), text)?),
        None if run.method.source.is_none() => {
            Err(cannot(run, "it has no method, and so nothing after its cell"))
        }
        None => Ok(builtin_method(&run.method.id)?),
    }
}

fn cannot(run: &Run, why: &str) -> Failure {
    Failure::usage(
        format!("cannot go on with run {}: {why}", run.id),
        "measure anew; what was measured until then stays kept",
    )
}

/// Refuses another drive than the one that the run began on.
pub(crate) fn check_identity(was: &TargetRecord, is: &TargetRecord) -> Result<(), Failure> {
    let text = |record: &TargetRecord| {
        [
            ("serial number", record.serial.clone()),
            ("model", record.model.clone()),
            ("capacity", Some(record.drive_capacity.unwrap_or(record.capacity).both())),
        ]
    };
    let other = text(was).into_iter().zip(text(is)).find(|(was, is)| was.1 != is.1);
    let Some(((what, was), (_, is))) = other else { return Ok(()) };
    // The serial numbers themselves are nobody's business.
    let values = if what == "serial number" {
        "another one".to_owned()
    } else {
        let unknown = || "unknown".to_owned();
        format!("{} instead of {}", is.unwrap_or_else(unknown), was.unwrap_or_else(unknown))
    };
    Err(Failure::new(
        REFUSED,
        format!(
            "refused to go on: this is not the drive that the run began on ({what}: {values})"
        ),
        "name the drive with --target",
    ))
}

/// Refuses another file, loop device or description of the same name and size.
fn check_mark(was: &Origin, is: &Origin) -> Result<(), Failure> {
    let (Some(was), Some(is)) = (&was.mark, &is.mark) else { return Ok(()) };
    if was == is {
        return Ok(());
    }
    let what = match was.split_once(' ').map_or("", |(kind, _)| kind) {
        "description" => "its description has changed",
        "backing-file" => "the loop device shows another file",
        _ => "it is another file of the same name",
    };
    Err(Failure::new(
        REFUSED,
        format!("refused to go on: this is not the drive that the run began on ({what})"),
        "name the drive with --target, or measure anew",
    ))
}

/// What is left to do.
pub(crate) struct Start {
    pub(crate) beginning: Beginning,
    /// Whether what was done before is done once more, to come to the same state: where time is virtual
    /// it costs nothing, and nothing else brings the state back.
    pub(crate) replays: bool,
    /// On the clock of the run, when the target's clock began anew.
    pub(crate) origin_ns: u64,
}

/// Said instead of what a real drive would need: all of it.
const REPLAYED: &str = "everything before, on the simulated drive anew and with the same seed, because \
                        it keeps nothing when the program ends (its records stay as they are)";

/// The run as it goes on, and where.
pub(crate) fn go_on(resumed: Resumed, clock: Clock, now_us: i64) -> (Run, Start) {
    let Resumed { mut run, resumption } = resumed;
    let cell_count = resumption.beginning.cells.len();
    let (start, repeated, lost) = match clock {
        Clock::Virtual => {
            let last = resumption.beginning.order.last().map_or(0, |&last| last + 1);
            drop_broken_off(&mut run, &resumption);
            let beginning = Beginning { order: (0..last).collect(), ..Beginning::default() };
            let start = Start { beginning, replays: true, origin_ns: 0 };
            let is_anything = cell_count > 0 || !run.probes.is_empty();
            let repeated = is_anything.then(|| REPLAYED.to_owned());
            (start, repeated.into_iter().collect(), Vec::new())
        }
        Clock::Host => {
            let Resumption { beginning, probe_count, rest_count, repeated, lost } = resumption;
            run.cells.clone_from(&beginning.cells);
            // What a probe had found out until it was broken off is kept until there is more of it.
            run.probes.truncate(probe_count + usize::from(beginning.broken_off.is_some()));
            // What it waited for includes the margin; the first start is the nearest to the truth.
            let cool = run.rests.iter().find_map(|rest| rest.temperature_start_celsius);
            run.rests.truncate(rest_count);
            let origin_ns = origin_ns(&run, now_us);
            let beginning = beginning.with_cool(cool);
            (Start { beginning, replays: false, origin_ns }, repeated, lost)
        }
    };
    run.resumes.push(ResumeRecord {
        resumed_at_us: now_us,
        cells_before_count: cell_count as u64,
        repeated,
        lost,
    });
    run.state = RunState::Running;
    run.ended_at_us = None;
    run.findings.clear();
    (run, start)
}

/// What comes once more in full replaces what was broken off.
fn drop_broken_off(run: &mut Run, resumption: &Resumption) {
    run.cells.truncate(resumption.beginning.cells.len());
    run.probes.truncate(resumption.probe_count);
    run.purges.retain(|purge| purge.state != PurgeState::Interrupted);
    run.rests.retain(|rest| rest.outcome != RestOutcome::Interrupted);
}

/// Time since the run began, by the wall clock; at least as much as was measured of it.
fn origin_ns(run: &Run, now_us: i64) -> u64 {
    let since_us = u64::try_from(now_us.saturating_sub(run.started_at_us)).unwrap_or(0);
    run.end_ns().max(since_us.saturating_mul(1000))
}
