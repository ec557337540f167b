//! Random inputs for the decoders of registers and log pages, many more than a test run gives.

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::repository;

/// Starts the fuzzer with optimisation: debug checks of arithmetic stay on in that profile.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    for argument in arguments {
        if argument.parse::<u64>().is_err() {
            bail!("\"{argument}\" is not a number; usage: cargo xtask fuzz [COUNT [SEED]]");
        }
    }
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", "iogram-device"])
        .args(["--example", "fuzz-decoders", "--"])
        .args(arguments)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
