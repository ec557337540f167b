//! Standard output is data, standard error is talk.

use std::io::{IsTerminal, Write};

use crate::failure::Failure;
use crate::places;
use crate::screen;

/// Writes data to standard output. A reader that went away (`iogram show | head`) is no failure.
pub(crate) fn data(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::environment(
                format!("cannot write to standard output: {error}"),
                "is the disk full?",
            ))
        }
        _ => Ok(()),
    }
}

/// Says a line on standard error, above what is drawn there.
pub(crate) fn talk(text: &str) {
    screen::say(text);
}

/// Begins a line that the user goes on with.
pub(crate) fn prompt(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _nobody_looks = write!(stderr, "{text}").and_then(|()| stderr.flush());
}

/// How text is laid out on standard output: for the terminal if it is one.
pub(crate) fn layout() -> iogram_report::Options {
    let is_terminal = std::io::stdout().is_terminal();
    let columns = terminal_size::terminal_size_of(std::io::stdout());
    let default = iogram_report::Options::default();
    iogram_report::Options {
        // Below 80 columns tables break, above 120 lines are hard to follow.
        width: columns.map_or(default.width, |(width, _)| usize::from(width.0).clamp(80, 120)),
        has_color: is_terminal && places::variable("NO_COLOR").is_none(),
    }
}
