//! Runs a plan: opens the target, stores every cell as it ends, puts blocks back, analyses, stores the end.

use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use iogram_device::{DriveRig, PutBack};
use iogram_engine::Control;
use iogram_findings::power_loss;
use iogram_model::{
    CellState, LookMoment, Message, MessageId, PowerLossRecord, Run, RunState, TargetRecord,
    Warning, WarningCode, sentence, text,
};
use iogram_runner::{End, Outcome, PlannedStep, run_from, run_method};
use iogram_store::Store;

use crate::assumed::assumed_of;
use crate::clock::{run_id, wall_clock_us};
use crate::conditions::{self, PlatformOptions, RunEnvironment};
use crate::disturbances;
use crate::failure::Failure;
use crate::follower::{Notice, SessionFollower};
use crate::image;
use crate::job::PlannedRun;
use crate::keeping::Keeping;
use crate::lease::Held;
use crate::opened::{AnyRig, Opened};
use crate::recorder::RunRecorder;
use crate::{lease, memory, replay, resume, write_cache};

/// The end of a session. It has the results even if they could not be stored, or blocks could not be put back.
#[derive(Debug)]
pub struct Ended {
    /// The finished run with its analysis, as it was stored.
    pub run: Run,
    /// The reason for which the steps ended.
    pub outcome: Outcome,
    /// Whether the borrowed blocks are back.
    pub put_back: Result<(), Failure>,
    /// The location of the stored run; `None` without a store.
    pub kept: Result<Option<PathBuf>, Failure>,
}

/// Runs a plan, from opening the target to storing the run; `control` stops it. Results go to `store`; without one
/// the function only returns them.
///
/// # Errors
///
/// If nothing was measured: the target cannot be opened, it is another drive than the one on which the run began, or
/// the store cannot begin the run.
pub fn run(
    mut job: PlannedRun,
    platform: &PlatformOptions,
    store: Option<Store>,
    control: &Arc<Control>,
    follower: &mut dyn SessionFollower,
) -> Result<Ended, Failure> {
    check_going_on(control)?;
    let lease = match &platform.lease {
        Some(options) => lease::take(&mut job, options, control, platform.task.is_some())?,
        None => None,
    };
    let ready = platform.ready.look(control);
    let outcome = ready
        .and_then(|()| with_drive(job, platform, (store, lease.as_ref()), control, follower));
    if let Some(lease) = lease {
        let is_closed = outcome.as_ref().map_or(true, |(_, is_closed)| *is_closed);
        lease.end(is_closed);
    }
    outcome.map(|(ended, _)| ended)
}

/// Refuses to begin a run that was stopped already, before anything else is opened.
fn check_going_on(control: &Control) -> Result<(), Failure> {
    if !control.is_stopped() {
        return Ok(());
    }
    Err(Failure::environment(
        text!("session-interrupted-before-began"),
        text!("session-nothing-drive-opened"),
    ))
}

/// The statement of the catalogue's data sheet about confirmed writes of this drive. A catalogue that cannot be read
/// counts as no statement and stops no measurement.
fn published_power_loss(
    store: Option<&mut Store>,
    target: &TargetRecord,
) -> Option<PowerLossRecord> {
    let drives = store?.drives().ok()?;
    power_loss(&drives, target)
}

