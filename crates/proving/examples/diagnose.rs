//! Accuracy of diagnoses of random drives: `cargo xtask truth --only diagnose [COUNT [SEED [MINUTES]]] [--kind KIND] [--list]
//! [--times]`. `--times` gives every drive 1, 3, 10 and 30 minutes and counts the answers that more time made worse.

#![expect(clippy::print_stdout, reason = "a development command prints")]

#[path = "../tests/diagnose/cases.rs"]
#[expect(dead_code, reason = "a listed drive is printed with all of its fields")]
mod cases;
#[path = "../tests/diagnose/drives.rs"]
mod drives;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use self::cases::{Score, TIMES_MINUTES, ask, render, worse};
use self::drives::{Kind, draw};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_listed = arguments.iter().any(|it| it == "--list");
    let is_all = arguments.iter().any(|it| it == "--all");
    let has_times = arguments.iter().any(|it| it == "--times");
    arguments.retain(|it| !["--list", "--all", "--times"].contains(&it.as_str()));
    let only = arguments.iter().position(|it| it == "--kind").and_then(|at| {
        let named = arguments.get(at + 1).cloned();
        arguments.drain(at..(at + 2).min(arguments.len()));
        named
    });
    let number = |at: usize| arguments.get(at).and_then(|it| it.parse::<u64>().ok());
    let (count, seed, minutes) =
        (number(0).unwrap_or(2_000), number(1).unwrap_or(0), number(2));
    let is_meant = |kind: &&Kind| {
        let name = format!("{kind:?}").to_lowercase();
        only.as_ref().is_none_or(|only| *only == name)
    };
    let kinds: Vec<Kind> = Kind::ALL.iter().filter(is_meant).copied().collect();
    let all = Mutex::new(BTreeMap::<Kind, Score>::new());
    for kind in kinds {
        let next = AtomicU64::new(seed);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut own = Score::default();
                    loop {
                        let seed_now = next.fetch_add(1, Ordering::Relaxed);
                        if seed_now >= seed + count {
                            break;
                        }
                        if has_times {
                            let told = TIMES_MINUTES.map(|it| ask(kind, seed_now, Some(it)));
                            own.worse += worse(&told);
                            if is_listed && worse(&told) > 0 {
                                println!("{told:?}");
                            }
                            let [.., longest] = told;
                            own.add(&longest);
                            continue;
                        }
                        let told = ask(kind, seed_now, minutes);
                        let is_misnamed = told.cause.is_some() && told.cause != told.true_cause;
                        if is_all || is_listed && (!told.is_right() || is_misnamed) {
                            println!("{told:?} of {:?}", draw(kind, seed_now).counterfeit);
                        }
                        own.add(&told);
                    }
                    let mut all = all.lock().expect("no thread panics with it");
                    all.entry(kind).or_default().merge(&own);
                });
            }
        });
    }
    let time = match minutes {
        _ if has_times => "1, 3, 10 and 30 minutes".to_owned(),
        Some(minutes) => format!("{minutes} minutes"),
        None => "the default time".to_owned(),
    };
    println!("{count} drives of each kind, seeds {seed}..{}, {time}\n", seed + count);
    println!("{}", render(&all.into_inner().expect("no thread panics with it")));
}
