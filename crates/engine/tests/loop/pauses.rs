//! Pauses between requests of a closed loop.

use super::parallel::{Parallel, reads, run};
use crate::*;

fn pausing(pacing: &str, workload: Workload) -> Workload {
    Workload { pacing: pacing.parse().expect("a pace"), ..workload }
}

#[test]
fn a_pause_follows_every_so_many_requests_and_is_in_no_latency() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("pause=2ms/4", reads(1, 20)));
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, read.latency_ns.max), (20, 100 * US));
    // 20 requests one after another and 4 pauses between the 5 groups.
    assert_eq!(record.elapsed_ns, 20 * 100 * US + 4 * 2000 * US);
    assert_eq!(record.state, CellState::Completed);
}

#[test]
fn a_pause_begins_when_all_that_are_out_have_completed() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("pause=1ms/6", reads(4, 24)));
    assert_eq!(target.deepest, 4);
    // Six requests four at a time take two rounds.
    assert_eq!(record.elapsed_ns, 4 * 2 * 100 * US + 3 * 1000 * US);
    assert!(!warns_of_depth(&record), "the pauses were asked for");
}

#[test]
fn jobs_pause_each_by_itself() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("pause=1ms", Workload { jobs: 3, ..reads(1, 30) }));
    assert_eq!(record.operations.read.unwrap().count, 30);
    assert_eq!(record.elapsed_ns, 10 * 100 * US + 9 * 1000 * US);
}

#[test]
fn nobody_waits_for_a_pause_that_outlives_the_time() {
    let mut target = Parallel::new(Nanos(100 * US));
    let stop = Stop { time: Some(Nanos(50_000 * US)), ..Stop::default() };
    let workload = Workload { stop, ..pausing("pause=10s", reads(1, 0)) };
    let record = run(&mut target, workload);
    assert_eq!(record.operations.read.unwrap().count, 1);
    assert!(target.now < Nanos(200_000 * US), "{}", target.now);
}
