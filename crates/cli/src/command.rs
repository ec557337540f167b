//! A command of the user's, around which something is done.

use std::process::{Command, ExitCode, ExitStatus};

use iogram_model::sentence;

use crate::failure::Failure;

/// Runs `command`, its name first, until it has ended.
///
/// # Panics
///
/// If it is empty: the command line asks for a name.
pub(crate) fn run(command: &[String]) -> Result<ExitStatus, Failure> {
    let (program, arguments) = command.split_first().expect("a command has a name");
    Command::new(program).args(arguments).status().map_err(|error| {
        Failure::environment(
            sentence!("cannot run {command}: {error}", command = program, error),
            "",
        )
    })
}

/// Its exit code, which is that of what was done around it.
pub(crate) fn code_of(status: ExitStatus) -> Result<ExitCode, Failure> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map(ExitCode::from)
        .ok_or_else(|| Failure::environment("the command was ended by a signal", ""))
}
