//! Assembles the cell's record from the results of its jobs, with the warnings that the engine itself can give.

use iogram_model::{
    Access, Argument, ByteProgress, Bytes, Caching, CellRecord, CellState, CpuTime,
    EngineRecord, HostPause, IoPath, JobLayout, Loop, Message, MessageId, Nanos, Operations,
    OtherActivity, Pacing, Sentence, StampingRecord, SubmitterRecord, SyncPolicy, Text,
    Unknown, Warning, WarningCode, Workload, sentence, text,
};

mod again;
mod beside;
mod zoned;

pub use self::beside::note_beside;
use crate::cell::Cell;
use crate::collect::{Collector, Measured};
use crate::contention;
use crate::generator;
use crate::outcome::JobsOutcome;
use crate::reach;
use crate::replay::ReplayTally;
use crate::rig_error::{RigError, RigErrorKind};
use crate::segments::SegmentMap;
use crate::stamping::Stamping;
use crate::target::Geometry;
use crate::trace::mark_step;

/// A submitter that is busy for more than this share of the time cannot offer more load, so the drive may not be the
/// limit. Arbitrary: on a dedicated core an idle wait of 5 % is measurable.
const BUSY_RATIO: f64 = 0.95;

/// A depth below this share of the requested one causes a warning. Arbitrary.
const DEPTH_REACHED_RATIO: f64 = 0.8;

/// How the requests of a cell reached the target.
#[derive(Debug, Clone, PartialEq)]
pub struct PathTaken {
    /// System calls, a ring, or nothing real.
    pub path: IoPath,
    /// Why requests took this path.
    pub reason: Message,
    /// Kernel features in use.
    pub features: Vec<String>,
}

/// Facts about a finished cell beside the collector's content.
#[derive(Debug)]
pub struct CellFacts<'a> {
    /// The cell as requested.
    pub cell: &'a Cell,
    /// Its beginning on the target's clock.
    pub start: Nanos,
    /// The beginning of the rig's own time.
    pub epoch: Nanos,
    /// The outcome of each submitter.
    pub outcomes: &'a [JobsOutcome],
    /// CPU time of the whole process within the cell, after the ramp.
    pub cpu: Option<CpuTime>,
    /// CPUs that the process may use; `None` means unknown.
    pub cpu_count: Option<u32>,
    /// How requests reached the target.
    pub path: PathTaken,
    /// Times since `start` in which the computer did not let the program run; empty in virtual time.
    pub host_pauses: Vec<HostPause>,
    /// Activity of other processes meanwhile; `None` in virtual time.
    pub others: Option<OtherActivity>,
}

/// The reason why a cell cannot run on a target, and the remedy for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// A fragment, such as `its region is empty`.
    pub message: Sentence,
    /// The change that makes it fit.
    pub hint: Text,
}

/// Checks that `workload` can run on a target of this shape.
///
/// # Errors
///
/// Fails as [`find_misfit`] says.
pub fn check_workload(workload: &Workload, geometry: Geometry) -> Result<(), RigError> {
    find_misfit(workload, geometry).map_or(Ok(()), |misfit| {
        Err(RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-run-cell", message: misfit.message),
            hint: misfit.hint.into(),
        })
    })
}

/// The first reason why `workload` cannot run on a target of this shape: the region holds no block, blocks are not
/// aligned for direct I/O, a share or limit is missing or contradictory, or a number exceeds the engine's limits.
/// `None` if it can run.
#[must_use]
pub fn find_misfit(workload: &Workload, geometry: Geometry) -> Option<Misfit> {
    misfit_of_shape(workload, geometry)
        .or_else(|| again::misfit_of_again(workload))
        .or_else(|| misfit_of_application(workload))
        .or_else(|| misfit_of_recording(workload))
        .or_else(|| misfit_of_load(workload))
        .or_else(|| zoned::misfit(workload))
        .or_else(|| misfit_of_segments(workload, geometry))
        .or_else(|| misfit_of_place(workload, geometry))
        .or_else(|| beside::misfit(workload, geometry))
}

fn misfit(message: impl Into<Sentence>, hint: Text) -> Option<Misfit> {
    Some(Misfit { message: message.into(), hint })
}

