//! How often conclusions about random drives are right, and how often they say so:
//! `cargo xtask truth [COUNT [SEED]] [--list INFERENCE [--right]]`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a development command prints")]

#[path = "../tests/truth/cases.rs"]
mod cases;
#[path = "../tests/truth/options.rs"]
mod options;
#[path = "../tests/truth/table.rs"]
mod table;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use self::options::Options;
use self::table::Table;

fn main() -> ExitCode {
    let Options { count, seed, listed, is_all } = match Options::read("truth") {
        Ok(options) => options,
        Err(code) => return code,
    };
    let table = sweep(seed..seed + count, listed.as_deref(), is_all);
    println!("{count} drives, seeds {seed}..{}\n\n{}", seed + count, table.render());
    ExitCode::SUCCESS
}

fn sweep(seeds: std::ops::Range<u64>, listed: Option<&str>, is_all: bool) -> Table {
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
                    let outcomes = std::panic::catch_unwind(|| cases::ask(seed));
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
