//! From what the jobs did to the cell's record, with the warnings that the engine itself can give.

use iogram_model::{
    ByteProgress, Bytes, CellRecord, CellState, CpuTime, EngineRecord, IoPath, Loop, Nanos,
    Pacing, SubmitterRecord, Warning, Workload,
};

use crate::collect::Collector;
use crate::generator;
use crate::rig::{Cell, RigError, RigErrorKind};
use crate::run::JobsOutcome;
use crate::target::Geometry;
use crate::trace::mark_step;

/// A submitter that is busy for more than this share of the time cannot offer more load, so that the
/// drive may not be the limit. Arbitrary: on a core of its own an idle wait of 5 % is measurable.
const BUSY_RATIO: f64 = 0.95;

/// A depth this far below the one asked for is worth a warning. Arbitrary.
const DEPTH_REACHED_RATIO: f64 = 0.8;

/// How the requests of a cell reached the target.
#[derive(Debug, Clone, PartialEq)]
pub struct PathTaken {
    /// The path.
    pub path: IoPath,
    /// Why this one.
    pub reason: String,
    /// Kernel features in use.
    pub features: Vec<String>,
}

/// What is known of a finished cell beside the collector's content.
#[derive(Debug)]
pub struct CellFacts<'a> {
    /// The cell as asked for.
    pub cell: &'a Cell,
    /// Its beginning on the target's clock.
    pub start: Nanos,
    /// The beginning of the rig's own time.
    pub epoch: Nanos,
    /// What each submitter did.
    pub outcomes: &'a [JobsOutcome],
    /// CPU time of the whole process within the cell.
    pub cpu: Option<CpuTime>,
    /// CPUs that the process may use; `None` is unknown.
    pub cpu_count: Option<u32>,
    /// Which way requests went.
    pub path: PathTaken,
}

/// Checks that `workload` makes sense on a target of this shape.
///
/// # Errors
///
/// Fails if the region holds no block, blocks are not aligned for direct I/O, a share or limit is
/// missing or contradictory.
pub fn check_workload(workload: &Workload, geometry: Geometry) -> Result<(), RigError> {
    let usage = |message: String, hint: &str| {
        Err(RigError { kind: RigErrorKind::Usage, message, hint: hint.to_owned() })
    };
    let block = workload.block.largest();
    let logical = geometry.logical_block_size.0.max(1);
    if workload.caching == iogram_model::Caching::Direct
        && let Some((size, _)) = workload.block.sizes().iter().find(|(s, _)| s.0 % logical != 0)
    {
        let message = format!(
            "cannot use direct I/O with a block size of {size}: \
             it is not a multiple of the target's logical block size of {logical} B"
        );
        return usage(message, "choose a multiple, or use --buffered");
    }
    if !workload.mix.is_valid() {
        let message = "cannot mix operations: the shares of reads, discards and flushes \
                       are more than 100 %";
        return usage(message.to_owned(), "lower one of them; what is left is writes");
    }
    if workload.depth == 0 || workload.jobs == 0 {
        let message = "cannot run a cell with a queue depth or job count of 0";
        return usage(message.to_owned(), "use at least 1");
    }
    if workload.depth > DEPTH_MAX || workload.jobs > JOBS_MAX {
        let message = format!(
            "cannot run {} jobs at queue depth {}: at most {JOBS_MAX} jobs and a depth of \
             {DEPTH_MAX} are possible",
            workload.jobs, workload.depth
        );
        return usage(message, "lower --jobs or --depth");
    }
    let stop = workload.stop;
    if stop.time.is_none() && stop.amount.is_none() && stop.count.is_none() {
        let message = "cannot run a cell without an end".to_owned();
        return usage(message, "give --time or --amount");
    }
    let is_single_size = matches!(
        workload.access,
        iogram_model::Access::Permutation | iogram_model::Access::Zipf(_)
    );
    if is_single_size && workload.block.sizes().len() > 1 {
        let message = format!("cannot use {} access with several block sizes", workload.access);
        return usage(message, "give one block size");
    }
    let span = generator::span_size(workload, geometry.capacity);
    let needed = match workload.layout {
        iogram_model::JobLayout::Sliced => block,
        iogram_model::JobLayout::Shared => Bytes(block.0.max(1)),
    };
    if span < needed {
        let message = format!(
            "cannot place blocks of {block} in the region {} of {}: each job has only {}",
            workload.region,
            geometry.capacity.both(),
            span.both()
        );
        return usage(message, "choose a larger region, smaller blocks or fewer jobs");
    }
    Ok(())
}

/// Jobs are threads; arbitrary, far above any published method (ezFIO: 256).
pub const JOBS_MAX: u32 = 1024;

/// `io_uring` rings hold at most 32768 entries (Linux `IORING_MAX_ENTRIES`); half leaves room for
/// timers and flushes.
pub const DEPTH_MAX: u32 = 16_384;