/// Data that follows from its place is determined per unit of this size: the smallest block of any drive.
const PLACED_UNIT: u64 = 512;

fn misfit_of_shape(workload: &Workload, geometry: Geometry) -> Option<Misfit> {
    let logical = geometry.logical_block_size.0.max(1);
    let mut sizes = workload.block.sizes().iter();
    if workload.caching == Caching::Direct
        && let Some((size, _)) = sizes.find(|(size, _)| size.0 % logical != 0)
    {
        let message = sentence!("engine-block-size-not-multiple-target-logical", size, logical);
        return misfit(message, text!("engine-choose-multiple-use-buffered"));
    }
    let mut sizes = workload.block.sizes().iter();
    if workload.data.is_known_by_place()
        && let Some((size, _)) = sizes.find(|(size, _)| size.0 % PLACED_UNIT != 0)
    {
        let message =
            sentence!("engine-block-size-not-multiple-b-data", size, unit = PLACED_UNIT);
        return misfit(message, text!("engine-choose-multiple-other-data"));
    }
    if !workload.mix.is_valid() {
        let message = text!("engine-shares-reads-discards-flushes-more-100");
        return misfit(message, text!("engine-lower-left-writes"));
    }
    let stop = workload.stop;
    if stop.time.is_none() && stop.amount.is_none() && stop.count.is_none() {
        return misfit(text!("engine-no-end"), text!("engine-give-time-amount-count"));
    }
    let is_single_size = matches!(
        workload.access,
        Access::Permutation
            | Access::Sprandom(_)
            | Access::Zipf(_)
            | Access::Pareto(_)
            | Access::Normal(_)
    );
    if is_single_size && workload.block.sizes().len() > 1 {
        let message =
            sentence!("engine-access-takes-block-size-several", access = workload.access);
        return misfit(message, text!("engine-give-block-size"));
    }
    None
}

fn misfit_of_load(workload: &Workload) -> Option<Misfit> {
    let Workload { depth, jobs, .. } = *workload;
    if depth == 0 || jobs == 0 {
        return misfit(text!("engine-queue-depth-job-count-0"), text!("engine-use-least-1"));
    }
    if depth > DEPTH_MAX || jobs > JOBS_MAX {
        let message = sentence!(
            "engine-most-jobs-queue-depth-possible-asks",
            jobs_most = JOBS_MAX,
            depth_most = DEPTH_MAX,
            jobs,
            depth
        );
        return misfit(message, text!("engine-lower-jobs-depth-jobs-depth"));
    }
    let outstanding = u64::from(depth) * u64::from(jobs);
    let memory = Bytes(outstanding.saturating_mul(workload.block.largest().0));
    if memory > MEMORY_MAX {
        let message = sentence!(
            "engine-requests-need-memory-most-taken",
            outstanding,
            largest = workload.block.largest(),
            memory = memory.both(),
            most = MEMORY_MAX
        );
        return misfit(message, text!("engine-lower-depth-jobs-use-smaller-blocks"));
    }
    match workload.pacing {
        Pacing::Open { rate_per_s, .. } if !(RATE_MIN..=RATE_MAX).contains(&rate_per_s) => {
            misfit(
                sentence!("engine-rate-s-cannot-kept", rate_per_s),
                text!("engine-use-rate-0-000001-s-1000000000"),
            )
        }
        _ => None,
    }
}

/// A program performs one operation after another, and nobody else makes its data durable.
fn misfit_of_application(workload: &Workload) -> Option<Misfit> {
    let application = workload.application?;
    if workload.depth > 1 {
        let message = sentence!(
            "engine-operation-time-asks",
            application = application.name(),
            depth = workload.depth
        );
        return misfit(message, text!("engine-use-depth-1-more-jobs"));
    }
    let is_told = matches!(workload.sync, SyncPolicy::None | SyncPolicy::End);
    if !is_told || workload.mix.discard.0 > 0 {
        let message = sentence!(
            "engine-takes-neither-discards-nor-flush-after",
            application = application.name()
        );
        return misfit(message, text!("engine-leave-sync-away-use-sync-end"));
    }
    None
}

