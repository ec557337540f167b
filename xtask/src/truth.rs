//! How often conclusions about random drives, their spare space, or from logs of other tools, are right: runs the sweeps of
//! `findings` and `interchange`, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Numbers and options go to the sweep as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let (package, example, named) = match options.first().map(String::as_str) {
        Some("--logs") => ("iogram-interchange", "logs", 1),
        Some("--spare") => ("iogram-findings", "spare", 1),
        _ => ("iogram-findings", "truth", 0),
    };
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", package, "--example", example, "--"])
        .args(&options[named..])
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
