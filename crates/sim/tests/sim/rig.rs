//! The engine's own loop on simulated drives: the view of a method.

use iogram_engine::{Cell, Content, Control, Rig, RigErrorKind};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, CellState, IoPath, Nanos, OpKind, OpMix, Permille, Stop,
    SyncPolicy, TargetKind, Workload,
};
use iogram_sim::{SimDrive, SimRig, SimSpec};

fn rig(text: &str) -> SimRig {
    SimRig::new("sim:test", SimDrive::new(SimSpec::parse(text).unwrap(), 1).unwrap())
}

fn constant(more: &str) -> SimRig {
    rig(&format!(
        "name = \"constant\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"1GiB\"\nlink = {{ in_flight = 256 }}\n{more}\n\
         [media.latency]\nread = \"100us\"\nwrite = \"50us\""
    ))
}

fn workload(read: u16, count: u64) -> Workload {
    Workload {
        mix: OpMix { read: Permille(read), ..OpMix::default() },
        stop: Stop { count: Some(count), ..Stop::default() },
        ..Workload::default()
    }
}

#[track_caller]
fn run(rig: &mut SimRig, workload: Workload) -> CellRecord {
    rig.run(&Cell::new("cell", workload), &Control::default()).unwrap()
}

#[test]
fn jobs_times_depth_over_latency_is_what_the_record_says() {
    for (jobs, depth) in [(1, 1), (1, 32), (4, 8), (8, 32)] {
        let outstanding = u64::from(jobs * depth);
        let record = run(
            &mut constant(""),
            Workload { jobs, depth, ..workload(1000, outstanding * 1000) },
        );
        let read = record.operations.read.unwrap();
        assert_eq!(record.state, CellState::Completed);
        assert_eq!(record.elapsed_ns, 1000 * 100_000, "jobs {jobs}, depth {depth}");
        assert_eq!(read.count, outstanding * 1000);
        assert_eq!((read.latency_ns.min, read.latency_ns.max), (100_000, 100_000));
        assert_eq!(record.engine.path, IoPath::Sim);
        assert_eq!(record.engine.submit_cpu_ratio, None);
        assert_eq!(record.warnings, []);
    }
}

#[test]
fn a_write_and_its_flush_are_recorded_apart() {
    let mut rig =
        constant("cache = { size = \"1MiB\", write_time = \"5us\", flush_time = \"200us\" }");
    let each =
        Workload { access: Access::Sequential, sync: SyncPolicy::Each, ..workload(0, 1000) };
    let record = run(&mut rig, each);
    let (write, flush) = (record.operations.write.unwrap(), record.operations.flush.unwrap());
    assert_eq!((write.latency_ns.max, flush.latency_ns.max), (5_000, 45_000 + 200_000));
    assert_eq!(record.elapsed_ns, 1000 * 250_000);
}

#[test]
fn a_day_of_random_reads_and_an_hour_of_rest_pass_in_virtual_time() {
    let mut rig = constant("");
    let control = Control::default();
    rig.rest(Nanos(3600 * Nanos::SECOND.0), &control);
    assert_eq!(rig.now(), Nanos(3600 * Nanos::SECOND.0));
    let record = run(&mut rig, workload(1000, 100));
    assert_eq!(record.started_ns, 3600 * Nanos::SECOND.0);
}

#[test]
fn a_failing_drive_ends_the_cell_with_its_name() {
    let end = |fault: &str| {
        let more = format!("faults = [{{ after = {{ commands = 100 }}, event = {fault} }}]");
        let record = run(&mut constant(&more), workload(0, 1000));
        (record.state, record.operations.write.map(|write| write.count))
    };
    assert_eq!(end("\"vanish\""), (CellState::Vanished, Some(100)));
    assert_eq!(end("\"read-only\""), (CellState::ReadOnly, Some(100)));
    assert_eq!(end("{ stall = \"30s\" }"), (CellState::Completed, Some(1000)));
    assert_eq!(end("{ stall = \"9m\" }"), (CellState::Completed, Some(1000)));
    assert_eq!(end("{ stall = \"30m\" }").0, CellState::Stalled);
}

#[test]
fn a_cell_after_a_stalled_one_begins_clean() {
    let more = "faults = [{ after = { commands = 100 }, event = { stall = \"30m\" } }]";
    let mut rig = constant(more);
    assert_eq!(run(&mut rig, workload(0, 1000)).state, CellState::Stalled);
    rig.rest(Nanos(3600 * Nanos::SECOND.0), &Control::default());
    let record = run(&mut rig, workload(0, 1000));
    assert_eq!(record.state, CellState::Completed);
    assert_eq!(record.operations.write.unwrap().count, 1000);
}

#[test]
fn laying_out_limits_what_cells_see_and_writes_it_anew() {
    let mut rig = SimRig::new(
        "sim:emmc-64g",
        SimDrive::new(SimSpec::from_zoo("emmc-64g").unwrap().unwrap(), 1).unwrap(),
    );
    let control = Control::default();
    rig.lay_out(Bytes(1 << 30), Content::Written, &control).unwrap();
    assert_eq!(rig.geometry().capacity, Bytes(1 << 30));
    let truth = rig.drive_mut().truth();
    assert_eq!(truth.host_written_bytes, 1 << 30);
    rig.lay_out(Bytes(1 << 30), Content::Written, &control).unwrap();
    assert_eq!(rig.drive_mut().truth().host_written_bytes, 2 << 30);
    let record = run(&mut rig, workload(1000, 100));
    // Reads of filled data come from the flash: at least the read time.
    assert!(record.operations.read.unwrap().latency_ns.min > 75_000);
    let too_large = rig.lay_out(Bytes(1 << 40), Content::Empty, &control).unwrap_err();
    assert_eq!(too_large.kind, RigErrorKind::Usage);
    assert_eq!(
        too_large.message,
        "cannot use 1.0 TiB (1.1 TB) of sim:emmc-64g: it has 58.2 GiB (62.5 GB)"
    );
}

