//! `iogram purge`: a run that only purges.

use std::process::ExitCode;

use iogram_runner::{PlanError, plan_purge};

use iogram_session::{Asking, PlannedRun, computer, resolve_for_writing, seed_or_random};

use crate::args::{EngineArgs, EngineChoice, PlatformArgs, PurgeArgs, SafetyArgs};
use crate::execute::execute;
use crate::failure::Failure;
use crate::options;
use crate::safety::confirm;

/// `iogram purge`.
pub(crate) fn purge(arguments: &PurgeArgs) -> Result<ExitCode, Failure> {
    let safety = SafetyArgs {
        destroy: arguments.destroy.clone().into_iter().collect(),
        unused_outside: arguments.unused_outside.clone(),
        ..SafetyArgs::default()
    };
    let permission = options::permission(&safety, &arguments.output, None)?;
    let root = computer(safety.unused_outside.as_deref());
    let mut target = resolve_for_writing(
        &arguments.target,
        permission,
        &root,
        (Asking::Everything, &confirm),
    )?;
    let plan = match (plan_purge(arguments.how, &target.facts), target.refusal.take()) {
        (Err(PlanError::ReadOnly), Some(refusal)) => return Err(refusal.into()),
        (plan, _) => plan?,
    };
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: None,
        safety,
        platform: PlatformArgs::default(),
    };
    let seed = seed_or_random(engine.seed);
    execute(PlannedRun::new(plan, target, Vec::new(), root, seed), &engine, &arguments.output)
}
