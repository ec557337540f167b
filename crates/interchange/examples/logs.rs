//! Measures how often conclusions from other tools' logs are right, and how often they claim to be: `cargo xtask
//! truth --logs [COUNT [SEED]] [--list INFERENCE [--right]]`.

#![expect(clippy::print_stdout, reason = "a development command prints")]

#[path = "../tests/truth/drives.rs"]
mod drives;
#[path = "../tests/truth/flashbench.rs"]
mod flashbench;
#[path = "../tests/truth/judge.rs"]
mod judge;
#[path = "../tests/truth/spoil.rs"]
mod spoil;
#[path = "../tests/truth/tools.rs"]
mod tools;

use std::process::ExitCode;

use iogram_proving::{Options, Table, arguments};

fn main() -> ExitCode {
    let Options { count, seed, listed, is_all } =
        match Options::read("truth --logs", &arguments()) {
            Ok(options) => options,
            Err(code) => return code,
        };
    let mut table = Table::default();
    for seed in seed..seed + count {
        for outcome in judge::ask(seed) {
            table.add(&outcome);
            let is_listed = listed.as_deref().is_some_and(|it| outcome.inference.contains(it));
            if is_listed && (is_all || outcome.is_right != Some(true)) {
                let result = match outcome.is_right {
                    Some(true) => "right",
                    Some(false) => "WRONG",
                    None => "none",
                };
                let seen = if outcome.is_visible { " visible" } else { "" };
                println!(
                    "{result} {:.3} {}{seen} {seed}: {}",
                    outcome.stated, outcome.inference, outcome.note
                );
            }
        }
    }
    println!("{count} logs, seeds {seed}..{}\n\n{}", seed + count, table.render());
    ExitCode::SUCCESS
}
