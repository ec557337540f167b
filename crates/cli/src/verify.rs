//! `iogram verify`: whether a drive holds what it says.

use std::process::ExitCode;

use iogram_device::SysRoot;
use iogram_model::Bytes;
use iogram_runner::{Capacity, PlannedStep, ProbeKind, builtin_method};

use crate::args::{EngineArgs, EngineChoice, PlatformArgs, SafetyArgs, VerifyArgs};
use crate::execute::{Asking, Job, execute, look_for_writing, plan_method, seed};
use crate::failure::Failure;
use crate::output;
use crate::places;
use crate::safety::Permission;
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
    let mut permission = Permission::new(
        &SafetyArgs { borrow_journal: None, ..safety.clone() },
        &arguments.output,
        None,
    )?;
    if safety.destroy.is_none() && !arguments.full {
        let journals = places::journals(safety.borrow_journal.as_ref())?;
        permission.places = Some((journals, Capacity::BORROWED_MAX));
    }
    let root = SysRoot::default();
    let looked = look_for_writing(&arguments.target, permission, &root, Asking::Everything)?;
    let engine = EngineArgs {
        engine: EngineChoice::Auto,
        seed: arguments.seed,
        platform: PlatformArgs::default(),
        safety,
    };
    let seed = seed(&engine);
    let mut settings = vec![format!("depth={}", if arguments.full { "full" } else { "quick" })];
    settings.extend(arguments.cache.map(|cache| format!("cache={}B", cache.0)));
    let (plan, warnings) = plan_method(&method, &looked, &settings, seed)?;
    if !arguments.output.quiet
        && let Some(capacity) = looked.facts.capacity
    {
        let probes = plan.steps.iter().filter_map(|step| match step {
            PlannedStep::Probe(probe) => Some(&probe.kind),
            _ => None,
        });
        probes.for_each(|kind| say(kind, capacity));
    }
    execute(
        Job { plan, looked, warnings, root, seed, resumed: None },
        &engine,
        &arguments.output,
    )
}

/// What will be written, before it is.
fn say(kind: &ProbeKind, capacity: Bytes) {
    let ProbeKind::Capacity(settings) = kind else { return };
    let most = settings.most_written(capacity);
    if settings.is_full {
        output::talk(&format!("writes and reads all {}", most.both()));
    } else {
        let cache = settings.cache_to_rule_out(capacity);
        output::talk(&format!(
            "a genuine drive is written at most {}, to rule out caches up to {cache}",
            most.both()
        ));
    }
}
