//! Whether cells that end early lead to what full ones do, on random SSDs: runs the comparison of `sim`, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Numbers and settings go to the comparison as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", "iogram-sim"])
        .args(["--example", "adaptive", "--"])
        .args(options)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
