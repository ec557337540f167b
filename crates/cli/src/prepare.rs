//! The work before a run and the messages after several, whether they are measured in turn or at once.

use std::path::PathBuf;

use iogram_catalogue::builtin_purposes;
use iogram_inspect::SysRoot;
use iogram_model::{Sentence, Text, sentence, text};
use iogram_runner::{Method, Writes, use_rule};
use iogram_session::{
    Asking, PlannedRun, ResolvedTarget, computer, intent_of, permission_for, plan_method,
    resolve, resolve_for_writing, seed_or_random,
};

use crate::args::{EngineArgs, EngineChoice, OutputArgs};
use crate::catalogue;
use crate::drive_class;
use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::safety::confirm;
use crate::tune;

/// Whether to ask a person for the name of the drive to destroy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// If the method writes to a drive.
    Asked,
    /// A quick run: only reads if only reading is allowed.
    NotAsked,
}

/// Plans a method on the target that `target` names, and asks for permission to destroy data.
pub(crate) fn prepare(
    method: &Method,
    target: &str,
    mut settings: Vec<(String, String)>,
    (engine, output): (&EngineArgs, &OutputArgs),
    (file, question): (Option<&PathBuf>, Question),
) -> Result<PlannedRun, Failure> {
    let root = computer(engine.safety.unused_outside.as_deref());
    let how = (method, settings.as_slice());
    let permission =
        permission_for(how, target, options::safety(&engine.safety, output, file)?, &root)?;
    let is_asked = question == Question::Asked;
    let target = match method.writes {
        _ if is_asked && method.file_system(&settings).is_some() => {
            resolve_for_writing(target, permission, &root, (Asking::Everything, &confirm))?
        }
        Writes::Region | Writes::Device if is_asked => {
            resolve_for_writing(target, permission, &root, (Asking::Writes, &confirm))?
        }
        _ => resolve(target, intent_of(method), permission, &root)?,
    };
    let drives = || catalogue::kept(&output.store);
    let class = drive_class::propose(method, &target, &mut settings, (drives, None), &root)?;
    if let (Some(class), false) = (class, output.quiet) {
        output::talk(sentence!("cli-class-drive", class: class));
    }
    planned(method, target, root, settings, engine)
}

/// Plans a method on a resolved target.
pub(crate) fn planned(
    method: &Method,
    target: ResolvedTarget,
    root: SysRoot,
    settings: Vec<(String, String)>,
    engine: &EngineArgs,
) -> Result<PlannedRun, Failure> {
    let seed = seed_or_random(engine.seed);
    let target = target.for_method(method, &settings)?;
    let (mut plan, warnings) = plan_method(method, &target, settings, seed)?;
    if let Some(diagnosis) = &mut plan.diagnosis {
        diagnosis.uses = builtin_purposes().iter().filter_map(use_rule).collect();
    }
    Ok(PlannedRun::new(plan, target, warnings, root, seed))
}

/// Refuses to poll with an engine that cannot.
pub(crate) fn check_polling(engine: &EngineArgs) -> Result<(), Failure> {
    if engine.platform.reach.poll && engine.engine == EngineChoice::Sync {
        return Err(Failure::usage(
            text!("cli-only-io-uring-poll-completions"),
            text!("cli-leave-poll-out-use-engine-io"),
        ));
    }
    Ok(())
}

/// The work that a second Ctrl-C, which ends everything at once, leaves undone.
pub(crate) fn left_by_force(job: &PlannedRun, is_tuned: bool) -> Option<Text> {
    let permission = &job.target.permission;
    match (permission.borrow.is_some() || permission.places.is_some(), is_tuned) {
        (true, true) => Some(text!("cli-borrowed-not-put-back-yet-iogram")),
        (true, false) => Some(text!("cli-borrowed-not-put-back-yet-iogram-restore")),
        (false, true) => Some(tune::LEFT),
        (false, false) => None,
    }
}

/// The commands that compare the runs of each target.
pub(crate) fn comparison_hint(ids: &[Vec<String>]) -> Vec<Sentence> {
    let list = |ids: &[String]| ids.join(" ");
    match ids {
        [only] => vec![sentence!("cli-hint-compare-many-runs-another-drive", ids = list(only))],
        [first, others @ ..] => {
            let hint = |other: &Vec<String>| {
                let pair = format!("{} -- {}", list(first), list(other));
                sentence!("cli-hint", hint = format!("iogram compare {pair}"))
            };
            let all = list(&ids.concat());
            let page = sentence!("cli-hint-page-all-side-side-charts", all);
            std::iter::once(page).chain(others.iter().map(hint)).collect()
        }
        [] => Vec::new(),
    }
}
