//! Checks that the limits leave enough for the plan's requests: the memory of a control group, which kills a process
//! over its limit without a message, and the memory and open files of this process.

use iogram_device::TargetSpec;
use iogram_inspect::SysRoot;
use iogram_inspect::limits::{self, MemoryKind};
use iogram_inspect::memory_limit::{MemoryLimit, memory_limit};
use iogram_model::{Bytes, Workload, sentence, text};
use iogram_runner::Plan;

use crate::failure::Failure;
use crate::resolve::ResolvedTarget;

/// Memory of a job beside its buffers, as far as it is touched: stacks, rings, histograms. Experiment of 2026-11-28
/// on x86-64: with 256 jobs each takes 14 KiB more than a single one, by the largest resident size.
const SUBMITTER: u64 = 64 << 10;
/// Memory of a run beside that. The same experiment: `sd-pi` in a group of 200 MiB had at most 153.9 MiB; 128 of them
/// were buffers, and 7.2 were there before.
const RUN: u64 = 24 << 20;

/// Files that a job has open: the target, a ring, and one more. Experiment of 2026-11-28: `/proc/self/fd` of a cell
/// of 64 jobs.
const FILES_OF_JOB: u64 = 3;
/// Other open files: the store, its log, streams, signals, the monitored drive. The same experiment.
const FILES: u64 = 20;

/// Refuses a job if one of its cells needs more than the limits leave.
///
/// # Errors
///
/// If a cell does; the error states its need.
pub(crate) fn check(
    plan: &Plan,
    target: &ResolvedTarget,
    root: &SysRoot,
) -> Result<(), Failure> {
    // Only real targets have buffers for their contents.
    if !matches!(target.spec, TargetSpec::Path(_) | TargetSpec::Passthrough { .. }) {
        return Ok(());
    }
    check_files(plan)?;
    let needs = plan.cells().map(|cell| (need(&cell.workload), cell.name.as_str()));
    let Some((need, cell)) = needs.max_by_key(|(need, _)| *need) else { return Ok(()) };
    if let Some(limit) = memory_limit(root).filter(|limit| need > limit.left) {
        return Err(refused(cell, need, limit));
    }
    for kind in MemoryKind::ALL {
        if let Some(limit) = limits::memory_left(root, kind).filter(|limit| need > limit.left) {
            return Err(refused_by_process(cell, need, (limit, kind)));
        }
    }
    Ok(())
}

/// Refuses a job if one of its cells opens more files than this process may have.
fn check_files(plan: &Plan) -> Result<(), Failure> {
    let needs = plan.cells().map(|cell| (files(&cell.workload), cell.name.as_str()));
    let Some((need, cell)) = needs.max_by_key(|(need, _)| *need) else { return Ok(()) };
    let Some(limit) = limits::open_files(need).filter(|limit| *limit < need) else {
        return Ok(());
    };
    Err(Failure::environment(
        sentence!("session-cannot-run-needs-open-files-process", cell, need, limit),
        sentence!("session-raise-limit-ulimit-n-use-fewer", need),
    ))
}

/// The most files that a cell has open at once, with all its loads.
fn files(workload: &Workload) -> u64 {
    let loads = workload.beside.iter().map(|load| &load.workload);
    let jobs = std::iter::once(workload).chain(loads).map(|load| u64::from(load.jobs));
    jobs.fold(0, u64::saturating_add).saturating_mul(FILES_OF_JOB).saturating_add(FILES)
}

/// The most memory that a cell takes, with all its loads.
fn need(workload: &Workload) -> Bytes {
    let loads = workload.beside.iter().map(|load| &load.workload);
    let one = |load: &Workload| {
        let buffers = load.outstanding_count().saturating_mul(load.block.largest().0);
        buffers.saturating_add(u64::from(load.jobs).saturating_mul(SUBMITTER))
    };
    let all = std::iter::once(workload).chain(loads).map(one);
    Bytes(all.fold(RUN, u64::saturating_add))
}

fn refused(cell: &str, need: Bytes, limit: MemoryLimit) -> Failure {
    Failure::environment(
        sentence!(
            "session-cannot-run-needs-memory-limit-control",
            cell,
            need = need.both(),
            left = limit.left.both(),
            limit = limit.limit.both()
        ),
        text!("session-raise-limit-memory-max-use-lower"),
    )
}

fn refused_by_process(
    cell: &str,
    need: Bytes,
    (limit, kind): (MemoryLimit, MemoryKind),
) -> Failure {
    Failure::environment(
        sentence!(
            "session-cannot-run-needs-memory-limit-process",
            cell,
            need = need.both(),
            command = kind.command(),
            left = limit.left.both(),
            limit = limit.limit.both()
        ),
        sentence!("session-raise-limit-unlimited-use-lower-depth", command = kind.command()),
    )
}

#[cfg(test)]
mod tests {
    use iogram_model::{Blocks, Nanos, SideLoad};

    use super::*;

    #[test]
    fn a_cell_needs_the_buffers_of_all_its_requests() {
        let large = |jobs, depth| Workload {
            jobs,
            depth,
            block: Blocks::one(Bytes(4 << 20)),
            ..Workload::default()
        };
        assert_eq!(need(&large(1, 32)), Bytes(RUN + SUBMITTER + (128 << 20)));
        assert_eq!(need(&large(2, 32)), Bytes(RUN + 2 * SUBMITTER + (256 << 20)));
        assert_eq!(need(&large(u32::MAX, u32::MAX)), Bytes(u64::MAX));
        let mut with = large(1, 1);
        let load =
            SideLoad { name: "beside".to_owned(), workload: large(1, 8), delay: Nanos(0) };
        with.beside.push(load);
        assert_eq!(need(&with), Bytes(RUN + 2 * SUBMITTER + (36 << 20)));
    }
}
