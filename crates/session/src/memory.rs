//! Whether the memory that a control group leaves is enough for what a plan has out at a time: who takes more is killed
//! without a word, and what it has begun is lost.

use iogram_device::TargetSpec;
use iogram_inspect::SysRoot;
use iogram_inspect::memory_limit::{MemoryLimit, memory_limit};
use iogram_model::{Bytes, Workload, sentence};
use iogram_runner::Plan;

use crate::failure::Failure;
use crate::resolve::ResolvedTarget;

/// What a job takes beside its buffers, as far as it is used: stacks, rings, histograms. Experiment of 2026-11-28 on x86-64: 256 jobs
/// take 14 KiB each more than one, of which the largest resident size was compared.
const SUBMITTER: u64 = 64 << 10;
/// What a run takes beside that. The same experiment: of the 153.9 MiB that a group of 200 MiB had at most in `sd-pi`, 128
/// were buffers and 7.2 there before.
const RUN: u64 = 24 << 20;

/// Refuses a job of which a cell needs more than is left. Only what is real has buffers for what it reads and writes.
///
/// # Errors
///
/// If a cell does; says what it needs.
pub(crate) fn check(
    plan: &Plan,
    target: &ResolvedTarget,
    root: &SysRoot,
) -> Result<(), Failure> {
    // Only what is real has buffers for what it reads and writes.
    if !matches!(target.spec, TargetSpec::Path(_) | TargetSpec::Passthrough { .. }) {
        return Ok(());
    }
    let Some(limit) = memory_limit(root) else { return Ok(()) };
    let needs = plan.cells().map(|cell| (need(&cell.workload), cell.name.as_str()));
    match needs.max_by_key(|(need, _)| *need) {
        Some((need, cell)) if need > limit.left => Err(refused(cell, need, limit)),
        _ => Ok(()),
    }
}

/// What a cell with all its loads takes at most.
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
            "cannot run \"{cell}\": it needs {need} of memory, and the limit of this control group leaves {left} of {limit}",
            cell,
            need = need.both(),
            left = limit.left.both(),
            limit = limit.limit.both()
        ),
        "raise the limit (memory.max), or use a lower depth, fewer jobs or smaller blocks",
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
