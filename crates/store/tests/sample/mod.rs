//! Runs made up from a seed: every optional part is there or not, floats have arbitrary bits, texts
//! hold what needs escaping.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Arrivals, Blocks, Bytes, Caching, CardRecord, CellRecord, CellState, ClockRecord,
    Conditions, CpuRecord, CpuTime, DataPattern, DirectAlignment, DiskActivity, DrivePlatform,
    EngineRecord, ErrorRecord, Evidence, FileSystemRecord, Finding, HealthCounters,
    HealthSample, HealthSeries, HostLook, HostPause, HostPauseReason, HostRecord, IdleState,
    IoPath, JobLayout, LatencySummary, LookMoment, Loop, MethodRecord, Nanos, OpKind, OpMix,
    OpRecord, Operations, OtherActivity, Pacing, PageCacheRecord, Permille, PlatformRecord,
    PowerSample, PowerSeries, ProbeRecord, PurgeAttempt, PurgeCheck, PurgeMethod, PurgeOutcome,
    PurgeRecord, PurgeState, PurgeValue, QueueRecord, ReadLatencyEvidence, ReadLatencyRow,
    Region, RepeatSummary, RestGoal, RestOutcome, RestRecord, ResumeRecord, RuleVerdict, Run,
    RunState, SdStatus, SecondsRange, Series, SeriesOp, SeriesRow, SimulationRecord, Stop,
    SubmitterRecord, SyncCall, SyncPolicy, TargetKind, TargetRecord, ToolRecord, TuneChange,
    TuneRecord, Unknown, Verdict, Warning, Workload,
};

/// The `SplitMix64` generator. Source: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Small, medium and extreme numbers.
    fn number(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(10),
            1 => self.below(1 << 40),
            // What a time in a record stays below.
            2 => (1 << 61) - self.below(2),
            _ => self.bits() >> 3,
        }
    }

    fn small(&mut self) -> u32 {
        u32::try_from(self.below(1 << 20)).unwrap()
    }

    /// Any finite float: subnormal ones, negative zero, the largest.
    fn float(&mut self) -> f64 {
        match self.below(8) {
            0 => -0.0,
            1 => f64::MIN_POSITIVE / 2.0,
            // What a time in a record stays below.
            2 => 3e18,
            _ => loop {
                let float = f64::from_bits(self.bits());
                if float.abs() <= 3e18 {
                    return float;
                }
            },
        }
    }

    fn text(&mut self) -> String {
        const PARTS: [&str; 8] = [
            "",
            "SD card",
            "\"",
            "\\u0000",
            "\u{0}",
            "'; drop table run; --",
            "µs 漢字",
            "%_\n$1",
        ];
        (0..self.below(3)).map(|_| *self.pick(&PARTS)).collect()
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[usize::try_from(self.below(choices.len() as u64)).unwrap()]
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.coin().then(|| make(self))
    }

    fn some<T>(&mut self, limit: u64, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(limit)).map(|_| make(self)).collect()
    }
}

/// Before and after 1970, within the years that have four digits.
fn clock_us(dice: &mut Dice) -> i64 {
    (dice.bits() >> 7).cast_signed() - (1 << 55)
}

/// The run of `seed`, with up to three cells.
pub(crate) fn run(id: &str, seed: u64) -> Run {
    let dice = &mut Dice(seed);
    let states =
        [RunState::Running, RunState::Completed, RunState::Interrupted, RunState::Failed];
    Run {
        format: Run::FORMAT.to_owned(),
        id: id.to_owned(),
        state: *dice.pick(&states),
        started_at_us: clock_us(dice),
        ended_at_us: dice.maybe(clock_us),
        method: MethodRecord {
            id: dice.text(),
            title: dice.text(),
            source: dice.maybe(Dice::text),
            params: dice
                .some(3, |dice| (dice.text(), dice.text()))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
            seed: dice.maybe(Dice::number),
            text: dice.maybe(Dice::text),
        },
        target: target(dice),
        conditions: Conditions {
            host: host(dice),
            tool: ToolRecord {
                version: dice.text(),
                clock: dice.text(),
                clock_cost_ns: dice.maybe(Dice::float),
                clock_precision_ns: dice.maybe(Dice::float),
                floor_ns: dice.maybe(Dice::float),
            },
            queue: dice.maybe(queue),
            file_system: dice.maybe(file_system),
            platform: dice.maybe(platform).map(Box::new),
            tuned: dice.maybe(tuned),
            notes: dice.some(2, |dice| (dice.text(), dice.text())).into_iter().collect(),
        },
        purges: dice.some(2, purge),
        rests: dice.some(2, rest),
        resumes: dice.some(2, resume),
        looks: dice.some(2, look),
        cells: dice.some(4, |dice| cell(dice, 5)),
        probes: dice.some(2, probe),
        warnings: dice.some(3, warning),
        findings: dice.some(4, finding),
        criteria: None,
        headline: None,
        unknown: Unknown::default(),
    }
}

