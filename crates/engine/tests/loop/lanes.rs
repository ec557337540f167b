//! Jobs that share a target, and threads that observe each other.

use crate::*;

#[test]
fn a_watched_submitter_measures_what_an_unwatched_one_does() {
    let workload = || {
        let mix = OpMix { read: Permille(500), ..OpMix::default() };
        let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
        Workload { ramp: Nanos(150_000 * US), mix, stop, ..reads(8, 0) }
    };
    let alone = run(&mut Parallel::new(Nanos(100 * US)), workload());
    for is_fast in [false, true] {
        let cell = Cell::new("cell", workload());
        let (collector, control) = (Collector::new(1), Control::default());
        let pending = Pending::watched(&[OpKind::Read, OpKind::Write], is_fast);
        let (mut target, is_over) = (Parallel::new(Nanos(100 * US)), AtomicBool::new(false));
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Acquire) {
                    pending.drain(0..1, &collector);
                    std::thread::yield_now();
                }
            });
            let (cell, collector, control) = (&cell, &collector, &control);
            let shared =
                Shared { cell, collector, control, start: Nanos(0), zones: None, flow: None };
            let outcome = run_jobs(&mut target, 0..1, shared, &pending);
            is_over.store(true, Ordering::Release);
            outcome
        });
        let watched = record_of((&cell, Nanos(0)), Vec::new(), &[outcome], &collector);
        assert_eq!(watched.series, alone.series);
        assert_eq!(watched.operations, alone.operations);
    }
}

#[test]
fn lanes_take_every_request_once_and_flush_once_at_the_end() {
    let workload = Workload { sync: SyncPolicy::End, depth: 4, ..writes(1000) };
    let cell = Cell::new("cell", workload);
    let (collector, control) = (Collector::new(4), Control::default());
    let geometry = Parallel::new(Nanos(0)).geometry();
    let job = SharedJob::new(&cell, geometry, 0, 4, Nanos(0));
    let issued: Vec<Request> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..4)
            .map(|lane| {
                let (cell, collector, control, job) = (&cell, &collector, &control, &job);
                scope.spawn(move || {
                    let mut target = Parallel::new(Nanos(100 * US));
                    let shared = Shared {
                        cell,
                        collector,
                        control,
                        start: Nanos(0),
                        zones: None,
                        flow: None,
                    };
                    let pending = Pending::default();
                    let outcome = run_lane(&mut target, lane, job, shared, &pending);
                    assert_eq!(
                        (outcome.state, target.deepest <= 1),
                        (CellState::Completed, true)
                    );
                    target.issued
                })
            })
            .collect();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap()).collect()
    });
    let flushes = issued.iter().filter(|request| request.kind == OpKind::Flush).count();
    let mut offsets: Vec<_> =
        issued.iter().filter(|r| r.kind == OpKind::Write).map(|r| r.offset).collect();
    offsets.sort_unstable();
    assert_eq!(flushes, 1);
    assert_eq!(offsets, (0..1000).map(|block| block * 4096).collect::<Vec<_>>());
}

#[test]
fn a_lane_takes_an_arrival_before_its_time_and_issues_it_in_time() {
    let pacing = "1000/s".parse().unwrap();
    let stop = Stop { time: Some(Nanos(100_000 * US)), ..Stop::default() };
    let cell = Cell::new("cell", Workload { pacing, stop, ..reads(1, 0) });
    let (collector, control) = (Collector::new(1), Control::default());
    let mut target = Parallel::new(Nanos(100 * US));
    let job = SharedJob::new(&cell, target.geometry(), 0, 1, Nanos(0));
    let shared = Shared {
        cell: &cell,
        collector: &collector,
        control: &control,
        start: Nanos(0),
        zones: None,
        flow: None,
    };
    let outcome = run_lane(&mut target, 0, &job, shared, &Pending::default());
    assert_eq!((target.issued.len(), outcome.overdue), (100, 0));
    assert_eq!(outcome.ended, Nanos(99_100 * US));
}
