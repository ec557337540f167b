//! `iogram verify`: whether a drive holds what it says.

use std::process::ExitCode;

use iogram_device::SysRoot;
use iogram_runner::builtin_method;

use crate::args::{EngineArgs, EngineChoice, PlatformArgs, SafetyArgs, VerifyArgs};
use crate::borrowed::permission_for;
use crate::execute::{Asking, look_for_writing, parse_settings, run_a_method};
use crate::failure::Failure;
use crate::verify_files;

/// `iogram verify`.
pub(crate) fn verify(arguments: &VerifyArgs) -> Result<ExitCode, Failure> {
    if arguments.free || arguments.read {
        return verify_files::check(arguments);
    }
    if arguments.cleanup {
        return Err(Failure::usage(
            "there are no files to remove: --cleanup goes with --free or --read",
            "leave --cleanup out",
        ));
    }
    let method = builtin_method("verify")?;
    let safety = SafetyArgs {
        destroy: arguments.destroy.clone(),
        borrow: None,
        borrow_journal: arguments.borrow_journal.clone(),
    };
    let mut settings = vec![format!("depth={}", if arguments.full { "full" } else { "quick" })];
    settings.extend(arguments.cache.map(|cache| format!("cache={}B", cache.0)));
    let (root, parsed) = (SysRoot::default(), parse_settings(&settings)?);
    let permission = permission_for(
        (&method, &parsed),
        &arguments.target,
        &safety,
        (&arguments.output, None),
        &root,
    )?;
    let looked = look_for_writing(&arguments.target, permission, &root, Asking::Everything)?;
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: arguments.seed,
        platform: PlatformArgs::default(),
        safety,
    };
    run_a_method(&method, looked, root, &settings, (&engine, &arguments.output))
}
