//! Importers tried side by side, one in a process: only so is the memory that one takes its own.

use std::collections::VecDeque;
use std::process::{Child, Command, Stdio};

use crate::importers::{self, MEMORY_TIMES_MAX, Memory};

/// What a child is asked for.
pub(crate) const HERE: &str = "importer-here";

/// Tries every importer with `count` inputs, as many at once as there are processors; whether all were good.
pub(crate) fn try_each(seed: u64, count: u64) -> bool {
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let mut waiting: VecDeque<&'static str> = importers::kinds().map(|it| it.kind).collect();
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

/// What a child does: one importer, and a line about it.
pub(crate) fn perform_here(arguments: &[String], memory: &Memory) -> bool {
    let number = |at: usize| arguments[at].parse::<u64>().unwrap();
    let importer = iogram_interchange::find_importer(&arguments[0]).unwrap();
    crate::inputs::hook();
    let (seed, count) = (number(1), number(2));
    let began = iogram_inspect::now();
    let outcome = importers::try_importer(importer, (seed, count), Some(memory));
    let took = iogram_inspect::now().saturating_sub(began);
    let tally = &outcome.tally;
    println!(
        "{:14} {} inputs, {} taken, {} places that panicked, slowest {} (input {}), memory {:.1} times the input's \
         size at most (input {}; {MEMORY_TIMES_MAX} allowed), in {took}",
        importer.kind,
        tally.given,
        tally.taken,
        tally.panics.len(),
        iogram_model::Nanos(tally.slowest_ns),
        tally.slowest_index,
        outcome.memory_times,
        outcome.largest_index,
    );
    for (place, index) in &tally.panics {
        keep(importer, seed, *index, place);
    }
    if outcome.memory_times > MEMORY_TIMES_MAX as f64 {
        keep(importer, seed, outcome.largest_index, "memory");
    }
    outcome.is_good()
}

/// Keeps an input that failed, for whoever mends it.
fn keep(importer: &iogram_interchange::Importer, seed: u64, index: u64, why: &str) {
    let path = std::env::temp_dir().join(format!("fuzz-importer-{}-{index}", importer.kind));
    std::fs::write(&path, importers::input_of(importer, seed, index)).unwrap();
    println!("  input {index}: {why}\n    kept as {}", path.display());
}
