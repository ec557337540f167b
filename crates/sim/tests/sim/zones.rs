//! Drives whose zones accept writes only at their write pointers, and loads that follow these.

use iogram_engine::{Cell, Control, Errno, Rig, Target, ZoneKind, ZoneState};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, CellState, JobLayout, OpKind, OpMix, Permille,
    PurgeChoice, PurgeMethod, PurgeState, Stop, Workload,
};
use iogram_sim::{SimDrive, SimRig, SimSpec, ZonesTruth};

use crate::support::{drive, request, run};

const MIB: u64 = 1 << 20;

/// 64 zones of 4 MiB, each with 3 MiB of capacity; the first one is conventional.
const ZONED: &str = "name = \"zoned\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
     capacity = \"256MiB\"\nlink = { in_flight = 64 }\n\
     [zones]\nsize = \"4MiB\"\ncapacity = \"3MiB\"\nconventional = 1\nreset_time = \"3ms\"\n";
const MEDIUM: &str = "[media.latency]\nread = \"100us\"\nwrite = \"50us\"";

fn zoned(limits: &str) -> SimDrive {
    drive(&format!("{ZONED}{limits}\n{MEDIUM}\ndiscard = \"0s\""), 1)
}

/// The results of single requests, one after the other.
fn answers<const N: usize>(
    drive: &mut SimDrive,
    asked: [(OpKind, u64, u64); N],
) -> [Result<u32, Errno>; N] {
    asked.map(|(kind, offset, length)| {
        let mut found = Err(Errno::NO_ANSWER);
        run(drive, 1, [request(kind, offset, length)], |done, _| found = done.result);
        found
    })
}

use OpKind::{Discard, Read, Write};

#[test]
fn a_write_that_is_not_at_the_write_pointer_fails() {
    let mut drive = zoned("");
    let found = answers(
        &mut drive,
        [
            (Write, 4 * MIB, 4096),
            (Write, 4 * MIB + 4096, 4096),
            // Again at the same place, and further on.
            (Write, 4 * MIB, 4096),
            (Write, 4 * MIB + 12288, 4096),
            // Beyond the zone's capacity, and exactly to its end.
            (Write, 4 * MIB + 8192, 3 * MIB),
            (Write, 4 * MIB + 8192, 3 * MIB - 8192),
            (Write, 7 * MIB, 4096),
            // Reads succeed anywhere, and so do writes in a conventional zone.
            (Read, 100 * MIB, 4096),
            (Write, 2 * MIB, 4096),
            (Write, 2 * MIB, 4096),
        ],
    );
    let (done, failed) = (Ok(4096), Err(Errno::EIO));
    let rest = u32::try_from(3 * MIB - 8192).unwrap();
    let expected = [done, done, failed, failed, failed, Ok(rest), failed, done, done, done];
    assert_eq!(found, expected);
    let truth = drive.truth().zones.unwrap();
    assert_eq!((truth.full_count, truth.open_count, truth.misplaced_count), (1, 0, 4));
    let zones = drive.zones().unwrap().zones;
    assert_eq!(zones[0].kind, ZoneKind::Conventional);
    assert_eq!((zones[1].state, zones[1].write_pointer), (ZoneState::Full, 7 * MIB));
    assert_eq!((zones[2].state, zones[2].write_pointer), (ZoneState::Empty, 8 * MIB));
}

#[test]
fn a_reset_empties_a_zone_and_takes_its_time() {
    let mut drive = zoned("");
    let before = drive.now().0;
    let found = answers(
        &mut drive,
        [
            (Write, 4 * MIB, 4096),
            (Discard, 4 * MIB, 0),
            (Write, 4 * MIB, 4096),
            // In the middle of a zone, and in one without a write pointer.
            (Discard, 5 * MIB, 4096),
            (Discard, 0, 0),
        ],
    );
    let invalid = Err(Errno(22));
    assert_eq!(found, [Ok(4096), Ok(0), Ok(4096), invalid, invalid]);
    assert_eq!(drive.now().0 - before, 50_000 + 3_000_000 + 50_000);
    assert_eq!(drive.truth().zones.unwrap().reset_count, 1);
}