#[test]
fn a_record_of_the_target_says_what_the_drive_says() {
    let spec = SimSpec::from_zoo("dying").unwrap().unwrap();
    let target = SimRig::new("sim:dying", SimDrive::new(spec, 1).unwrap()).target();
    assert_eq!(target.kind, TargetKind::Simulated);
    assert_eq!(target.drive.as_deref(), Some("SATA"));
    assert_eq!(target.serial.as_deref(), Some("WORN0001"));
    assert_eq!(target.link.as_deref(), Some("560MB/s"));
    assert_eq!(target.capacity, Bytes(120_034_123_776));
}

#[test]
fn a_discard_is_unsupported_where_the_drive_says_so() {
    let mix = OpMix { read: Permille(0), discard: Permille(1000), flush: Permille(0) };
    let record = run(
        &mut constant(""),
        Workload { mix, block: Blocks::one(Bytes(1 << 20)), ..workload(0, 10) },
    );
    assert_eq!(record.state, CellState::Unsupported);
    assert_eq!(record.errors[0].operation, OpKind::Discard);
}

/// A page-mapped drive of 64 MiB in blocks of 64 units with this over-provisioning.
fn page_mapped(over_provisioning: &str) -> SimRig {
    rig(&format!(
        "name = \"page\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"nvme\"\n\
         capacity = \"256MiB\"\nlink = {{ in_flight = 64 }}\n[media.page]\nunit = \"4KiB\"\n\
         page_size = \"4KiB\"\nplanes = 1\ndies = 4\nblock_pages = 16\n\
         over_provisioning = \"{over_provisioning}\"\nread_time = \"60us\"\n\
         program_time = \"600us\"\nerase_time = \"1ms\"\n"
    ))
}

/// Writes of 4 KiB over the whole drive, `amount` of its capacity; returns the flash writes for each of them.
fn amplification(rig: &mut SimRig, access: &str, amount: f64) -> f64 {
    let access: Access = access.parse().unwrap();
    let bytes = iogram_model::whole(amount * 65_536.0) * 4096;
    let stop = Stop { amount: Some(Bytes(bytes)), ..Stop::default() };
    let seed = rig.drive_mut().truth().host_written_bytes;
    let load = Workload { access, stop, depth: 8, seed, ..workload(0, 1) };
    let written = |rig: &mut SimRig| {
        let truth = rig.drive_mut().truth();
        (truth.host_written_bytes, truth.flash_written_bytes.unwrap())
    };
    let (host, flash) = written(rig);
    let record = run(rig, Workload { stop, ..load });
    assert_eq!(record.state, CellState::Completed);
    let (host, flash) = (written(rig).0 - host, written(rig).1 - flash);
    iogram_model::float(flash) / iogram_model::float(host)
}

#[test]
fn one_pass_in_the_order_of_sprandom_leaves_the_drive_as_random_writes_for_ever_do() {
    for (percent, spare) in [(7, 0.07), (15, 0.15), (28, 0.28)] {
        let mut classic = page_mapped(&format!("{percent}%"));
        let sequential = amplification(&mut classic, "seq", 2.0);
        assert!((sequential - 1.0).abs() < 0.01, "{sequential}");
        let two = amplification(&mut classic, "random", 2.0);
        let after_two = amplification(&mut classic, "random", 0.25);
        amplification(&mut classic, "random", 4.0);
        let for_ever = amplification(&mut classic, "random", 1.0);
        let mut one = page_mapped(&format!("{percent}%"));
        let during = amplification(&mut one, &format!("sprandom={percent}%"), 1.0 + spare);
        assert!(during < 1.02 && two > 1.5, "nothing has to be collected: {during}, {two}");
        let first = amplification(&mut one, "random", 0.25);
        let later = amplification(&mut one, "random", 1.0);
        let context = format!(
            "{percent} %: two passes {after_two:.3}, one {first:.3} and {later:.3}, at the end {for_ever:.3}"
        );
        assert!((first / for_ever - 1.0).abs() < 0.06, "{context}");
        assert!((later / for_ever - 1.0).abs() < 0.05, "{context}");
        // Closer to the final value than the classic method, after a third of its writes.
        let off = |it: f64| (it / for_ever - 1.0).abs();
        assert!(off(first) < off(after_two) + 0.03, "{context}");
    }
}

#[test]
fn a_wrong_over_provisioning_is_made_good_by_half_a_pass_of_random_writes() {
    let mut classic = page_mapped("15%");
    amplification(&mut classic, "seq", 1.0);
    amplification(&mut classic, "random", 6.0);
    let for_ever = amplification(&mut classic, "random", 1.0);
    for (percent, spare) in [(7, 0.07), (28, 0.28)] {
        let mut one = page_mapped("15%");
        amplification(&mut one, &format!("sprandom={percent}%"), 1.0 + spare);
        let first = amplification(&mut one, "random", 0.25);
        amplification(&mut one, "random", 0.5);
        let later = amplification(&mut one, "random", 0.25);
        assert!(
            (later / for_ever - 1.0).abs() < 0.12,
            "{percent} %: {first}, {later}, {for_ever}"
        );
    }
}
