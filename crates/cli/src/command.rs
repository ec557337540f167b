//! A command of the user's, around which something is done.

use std::process::{Command, ExitCode, ExitStatus};
use std::sync::mpsc;
use std::time::Duration;

use iogram_engine::Control;
use iogram_model::{Text, sentence, text};

use crate::failure::Failure;

/// Runs `command`, its name first, until it has ended.
///
/// # Panics
///
/// If it is empty: the command line asks for a name.
pub(crate) fn run(command: &[String]) -> Result<ExitStatus, Failure> {
    let (program, arguments) = command.split_first().expect("a command has a name");
    Command::new(program).args(arguments).status().map_err(|error| {
        Failure::environment(sentence!("cli-cannot-run", command = program, error), Text::NONE)
    })
}

/// The same until somebody asks for an end: a signal to this process alone does not reach the command, which is asked to end,
/// then, if it does not by itself.
///
/// # Panics
///
/// As [`run`].
pub(crate) fn run_until(command: &[String], control: &Control) -> Result<ExitStatus, Failure> {
    const LOOK: Duration = Duration::from_millis(20);
    /// Looks until the command is asked. Arbitrary: what a terminal sends it has had by then, and ends.
    const PATIENCE: u32 = 50;
    let (program, arguments) = command.split_first().expect("a command has a name");
    let failed = |error: std::io::Error| {
        Failure::environment(sentence!("cli-cannot-run", command = program, error), Text::NONE)
    };
    let mut child = Command::new(program).args(arguments).spawn().map_err(failed)?;
    let (_nobody, rest) = mpsc::channel::<()>();
    let mut waited = 0_u32;
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(status);
        }
        if control.is_stopped() {
            waited = waited.saturating_add(1);
            if waited == PATIENCE {
                iogram_inspect::process::ask_to_end(child.id());
            }
        }
        let _nothing_comes = rest.recv_timeout(LOOK);
    }
}

/// Its exit code, which is that of what was done around it.
pub(crate) fn code_of(status: ExitStatus) -> Result<ExitCode, Failure> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map(ExitCode::from)
        .ok_or_else(|| Failure::environment(text!("cli-command-ended-signal"), Text::NONE))
}
