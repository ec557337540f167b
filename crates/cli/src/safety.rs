//! The question whether everything on a drive may be destroyed, asked in a terminal.

use std::io::{BufRead, IsTerminal};

use iogram_device::DriveSummary;
use iogram_session::{Asking, FailureKind};

use crate::failure::Failure;
use crate::output;

/// Whether there is a person to ask.
fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Shows what is on the drive and asks for its name; `None` if nothing was typed, or
/// nobody is there.
pub(crate) fn confirm(shown: &DriveSummary, asking: Asking) -> Result<Option<String>, Failure> {
    if !can_ask() {
        return Ok(None);
    }
    let without = match asking {
        Asking::Writes => "only reads",
        Asking::Everything => "nothing is done",
    };
    description(shown).iter().for_each(|line| output::talk(line));
    let what = shown.typed_name.what;
    output::talk(&format!("To destroy all of this, type {what}: {}", shown.typed_name.text));
    output::talk(&format!("Only Enter: {without}."));
    output::prompt("> ");
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(|error| {
        Failure::new(
            FailureKind::Refused,
            format!("nothing was typed: {error}"),
            "use --destroy",
        )
    })?;
    Ok(Some(line.trim().to_owned()).filter(|typed| !typed.is_empty()))
}

/// The drive and everything on it.
fn description(shown: &DriveSummary) -> Vec<String> {
    let mut said = vec![format!("{}: {}, {}", shown.name, shown.drive, shown.capacity.both())];
    let lines = shown.contents.lines();
    if lines.is_empty() {
        said.push("  nothing recognised on it".to_owned());
    }
    said.extend(lines.iter().map(|line| format!("  {line}")));
    said
}
