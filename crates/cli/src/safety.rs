//! Asks in a terminal whether to destroy everything on a drive.

use std::io::{BufRead, IsTerminal};

use iogram_device::DriveSummary;
use iogram_model::{Sentence, sentence};
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
        Asking::Writes => "only reads",
        Asking::Everything => "nothing is done",
    };
    description(shown).iter().for_each(|line| output::talk(line.clone()));
    let what = shown.typed_name.what;
    output::talk(
        sentence!("To destroy all of this, type {what}: {typed_name}", what: what, typed_name = shown.typed_name.text),
    );
    output::talk(sentence!("Only Enter: {without}.", without: without));
    Ok(Some(typed("use --destroy")?).filter(|typed| !typed.is_empty()))
}

/// The user's input after a prompt; `instead` is the equivalent on the command line.
pub(crate) fn typed(instead: &'static str) -> Result<String, Failure> {
    output::prompt("> ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| {
        Failure::new(
            FailureKind::Refused,
            sentence!("nothing was typed: {error}", error),
            instead,
        )
    })?;
    Ok(line.trim().to_owned())
}

/// The drive and its contents.
fn description(shown: &DriveSummary) -> Vec<Sentence> {
    let (name, drive, capacity) = (&shown.name, &shown.drive, shown.capacity.both());
    let mut said = vec![Sentence::from(format!("{name}: {drive}, {capacity}"))];
    let lines = shown.contents.lines();
    if lines.is_empty() {
        said.push("  nothing recognised on it".into());
    }
    said.extend(lines.iter().map(|line| Sentence::from(format!("  {line}"))));
    said
}
