//! Random cells with all accompanying measurements.

use super::*;

/// A cell with fewer than `intervals` rows in its series.
pub(crate) fn cell(dice: &mut Dice, intervals: u64) -> CellRecord {
    let states = [
        CellState::Completed,
        CellState::Interrupted,
        CellState::IoErrors,
        CellState::Full,
        CellState::Vanished,
        CellState::ReadOnly,
        CellState::Stalled,
        CellState::Unsupported,
    ];
    CellRecord {
        name: dice.text(),
        block: dice.maybe(Dice::text),
        repeat: dice.small(),
        is_counted: dice.coin(),
        state: *dice.pick(&states),
        workload: workload(dice),
        started_ns: dice.number(),
        elapsed_ns: dice.number(),
        cpu_user_ns: dice.maybe(Dice::number),
        cpu_system_ns: dice.maybe(Dice::number),
        engine: engine(dice),
        operations: Operations {
            read: dice.maybe(operation),
            write: dice.maybe(operation),
            flush: dice.maybe(operation),
            discard: dice.maybe(operation),
        },
        beside: dice.some(2, load),
        series: series(dice, intervals),
        pauses: None,
        progress: None,
        health: dice.maybe(health),
        power: dice.maybe(power),
        host_pauses: dice.some(2, host_pause),
        set_aside_count: dice.maybe(Dice::number),
        others: dice.maybe(others),
        disks: dice.some(2, disk),
        unstored: dice.maybe(unstored),
        verified_bytes: dice.maybe(Dice::number),
        ending: dice.maybe(ending),
        discarded: None,
        excluded: None,
        warnings: dice.some(3, warning),
        errors: dice.some(3, error),
        unknown: Unknown::default(),
    }
}

fn side_load(dice: &mut Dice) -> SideLoad {
    let workload = Workload { seed: dice.bits(), ..Workload::default() };
    SideLoad { name: dice.text(), workload, delay: Nanos(dice.number()) }
}

fn load(dice: &mut Dice) -> LoadRecord {
    LoadRecord {
        name: dice.text(),
        state: CellState::Completed,
        elapsed_ns: dice.number(),
        operations: Operations { write: dice.maybe(operation), ..Operations::default() },
        errors: dice.some(2, error),
        warnings: dice.some(2, warning),
        course: dice.maybe(|dice| LoadCourse {
            stretch_ns: dice.number(),
            stretches: dice.some(3, load_stretch),
        }),
        ending: dice.maybe(ending),
    }
}

fn load_stretch(dice: &mut Dice) -> LoadStretch {
    let mut moved = || dice.maybe(|dice| Moved { count: dice.number(), bytes: dice.number() });
    LoadStretch { read: moved(), write: moved(), flush: moved(), discard: moved() }
}

/// Intervals are ordered and limited.
fn series(dice: &mut Dice, intervals: u64) -> Series {
    let interval_ns = 100_000_000 + dice.below(1 << 30);
    let mut rows = dice.some(intervals, series_row);
    for (row, index) in rows.iter_mut().zip(1..) {
        row.start_ns = index * 3 * interval_ns + dice.below(interval_ns);
        row.length_ns = dice.maybe(|dice| interval_ns + dice.below(interval_ns));
    }
    Series { interval_ns, rows }
}

fn host_pause(dice: &mut Dice) -> HostPause {
    let reasons =
        [HostPauseReason::Stopped, HostPauseReason::Suspended, HostPauseReason::Starved];
    HostPause {
        start_ns: dice.number(),
        length_ns: dice.number(),
        slept_ns: dice.maybe(Dice::number),
        reason: *dice.pick(&reasons),
    }
}

fn unstored(dice: &mut Dice) -> UnstoredRecord {
    UnstoredRecord {
        unstored_bytes: dice.number(),
        of_bytes: dice.number(),
        told_by: *dice.pick(&[UnstoredTeller::Drive, UnstoredTeller::FileSystem]),
    }
}

