//! Recommended load of a drive: demand intensity on drives with known saturation.

use iogram_model::{Choice, DemandIntensity, Finding, MessageId, Run, Severity, float};
use iogram_sim::SimSpec;

use crate::runs::measured;

/// Sixteen requests at a time, 200 us each, of any kind: 80,000 a second from 16 outstanding on, and twice the time
/// with twice as many.
const SIXTEEN: &str = r#"
name = "sixteen"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "64MiB"
[link]
rate = "8GB/s"
in_flight = 16
[media.latency]
read = "200us"
write = "200us"
"#;

const SERVED_PER_S: f64 = 80_000.0;
const AT_ONCE: u64 = 16;

const SHORT: [(&str, &str); 6] = [
    ("time", "300ms"),
    ("samples", "1"),
    ("before", "100ms"),
    ("before_histogram", "100ms"),
    ("histogram", "500ms"),
    ("rounds", "5"),
];

fn run(method: &str, more: &[(&str, &str)]) -> Run {
    let settings: Vec<(&str, &str)> = SHORT.iter().chain(more).copied().collect();
    measured(&SimSpec::parse(SIXTEEN).unwrap(), 1, method, &settings)
}

fn demand(run: &Run) -> &DemandIntensity {
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::DemandIntensity(demand) => Some(demand.as_ref()),
        _ => None,
    });
    found.unwrap()
}

fn choices(run: &Run) -> Vec<&Choice> {
    let found = run.findings.iter().filter_map(|finding| match finding {
        Finding::Choice(choice) => Some(choice),
        _ => None,
    });
    found.collect()
}

#[test]
fn above_saturation_requests_only_wait_and_the_load_that_is_enough_is_where_it_begins() {
    let run = run("dirth", &[]);
    let demand = demand(&run);
    assert_eq!(demand.points.len(), 49);
    for point in &demand.points {
        let (iops, mean) = (point.iops.unwrap(), point.latency_mean_ns.unwrap());
        let busy = point.outstanding_count().min(AT_ONCE);
        let expected = SERVED_PER_S * float(busy) / float(AT_ONCE);
        assert!((iops / expected - 1.0).abs() < 0.03, "{point:?}, not {expected}");
        let waiting = float(point.outstanding_count()) * 1e9 / expected;
        assert!((mean / waiting - 1.0).abs() < 0.05, "{point:?}, not {waiting}");
    }
    // 512 outstanding take 6.4 ms, 256 take 3.2.
    let within = demand.points.iter().filter(|it| it.outstanding_count() < 400).count();
    assert_eq!(demand.within_count, within as u64);
    assert_eq!(demand.enough.as_deref(), Some("TC1 QD16"));
    let most = demand.point(demand.most.as_deref()).unwrap();
    assert!((AT_ONCE..=256).contains(&most.outstanding_count()), "{most:?}");
}

#[test]
fn the_three_loads_are_chosen_by_what_was_measured_and_done_as_chosen() {
    let run = run("dirth", &[]);
    let found = choices(&run);
    let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["max", "mid", "min"]);
    let outstanding: Vec<u32> =
        found.iter().map(|it| it.jobs_count.unwrap() * it.depth_count.unwrap()).collect();
    assert!((16..=256).contains(&outstanding[0]), "{:?}", found[0]);
    // The middle between 80,000 and the 5,000 of a single one is 42,500: eight at a time reach 40,000.
    assert_eq!((outstanding[1], outstanding[2]), (8, 1), "{:?}", found[1]);
    for choice in &found {
        let name = choice.cell.as_deref().unwrap();
        assert_eq!(name, format!("histogram {}", choice.name));
        let cell = run.cells.iter().find(|cell| cell.name == name).unwrap();
        let load = (Some(cell.workload.jobs), Some(cell.workload.depth));
        assert_eq!(load, (choice.jobs_count, choice.depth_count), "{choice:?}");
        let before =
            run.cells.iter().find(|it| it.name == format!("pre-write {}", choice.name));
        assert_eq!(before.unwrap().workload.outstanding_count(), 1024);
    }
    let answer = run.headline.as_ref().unwrap();
    assert_eq!(
        (answer.answer.id, answer.severity),
        (MessageId::DemandMostBelow, Severity::Good)
    );
    assert_eq!(answer.details[0].id, MessageId::DemandTail, "{answer:?}");
}

#[test]
fn where_no_load_is_as_fast_as_wanted_none_is_chosen_and_the_answer_says_so() {
    let run = run("dirth", &[("limit", "150us")]);
    let answer = run.headline.as_ref().unwrap();
    assert_eq!((answer.answer.id, answer.severity), (MessageId::DemandNone, Severity::Caution));
    let found: Vec<(&str, bool, bool)> = choices(&run)
        .iter()
        .map(|it| (it.name.as_str(), it.chosen.is_some(), it.cell.is_some()))
        .collect();
    assert_eq!(found, [("max", false, false), ("mid", false, false), ("min", true, true)]);
    assert!(run.cells.iter().all(|cell| !cell.name.ends_with("max")), "left out");
}

#[test]
fn the_composite_workload_is_the_load_that_measure_calls_by_its_name() {
    use iogram_model::{Pattern, Workload};
    let run = run("cbw", &[]);
    let mut load = Workload::default();
    "jesd219-enterprise".parse::<Pattern>().unwrap().apply(&mut load);
    let measured = run.cells.iter().filter(|cell| cell.name.starts_with("cbw/TC"));
    for cell in measured {
        let found = &cell.workload;
        assert_eq!((&found.access, &found.block), (&load.access, &load.block));
        assert_eq!(found.mix.read, load.mix.read);
    }
    assert_eq!(demand(&run).points.len(), 49);
    assert_eq!(choices(&run).len(), 3);
}
