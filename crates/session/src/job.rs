//! A planned run: the steps, the target, and the knowledge before the run.

use iogram_inspect::SysRoot;
use iogram_model::{FileWrites, Run, Warning};
use iogram_runner::{AssumedRange, Plan, Resumption};

use crate::resolve::ResolvedTarget;

/// A plan and its target.
#[derive(Debug)]
pub struct PlannedRun {
    /// The steps, in order.
    pub plan: Plan,
    /// The target of the steps.
    pub target: ResolvedTarget,
    /// Findings of the planning.
    pub warnings: Vec<Warning>,
    /// This computer's `/sys`, `/proc` and `/dev`; tests use other folders.
    pub root: SysRoot,
    /// Determines the random choices of a simulated drive.
    pub seed: u64,
    /// The expected rates of the target; until the run begins, those of its kind.
    pub expected: AssumedRange,
    /// File write rates that an earlier run measured for its sheet; `None` without one.
    pub file_writes: Option<FileWrites>,
    /// The results so far of a resumed run; `None` for a new run.
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

/// A resumed run.
#[derive(Debug)]
pub(crate) struct Resumed {
    /// The run as the store has it.
    pub(crate) run: Run,
    pub(crate) resumption: Resumption,
}
