//! Random simulated drives by the thousand: runs the simulator's own sweep, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Options go to the sweep as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", "iogram-sim"])
        .args(["--example", "sweep", "--"])
        .args(options)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