/// The record of a finished cell.
#[must_use]
pub fn assemble(facts: CellFacts<'_>, collector: &Collector) -> CellRecord {
    let CellFacts { cell, start, epoch, outcomes, cpu, cpu_count, path } = facts;
    let workload = &cell.workload;
    let counted_from = start + workload.ramp;
    let ended = outcomes.iter().map(|o| o.ended).max().unwrap_or(counted_from);
    let elapsed = ended.saturating_sub(counted_from);
    let state = worst_state(outcomes);
    let engine = engine_record(workload, elapsed, start, outcomes, path);
    let (operations, series, errors) = collector.take_records(elapsed);
    let (pauses, marks) = collector.take_traces();
    let mut warnings = Vec::new();
    warn_generator_bound(&engine, cpu.zip(cpu_count), elapsed, &mut warnings);
    let is_measured = operations.iter().next().is_some() && engine.path != IoPath::Null;
    if is_measured && state == CellState::Completed {
        warn_depth(workload, &engine, &mut warnings);
    }
    warn_overdue(outcomes, &mut warnings);
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
        series,
        pauses: Some(pauses),
        progress: mark_step(workload)
            .zip(marks)
            .map(|(step_bytes, times_ns)| ByteProgress { step_bytes, times_ns }),
        health: None,
        power: None,
        warnings,
        errors,
    }
}

#[expect(clippy::cast_precision_loss, reason = "ratios")]
fn engine_record(
    workload: &Workload,
    elapsed: Nanos,
    start: Nanos,
    outcomes: &[JobsOutcome],
    path: PathTaken,
) -> EngineRecord {
    let outstanding_ns: u128 = outcomes.iter().map(|o| o.outstanding_ns).sum();
    let submitters: Vec<_> = outcomes
        .iter()
        .map(|outcome| SubmitterRecord {
            cpu: outcome.cpu,
            elapsed_ns: outcome.ended.saturating_sub(start).0,
        })
        .collect();
    let share = |submitter: &SubmitterRecord| {
        let cpu = submitter.cpu?;
        let busy = (cpu.user_ns + cpu.system_ns) as f64;
        (submitter.elapsed_ns > 0).then(|| (busy / submitter.elapsed_ns as f64).min(1.0))
    };
    EngineRecord {
        path: path.path,
        path_reason: path.reason,
        features: path.features,
        depth_asked: workload.depth.saturating_mul(workload.jobs),
        depth_reached: if elapsed.0 > 0 {
            outstanding_ns as f64 / elapsed.0 as f64
        } else {
            0.0
        },
        pacing: match workload.pacing {
            Pacing::Closed => Loop::Closed,
            Pacing::Open { .. } => Loop::Open,
        },
        submit_cpu_ratio: submitters.iter().filter_map(share).reduce(f64::max),
        submitters,
    }
}

/// The state that says most: anything but completed, the first in order of gravity.
fn worst_state(outcomes: &[JobsOutcome]) -> CellState {
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
    GRAVITY
        .into_iter()
        .find(|&state| outcomes.iter().any(|outcome| outcome.state == state))
        .unwrap_or(CellState::Completed)
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
    let who = if engine.submit_cpu_ratio.is_some_and(|ratio| ratio >= BUSY_RATIO) {
        "a submitting thread used a whole core"
    } else if cpu.is_some_and(|(cpu, count)| is_saturated(cpu, count, elapsed)) {
        "every core was busy"
    } else {
        return;
    };
    let (user, system) = (u128::from(used.user_ns), u128::from(used.system_ns));
    let kernel_percent = (system * 100).checked_div(user + system).unwrap_or(0);
    warnings.push(Warning {
        code: "generator-bound".to_owned(),
        message: format!(
            "{who} ({kernel_percent} % of it in the kernel): the CPU, not the drive, may be the \
             limit"
        ),
    });
}

#[expect(clippy::cast_precision_loss, reason = "a ratio")]
fn is_saturated(cpu: CpuTime, cpu_count: u32, elapsed: Nanos) -> bool {
    // CPU time is of the whole process and counted in coarse steps: over a short cell it says nothing.
    const SHORT: Nanos = Nanos(20 * Nanos::MILLISECOND.0);
    if elapsed < SHORT {
        return false;
    }
    let available = elapsed.0 as f64 * f64::from(cpu_count);
    available > 0.0 && (cpu.user_ns + cpu.system_ns) as f64 >= BUSY_RATIO * available
}

fn warn_depth(workload: &Workload, engine: &EngineRecord, warnings: &mut Vec<Warning>) {
    let asked = f64::from(engine.depth_asked);
    let is_closed = workload.pacing == Pacing::Closed;
    if is_closed && engine.depth_asked > 1 && engine.depth_reached < asked * DEPTH_REACHED_RATIO
    {
        warnings.push(Warning {
            code: "depth-not-reached".to_owned(),
            message: format!(
                "only {:.1} of {} requests were outstanding on average",
                engine.depth_reached, engine.depth_asked
            ),
        });
    }
}

fn warn_overdue(outcomes: &[JobsOutcome], warnings: &mut Vec<Warning>) {
    let overdue: u64 = outcomes.iter().map(|outcome| outcome.overdue).sum();
    if overdue > 1 {
        warnings.push(Warning {
            code: "behind-schedule".to_owned(),
            message: format!(
                "the target could not keep up with the rate: {overdue} requests were due and never \
                 issued"
            ),
        });
    }
}
