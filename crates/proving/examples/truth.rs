//! Accuracy of conclusions about random drives, and of their confidence: `cargo xtask truth [COUNT [SEED]] [--list
//! INFERENCE [--right]]`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a development command prints")]

#[path = "../tests/truth/cases.rs"]
mod cases;
#[path = "../tests/truth/classes.rs"]
mod classes;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use iogram_proving::{Options, Outcome, Table};

fn main() -> ExitCode {
    let mut arguments = iogram_proving::arguments();
    let class = arguments.iter().position(|it| it == "--class").and_then(|at| {
        let named = arguments.get(at + 1).cloned();
        arguments.drain(at..(at + 2).min(arguments.len()));
        named
    });
    let read = Options::read("truth [--class CLASS]", &arguments);
    let Options { count, seed, listed, is_all } = match read {
        Ok(options) => options,
        Err(code) => return code,
    };
    if let Some(class) = &class
        && !classes::CLASSES.contains(&class.as_str())
    {
        eprintln!("error: there is no class \"{class}\" of drives");
        eprintln!("hint: one of {}", classes::CLASSES.join(", "));
        return ExitCode::from(2);
    }
    let ask = |seed: u64| match &class {
        Some(class) => classes::ask_class(class, seed).unwrap_or_default(),
        None => cases::ask(seed),
    };
    let table = sweep(seed..seed + count, &ask, listed.as_deref(), is_all);
    println!("{count} drives, seeds {seed}..{}\n\n{}", seed + count, table.render());
    ExitCode::SUCCESS
}

fn sweep(
    seeds: std::ops::Range<u64>,
    ask: &(dyn Fn(u64) -> Vec<Outcome> + Sync),
    listed: Option<&str>,
    is_all: bool,
) -> Table {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, whole) = (AtomicU64::new(seeds.start), Mutex::new(Table::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut own = Table::default();
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let kind = iogram_sim::WideKind::in_turn(seed);
                    let outcomes =
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ask(seed)));
                    let Ok(outcomes) = outcomes else {
                        println!("PANIC {} {seed}", kind.name());
                        continue;
                    };
                    for outcome in outcomes {
                        own.add(&outcome);
                        let is_listed = listed.is_some_and(|it| outcome.inference.contains(it));
                        if is_listed && (is_all || outcome.is_right != Some(true)) {
                            let result = match outcome.is_right {
                                Some(true) => "right",
                                Some(false) => "WRONG",
                                None => "none",
                            };
                            println!(
                                "{result} {:.3} {}, {}{} {seed}: {}",
                                outcome.stated,
                                outcome.inference,
                                kind.name(),
                                if outcome.is_visible { " visible" } else { "" },
                                outcome.note
                            );
                        }
                    }
                }
                whole.lock().expect("no thread panics with it").merge(&own);
            });
        }
    });
    whole.into_inner().expect("no thread panics with it")
}
