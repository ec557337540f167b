//! Runs built by hand: an invented drive, with realistic figures.

mod parts;

use std::collections::BTreeMap;

use iogram_findings::{analysed, judge, outliers, summarise};
use iogram_model::{
    Access, Arrivals, Blocks, Bytes, Caching, CellRecord, CellState, Conditions, CpuRecord,
    DrivePlatform, EngineRecord, ErrorRecord, Figure, FileSystemRecord, HealthCounters,
    HealthSample, HealthSeries, HostRecord, IdleState, IoPath, LatencySummary, Loop,
    MemoryRecord, Message, MessageId, MethodRecord, Nanos, OpKind, OpMix, OpRecord, Operations,
    Pacing, Permille, PlatformRecord, PowerSample, PowerSeries, PurgeAttempt, PurgeCheck,
    PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState, PurgeValue, QueueRecord, Region, Rule,
    Run, RunState, Series, SeriesOp, SeriesRow, SimulationRecord, Stop, SyncPolicy, TargetKind,
    TargetRecord, ToolRecord, TuneChange, TuneRecord, Warning, Workload,
};

use iogram_testing::records;

use self::parts::{
    block_device, block_time_ns, conclude, dd_read_cell, quick_rows, record, warning,
};
pub(crate) use self::parts::{card, cell, latency, operation, run};

/// The same run on a simulated drive.
pub(crate) fn simulated(mut run: Run) -> Run {
    run.target.kind = TargetKind::Simulated;
    run.target.simulation = Some(SimulationRecord {
        drive: "example".to_owned(),
        title: "Example".to_owned(),
        seed: 1,
        page_cache: None,
    });
    run
}

/// Every sample with its name.
pub(crate) fn samples() -> Vec<(&'static str, Run)> {
    let runs = vec![
        ("quick-completed", quick_completed()),
        ("quick-interrupted", quick_interrupted()),
        ("fsync-verdict-fail", fsync_verdict_fail()),
        ("measure-mixed", measure_mixed()),
        ("read-errors", read_errors()),
        ("dd-read-missing-run", dd_read_missing_run()),
        ("dd-write-before-flush", dd_write_before_flush()),
        ("matrix", matrix()),
        ("nothing-measured", nothing_measured()),
        ("throttled", throttled()),
        ("card-sheet", crate::cards::card_sheet()),
        ("diagnosis", crate::diagnosed::diagnosis()),
    ];
    runs.into_iter().map(|(name, run)| (name, analysed(run))).collect()
}

/// The four default rows of CrystalDiskMark, read and write, five repetitions each.
pub(crate) fn quick_completed() -> Run {
    let mut cells = Vec::new();
    for (row, access, block, depth) in quick_rows() {
        for (kind, factor) in [(OpKind::Read, 1.0), (OpKind::Write, 0.8)] {
            for repeat in 0..5 {
                let name = format!("{row}-{}", kind.name());
                let mut workload = Workload {
                    access: access.clone(),
                    block: Blocks::one(Bytes(block)),
                    depth,
                    stop: Stop { time: Some(Nanos(5 * Nanos::SECOND.0)), ..Stop::default() },
                    ..Workload::default()
                };
                if kind == OpKind::Write {
                    workload.mix = OpMix { read: Permille(0), ..OpMix::default() };
                }
                let drift = 1.0 - f64::from(repeat) * 0.004;
                let latency_ns = f64::from(depth) * block_time_ns(block) / (factor * drift);
                let mut cell = cell(&name, repeat, workload);
                record(&mut cell, kind, latency_ns, block);
                cells.push(cell);
            }
        }
    }
    let slow = cells.iter_mut().find(|it| it.name == "seq-1m-q1t1-write" && it.repeat == 3);
    let slow = slow.expect("the sample has this cell");
    let workload = slow.workload.clone();
    *slow = cell(&slow.name.clone(), 3, workload);
    record(slow, OpKind::Write, 1_900_000.0, 1 << 20);
    for cell in cells.iter_mut().filter(|it| it.name == "rnd-4k-q32t1-read") {
        cell.engine.submit_cpu_ratio = Some(0.97);
        cell.warnings.push(warning(
            "generator-bound",
            &format!("a submitter used 9{} % of a core: the drive may be faster", cell.repeat),
        ));
    }
    let mut run = run("quick", "CrystalDiskMark's default rows, read and write", cells);
    run.warnings.push(warning(
        "virtual-machine",
        "the computer is a virtual machine, so the host's cache may answer instead of the drive",
    ));
    run
}

