//! Composed methods, rests that wait, rounds until steady state, and resumed runs.

use iogram_engine::Control;
use iogram_model::{CellRecord, CellState, RestOutcome, RunState};
use iogram_runner::{
    Holding, Method, Plan, PlannedStep, ResumeError, builtin_method, resume, run_from,
    run_method,
};

use crate::common::{disk, plan, settings};
use crate::fake::{FakeRig, Faults};
use crate::records::Records;

const HEAD: &str = "title = \"t\"\nquestion = \"q\"\nsource = \"own\"\nmedia = [\"ssd\"]\n";

fn method(head: &str, steps: &str) -> Result<Method, String> {
    let text = format!("[method]\nid = \"mine\"\n{HEAD}{head}\n{steps}");
    Method::parse("mine.toml", &text).map_err(|error| {
        let place = error.place.as_ref().map(|at| format!("{}:{}: ", at.line, at.column));
        format!("{}{error} ({})", place.unwrap_or_default(), error.hint)
    })
}

#[track_caller]
fn check_error(steps: &str, expected: &str) {
    let found = method("writes = \"region\"", steps).unwrap_err();
    assert!(found.contains(expected), "{found:?} does not say {expected:?}");
}

const INCLUDE: &str = "[[step]]\nkind = \"method\"\n";

#[test]
fn a_wrong_inclusion_is_said_with_its_line_and_column() {
    check_error(&format!("{INCLUDE}id = \"cdn\""), "10:6: there is no method \"cdn\"");
    check_error(
        &format!("{INCLUDE}id = \"cdm\"\nset.loop = 2"),
        "11:5: method cdm has no parameter",
    );
    check_error(&format!("{INCLUDE}id = \"cdm\"\nset.loops = \"two\""), "11:13: loops: ");
    check_error(&format!("{INCLUDE}id = \"purge\""), "writes more than this method says");
}

#[test]
fn a_method_that_includes_itself_is_refused() {
    let text =
        format!("[method]\nid = \"cdm\"\n{HEAD}writes = \"region\"\n{INCLUDE}id = \"cdm\"");
    let error = Method::parse("methods/cdm.toml", &text).unwrap_err();
    assert_eq!(error.to_string(), "method cdm includes itself");
    assert_eq!(error.hint, "methods/cdm.toml -> methods/cdm.toml");
}

#[test]
fn cells_of_different_blocks_stay_apart_and_their_settings_do_too() {
    let steps = format!(
        "{INCLUDE}id = \"cdm\"\nblock = \"one\"\nset.profile = \"demo\"\nset.loops = 1\n\
         {INCLUDE}id = \"cdm\"\nblock = \"two\"\nset.profile = \"demo\"\nset.loops = 2\n"
    );
    let plan = plan(&method("writes = \"region\"", &steps).unwrap(), &[], &disk(), 1).unwrap();
    let cells: Vec<String> =
        plan.cells().map(|c| format!("{} #{}", c.name, c.repeat)).collect();
    assert_eq!(cells.iter().filter(|name| name.starts_with("one/SEQ1M Q8T1 read")).count(), 2);
    assert_eq!(cells.iter().filter(|name| name.starts_with("two/SEQ1M Q8T1 read")).count(), 3);
    assert_eq!(plan.cells().next().unwrap().block.as_deref(), Some("one"));
    let whole = plan
        .steps
        .iter()
        .filter(|step| matches!(step, PlannedStep::LayOut { size, .. } if size.0 == 16 << 30));
    assert_eq!(whole.count(), 2, "after each block cells see the whole device again");
}

#[track_caller]
fn check_rest(rig: &mut FakeRig, expected: (u64, RestOutcome)) {
    let steps = "[[step]]\nkind = \"measure\"\nname = \"read\"\ntime = \"1s\"\n[[step]]\nkind = \"rest\"\n\
                 time = \"10s\"\nuntil = \"cool\"\nat_most = \"40s\"\nmargin_celsius = 0\n";
    let plan = plan(&method("writes = \"nothing\"", steps).unwrap(), &[], &disk(), 1).unwrap();
    let mut watcher = Records::default();
    run_method(&plan, rig, &Control::default(), &mut watcher);
    let rest = &watcher.rests[0];
    assert_eq!((rest.elapsed_ns / 1_000_000_000, rest.outcome), expected);
}

#[test]
fn a_rest_lasts_until_the_drive_is_cool_or_its_time_is_over_and_says_so() {
    let mut cool = FakeRig::with_heat(0);
    check_rest(&mut cool, (10, RestOutcome::Reached));
    check_rest(&mut FakeRig::default(), (10, RestOutcome::Unknown));
    // It cools down all the time, so it is cooler than at its beginning.
    let mut hot = FakeRig::with_heat(50);
    check_rest(&mut hot, (10, RestOutcome::Reached));
}

