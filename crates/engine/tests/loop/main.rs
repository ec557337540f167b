//! The loop against a target with known behaviour in virtual time.

mod again;
mod beside;
mod endings;
mod hung;
mod lanes;
mod open_loop;
mod parallel;
mod pauses;
mod replay;

use std::sync::atomic::{AtomicBool, Ordering};

use iogram_engine::{
    Cell, CellFacts, Collector, Completion, Control, Errno, Geometry, JobsOutcome, PathTaken,
    Pending, Request, Shared, SharedJob, Target, TargetError, assemble, run_jobs, run_lane,
};
use iogram_model::{
    Access, Arrivals, Blocks, Bytes, CellRecord, CellState, CpuTime, HostPause,
    HostPauseReason, IoPath, Nanos, OpKind, OpMix, Pacing, Permille, Stop, SyncPolicy,
    WarningCode, Workload,
};
use iogram_stats::Histogram;

use self::parallel::{Parallel, Script, US, reads, record_of, run, run_cell, writes};

#[test]
fn thirty_two_in_flight_at_100_us_are_320_000_iops() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, reads(32, 3200));
    assert_eq!(target.deepest, 32);
    assert_eq!(record.elapsed_ns, 10_000 * US);
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, read.bytes), (3200, 3200 * 4096));
    assert!((read.iops - 320_000.0).abs() < 1e-6);
    assert_eq!((read.latency_ns.min, read.latency_ns.max), (100 * US, 100 * US));
    assert!((record.engine.depth_reached - 32.0).abs() < 1e-9);
    assert_eq!(record.state, CellState::Completed);
    assert!(record.operations.write.is_none() && record.warnings.is_empty());
}

#[test]
fn jobs_over_one_target_add_up() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, Workload { jobs: 3, ..reads(4, 1200) });
    assert_eq!((target.deepest, record.elapsed_ns), (12, 10_000 * US));
    assert_eq!(record.operations.read.unwrap().count, 1200);
    assert!((record.engine.depth_reached - 12.0).abs() < 1e-9);
}

fn warns_of_depth(record: &CellRecord) -> bool {
    record.warnings.iter().any(|it| it.code == WarningCode::DepthNotReached)
}

/// In a cell of few requests the final drain can take most of the time.
#[test]
fn the_end_of_a_short_cell_is_no_lack_of_depth() {
    // Twice the depth; the second half completes one by one.
    let one_by_one = |n: usize| match n.checked_sub(32) {
        Some(place) => Script::Stall(Nanos(100 * US + 100 * US * place as u64)),
        None => Script::Succeed,
    };
    // The final flush takes longer than all of them.
    let long_flush = |n: usize| match n {
        64 => Script::Stall(Nanos(10_000 * US)),
        _ => Script::Succeed,
    };
    type Course = fn(usize) -> Script;
    let cases: [(SyncPolicy, u32, Course); 3] = [
        (SyncPolicy::None, 1, one_by_one),
        (SyncPolicy::End, 1, long_flush),
        (SyncPolicy::End, 32, long_flush),
    ];
    for (sync, jobs, script) in cases {
        let mut target = Parallel::new(Nanos(100 * US));
        target.script = script;
        let record = run(&mut target, Workload { jobs, depth: 32 / jobs, sync, ..writes(64) });
        let reached = record.engine.depth_reached;
        assert!(reached < 0.8 * 32.0, "{sync:?} {jobs}: {reached} in the whole of it");
        assert!(!warns_of_depth(&record), "{sync:?} {jobs}: {:?}", record.warnings);
    }
    // The time ends before most requests have completed once, one after another: those of the last job complete last.
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| Script::Stall(Nanos(25_000 * US * (n as u64 + 1)));
    let stop = Stop { time: Some(Nanos(20_000 * US)), ..Stop::default() };
    let record = run(&mut target, Workload { jobs: 4, stop, ..reads(32, 0) });
    assert!(record.engine.depth_reached < 0.8 * 128.0, "{}", record.engine.depth_reached);
    assert!(!warns_of_depth(&record), "{:?}", record.warnings);
}

