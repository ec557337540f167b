//! Checks for workloads that read or write earlier places again.

use iogram_model::{Again, OpKind, Permille, Workload, text};

use super::{Misfit, misfit};

/// The reason why the places of these requests cannot be used again, if any.
pub(super) fn misfit_of_again(workload: &Workload) -> Option<Misfit> {
    let again = workload.again?;
    if !workload.is_synthetic() {
        let hint = text!("engine-leave-again-out");
        return misfit(text!("engine-program-trace-not-asked-again"), hint);
    }
    match again {
        Again::Read { .. } if workload.mix.write().0 == 0 => misfit(
            text!("engine-writes-nothing-could-read-again"),
            text!("engine-verify-needs-writes"),
        ),
        Again::Write if workload.mix.discard != Permille::ALL => {
            let hint = text!("engine-discard-100-read-0");
            misfit(text!("engine-only-discarded-nothing-else-written-again"), hint)
        }
        Again::Write
            if workload.block.of(OpKind::Discard) != workload.block.of(OpKind::Write) =>
        {
            misfit(
                text!("engine-discards-writes-differ-size"),
                text!("engine-give-both-same-sizes"),
            )
        }
        Again::Written(_) if workload.mix.read != Permille::ALL => misfit(
            text!("engine-written-read-again-nothing-else-done"),
            text!("engine-read-100"),
        ),
        _ => None,
    }
}