fn disk(dice: &mut Dice) -> DiskActivity {
    DiskActivity {
        name: dice.text(),
        elapsed_ns: dice.number(),
        read_count: dice.number(),
        read_merge_count: dice.number(),
        read_bytes: dice.number(),
        read_time_ns: dice.number(),
        write_count: dice.number(),
        write_merge_count: dice.number(),
        write_bytes: dice.number(),
        write_time_ns: dice.number(),
        flush_count: dice.maybe(Dice::number),
        busy_ns: dice.number(),
        queue_ns: dice.number(),
    }
}

fn ending(dice: &mut Dice) -> EndingRecord {
    EndingRecord {
        reason: *dice.pick(&[
            EndReason::Certain,
            EndReason::Steady,
            EndReason::WithAnother,
            EndReason::Limit,
        ]),
        half_width_ratio: dice.maybe(Dice::float),
        drift_ratio: dice.maybe(Dice::float),
        settled_after_ns: dice.maybe(Dice::number),
        planned_rate_ratio: dice.maybe(Dice::float),
        early_error_ratio: dice.maybe(Dice::float),
        floor: dice.maybe(|dice| iogram_model::FloorRecord {
            operation: OpKind::Write,
            iops: dice.number(),
            bytes_per_s: dice.number(),
            until_ns: dice.number(),
        }),
        steady: dice.maybe(|dice| SteadyRecord {
            deviation_max_ratio: dice.maybe(Dice::float),
            slope_ratio: dice.maybe(Dice::float),
            values: vec![SteadyValue {
                iops: dice.number(),
                bytes_per_s: dice.number(),
                latency_mean_ns: dice.maybe(Dice::number),
            }],
        }),
    }
}

fn others(dice: &mut Dice) -> OtherActivity {
    OtherActivity {
        cpu_busy_ratio: dice.maybe(Dice::float),
        cpu_others_ratio: dice.maybe(Dice::float),
        cpu_stolen_ratio: dice.maybe(Dice::float),
        memory_wait_ratio: dice.maybe(Dice::float),
        drive_read_others_bytes: dice.maybe(Dice::number),
        drive_write_others_bytes: dice.maybe(Dice::number),
    }
}

pub(super) fn look(dice: &mut Dice) -> HostLook {
    HostLook {
        moment: *dice.pick(&[LookMoment::Before, LookMoment::After]),
        watched_ns: dice.number(),
        cpu_busy_ratio: dice.maybe(Dice::float),
        cpu_stolen_ratio: dice.maybe(Dice::float),
        memory_wait_ratio: dice.maybe(Dice::float),
        drive_request_count: dice.maybe(Dice::number),
        drive_bytes: dice.maybe(Dice::number),
        advice: Vec::new(),
    }
}

fn health(dice: &mut Dice) -> HealthSeries {
    let sample = |dice: &mut Dice| HealthSample {
        start_ns: dice.number(),
        temperature_celsius: dice.maybe(|dice| f64::from(dice.small()) / 10.0),
        counters: dice.maybe(health_counters),
    };
    HealthSeries {
        source: dice.text(),
        warning_celsius: dice.maybe(|dice| f64::from(dice.small())),
        temperature_min_celsius: dice.maybe(|dice| f64::from(dice.small())),
        temperature_max_celsius: dice.maybe(|dice| f64::from(dice.small())),
        samples: dice.some(4, sample),
        counted: dice.maybe(health_counters),
    }
}

fn power(dice: &mut Dice) -> PowerSeries {
    let sample = |dice: &mut Dice| PowerSample { start_ns: dice.number(), watts: dice.float() };
    PowerSeries {
        source: dice.text(),
        samples: dice.some(3, sample),
        min_watts: dice.maybe(Dice::float),
        mean_watts: dice.maybe(Dice::float),
        max_watts: dice.maybe(Dice::float),
        energy_joules: dice.maybe(Dice::float),
    }
}

