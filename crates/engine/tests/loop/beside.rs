//! Several loads over one target: each behaves as if it were alone, and gets only its own requests.

use iogram_engine::{FlowShare, Load, run_loads};
use iogram_model::{Arrivals, EndReason, Flow, OpMix, Pacing, Permille};

use super::parallel::{Parallel, Script, reads, record_of};
use crate::*;

fn writes_each_s(rate_per_s: f64) -> Workload {
    let mix = OpMix { read: Permille(0), ..OpMix::default() };
    let pacing = Pacing::Open { rate_per_s, arrivals: Arrivals::Fixed, pauses: None };
    Workload { mix, pacing, seed: 7, ..Workload::default() }
}

fn for_a_second(workload: Workload) -> Workload {
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    Workload { stop, ..workload }
}

/// The records of these loads over `target`; the first load uses `control`.
fn run_all(
    target: &mut Parallel,
    workloads: &[Workload],
    control: &Control,
) -> Vec<CellRecord> {
    run_later(target, workloads, (control, &[]))
}

/// The same, with a delay after the first load for each.
fn run_later(
    target: &mut Parallel,
    workloads: &[Workload],
    (control, delays): (&Control, &[Nanos]),
) -> Vec<CellRecord> {
    let cells: Vec<Cell> = workloads.iter().map(|it| Cell::new("cell", it.clone())).collect();
    let delay = |index: usize| delays.get(index).copied().unwrap_or_default();
    let collectors: Vec<Collector> =
        cells.iter().map(|cell| Collector::new(cell.workload.jobs)).collect();
    let pending: Vec<Pending> = cells.iter().map(|_| Pending::default()).collect();
    let flows = FlowShare::of_loads(&cells);
    let beside = Control::default();
    let start = target.now;
    let loads: Vec<Load<'_>> = cells
        .iter()
        .zip(&collectors)
        .zip(&pending)
        .enumerate()
        .map(|(index, ((cell, collector), pending))| {
            let control = if index == 0 { control } else { &beside };
            let start = start + delay(index);
            let flow = flows[index].as_deref();
            Load {
                shared: Shared { cell, collector, control, start, zones: None, flow },
                pending,
            }
        })
        .collect();
    let outcomes = run_loads(target, &loads);
    let records = cells.iter().zip(outcomes).zip(&collectors).zip(0..).map(
        |(((cell, outcome), all), at)| {
            record_of((cell, start + delay(at)), Vec::new(), &[outcome], all)
        },
    );
    records.collect()
}

#[test]
fn loads_at_the_same_time_each_keep_their_pace_and_their_records() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let readers = Workload { jobs: 3, ..for_a_second(reads(2, 0)) };
    let workloads =
        [readers, for_a_second(writes_each_s(100.0)), for_a_second(writes_each_s(7.0))];
    let records = run_all(&mut target, &workloads, &Control::default());
    let read = records[0].operations.read.as_ref().unwrap();
    // Six at a time, a millisecond each; it includes nothing from the loads beside it.
    assert_eq!((read.count, records[0].operations.write.is_none()), (6000, true));
    assert_eq!((read.latency_ns.min, read.latency_ns.max), (1_000_000, 1_000_000));
    for (record, count) in records[1..].iter().zip([100, 7]) {
        let write = record.operations.write.as_ref().unwrap();
        assert_eq!((write.count, record.operations.read.is_none()), (count, true));
        // A request is issued when it is due, whatever the other loads do.
        assert_eq!(write.latency_ns.max, 1_000_000);
        assert_eq!(record.state, CellState::Completed);
    }
    assert_eq!(target.issued.len(), 6000 + 100 + 7);
    assert_eq!(target.deepest, 8);
}

/// Its time and the intervals of its record count from its own beginning.
#[test]
fn a_load_can_begin_later_and_goes_on_when_the_first_is_over() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let workloads = [for_a_second(reads(1, 0)), for_a_second(writes_each_s(100.0))];
    let delays = [Nanos(0), Nanos(3_500_000_000)];
    let records = run_later(&mut target, &workloads, (&Control::default(), &delays));
    assert_eq!(records[0].operations.read.as_ref().unwrap().count, 1000);
    let write = records[1].operations.write.as_ref().unwrap();
    assert_eq!((write.count, write.latency_ns.max), (100, 1_000_000));
    assert_eq!(records[1].state, CellState::Completed);
    assert_eq!(records[1].series.rows[0].start_ns, 0);
    assert!(target.now >= Nanos(4_490_000_000), "{:?}", target.now);
}

