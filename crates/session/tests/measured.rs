//! A session used without the program: no terminal, no arguments, no environment.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::path::Path;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_inspect::SysRoot;
use iogram_model::{CellRecord, Run, RunState};
use iogram_runner::{End, Method, builtin_method};
use iogram_session::{
    Ended, FailureKind, Permission, PlannedRun, PlatformOptions, ResumeStart, SafetyOptions,
    SessionFollower, TimeBase, intent_of, only_open, parse_settings, plan_method, resolve, run,
    take_up,
};
use iogram_store::Store;

const SEED: u64 = 7;

/// Counts its events, and stops the run after this many cells.
struct Follower {
    control: Arc<Control>,
    stop_after: Option<usize>,
    cells: Vec<String>,
    clock: Option<TimeBase>,
    was_resumed: bool,
}

impl Follower {
    fn new(stop_after: Option<usize>) -> Self {
        Self {
            control: Arc::default(),
            stop_after,
            cells: Vec::new(),
            clock: None,
            was_resumed: false,
        }
    }
}

impl SessionFollower for Follower {
    fn opened(
        &mut self,
        _job: &PlannedRun,
        run: &Run,
        resumed: Option<&ResumeStart>,
        clock: TimeBase,
    ) {
        assert_eq!(run.state, RunState::Running);
        self.clock = Some(clock);
        self.was_resumed = resumed.is_some();
    }

    fn cell_finished(&mut self, record: &CellRecord) {
        self.cells.push(record.name.clone());
        if self.stop_after == Some(self.cells.len()) {
            self.control.stop();
        }
    }
}

fn permission() -> Permission {
    Permission::new(SafetyOptions::default()).unwrap()
}

fn job(method: &Method, target: &str, settings: &[&str]) -> PlannedRun {
    let settings: Vec<String> = settings.iter().map(|&text| text.to_owned()).collect();
    let settings = parse_settings(&settings).unwrap();
    let root = SysRoot::default();
    let target = resolve(target, intent_of(method), permission(), &root).unwrap();
    let (plan, warnings) = plan_method(method, &target, settings, SEED).unwrap();
    PlannedRun::new(plan, target, warnings, root, SEED)
}

fn perform(job: PlannedRun, store: Option<&Path>, follower: &mut Follower) -> Ended {
    let store = store.map(|path| Store::open(path).unwrap());
    let control = Arc::clone(&follower.control);
    run(job, &PlatformOptions::default(), store, &control, follower).unwrap()
}

#[test]
fn a_simulated_drive_is_measured_judged_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let method = builtin_method("quick").unwrap();
    let mut follower = Follower::new(None);
    let ended = perform(job(&method, "sim:s4-sd", &[]), Some(&path), &mut follower);
    assert!(matches!(ended.outcome.end, End::LastStep), "{:?}", ended.outcome.end);
    ended.put_back.unwrap();
    assert_eq!(ended.kept.unwrap(), Some(path.clone()));
    assert_eq!(ended.run.state, RunState::Completed);
    assert!(ended.run.headline.is_some(), "a run is analysed before it is kept");
    assert_eq!(follower.clock, Some(TimeBase::Virtual));
    assert_eq!(follower.cells.len(), ended.run.cells.len());
    let kept = Store::open(&path).unwrap().load(&ended.run.id).unwrap();
    assert_eq!(kept, ended.run);
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let method = builtin_method("quick").unwrap();
    let whole = perform(job(&method, "sim:s4-sd", &[]), None, &mut Follower::new(None)).run;
    let mut follower = Follower::new(Some(2));
    let stopped = perform(job(&method, "sim:s4-sd", &[]), Some(&path), &mut follower).run;
    assert_eq!(stopped.state, RunState::Interrupted);
    assert!(stopped.cells.len() < whole.cells.len());

    let mut store = Store::open(&path).unwrap();
    let broken_off = take_up(&mut store, "last").unwrap();
    drop(store);
    assert_eq!(broken_off.run().id, stopped.id);
    let root = SysRoot::default();
    let intent = intent_of(broken_off.method());
    let target = resolve(broken_off.place(), intent, permission(), &root).unwrap();
    let mut follower = Follower::new(None);
    let resumed = perform(broken_off.go_on(target, root).unwrap(), Some(&path), &mut follower);
    assert!(follower.was_resumed);
    assert_eq!(resumed.run.id, stopped.id);
    assert_eq!(resumed.run.cells, whole.cells, "the same drive, the same random choices");
    assert_eq!(resumed.run.findings, whole.findings);
    assert_eq!(resumed.run.resumes.len(), 1);
}

#[test]
fn another_drive_than_the_one_that_the_run_began_on_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let method = builtin_method("quick").unwrap();
    perform(job(&method, "sim:s4-sd", &[]), Some(&path), &mut Follower::new(Some(1)));
    let mut store = Store::open(&path).unwrap();
    let broken_off = take_up(&mut store, "last").unwrap();
    let root = SysRoot::default();
    let intent = intent_of(broken_off.method());
    let other = resolve("sim:s1-samsung-pro", intent, permission(), &root).unwrap();
    let failure = broken_off.go_on(other, root).err().unwrap();
    assert_eq!(failure.kind, FailureKind::Refused, "{failure:?}");
}

#[test]
fn what_was_stopped_before_it_began_opens_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let method = builtin_method("quick").unwrap();
    for target in ["sim:s4-sd", "null:"] {
        let mut follower = Follower::new(None);
        follower.control.stop();
        let control = Arc::clone(&follower.control);
        let store = Some(Store::open(&path).unwrap());
        let job = job(&method, target, &[]);
        let ended = run(job, &PlatformOptions::default(), store, &control, &mut follower);
        let failure = ended.err().unwrap();
        assert_eq!(failure.kind, FailureKind::Environment, "{failure:?}");
        assert!(follower.clock.is_none(), "it was opened");
    }
    assert!(Store::open(&path).unwrap().find("last").is_err(), "nothing was begun");
}

#[test]
fn who_names_no_run_goes_on_with_the_only_one_that_can() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let method = builtin_method("quick").unwrap();
    let measure = |stop_after| {
        let job = job(&method, "sim:s4-sd", &[]);
        perform(job, Some(&path), &mut Follower::new(stop_after)).run
    };
    let stopped = measure(Some(1));
    let complete = measure(None);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(only_open(&mut store).unwrap(), stopped.id);
    let other = measure(Some(2));
    let failure = only_open(&mut store).err().unwrap();
    assert_eq!(failure.kind, FailureKind::Usage);
    let hint = failure.hint.to_string();
    assert!(hint.contains(&stopped.id) && hint.contains(&other.id), "{hint}");
    assert!(!hint.contains(&complete.id), "{hint}");
}