#[test]
fn a_depth_that_was_not_reached_while_there_was_more_to_issue_is_told() {
    // Fewer requests than the depth.
    let few = run(&mut Parallel::new(Nanos(100 * US)), reads(32, 16));
    assert!(warns_of_depth(&few), "{:?}", few.engine.depth_reached);
    // One of two jobs has a fortieth of the requests: the other is alone for nearly the whole time.
    let cell = Cell::new("cell", Workload { jobs: 2, ..reads(32, 4000) });
    let (collector, control) = (Collector::new(2), Control::default());
    let outcomes = [100, 4000].map(|count| {
        let own = Cell::new("cell", reads(32, count));
        let shared = Shared {
            cell: &own,
            collector: &collector,
            control: &control,
            start: Nanos(0),
            zones: None,
            flow: None,
        };
        run_jobs(&mut Parallel::new(Nanos(100 * US)), 0..1, shared, &Pending::default())
    });
    let uneven = record_of((&cell, Nanos(0)), Vec::new(), &outcomes, &collector);
    assert!(warns_of_depth(&uneven), "{:?}", uneven.engine.depth_reached);
    let even = [&outcomes[1]; 2].map(Clone::clone);
    let even = record_of((&cell, Nanos(0)), Vec::new(), &even, &Collector::new(2));
    assert!(!warns_of_depth(&even));
}

/// 40 requests of 1 ms: they are over in 40 ms.
#[test]
fn what_ends_within_its_ramp_has_no_figures_and_says_so() {
    let of = |ramp_ms: u64| {
        let ramp = Nanos(ramp_ms * 1000 * US);
        run(&mut Parallel::new(Nanos(1000 * US)), Workload { ramp, ..reads(1, 40) })
    };
    let warns = |record: &CellRecord| {
        record.warnings.iter().any(|it| it.code == WarningCode::EndedInRamp)
    };
    let within = of(60);
    assert!(warns(&within) && within.operations.read.is_none(), "{within:?}");
    let beyond = of(20);
    assert!(!warns(&beyond) && beyond.operations.read.is_some(), "{beyond:?}");
    assert!(!warns(&of(0)));
}

#[test]
fn time_ends_a_cell_and_the_ramp_is_left_out() {
    let mut target = Parallel::new(Nanos(1000 * US));
    // The first 50 ms are ten times slower.
    target.script = |n| if n < 5 { Script::Stall(Nanos(10_000 * US)) } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(200_000 * US)), ..Stop::default() };
    let ramp = Nanos(60_000 * US);
    let record = run(&mut target, Workload { ramp, stop, ..reads(1, 0) });
    assert_eq!(record.elapsed_ns, 200_000 * US);
    let read = record.operations.read.unwrap();
    assert_eq!(read.latency_ns.max, 1000 * US, "the slow start is in the ramp");
    // The completion at exactly 60 ms is the first counted one, that at 260 ms the last.
    assert_eq!(read.count, 201);
    let total: u64 = record.series.rows.iter().map(|r| r.read.unwrap().count).sum();
    assert_eq!(total, 5 + 10 + 200, "the series has the ramp too");
    assert_eq!(record.series.rows.len(), 3);
    assert_eq!(record.series.rows[0].read.unwrap().max_ns, 10_000 * US);
}

#[test]
fn each_write_is_followed_by_its_flush_and_each_kind_has_its_own_histogram() {
    let mut target = Parallel::new(Nanos(50 * US));
    let record = run(&mut target, Workload { sync: SyncPolicy::Each, ..writes(100) });
    assert_eq!(record.operations.write.as_ref().unwrap().count, 100);
    assert_eq!(record.operations.flush.as_ref().unwrap().count, 100);
    assert_eq!(record.elapsed_ns, 2 * 100 * 50 * US);
    let kinds: Vec<_> = target.issued.iter().take(4).map(|r| r.kind).collect();
    assert_eq!(kinds, [OpKind::Write, OpKind::Flush, OpKind::Write, OpKind::Flush]);
    assert!((record.engine.depth_reached - 1.0).abs() < 1e-9);
}

#[test]
fn the_flush_at_the_end_is_inside_the_time_and_after_every_write() {
    let mut target = Parallel::new(Nanos(50 * US));
    let workload = Workload { sync: SyncPolicy::End, depth: 8, ..writes(80) };
    let record = run(&mut target, workload);
    assert_eq!(record.operations.flush.unwrap().count, 1);
    assert_eq!(target.issued.last().unwrap().kind, OpKind::Flush);
    assert_eq!(record.elapsed_ns, (10 + 1) * 50 * US);
}

#[test]
fn one_block_is_made_ready_between_two_looks_at_completions() {
    let mut target = Parallel::new(Nanos(100 * US));
    let block = Blocks::one(Bytes(1 << 20));
    run(&mut target, Workload { depth: 16, block, ..writes(200) });
    // From the first look on; nothing can complete before it.
    let first = target.prepared_at_looks[0];
    let between = target.prepared_at_looks.windows(2).map(|pair| pair[1] - pair[0]);
    assert_eq!(between.max(), Some(1), "first look after {first}");
}

