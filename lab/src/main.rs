//! The laboratory: iogram on virtual hardware, `cargo lab`.
//!
//! A real kernel in QEMU with emulated drives of every kind, and computers that boot from a slow drive. Must not know the
//! product's crates: it asks the program, as a user does. Emulation says nothing about speed.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a development command reads the repository, the environment and the clock, and prints"
)]

mod bench;
mod boots;
mod contents;
mod cpio;
mod drives;
mod guest;
mod host;
mod image;
mod machine;
mod packages;
mod programs;
mod qmp;
mod record;
mod table;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo lab [OPTION..]

  iogram inside a virtual machine with emulated drives: its reports about them, its refusals to write, and its behaviour
  when a drive fails

  --only GROUP    know, free, guard, purge, fault or boot; may be repeated
  --no-fio        without fio beside it
  --state TEXT    only the guard's states with this in their names
  --refresh       fetch the packages and make the images again
  --cpus N        processors of each machine (default 1 for the guard, 2 for the others)
  --json FILE     write every check in machine-readable form as well
  --program FILE  the program under test (default: a release build from here)
  --script TEXT   run this in the machine's shell instead, and print its output

  docs/dev/lab.md describes the drives and the checks.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        // The two processes inside the machine.
        ["guest"] => bench::run_guest(),
        ["hold", device, word] => bench::hold(device, word),
        // A part of `cargo xtask test`, which reads the file.
        ["check", file] => bench::check_into(Path::new(file)),
        [word, ..] if !word.starts_with('-') => {
            bail!("\"{word}\" is not an option\n\n{USAGE}")
        }
        _ => bench::run(arguments),
    }
}
