//! `iogram measure`: one cell from the command line.

use std::process::ExitCode;

use iogram_engine::Content;
use iogram_model::{
    Bytes, Caching, Nanos, OpMix, Pacing, Stop, Warning, Workload, sentence, text,
};
use iogram_runner::{Plan, plan_cell};

use iogram_session::{
    Asking, Intent, PlannedRun, ResolvedKind, ResolvedTarget, computer, reduced_for_space,
    refused_or, resolve, resolve_for_writing, seed_or_random,
};

use crate::args::MeasureArgs;
use crate::execute::execute;
use crate::failure::Failure;
use crate::options;
use crate::safety::confirm;

/// Default size of a test file. Source: CrystalDiskMark's default.
const TEST_FILE: Bytes = Bytes::GIB;
/// Default duration of a cell. Arbitrary.
const TIME: Nanos = Nanos(10 * Nanos::SECOND.0);

/// `iogram measure`.
pub(crate) fn measure(arguments: &MeasureArgs) -> Result<ExitCode, Failure> {
    let root = computer(arguments.engine.safety.unused_outside.as_deref());
    let seed = seed_or_random(arguments.engine.seed);
    let workload = workload(arguments, seed)?;
    let permission = options::permission(&arguments.engine.safety, &arguments.output, None)?;
    let target = if workload.writes() {
        resolve_for_writing(
            &arguments.target,
            permission,
            &root,
            (Asking::Everything, &confirm),
        )?
    } else {
        resolve(&arguments.target, Intent::Read, permission, &root)?
    };
    // A published load drops parts that the drive does not support; an explicitly requested size is refused.
    let is_own_choice =
        arguments.block.is_some() || arguments.buffered || arguments.buffered_cold;
    let least = target.facts.logical_block_size;
    let workload = match workload.block.clone().at_least(least) {
        Some(block) if !is_own_choice => Workload { block, ..workload },
        _ => workload,
    };
    let lay_out = lay_out(arguments, &workload, &target)?;
    let mut plan = plan_cell(&arguments.name, workload, lay_out, &target.facts)
        .map_err(|error| refused_or(error, &target))?;
    target.settle(&mut plan);
    let mut warnings = target.warnings(&plan);
    warnings.extend(size_reduced(arguments, &target));
    for cell in plan.cells_mut() {
        cell.io_timeout = arguments.io_timeout.unwrap_or(cell.io_timeout);
        cell.errors_max = arguments.errors_max;
    }
    repeat(&mut plan, arguments.repeat);
    execute(
        PlannedRun::new(plan, target, warnings, root, seed),
        &arguments.engine,
        &arguments.output,
    )
}

/// The workload that the options describe.
fn workload(arguments: &MeasureArgs, seed: u64) -> Result<Workload, Failure> {
    let mix = OpMix {
        read: default_read(arguments),
        discard: arguments.discard,
        flush: arguments.flush,
    };
    if !mix.is_valid() {
        return Err(Failure::usage(
            text!("cli-shares-reads-discards-flushes-more-100"),
            text!("cli-lower-left-writes"),
        ));
    }
    let has_end = arguments.amount.is_some() || arguments.count.is_some();
    let time = arguments.time.or_else(|| (!has_end).then_some(TIME));
    let mut workload = Workload {
        mix,
        depth: arguments.depth,
        jobs: arguments.jobs,
        layout: arguments.layout.into(),
        region: arguments.region,
        stop: Stop {
            time,
            amount: arguments.amount,
            pass_count: None,
            count: arguments.count,
            certain: None,
            steady: None,
            floor: None,
            ends_others: false,
        },
        ramp: arguments.ramp,
        sync: arguments.sync,
        sync_call: arguments.sync_call.into(),
        caching: if arguments.buffered_cold {
            Caching::BufferedCold
        } else if arguments.buffered {
            Caching::Buffered
        } else {
            Caching::Direct
        },
        pacing: arguments.rate.unwrap_or(Pacing::Closed),
        data: arguments.data,
        seed,
        ..Workload::default()
    };
    arguments.access.clone().apply(&mut workload);
    // An explicit option overrides a published load.
    let is_mix_asked = arguments.read.is_some() || arguments.discard.0 + arguments.flush.0 > 0;
    if is_mix_asked {
        workload.mix = mix;
    }
    if let Some(block) = &arguments.block {
        workload.block = block.clone();
    }
    Ok(workload)
}

/// Reads are the remainder unless they were named: `--discard 100%` alone has no reads.
fn default_read(arguments: &MeasureArgs) -> iogram_model::Permille {
    let others = arguments.discard.0 + arguments.flush.0;
    match arguments.read {
        Some(read) => read,
        None => iogram_model::Permille(1000_u16.saturating_sub(others)),
    }
}

/// The contents that the target gets before the cell.
fn lay_out(
    arguments: &MeasureArgs,
    workload: &Workload,
    target: &ResolvedTarget,
) -> Result<Option<(Bytes, Content)>, Failure> {
    if arguments.fresh && target.kind != ResolvedKind::NewFile {
        return Err(Failure::usage(
            sentence!("cli-cannot-make-new-test-file-exists", target = arguments.target),
            text!("cli-name-directory-leave-fresh-out"),
        ));
    }
    if arguments.fresh && workload.mix.read.0 > 0 {
        return Err(Failure::usage(
            text!("cli-new-empty-test-file-holds-nothing"),
            text!("cli-leave-fresh-out-use-read-0"),
        ));
    }
    if let Some(size) = arguments.size {
        target.check_size(size, "--size")?;
    }
    // An existing target that is only read stays unchanged.
    let is_left = target.kind != ResolvedKind::NewFile && !workload.writes();
    let content = if arguments.fresh || is_left { Content::Empty } else { Content::Written };
    let size = match (target.kind, arguments.size) {
        (ResolvedKind::NewFile, size) => size.or_else(|| Some(default_size(target))),
        (_, size) => size,
    };
    Ok(size.map(|size| (size, content)))
}

/// The largest size that fits, up to the usual one.
fn default_size(target: &ResolvedTarget) -> Bytes {
    let fits = target.facts.capacity.unwrap_or(TEST_FILE);
    TEST_FILE.min(Bytes((fits.0 / Bytes::MIB.0).max(1) * Bytes::MIB.0))
}

/// A warning if the usual size does not fit.
fn size_reduced(arguments: &MeasureArgs, target: &ResolvedTarget) -> Option<Warning> {
    let size = default_size(target);
    let is_reduced =
        target.kind == ResolvedKind::NewFile && arguments.size.is_none() && size < TEST_FILE;
    is_reduced.then(|| reduced_for_space(size, TEST_FILE))
}

/// Repeats the cell this many times, each with its own seed.
fn repeat(plan: &mut Plan, times: u32) {
    let Some(cell) = plan.cells().next().cloned() else { return };
    for repeat in 1..times {
        let mut next = cell.clone();
        next.repeat = repeat;
        next.workload.seed = cell.workload.seed.wrapping_add(u64::from(repeat));
        plan.steps.push(iogram_runner::PlannedStep::Measure(Box::new(next)));
    }
}
