//! Random runs from a seed: every optional part is present or absent, floats have arbitrary bits, texts contain
//! characters that need escaping.

mod cells;
mod dice;
mod target;

use std::collections::BTreeMap;

use iogram_model::{
    Access, Arrivals, Blocks, Bytes, Caching, CardRecord, CellRecord, CellState, Certainty,
    ClockRecord, Conditions, CpuRecord, CpuTime, DirectAlignment, DiskActivity, DrivePlatform,
    DriveState, DriveStateRecord, EndReason, EndingRecord, EngineRecord, ErrorRecord, Evidence,
    FigureBound, FileSystemRecord, Finding, HealthCounters, HealthSample, HealthSeries,
    HostLook, HostPause, HostPauseReason, HostRecord, IdleState, ImportSource, IoPath,
    JobLayout, LatencySummary, LayOutRecord, LoadCourse, LoadRecord, LoadStretch, LookMoment,
    Loop, Message, MessageId, MethodRecord, Moved, Nanos, OpKind, OpMix, OpRecord, Operations,
    OtherActivity, Outcome, OutcomeKind, Pacing, PageCacheRecord, Permille, PlatformRecord,
    PowerLossRecord, PowerSample, PowerSeries, ProbeRecord, PurgeAttempt, PurgeCheck,
    PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState, PurgeValue, QueueRecord,
    ReadLatencyEvidence, ReadLatencyRow, Region, RepeatSummary, RestGoal, RestOutcome,
    RestRecord, ResumeRecord, RuleVerdict, Run, RunState, SdStatus, SecondsRange, Series,
    SeriesOp, SeriesRow, SideLoad, SimulationRecord, SteadyRecord, SteadyValue, Stop,
    SubmitterRecord, SyncCall, SyncPolicy, TargetKind, TargetRecord, ToolRecord, TuneChange,
    TuneRecord, Unknown, UnstoredRecord, UnstoredTeller, Verdict, Warning, Workload,
    WriteBackRecord, WriteCacheRecord,
};

pub(crate) use self::cells::cell;
use self::cells::look;
pub(crate) use self::dice::Dice;
use self::dice::clock_us;
use self::target::{file_system, host, platform, queue, target, tuned};

/// The run of `seed`, with up to three cells.
pub(crate) fn run(id: &str, seed: u64) -> Run {
    let dice = &mut Dice(seed);
    let states =
        [RunState::Running, RunState::Completed, RunState::Interrupted, RunState::Failed];
    Run {
        file_writes: None,
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
        conditions: conditions(dice),
        purges: dice.some(2, purge),
        rests: dice.some(2, rest),
        lay_outs: dice.some(2, lay_out),
        resumes: dice.some(2, resume),
        looks: dice.some(2, look),
        cells: dice.some(4, |dice| cell(dice, 5)),
        probes: dice.some(2, probe),
        warnings: dice.some(3, warning),
        findings: dice.some(4, finding),
        criteria: None,
        import: dice.maybe(|dice| ImportSource {
            kind: dice.text(),
            file: dice.text(),
            file_bytes: dice.number(),
            sha256: dice.text(),
            part_index: dice.maybe(Dice::number),
        }),
        headline: None,
        outcome: Some(outcome()),
        unknown: Unknown::default(),
    }
}

fn conditions(dice: &mut Dice) -> Conditions {
    Conditions {
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
        write_cache: dice
            .maybe(|dice| WriteCacheRecord { is_on: dice.coin(), is_switched: dice.coin() }),
        power_loss: dice
            .maybe(|dice| PowerLossRecord { is_protected: dice.coin(), source: dice.text() }),
        drive_state: dice.maybe(|dice| DriveStateRecord {
            statement: None,
            state: *dice.pick(&[DriveState::Fresh, DriveState::Written]),
            basis: dice.text(),
            written_bytes: dice.maybe(Dice::number),
            written_ratio: dice.maybe(Dice::float),
        }),
        tuned: dice.maybe(tuned),
        beside: Vec::new(),
        notes: dice.some(2, |dice| (dice.text(), dice.text())).into_iter().collect(),
        memory: dice.maybe(Dice::text),
    }
}

fn outcome() -> Outcome {
    Outcome { kind: OutcomeKind::Disturbed, reason: Message::plain(MessageId::Broken) }
}

fn lay_out(dice: &mut Dice) -> LayOutRecord {
    LayOutRecord {
        cells_before_count: dice.number(),
        size_bytes: dice.number(),
        written_bytes: dice.number(),
        elapsed_ns: dice.number(),
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
            statement: None,
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
                empty_before_count: dice.maybe(Dice::number),
            }),
        }),
        elapsed_ns: dice.number(),
    }
}

fn warning(dice: &mut Dice) -> Warning {
    Warning { statement: None, code: dice.text().as_str().into(), message: dice.text() }
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
            overall: dice.maybe(Dice::float),
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
        repetition_count: dice.maybe(Dice::number),
        overall: dice.maybe(Dice::float),
        verdict: *dice.pick(&[Verdict::Pass, Verdict::Fail, Verdict::Unknown]),
        disturbed: None,
        source: dice.text(),
        bound: dice.maybe(|dice| *dice.pick(&[FigureBound::AtLeast, FigureBound::AtMost])),
        up_to_bytes: dice.maybe(Dice::number),
    })
}
