//! Latencies with more requests than the kernel's queue holds.

use iogram_findings::analyse;
use iogram_model::{
    CellRecord, Criteria, DrivePlatform, IoPath, PlatformRecord, QueueRecord, WarningCode,
};
use iogram_testing::records;

use super::common::{cell, run};

fn ring(name: &str, depth: u32, jobs: u32) -> CellRecord {
    let mut cell = cell(name);
    (cell.workload.depth, cell.workload.jobs) = (depth, jobs);
    cell.engine = records::engine(depth * jobs);
    cell.engine.path = IoPath::IoUring;
    cell
}

/// Checks which cells exceed the depth of this many queues, each with this room.
#[track_caller]
fn check((nr_requests, queue_count): (Option<u64>, Option<u64>), expected: &[&str]) {
    let mut threads = ring("threads", 256, 1);
    threads.engine.path = IoPath::Sync;
    let mut paced = ring("paced", 256, 1);
    paced.engine.depth_reached = 3.0;
    let cells = vec![
        ring("deep", 256, 1),
        ring("deep", 256, 1),
        ring("fits", 128, 1),
        ring("many", 16, 16),
        threads,
        paced,
    ];
    let mut run = run("A", cells);
    run.conditions.queue = Some(QueueRecord { nr_requests, ..QueueRecord::default() });
    let drive = DrivePlatform { hardware_queue_count: queue_count, ..DrivePlatform::default() };
    let platform = PlatformRecord { drive: Some(drive), ..PlatformRecord::default() };
    run.conditions.platform = Some(Box::new(platform));
    run.criteria = Some(Criteria::default());
    let warnings = analyse(&run).warnings;
    let above = warnings.iter().filter(|it| it.code == WarningCode::AboveTheQueue);
    let names: Vec<&str> =
        above.map(|it| it.message.split(':').next().unwrap_or_default()).collect();
    assert_eq!(names, expected, "{nr_requests:?} {queue_count:?}");
}

#[test]
fn more_requests_than_the_queues_hold_are_told_once_for_each_cell() {
    check((Some(128), Some(1)), &["deep", "many"]);
    check((Some(64), Some(1)), &["deep", "fits", "many"]);
    // A single submitter has one queue, whatever the number of others.
    check((Some(128), Some(4)), &["deep"]);
    check((Some(8), Some(4)), &["deep", "fits", "many"]);
}

#[test]
fn what_may_have_had_a_place_is_not_told() {
    check((Some(256), Some(1)), &[]);
    check((Some(128), None), &["deep"]);
    check((None, Some(1)), &[]);
    check((Some(0), Some(1)), &[]);
}
