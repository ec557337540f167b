//! `iogram resume`: resumes an interrupted run, on the same drive, with the same random choices.

use iogram_model::text;
use std::process::ExitCode;

use iogram_session::{
    Asking, Intent, computer, intent_of, only_open, permission_for, resolve,
    resolve_for_writing, take_up,
};

use crate::args::ResumeArgs;
use crate::execute;
use crate::failure::Failure;
use crate::options;
use crate::places;
use crate::safety::confirm;

/// `iogram resume`.
pub(crate) fn resume(arguments: &ResumeArgs) -> Result<ExitCode, Failure> {
    let (engine, output) = (&arguments.engine, &arguments.output);
    if output.no_store || engine.seed.is_some() {
        return Err(Failure::usage(
            text!("cli-run-goes-where-kept-seed"),
            text!("cli-leave-out-no-store-seed"),
        ));
    }
    let mut store = places::open_kept(&output.store)?;
    let id = match &arguments.run {
        Some(name) => places::find_run(&mut store, name)?,
        None => only_open(&mut store)?,
    };
    let broken_off = take_up(&mut store, &id)?;
    drop(store);
    let root = computer(engine.safety.unused_outside.as_deref());
    let target = arguments.target.as_deref().unwrap_or(broken_off.place());
    let settings = broken_off.settings();
    let how = (broken_off.method(), settings.as_slice());
    let safety = options::safety(&engine.safety, output, None)?;
    let permission = permission_for(how, target, safety, &root)?;
    let target = match intent_of(broken_off.method()) {
        Intent::Write => {
            resolve_for_writing(target, permission, &root, (Asking::Everything, &confirm))?
        }
        Intent::Read => resolve(target, Intent::Read, permission, &root)?,
    };
    execute::execute(broken_off.go_on(target, root)?, engine, output)
}