fn health_counters(dice: &mut Dice) -> HealthCounters {
    HealthCounters {
        throttle_light_count: dice.maybe(Dice::number),
        throttle_heavy_count: dice.maybe(Dice::number),
        throttle_ns: dice.maybe(Dice::number),
        hot_ns: dice.maybe(Dice::number),
        written_bytes: dice.maybe(Dice::number),
        nand_written_bytes: dice.maybe(Dice::number),
        media_error_count: dice.maybe(Dice::number),
        error_log_count: dice.maybe(Dice::number),
        life_used_ratio: dice.maybe(|dice| f64::from(dice.small()) / 100.0),
    }
}

const DATA: [&str; 6] =
    ["random", "zeros", "compress=50.5%", "dedupe=30%", "placed", "pattern=0xdeadbeef"];

fn stop(dice: &mut Dice) -> Stop {
    Stop {
        time: dice.maybe(|dice| Nanos(dice.number())),
        amount: dice.maybe(|dice| Bytes(dice.number())),
        pass_count: None,
        count: dice.maybe(Dice::number),
        certain: dice.maybe(|dice| Certainty {
            within: Permille(10),
            confidence: Permille(950),
            after: Nanos(dice.number()),
        }),
        steady: dice.maybe(|_| {
            "iops slope within 0.1% for 3s after 1500ms every 100ms".parse().unwrap()
        }),
        floor: dice.maybe(|_| "read 9/s, write 1MiB/s after 2s every 1s".parse().unwrap()),
        ends_others: dice.below(2) == 1,
    }
}

fn workload(dice: &mut Dice) -> Workload {
    let accesses = [
        Access::Sequential,
        Access::Random,
        Access::Permutation,
        Access::Zoned { zones: Access::jesd219_zones(), align: None },
        Access::Zipf(dice.small() % 10_000 + 1),
        Access::Strided(Bytes(dice.below(1 << 40) + 1)),
        Access::Backward(Bytes(dice.below(1 << 40) + 1)),
        Access::Partly(Permille(300)),
        Access::Pareto(dice.small() % 999 + 1),
        Access::Normal(Permille(150)),
        "stretches=64KiB/1MiB+4MiB,random".parse().unwrap(),
    ];
    let pacing = dice.maybe(|dice| Pacing::Open {
        rate_per_s: f64::from(dice.small() + 1) / 7.0,
        arrivals: *dice.pick(&[Arrivals::Fixed, Arrivals::Poisson]),
        pauses: None,
    });
    let syncs = [
        SyncPolicy::None,
        SyncPolicy::Each,
        SyncPolicy::Every(dice.small() + 1),
        SyncPolicy::End,
        SyncPolicy::Dsync,
    ];
    let blocks: Blocks =
        dice.pick(&["4KiB", "2300B", "4KiB:70,64KiB:30", "4KiB,write=16KiB"]).parse().unwrap();
    let region: Region = dice.pick(&["0..100%", "0..25%", "8GiB..75%"]).parse().unwrap();
    Workload {
        access: dice.pick(&accesses).clone(),
        mix: OpMix { read: Permille(700), discard: Permille(1), flush: Permille(0) },
        block: blocks,
        depth: dice.small(),
        jobs: dice.small(),
        layout: *dice.pick(&[JobLayout::Shared, JobLayout::Sliced]),
        region,
        stop: stop(dice),
        ramp: Nanos(dice.number()),
        sync: *dice.pick(&syncs),
        sync_call: *dice.pick(&[SyncCall::Fdatasync, SyncCall::Fsync]),
        caching: *dice.pick(&[Caching::Direct, Caching::Buffered, Caching::BufferedCold]),
        pacing: pacing.unwrap_or(Pacing::Closed),
        data: dice.pick(&DATA).parse().unwrap(),
        seed: dice.bits(),
        flow: dice.maybe(|dice| dice.pick(&["8", "1 in 2"]).parse().unwrap()),
        again: dice
            .maybe(|dice| dice.pick(&["read=16/64", "write", "written=50%"]).parse().unwrap()),
        replay: dice.maybe(|dice| iogram_model::Replay {
            trace: "day.iotrace".to_owned(),
            how: "as-recorded,idle=25ms,places=fit".parse().unwrap(),
            load: Some(iogram_model::RecordedLoad { read_count: 3, ..Default::default() }),
            digest: dice.maybe(|_| "00ff".to_owned()),
            program: dice.maybe(|dice| iogram_model::RecordedProgram {
                application: "sqlite,journal=wal,fill=9".parse().unwrap(),
                operation_count: dice.number(),
            }),
        }),
        application: dice.maybe(|_| "sqlite,journal=wal,fill=9".parse().unwrap()),
        beside: dice.some(2, side_load),
    }
}

