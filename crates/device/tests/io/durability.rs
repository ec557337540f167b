//! Every promise of durability becomes calls and flushes that the kernel counts.

use iogram_engine::{Cell, PathChoice};
use iogram_model::{Bytes, Caching, CellRecord, CellState, SyncCall, SyncPolicy};

use crate::common::skip;
use crate::ground::{
    BLOCK, Ground, WRITE, all, on_each_device, on_each_ground, paths, run, totals, with,
};

const SIZE: u64 = 256 << 10;
const WRITES: u64 = SIZE / BLOCK;

fn synced(path: PathChoice, sync: SyncPolicy, depth: u32, jobs: u32) -> Cell {
    let cell = Cell { path, ..all(WRITE, SIZE) };
    with(cell, |w| (w.sync, w.depth, w.jobs) = (sync, depth, jobs))
}

#[track_caller]
fn check_counts(record: &CellRecord, flushes: u64, what: &str) {
    assert_eq!(record.state, CellState::Completed, "{what}: {:?}", record.errors);
    assert_eq!(totals(record.operations.write.as_ref()), (WRITES, SIZE), "{what}");
    assert_eq!(totals(record.operations.flush.as_ref()), (flushes, 0), "{what}");
}

#[test]
fn each_policy_gives_its_number_of_flushes_on_every_path() {
    on_each_ground(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for (depth, jobs) in [(1, 1), (4, 1), (4, 2)] {
                let policies = [
                    (SyncPolicy::None, 0),
                    (SyncPolicy::Each, WRITES),
                    (SyncPolicy::Every(16), WRITES / 16),
                    (SyncPolicy::End, u64::from(jobs)),
                    (SyncPolicy::Dsync, 0),
                ];
                for (sync, flushes) in policies {
                    let what = format!("{}, {path:?}, {sync}, {depth}x{jobs}", ground.name);
                    let record = run(&mut rig, &synced(path, sync, depth, jobs));
                    check_counts(&record, flushes, &what);
                }
            }
        }
    });
}

#[test]
fn every_flush_reaches_the_device() {
    let ground = match Ground::loop_device(SIZE) {
        Ok(ground) => ground,
        Err(reason) => return skip(&reason),
    };
    let mut rig = ground.rig();
    for &path in paths() {
        for call in [SyncCall::Fdatasync, SyncCall::Fsync] {
            let policies = [
                (SyncPolicy::None, 0..=0),
                (SyncPolicy::Each, WRITES..=WRITES),
                (SyncPolicy::Every(16), WRITES / 16..=WRITES / 16),
                (SyncPolicy::End, 1..=1),
                // A kernel may flush for the write and once more for the call.
                (SyncPolicy::Dsync, WRITES..=2 * WRITES),
            ];
            for (sync, flushes) in policies {
                let before = ground.kernel_counters().unwrap();
                run(&mut rig, &with(synced(path, sync, 1, 1), |w| w.sync_call = call));
                let done = ground.kernel_counters().unwrap().since(before);
                let what = format!("{path:?}, {sync}, {call:?}");
                assert!(flushes.contains(&done.flushes), "{what}: {} flushes", done.flushes);
                assert_eq!(done.written_bytes, SIZE, "{what}");
            }
        }
    }
}

#[test]
fn the_flush_at_the_end_is_inside_the_elapsed_time() {
    let ground = Ground::file(16 << 20);
    let mut rig = ground.rig();
    for &path in paths() {
        let cell = with(Cell { path, ..all(WRITE, 16 << 20) }, |w| {
            w.block = iogram_model::Blocks::one(Bytes::MIB);
            (w.sync, w.caching) = (SyncPolicy::End, Caching::Buffered);
        });
        let record = run(&mut rig, &cell);
        assert_eq!(totals(record.operations.flush.as_ref()), (1, 0), "{path:?}");
        let flush = record.operations.flush.as_ref().unwrap().latency_ns;
        let write = record.operations.write.as_ref().unwrap().latency_ns;
        // At depth 1 nothing overlaps; latencies are stored with three digits.
        let busy = (write.mean * 16.0 + flush.mean) * 0.998;
        let elapsed = Bytes(record.elapsed_ns).as_f64();
        assert!(busy <= elapsed, "{path:?}: {busy} ns busy in {elapsed} ns");
        assert!(flush.max > 0 && record.elapsed_ns > flush.max, "{path:?}");
    }
}

#[test]
fn buffered_writes_that_were_flushed_are_on_the_device() {
    on_each_device(SIZE, |ground| {
        let mut rig = ground.rig();
        for &path in paths() {
            for sync in [SyncPolicy::Each, SyncPolicy::End, SyncPolicy::Dsync] {
                let before = ground.kernel_counters().unwrap();
                let cell = with(synced(path, sync, 1, 1), |w| w.caching = Caching::Buffered);
                run(&mut rig, &cell);
                let done = ground.kernel_counters().unwrap().since(before);
                assert_eq!(done.written_bytes, SIZE, "{}, {path:?}, {sync}", ground.name);
            }
        }
    });
}

#[test]
fn a_flush_follows_each_write_of_the_plain_path() {
    let ground = Ground::file(SIZE);
    let cell = synced(PathChoice::Sync, SyncPolicy::Each, 1, 1);
    check_counts(&run(&mut ground.rig(), &cell), WRITES, "file");
    let cell = with(cell, |w| w.sync_call = SyncCall::Fsync);
    check_counts(&run(&mut ground.rig(), &cell), WRITES, "file");
}

/// Runs the test of that name under strace and counts the successful calls of each kind.
fn count_calls(test: &str, calls: &str) -> Result<String, String> {
    let program = std::env::current_exe().unwrap();
    let filter = format!("--trace={calls}");
    let output = std::process::Command::new("strace")
        .args(["--follow-forks", "--summary-only", "--summary-columns=calls,errors,name"])
        .args([filter.as_str()])
        .arg(program)
        .args(["--exact", test])
        .output()
        .map_err(|error| format!("cannot run strace: {error}"))?;
    let summary = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(summary) } else { Err(format!("strace: {summary}")) }
}

#[test]
fn the_kernel_sees_a_call_for_each_flush() {
    let test = "durability::a_flush_follows_each_write_of_the_plain_path";
    let summary = match count_calls(test, "fdatasync,fsync") {
        Ok(summary) => summary,
        Err(reason) => return skip(&reason),
    };
    for call in ["fdatasync", "fsync"] {
        let line = summary.lines().find(|line| line.split_whitespace().last() == Some(call));
        let line = line.unwrap_or_else(|| panic!("no {call}: {summary}"));
        let count = line.split_whitespace().next().unwrap();
        assert_eq!(count, WRITES.to_string(), "{summary}");
    }
}
