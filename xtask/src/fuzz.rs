//! Random inputs for every parser of outside data, many more than a test run has: registers and log pages, method
//! files, descriptions of drives, records, logs of other tools, bundles, command lines.

use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context as _, Result, bail};

use crate::repository;

/// Parsers of outside data other than drives' own.
const KINDS: [&str; 10] = [
    "all",
    "method-files",
    "drive-descriptions",
    "records",
    "logs",
    "imports",
    "importers",
    "fio-jobs",
    "bundles",
    "command-lines",
];

/// Starts the fuzzers with optimisation: debug checks of arithmetic stay on in that profile.
pub(crate) fn run(arguments: &[String]) -> Result<ExitCode> {
    let kind = arguments.first().filter(|word| KINDS.contains(&word.as_str()));
    let numbers = if kind.is_some() { &arguments[1..] } else { arguments };
    for argument in numbers {
        if argument.parse::<u64>().is_err() {
            let kinds = KINDS.join(", ");
            bail!(
                "\"{argument}\" is not a number; usage: cargo xtask fuzz [KIND] [COUNT [SEED]], where KIND is \
                 one of {kinds}; without it, decoders of registers"
            );
        }
    }
    let Some(kind) = kind else { return start("iogram-inspect", "fuzz-decoders", numbers) };
    let built = cargo(&["build", "--release", "--package", "iogram"])?;
    if !built.success() {
        return Ok(ExitCode::FAILURE);
    }
    let mut all = vec![kind.clone()];
    all.extend_from_slice(numbers);
    start("iogram", "fuzz-outside", &all)
}

fn start(package: &str, example: &str, arguments: &[String]) -> Result<ExitCode> {
    let mut words = vec!["run", "--release", "--quiet", "--package", package];
    words.extend(["--example", example, "--"]);
    words.extend(arguments.iter().map(String::as_str));
    let status = cargo(&words)?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn cargo(words: &[&str]) -> Result<ExitStatus> {
    let root = repository::root();
    Command::new("cargo")
        .args(words)
        .env("IOGRAM_PROGRAM", root.join("target/release/iogram"))
        .current_dir(root)
        .status()
        .context("cannot start cargo")
}