/// The same, stopped in the middle of the third cell.
pub(crate) fn quick_interrupted() -> Run {
    let mut run = quick_completed();
    run.cells.truncate(12);
    let last = run.cells.last_mut().expect("twelve cells are left");
    last.state = CellState::Interrupted;
    last.elapsed_ns = 1_200_000_000;
    run.state = RunState::Interrupted;
    conclude(run, &[])
}

/// 2300-byte writes with a flush after each, too slow for etcd.
pub(crate) fn fsync_verdict_fail() -> Run {
    let workload = Workload {
        access: Access::Sequential,
        block: Blocks::one(Bytes(2300)),
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        stop: Stop { amount: Some(Bytes(22 * 1024 * 1024)), ..Stop::default() },
        sync: SyncPolicy::Each,
        caching: Caching::Buffered,
        ..Workload::default()
    };
    let mut cell = cell("durable write", 0, workload);
    cell.elapsed_ns = 21_900_000_000;
    cell.engine.path = IoPath::Sync;
    cell.engine.path_reason = "buffered writes at queue depth 1".to_owned();
    cell.engine.features.clear();
    let latency = |scale: u64| LatencySummary {
        p50: Some(1_780 * scale),
        p90: Some(2_900 * scale),
        p99: Some(12_400 * scale),
        p999: Some(31_000 * scale),
        ..records::latency(
            900 * scale,
            2_180.4 * f64::from(u32::try_from(scale).expect("small")),
            88_000 * scale,
        )
    };
    operation(&mut cell, OpKind::Write, 10_029, 2300, latency(4));
    operation(&mut cell, OpKind::Flush, 10_029, 0, latency(1_000));
    let rule = Rule {
        id: "etcd-fsync".to_owned(),
        title: "fast enough for the log of an etcd member".to_owned(),
        cell: "durable write".to_owned(),
        operation: OpKind::Flush,
        figure: Figure::LatencyP99,
        limit: 10e6,
        is_upper_limit: true,
        work: None,
        source: "etcd, hardware recommendations".to_owned(),
    };
    let loose = Rule {
        id: "patient-fsync".to_owned(),
        limit: 50e6,
        title: "fast enough for a patient member".to_owned(),
        ..rule.clone()
    };
    let far = Rule {
        id: "tail-fsync".to_owned(),
        title: "one flush in ten thousand is still fast".to_owned(),
        figure: Figure::LatencyP9999,
        ..rule.clone()
    };
    let run = run("fsync", "A flush after each small write", vec![cell]);
    conclude(run, &[rule, loose, far])
}

/// One ad-hoc cell: open loop, 70 % reads, two block sizes, too few requests for high percentiles.
pub(crate) fn measure_mixed() -> Run {
    let workload = Workload {
        mix: OpMix { read: Permille(700), ..OpMix::default() },
        block: "4KiB:70,64KiB:30".parse().expect("a mix of block sizes"),
        depth: 16,
        jobs: 4,
        region: "0..25%".parse::<Region>().expect("a region"),
        ramp: Nanos(500_000_000),
        pacing: Pacing::Open { rate_per_s: 100.0, arrivals: Arrivals::Poisson, pauses: None },
        ..Workload::default()
    };
    let mut cell = cell("measure", 0, workload);
    cell.elapsed_ns = 10_000_000_000;
    cell.engine.pacing = Loop::Open;
    cell.engine.depth_asked = 64;
    cell.engine.depth_reached = 0.21;
    let few = LatencySummary {
        p50: Some(192_000),
        p90: Some(311_000),
        ..records::latency(81_000, 201_345.6, 4_100_000)
    };
    operation(&mut cell, OpKind::Read, 702, 22_000, few);
    operation(&mut cell, OpKind::Write, 298, 22_000, LatencySummary { min: 22_000, ..few });
    cell.series.rows = vec![SeriesRow {
        start_ns: 500_000_000,
        read: Some(SeriesOp {
            count: 7,
            bytes: 28_672,
            p50_ns: None,
            p99_ns: None,
            max_ns: 310_000,
        }),
        ..SeriesRow::default()
    }];
    let mut run = run("measure", "One cell", vec![cell]);
    run.method.source = None;
    run.target = block_device();
    run.conditions.file_system = None;
    run.target.model = None;
    run.target.link = None;
    run
}

