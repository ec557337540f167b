//! Resumes an interrupted run, on the same drive, with the same random choices.

use iogram_inspect::SysRoot;
use iogram_model::{
    PurgeState, RestOutcome, ResumeRecord, Run, RunState, Sentence, TargetRecord, sentence,
    text,
};
use iogram_runner::{
    AssumedRange, KeptRecords, Method, ResumePoint, Resumption, builtin_method,
};
use iogram_store::{LAST, Origin, RunFilter, Store};

use iogram_engine::TimeBase;

use crate::clock::timestamp;
use crate::failure::{Failure, FailureKind};
use crate::job::{PlannedRun, Resumed};
use crate::owner;
use crate::planning;
use crate::resolve::ResolvedTarget;

/// An interrupted run that this program has claimed.
#[derive(Debug)]
pub struct BrokenOff {
    run: Run,
    origin: Origin,
    method: Method,
    seed: u64,
}

/// The run to resume if the user names none: the only one that can be resumed. If none can, returns the newest one,
/// whose error gives the reason.
///
/// # Errors
///
/// If several can be resumed, or if there is no run.
pub fn only_open(store: &mut Store) -> Result<String, Failure> {
    let mut runs = store.list(&RunFilter::default())?;
    let newest = runs.first().map(|run| run.line.id.clone());
    runs.retain(|run| {
        let is_in_flight = run.owner.as_ref().is_some_and(owner::is_measured_elsewhere);
        run.line.state != RunState::Completed && !is_in_flight
    });
    let mut open = Vec::new();
    for run in runs {
        let head = store.load_head(&run.line.id)?;
        if head.method.seed.is_some() && method_of(&head).is_ok() {
            open.push(run.line);
        }
    }
    match open.as_slice() {
        [] => newest.map_or_else(|| Ok(store.find(LAST)?), Ok),
        [only] => Ok(only.id.clone()),
        several => {
            let named = several.iter().take(OPEN_SHOWN).map(|run| {
                let (id, method, target) = (&run.id, &run.method, &run.target);
                let since = timestamp(run.started_at_us);
                format!("iogram resume {id} ({method} on {target}, {since})")
            });
            let list = named.collect::<Vec<_>>().join("; ");
            Err(Failure::usage(
                sentence!("session-runs-go-none-named", count = several.len()),
                sentence!("session-name", list),
            ))
        }
    }
}

/// The newest ones to list; "iogram runs" lists all. Arbitrary: they fit on a screen.
const OPEN_SHOWN: usize = 10;

/// Claims the run that `id` names for this program, so that no other program resumes it.
///
/// # Errors
///
/// If it is complete, if another program measures it, or if its record is not sufficient to resume.
pub fn take_up(store: &mut Store, id: &str) -> Result<BrokenOff, Failure> {
    let run = store.load(id)?;
    check_open(&run)?;
    owner::claim(
        store,
        &run.id,
        text!("session-refused-go-run-process-measures-since", process, run_id, since),
    )?;
    // Includes changes that another program made before the claim.
    let run = store.load(&run.id)?;
    check_open(&run)?;
    let origin = store.origin(&run.id)?;
    let method = method_of(&run)?;
    let Some(seed) = run.method.seed else {
        return Err(cannot(&run, text!("session-kept-version-not-note-seed")));
    };
    Ok(BrokenOff { run, origin, method, seed })
}

impl BrokenOff {
    /// The run as the store has it.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The method as it was when the run began.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The drive's place when the run began.
    #[must_use]
    pub fn place(&self) -> &str {
        self.origin.place.as_deref().unwrap_or(&self.run.target.name)
    }

    /// The method's settings when the run began.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        self.run
            .method
            .params
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// Plans the rest of the run, on `target`.
    ///
    /// # Errors
    ///
    /// If that is another drive than the one on which the run began, or the record does not fit the plan.
    pub fn go_on(self, target: ResolvedTarget, root: SysRoot) -> Result<PlannedRun, Failure> {
        check_mark(&self.origin, &target.origin())?;
        let settings = self.settings();
        let target = target.for_method(&self.method, &settings)?;
        let Self { run, method, seed, .. } = self;
        let (plan, warnings) = planning::plan_method(&method, &target, settings, seed)?;
        let resumption =
            iogram_runner::resume(&plan, KeptRecords::from(&run), target.holding())
                .map_err(|error| cannot(&run, error.sentence()))?;
        let resumed = Some(Box::new(Resumed { run, resumption }));
        let expected = AssumedRange::default();
        let file_writes = None;
        Ok(PlannedRun { plan, target, warnings, root, seed, expected, file_writes, resumed })
    }
}

fn check_open(run: &Run) -> Result<(), Failure> {
    if run.state != RunState::Completed {
        return Ok(());
    }
    Err(Failure::usage(
        sentence!("session-run-complete-nothing-left", run = run.id),
        text!("session-iogram-runs-lists-runs-states"),
    ))
}

fn method_of(run: &Run) -> Result<Method, Failure> {
    match &run.method.text {
        Some(text) => Ok(Method::parse(&format!("the method of run {}", run.id), text)?),
        None if run.method.source.is_none() => {
            Err(cannot(run, text!("session-no-method-nothing-after-cell")))
        }
        None => Ok(builtin_method(&run.method.id)?),
    }
}

fn cannot(run: &Run, why: impl Into<Sentence>) -> Failure {
    Failure::usage(
        sentence!("session-cannot-resume-run", run = run.id, why: why),
        text!("session-measure-anew-measured-until-stays-kept"),
    )
}

