//! Recorded requests replace programs that cannot run on a target.

use iogram_model::{Bytes, Timing, WarningCode};
use iogram_runner::{Destroys, PlanError, PlannedStep, TargetFacts, builtin_method};

use crate::common::{disk, plan, settings};

fn virtual_drive(capacity: u64) -> TargetFacts {
    TargetFacts { replays_programs: true, capacity: Some(Bytes(capacity)), ..disk() }
}

#[test]
fn recorded_requests_stand_for_a_program_and_nothing_is_judged_as_its_operations() {
    let method = builtin_method("sqlite").unwrap();
    let set = settings("runs=2 synchronous=extra");
    let plan = plan(&method, &set, &virtual_drive(16 << 30), 1).unwrap();
    let shown: Vec<String> = plan
        .steps
        .iter()
        .filter_map(|step| match step {
            PlannedStep::LayOut { size, .. } => Some(format!("room of {size}")),
            PlannedStep::Measure(cell) => Some(format!("{} #{}", cell.name, cell.repeat)),
            _ => None,
        })
        .collect();
    let expected =
        ["room of 6GiB", "insert fill #0", "insert, replayed #0", "insert, replayed #1"];
    assert_eq!(shown, expected);
    let application = "sqlite,journal=delete,synchronous=extra";
    for cell in plan.cells() {
        let replay = cell.workload.replay.as_ref().unwrap();
        assert_eq!(cell.workload.application, None, "{}", cell.name);
        assert_eq!(replay.trace, format!("program:{application}"));
        let program = replay.program.unwrap();
        assert_eq!(program.application.to_string(), application);
        assert_eq!(program.operation_count, 1000);
        let is_fill = replay.how.timing == Timing::Fill;
        assert_eq!(cell.is_counted, !is_fill, "{}", cell.name);
        let count = if is_fill { 3 } else { 1603 };
        assert_eq!(cell.workload.stop.count, Some(count), "all that was recorded, and no more");
    }
    assert_eq!(plan.rules, [], "a limit for transactions says nothing of requests");
    let codes: Vec<_> = plan.warnings.iter().map(|it| it.code.clone()).collect();
    assert_eq!(codes, [WarningCode::ProgramReplayed]);
    assert!(plan.warnings[0].message.contains(application), "{:?}", plan.warnings);
    assert!(matches!(plan.destroys, Destroys::Range { .. }), "{:?}", plan.destroys);
}

#[test]
fn a_small_drive_is_used_whole_and_a_file_system_runs_the_program_itself() {
    let method = builtin_method("untar").unwrap();
    let small = plan(&method, &[], &virtual_drive(1 << 30), 1).unwrap();
    let is_whole = |step: &PlannedStep| {
        matches!(step, PlannedStep::LayOut { size: Bytes(0x4000_0000), .. })
    };
    assert!(small.steps.iter().any(is_whole), "{:?}", small.steps);
    let file = TargetFacts::file(Some(Bytes(64 << 30)), Bytes(512));
    let real = plan(&method, &[], &file, 1).unwrap();
    assert!(real.cells().all(|cell| cell.workload.application.is_some()));
    assert!(real.warnings.is_empty(), "{:?}", real.warnings);
    // A real device has no substitute for a file system.
    assert!(matches!(plan(&method, &[], &disk(), 1), Err(PlanError::Target { .. })));
}

#[test]
fn what_was_never_recorded_is_refused_with_what_was() {
    let method = builtin_method("sqlite").unwrap();
    let set = settings("journal=wal");
    let error = plan(&method, &set, &virtual_drive(16 << 30), 1).unwrap_err();
    assert_eq!(error.to_string(), "nothing was recorded of that");
    assert_eq!(error.hint().to_string(), "of others");
}