/// One reading cell with bad blocks.
pub(crate) fn read_errors() -> Run {
    let mut cell = dd_read_cell(0, 84.3);
    cell.state = CellState::IoErrors;
    cell.elapsed_ns = 4_000_000_000;
    operation(&mut cell, OpKind::Read, 81, 4 << 20, latency(47_000_000));
    cell.errors = vec![
        ErrorRecord {
            operation: OpKind::Read,
            errno: Some(5),
            message: "input/output error (EIO)".to_owned(),
            statement: None,
            count: 19,
            first_offset_bytes: 339_738_624,
            last_offset_bytes: 415_236_096,
            lowest_offset_bytes: None,
        },
        ErrorRecord {
            operation: OpKind::Read,
            errno: None,
            message: "short transfer".to_owned(),
            statement: Some(Message::plain(MessageId::ErrorShortTransfer)),
            count: 1,
            first_offset_bytes: 419_430_400,
            last_offset_bytes: 419_430_400,
            lowest_offset_bytes: None,
        },
    ];
    let mut run = run("dd-read", "Sequential read of the raw device", vec![cell]);
    run.target = card();
    run.conditions.file_system = None;
    run.state = RunState::Failed;
    run
}

/// Two long reads, with throttling in the second one; a third without any report from the drive.
pub(crate) fn throttled() -> Run {
    let mut cells: Vec<CellRecord> =
        (0..3).map(|repeat| dd_read_cell(repeat, 1_900.0)).collect();
    let counters = |light, heavy_ns, written| HealthCounters {
        throttle_light_count: Some(light),
        throttle_heavy_count: Some(0),
        throttle_ns: Some(heavy_ns),
        hot_ns: Some(0),
        written_bytes: Some(written),
        nand_written_bytes: Some(2 * written),
        media_error_count: Some(0),
        error_log_count: None,
        life_used_ratio: Some(0.03),
    };
    let sample = |start_ns, degrees, counters| HealthSample {
        start_ns,
        temperature_celsius: Some(degrees),
        counters: Some(counters),
    };
    let series = |from: f64, to: f64, begun, time_ns| HealthSeries {
        source: "nvme Composite, NVMe SMART log".to_owned(),
        warning_celsius: Some(81.9),
        temperature_min_celsius: Some(from),
        temperature_max_celsius: Some(to),
        samples: vec![
            sample(0, from, counters(7, 90_000_000_000, 512_000_000)),
            sample(565_000_000, to, counters(7 + begun, 90_000_000_000 + time_ns, 512_000_000)),
        ],
        counted: Some(counters(begun, time_ns, 0)),
    };
    cells[0].health = Some(series(41.9, 74.9, 0, 0));
    cells[1].health = Some(series(74.9, 83.0, 2, 11_000_000_000));
    cells[1].warnings =
        vec![warning("throttled", "the drive throttled for 11.0 s in total (starts: 2)")];
    let mut run = run("dd-read", "Sequential read of the raw device", cells);
    run.target = block_device();
    run.conditions.file_system = None;
    for (cell, watts) in run.cells.iter_mut().zip([6.1, 4.4]) {
        cell.power = Some(power(watts));
    }
    run.conditions.tuned = Some(TuneRecord {
        changes: vec![TuneChange {
            what: "governor".to_owned(),
            place: "/sys/devices/system/cpu/cpufreq/policy0/scaling_governor".to_owned(),
            before: "powersave".to_owned(),
            during: "performance".to_owned(),
        }],
        failures: vec!["PCIe power saving (ASPM): not permitted".to_owned()],
    });
    run.conditions.platform = Some(Box::new(platform()));
    run.conditions.notes.insert("cooling".to_owned(), "heat sink, no fan".to_owned());
    run
}