#[test]
fn one_zone_too_many_closes_another_or_fails() {
    let begin = |zone: u64| (Write, zone * 4 * MIB, 4096);
    let begun = [begin(1), begin(2), begin(3), (Write, 4 * MIB + 4096, 4096)];
    let mut closing = zoned("max_open = 2");
    assert!(answers(&mut closing, begun).iter().all(Result::is_ok));
    let truth = closing.truth().zones.unwrap();
    let counts = (truth.open_count, truth.closed_count, truth.closed_by_drive_count);
    assert_eq!(counts, (2, 1, 2), "the first was closed and opened again");
    let mut failing = zoned("max_open = 2\nmax_active = 2");
    let found = answers(&mut failing, begun);
    assert_eq!(found, [Ok(4096), Ok(4096), Err(Errno(75)), Ok(4096)]);
}

#[test]
fn zones_that_make_no_sense_are_refused() {
    let fault = |zones: &str| {
        let text =
            format!("{}[zones]\n{zones}\n{MEDIUM}", ZONED.split("[zones]").next().unwrap());
        SimSpec::parse(&text).unwrap_err().to_string()
    };
    assert!(fault("size = \"3MiB\"").contains("zones.size is not a power of two"));
    assert!(fault("size = \"512MiB\"").contains("capacity is not a multiple of zones.size"));
    assert!(fault("size = \"4MiB\"\ncapacity = \"5MiB\"").contains("zones.capacity"));
    assert!(fault("size = \"4MiB\"\nconventional = 64").contains("zones.conventional"));
    assert!(fault("size = \"4MiB\"\nmax_open = 3\nmax_active = 2").contains("zones.max_open"));
}

fn rig(limits: &str) -> SimRig {
    SimRig::new("sim:zoned", zoned(limits))
}

fn load(access: &str, read: u16, stop: Stop) -> Workload {
    Workload {
        access: format!("write-pointers={access}").parse::<Access>().unwrap(),
        mix: OpMix { read: Permille(read), ..OpMix::default() },
        block: Blocks::one(Bytes(64 << 10)),
        stop,
        ..Workload::default()
    }
}

fn amount(bytes: u64) -> Stop {
    Stop { amount: Some(Bytes(bytes)), ..Stop::default() }
}

#[track_caller]
fn measure(rig: &mut SimRig, workload: Workload) -> (CellRecord, ZonesTruth) {
    let record = rig.run(&Cell::new("cell", workload), &Control::default()).unwrap();
    assert_eq!(record.state, CellState::Completed, "{:?}", record.errors);
    assert_eq!(record.errors, []);
    let truth = rig.drive_mut().truth().zones.unwrap();
    assert_eq!(truth.misplaced_count, 0);
    (record, truth)
}

#[test]
fn every_write_is_at_a_write_pointer_whatever_the_order_the_depth_and_the_jobs() {
    for access in ["seq", "random", "seq,open=3", "random,open=3", "random,job-open=1"] {
        for (jobs, depth) in [(1, 1), (1, 8), (3, 1), (3, 4)] {
            for layout in [JobLayout::Shared, JobLayout::Sliced] {
                let mut rig = rig("max_open = 8\nmax_active = 8");
                // Twice the drive's capacity, so that zones are reset.
                let all =
                    Workload { jobs, depth, layout, ..load(access, 0, amount(384 * MIB)) };
                let (record, truth) = measure(&mut rig, all);
                let what = format!("{access}, {jobs} jobs, depth {depth}");
                let written = record.operations.write.unwrap();
                assert_eq!(written.bytes, 384 * MIB, "{what}");
                let limit = if access.contains("open=3") { 3 } else { 8 };
                assert!(truth.open_count_max <= limit, "{what}: {truth:?}");
                assert_eq!(truth.closed_by_drive_count, 0, "{what}");
                let resets = record.operations.discard.map_or(0, |it| it.count);
                assert_eq!(resets, truth.reset_count, "{what}");
                // 63 zones take 189 MiB.
                assert!(resets >= 60, "{what}: {resets}");
            }
        }
    }
}