fn rest(dice: &mut Dice) -> RestRecord {
    let outcomes = [RestOutcome::TimeOver, RestOutcome::Reached, RestOutcome::Unknown];
    RestRecord {
        cells_before_count: dice.number(),
        goal: dice.pick(&RestGoal::ALL).0,
        time_min: Nanos(dice.number()),
        time_max: Nanos(dice.number()),
        elapsed_ns: dice.number(),
        outcome: *dice.pick(&outcomes),
        temperature_start_celsius: dice.maybe(|dice| f64::from(dice.small())),
        temperature_end_celsius: dice.maybe(|dice| f64::from(dice.small())),
        temperature_goal_celsius: dice.maybe(|dice| f64::from(dice.small())),
        host_busy_ratio: dice.maybe(Dice::float),
        foreign_requests_per_s: dice.maybe(Dice::float),
    }
}

fn resume(dice: &mut Dice) -> ResumeRecord {
    ResumeRecord {
        resumed_at_us: clock_us(dice),
        cells_before_count: dice.number(),
        repeated: dice.some(2, Dice::text),
        lost: dice.some(2, Dice::text),
    }
}

fn probe(dice: &mut Dice) -> ProbeRecord {
    let row = |dice: &mut Dice| ReadLatencyRow {
        block_bytes: dice.number(),
        sample_count: dice.number(),
        min_ns: dice.number(),
        median_ns: dice.number(),
    };
    ProbeRecord {
        name: dice.text(),
        what: dice.text(),
        state: *dice.pick(&[CellState::Completed, CellState::Vanished]),
        started_ns: dice.number(),
        elapsed_ns: dice.number(),
        read_bytes: dice.number(),
        written_bytes: dice.number(),
        warnings: dice.some(2, warning),
        evidence: Evidence::ReadLatency(ReadLatencyEvidence { rows: dice.some(3, row) }),
    }
}

fn purge(dice: &mut Dice) -> PurgeRecord {
    let states = [PurgeState::Purged, PurgeState::NotPurged, PurgeState::Interrupted];
    let outcomes = [PurgeOutcome::Done, PurgeOutcome::Skipped, PurgeOutcome::NotVerified];
    PurgeRecord {
        cells_before_count: dice.number(),
        state: *dice.pick(&states),
        attempts: dice.some(4, |dice| PurgeAttempt {
            method: dice.pick(&PurgeMethod::ALL).0,
            outcome: *dice.pick(&outcomes),
            message: dice.maybe(Dice::text),
            elapsed_ns: dice.number(),
            check: dice.maybe(|dice| PurgeCheck {
                promised: dice.maybe(|dice| *dice.pick(&[PurgeValue::Zeros, PurgeValue::Ones])),
                sample_count: dice.number(),
                zeros_count: dice.number(),
                ones_count: dice.number(),
                unchanged_count: dice.number(),
            }),
        }),
        elapsed_ns: dice.number(),
    }
}