/// Runs the plan on a drive that this run holds. Also returns whether the drive is closed.
fn with_drive(
    mut job: PlannedRun,
    platform: &PlatformOptions,
    (mut store, lease): (Option<Store>, Option<&Held>),
    control: &Arc<Control>,
    follower: &mut dyn SessionFollower,
) -> Result<(Ended, bool), Failure> {
    // The user may have stopped it while it waited for the drive.
    check_going_on(control)?;
    let is_written = job.plan.writes();
    memory::check(&job.plan, &job.target, &job.root)?;
    let mut opened = job.target.open(is_written, job.seed, control, &job.root)?;
    if let Some(lease) = lease {
        let is_named = platform.lease.as_ref().is_some_and(|it| it.name.is_some());
        lease.check(opened.rig.as_dyn().target().serial.as_deref(), is_named)?;
    }
    image::hand_over(&job.plan, &mut opened.rig)?;
    replay::hand_over(&job.plan, &mut opened.rig);
    // From here on every exit restores the computer: this value owns the settings and restores them when it is
    // dropped.
    let resumed = job.resumed.as_ref().map(|it| &it.run);
    let cache = write_cache::asked(platform.write_cache, resumed);
    let environment = RunEnvironment::begin(
        &job.root,
        &mut opened,
        platform,
        (cache, is_written),
        wall_clock_us(),
    )?;
    let (mut run, start) = match job.resumed.take() {
        None => (begin_run(&job, &opened, platform)?, None),
        Some(resumed) => {
            // Ask through the open descriptor: somebody may swap the drive between two openings.
            resume::check_identity(&resumed.run.target, &opened.rig.as_dyn().target())?;
            let id = resumed.run.id.clone();
            let (mut run, start) = resume::go_on(*resumed, opened.time_base(), wall_clock_us());
            assert_eq!(run.id, id, "a run goes on as another one");
            run.criteria.get_or_insert_with(|| job.plan.criteria());
            (run, Some(start))
        }
    };
    disturbances::look(&job.root, &opened, LookMoment::Before, (&mut run, false));
    environment.record(&mut run);
    run.conditions.power_loss = published_power_loss(store.as_mut(), &run.target);
    let (earlier, _) = job.target.earlier_cells(store.as_mut(), &job.root);
    job.expected = assumed_of(&run.target).observing(earlier.iter().chain(&run.cells));
    follower.opened(&job, &run, start.as_ref(), opened.time_base());
    let keeping = Keeping::new(store, platform.checkpoints, control);
    let keeping = keeping.for_task(platform.task.clone());
    let mut recorder = RunRecorder::new(&mut run, follower, opened.time_base(), keeping);
    let outcome = match start {
        None => {
            // Before the first request: a run that cannot be stored at all ends before it writes anything.
            recorder.begin(&job.target.origin())?;
            run_method(&job.plan, opened.rig.as_dyn_mut(), control, &mut recorder)
        }
        Some(start) => {
            recorder.go_on(&start)?;
            let beginning = start.beginning;
            run_from(&job.plan, beginning, opened.rig.as_dyn_mut(), control, &mut recorder)
        }
    };
    let keeping = recorder.end();
    // Look while the drive is open and the settings are those of the run, so that both looks see the same computer.
    disturbances::look(&job.root, &opened, LookMoment::After, (&mut run, is_written));
    let name = run.target.name.clone();
    run.target = TargetRecord { name, ..opened.rig.as_dyn().target() };
    // Put the borrowed blocks back, and remove the test file, before the report.
    let put_back = match opened.rig.drive() {
        Some(drive) if lease.is_some_and(Held::is_lost) => leave_borrowed(drive, &mut run),
        Some(drive) => put_back(drive, &mut run, follower),
        None => Ok(()),
    };
    // Conclusions come last, when nothing can ask the drive any more: they must follow from the record alone.
    let is_closed = let_go(opened, &run);
    environment.end(&mut run, follower);
    if let Some(lease) = lease {
        lease.note(&mut run);
    }
    finish_run(&mut run, &outcome);
    let kept = keeping.end(&run, follower);
    Ok((Ended { run, outcome, put_back, kept }, is_closed))
}

/// Closes the target and returns whether it is closed. A drive that does not answer may block the close, too, so the
/// wait is short.
fn let_go(opened: Opened, run: &Run) -> bool {
    const GRACE: Duration = Duration::from_secs(1);
    let may_hang = |state| matches!(state, CellState::Stalled | CellState::Interrupted);
    let is_hung = run.cells.iter().any(|cell| may_hang(cell.state))
        || run.probes.iter().any(|probe| may_hang(probe.state));
    match opened.rig {
        AnyRig::Drive(rig) if is_hung => {
            let (sender, closed) = mpsc::channel::<()>();
            let thread = std::thread::Builder::new().name("closing".to_owned());
            let started = thread.spawn(move || {
                drop(rig);
                drop(sender);
            });
            if started.is_ok() {
                // Disconnected means closed; a timeout means that closing takes too long.
                return closed.recv_timeout(GRACE) == Err(mpsc::RecvTimeoutError::Disconnected);
            }
            false
        }
        rig => {
            drop(rig);
            true
        }
    }
}

/// Leaves the borrowed blocks as they are, because another run may have the drive. The saved blocks stay, and closing
/// puts nothing back either.
fn leave_borrowed(rig: &DriveRig, run: &mut Run) -> Result<(), Failure> {
    rig.leave_unsettled();
    let borrowed = rig.borrowed().map(|(_, journal)| journal.display().to_string());
    let journal =
        borrowed.or_else(|| rig.borrowed_places().map(|journal| journal.display().to_string()));
    let Some(journal) = journal else { return Ok(()) };
    let failure = lease::not_put_back(Some(journal));
    run.warnings.push(Warning::of_error(WarningCode::NotPutBack, &failure.message));
    Err(failure)
}

