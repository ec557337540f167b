//! Throttling by a run's report, compared with drives that know how often and how long they throttled.

use iogram_findings::throttling;
use iogram_model::{Access, Blocks, Bytes, CellRecord, Nanos, OpMix, Permille, Stop, Workload};
use iogram_sim::{
    HealthItem, HealthSpec, RandomKind, Rate, Share, SimRig, SimSpec, SimTruth, ThermalSpec,
    ThrottleStep, Time,
};

use crate::simulated::{rig, run};

const SECOND: u64 = Nanos::SECOND.0;

/// Sequential writes for this many seconds.
fn writing(seconds: u64) -> Workload {
    Workload {
        access: Access::Sequential,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(Bytes(1 << 20)),
        depth: 8,
        stop: Stop { time: Some(Nanos(seconds * SECOND)), ..Stop::default() },
        ..Workload::default()
    }
}

/// A random SSD that is `rise_celsius` hotter than its surroundings at 200 MB/s, and throttles from 70 and from 80
/// degrees on.
fn heated(seed: u64, rise_celsius: i32) -> SimSpec {
    let step = |at_celsius, percent: u32| ThrottleStep {
        at_celsius,
        until_celsius: at_celsius - 4,
        speed: Share::from_ppm(percent * 10_000),
    };
    SimSpec {
        thermal: Some(ThermalSpec {
            ambient_celsius: 25,
            start_celsius: None,
            rise_celsius,
            reference_rate: Rate::per_s(200_000_000),
            time_constant: Time(Nanos(8 * SECOND)),
            sensor_delay: None,
            steps: vec![step(70, 50), step(80, 20)],
        }),
        ..SimSpec::random(RandomKind::Ssd, seed)
    }
}

/// A cell with the drive's truth before and after it.
fn measure(rig: &mut SimRig, workload: Workload) -> (CellRecord, SimTruth, SimTruth) {
    let before = rig.drive_mut().truth();
    let cell = run(rig, workload);
    (cell, before, rig.drive_mut().truth())
}

/// Compares the report on a cell with the truth. Returns whether the drive throttled in it.
#[track_caller]
fn check(seed: u64, cell: &CellRecord, before: &SimTruth, after: &SimTruth) -> bool {
    let of = |truth: &SimTruth| (truth.throttle_count.unwrap(), truth.throttle_ns.unwrap());
    let ((count_before, ns_before), (count_after, ns_after)) = (of(before), of(after));
    let (count, ns) = (count_after - count_before, ns_after - ns_before);
    let told = throttling(std::slice::from_ref(cell));
    let health = cell.health.as_ref().unwrap();
    let counted = health.counted.as_ref().unwrap();
    let begun = counted.throttle_light_count.unwrap() + counted.throttle_heavy_count.unwrap();
    assert_eq!(begun, count, "seed {seed}: {told:?}");
    // The drive counts in whole seconds.
    let told_ns = counted.throttle_ns.unwrap();
    assert!(told_ns.abs_diff(ns) <= SECOND, "seed {seed}: {told_ns} ns told, {ns} true");
    // The temperature is sampled once a second; it rises by at most a degree a second here.
    let hottest = health.temperature_max_celsius.unwrap();
    let true_max = f64::from(after.temperature_max_celsius.unwrap());
    assert!(hottest <= true_max, "seed {seed}: {hottest} told, {true_max} true");
    match told.as_slice() {
        [] => assert!(count == 0 && ns < SECOND, "seed {seed}: {count} times, {ns} ns unsaid"),
        [warning] => {
            assert!(count > 0 || ns > 0, "seed {seed}: {warning:?} is not true");
            let degrees = format!("at up to {hottest:.0} °C");
            assert!(warning.message.contains(&degrees), "seed {seed}: {warning:?}");
            if told_ns > 0 {
                let time = format!("for {} by its own counter", Nanos(told_ns));
                assert!(warning.message.contains(&time), "seed {seed}: {warning:?}");
            }
        }
        more => panic!("seed {seed}: one cell, {more:?}"),
    }
    count > 0 || ns > 0
}

#[test]
fn drives_that_throttle_are_said_to_and_drives_that_never_do_are_not() {
    let (mut hot, mut cool) = (0, 0);
    for seed in 0..48 {
        let rise = 20 + i32::try_from(seed % 8).unwrap() * 12;
        let mut rig = rig(heated(seed, rise), seed);
        // The second cell may begin during throttling.
        for seconds in [20, 10] {
            let (cell, before, after) = measure(&mut rig, writing(seconds));
            let counter =
                if check(seed, &cell, &before, &after) { &mut hot } else { &mut cool };
            *counter += 1;
        }
    }
    assert!(hot >= 24 && cool >= 24, "{hot} cells throttled, {cool} did not");
}

#[test]
fn a_drive_that_tells_nothing_of_itself_is_said_nothing_of_however_hot_it_gets() {
    let silent = SimSpec { health: Some(HealthSpec::default()), ..heated(3, 200) };
    let mut rig = rig(silent, 3);
    let (cell, _, after) = measure(&mut rig, writing(30));
    assert!(after.throttle_count.unwrap() > 0);
    assert_eq!(cell.health, None);
    assert_eq!(throttling(&[cell]), []);
}

#[test]
fn a_drive_with_a_thermometer_alone_tells_its_temperature_and_no_throttling() {
    let tells = vec![HealthItem::Temperature];
    let health = Some(HealthSpec { tells, warning_celsius: Some(60) });
    let mut rig = rig(SimSpec { health, ..heated(3, 200) }, 3);
    let (cell, _, after) = measure(&mut rig, writing(30));
    assert!(after.throttle_count.unwrap() > 0);
    assert_eq!(throttling(std::slice::from_ref(&cell)), []);
    assert_eq!(cell.warnings[0].code, "hot");
    let health = cell.health.unwrap();
    assert_eq!(health.counted, None);
    assert!(health.temperature_max_celsius.unwrap() >= 60.0);
    assert!(health.samples.len() > 30, "{} samples", health.samples.len());
}

#[test]
fn the_drive_of_the_zoo_that_throttles_in_a_long_read_says_so() {
    let spec = SimSpec::from_zoo("nvme-tlc-dynamic").unwrap().unwrap();
    let mut rig = rig(spec, 1);
    let (cell, before, after) = measure(&mut rig, writing(10));
    assert!(!check(1, &cell, &before, &after), "ten seconds are too short: {after:?}");
    let reading = Workload {
        mix: OpMix { read: Permille(1000), ..OpMix::default() },
        depth: 32,
        ..writing(600)
    };
    let (cell, before, after) = measure(&mut rig, reading);
    assert!(check(1, &cell, &before, &after), "{after:?}");
    assert!(after.temperature_max_celsius.unwrap() >= 75);
}
