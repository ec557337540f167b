//! Effects between a program and a drive: pages absorb buffered requests, and only a flush waits for the drive.

use iogram_engine::{Cell, Content, Control, Rig};
use iogram_model::{
    Access, Blocks, Bytes, Caching, CellRecord, CellState, Nanos, OpMix, Permille, Stop,
    SyncPolicy, Workload,
};
use iogram_sim::{RandomKind, SimDrive, SimRig, SimSpec};

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const MS: u64 = Nanos::MILLISECOND.0;

fn rig_of(spec: SimSpec, seed: u64) -> SimRig {
    SimRig::new("sim:test", SimDrive::new(spec, seed).unwrap())
}

fn zoo(name: &str) -> SimRig {
    rig_of(SimSpec::from_zoo(name).unwrap().unwrap(), 1)
}

/// A drive of 100 MB/s with a millisecond for each command and two for a flush.
fn plain(more: &str) -> SimRig {
    let text = format!(
        "name = \"plain\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"sata\"\n\
         capacity = \"16GiB\"\nlink = {{ rate = \"100MB/s\", in_flight = 1 }}\n{more}\n\
         [media.latency]\nread = \"1ms\"\nwrite = \"1ms\"\nflush = \"2ms\""
    );
    rig_of(SimSpec::parse(&text).unwrap(), 1)
}

fn sequential(read: bool, block: u64, amount: u64) -> Workload {
    Workload {
        access: Access::Sequential,
        mix: OpMix { read: Permille(if read { 1000 } else { 0 }), ..OpMix::default() },
        block: Blocks::one(Bytes(block)),
        stop: Stop { amount: Some(Bytes(amount)), ..Stop::default() },
        caching: Caching::Buffered,
        ..Workload::default()
    }
}

#[track_caller]
fn run(rig: &mut SimRig, workload: Workload) -> CellRecord {
    rig.run(&Cell::new("cell", workload), &Control::default()).unwrap()
}

/// Megabytes (10^6 bytes) per second of the whole cell.
fn mb_per_s(record: &CellRecord) -> f64 {
    record.throughput().unwrap().bytes_per_s / 1e6
}

fn written(rig: &mut SimRig) -> u64 {
    rig.drive_mut().truth().host_written_bytes
}

#[test]
fn a_gibibyte_is_written_at_the_speed_of_memory_and_is_safe_at_the_speed_of_the_card() {
    for (name, published) in [
        ("s0-kodak-64g", 22.5),
        ("s0-sandisk-extreme-256g", 65.7),
        ("s0-sandisk-32g-class4", 7.0),
        ("s0-sandisk-ultra-200g", 28.1),
    ] {
        let mut rig = zoo(name);
        rig.lay_out(Bytes(GIB), Content::Empty, &Control::default()).unwrap();
        let record =
            run(&mut rig, Workload { sync: SyncPolicy::End, ..sequential(false, 4096, GIB) });
        let error = mb_per_s(&record) / published - 1.0;
        assert!(error.abs() < 0.08, "{name}: {} of {published} MB/s", mb_per_s(&record));
        let flush = record.operations.flush.unwrap().latency_ns.max;
        let writing_s = (record.elapsed_ns - flush) as f64 / 1e9;
        assert!(GIB as f64 / writing_s > 400e6, "{name}: written in {writing_s} s");
        assert_eq!(written(&mut rig), GIB, "{name}");
    }
}

#[test]
fn small_reads_in_order_are_read_ahead_and_come_near_the_rate_of_large_ones() {
    let mut rig = plain("");
    let cold = Workload { caching: Caching::BufferedCold, ..sequential(true, 4096, GIB) };
    // 128 KiB take 1 ms and 1.31 ms of the link.
    let windows = (GIB / (128 << 10)) as f64 * (1e-3 + f64::from(128 << 10) / 1e8);
    let ideal = GIB as f64 / windows / 1e6;
    let rate = mb_per_s(&run(&mut rig, cold.clone()));
    assert!((rate / ideal - 1.0).abs() < 0.03, "{rate} of {ideal} MB/s");
    // Cached data is not read again, unless the cache is emptied.
    rig.rest(Nanos::SECOND, &Control::default());
    let asked = rig.drive_mut().log_hash();
    let again = run(&mut rig, sequential(true, 4096, GIB));
    assert_eq!(rig.drive_mut().log_hash(), asked);
    assert!(mb_per_s(&again) > 2000.0, "{} MB/s", mb_per_s(&again));
    let again = mb_per_s(&run(&mut rig, cold));
    assert!((again / rate - 1.0).abs() < 0.01, "{again} after {rate} MB/s");
}