fn target(dice: &mut Dice) -> TargetRecord {
    let kinds =
        [TargetKind::BlockDevice, TargetKind::File, TargetKind::Null, TargetKind::Simulated];
    TargetRecord {
        name: dice.text(),
        kind: *dice.pick(&kinds),
        capacity: Bytes(dice.number()),
        logical_block_size: Bytes(dice.number()),
        physical_block_size: dice.maybe(|dice| Bytes(dice.number())),
        device: dice.maybe(Dice::text),
        drive: dice.maybe(Dice::text),
        model: dice.maybe(Dice::text),
        serial: dice.maybe(Dice::text),
        firmware: dice.maybe(Dice::text),
        drive_capacity: dice.maybe(|dice| Bytes(dice.number())),
        link: dice.maybe(Dice::text),
        simulation: dice.maybe(|dice| SimulationRecord {
            drive: dice.text(),
            title: dice.text(),
            seed: dice.number(),
            page_cache: dice.maybe(|dice| PageCacheRecord {
                kept_bytes: dice.number(),
                dirty_background_bytes: dice.number(),
                dirty_limit_bytes: dice.number(),
                dirty_expire_ns: dice.number(),
                read_ahead_bytes: dice.number(),
                request_max_bytes: dice.number(),
            }),
        }),
        card: dice.maybe(|dice| CardRecord {
            status: dice.maybe(|dice| SdStatus {
                video_class: Some(dice.text()),
                ..SdStatus::default()
            }),
            is_queue_used: Some(true),
            is_cache_used: None,
        }),
        direct_alignment: dice.maybe(|dice| DirectAlignment {
            memory: Bytes(dice.number()),
            offset: Bytes(dice.number()),
        }),
    }
}

fn host(dice: &mut Dice) -> HostRecord {
    HostRecord {
        kernel: dice.maybe(Dice::text),
        os: dice.maybe(Dice::text),
        cpu: dice.maybe(Dice::text),
        cpu_count: dice.maybe(Dice::small),
        governor: dice.maybe(Dice::text),
        memory: dice.maybe(|dice| Bytes(dice.number())),
        machine: dice.maybe(Dice::text),
    }
}

fn queue(dice: &mut Dice) -> QueueRecord {
    QueueRecord {
        scheduler: dice.maybe(Dice::text),
        write_cache: dice.maybe(Dice::text),
        fua: dice.maybe(Dice::coin),
        rotational: dice.maybe(Dice::coin),
        nr_requests: dice.maybe(Dice::number),
        request_max: dice.maybe(|dice| Bytes(dice.number())),
        dma_alignment: dice.maybe(|dice| Bytes(dice.number())),
        discard_max: dice.maybe(|dice| Bytes(dice.number())),
        read_ahead: dice.maybe(|dice| Bytes(dice.number())),
    }
}

fn file_system(dice: &mut Dice) -> FileSystemRecord {
    FileSystemRecord {
        kind: dice.text(),
        mount_point: dice.text(),
        options: dice.text(),
        free: Bytes(dice.number()),
        is_copy_on_write: dice.maybe(Dice::coin),
        is_compressing: dice.maybe(Dice::coin),
        is_memory: dice.coin(),
        supports_direct: dice.maybe(Dice::coin),
    }
}

fn warning(dice: &mut Dice) -> Warning {
    Warning { code: dice.text(), message: dice.text() }
}

fn finding(dice: &mut Dice) -> Finding {
    if dice.coin() {
        return Finding::RepeatSummary(RepeatSummary {
            cell: dice.text(),
            operation: dice.maybe(|dice| *dice.pick(&OpKind::ALL)),
            figure: dice.text(),
            runs: dice.some(4, |dice| dice.maybe(Dice::float)),
            median: dice.maybe(Dice::float),
            mean: dice.maybe(Dice::float),
            min: dice.maybe(Dice::float),
            max: dice.maybe(Dice::float),
            spread_ratio: dice.maybe(Dice::float),
        });
    }
    Finding::Rule(RuleVerdict {
        rule: dice.text(),
        title: dice.text(),
        cell: dice.text(),
        operation: *dice.pick(&OpKind::ALL),
        figure: dice.text(),
        limit: dice.float(),
        is_upper_limit: dice.coin(),
        measured: dice.maybe(Dice::float),
        verdict: *dice.pick(&[Verdict::Pass, Verdict::Fail, Verdict::Unknown]),
        source: dice.text(),
    })
}

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
        series: series(dice, intervals),
        pauses: None,
        progress: None,
        health: dice.maybe(health),
        power: dice.maybe(power),
        host_pauses: dice.some(2, host_pause),
        set_aside_count: dice.maybe(Dice::number),
        others: dice.maybe(others),
        disks: dice.some(2, disk),
        discarded: None,
        excluded: None,
        warnings: dice.some(3, warning),
        errors: dice.some(3, error),
        unknown: Unknown::default(),
    }
}

