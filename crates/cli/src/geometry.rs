//! `iogram geometry`: the method of that name, and the registers of the drive about it.

use std::process::ExitCode;

use iogram_runner::builtin_method;

use iogram_session::{Asking, computer, parse_settings, resolve_for_writing};

use crate::args::GeometryArgs;
use crate::execute::run_a_method;
use crate::failure::Failure;
use crate::options;
use crate::safety::confirm;

/// `iogram geometry`.
pub(crate) fn geometry(arguments: &GeometryArgs) -> Result<ExitCode, Failure> {
    let method = builtin_method("geometry")?;
    let mut engine = arguments.engine.clone();
    engine.platform.probe_timeout = arguments.io_timeout;
    let (engine, output) = (&engine, &arguments.output);
    let permission = options::permission(&engine.safety, output, None)?;
    let root = computer(engine.safety.unused_outside.as_deref());
    let target =
        resolve_for_writing(&arguments.target, permission, &root, (Asking::Writes, &confirm))?;
    let settings = parse_settings(&arguments.settings.settings)?;
    run_a_method(&method, target, root, settings, (engine, output))
}
