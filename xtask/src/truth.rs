//! How often conclusions about random drives are right: runs the sweep of `findings`, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Numbers and options go to the sweep as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", "iogram-findings"])
        .args(["--example", "truth", "--"])
        .args(options)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
