//! A run that is planned: what is done, on what, and what is known before.

use iogram_inspect::SysRoot;
use iogram_model::{FileWrites, Run, Warning};
use iogram_runner::{AssumedRange, Plan, Resumption};

use crate::resolve::ResolvedTarget;

/// What is to be run on what.
#[derive(Debug)]
pub struct PlannedRun {
    /// What is done, in order.
    pub plan: Plan,
    /// What it is done to.
    pub target: ResolvedTarget,
    /// What was found out while planning.
    pub warnings: Vec<Warning>,
    /// Where this computer's `/sys`, `/proc` and `/dev` are; elsewhere in tests.
    pub root: SysRoot,
    /// Decides what a simulated drive does.
    pub seed: u64,
    /// How fast the target is expected to be; by its kind until the run begins.
    pub expected: AssumedRange,
    /// What a run before this one measured for its sheet; `None` without one.
    pub file_writes: Option<FileWrites>,
    /// What is there already; `None` for a run from its beginning.
    pub(crate) resumed: Option<Box<Resumed>>,
}

impl PlannedRun {
    /// A run from its beginning.
    #[must_use]
    pub fn new(
        plan: Plan,
        target: ResolvedTarget,
        warnings: Vec<Warning>,
        root: SysRoot,
        seed: u64,
    ) -> Self {
        let expected = AssumedRange::default();
        let file_writes = None;
        Self { plan, target, warnings, root, seed, expected, file_writes, resumed: None }
    }
}

/// A run that goes on.
#[derive(Debug)]
pub(crate) struct Resumed {
    /// As it is kept.
    pub(crate) run: Run,
    pub(crate) resumption: Resumption,
}
