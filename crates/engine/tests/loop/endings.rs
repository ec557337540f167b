//! Cells that end badly.

use crate::*;

#[test]
fn a_request_that_hangs_is_noticed_while_others_complete() {
    let mut target = Parallel::new(Nanos(10_000 * US));
    target.script = |n| if n == 100 { Script::Never } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(900 * Nanos::SECOND.0)), ..Stop::default() };
    let record = run(&mut target, Workload { stop, ..reads(4, 0) });
    assert_eq!(record.state, CellState::Stalled);
    let seconds = record.elapsed_ns / Nanos::SECOND.0;
    assert!((600..=603).contains(&seconds), "given up after {seconds} s");
    assert!(record.operations.read.unwrap().count > 170_000, "the others went on");
}

#[track_caller]
fn check_end(script: fn(usize) -> Script, state: CellState, succeeded: u64, errors: &[u64]) {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = script;
    let record = run(&mut target, writes(100));
    assert_eq!(record.state, state);
    assert_eq!(record.operations.write.map_or(0, |op| op.count), succeeded);
    assert_eq!(record.errors.iter().map(|e| e.count).collect::<Vec<_>>(), errors);
}

#[test]
fn failures_end_a_cell_in_a_named_state_and_what_was_measured_stays() {
    let fail_at = CellState::IoErrors;
    check_end(|n| if n == 50 { Script::Fail(5) } else { Script::Succeed }, fail_at, 99, &[1]);
    check_end(|n| if n >= 50 { Script::Fail(5) } else { Script::Succeed }, fail_at, 50, &[20]);
    check_end(
        |n| if n >= 7 { Script::Fail(28) } else { Script::Succeed },
        CellState::Full,
        7,
        &[1],
    );
    check_end(
        |n| if n > 0 { Script::Fail(19) } else { Script::Succeed },
        CellState::Vanished,
        1,
        &[1],
    );
    check_end(
        |n| if n == 3 { Script::Fail(30) } else { Script::Succeed },
        CellState::ReadOnly,
        3,
        &[1],
    );
    check_end(|n| if n == 3 { Script::Short } else { Script::Succeed }, fail_at, 99, &[1]);
    check_end(
        |n| if n == 9 { Script::Never } else { Script::Succeed },
        CellState::Stalled,
        9,
        &[],
    );
}

#[test]
fn a_short_transfer_is_an_error_alone() {
    let mut target = Parallel::new(Nanos(100 * US));
    // A write: flushes have odd numbers up to it.
    target.script = |n| if n == 4 { Script::Short } else { Script::Succeed };
    let mut workload = writes(100);
    workload.sync = SyncPolicy::Each;
    let record = run(&mut target, workload);
    let write = record.operations.write.unwrap();
    // The record excludes the short write's bytes and latency, and no flush follows it.
    assert_eq!((write.bytes, write.count), (write.count * 4096, write.count));
    assert_eq!(record.operations.flush.unwrap().count, write.count);
    let error = &record.errors[0];
    assert_eq!((error.errno, error.message.as_str()), (None, "short transfer"));
    assert_eq!((write.count, error.count), (99, 1));
    let in_series: u64 =
        record.series.rows.iter().filter_map(|row| row.write).map(|op| op.count).sum();
    assert_eq!(in_series, write.count);
}

#[test]
fn the_place_of_an_error_is_kept() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| if n == 3 || n == 5 { Script::Fail(5) } else { Script::Succeed };
    let record = run(&mut target, writes(10));
    let error = &record.errors[0];
    assert_eq!((error.first_offset_bytes, error.last_offset_bytes), (3 * 4096, 5 * 4096));
    assert_eq!((error.errno, error.operation), (Some(5), OpKind::Write));
}

#[test]
fn a_stop_ends_the_cell_and_keeps_what_was_measured() {
    let mut target = Parallel::new(Nanos(100 * US));
    let control = Control::default();
    control.stop();
    let record = run_cell(&mut target, &Cell::new("cell", reads(1, 100)), &control);
    assert_eq!(record.state, CellState::Interrupted);
    assert!(record.operations.read.is_none());
    assert_eq!(record.elapsed_ns, 0);
}
