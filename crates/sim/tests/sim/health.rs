//! A simulated drive's health reports in a run, compared with the truth.

use iogram_engine::{Cell, Control, Rig};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, HealthCounters, HealthSeries, Nanos, OpMix, Permille,
    Stop, Workload,
};
use iogram_sim::{SimDrive, SimRig, SimSpec, zoo_names};

const SECOND: u64 = Nanos::SECOND.0;

fn zoo(name: &str) -> SimRig {
    let drive = SimDrive::new(SimSpec::from_zoo(name).unwrap().unwrap(), 1).unwrap();
    SimRig::new(format!("sim:{name}"), drive)
}

fn writes(access: Access, block: u64, bytes: u64) -> Workload {
    Workload {
        access,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(Bytes(block)),
        depth: 8,
        stop: Stop { amount: Some(Bytes(bytes)), ..Stop::default() },
        ..Workload::default()
    }
}

#[track_caller]
fn run(rig: &mut SimRig, workload: Workload) -> CellRecord {
    rig.run(&Cell::new("cell", workload), &Control::default()).unwrap()
}

fn counters(health: &HealthSeries) -> (HealthCounters, HealthCounters) {
    let of = |index: usize| health.samples[index].counters.clone().unwrap();
    (of(0), of(health.samples.len() - 1))
}

#[test]
fn a_drive_tells_what_is_true_of_it_in_the_steps_of_its_log() {
    let mut rig = zoo("nvme-tlc-dynamic");
    run(&mut rig, writes(Access::Sequential, 1 << 20, 8 << 30));
    // Longer than the idle delay after which the cache folds into the native cells.
    rig.rest(Nanos(600 * SECOND), &Control::default());
    let before = rig.drive_mut().truth();
    let record = run(&mut rig, writes(Access::Random, 4096, 200_000 * 4096));
    let after = rig.drive_mut().truth();
    let health = record.health.unwrap();
    let (_, last) = counters(&health);
    assert_eq!(health.source, "NVMe SMART log, OCP log");
    assert_eq!(health.warning_celsius, Some(80.0));
    assert_eq!(last.written_bytes, Some(after.host_written_bytes.next_multiple_of(512_000)));
    assert_eq!(last.nand_written_bytes, after.flash_written_bytes);
    let host = after.host_written_bytes - before.host_written_bytes;
    let flash = after.flash_written_bytes.unwrap() - before.flash_written_bytes.unwrap();
    #[expect(clippy::cast_precision_loss, reason = "a ratio")]
    let truth = flash as f64 / host as f64;
    let told = health.counted.unwrap().write_amplification().unwrap();
    assert!((told / truth - 1.0).abs() < 0.01, "{told} told, {truth} true");
    assert_eq!(last.life_used_ratio, Some(0.0));
    assert_eq!(last.media_error_count, Some(0));
    let celsius = after.temperature_celsius.map(f64::from);
    assert_eq!(health.samples.last().unwrap().temperature_celsius, celsius);
}

#[test]
fn a_watched_drive_is_looked_at_once_a_second_of_its_own_time() {
    let mut rig = zoo("nvme-tlc-hybrid");
    let stop = Stop { time: Some(Nanos(60 * SECOND)), ..Stop::default() };
    let record = run(&mut rig, Workload { stop, ..writes(Access::Sequential, 1 << 20, 1) });
    let health = record.health.unwrap();
    let starts: Vec<u64> = health.samples.iter().map(|sample| sample.start_ns).collect();
    assert!((60..=62).contains(&starts.len()), "{starts:?}");
    // At most a request late.
    let is_even = starts[..starts.len() - 1]
        .windows(2)
        .all(|pair| (SECOND..SECOND + SECOND / 20).contains(&(pair[1] - pair[0])));
    assert!(is_even, "{starts:?}");
    let temperatures = || health.samples.iter().map(|sample| sample.temperature_celsius);
    assert!(temperatures().is_sorted(), "{health:?}");
    assert_eq!(temperatures().next().unwrap(), Some(25.0));
    assert!(health.temperature_max_celsius > Some(40.0));
}

#[test]
fn looking_at_a_drive_changes_nothing_of_it() {
    let hash = |health: &str| {
        let text = iogram_sim::zoo_text("nvme-tlc-hybrid").unwrap();
        let (before, _) = text.split_once("[health]").unwrap();
        let spec = SimSpec::parse(&format!("{before}{health}")).unwrap();
        let mut rig = SimRig::new("sim:test", SimDrive::new(spec, 1).unwrap());
        for access in [Access::Sequential, Access::Random] {
            let stop = Stop { time: Some(Nanos(90 * SECOND)), ..Stop::default() };
            run(&mut rig, Workload { stop, ..writes(access, 1 << 20, 1) });
            rig.rest(Nanos(700 * SECOND), &Control::default());
        }
        rig.drive_mut().truth().log_hash
    };
    assert_eq!(hash("[health]\ntells = []"), hash("[health]\ntells = [\"temperature\"]"));
}

#[test]
fn an_ata_drive_is_looked_at_before_and_after_only() {
    let mut rig = zoo("sata-tlc-static");
    let record = run(&mut rig, writes(Access::Sequential, 1 << 20, 4 << 30));
    let health = record.health.unwrap();
    assert!(record.elapsed_ns > 2 * SECOND);
    assert_eq!((health.samples.len(), health.source.as_str()), (2, "ATA SMART data"));
    assert_eq!(health.counted.unwrap().written_bytes, Some(4 << 30));
    assert_eq!(health.temperature_max_celsius, None);
}

#[test]
fn cards_and_sticks_tell_nothing() {
    let mut silent = 0;
    for name in zoo_names() {
        let mut rig = zoo(name);
        let drive = rig.target().drive.unwrap();
        if matches!(drive.as_str(), "SD" | "USB" | "eMMC") {
            let record = run(&mut rig, writes(Access::Sequential, 1 << 20, 16 << 20));
            assert_eq!(record.health, None, "{name}");
            assert_eq!(rig.sample_host().temperature_celsius, None, "{name}");
            silent += 1;
        }
    }
    assert!(silent > 20, "{silent} drives");
}

#[test]
fn what_a_drive_cannot_know_it_cannot_be_asked_to_tell() {
    let with = |health: &str| {
        let text = format!(
            "name = \"plain\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
             capacity = \"1GiB\"\nhealth = {{ {health} }}\n\
             [media.latency]\nread = \"1us\"\nwrite = \"1us\""
        );
        SimSpec::parse(&text).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with("tells = [\"written\"]"), Ok(()));
    for (health, fault) in [
        ("tells = [\"temperature\"]", "health.tells names temperature, which needs [thermal]"),
        (
            "tells = [\"life-used\"]",
            "health.tells names life-used, which needs endurance_cycles",
        ),
        (
            "tells = [\"flash-written\"]",
            "health.tells names flash-written, which needs [media.block] or [media.page]",
        ),
        (
            "tells = [], warning_celsius = 70",
            "health.warning_celsius is a temperature, which health.tells does not name",
        ),
    ] {
        let message = format!("cannot build the drive \"plain\": {fault}");
        assert_eq!(with(health), Err(message), "{health}");
    }
}
