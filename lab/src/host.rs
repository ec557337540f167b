//! The repository and the programs of this computer.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The directory that holds the workspace's manifest.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("lab is a folder of the repository")
        .to_owned()
}

/// The directory in which cargo builds.
///
/// # Errors
///
/// Fails if cargo does not name it.
pub(crate) fn target_directory() -> Result<PathBuf> {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--no-deps"];
    let text = output_of(Command::new("cargo").args(arguments).current_dir(root()))?;
    let metadata: Value =
        serde_json::from_str(&text).context("cannot read the answer of cargo metadata")?;
    metadata["target_directory"].as_str().map(PathBuf::from).context("cargo names no target")
}

/// The full path of `program`; also searches system directories that PATH lacks.
pub(crate) fn find_program(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/sbin".into(), "/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Runs `command` and returns its output.
///
/// # Errors
///
/// Fails if it cannot be started, reports failure, or prints something other than UTF-8.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let name = format!("{command:?}");
    let output = command.output().with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("{name} failed ({}): {}", output.status, reason.trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed no UTF-8"))
}