#[test]
fn a_load_that_has_not_begun_is_stopped_with_the_first_one() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let control = Control::default();
    control.stop();
    let workloads = [for_a_second(reads(1, 0)), for_a_second(writes_each_s(100.0))];
    let delays = [Nanos(0), Nanos(3_500_000_000)];
    let records = run_later(&mut target, &workloads, (&control, &delays));
    assert!(records.iter().all(|it| it.state == CellState::Interrupted));
    assert_eq!((target.issued.len(), target.now), (0, Nanos(0)));
}

#[test]
fn a_load_beside_is_stopped_with_the_first_one() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let control = Control::default();
    control.stop();
    let workloads = [for_a_second(reads(1, 0)), for_a_second(writes_each_s(100.0))];
    let records = run_all(&mut target, &workloads, &control);
    assert!(records.iter().all(|it| it.state == CellState::Interrupted));
    assert!(target.now < Nanos(200_000_000), "{}", target.now);
}

#[test]
fn where_the_first_one_fails_the_others_do_not_go_on() {
    let mut target = Parallel::new(Nanos(1_000_000));
    target.script = |_| Script::Fail(5);
    let workloads = [for_a_second(reads(1, 0)), for_a_second(writes_each_s(10.0))];
    let records = run_all(&mut target, &workloads, &Control::default());
    assert_eq!(records[0].state, CellState::IoErrors);
    assert!(target.now < Nanos(400_000_000), "{}", target.now);
}

#[test]
fn a_request_that_never_comes_back_ends_its_load_and_the_others_finish() {
    let mut target = Parallel::new(Nanos(1_000_000));
    // The second request overall is the first write.
    target.script = |number| if number == 1 { Script::Never } else { Script::Succeed };
    let workloads = [for_a_second(reads(1, 0)), for_a_second(writes_each_s(100.0))];
    let records = run_all(&mut target, &workloads, &Control::default());
    assert_eq!(records[0].state, CellState::Completed);
    assert_eq!(records[0].operations.read.as_ref().unwrap().count, 1000);
    assert_eq!(records[1].state, CellState::Stalled);
}

#[test]
fn a_load_with_an_end_of_its_own_goes_on_to_it() {
    let mut target = Parallel::new(Nanos(1_000_000));
    // 100 reads take 0.1 s, 30 writes 0.3 s; neither load ends the other.
    let stop = Stop { count: Some(30), ..Stop::default() };
    let workloads = [reads(1, 100), Workload { stop, ..writes_each_s(100.0) }];
    let records = run_all(&mut target, &workloads, &Control::default());
    assert_eq!(records[0].operations.read.as_ref().unwrap().count, 100);
    assert_eq!(records[0].elapsed_ns, 100_000_000);
    assert_eq!(records[1].operations.write.as_ref().unwrap().count, 30);
    assert!(records.iter().all(|it| it.state == CellState::Completed));
    assert_eq!(records[1].elapsed_ns, 290_000_000 + 1_000_000);
}

/// A workload that ends after `count` requests and ends the others too.
fn ending_all(workload: Workload, count: u64) -> Workload {
    let stop = Stop { count: Some(count), ends_others: true, ..Stop::default() };
    Workload { stop, ..workload }
}

fn reasons(records: &[CellRecord]) -> Vec<Option<EndReason>> {
    records.iter().map(|it| it.ending.as_ref().map(|ending| ending.reason)).collect()
}

