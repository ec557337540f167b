//! `iogram geometry`: the method of that name, and what the registers of the drive say about it.

use std::process::ExitCode;

use iogram_device::{KernelDrive, SysRoot, describe_device};
use iogram_model::{Run, TargetKind};
use iogram_runner::builtin_method;

use crate::args::GeometryArgs;
use crate::devices;
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

/// The allocation unit in the registers of the SD card that was probed; `None` for everything else.
pub(crate) fn claimed_unit(run: &Run) -> Option<u64> {
    if run.probes.is_empty() || run.target.kind != TargetKind::BlockDevice {
        return None;
    }
    let path = format!("/dev/{}", run.target.device.as_ref()?);
    let device = devices::find_exactly(&path).ok()??;
    let record = describe_device(&SysRoot::default(), device.number, &KernelDrive::open_boxed)?;
    record.sd?.status?.allocation_unit_bytes
}