/// A recording has its own order, its own flushes and its own depth.
fn misfit_of_recording(workload: &Workload) -> Option<Misfit> {
    workload.replay.as_ref()?;
    let is_made = workload.application.is_some() || !workload.beside.is_empty();
    if is_made || workload.jobs != 1 || workload.sync != SyncPolicy::None {
        let message = text!("engine-trace-made-again-job-alone-flushes");
        return misfit(message, text!("engine-leave-out-jobs-sync-application-loads"));
    }
    (workload.ramp.0 > 0).then(|| Misfit {
        message: sentence!("engine-trace-no-time-start-could-left"),
        hint: text!("engine-leave-out-ramp"),
    })
}

/// Segments must exist, be separate from each other, and consist of whole blocks.
fn misfit_of_segments(workload: &Workload, geometry: Geometry) -> Option<Misfit> {
    let segments = workload.region.segments?;
    let (block, length) = (workload.block.largest(), segments.length());
    let is_mix = workload.block.sizes().len() > 1;
    if block > length || (!is_mix && length.0 % block.0.max(1) != 0) {
        let message = sentence!("engine-segments-not-made-whole-blocks", length, block);
        return misfit(message, text!("engine-choose-fewer-segments-block-divides"));
    }
    if workload.caching == Caching::Direct
        && length.0 % geometry.logical_block_size.0.max(1) != 0
    {
        let message = sentence!(
            "engine-segments-not-made-whole-logical-blocks",
            length,
            block = geometry.logical_block_size
        );
        return misfit(message, text!("engine-choose-another-amount-number-segments"));
    }
    if SegmentMap::of(&workload.region, geometry.capacity).is_none() {
        let message = sentence!(
            "engine-segments-not-fit-apart-each-other",
            count = segments.count,
            length,
            region = workload.region.whole(),
            capacity = geometry.capacity.both()
        );
        return misfit(message, text!("engine-choose-smaller-amount-larger-region"));
    }
    None
}

fn misfit_of_place(workload: &Workload, geometry: Geometry) -> Option<Misfit> {
    let block = workload.block.largest();
    let span = generator::span_size(workload, geometry.capacity);
    if span < Bytes(block.0.max(1)) {
        let message = sentence!(
            "engine-no-block-fits-into-region-each",
            block,
            region = workload.region,
            capacity = geometry.capacity.both(),
            span = span.both()
        );
        return misfit(message, text!("engine-choose-larger-region-smaller-blocks-fewer"));
    }
    let blocks = span.0 / block.0.max(1);
    let is_shared = workload.layout == JobLayout::Shared;
    let is_order = matches!(workload.access, Access::Permutation | Access::Sprandom(_));
    if is_order && is_shared && u64::from(workload.jobs) > blocks {
        let message =
            sentence!("engine-jobs-share-order-only-blocks", jobs = workload.jobs, blocks);
        return misfit(message, text!("engine-choose-larger-region-smaller-blocks-fewer"));
    }
    None
}

/// Buffers of all requests of a cell together. Arbitrary, far above any published method (64 jobs of depth 32 in
/// blocks of 1 MiB use 2 GiB).
const MEMORY_MAX: Bytes = Bytes(8 << 30);

/// Requests per second of an open loop. Below the minimum, none would be due within a user's patience; above the
/// maximum, the steps would be shorter than the clock's. Both arbitrary.
const RATE_MIN: f64 = 1e-6;
const RATE_MAX: f64 = 1e9;

/// Jobs are threads; arbitrary, far above any published method (ezFIO: 256).
pub const JOBS_MAX: u32 = 1024;

/// `io_uring` rings hold at most 32768 entries (Linux `IORING_MAX_ENTRIES`); half leaves room for
/// timers and flushes.
pub const DEPTH_MAX: u32 = 16_384;

/// The record of a finished cell.
#[must_use]
pub fn assemble(facts: CellFacts<'_>, collector: &Collector) -> CellRecord {
    assemble_from(facts, |elapsed| collector.take(elapsed))
}

