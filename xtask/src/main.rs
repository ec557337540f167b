//! Development commands, one each: `cargo xtask test`, `cargo xtask tidy`, `cargo xtask evidence`, `cargo xtask bench`,
//! `cargo xtask fuzz`, `cargo xtask sim`, `cargo xtask truth`, `cargo xtask adaptive`, `cargo xtask scale`, `cargo
//! xtask push`, `cargo xtask lab`. The laboratory is a separate program: `cargo lab`.
//!
//! Knows the repository and the programs around it: cargo, git, fio. Must not know the product's crates: it
//! judges them from outside, like a user or a reviewer.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a development command reads the repository, the environment and the clock, and prints"
)]

mod bench;
mod evidence;
mod examples;
mod fio_examples;
mod fuzz;
mod programs;
mod repository;
mod skips;
mod test;
mod tidy;
mod web;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  test [STEP..]   every check: packages fmt tidy web build hwbench build-tests clippy doc test; or only the steps
                  named;
                  what is left out is listed, and in CI (CI=true) fails unless xtask/src/skips.rs says why
  tidy            what no other tool checks: layering, licences, links, leftovers
  evidence        writes docs/evidence.md, which behaviour is proven by which test, from the names of the tests
  bench [OPTION..]
                  iogram against fio on the same targets, in pairs; and beside itself: what the end of an
                  interval, a clock, a second job and questions about health cost; the simulator's speed
      --pairs N       pairs per comparison (default 9)
      --seconds N     length of one measurement (default 2)
      --only WHAT     floor, zram, loop, qd1, seq, agreement, cdm, data, interval, clock, scale, health, batch,
                      sim, peers (TKperf's and ezFIO's jobs) or fio-jobs (job files); may be repeated
      --target PATH   what the comparisons of health and batches read from, such as /dev/nvme0n1
      --json FILE     the result for machines as well; - writes it to stdout instead of the table
  fio-examples DIR
                  the table of fio's examples in docs/fio.md, from DIR, that of fio's source
  fuzz [COUNT [SEED]]
                  COUNT random inputs for every decoder of registers and log pages (default 10 million)
  fuzz KIND [COUNT [SEED]]
                  COUNT random method-files, drive-descriptions, records, logs, imports, fio-jobs or command-lines, or all of
                  them (default a million of each): no bug, nothing slower than 10 s; or importers: COUNT damaged files of
                  its own kind for each importer, no bug and memory of at most 20 times the file's size
  sim [OPTION..]  random simulated drives, held against what is true of every drive
      --count N       drives of each kind (default 20000)
      --kind KIND     sd, usb, ssd or fake (default: all)
      --seed N        the first one (default 0)
  truth [--logs|--spare|--only diagnose] [COUNT [SEED]] [--list INFERENCE [--right]] [--class CLASS]
                  how often conclusions about wide random drives are right, and whether as often as they say
                  (default 20000 drives from seed 0); --list prints every drive without a right answer; --class asks a
                  class of drives that was told wrongly: small-units, threefold-units, old-parts, bursts, small-caches
  adaptive [COUNT [SEED [NAME=VALUE..]]]
                  SNIA's IOPS test of random SSDs with length=adaptive against full length: verdict, every cell, the
                  drive's time (default 300 drives from seed 0); NAME=VALUE for the former, both.NAME=VALUE for both
  lab [DRIVES]    a lab of three benches and a server in this machine: a campaign of three methods on DRIVES simulated
                  drives by Slurm, while benches, the server and the program fail (default 1000)
  push [BENCHES [RUNS]]
                  so many programs at once, each with so many runs, push to one PostgreSQL server: runs a second, none
                  lost, none double (default 200 with 10 each)
  scale [RUNS [CELLS]] [--at ADDRESS [--made]]
                  a PostgreSQL base of RUNS runs, the newest CELLS with all their cells: what a run takes there, how long
                  lists, distributions and the questions of iogram fleet take (default 100000, a twentieth)
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
    let Some((command, rest)) = arguments.split_first() else {
        bail!("no command given\n\n{USAGE}");
    };
    match command.as_str() {
        "test" => test::run(rest),
        "tidy" if rest.is_empty() => tidy::run(),
        "evidence" if rest.is_empty() => evidence::run(),
        "bench" => bench::run(rest),
        "fio-examples" => fio_examples::run(rest),
        "fuzz" => fuzz::run(rest),
        "sim" => examples::sim(rest),
        "adaptive" => examples::adaptive(rest),
        "lab" => examples::lab(rest),
        "push" => examples::push(rest),
        "scale" => examples::scale(rest),
        "truth" => examples::truth(rest),
        "hwbench" => bail!("the virtual machine is a program of its own: cargo lab --help"),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        other => bail!("\"{other}\" is not a command\n\n{USAGE}"),
    }
}