#[test]
fn writes_in_order_fill_one_zone_after_the_other_and_deeper_ones_several() {
    let (_, alone) = measure(&mut rig(""), load("seq", 0, amount(30 * MIB)));
    assert_eq!((alone.open_count_max, alone.full_count, alone.open_count), (1, 10, 0));
    let deep = Workload { depth: 4, ..load("seq", 0, amount(30 * MIB)) };
    let (record, truth) = measure(&mut rig(""), deep);
    assert_eq!(truth.open_count_max, 4);
    // Four at a time take a quarter of the time.
    assert_eq!(record.elapsed_ns, 30 * MIB / (64 << 10) * 50_000 / 4);
}

#[test]
fn a_reset_is_counted_with_its_latency_and_moves_nothing() {
    let mut rig = rig("");
    measure(&mut rig, load("seq", 0, amount(189 * MIB)));
    let (record, _) = measure(&mut rig, load("seq", 0, amount(6 * MIB)));
    let resets = record.operations.discard.unwrap();
    assert_eq!((resets.count, resets.bytes), (2, 0));
    assert_eq!((resets.latency_ns.min, resets.latency_ns.max), (3_000_000, 3_000_000));
    assert_eq!(record.elapsed_ns, 96 * 50_000 + 2 * 3_000_000);
}

#[test]
fn a_mix_reads_what_is_written() {
    let mut rig = rig("max_open = 4\nmax_active = 4");
    // From an empty drive: the first request has to be a write.
    let mixed = Workload { depth: 4, ..load("random,open=4", 700, amount(256 * MIB)) };
    let (record, _) = measure(&mut rig, mixed);
    let (reads, writes) = (record.operations.read.unwrap(), record.operations.write.unwrap());
    let share = reads.count * 1000 / (reads.count + writes.count);
    assert!((650..750).contains(&share), "{share}");
}

#[test]
fn what_is_read_back_is_what_was_written() {
    let mut rig = rig("");
    let placed = |read| Workload {
        data: "placed".parse().unwrap(),
        region: "4MiB..100%".parse().unwrap(),
        seed: 7,
        ..load("random,open=4", read, amount(60 * MIB))
    };
    measure(&mut rig, placed(0));
    // Compared, because their data follows from their places.
    measure(&mut rig, placed(1000));
    let beyond = Workload { access: "random".parse().unwrap(), ..placed(1000) };
    let record = rig.run(&Cell::new("beyond", beyond), &Control::default()).unwrap();
    assert_eq!(record.state, CellState::IoErrors, "elsewhere nothing was written");
}

#[test]
fn discards_reset_whole_zones() {
    let mut rig = rig("");
    measure(&mut rig, load("seq", 0, amount(30 * MIB)));
    let trim = |order: &str, count| Workload {
        mix: OpMix { read: Permille(0), discard: Permille(1000), ..OpMix::default() },
        block: Blocks::one(Bytes(4 * MIB)),
        ..load(order, 0, Stop { count: Some(count), ..Stop::default() })
    };
    // Random zones that hold data, until there are none left.
    let (record, truth) = measure(&mut rig, trim("random", 100));
    assert_eq!(record.operations.discard.unwrap().count, 10);
    assert_eq!((truth.reset_count, truth.empty_count), (10, 63));
    let (record, _) = measure(&mut rig, trim("seq", 5));
    assert_eq!(record.operations.discard.unwrap().count, 5);
}

#[test]
fn a_purge_and_a_discard_reset_what_was_written() {
    let mut rig = rig("");
    measure(&mut rig, load("seq", 0, amount(30 * MIB)));
    let control = Control::default();
    rig.discard(Bytes(0), Bytes(17 * MIB), &control).unwrap();
    // The zone that contains the end of the discard stays untouched.
    let truth = |rig: &mut SimRig| rig.drive_mut().truth().zones.unwrap();
    assert_eq!(truth(&mut rig).full_count, 7);
    let record = rig.purge(PurgeChoice::Only(PurgeMethod::Discard), &control).unwrap();
    assert_eq!(record.state, PurgeState::Purged, "{record:?}");
    assert_eq!((truth(&mut rig).full_count, truth(&mut rig).empty_count), (0, 63));
}

