//! Plans carried out on a fake drive: order, counts, and every kind of early end.

use iogram_engine::{Control, Rig as _, RigErrorKind};
use iogram_model::{CellRecord, CellState, Nanos, RunState};
use iogram_runner::{
    AssumedRange, End, Outcome, Plan, PlannedStep, builtin_method, builtin_methods,
};

use crate::common::{disk, ground, plan, settings};
use crate::fake::{FakeRig, Faults, RATE};
use crate::records::Records;

fn planned(id: &str, set: &str) -> Plan {
    let method = builtin_method(id).unwrap();
    plan(&method, &settings(set), &ground(&method), 1).unwrap()
}

fn run(plan: &Plan, rig: &mut FakeRig) -> (Outcome, Records<'static>) {
    let mut watcher = Records::default();
    let outcome = iogram_runner::run_method(plan, rig, &Control::default(), &mut watcher);
    (outcome, watcher)
}

#[test]
fn every_built_in_method_of_cells_runs_to_its_end() {
    for method in builtin_methods() {
        let plan = planned(&method.id, "");
        if plan.steps.iter().any(|step| matches!(step, PlannedStep::Probe(_))) {
            continue;
        }
        let (outcome, watcher) = run(&plan, &mut FakeRig::default());
        assert_eq!(outcome, Outcome { state: RunState::Completed, end: End::LastStep });
        if !plan.steady.is_empty() {
            // A constant speed is steady as soon as the window is full.
            for (rule, name) in
                plan.steady.iter().flat_map(|rule| rule.cells.iter().map(move |it| (rule, it)))
            {
                let rounds = rule.rounds(name, &watcher.cells).count();
                let capacity = disk().capacity.unwrap();
                let is_written = rule.is_written(capacity.0, &watcher.cells);
                assert!(rounds == 5 || is_written, "{}, {name}: {rounds}", method.id);
            }
            continue;
        }
        if !plan.searches.is_empty() {
            for rule in &plan.searches {
                let is_of = |cell: &&CellRecord| rule.phase_of_record(cell).is_some();
                let measured = watcher.cells.iter().filter(is_of).count();
                assert!(measured > 0, "{}: {}", method.id, rule.name);
                let course = rule.course(&watcher.cells);
                assert_eq!(course.next, None, "{}: {}", method.id, rule.name);
            }
            continue;
        }
        let asked: Vec<_> = plan.cells().map(|cell| (&cell.name, cell.repeat)).collect();
        let done: Vec<_> = watcher.cells.iter().map(|r| (&r.name, r.repeat)).collect();
        assert_eq!(asked, done, "{}", method.id);
        let all: Vec<_> = (0..plan.steps.len()).map(|at| (at, plan.steps.len())).collect();
        assert_eq!(watcher.started, all, "{}", method.id);
    }
}

#[test]
fn a_cdm_test_is_prepared_then_counted_with_rests_between_tests_only() {
    let mut rig = FakeRig::default();
    let (_, watcher) = run(&planned("cdm", "profile=realworld loops=2 interval=1s"), &mut rig);
    assert_eq!(
        rig.log,
        [
            "lay out 1GiB Written",
            "SEQ1M Q1T1 read #0",
            "SEQ1M Q1T1 read #1",
            "SEQ1M Q1T1 read #2",
            "rest 1.00 s",
            "RND4K Q1T1 read #0",
            "RND4K Q1T1 read #1",
            "RND4K Q1T1 read #2",
            "rest 1.00 s",
            "SEQ1M Q1T1 write #0",
            "SEQ1M Q1T1 write #1",
            "SEQ1M Q1T1 write #2",
            "rest 1.00 s",
            "RND4K Q1T1 write #0",
            "RND4K Q1T1 write #1",
            "RND4K Q1T1 write #2",
        ]
    );
    for record in &watcher.cells {
        assert_eq!(record.is_counted, record.repeat > 0, "{} #{}", record.name, record.repeat);
        assert_eq!(
            record.elapsed_ns,
            5 * Nanos::SECOND.0,
            "the preparation takes the full time"
        );
    }
}

#[test]
fn dd_write_begins_every_run_with_a_new_file_and_moves_exactly_its_size() {
    let mut rig = FakeRig::default();
    let (_, watcher) = run(&planned("dd-write", "runs=2 size=8MiB"), &mut rig);
    assert_eq!(rig.log, ["lay out 8MiB Empty", "write #0", "lay out 8MiB Empty", "write #1"]);
    for record in &watcher.cells {
        assert_eq!(record.operations.write.as_ref().unwrap().bytes, 8 << 20);
    }
}

#[test]
fn the_time_of_a_plan_without_estimates_is_the_time_that_passes() {
    let method = builtin_method("quick").unwrap();
    let mut plan = plan(&method, &[], &disk(), 1).unwrap();
    plan.steps.retain(|step| !matches!(step, PlannedStep::LayOut { .. }));
    let usual = AssumedRange::default();
    let mut rig = FakeRig::default();
    run(&plan, &mut rig);
    let fast = plan.cost(&AssumedRange { slow: usual.fast, ..usual.clone() });
    assert_eq!((fast.time_estimate, fast.time_fixed), (None, rig.now()));
    // The end of each timed cell waits for a slow drive: 8 MiB at 10 MB/s, 32 requests at 456 a second.
    let (least, most) = plan.cost(&usual).time();
    assert!(
        least < rig.now() + Nanos::SECOND && most > rig.now() + Nanos::SECOND * 5,
        "{most}"
    );
}

