//! Gives everything that is read from outside many inputs: `cargo xtask fuzz` runs this.
//!
//! Arguments: the kind (`method-files`, `drive-descriptions`, `records`, `logs`, `command-lines` or `all`), how
//! many inputs, and the seed. Command lines are given to the program that `IOGRAM_PROGRAM` names.

#![expect(clippy::print_stdout, reason = "a development command reports to its user")]
#![expect(clippy::unwrap_used, reason = "a development command may stop")]

#[path = "../tests/fuzz/command_lines.rs"]
mod command_lines;
#[path = "../tests/fuzz/inputs.rs"]
mod inputs;

use std::process::ExitCode;

use inputs::{KINDS, hook, input_of, try_kind};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
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
        println!(
            "{:20} {} inputs, {} taken, {} places that panicked, slowest {} (input {}), in {took}",
            kind.name,
            tally.given,
            tally.taken,
            tally.panics.len(),
            iogram_model::Nanos(tally.slowest_ns),
            tally.slowest_index,
        );
        for (place, index) in &tally.panics {
            println!("  input {index}: {place}");
            let path = std::env::temp_dir().join(format!("fuzz-{}-{index}", kind.name));
            std::fs::write(&path, input_of(kind, seed, *index)).unwrap();
            println!("    kept as {}", path.display());
        }
        is_good &= tally.panics.is_empty() && tally.slowest_ns < 10_000_000_000;
    }
    if which == "all" || which == "command-lines" {
        let tally = command_lines::try_many(seed, count);
        println!("command-lines        {count} inputs, by exit code {:?}", tally.codes);
        tally.failed.iter().for_each(|line| println!("  {line}"));
        is_good &= tally.failed.is_empty();
    }
    let memory = largest_memory_kib();
    println!("largest memory: {} MiB", memory / 1024);
    is_good &= memory < MEMORY_MAX_KIB;
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What no input may make iogram take.
const MEMORY_MAX_KIB: u64 = 4 << 20;

/// Source: proc(5), `VmHWM`.
#[expect(clippy::disallowed_methods, reason = "a development command reads about itself")]
fn largest_memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
