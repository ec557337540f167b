use std::collections::BTreeMap;
use std::sync::Arc;

use iogram_engine::Control;
use iogram_runner::{AssumedRange, Plan, PlannedStep};
use iogram_sim::SimRig;

use super::*;
use crate::simulated;
use crate::trial::{Trial, try_plan_within};

/// Enough for the first cells of every method; the whole would take hours of this computer.
const WORK: u64 = 100_000;
/// So far apart are the ends of a range that rests on reading, for plans that only read; most of it is what the
/// kernel's read-ahead may bring.
const READING_WIDEST: f64 = 5.0;
/// The same for a range that rests on an earlier run of the same method.
const EARLIER_WIDEST: f64 = 1.8;

fn rig(drive: &str, seed: u64) -> SimRig {
    SimRig::new(drive, simulated::build(&simulated::find_spec(drive).unwrap(), seed).unwrap())
}

/// What the cells among the first steps take: expected at least, expected at most, really.
fn compared(plan: &Plan, steps: &[Nanos], known: &AssumedRange) -> (f64, f64, f64) {
    let cells = plan.steps.iter().zip(steps);
    let cells = cells.filter(|(step, _)| matches!(step, PlannedStep::Measure(_)));
    cells.fold((0.0, 0.0, 0.0), |(least, most, real), (step, took)| {
        let (fast, slow) = step.cost(known).time();
        let sums = (least + fast.as_secs_f64(), most + slow.as_secs_f64());
        (sums.0, sums.1, real + took.as_secs_f64())
    })
}

/// Whether what was expected holds. A cell that ends by time waits for its last requests.
fn holds((least, most, real): (f64, f64, f64)) -> bool {
    (least * 0.95..=most * 1.05).contains(&real)
}

/// Every method on every drive of the zoo: which it is, what was known of the drive before by `know`, what its first
/// cells were expected to take, and what they took.
fn tried(know: impl Fn(&str, &Plan) -> AssumedRange) -> Vec<(String, (f64, f64, f64), bool)> {
    let mut all = Vec::new();
    for drive in iogram_sim::zoo_names() {
        let spec = simulated::find_spec(drive).unwrap();
        for method in iogram_runner::builtin_methods() {
            let facts = simulated::facts(&spec);
            let Ok(plan) = iogram_runner::plan(&method, &[], &facts, 1) else { continue };
            let trial = try_on(drive, 1, &plan);
            let times = compared(&plan, &trial.steps, &know(drive, &plan));
            let is_read = plan.steps[..trial.steps.len()].iter().all(|step| match step {
                PlannedStep::Measure(cell) => cell.workload.mix.write().0 == 0,
                _ => true,
            });
            if times.2 > 0.0 {
                all.push((format!("{} on {drive}: {times:?}", method.id), times, is_read));
            }
        }
    }
    all
}

fn try_on(drive: &str, seed: u64, plan: &Plan) -> Trial {
    try_plan_within(WORK, plan, &mut rig(drive, seed), &Arc::new(Control::default())).unwrap()
}

fn usual(drive: &str) -> AssumedRange {
    let spec = simulated::find_spec(drive).unwrap();
    let link = rig(drive, 1).target().link;
    crate::assumed::assumed(Some(spec.drive.name()), link.as_deref())
}

#[test]
fn the_real_time_lies_in_the_range_that_two_seconds_of_reading_give() {
    let looked: BTreeMap<&str, AssumedRange> = iogram_sim::zoo_names()
        .map(|drive| {
            (drive, usual(drive).observing(&look(&mut rig(drive, 1), &Control::default())))
        })
        .collect();
    let all = tried(|drive, _| looked[drive].clone());
    let outside: Vec<&String> =
        all.iter().filter(|it| !holds(it.1)).map(|(name, ..)| name).collect();
    assert!(outside.is_empty(), "{} of {}: {outside:#?}", outside.len(), all.len());
    let reading: Vec<_> = all.iter().filter(|(.., is_read)| *is_read).collect();
    for (name, (least, most, _), _) in &reading {
        assert!(*most <= least * READING_WIDEST, "{name}");
    }
    assert!(all.len() > 150 && reading.len() > 40, "{} {}", all.len(), reading.len());
}

#[test]
fn an_earlier_run_of_the_same_method_gives_a_range_that_is_short_and_right() {
    let all = tried(|drive, plan| {
        let earlier = try_on(drive, 2, plan);
        AssumedRange { observed: earlier.observed, ..usual(drive) }
    });
    let wrong: Vec<&String> = all
        .iter()
        .filter(|(_, times, _)| !holds(*times) || times.1 > times.0 * EARLIER_WIDEST)
        .map(|(name, ..)| name)
        .collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), all.len());
    assert!(all.len() > 150, "{}", all.len());
}
