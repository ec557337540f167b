//! Requests that are due at a rate, whatever the target does.

use crate::*;

#[test]
fn an_open_loop_counts_the_wait_behind_a_stall() {
    let mut target = Parallel::new(Nanos(100 * US));
    // At 1000/s and depth 1 one request stalls for 50 ms: the next 49 wait in line.
    target.script =
        |n| if n == 10 { Script::Stall(Nanos(50_000 * US)) } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let pacing = "1000/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    let read = record.operations.read.unwrap();
    assert_eq!(read.count, 1000);
    assert_eq!(read.latency_ns.max, 50_000 * US);
    // 50 ms, then 49.1, 48.2, ..: each next one is due 1 ms later and takes 0.1 ms.
    let waiting = (0..55).map(|k| 50_000 - k * 900).filter(|&us| us > 100).sum::<u64>();
    let others = 1000 - (0..55).filter(|k| 50_000 - k * 900 > 100).count() as u64;
    let mean_us = (waiting + others * 100) as f64 / 1000.0;
    assert!((read.latency_ns.mean / 1000.0 - mean_us).abs() < 1.0, "{}", read.latency_ns.mean);
    assert!(record.engine.depth_reached < 1.0);
}

#[test]
fn a_rate_beyond_the_target_is_said() {
    let mut target = Parallel::new(Nanos(10_000 * US));
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    let pacing = "1000/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    assert_eq!(record.operations.read.unwrap().count, 100);
    assert_eq!(record.warnings[0].code, "behind-schedule");
}

fn histogram(text: &str) -> Histogram {
    Histogram::from_text(text).expect("the engine wrote it")
}

#[test]
fn every_request_that_was_due_is_in_the_histogram_and_service_time_beside_it() {
    // 1000/s for 9 s on a drive that serves 500/s: half of them are never issued.
    for arrivals in [Arrivals::Fixed, Arrivals::Poisson] {
        let mut target = Parallel::new(Nanos(2000 * US));
        let stop = Stop { time: Some(Nanos(9 * Nanos::SECOND.0)), ..Stop::default() };
        let mix = OpMix { read: Permille(700), ..OpMix::default() };
        let pacing = Pacing::Open { rate_per_s: 1000.0, arrivals, pauses: None };
        let record = run(&mut target, Workload { pacing, stop, mix, ..reads(1, 0) });
        let all: Vec<_> = record.operations.iter().map(|(_, record)| record.clone()).collect();
        let completed: u64 = all.iter().map(|it| it.count).sum();
        let overdue: u64 = all.iter().map(|it| it.overdue_count.unwrap()).sum();
        let in_histograms: u64 = all.iter().map(|it| histogram(&it.histogram).count()).sum();
        assert_eq!((completed, in_histograms), (4500, completed + overdue));
        match arrivals {
            Arrivals::Fixed => assert_eq!(in_histograms, 9000),
            // Five standard deviations of a Poisson count.
            Arrivals::Poisson => assert!(in_histograms.abs_diff(9000) < 475, "{in_histograms}"),
        }
        let in_series: u64 = record
            .series
            .rows
            .iter()
            .flat_map(|row| [row.read, row.write])
            .flatten()
            .map(|op| op.count)
            .sum();
        assert_eq!(in_series, completed, "what did not complete is in no rate");
        for of_kind in &all {
            // The queue grows to 4.5 s: late requests waited about as long when they were completed or given up.
            let latency = of_kind.latency_ns;
            assert!(latency.max.abs_diff(4_500_000 * US) < 300_000 * US, "{latency:?}");
            let service = of_kind.service.as_ref().unwrap();
            let exact = Some((2000 * US, 2000 * US, of_kind.count));
            let found = &service.latency_ns;
            let counted = histogram(&service.histogram).count();
            assert_eq!(Some((found.min, found.max, counted)), exact);
        }
    }
}

#[test]
fn a_loop_that_keeps_up_has_nothing_overdue_and_a_closed_one_no_service_time() {
    let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
    for pacing in ["500/s", "closed"] {
        let mut target = Parallel::new(Nanos(1000 * US));
        let pacing: Pacing = pacing.parse().unwrap();
        let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
        let read = record.operations.read.unwrap();
        assert_eq!(read.overdue_count, None);
        assert_eq!(read.service.is_some(), pacing != Pacing::Closed);
        assert_eq!(histogram(&read.histogram).count(), read.count);
    }
}

#[test]
fn what_an_interrupted_open_loop_owed_is_in_its_latencies() {
    let mut target = Parallel::new(Nanos(100 * US));
    target.script = |n| if n == 10 { Script::Never } else { Script::Succeed };
    let stop = Stop { time: Some(Nanos(900 * Nanos::SECOND.0)), ..Stop::default() };
    let pacing = "10/s".parse().unwrap();
    let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
    // The eleventh was issued after a second and given up after the I/O timeout of ten minutes.
    assert_eq!(record.state, CellState::Stalled);
    let read = record.operations.read.unwrap();
    assert_eq!(read.count, 10);
    assert!(read.overdue_count.is_some_and(|count| (6001..=6003).contains(&count)), "{read:?}");
    assert!(read.latency_ns.max >= 600 * Nanos::SECOND.0);
}

#[test]
fn a_submitter_that_spins_until_the_next_request_is_due_is_no_limit() {
    let bound = |pacing| {
        let mut target = Parallel { is_busy: true, ..Parallel::new(Nanos(10 * US)) };
        let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
        let record = run(&mut target, Workload { pacing, stop, ..reads(1, 0) });
        record.warnings.iter().any(|it| it.code == "generator-bound")
    };
    let open =
        |rate_per_s| Pacing::Open { rate_per_s, arrivals: Arrivals::Fixed, pauses: None };
    assert!(!bound(open(1000.0)));
    assert!(bound(open(1_000_000.0)), "it cannot keep up");
    assert!(bound(Pacing::Closed));
}

#[test]
fn a_submitter_that_looks_for_completions_instead_of_sleeping_is_no_limit() {
    let record = |look_percent| {
        let mut target =
            Parallel { is_busy: true, look_percent, ..Parallel::new(Nanos(10 * US)) };
        let stop = Stop { time: Some(Nanos::SECOND), ..Stop::default() };
        run(&mut target, Workload { stop, ..reads(1, 0) })
    };
    for (percent, is_bound) in [(0, true), (2, true), (30, false)] {
        let record = record(percent);
        let is_warned = record.warnings.iter().any(|it| it.code == "generator-bound");
        assert_eq!(is_warned, is_bound, "{percent} % of looks");
        // The processor was busy all the same.
        assert_eq!(record.engine.submit_cpu_ratio, Some(1.0));
        let looked =
            (percent > 0).then_some(record.engine.submitters[0].elapsed_ns * percent / 100);
        assert_eq!(record.engine.submitters[0].looked_ns, looked);
    }
}