/// The record of `measured`, for the time given to it.
pub(crate) fn assemble_from(
    facts: CellFacts<'_>,
    measured: impl FnOnce(Nanos) -> Measured,
) -> CellRecord {
    let CellFacts { cell, start, epoch, outcomes, cpu, cpu_count, path, host_pauses, others } =
        facts;
    let workload = &cell.workload;
    let counted_from = start + workload.ramp;
    let ended = outcomes.iter().map(|o| o.ended).max().unwrap_or(counted_from);
    let elapsed = ended.saturating_sub(counted_from);
    let state = worst_state(outcomes);
    let (from_ns, to_ns) = (workload.ramp.0, workload.ramp.0 + elapsed.0);
    let host_pauses: Vec<HostPause> =
        host_pauses.into_iter().filter(|pause| pause.start_ns < to_ns).collect();
    let paused = host_pauses.iter().map(|pause| pause.overlap_ns(from_ns, to_ns)).sum();
    let running = elapsed.saturating_sub(Nanos(paused));
    let engine = engine_record(workload, running, counted_from, outcomes, path);
    let Measured { operations, series, errors, pauses, marks, ending } = measured(running);
    let mut warnings = Vec::new();
    let set_aside: u64 = outcomes.iter().map(|outcome| outcome.set_aside).sum();
    let is_behind = outcomes.iter().map(|outcome| outcome.overdue).sum::<u64>() > 1;
    // In an open loop a rest ends in a spin, so a busy submitter is a problem only if requests were late.
    if engine.pacing == Loop::Closed || is_behind {
        warn_generator_bound(&engine, cpu.zip(cpu_count), running, &mut warnings);
    }
    warnings.extend(contention::warnings(&contention::Circumstances {
        submitters: &engine.submitters,
        operations: &operations,
        others: others.as_ref(),
        cpu: cpu.zip(cpu_count),
        elapsed: running,
    }));
    warnings.extend(contention::pause_warning(&host_pauses, set_aside));
    warnings.extend(reach::clock_warning(outcomes.iter().filter_map(|it| it.clock.as_ref())));
    let is_measured = operations.iter().next().is_some() && engine.path != IoPath::Null;
    if is_measured && state == CellState::Completed {
        warn_depth(workload, &engine, (outcomes, counted_from), &mut warnings);
    }
    warnings.extend(ramp_warning(workload.ramp, (state, elapsed)));
    warn_overdue(outcomes, &mut warnings);
    let verified_bytes = verified_bytes(workload, &operations);
    CellRecord {
        name: cell.name.clone(),
        block: cell.block.clone(),
        repeat: cell.repeat,
        is_counted: cell.is_counted,
        state,
        workload: workload.clone(),
        started_ns: start.saturating_sub(epoch).0,
        elapsed_ns: elapsed.0,
        cpu_user_ns: cpu.map(|cpu| cpu.user_ns),
        cpu_system_ns: cpu.map(|cpu| cpu.system_ns),
        engine,
        operations,
        beside: Vec::new(),
        series,
        pauses: Some(pauses),
        progress: mark_step(workload)
            .zip(marks)
            .map(|(step_bytes, times_ns)| ByteProgress { step_bytes, times_ns }),
        health: None,
        power: None,
        host_pauses,
        set_aside_count: (set_aside > 0).then_some(set_aside),
        others,
        disks: Vec::new(),
        unstored: None,
        verified_bytes,
        ending,
        discarded: None,
        excluded: None,
        warnings,
        errors,
        unknown: Unknown::default(),
    }
}

/// Bytes compared with the written data; `None` unless all reads were compared. Reads of places that the cell wrote
/// itself are not counted separately.
fn verified_bytes(workload: &Workload, operations: &Operations) -> Option<u64> {
    let is_all = workload.compares() && (!workload.reads_again() || workload.mix.read.0 == 0);
    is_all.then(|| operations.read.as_ref().map_or(0, |read| read.bytes))
}