#[test]
fn random_reads_are_not_read_ahead() {
    let mut rig = plain("");
    let random = Workload {
        access: Access::Random,
        stop: Stop { count: Some(1000), ..Stop::default() },
        ..sequential(true, 4096, 0)
    };
    let record = run(&mut rig, random);
    let read = record.operations.read.unwrap();
    // 1 ms, and a page on the link; a window takes twice as long.
    let median = read.latency_ns.p50.unwrap();
    assert!((MS..1_100_000).contains(&median), "{:?}", read.latency_ns);
}

#[test]
fn a_record_is_durable_when_the_drive_has_it_and_has_flushed() {
    let mut rig = plain("");
    rig.lay_out(Bytes(22 * MIB), Content::Empty, &Control::default()).unwrap();
    let record = run(
        &mut rig,
        Workload { sync: SyncPolicy::Each, ..sequential(false, 2300, 2300 * 1000) },
    );
    let (write, flush) = (record.operations.write.unwrap(), record.operations.flush.unwrap());
    assert!(write.latency_ns.max < 10_000, "{:?}", write.latency_ns);
    assert!(flush.latency_ns.min >= 3 * MS, "{:?}", flush.latency_ns);
    assert!(flush.latency_ns.max < 4 * MS, "{:?}", flush.latency_ns);
    // Whole pages, one or two a record.
    assert_eq!(written(&mut rig) % 4096, 0);
}

#[test]
fn every_durable_write_alone_waits_for_its_own_pages() {
    let mut rig = plain("");
    run(&mut rig, sequential(false, 4096, 64 * MIB));
    assert_eq!(written(&mut rig), 0);
    let strong = Workload { sync: SyncPolicy::Dsync, ..sequential(false, 4096, 4096 * 100) };
    let record = run(&mut rig, strong);
    let write = record.operations.write.unwrap();
    assert!(write.latency_ns.min >= 3 * MS && write.latency_ns.max < 4 * MS, "{write:?}");
    assert_eq!(written(&mut rig), 4096 * 100);
}

#[test]
fn part_of_a_page_that_holds_data_is_read_first_and_of_a_new_file_is_not() {
    let records = |content: Option<Content>| {
        let mut rig = plain("");
        if let Some(content) = content {
            rig.lay_out(Bytes(MIB), content, &Control::default()).unwrap();
        }
        let record = run(&mut rig, sequential(false, 2048, MIB));
        record.operations.write.unwrap().latency_ns.max
    };
    assert!(records(None) >= MS);
    assert!(records(Some(Content::Written)) >= MS);
    assert!(records(Some(Content::Empty)) < MS);
}

#[test]
fn who_writes_more_than_memory_holds_waits_for_the_drive() {
    let mut rig = plain("");
    let record = run(&mut rig, sequential(false, MIB, 12 * GIB));
    // 1.5 GiB may be dirty at the end; the rest went over the link.
    let (rate, written) = (mb_per_s(&record), written(&mut rig));
    assert!(written >= 12 * GIB - 1536 * MIB - 2 * MIB, "{written}");
    assert!(rate > 84.0 && rate < 115.0, "{rate} MB/s");
}

#[test]
fn little_is_left_dirty_until_it_is_thirty_seconds_old() {
    let mut rig = plain("");
    run(&mut rig, sequential(false, 4096, 64 * MIB));
    rig.rest(Nanos(29 * Nanos::SECOND.0), &Control::default());
    assert_eq!(written(&mut rig), 0);
    rig.rest(Nanos(3 * Nanos::SECOND.0), &Control::default());
    assert_eq!(written(&mut rig), 64 * MIB);
}