fn steady_plan() -> Plan {
    plan(&builtin_method("steady-cssd").unwrap(), &settings("round=1s"), &disk(), 1).unwrap()
}

#[test]
fn rounds_end_when_their_cells_are_steady_and_what_follows_is_done() {
    let mut watcher = Records::default();
    let outcome =
        run_method(&steady_plan(), &mut FakeRig::default(), &Control::default(), &mut watcher);
    assert_eq!(outcome.state, RunState::Completed);
    let names: Vec<&str> = watcher.cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(names[0], "sequential fill");
    assert_eq!(names[1..6], ["random write"; 5]);
    assert_eq!(names.len(), 9, "{names:?}");
}

/// Interrupts every cell in turn and resumes: the run measures the same cells as without an interruption.
#[test]
fn a_run_that_is_broken_off_anywhere_goes_on_to_the_same_cells() {
    let set = settings("cdm_loops=1 scale=1/16 depth=express");
    let plan = plan(&builtin_method("cssd").unwrap(), &set, &disk(), 1).unwrap();
    let planned: Vec<_> = plan.cells().map(|c| (c.name.clone(), c.repeat)).collect();
    for stop_at in [0, 1, 20, 33, 34, 35, 36, 70, planned.len() - 1] {
        let mut watcher = Records::default();
        let faults = Faults { stop_at: Some(stop_at), ..Faults::default() };
        run_method(&plan, &mut FakeRig::with(faults), &Control::default(), &mut watcher);
        assert_eq!(watcher.cells.last().unwrap().state, CellState::Interrupted);
        let resumption = resume(&plan, watcher.kept(), Holding::Everything).unwrap();
        let mut cells = resumption.beginning.cells.clone();
        let mut rest = Records::default();
        let mut rig = FakeRig::default();
        run_from(&plan, resumption.beginning, &mut rig, &Control::default(), &mut rest);
        cells.extend(rest.cells);
        let measured: Vec<_> = cells.iter().map(|c| (c.name.clone(), c.repeat)).collect();
        assert_eq!(measured, planned, "broken off in cell {stop_at}");
        let is_purged = rig.log.iter().any(|line| line.starts_with("purge"));
        let in_fill = planned[stop_at].0.starts_with("fill-drive/");
        assert!(is_purged || !in_fill, "a fill begins on a purged drive: {:?}", rig.log);
    }
}

#[test]
fn of_a_run_that_is_finished_only_the_end_is_left_and_another_does_not_go_on() {
    let plan = steady_plan();
    let mut watcher = Records::default();
    run_method(&plan, &mut FakeRig::default(), &Control::default(), &mut watcher);
    let finished = resume(&plan, watcher.kept(), Holding::Everything).unwrap();
    assert_eq!(finished.beginning.cells, watcher.cells);
    let left = finished.beginning.order.iter().map(|&index| &plan.steps[index]);
    assert_eq!(left.filter(|step| matches!(step, PlannedStep::Measure(_))).count(), 0);
    watcher.cells.truncate(2);
    watcher.cells[1].repeat = 7;
    assert!(matches!(
        resume(&plan, watcher.kept(), Holding::Everything),
        Err(ResumeError::Differs { position: 1, .. })
    ));
}

/// Steps that run again are reported and their records dropped; everything else is kept.
#[track_caller]
fn check_edge(steps: &str, cells: usize, rests: usize, expected: (usize, &[&str])) {
    let head = "writes = \"device\"";
    let plan = plan(&method(head, steps).unwrap(), &[], &disk(), 1).unwrap();
    let mut watcher = Records::default();
    run_method(&plan, &mut FakeRig::default(), &Control::default(), &mut watcher);
    watcher.cells.truncate(cells);
    watcher.rests.truncate(rests);
    watcher.purges.retain(|purge| purge.cells_before_count <= cells as u64);
    let resumption = resume(&plan, watcher.kept(), Holding::Everything).unwrap();
    let repeated: Vec<&str> = resumption.repeated.iter().map(String::as_str).collect();
    assert_eq!((resumption.rest_count, &repeated[..]), expected);
}