/// The warning that a cell ended within its ramp: it has no figures.
fn ramp_warning(ramp: Nanos, (state, elapsed): (CellState, Nanos)) -> Option<Warning> {
    let is_within = ramp > Nanos(0) && elapsed == Nanos(0) && state == CellState::Completed;
    let statement = || Message::new(MessageId::EndedInRamp, [Argument::Ns(ramp.0)]);
    is_within.then(|| Warning::new(WarningCode::EndedInRamp, statement()))
}

#[expect(clippy::cast_precision_loss, reason = "ratios")]
fn engine_record(
    workload: &Workload,
    elapsed: Nanos,
    counted_from: Nanos,
    outcomes: &[JobsOutcome],
    path: PathTaken,
) -> EngineRecord {
    let outstanding_ns: u128 = outcomes.iter().map(|o| o.outstanding_ns).sum();
    let submitters: Vec<_> = outcomes
        .iter()
        .map(|outcome| SubmitterRecord {
            cpu: outcome.cpu,
            elapsed_ns: outcome.ended.saturating_sub(counted_from).0,
            run_delay_ns: outcome.scheduling.run_delay_ns,
            run_count: outcome.scheduling.run_count,
            involuntary_switch_count: outcome.scheduling.involuntary_switch_count,
            looked_ns: outcome.scheduling.looked_ns.filter(|&looked| looked > 0),
            cpu_index: None,
        })
        .collect();
    EngineRecord {
        path: path.path,
        path_reason: path.reason.english(),
        path_statement: Some(path.reason),
        features: path.features,
        depth_asked: workload.depth.saturating_mul(workload.jobs),
        depth_reached: if elapsed.0 > 0 {
            outstanding_ns as f64 / elapsed.0 as f64
        } else {
            0.0
        },
        pacing: if workload.is_open_loop() { Loop::Open } else { Loop::Closed },
        submit_cpu_ratio: submitters.iter().filter_map(|it| cpu_ratio(it, 0)).reduce(f64::max),
        submitters,
        stamping: stamping(outcomes),
        clock: reach::clock_record(
            outcomes.iter().filter_map(|outcome| outcome.clock.as_ref()),
        ),
        is_polled: None,
        wait_batch_count: None,
        application: None,
        replay: outcomes.iter().find_map(|it| it.replay.as_deref()).map(ReplayTally::record),
    }
}

/// The share of one core that a submitter used, without `without_ns` nanoseconds.
#[expect(clippy::cast_precision_loss, reason = "a ratio")]
fn cpu_ratio(submitter: &SubmitterRecord, without_ns: u64) -> Option<f64> {
    let cpu = submitter.cpu?;
    let busy = (cpu.user_ns + cpu.system_ns).saturating_sub(without_ns) as f64;
    (submitter.elapsed_ns > 0).then(|| (busy / submitter.elapsed_ns as f64).min(1.0))
}

/// Summary over all submitters.
fn stamping(outcomes: &[JobsOutcome]) -> Option<StampingRecord> {
    let mut all = Stamping::default();
    outcomes.iter().for_each(|outcome| all.merge(&outcome.stamping));
    all.record()
}

/// The most informative state: anything but completed, the gravest first.
fn worst_state(outcomes: &[JobsOutcome]) -> CellState {
    gravest(outcomes.iter().map(|outcome| outcome.state))
}

fn gravest(states: impl Iterator<Item = CellState>) -> CellState {
    const GRAVITY: [CellState; 8] = [
        CellState::Vanished,
        CellState::Stalled,
        CellState::ReadOnly,
        CellState::Full,
        CellState::Unsupported,
        CellState::IoErrors,
        CellState::Interrupted,
        CellState::Completed,
    ];
    let found: Vec<CellState> = states.collect();
    let worst = GRAVITY.into_iter().find(|state| found.contains(state));
    worst.unwrap_or(CellState::Completed)
}