fn power(watts: f64) -> PowerSeries {
    PowerSeries {
        source: "ina226 M.2 slot".to_owned(),
        samples: vec![PowerSample { start_ns: 0, watts }],
        min_watts: Some(watts - 0.5),
        mean_watts: Some(watts),
        max_watts: Some(watts + 0.25),
        energy_joules: Some(watts * 0.565),
    }
}

fn platform() -> PlatformRecord {
    let text = |text: &str| Some(text.to_owned());
    let state = |name: &str, exit_latency_ns, is_enabled| IdleState {
        name: name.to_owned(),
        exit_latency_ns: Some(exit_latency_ns),
        is_enabled: Some(is_enabled),
    };
    PlatformRecord {
        cpu: CpuRecord {
            socket_count: Some(1),
            core_count: Some(4),
            thread_count: Some(8),
            microcode: text("0x42"),
            smt: text("on"),
            is_turbo_on: Some(true),
            frequency_driver: text("intel_pstate"),
            energy_preference: text("performance"),
            idle_driver: text("intel_idle"),
            idle_states: vec![state("C1", 1_000, true), state("C6", 127_000, false)],
        },
        board: text("Example Board Z"),
        firmware: text("Example Firmware 1.43"),
        firmware_date: text("03/05/2026"),
        memory: Some(MemoryRecord {
            module_count: 2,
            kind: text("DDR5"),
            transfers_per_s: Some(4_800_000_000),
        }),
        kernel_options: Some(vec!["mitigations=auto".to_owned(), "iommu=pt".to_owned()]),
        mitigations: [("mds", "Vulnerable"), ("spectre_v2", "Mitigation: IBRS")]
            .map(|(name, state)| (name.to_owned(), state.to_owned()))
            .into(),
        clock_source: text("tsc"),
        aspm_policy: text("performance"),
        drive: Some(DrivePlatform {
            drivers: vec!["nvme".to_owned()],
            link_power_states: Some(vec!["L1".to_owned()]),
            wake_tolerance: text("0 us"),
            hardware_queue_count: Some(8),
            ..DrivePlatform::default()
        }),
        ..PlatformRecord::default()
    }
}

/// Five reads of 1 GiB after one that does not count; one of them failed.
pub(crate) fn dd_read_missing_run() -> Run {
    let rates = [5.7, 84.3, 86.5, 86.3, 86.0, 85.3];
    let mut cells: Vec<CellRecord> =
        (0..).zip(rates).map(|(repeat, rate)| dd_read_cell(repeat, rate)).collect();
    cells[0].is_counted = false;
    cells[3].state = CellState::Vanished;
    cells[3].operations = Operations::default();
    let mut run = run("dd-read", "Sequential read of the raw device", cells);
    run.target = card();
    run.conditions.file_system = None;
    run
}

/// Buffered writes that look fast until they are flushed.
pub(crate) fn dd_write_before_flush() -> Run {
    let cells = (0..3).map(|repeat| {
        let workload = Workload {
            mix: OpMix { read: Permille(0), ..OpMix::default() },
            sync: SyncPolicy::End,
            caching: Caching::Buffered,
            ..dd_read_cell(0, 1.0).workload
        };
        let mut cell = cell("write-4m-buffered", repeat, workload);
        cell.elapsed_ns = 41_800_000_000 + u64::from(repeat) * 300_000_000;
        operation(&mut cell, OpKind::Write, 256, 4 << 20, latency(10_000_000));
        let flush = latency(39_100_000_000);
        let flush =
            LatencySummary { p50: None, p90: None, p99: None, mean: 39_100_000_000.0, ..flush };
        operation(&mut cell, OpKind::Flush, 1, 0, flush);
        cell
    });
    run("dd-write", "Sequential write to a file, then sync", cells.collect())
}

