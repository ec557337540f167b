//! `iogram resume`: a run that was broken off goes on, on the same drive, with the same random choices.

use std::process::ExitCode;

use iogram_device::SysRoot;
use iogram_model::{ResumeRecord, Run, RunState, TargetRecord};
use iogram_runner::{Beginning, Method, Resumption, builtin_method};

use crate::args::ResumeArgs;
use crate::borrowed::permission_for;
use crate::execute::{self, Asking, Job, Resumed};
use crate::failure::{Failure, REFUSED};
use crate::opened::Clock;
use crate::output;
use crate::places;
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
    let run = places::open_kept(&output.store)?.load(&arguments.run)?;
    if run.state == RunState::Completed {
        return Err(Failure::usage(
            format!("run {} is complete: nothing is left to do", run.id),
            "iogram runs lists the runs with their states",
        ));
    }
    let method = method_of(&run)?;
    let Some(seed) = run.method.seed else {
        return Err(cannot(&run, "it was kept by a version that did not note its seed"));
    };
    let root = SysRoot::default();
    let target = arguments.target.as_deref().unwrap_or(&run.target.name);
    let settings: Vec<String> =
        run.method.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let parsed = execute::parse_settings(&settings)?;
    let how = (&method, parsed.as_slice());
    let permission = permission_for(how, target, &engine.safety, (output, None), &root)?;
    let looked = match execute::intent_of(&method) {
        Intent::Write => {
            execute::look_for_writing(target, permission, &root, Asking::Everything)?
        }
        Intent::Read => look(target, Intent::Read, permission, &root)?,
    };
    let (plan, warnings) = execute::plan_method(&method, &looked, &settings, seed)?;
    let resumption = iogram_runner::resume(&plan, &run.cells, &run.probes)
        .map_err(|error| cannot(&run, &error.to_string()))?;
    if !output.quiet {
        say(&run, &resumption);
    }
    let resumed = Some(Box::new(Resumed { run, resumption }));
    execute::execute(Job { plan, looked, warnings, root, seed, resumed }, engine, output)
}

fn say(run: &Run, resumption: &Resumption) {
    let kept = resumption.beginning.cells.len();
    match &resumption.beginning.broken_off {
        Some(probe) => output::talk(&format!(
            "run {} goes on with the probe {} where it was broken off",
            run.id, probe.name
        )),
        None => output::talk(&format!("run {} goes on after {kept} finished cells", run.id)),
    }
    if !resumption.repeated.is_empty() {
        output::talk(&format!("done once more: {}", resumption.repeated.join(", ")));
    }
    output::talk(&format!("cannot be brought back: {}", resumption.lost.join("; ")));
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

/// What is left to do.
pub(crate) struct Start {
    pub(crate) beginning: Beginning,
    /// Whether what was done before is done once more, to come to the same state: where time is virtual
    /// it costs nothing, and nothing else brings the state back.
    pub(crate) replays: bool,
}

/// The run as it goes on, and where.
pub(crate) fn go_on(resumed: Resumed, clock: Clock, now_us: i64) -> (Run, Start) {
    let Resumed { mut run, resumption } = resumed;
    let Resumption { beginning, probe_count, repeated, lost } = resumption;
    let start = match clock {
        Clock::Virtual => {
            let last = beginning.order.last().map_or(0, |&last| last + 1);
            let is_final = beginning.cells.len();
            run.cells.truncate(is_final);
            run.probes.truncate(probe_count);
            let order = (0..last).collect();
            Start { beginning: Beginning { order, ..Beginning::default() }, replays: true }
        }
        Clock::Host => {
            run.cells.clone_from(&beginning.cells);
            // What a probe had found out until it was broken off is kept until there is more of it.
            run.probes.truncate(probe_count + usize::from(beginning.broken_off.is_some()));
            let cool = run.rests.iter().find_map(|rest| {
                // What it waited for includes the margin; the first start is the nearest to the truth.
                rest.temperature_start_celsius
            });
            Start { beginning: beginning.with_cool(cool), replays: false }
        }
    };
    run.resumes.push(ResumeRecord {
        resumed_at_us: now_us,
        cells_before_count: run.cells.len() as u64,
        repeated: if start.replays { Vec::new() } else { repeated },
        lost: if start.replays { Vec::new() } else { lost },
    });
    run.state = RunState::Running;
    run.ended_at_us = None;
    run.findings.clear();
    (run, start)
}