fn engine(dice: &mut Dice) -> EngineRecord {
    EngineRecord {
        path_statement: None,
        path: *dice.pick(&[IoPath::IoUring, IoPath::Sync, IoPath::Null, IoPath::Sim]),
        path_reason: dice.text(),
        features: dice.some(3, Dice::text),
        depth_asked: dice.small(),
        depth_reached: dice.float(),
        pacing: *dice.pick(&[Loop::Closed, Loop::Open]),
        submit_cpu_ratio: dice.maybe(Dice::float),
        submitters: dice.some(3, |dice| SubmitterRecord {
            cpu: dice
                .maybe(|dice| CpuTime { user_ns: dice.number(), system_ns: dice.number() }),
            elapsed_ns: dice.number(),
            run_delay_ns: dice.maybe(Dice::number),
            run_count: dice.maybe(Dice::number),
            involuntary_switch_count: dice.maybe(Dice::number),
            looked_ns: dice.maybe(Dice::number),
            cpu_index: dice.maybe(Dice::small),
        }),
        stamping: None,
        clock: dice.maybe(|dice| ClockRecord {
            name: dice.text(),
            reason: dice.maybe(Dice::text),
            ticks_per_s: dice.maybe(Dice::float),
            check_count: dice.maybe(Dice::number),
            difference_max_ns: dice.maybe(Dice::number),
        }),
        is_polled: dice.maybe(|dice| *dice.pick(&[false, true])),
        wait_batch_count: dice.maybe(Dice::small),
        application: None,
        replay: None,
    }
}

pub(super) fn operation(dice: &mut Dice) -> OpRecord {
    OpRecord {
        count: dice.number(),
        bytes: dice.number(),
        iops: dice.float(),
        bytes_per_s: dice.float(),
        latency_ns: LatencySummary {
            min: dice.number(),
            mean: dice.float(),
            p50: dice.maybe(Dice::number),
            p90: dice.maybe(Dice::number),
            p99: dice.maybe(Dice::number),
            p999: dice.maybe(Dice::number),
            p9999: dice.maybe(Dice::number),
            p995: dice.maybe(Dice::number),
            p9995: dice.maybe(Dice::number),
            stddev: dice.maybe(Dice::float),
            p99999: dice.maybe(Dice::number),
            max: dice.number(),
        },
        histogram: dice.text(),
        overdue_count: None,
        service: None,
    }
}

fn series_row(dice: &mut Dice) -> SeriesRow {
    SeriesRow {
        start_ns: dice.number(),
        length_ns: None,
        read: dice.maybe(series_op),
        write: dice.maybe(series_op),
        flush: dice.maybe(series_op),
        discard: dice.maybe(series_op),
        seconds: dice
            .maybe(|dice| SecondsRange { min_bytes: dice.number(), max_bytes: dice.number() }),
    }
}

fn series_op(dice: &mut Dice) -> SeriesOp {
    SeriesOp {
        count: dice.number(),
        bytes: dice.number(),
        p50_ns: dice.maybe(Dice::number),
        p99_ns: dice.maybe(Dice::number),
        max_ns: dice.number(),
    }
}

fn error(dice: &mut Dice) -> ErrorRecord {
    ErrorRecord {
        operation: *dice.pick(&OpKind::ALL),
        errno: dice.maybe(|dice| dice.small().cast_signed()),
        message: dice.text(),
        statement: None,
        count: dice.number(),
        first_offset_bytes: dice.number(),
        last_offset_bytes: dice.number(),
        lowest_offset_bytes: None,
    }
}
