//! Asks in a terminal whether to destroy everything on a drive.

use std::io::{BufRead, IsTerminal};

use iogram_device::DriveSummary;
use iogram_model::{Sentence, Text, sentence, text};
use iogram_session::{Asking, FailureKind};

use crate::failure::Failure;
use crate::output;

/// Whether there is a person to ask.
pub(crate) fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Shows the contents of the drive and asks for its name; `None` if the user typed nothing, or nobody is there.
pub(crate) fn confirm(shown: &DriveSummary, asking: Asking) -> Result<Option<String>, Failure> {
    if !can_ask() {
        return Ok(None);
    }
    let without = match asking {
        Asking::Writes => text!("cli-only-reads"),
        Asking::Everything => text!("cli-nothing-done"),
    };
    description(shown).iter().for_each(|line| output::talk(line.clone()));
    let what = shown.typed_name.what;
    output::talk(
        sentence!("cli-destroy-all-type", what: what, typed_name = shown.typed_name.text),
    );
    output::talk(sentence!("cli-only-enter", without: without));
    Ok(Some(typed(text!("cli-use-destroy"))?).filter(|typed| !typed.is_empty()))
}

/// The user's input after a prompt; `instead` is the equivalent on the command line.
pub(crate) fn typed(instead: Text) -> Result<String, Failure> {
    output::prompt("> ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| {
        Failure::new(FailureKind::Refused, sentence!("cli-nothing-typed", error), instead)
    })?;
    Ok(line.trim().to_owned())
}

/// The drive and its contents.
fn description(shown: &DriveSummary) -> Vec<Sentence> {
    let (name, drive, capacity) = (&shown.name, &shown.drive, shown.capacity.both());
    let mut said = vec![Sentence::from(format!("{name}: {drive}, {capacity}"))];
    let lines = shown.contents.lines();
    if lines.is_empty() {
        said.push(sentence!("cli-nothing-recognised"));
    }
    said.extend(lines.iter().map(|line| Sentence::from(format!("  {line}"))));
    said
}
