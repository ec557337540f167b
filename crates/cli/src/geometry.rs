//! `iogram geometry`: the method of that name, and what the registers of the drive say about it.

use std::process::ExitCode;

use iogram_runner::builtin_method;

use crate::args::GeometryArgs;
use crate::execute::run_a_method;
use crate::failure::Failure;
use crate::planning::{Asking, look_for_writing};
use crate::safety::{Permission, computer};

/// `iogram geometry`.
pub(crate) fn geometry(arguments: &GeometryArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("geometry")?;
    let (engine, output) = (&arguments.engine, &arguments.output);
    let permission = Permission::new(&engine.safety, output, None)?;
    let root = computer(engine.safety.unused_outside.as_ref());
    let looked = look_for_writing(&arguments.target, permission, &root, Asking::Writes)?;
    run_a_method(&method, looked, root, &arguments.settings.settings, (engine, output))
}
