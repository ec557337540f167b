//! Tests importers side by side, one in each process: only so can the memory of one be measured.

use std::collections::VecDeque;
use std::process::{Child, Command, Stdio};

use iogram_model::Nanos;

use crate::importers::{self, MEMORY_TIMES_MAX, Memory};
use crate::inputs::Tally;

/// The command of a child process.
pub(crate) const HERE: &str = "importer-here";

/// Tests every importer with `count` inputs, as many at once as there are processors; returns whether all passed.
pub(crate) fn try_each(seed: u64, count: u64) -> bool {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut waiting: VecDeque<&'static str> =
        iogram_interchange::IMPORTERS.iter().map(|it| it.kind).collect();
    let mut at_work: VecDeque<Child> = VecDeque::new();
    let mut is_good = true;
    while !waiting.is_empty() || !at_work.is_empty() {
        while at_work.len() < at_once {
            let Some(kind) = waiting.pop_front() else { break };
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args([HERE, kind]).args([seed, count].map(|it| it.to_string()));
            at_work.push_back(command.stdout(Stdio::inherit()).spawn().unwrap());
        }
        let ended = at_work.iter_mut().position(|it| it.try_wait().unwrap().is_some());
        let Some(at) = ended else {
            std::thread::sleep(std::time::Duration::from_millis(50));
            continue;
        };
        if let Some(mut child) = at_work.remove(at) {
            is_good &= child.wait().unwrap().success();
        }
    }
    is_good
}

/// The work of a child process: one importer, and a line about it.
pub(crate) fn perform_here(arguments: &[String], memory: &Memory) -> bool {
    let number = |at: usize| arguments[at].parse::<u64>().unwrap();
    let importer = iogram_interchange::find_importer(&arguments[0]).unwrap();
    crate::inputs::hook();
    let (seed, count) = (number(1), number(2));
    let began = iogram_inspect::now();
    let outcome = importers::try_importer(importer, (seed, count), Some(memory));
    let took = iogram_inspect::now().saturating_sub(began);
    tell((importer.kind, &outcome.tally), took);
    println!(
        "  memory {:.1} times the input's size at most (input {}; {MEMORY_TIMES_MAX} allowed)",
        outcome.memory_times, outcome.largest_index,
    );
    let mut failed: Vec<(&str, u64)> =
        outcome.tally.panics.iter().map(|(place, index)| (place.as_str(), *index)).collect();
    if outcome.memory_times > MEMORY_TIMES_MAX as f64 {
        failed.push(("memory", outcome.largest_index));
    }
    for (why, index) in failed {
        let name = format!("importer-{}", importer.kind);
        keep((&name, index), why, &importers::input_of(importer, seed, index));
    }
    outcome.is_good()
}

/// Prints the results in a line.
pub(crate) fn tell((name, tally): (&str, &Tally), took: Nanos) {
    println!(
        "{name:20} {} inputs, {} taken, {} places that panicked, slowest {} (input {}), in {took}",
        tally.given,
        tally.taken,
        tally.panics.len(),
        Nanos(tally.slowest_ns),
        tally.slowest_index,
    );
}

/// Saves a failing input for the developer.
pub(crate) fn keep((name, index): (&str, u64), why: &str, input: &str) {
    let path = std::env::temp_dir().join(format!("fuzz-{name}-{index}"));
    std::fs::write(&path, input).unwrap();
    println!("  input {index}: {why}\n    kept as {}", path.display());
}