#[track_caller]
fn check_end(faults: Faults, expected: &Outcome, records: usize) {
    let mut rig = FakeRig::with(faults);
    let (outcome, watcher) = run(&planned("cdm", "profile=demo loops=2 interval=1s"), &mut rig);
    assert_eq!(&outcome, expected);
    assert_eq!(watcher.cells.len(), records, "records kept");
}

#[test]
fn a_cell_after_which_nothing_makes_sense_ends_the_run_and_its_record_is_kept() {
    for state in [CellState::Vanished, CellState::Stalled, CellState::ReadOnly, CellState::Full]
    {
        let end = End::Cell { name: "SEQ1M Q8T1 read".to_owned(), repeat: 1, state };
        let faults = Faults { state_at: Some((1, state)), ..Faults::default() };
        check_end(faults, &Outcome { state: RunState::Failed, end }, 2);
    }
}

#[test]
fn a_cell_with_errors_or_without_support_does_not_keep_the_others_from_running() {
    for state in [CellState::IoErrors, CellState::Unsupported] {
        let faults = Faults { state_at: Some((1, state)), ..Faults::default() };
        check_end(faults, &Outcome { state: RunState::Completed, end: End::LastStep }, 6);
    }
}

#[test]
fn a_cell_in_which_the_computer_paused_is_measured_again_once() {
    let mut rig = FakeRig::with(Faults { pause_at: Some(1), ..Faults::default() });
    let (outcome, watcher) = run(&planned("cdm", "profile=demo loops=1 interval=1s"), &mut rig);
    assert_eq!(outcome.end, End::LastStep);
    let twice = |name: &&String| *name == "SEQ1M Q8T1 read #1";
    assert_eq!(rig.log.iter().filter(twice).count(), 2, "{:?}", rig.log);
    let records: Vec<_> = watcher.cells.iter().map(|it| (&it.name, it.repeat)).collect();
    assert_eq!(records.len(), 4, "{records:?}");
    let first = watcher.cells[1].discarded.as_deref().unwrap();
    assert_eq!((first.host_pauses.len(), watcher.cells[1].host_pauses.len()), (1, 0));
    assert!(watcher.cells.iter().filter(|it| it.discarded.is_some()).count() == 1);
}

#[test]
fn a_cell_that_changes_the_drive_once_is_not_measured_again() {
    let mut rig = FakeRig::with(Faults { pause_at: Some(0), ..Faults::default() });
    let (_, watcher) = run(&planned("dd-write", "runs=1 size=8MiB"), &mut rig);
    assert_eq!(rig.log, ["lay out 8MiB Empty", "write #0"]);
    let warnings = &watcher.cells[0].warnings;
    assert!(watcher.cells[0].discarded.is_none());
    assert!(warnings.iter().any(|it| it.code == "not-measured-again"), "{warnings:?}");
}

#[test]
fn a_stop_keeps_what_was_measured() {
    let stopped = Outcome { state: RunState::Interrupted, end: End::Stopped };
    check_end(Faults { stop_at: Some(3), ..Faults::default() }, &stopped, 4);
    check_end(Faults { stop_at_rest: Some(0), ..Faults::default() }, &stopped, 3);
}

#[test]
fn a_cell_that_cannot_be_started_is_reported() {
    let mut rig = FakeRig::with(Faults { error_at: Some(2), ..Faults::default() });
    let (outcome, watcher) = run(&planned("dd-read", ""), &mut rig);
    assert_eq!(outcome.state, RunState::Failed);
    let End::Rig { step, error } = outcome.end else { panic!("{:?}", outcome.end) };
    assert_eq!((step, error.kind), (3, RigErrorKind::Io));
    assert_eq!(watcher.cells.len(), 2);
}

#[test]
fn a_record_that_cannot_be_kept_ends_the_run() {
    let mut watcher = Records { breaks_at: Some(1), ..Records::default() };
    let outcome = iogram_runner::run_method(
        &planned("dd-read", ""),
        &mut FakeRig::default(),
        &Control::default(),
        &mut watcher,
    );
    assert_eq!(outcome, Outcome { state: RunState::Failed, end: End::SinkRefused });
    assert_eq!(watcher.cells.len(), 2);
}

#[test]
fn a_run_that_was_stopped_before_it_began_touches_nothing() {
    let control = Control::default();
    control.stop();
    let mut rig = FakeRig::default();
    let mut watcher = Records::default();
    let outcome =
        iogram_runner::run_method(&planned("quick", ""), &mut rig, &control, &mut watcher);
    assert_eq!(outcome.state, RunState::Interrupted);
    assert!(rig.log.is_empty() && watcher.started.is_empty());
}

#[test]
fn what_a_lay_out_wrote_and_took_is_told_before_the_cells_that_read_it() {
    let plan = planned("cdm", "size=64MiB loops=1 interval=1s");
    let (_, records) = run(&plan, &mut FakeRig::default());
    let [written] = records.lay_outs.as_slice() else { panic!("{:?}", records.lay_outs) };
    assert_eq!((written.cells_before_count, written.size_bytes), (0, 64 << 20));
    assert_eq!(written.written_bytes, 64 << 20);
    let took_ns = (64 << 20) * (1_000_000_000 / RATE);
    assert_eq!(written.elapsed_ns, took_ns);
    // A method that writes starts with an empty file, which costs no writes.
    let (_, records) = run(&planned("dd-write", "size=64MiB"), &mut FakeRig::default());
    assert!(records.lay_outs.iter().all(|it| it.written_bytes == 0), "{:?}", records.lay_outs);
}