#[test]
fn rests_and_purges_that_come_again_are_said() {
    let cell = |name: &str| {
        format!("[[step]]\nkind = \"measure\"\nname = \"{name}\"\ntime = \"1s\"\n")
    };
    let rest = "[[step]]\nkind = \"rest\"\ntime = \"1s\"\n";
    let purge = "[[step]]\nkind = \"purge\"\n";
    let steps = [&cell("a"), rest, &cell("b"), rest, purge, rest, &cell("c")].concat();
    check_edge(&steps, 1, 0, (0, &[]));
    check_edge(&steps, 1, 1, (0, &["a rest"]));
    check_edge(&steps, 2, 1, (1, &["purge"]));
    check_edge(&steps, 2, 3, (1, &["purge", "2 rests"]));
}

/// Rounds of two cells, each measured `samples` times.
fn rounds(keys: &str, samples: u32) -> Plan {
    let cell = |name: &str| {
        format!(
            "[[step.step]]\nkind = \"measure\"\nname = \"{name}\"\nread = \"0%\"\ntime = \"1m\"\n\
             repeats = {samples}\n"
        )
    };
    let steps = format!(
        "[[step]]\nkind = \"purge\"\n[[step]]\nkind = \"measure\"\nname = \"before\"\ntime = \"1s\"\n\
         [[step]]\nkind = \"until-steady\"\ncells = [\"a\"]\n{keys}\n{}{}\
         [[step]]\nkind = \"measure\"\nname = \"after\"\ntime = \"1s\"\n",
        cell("a"),
        cell("b"),
    );
    let head = "writes = \"device\"\nresume = \"round\"";
    plan(&method(head, &steps).unwrap(), &[], &disk(), 1).unwrap()
}

fn names(cells: &[CellRecord]) -> String {
    cells.iter().map(|cell| cell.name.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_run_that_is_broken_off_in_a_round_goes_on_at_that_round() {
    let plan = rounds("window = 3", 1);
    let mut whole = Records::default();
    run_method(&plan, &mut FakeRig::default(), &Control::default(), &mut whole);
    assert_eq!(names(&whole.cells), "before a b a b a b after");
    // The second round had one finished cell: that round starts again, and nothing else does.
    for (kept, expected, order) in [
        (0, "", "before a b a b a b after"),
        (1, "before", "a b a b a b after"),
        (2, "before", "a b a b a b after"),
        (3, "before a b", "a b a b after"),
        (4, "before a b", "a b a b after"),
        (7, "before a b a b a b", "after"),
    ] {
        let mut part = Records { cells: whole.cells[..kept].to_vec(), ..Records::default() };
        part.purges = whole.purges.clone();
        let resumption = resume(&plan, part.kept(), Holding::Everything).unwrap();
        assert_eq!(names(&resumption.beginning.cells), expected, "{kept} cells kept");
        let (mut rest, mut rig) = (Records::default(), FakeRig::default());
        run_from(&plan, resumption.beginning, &mut rig, &Control::default(), &mut rest);
        assert_eq!(names(&rest.cells), order, "{kept} cells kept");
        let is_purged = rig.log.iter().any(|line| line.starts_with("purge"));
        assert_eq!(is_purged, kept == 0, "{:?}", rig.log);
    }
}

#[test]
fn rounds_end_when_the_capacity_was_written_as_often_as_asked_even_inside_of_one() {
    let plan = rounds("window = 5\npasses_max = 1", 4);
    let (Some(capacity), mut watcher) = (disk().capacity, Records::default()) else {
        panic!("a disk has a capacity")
    };
    run_method(&plan, &mut FakeRig::default(), &Control::default(), &mut watcher);
    let of_rounds: Vec<_> = watcher.cells.iter().filter(|it| it.name.len() == 1).collect();
    let written: u64 =
        of_rounds.iter().filter_map(|it| it.operations.write.as_ref()).map(|it| it.bytes).sum();
    let last = of_rounds.last().unwrap().operations.write.as_ref().unwrap().bytes;
    let is_at_the_end = watcher.cells.last().unwrap().name == "after";
    assert!(is_at_the_end && of_rounds.len() < 40, "{}", names(&watcher.cells));
    assert!(written >= capacity.0 && written - last < capacity.0, "{written} of {capacity}");
}

#[test]
fn a_window_longer_than_the_rounds_and_an_unknown_figure_are_refused() {
    let rounds = |keys: &str| {
        format!(
            "[[step]]\nkind = \"until-steady\"\ncells = [\"a\"]\n{keys}\n[[step.step]]\nkind = \
             \"measure\"\nname = \"a\"\ntime = \"1s\"\n"
        )
    };
    check_error(&rounds("rounds = 4"), "4 rounds cannot be steady over a window of 5");
    let message = "\"elapsed_ns\" is not a figure that rounds can be steady in";
    check_error(&rounds("figure = \"elapsed_ns\""), message);
}
