//! How often conclusions about random drives, or from logs of other tools about such, are right: runs the sweeps of
//! `findings` and `interchange`, optimised.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Numbers and options go to the sweep as they are.
pub(crate) fn run(options: &[String]) -> Result<ExitCode> {
    let of_logs = options.first().is_some_and(|it| it == "--logs");
    let (package, example) =
        if of_logs { ("iogram-interchange", "logs") } else { ("iogram-findings", "truth") };
    let status = Command::new("cargo")
        .args(["run", "--release", "--quiet", "--package", package, "--example", example, "--"])
        .args(&options[usize::from(of_logs)..])
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