/// Six tests at two block sizes, each once.
pub(crate) fn matrix() -> Run {
    let tests = [
        ("write", OpKind::Write, Access::Sequential),
        ("rewrite", OpKind::Write, Access::Sequential),
        ("read", OpKind::Read, Access::Sequential),
        ("reread", OpKind::Read, Access::Sequential),
        ("random-read", OpKind::Read, Access::Permutation),
        ("random-write", OpKind::Write, Access::Permutation),
    ];
    let mut cells = Vec::new();
    for block in [4 << 10, 16 << 20] {
        for (name, kind, access) in &tests {
            let share = if *kind == OpKind::Read { 1000 } else { 0 };
            let workload = Workload {
                access: access.clone(),
                mix: OpMix { read: Permille(share), ..OpMix::default() },
                block: Blocks::one(Bytes(block)),
                stop: Stop { amount: Some(Bytes(100 << 20)), ..Stop::default() },
                ..Workload::default()
            };
            let size = Bytes(block).binary();
            let mut cell = cell(&format!("{name}-{size}"), 0, workload);
            cell.elapsed_ns = 2_500_000_000;
            operation(&mut cell, *kind, (100 << 20) / block, block, latency(90_000));
            cells.push(cell);
        }
    }
    run("iozone", "Write, rewrite, read, reread, random read, random write", cells)
}

/// A run that failed before its first cell.
pub(crate) fn nothing_measured() -> Run {
    let mut run = run("quick", "CrystalDiskMark's default rows, read and write", Vec::new());
    run.state = RunState::Running;
    run.ended_at_us = None;
    run.conditions.queue = None;
    run.conditions.host = HostRecord::default();
    run.conditions.tool = ToolRecord {
        version: "0.1.0".to_owned(),
        clock: "monotonic".to_owned(),
        ..ToolRecord::default()
    };
    run
}

/// A card whose own purge methods failed, so that it was overwritten.
pub(crate) fn purge() -> Run {
    let attempt = |method, outcome, message: Option<&str>, elapsed_ns| PurgeAttempt {
        statement: (outcome == PurgeOutcome::NotVerified)
            .then(|| Message::plain(MessageId::PurgeOtherData)),
        method,
        outcome,
        message: message.map(str::to_owned),
        elapsed_ns,
        check: None,
    };
    let check = PurgeCheck {
        promised: None,
        sample_count: 64,
        zeros_count: 2,
        ones_count: 0,
        unchanged_count: 62,
        empty_before_count: Some(2),
    };
    let filled = PurgeCheck {
        promised: Some(PurgeValue::Zeros),
        zeros_count: 64,
        unchanged_count: 0,
        ..check
    };
    let (secure, discard) = (PurgeMethod::SecureDiscard, PurgeMethod::Discard);
    let why = "reads afterwards return unexpected data";
    let attempts = vec![
        attempt(secure, PurgeOutcome::Unsupported, Some("Operation not supported"), 9_000),
        PurgeAttempt {
            check: Some(check),
            ..attempt(discard, PurgeOutcome::NotVerified, Some(why), 41_000_000)
        },
        PurgeAttempt {
            check: Some(filled),
            ..attempt(PurgeMethod::ZeroFill, PurgeOutcome::Done, None, 640_000_000_000)
        },
    ];
    let (state, elapsed_ns) = (PurgeState::Purged, 640_100_000_000);
    let mut run = nothing_measured();
    run.state = RunState::Completed;
    run.purges = vec![PurgeRecord { cells_before_count: 0, state, attempts, elapsed_ns }];
    run
}
