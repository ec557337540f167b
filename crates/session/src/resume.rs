//! A run that was broken off goes on, on the same drive, with the same random choices.

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

/// A run that was broken off, taken for this program.
#[derive(Debug)]
pub struct BrokenOff {
    run: Run,
    origin: Origin,
    method: Method,
    seed: u64,
}

/// The run that is meant where none is named: the only one that can go on. Where none can, the newest, of which it is told
/// why.
///
/// # Errors
///
/// If several can go on, or if there is no run.
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

/// So many are listed, the newest; "iogram runs" lists all. Arbitrary: a screen has room for them.
const OPEN_SHOWN: usize = 10;

/// Takes the run that `id` names for this program, so that no other one goes on with it.
///
/// # Errors
///
/// If it is complete, if another program measures it, or if it does not say enough to go on.
pub fn take_up(store: &mut Store, id: &str) -> Result<BrokenOff, Failure> {
    let run = store.load(id)?;
    check_open(&run)?;
    owner::claim(
        store,
        &run.id,
        text!("session-refused-go-run-process-measures-since", process, run_id, since),
    )?;
    // What another program did until it was ours.
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
    /// As it is kept.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The method as it was when the run began.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Where its drive was when it began.
    #[must_use]
    pub fn place(&self) -> &str {
        self.origin.place.as_deref().unwrap_or(&self.run.target.name)
    }

    /// The settings of the method that it began with.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        self.run
            .method
            .params
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }

    /// What is left to be done of it, on `target`.
    ///
    /// # Errors
    ///
    /// If that is another drive than the one that the run began on, or what is kept does not fit the plan.
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

/// Refuses another drive than the one that the run began on.
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
    // The serial numbers themselves are nobody's business.
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
    // Versions before marked a loop device in another way, which says nothing now.
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

/// What is left to do.
#[derive(Debug)]
pub struct ResumeStart {
    /// Which steps and cells are done.
    pub beginning: ResumePoint,
    /// Whether what was done before is done once more, to come to the same state: where time is virtual
    /// it costs nothing, and nothing else brings the state back.
    pub replays: bool,
    /// On the clock of the run, when the target's clock began anew.
    pub origin_ns: u64,
}

/// Said instead of what a real drive would need: all of it.
const REPLAYED: &str = "everything before, on the simulated drive anew and with the same seed, because \
                        it keeps nothing when the program ends (its records stay as they are)";

/// The run as it goes on, and where.
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
            // What a probe had found out until it was broken off is kept until there is more of it.
            run.probes.truncate(probe_count + usize::from(beginning.broken_off.is_some()));
            // What it waited for includes the margin; the first start is the nearest to the truth.
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
