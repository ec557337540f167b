//! `iogram purge`: a run of nothing but a purge.

use std::process::ExitCode;

use iogram_runner::{PlanError, plan_purge};

use crate::args::{EngineArgs, EngineChoice, PlatformArgs, PurgeArgs, SafetyArgs};
use crate::execute::{Job, execute, seed};
use crate::failure::Failure;
use crate::planning::{Asking, look_for_writing};
use crate::safety::{Permission, computer};

/// `iogram purge`.
pub(crate) fn purge(arguments: &PurgeArgs) -> Result<ExitCode, Failure> {
    let safety = SafetyArgs {
        destroy: arguments.destroy.clone(),
        unused_outside: arguments.unused_outside.clone(),
        ..SafetyArgs::default()
    };
    let permission = Permission::new(&safety, &arguments.output, None)?;
    let root = computer(safety.unused_outside.as_ref());
    let mut looked =
        look_for_writing(&arguments.target, permission, &root, Asking::Everything)?;
    let plan = match (plan_purge(arguments.how, &looked.facts), looked.refusal.take()) {
        (Err(PlanError::ReadOnly), Some(refusal)) => return Err(refusal.into()),
        (plan, _) => plan?,
    };
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: None,
        safety,
        platform: PlatformArgs::default(),
    };
    let seed = seed(&engine);
    execute(
        Job { plan, looked, warnings: Vec::new(), root, seed, resumed: None },
        &engine,
        &arguments.output,
    )
}