#[test]
fn the_record_says_how_exactly_completions_are_stamped() {
    let mut target = Parallel::new(Nanos(100 * US));
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let record = run(&mut target, Workload { stop, ..reads(8, 0) });
    let stamping = record.engine.stamping.unwrap();
    assert_eq!((stamping.completions_mean_count, stamping.completions_max_count), (8.0, 8));
    assert_eq!((stamping.turn_max_ns, stamping.boundary_max_ns), (0, Some(0)), "virtual time");
    assert!((9..=10).contains(&stamping.boundary_count), "{stamping:?}");
}

#[test]
fn the_same_seed_gives_the_same_requests() {
    let requests = |seed| {
        let mut target = Parallel::new(Nanos(100 * US));
        let block: Blocks = "4KiB:1,8KiB:1".parse().unwrap();
        run(&mut target, Workload { seed, block, ..reads(4, 500) });
        target.issued
    };
    assert_eq!(requests(1), requests(1));
    assert_ne!(requests(1), requests(2));
}

#[test]
fn large_writes_are_made_ready_while_others_are_out() {
    for depth in [1, 2, 8] {
        let mut target = Parallel::new(Nanos(100 * US));
        let block = Blocks::one(Bytes(64 << 10));
        let record = run(&mut target, Workload { depth, block, ..writes(200) });
        assert_eq!(record.operations.write.unwrap().count, 200);
        assert_eq!(target.deepest, depth as usize, "as deep as asked for");
        let mut prepared: Vec<_> = target.prepared.iter().map(|(salt, _)| *salt).collect();
        let mut issued: Vec<_> = target.issued.iter().map(|request| request.salt).collect();
        let first_idle = target.prepared.iter().filter(|(_, out)| *out == 0).count();
        assert_eq!(first_idle, 1, "only the first one waits for its data");
        let offsets: Vec<_> = target.issued.iter().map(|request| request.offset).collect();
        assert!(offsets.is_sorted(), "in their order");
        prepared.sort_unstable();
        issued.sort_unstable();
        assert_eq!(prepared, issued, "each exactly once");
    }
}

#[test]
fn what_was_out_while_the_computer_paused_is_in_no_figure() {
    let mut target = Parallel::new(Nanos(100 * US));
    // The computer pauses for two seconds, with four requests outstanding.
    target.script = |n| match n {
        40..44 => Script::Stall(Nanos(2 * Nanos::SECOND.0)),
        _ => Script::Succeed,
    };
    let pause = (Nanos(1000 * US), Nanos(1000 * US + 2 * Nanos::SECOND.0));
    target.pauses.push(pause);
    let record = run(&mut target, reads(4, 400));
    let read = record.operations.read.as_ref().unwrap();
    assert_eq!((read.count, record.set_aside_count), (396, Some(4)));
    assert_eq!(read.latency_ns.max / US, 100);
    assert_eq!(record.paused_ns(), 2 * Nanos::SECOND.0);
    // 99 times four, in 9.9 ms: the pause does not count as the drive's time.
    assert!(
        (record.engine.depth_reached - 4.0).abs() < 0.01,
        "{}",
        record.engine.depth_reached
    );
    let codes: Vec<&str> = record.warnings.iter().map(|it| it.code.as_str()).collect();
    assert_eq!(codes, ["host-paused"]);
    // The drive's own stalls remain.
    target.pauses.clear();
    let record = run(&mut target, reads(4, 400));
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, record.set_aside_count), (400, None));
}

#[test]
fn a_clock_that_jumps_gives_no_request_up() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.jump = Nanos(70 * Nanos::SECOND.0);
    let record = run(&mut target, reads(4, 400));
    assert_eq!(record.state, CellState::Completed);
    assert_eq!(record.operations.read.unwrap().count, 400);
}

#[test]
fn processor_time_is_counted_from_the_end_of_the_ramp() {
    let mut target = Parallel { is_busy: true, ..Parallel::new(Nanos(100 * US)) };
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let workload = Workload { ramp: Nanos(4 * Nanos::SECOND.0), stop, ..reads(1, 0) };
    let record = run(&mut target, workload);
    let submitter = record.engine.submitters[0];
    let used = submitter.cpu.unwrap().user_ns;
    assert!(used.abs_diff(Nanos::SECOND.0) < 1000 * US, "{submitter:?}");
    assert!(submitter.elapsed_ns.abs_diff(Nanos::SECOND.0) < 1000 * US, "{submitter:?}");
}
