//! Checks for workloads that read or write earlier places again.

use iogram_model::{Again, OpKind, Permille, Workload};

use super::{Misfit, misfit};

/// The reason why the places of these requests cannot be used again, if any.
pub(super) fn misfit_of_again(workload: &Workload) -> Option<Misfit> {
    let again = workload.again?;
    if !workload.is_synthetic() {
        let hint = "leave again out";
        return misfit("what a program or a trace does is not asked again", hint);
    }
    match again {
        Again::Read { .. } if workload.mix.write().0 == 0 => {
            misfit("it writes nothing that could be read again", "add writes: read = 0%")
        }
        Again::Write if workload.mix.discard != Permille::ALL => {
            let hint = "discard = 100%, read = 0%";
            misfit("only what is discarded, and nothing else, is written again", hint)
        }
        Again::Write
            if workload.block.of(OpKind::Discard) != workload.block.of(OpKind::Write) =>
        {
            misfit("its discards and writes differ in size", "give both the same sizes")
        }
        Again::Written(_) if workload.mix.read != Permille::ALL => {
            misfit("what was written is read again, and nothing else is done", "read = 100%")
        }
        _ => None,
    }
}
