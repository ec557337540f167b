//! Feeds many inputs to everything that reads data from outside: `cargo xtask fuzz` runs this.
//!
//! Arguments: the kind (`method-files`, `drive-descriptions`, `records`, `logs`, `bundles`, `command-lines`,
//! `importers` or `all`), the number of inputs, and the seed. The first command lines start the program that
//! `IOGRAM_PROGRAM` names; all of them also run one after another in one process, through the program's library.

#![expect(clippy::print_stdout, reason = "a development command reports to its user")]
#![expect(clippy::unwrap_used, reason = "a development command may stop")]

#[path = "../tests/fuzz/command_lines.rs"]
mod command_lines;
#[path = "../tests/fuzz/each_importer.rs"]
#[expect(clippy::disallowed_methods, reason = "waits for processes, and keeps what failed")]
mod each_importer;
#[path = "../tests/fuzz/importers.rs"]
mod importers;
#[path = "../tests/fuzz/inputs.rs"]
mod inputs;
#[path = "../tests/fuzz/one_process.rs"]
#[expect(
    clippy::disallowed_methods,
    reason = "waits for a process, and keeps its own progress"
)]
mod one_process;

use std::process::ExitCode;

use each_importer::{keep, tell};
use importers::Memory;
use inputs::{KINDS, hook, input_of, try_kind};
use peak_alloc::PeakAlloc;

/// Counts the memory of an importer.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const MEMORY: Memory = Memory {
    begin: || {
        ALLOCATOR.reset_peak_usage();
        ALLOCATOR.current_usage()
    },
    most: || ALLOCATOR.peak_usage(),
};

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    if given.first().is_some_and(|it| it == each_importer::HERE) {
        return code(each_importer::perform_here(&given[1..], &MEMORY));
    }
    if given.first().is_some_and(|it| it == one_process::HERE) {
        return code(one_process::perform_here(&given[1..]));
    }
    let mut words = given.into_iter();
    let which = words.next().unwrap_or_else(|| "all".to_owned());
    let mut numbers = words.map(|text| text.parse::<u64>().ok());
    let count = numbers.next().flatten().unwrap_or(1_000_000);
    let seed = numbers.next().flatten().unwrap_or(1);
    println!("{count} inputs of each kind, seed {seed}");
    let mut is_good = true;
    hook();
    for kind in KINDS.into_iter().filter(|kind| which == "all" || which == kind.name) {
        let began = iogram_inspect::now();
        let tally = try_kind(kind, seed, count);
        let took = iogram_inspect::now().saturating_sub(began);
        tell((kind.name, &tally), took);
        for (place, index) in &tally.panics {
            keep((kind.name, *index), place, &input_of(kind, seed, *index));
        }
        is_good &= tally.is_good();
    }
    if which == "all" || which == "importers" {
        is_good &= each_importer::try_each(seed, count);
    }
    if which == "all" || which == "command-lines" {
        let started = count.min(STARTED_MAX);
        let programs = command_lines::try_many(seed, started);
        let lines = one_process::try_many_here(seed, count);
        for (given, how, tally) in
            [(started, "a program each", programs), (count, "in one process", lines)]
        {
            println!(
                "command-lines        {given} inputs, {how}, by exit code {:?}",
                tally.codes
            );
            tally.failed.iter().for_each(|line| println!("  {line}"));
            is_good &= tally.failed.is_empty();
        }
    }
    let memory = largest_memory_kib();
    println!("largest memory: {} MiB", memory / 1024);
    is_good &= memory < MEMORY_MAX_KIB;
    code(is_good)
}

fn code(is_good: bool) -> ExitCode {
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// This many command lines start a separate program, which takes ten times as long.
const STARTED_MAX: u64 = 1_000;
/// The memory limit that no input may make iogram exceed.
const MEMORY_MAX_KIB: u64 = 4 << 20;

/// Source: proc(5), `VmHWM`.
#[expect(clippy::disallowed_methods, reason = "a development command reads about itself")]
fn largest_memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