/// Refuses another drive than the one on which the run began.
pub(crate) fn check_identity(was: &TargetRecord, is: &TargetRecord) -> Result<(), Failure> {
    let text = |record: &TargetRecord| {
        [
            (text!("session-serial-number"), record.serial.clone()),
            (text!("session-model"), record.model.clone()),
            (
                text!("session-capacity"),
                Some(record.drive_capacity.unwrap_or(record.capacity).both()),
            ),
        ]
    };
    let other = text(was).into_iter().zip(text(is)).find(|(was, is)| was.1 != is.1);
    let Some(((what, was), (_, is))) = other else { return Ok(()) };
    // The message does not publish serial numbers.
    let values = if what == text!("session-serial-number") {
        sentence!("session-another")
    } else {
        let said = |value: Option<String>| {
            value.map_or(sentence!("session-unknown"), Sentence::verbatim)
        };
        sentence!("session-instead", now: said(is), before: said(was))
    };
    Err(Failure::new(
        FailureKind::Refused,
        sentence!("session-refused-go-not-drive-run-began", what: what, values: values),
        text!("session-name-drive-target"),
    ))
}

/// Refuses another file, loop device or description of the same name and size.
fn check_mark(was: &Origin, is: &Origin) -> Result<(), Failure> {
    let (Some(was), Some(is)) = (&was.mark, &is.mark) else { return Ok(()) };
    // Earlier versions marked a loop device in another way, which proves nothing now.
    if was == is || was.starts_with("backing-file ") {
        return Ok(());
    }
    let what = match was.split_once(' ').map_or("", |(kind, _)| kind) {
        "description" => text!("session-description-changed"),
        "shows" => text!("session-device-shows-another-file-mapping"),
        _ => text!("session-another-file-same-name"),
    };
    Err(Failure::new(
        FailureKind::Refused,
        sentence!("session-refused-go-not-drive-run-began-what", what: what),
        text!("session-name-drive-target-measure-anew"),
    ))
}

/// The rest of the run.
#[derive(Debug)]
pub struct ResumeStart {
    /// The completed steps and cells.
    pub beginning: ResumePoint,
    /// Whether to repeat the completed work to reach the same state: in virtual time it costs nothing, and nothing
    /// else restores the state.
    pub replays: bool,
    /// The second start of the target's clock, on the clock of the run.
    pub origin_ns: u64,
}

/// The text instead of the steps that a real drive would repeat: here it is all of them.
const REPLAYED: &str = "everything before, on the simulated drive anew and with the same seed, because \
                        it keeps nothing when the program ends (its records stay as they are)";

/// The run to continue, and its starting point.
pub(crate) fn go_on(resumed: Resumed, clock: TimeBase, now_us: i64) -> (Run, ResumeStart) {
    let Resumed { mut run, resumption } = resumed;
    let cell_count = resumption.beginning.cells.len();
    let (probe_count, rest_count) = (resumption.probe_count, resumption.rest_count);
    assert!(cell_count <= run.cells.len(), "cells go on that were not kept");
    assert!(probe_count <= run.probes.len(), "probes go on that were not kept");
    assert!(rest_count <= run.rests.len(), "rests go on that were not kept");
    assert_ne!(run.state, RunState::Completed, "a run goes on that is complete");
    let (start, repeated, lost) = match clock {
        TimeBase::Virtual => {
            let last = resumption.beginning.order.last().map_or(0, |&last| last + 1);
            drop_broken_off(&mut run, &resumption);
            let beginning =
                ResumePoint { order: (0..last).collect(), ..ResumePoint::default() };
            let start = ResumeStart { beginning, replays: true, origin_ns: 0 };
            let is_anything = cell_count > 0 || !run.probes.is_empty();
            let repeated = is_anything.then(|| REPLAYED.to_owned());
            (start, repeated.into_iter().collect(), Vec::new())
        }
        TimeBase::Host => {
            let Resumption { beginning, probe_count, rest_count, repeated, lost } = resumption;
            run.cells.clone_from(&beginning.cells);
            // The saved progress of an interrupted probe stays until there is more.
            run.probes.truncate(probe_count + usize::from(beginning.broken_off.is_some()));
            // A wait includes the margin above its goal; the first start is the nearest to the truth.
            let cool = run.rests.iter().find_map(|rest| rest.temperature_start_celsius);
            run.rests.truncate(rest_count);
            let origin_ns = origin_ns(&run, now_us);
            assert!(origin_ns >= run.end_ns(), "what comes next would begin before what was");
            let beginning = beginning.with_cool(cool);
            (ResumeStart { beginning, replays: false, origin_ns }, repeated, lost)
        }
    };
    assert_eq!(
        run.cells.len(),
        cell_count,
        "other cells stay than those that are not done again"
    );
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

/// A complete repetition replaces the interrupted part.
fn drop_broken_off(run: &mut Run, resumption: &Resumption) {
    run.cells.truncate(resumption.beginning.cells.len());
    run.probes.truncate(resumption.probe_count);
    run.purges.retain(|purge| purge.state != PurgeState::Interrupted);
    run.rests.retain(|rest| rest.outcome != RestOutcome::Interrupted);
}

/// Time since the run began, by the wall clock; at least the time that its records cover.
fn origin_ns(run: &Run, now_us: i64) -> u64 {
    let since_us = u64::try_from(now_us.saturating_sub(run.started_at_us)).unwrap_or(0);
    run.end_ns().max(since_us.saturating_mul(1000))
}
