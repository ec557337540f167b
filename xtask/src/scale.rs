//! A base of as many runs as a lab has, and how long it takes to ask it: runs the measurement of `session`, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Numbers and options go to the measurement as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", "iogram-session"])
        .args(["--example", "scale", "--"])
        .args(options)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
