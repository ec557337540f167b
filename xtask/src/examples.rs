//! Long measurements, which are examples of the measured crates: runs each, optimised.
//!
//! Knows their places. Must not know their options: these are passed on unchanged.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::repository;

/// Whether cells that end early lead to the conclusions of full ones, on random SSDs.
pub(crate) fn adaptive(options: &[String]) -> Result<ExitCode> {
    run("iogram-proving", "adaptive", options)
}

/// A campaign of three methods on any number of simulated drives, by Slurm on three hosts, under faults of every
/// kind.
pub(crate) fn lab(options: &[String]) -> Result<ExitCode> {
    let drives = match options {
        [] => "1000",
        [drives] if drives.parse::<u32>().is_ok_and(|drives| drives > 0) => drives,
        _ => anyhow::bail!("cargo xtask lab [DRIVES]: a number of drives"),
    };
    let test = "a_lab_is_set_up_and_carries_campaigns_out";
    large_test("lab", test, ("IOGRAM_LAB_DRIVES", drives))
}

/// Benches that push to one server at once, each a separate program.
pub(crate) fn push(options: &[String]) -> Result<ExitCode> {
    let numbers: Vec<&str> = options.iter().map(String::as_str).collect();
    let (benches, runs) = match numbers[..] {
        [] => ("200", "10"),
        [benches] => (benches, "10"),
        [benches, runs] => (benches, runs),
        _ => ("", ""),
    };
    let is_number = |text: &str| text.parse::<u32>().is_ok_and(|it| it > 0);
    if !is_number(benches) || !is_number(runs) {
        anyhow::bail!("cargo xtask push [BENCHES [RUNS]]: two numbers");
    }
    let test = "many_benches::benches_that_push_at_once_lose_and_double_nothing";
    large_test("program", test, ("IOGRAM_PUSH", &format!("{benches}x{runs}")))
}

/// A test of the program, optimised, with the requested amount of everything.
fn large_test(file: &str, test: &str, (variable, value): (&str, &str)) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args(["test", "--release", "--package", "iogram", "--all-features", "--test", file])
        .args(["--", "--nocapture", "--exact", test])
        .env(variable, value)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The time of queries to a store with as many runs as a lab has.
pub(crate) fn scale(options: &[String]) -> Result<ExitCode> {
    run("iogram-session", "scale", options)
}

/// Random simulated drives by the thousand: the simulator's own sweep.
pub(crate) fn sim(options: &[String]) -> Result<ExitCode> {
    run("iogram-sim", "sweep", options)
}

/// The error rate of conclusions about random drives, about their spare space, and from logs of other tools.
pub(crate) fn truth(options: &[String]) -> Result<ExitCode> {
    let (package, example, named) = match options.first().map(String::as_str) {
        Some("--logs") => ("iogram-interchange", "logs", 1),
        Some("--spare") => ("iogram-proving", "spare", 1),
        Some("--only") if options.get(1).is_some_and(|it| it == "diagnose") => {
            ("iogram-proving", "diagnose", 2)
        }
        _ => ("iogram-proving", "truth", 0),
    };
    run(package, example, &options[named..])
}

fn run(package: &str, example: &str, options: &[String]) -> Result<ExitCode> {
    let status = Command::new("cargo")
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            package,
            "--all-features",
            "--example",
            example,
            "--",
        ])
        .args(options)
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo")?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
