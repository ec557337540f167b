//! `iogram tune`, and `--tune`: tunes the computer for a measurement and restores it.

use std::process::ExitCode;
use std::sync::Arc;

use iogram_device::{
    Systemd, TuneRequest, Tuning, plan_tuning, restore_tuning, switched_write_caches,
};
use iogram_engine::Control;
use iogram_inspect::{SysRoot, rest_until};
use iogram_model::{Nanos, Sentence, Text, sentence, text};
use iogram_session::{begin_tuning, tuning_places, tuning_state_file};

use crate::args::TuneArgs;
use crate::check::device_of;
use crate::command;
use crate::failure::Failure;
use crate::output;
use crate::signals;

/// Interval between checks for Ctrl-C. Arbitrary: a person's patience.
const STEP: Nanos = Nanos(100 * Nanos::MILLISECOND.0);

/// The message for a user who quits at once.
pub(crate) const LEFT: Text = text!("cli-computer-still-set-run-iogram-tune");

/// `iogram tune`.
pub(crate) fn tune(arguments: &TuneArgs) -> Result<ExitCode, Failure> {
    let root = SysRoot::default();
    if arguments.restore {
        return restore(&root);
    }
    let device = arguments.device.as_deref().map(|text| device_of(&root, text)).transpose()?;
    let request = TuneRequest { device, turbo_off: arguments.turbo_off, stays: arguments.keep };
    if arguments.keep {
        let tuning = begin_tuning(&root, &request)?;
        say(&tuning);
        tuning.keep();
        output::talk(text!("cli-everything-stays-until-iogram-tune-restore"));
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.for_this_run {
        return for_this_run(&root, &request, &arguments.command);
    }
    let planned = plan_tuning(&root, &request, &Systemd);
    let mut lines: Vec<String> =
        planned.iter().map(|change| output::said(&change.sentence())).collect();
    for line in
        [text!("cli-idle-states-most-10-us-wake"), text!("cli-nothing-changed-run-keep")]
    {
        lines.push(output::translated(line));
    }
    output::lines(&(lines.join("\n") + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn say(tuning: &Tuning) {
    let record = tuning.record();
    for change in &record.changes {
        let (what, during, before) = (&change.what, &change.during, &change.before);
        output::talk(sentence!("cli-instead", what, during, before, place = change.place));
    }
    for why in tuning.failures() {
        output::talk(sentence!("cli-warning-not-set", why: why.clone()));
    }
}

/// Reports settings that could not be restored.
fn say_left(failures: &[Sentence]) {
    for why in failures {
        output::talk(sentence!("cli-warning-not-put-back", why: why.clone()));
    }
}

fn for_this_run(
    root: &SysRoot,
    request: &TuneRequest,
    command: &[String],
) -> Result<ExitCode, Failure> {
    let control = Arc::new(Control::default());
    // Before any change: from now on a signal ends it in order.
    signals::watch(std::slice::from_ref(&control), Some(LEFT))?;
    let tuning = begin_tuning(root, request)?;
    say(&tuning);
    let ended = if command.is_empty() {
        output::talk(text!("cli-set-until-ctrl-c"));
        while !control.is_stopped() {
            rest_until(iogram_inspect::now() + STEP);
        }
        Ok(ExitCode::SUCCESS)
    } else {
        command::run(command).and_then(command::code_of)
    };
    say_left(&tuning.restore());
    output::talk(text!("cli-put-back"));
    ended
}

fn restore(root: &SysRoot) -> Result<ExitCode, Failure> {
    let folder = tuning_places(root);
    let mut left: Option<Vec<Sentence>> = None;
    let caches = switched_write_caches(&folder, None);
    for place in [tuning_state_file(root)].into_iter().chain(caches) {
        if let Some(failures) = restore_tuning(root, &place, &Systemd)? {
            left.get_or_insert_default().extend(failures);
        }
    }
    match left {
        None => output::talk(text!("cli-nothing-changed")),
        Some(failures) => {
            let all = failures
                .into_iter()
                .reduce(|one, other| sentence!("cli-one-other", one: one, other: other));
            if let Some(all) = all {
                return Err(Failure::environment(
                    sentence!("cli-cannot-put-back-everything", failures: all),
                    text!("cli-restart-computer"),
                ));
            }
            output::talk(text!("cli-everything-put-back"));
        }
    }
    Ok(ExitCode::SUCCESS)
}
