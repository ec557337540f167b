//! The project's own methods, unchanged, on simulated drives.

use iogram_engine::{Control, Rig};
use iogram_model::{CellRecord, CellState, RunState};
use iogram_runner::{
    Outcome, TargetFacts, Writes, builtin_method, builtin_methods, run_method,
};
use iogram_sim::{MediaSpec, SimDrive, SimRig, SimSpec};

use crate::records::Records;

fn run(drive: &str, method: &str, settings: &[(&str, &str)]) -> (Outcome, Vec<CellRecord>) {
    let spec = SimSpec::from_zoo(drive).unwrap().unwrap();
    let supports_discard = match &spec.media {
        MediaSpec::Latency(media) => media.discard.is_some(),
        MediaSpec::Block(media) => media.discard_time.is_some(),
        MediaSpec::Page(media) => media.discard_time.is_some(),
    };
    let mut rig = SimRig::new(format!("sim:{drive}"), SimDrive::new(spec, 1).unwrap());
    let settings: Vec<(String, String)> =
        settings.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let facts = TargetFacts {
        supports_discard: Some(supports_discard),
        ..TargetFacts::device(rig.geometry())
    };
    let method = builtin_method(method).unwrap();
    let plan = iogram_runner::plan(&method, &settings, &facts, 1).unwrap();
    let mut records = Records::default();
    let outcome = run_method(&plan, &mut rig, &Control::default(), &mut records);
    (outcome, records.cells)
}

#[test]
fn every_method_runs_on_cards_and_a_stick_mapped_by_blocks_and_by_pages() {
    // Methods that need a file system are refused. Methods that replay a trace have tests with one.
    let needs_more = |method: &iogram_runner::Method| {
        method.writes == Writes::File || method.text().contains("\ntrace = ")
    };
    for method in builtin_methods().into_iter().filter(|it| !needs_more(it)) {
        // Small amounts: the test checks that every step makes sense on such a drive.
        let settings: Vec<(&str, &str)> = method
            .params
            .iter()
            .filter_map(|param| match param.name.as_str() {
                "size" if method.id == "card" => Some(("size", "256MiB")),
                "size" if method.id == "atto" => Some(("size", "64MiB")),
                "size" => Some(("size", "16MiB")),
                "time" | "stimulus" | "cdm_time" | "round" | "rest" | "cdm_interval" => {
                    Some((param.name.as_str(), "1s"))
                }
                "rest_max" => Some(("rest_max", "2s")),
                "scale" => Some(("scale", "1/64")),
                "passes" | "fills" => Some((param.name.as_str(), "1")),
                "rounds" => Some(("rounds", "5")),
                "requests" => Some(("requests", "1000")),
                _ => None,
            })
            .collect();
        for (drive, medium) in
            [("s3-lexar-633x-16g", "sd"), ("usb-stick-2au", "usb"), ("sd-a2", "sd")]
        {
            if !method.media.iter().any(|name| name == medium) {
                continue;
            }
            let (outcome, records) = run(drive, &method.id, &settings);
            assert_eq!(
                outcome.state,
                RunState::Completed,
                "{} on {drive}: {outcome:?}",
                method.id
            );
            for record in records {
                assert_eq!(
                    record.state,
                    CellState::Completed,
                    "{} on {drive}, cell {}: {:?}",
                    method.id,
                    record.name,
                    record.errors
                );
            }
        }
    }
}

#[test]
fn the_fsync_method_finds_what_seed_004_published() {
    for (drive, iops, sync_p99_us) in
        [("s4-sd", 633.0, 5276.0), ("s4-usb", 456.0, 4817.0), ("s4-ssd", 1410.0, 906.0)]
    {
        let (_, records) = run(drive, "fsync", &[]);
        let record = records.last().unwrap();
        let flush = record.operations.flush.as_ref().unwrap();
        assert_eq!(flush.count, 10_029);
        #[expect(clippy::cast_precision_loss, reason = "compared in percent")]
        let p99_us = flush.latency_ns.p99.unwrap() as f64 / 1e3;
        assert!((p99_us / sync_p99_us - 1.0).abs() < 0.1, "{drive}: {p99_us} us");
        let write = record.operations.write.as_ref().unwrap();
        assert!((write.iops / iops - 1.0).abs() < 0.1, "{drive}: {} IOPS", write.iops);
    }
}

/// Whoever makes a write durable, and by whichever call: on a drive without force unit access it is a write and a
/// flush.
#[test]
fn ways_to_make_the_same_writes_durable_agree_on_a_drive_without_force_unit_access() {
    for drive in ["s4-sd", "s4-usb", "s4-ssd", "sata-tlc-static"] {
        // The first cell of the method with this name: requests of 4 or 8 KiB, one at a time.
        let iops = |method: &str, settings: &[(&str, &str)], name: &str| {
            let (_, records) = run(drive, method, settings);
            let record = records.iter().find(|it| it.name == name).expect("a cell of it");
            record.operations.write.as_ref().expect("it writes").iops
        };
        let small = ("size", "64MiB");
        let journal = iops("ceph-journal", &[small, ("time", "10s")], "1 writers");
        let pieces = [("time", "10s"), ("pieces", "no")];
        let postgres = iops("pg-fsync", &pieces, "one 8 KiB, open_datasync");
        let log = iops(
            "zfs-slog",
            &[small, ("time", "10s"), ("runs", "1")],
            "4KiB, flush after each",
        );
        let rates = [journal, postgres, log];
        let (low, high) = rates
            .iter()
            .fold((f64::MAX, 0.0_f64), |(low, high), &it| (low.min(it), high.max(it)));
        assert!(high < low * 1.1, "{drive}: {rates:?}");
    }
}