/// Puts the borrowed blocks back, and notes that in the record.
fn put_back(
    rig: &mut DriveRig,
    run: &mut Run,
    follower: &mut dyn SessionFollower,
) -> Result<(), Failure> {
    match rig.put_back() {
        Ok(None) => Ok(()),
        Ok(Some(done)) => {
            // A probe borrows place by place; the number of places does not affect its findings.
            if !run.probes.is_empty() {
                follower.noticed(Notice::PutBack(done));
                return Ok(());
            }
            let values = [done.size.to_string().into(), put_back_statement(done).into()];
            let statement = Message::new(MessageId::Borrowed, values);
            run.warnings.push(Warning::new(WarningCode::Borrowed, statement));
            Ok(())
        }
        Err(error) => {
            run.warnings.push(Warning::of_error(WarningCode::NotPutBack, &error.message));
            let kept = rig.borrowed().map(|(_, journal)| journal.display().to_string());
            let places = rig.borrowed_places().map(|journal| journal.display().to_string());
            let kept = kept.or(places);
            let hint = match (error.hint.is_empty(), kept) {
                (true, Some(journal)) => {
                    sentence!("session-blocks-kept-when-again-iogram-restore", journal)
                }
                _ => error.hint.clone(),
            };
            Err(Failure::environment(error.message, hint))
        }
    }
}

/// The record of a run before its first cell.
fn begin_run(
    job: &PlannedRun,
    opened: &Opened,
    platform: &PlatformOptions,
) -> Result<Run, Failure> {
    let started_at_us = wall_clock_us();
    let conditions = conditions::find(opened, &job.root, platform)?;
    // The lay-out determines the size of a test file: the record of a run that never ends states it, too.
    let size = job.plan.steps.iter().find_map(|step| match step {
        PlannedStep::LayOut { size, .. } if opened.is_file => Some(*size),
        _ => None,
    });
    let target = opened.rig.as_dyn().target();
    let target = TargetRecord { capacity: size.unwrap_or(target.capacity), ..target };
    let mut warnings = iogram_findings::judge_conditions(&conditions, target.drive.as_deref());
    let link = target.link.as_deref();
    warnings.extend(iogram_findings::judge_beside(&conditions.beside, link));
    warnings.extend(disturbances::before_run(&job.root, opened, &job.plan, platform));
    warnings.extend(job.warnings.iter().cloned());
    let destroyed = opened.rig.real().and_then(DriveRig::destroyed_contents);
    if let Some(contents) = destroyed.filter(|contents| !contents.is_empty()) {
        let contents = [contents.summary().to_string().into()];
        let statement = Message::new(MessageId::ContentsDestroyed, contents);
        warnings.push(Warning::new(WarningCode::ContentsDestroyed, statement));
    }
    let (id, begun) = (run_id(started_at_us), (RunState::Running, started_at_us));
    let criteria = Some(job.plan.criteria());
    let run = Run::new(id, begun, job.plan.method.clone(), target);
    let file_writes = job.file_writes.clone();
    Ok(Run { conditions, warnings, criteria, file_writes, ..run })
}

/// Fills in the state, the end and the conclusions.
fn finish_run(run: &mut Run, outcome: &Outcome) {
    run.state = outcome.state;
    assert_ne!(run.state, RunState::Running, "a run has ended and is said to go on");
    run.ended_at_us = Some(wall_clock_us());
    if let End::Rig { error, .. } = &outcome.end {
        run.warnings.push(Warning::of_error(WarningCode::Failed, &error.message));
    }
    run.conditions.drive_state = Some(iogram_findings::drive_state(run));
    let analysis = iogram_findings::analyse(run);
    iogram_findings::adopt(run, analysis);
}

/// The result of putting blocks back, in words.
///
/// # Panics
///
/// Never: there is at least one part.
#[must_use]
pub fn put_back_statement(done: PutBack) -> Message {
    let sizes = [done.size, done.written].map(|it| it.to_string().into());
    let resized =
        done.resized.map(|now| Message::new(MessageId::PutBackResized, [now.both().into()]));
    let parts = [Some(Message::new(MessageId::PutBack, sizes)), resized];
    Message::joined(parts.into_iter().flatten()).expect("there is one at least")
}