/// Intervals are in order and not without end.
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

fn look(dice: &mut Dice) -> HostLook {
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

fn platform(dice: &mut Dice) -> PlatformRecord {
    let texts = |dice: &mut Dice| dice.some(3, Dice::text);
    let idle = |dice: &mut Dice| IdleState {
        name: dice.text(),
        exit_latency_ns: dice.maybe(Dice::number),
        is_enabled: dice.maybe(Dice::coin),
    };
    let drive = |dice: &mut Dice| DrivePlatform {
        drivers: texts(dice),
        link_power_states: dice.maybe(texts),
        hardware_queue_count: dice.maybe(Dice::number),
        ..DrivePlatform::default()
    };
    PlatformRecord {
        cpu: CpuRecord {
            socket_count: dice.maybe(Dice::number),
            microcode: dice.maybe(Dice::text),
            is_turbo_on: dice.maybe(Dice::coin),
            idle_states: dice.some(3, idle),
            ..CpuRecord::default()
        },
        kernel_options: dice.maybe(texts),
        mitigations: dice.some(3, |dice| (dice.text(), dice.text())).into_iter().collect(),
        drive: dice.maybe(drive),
        ..PlatformRecord::default()
    }
}

fn tuned(dice: &mut Dice) -> TuneRecord {
    let change = |dice: &mut Dice| TuneChange {
        what: dice.text(),
        place: dice.text(),
        before: dice.text(),
        during: dice.text(),
    };
    TuneRecord { changes: dice.some(3, change), failures: dice.some(2, Dice::text) }
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

fn workload(dice: &mut Dice) -> Workload {
    let accesses = [
        Access::Sequential,
        Access::Random,
        Access::Permutation,
        Access::Zoned(Access::jesd219_zones()),
        Access::Zipf(dice.small() % 10_000 + 1),
        Access::Strided(Bytes(dice.below(1 << 40) + 1)),
    ];
    let pacing = dice.maybe(|dice| Pacing::Open {
        rate_per_s: f64::from(dice.small() + 1) / 7.0,
        arrivals: *dice.pick(&[Arrivals::Fixed, Arrivals::Poisson]),
    });
    let syncs = [
        SyncPolicy::None,
        SyncPolicy::Each,
        SyncPolicy::Every(dice.small() + 1),
        SyncPolicy::End,
        SyncPolicy::Dsync,
    ];
    let data =
        [DataPattern::Random, DataPattern::Zeros, DataPattern::Compressible(Permille(505))];
    let blocks: Blocks = dice.pick(&["4KiB", "2300B", "4KiB:70,64KiB:30"]).parse().unwrap();
    let region: Region = dice.pick(&["0..100%", "0..25%", "8GiB..75%"]).parse().unwrap();
    Workload {
        access: dice.pick(&accesses).clone(),
        mix: OpMix { read: Permille(700), discard: Permille(1), flush: Permille(0) },
        block: blocks,
        depth: dice.small(),
        jobs: dice.small(),
        layout: *dice.pick(&[JobLayout::Shared, JobLayout::Sliced]),
        region,
        stop: Stop {
            time: dice.maybe(|dice| Nanos(dice.number())),
            amount: dice.maybe(|dice| Bytes(dice.number())),
            pass_count: None,
            count: dice.maybe(Dice::number),
        },
        ramp: Nanos(dice.number()),
        sync: *dice.pick(&syncs),
        sync_call: *dice.pick(&[SyncCall::Fdatasync, SyncCall::Fsync]),
        caching: *dice.pick(&[Caching::Direct, Caching::Buffered, Caching::BufferedCold]),
        pacing: pacing.unwrap_or(Pacing::Closed),
        data: *dice.pick(&data),
        seed: dice.bits(),
    }
}

fn engine(dice: &mut Dice) -> EngineRecord {
    EngineRecord {
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
    }
}

fn operation(dice: &mut Dice) -> OpRecord {
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
        count: dice.number(),
        first_offset_bytes: dice.number(),
        last_offset_bytes: dice.number(),
    }
}
