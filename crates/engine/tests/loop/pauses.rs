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

/// A schedule continues during a pause: its due requests are issued at the end of the pause and count from there, and
/// the rate is kept.
#[test]
fn a_rate_is_caught_up_with_after_a_pause() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("1000/s,pause=5ms/10", reads(1, 30)));
    let read = record.operations.read.unwrap();
    // The last one is due at 29 ms, as without pauses; of those due in a pause five wait for one another.
    assert_eq!((read.count, read.latency_ns.max), (30, 500 * US));
    assert_eq!(record.elapsed_ns, 29_100 * US);
}

/// If pauses leave less time than the rate needs, they determine the rate; held-back requests are not late.
#[test]
fn pauses_that_are_slower_than_the_rate_decide() {
    let mut target = Parallel::new(Nanos(100 * US));
    let stop = Stop { time: Some(Nanos(35_500 * US)), ..Stop::default() };
    let workload = Workload { stop, ..pausing("1000/s,pause=10ms/5", reads(1, 0)) };
    let record = run(&mut target, workload);
    let read = record.operations.read.unwrap();
    // Five until 4.1 ms, then five at once after each pause: until 14.6, 25.1 and 35.5 ms.
    assert_eq!((read.count, read.overdue_count), (19, None));
    assert_eq!(read.latency_ns.max, 500 * US);
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

/// After a time, whatever the number of requests; and after whichever comes first.
#[test]
fn a_pause_follows_a_time() {
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("pause=1ms/350us", reads(1, 12)));
    // Four take 400 us.
    assert_eq!(record.elapsed_ns, 12 * 100 * US + 2 * 1000 * US);
    let mut target = Parallel::new(Nanos(100 * US));
    let record = run(&mut target, pausing("pause=1ms/3/350us", reads(1, 12)));
    assert_eq!(record.elapsed_ns, 12 * 100 * US + 3 * 1000 * US);
}