fn warn_generator_bound(
    engine: &EngineRecord,
    cpu: Option<(CpuTime, u32)>,
    elapsed: Nanos,
    warnings: &mut Vec<Warning>,
) {
    let cpu_times = engine.submitters.iter().filter_map(|submitter| submitter.cpu);
    let used = cpu_times.fold(CpuTime::default(), |sum, cpu| CpuTime {
        user_ns: sum.user_ns + cpu.user_ns,
        system_ns: sum.system_ns + cpu.system_ns,
    });
    // A submitter that polls for a completion instead of sleeping still waits for the drive.
    let looked = |submitter: &SubmitterRecord| submitter.looked_ns.unwrap_or(0);
    let mut ratios = engine.submitters.iter().filter_map(|it| cpu_ratio(it, looked(it)));
    let all_looked = engine.submitters.iter().map(looked).sum();
    let who = if ratios.any(|ratio| ratio >= BUSY_RATIO) {
        MessageId::GeneratorThread
    } else if cpu.is_some_and(|cpu| is_saturated(cpu, all_looked, elapsed)) {
        MessageId::GeneratorCores
    } else {
        return;
    };
    let (user, system) = (u128::from(used.user_ns), u128::from(used.system_ns));
    let percent = (system * 100).checked_div(user + system).unwrap_or(0);
    let percent = u32::try_from(percent).unwrap_or(100);
    let in_kernel = Argument::Ratio(f64::from(percent) / 100.0);
    warnings.push(Warning::new(WarningCode::GeneratorBound, Message::new(who, [in_kernel])));
}

#[expect(clippy::cast_precision_loss, reason = "a ratio")]
fn is_saturated((cpu, cpu_count): (CpuTime, u32), looked_ns: u64, elapsed: Nanos) -> bool {
    // CPU time covers the whole process and advances in coarse steps: over a short cell it has no meaning.
    const SHORT: Nanos = Nanos(20 * Nanos::MILLISECOND.0);
    if elapsed < SHORT {
        return false;
    }
    let available = elapsed.0 as f64 * f64::from(cpu_count);
    let busy = (cpu.user_ns + cpu.system_ns).saturating_sub(looked_ns);
    available > 0.0 && busy as f64 >= BUSY_RATIO * available
}

/// Mean number of requests outstanding while there was something to issue; `None` if everything was issued at once,
/// or if the end of issuing is unknown. The mean of the whole cell includes its end, when outstanding requests drain;
/// in a cell of few requests that is most of it.
#[expect(clippy::cast_precision_loss, reason = "a ratio")]
fn depth_while_issuing(outcomes: &[JobsOutcome], counted_from: Nanos) -> Option<f64> {
    let (mut until, mut outstanding_ns) = (counted_from, 0_u128);
    for outcome in outcomes {
        let drain = outcome.drain?;
        until = until.max(drain.since);
        outstanding_ns += outcome.outstanding_ns.saturating_sub(drain.outstanding_ns);
    }
    let issuing = until.saturating_sub(counted_from);
    (issuing > Nanos(0)).then(|| outstanding_ns as f64 / issuing.0 as f64)
}

/// Warns if fewer requests were outstanding than requested while there were more to issue: something other than the
/// load limited the depth.
fn warn_depth(
    workload: &Workload,
    engine: &EngineRecord,
    (outcomes, counted_from): (&[JobsOutcome], Nanos),
    warnings: &mut Vec<Warning>,
) {
    let asked = f64::from(engine.depth_asked);
    // A recording has its own depth, and verify reads wait for outstanding writes.
    let is_closed = workload.pacing == Pacing::Closed
        && workload.replay.is_none()
        && !workload.reads_again();
    let while_issuing = depth_while_issuing(outcomes, counted_from);
    let reached = while_issuing.unwrap_or(engine.depth_reached).max(engine.depth_reached);
    if is_closed && engine.depth_asked > 1 && reached < asked * DEPTH_REACHED_RATIO {
        let values = [Argument::Number(reached), engine.depth_asked.into()];
        let statement = Message::new(MessageId::DepthNotReached, values);
        warnings.push(Warning::new(WarningCode::DepthNotReached, statement));
    }
}

fn warn_overdue(outcomes: &[JobsOutcome], warnings: &mut Vec<Warning>) {
    let overdue: u64 = outcomes.iter().map(|outcome| outcome.overdue).sum();
    if overdue > 1 {
        let statement = Message::new(MessageId::BehindSchedule, [overdue.into()]);
        warnings.push(Warning::new(WarningCode::BehindSchedule, statement));
    }
}