#[test]
fn requests_past_the_cache_find_what_was_written_through_it() {
    let mut rig = plain("");
    run(&mut rig, sequential(false, 4096, 64 * MIB));
    let direct = Workload { caching: Caching::Direct, ..sequential(true, MIB, 64 * MIB) };
    let record = run(&mut rig, direct);
    assert_eq!(written(&mut rig), 64 * MIB);
    // The cell contains no cache effect: 1 MiB takes 1 ms and 10.5 ms of the link.
    assert_eq!(record.elapsed_ns, 64 * (MS + 10_485_760));
}

#[test]
fn what_the_drive_could_not_take_is_told_by_the_next_flush_alone() {
    let mut rig =
        plain("bad_ranges = [{ start = \"8KiB\", size = \"4KiB\", defect = \"unwritable\" }]");
    let record = run(&mut rig, sequential(false, 4096, MIB));
    assert_eq!(record.state, CellState::Completed);
    let once = Workload { sync: SyncPolicy::Each, ..sequential(false, 4096, 2 * MIB) };
    let record = run(&mut rig, once);
    assert_eq!(record.errors.iter().map(|error| error.count).sum::<u64>(), 2, "{record:?}");
}

#[test]
fn one_bad_page_does_not_hide_its_neighbours() {
    let mut rig =
        plain("bad_ranges = [{ start = \"64KiB\", size = \"4KiB\", defect = \"unreadable\" }]");
    let record = run(&mut rig, sequential(true, 4096, MIB));
    let read = record.operations.read.unwrap();
    assert_eq!((read.count, record.errors.len()), (MIB / 4096 - 1, 1), "{:?}", record.errors);
    assert_eq!(record.errors[0].first_offset_bytes, 64 << 10);
}

/// Any kind of cell, drawn from `seed`.
fn any_workload(seed: u64) -> Workload {
    let mut rng = iogram_engine::Rng::new(seed, 3);
    let read = [0, 300, 1000][usize::try_from(rng.below(3)).unwrap()];
    let block = [512, 2300, 4096, 65_536, 3 * MIB][usize::try_from(rng.below(5)).unwrap()];
    let sync = [SyncPolicy::None, SyncPolicy::Each, SyncPolicy::End, SyncPolicy::Dsync];
    let is_cold = rng.below(3) == 0;
    Workload {
        access: if rng.below(2) == 0 { Access::Sequential } else { Access::Random },
        mix: OpMix { read: Permille(read), ..OpMix::default() },
        depth: u32::try_from(1 + rng.below(8)).unwrap(),
        jobs: u32::try_from(1 + rng.below(3)).unwrap(),
        stop: Stop { count: Some(300), ..Stop::default() },
        sync: sync[usize::try_from(rng.below(4)).unwrap()],
        caching: if is_cold { Caching::BufferedCold } else { Caching::Buffered },
        seed,
        ..sequential(false, block, 0)
    }
}

#[test]
fn every_call_on_every_drive_ends_and_twice_at_the_same_time() {
    for seed in 0..60 {
        for kind in RandomKind::ALL {
            let spec = SimSpec::random(kind, seed);
            let mut ends = (0..2).map(|_| {
                let mut rig = rig_of(spec.clone(), seed);
                let size = Bytes(rig.geometry().capacity.0.min(64 * MIB));
                rig.lay_out(size, Content::Empty, &Control::default()).unwrap();
                for turn in 0..3 {
                    let record = run(&mut rig, any_workload(seed * 3 + turn));
                    assert_eq!(
                        record.state,
                        CellState::Completed,
                        "{}, seed {seed}",
                        kind.name()
                    );
                    rig.rest(Nanos((seed % 7) * 10 * Nanos::SECOND.0), &Control::default());
                }
                (rig.now(), rig.drive_mut().log_hash())
            });
            assert_eq!(ends.next(), ends.next(), "{}, seed {seed}", kind.name());
        }
    }
}
