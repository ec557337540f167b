//! `iogram verify`: tests whether a drive has its announced capacity.

use std::process::ExitCode;

use iogram_model::{RunState, Sentence, sentence, text};
use iogram_runner::builtin_method;
use iogram_session::{Asking, computer, parse_settings, permission_for, resolve_for_writing};
use iogram_store::RunFilter;

use crate::args::{EngineArgs, EngineChoice, OutputArgs, PlatformArgs, SafetyArgs, VerifyArgs};
use crate::execute::run_a_method;
use crate::failure::Failure;
use crate::finish::how_to_go_on;
use crate::options;
use crate::output;
use crate::places;
use crate::safety::confirm;
use crate::verify_files;

/// `iogram verify`.
pub(crate) fn verify(arguments: &VerifyArgs) -> Result<ExitCode, Failure> {
    if arguments.free || arguments.read {
        return verify_files::check(arguments);
    }
    if arguments.cleanup {
        return Err(Failure::usage(
            text!("cli-no-files-remove-cleanup-goes-free"),
            text!("cli-leave-cleanup-out"),
        ));
    }
    let method = builtin_method("verify")?;
    let safety = SafetyArgs {
        destroy: arguments.destroy.clone().into_iter().collect(),
        borrow: None,
        borrow_journal: arguments.borrow_journal.clone(),
        unused_outside: arguments.unused_outside.clone(),
    };
    let mut settings = vec![format!("depth={}", if arguments.full { "full" } else { "quick" })];
    settings.extend(arguments.cache.map(|cache| format!("cache={}B", cache.0)));
    let parsed = parse_settings(&settings)?;
    let root = computer(safety.unused_outside.as_deref());
    let permission = permission_for(
        (&method, &parsed),
        &arguments.target,
        options::safety(&safety, &arguments.output, None)?,
        &root,
    )?;
    let target = resolve_for_writing(
        &arguments.target,
        permission,
        &root,
        (Asking::Everything, &confirm),
    )?;
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: arguments.seed,
        platform: PlatformArgs {
            probe_timeout: arguments.io_timeout,
            ..PlatformArgs::default()
        },
        safety,
    };
    if arguments.full
        && !arguments.output.quiet
        && let Some(how) = broken_off(&arguments.target, &arguments.output)?
    {
        output::talk(sentence!(
            "cli-hint-earlier-pass-over-device-broken",
            how: how
        ));
    }
    run_a_method(&method, target, root, parsed, (&engine, &arguments.output))
}

/// The command that resumes the last pass over every block of this target, if it was interrupted.
fn broken_off(target: &str, output: &OutputArgs) -> Result<Option<Sentence>, Failure> {
    if output.no_store || !places::is_kept(&output.store)? {
        return Ok(None);
    }
    let mut store = places::open_kept(&output.store)?;
    let filter = RunFilter {
        method: Some("verify".to_owned()),
        target: Some(target.to_owned()),
        limit: Some(1),
        ..RunFilter::default()
    };
    let last = store.list(&filter)?.into_iter().find(|run| run.line.target == target);
    let Some(last) = last.filter(|run| run.line.state != RunState::Completed) else {
        return Ok(None);
    };
    Ok(how_to_go_on(&store.load(&last.line.id)?))
}