#[test]
fn a_purge_empties_conventional_zones_too() {
    let mut rig = rig("");
    let placed = |read| Workload {
        data: "placed".parse().unwrap(),
        region: "0MiB..4MiB".parse().unwrap(),
        access: "seq".parse().unwrap(),
        ..load("seq", read, amount(4 * MIB))
    };
    let state = |rig: &mut SimRig, read| {
        rig.run(&Cell::new("cell", placed(read)), &Control::default()).unwrap().state
    };
    assert_eq!(state(&mut rig, 0), CellState::Completed);
    assert_eq!(state(&mut rig, 1000), CellState::Completed, "it holds what was written");
    let discard = PurgeChoice::Only(PurgeMethod::Discard);
    rig.purge(discard, &Control::default()).unwrap();
    assert_eq!(state(&mut rig, 1000), CellState::IoErrors, "what was written is gone");
}

#[test]
fn a_load_that_cannot_be_is_refused_and_nothing_is_written() {
    let mut rig = rig("max_open = 4\nmax_active = 4");
    let mut refused = |workload: Workload| {
        let error = rig.run(&Cell::new("cell", workload), &Control::default()).unwrap_err();
        error.to_string()
    };
    let writes = load("seq", 0, amount(MIB));
    for access in ["random", "seq", "permutation"] {
        let access = access.parse().unwrap();
        let message = refused(Workload { access, ..writes.clone() });
        assert!(
            message.contains("zones of 4MiB take writes at their write pointers"),
            "{message}"
        );
    }
    let region = "4MiB..100%".parse().unwrap();
    let read = Workload { region, ..load("seq", 1000, amount(MIB)) };
    assert!(refused(read).contains("holds data"));
    assert!(refused(load("seq,open=5", 0, amount(MIB))).contains("has at most 4"));
    let large =
        Workload { block: Blocks::one(Bytes(4 * MIB)), ..load("seq", 0, amount(8 * MIB)) };
    assert!(refused(large).contains("larger than the zones"));
    let truth = rig.drive_mut().truth();
    assert_eq!((truth.host_written_bytes, truth.zones.unwrap().misplaced_count), (0, 0));
    // A load in conventional zones is accepted.
    let anywhere = Workload {
        access: Access::Random,
        region: "0..4MiB".parse().unwrap(),
        ..load("seq", 0, amount(MIB))
    };
    measure(&mut rig, anywhere);
    let plain = SimSpec::from_zoo("nvme-tlc-hybrid").unwrap().unwrap();
    let mut plain = SimRig::new("sim:plain", SimDrive::new(plain, 1).unwrap());
    let error = plain.run(&Cell::new("cell", writes), &Control::default()).unwrap_err();
    assert!(error.to_string().contains("the target has none"), "{error}");
}

#[test]
fn the_zoned_drive_of_the_zoo_takes_what_its_dies_can() {
    let spec = SimSpec::from_zoo("nvme-zns").unwrap().unwrap();
    let mut rig = SimRig::new("sim:nvme-zns", SimDrive::new(spec, 1).unwrap());
    let write = Workload {
        block: Blocks::one(Bytes(MIB)),
        depth: 8,
        ..load("seq", 0, amount(16 << 30))
    };
    let (record, truth) = measure(&mut rig, write);
    let rate = record.operations.write.unwrap().bytes * 1_000_000_000 / record.elapsed_ns;
    let native = rig.drive_mut().truth().write_native_bytes_per_s.unwrap();
    assert!(rate * 100 > native * 95 && rate < native * 105 / 100, "{rate} of {native}");
    assert_eq!(truth.open_count_max, 8);
    // Nothing has to be collected.
    assert_eq!(rig.drive_mut().truth().write_amplification_permille, Some(1000));
}