#[test]
fn with_one_that_ends_the_others_they_end_completed() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let workloads = [
        for_a_second(reads(4, 0)),
        ending_all(writes_each_s(100.0), 30),
        for_a_second(reads(2, 0)),
        // It ends earlier.
        Workload { stop: Stop { count: Some(5), ..Stop::default() }, ..writes_each_s(100.0) },
    ];
    let records = run_all(&mut target, &workloads, &Control::default());
    assert!(records.iter().all(|it| it.state == CellState::Completed));
    let another = Some(EndReason::WithAnother);
    assert_eq!(reasons(&records), [another, None, another, None]);
    assert_eq!(records[1].operations.write.as_ref().unwrap().count, 30);
    assert_eq!(records[3].operations.write.as_ref().unwrap().count, 5);
    for record in [&records[0], &records[2]] {
        // At the end of the interval in which the thirtieth write completes, at 291 ms.
        assert!(
            (290_000_000..=401_000_000).contains(&record.elapsed_ns),
            "{}",
            record.elapsed_ns
        );
    }
    assert_eq!(target.deepest, 8, "what is out is waited for");
}

#[test]
fn a_load_that_ends_others_is_no_end_of_one_that_has_not_begun_and_does_nothing() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let workloads = [ending_all(reads(1, 0), 100), for_a_second(writes_each_s(100.0))];
    let delays = [Nanos(0), Nanos(3_500_000_000)];
    let records = run_later(&mut target, &workloads, (&Control::default(), &delays));
    assert_eq!(reasons(&records), [None, Some(EndReason::WithAnother)]);
    assert_eq!(records[1].state, CellState::Completed);
    assert!(records[1].operations.write.is_none());
    assert!(target.now <= Nanos(200_000_000), "{:?}", target.now);
}

/// Both end at the same time limit: neither cuts the other short.
#[test]
fn loads_that_end_at_the_same_time_end_by_themselves() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let stop = Stop { time: Some(Nanos::SECOND), ends_others: true, ..Stop::default() };
    let workloads = [Workload { stop, ..reads(1, 0) }, Workload { stop, ..reads(3, 0) }];
    let records = run_all(&mut target, &workloads, &Control::default());
    assert_eq!(reasons(&records), [None, None]);
    let counts = records.iter().map(|it| it.operations.read.as_ref().unwrap().count);
    assert_eq!(counts.collect::<Vec<_>>(), [1000, 3000]);
}

fn in_flow(workload: Workload, weight: u32, group: u32) -> Workload {
    Workload { flow: Some(Flow { weight, group }), ..workload }
}

/// The slower load sets the pace, whatever the depths.
#[test]
fn requests_of_loads_with_weights_keep_to_them() {
    for (depth, other) in [(1, 1), (16, 2), (2, 64)] {
        let mut target = Parallel::new(Nanos(1_000_000));
        let workloads = [
            in_flow(for_a_second(reads(depth, 0)), 8, 0),
            in_flow(for_a_second(reads(other, 0)), 1, 0),
            for_a_second(reads(1, 0)),
        ];
        let records = run_all(&mut target, &workloads, &Control::default());
        let counts: Vec<u64> =
            records.iter().map(|it| it.operations.read.as_ref().unwrap().count).collect();
        // A load is ahead by at most its outstanding requests.
        let [eight, one, free] = counts[..] else { panic!("{counts:?}") };
        assert!(
            eight.abs_diff(8 * one) <= 8 * u64::from(other.max(1)) + u64::from(depth),
            "{counts:?}"
        );
        assert!(one >= 100 && eight <= 1000 * u64::from(depth), "{counts:?}");
        // The load without a weight is not held back.
        assert_eq!(free, 1000);
    }
}

#[test]
fn a_load_waits_for_no_other_group_and_for_none_that_has_ended() {
    let mut target = Parallel::new(Nanos(1_000_000));
    let short = Workload { stop: Stop { count: Some(10), ..Stop::default() }, ..reads(1, 0) };
    let workloads = [
        in_flow(for_a_second(reads(1, 0)), 1, 0),
        in_flow(short, 1, 0),
        in_flow(for_a_second(reads(1, 0)), 1000, 1),
    ];
    let records = run_all(&mut target, &workloads, &Control::default());
    let counts: Vec<u64> =
        records.iter().map(|it| it.operations.read.as_ref().unwrap().count).collect();
    assert!(counts[0] >= 985 && counts[1] == 10 && counts[2] == 1000, "{counts:?}");
}
