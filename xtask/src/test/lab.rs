//! The laboratory's program, as one of all checks.
//!
//! Knows how it is built and how its outcome is read. Must not know its checks.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::Outcome;
use crate::programs::find_program;
use crate::repository;
use crate::skips::Skip;

/// Builds the program and returns its path.
///
/// # Errors
///
/// Fails if cargo cannot be started, or if it does not compile.
pub(super) fn build(root: &Path) -> Result<PathBuf> {
    let arguments = ["build", "--quiet", "--package", "iogram-lab", "--locked"];
    let status = Command::new("cargo")
        .args(arguments)
        .current_dir(root)
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("cannot build the laboratory: {status}");
    }
    Ok(target_directory(root)?.join("debug/iogram-lab"))
}

/// Runs it to its end.
///
/// # Errors
///
/// Fails if it cannot be started, fails itself, or leaves no outcome.
pub(super) fn check(program: &Path) -> Result<Outcome> {
    let file = program.with_file_name("iogram-lab.json");
    // It ends with this process, and QEMU with it.
    let mut command = match find_program("setpriv") {
        Some(setpriv) => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "KILL"]).arg(program);
            command
        }
        None => Command::new(program),
    };
    let status = command
        .arg("check")
        .arg(&file)
        .status()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if !status.success() {
        bail!("the laboratory failed: {status}");
    }
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let value = serde_json::from_str(&text)
        .with_context(|| format!("{} is not JSON", file.display()))?;
    outcome_of(&value).context("the laboratory left another outcome than was expected")
}

fn target_directory(root: &Path) -> Result<PathBuf> {
    let metadata = repository::cargo_metadata(root)?;
    metadata["target_directory"].as_str().map(PathBuf::from).context("cargo names no target")
}

/// `None` if a part is missing: nothing unknown counts as passed.
fn outcome_of(value: &Value) -> Option<Outcome> {
    let texts = |name: &str| {
        let texts = value[name].as_array()?.iter();
        texts.map(|it| it.as_str().map(ToOwned::to_owned)).collect::<Option<Vec<_>>>()
    };
    let skip = |it: &Value| Some(Skip::new(it["check"].as_str()?, it["reason"].as_str()?));
    Some(Outcome {
        is_passed: value["is_passed"].as_bool()?,
        skipped: value["skipped"].as_array()?.iter().map(skip).collect::<Option<Vec<_>>>()?,
        unsteady: texts("unsteady")?,
        failures: texts("failures")?,
        ..Outcome::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_outcome_is_read_whole_or_not_at_all() {
        let mut value = json!({
            "is_passed": true,
            "skipped": [{ "check": "hwbench", "reason": "no apt-get" }],
            "unsteady": ["fault hangs"],
            "failures": [],
        });
        let expected = Outcome {
            is_passed: true,
            skipped: vec![Skip::new("hwbench", "no apt-get")],
            unsteady: vec!["fault hangs".to_owned()],
            ..Outcome::default()
        };
        assert_eq!(outcome_of(&value), Some(expected));
        value["failures"] = Value::Null;
        assert_eq!(outcome_of(&value), None);
    }
}
