//! `iogram purge`: a run of nothing but a purge.

use std::process::ExitCode;

use iogram_device::SysRoot;
use iogram_runner::plan_purge;

use crate::args::{EngineArgs, EngineChoice, PurgeArgs, SafetyArgs};
use crate::execute::{Asking, Job, execute, look_for_writing, refused_or};
use crate::failure::Failure;
use crate::safety::Permission;

/// `iogram purge`.
pub(crate) fn purge(arguments: &PurgeArgs) -> Result<ExitCode, Failure> {
    let safety = SafetyArgs { destroy: arguments.destroy.clone(), ..SafetyArgs::default() };
    let permission = Permission::new(&safety, &arguments.output, None)?;
    let root = SysRoot::default();
    let looked = look_for_writing(&arguments.target, permission, &root, Asking::Everything)?;
    let plan = plan_purge(arguments.how, &looked.facts)
        .map_err(|error| refused_or(error, &looked))?;
    let engine = EngineArgs { engine: EngineChoice::Auto, seed: None, safety };
    execute(Job { plan, looked, warnings: Vec::new(), root }, &engine, &arguments.output)
}
