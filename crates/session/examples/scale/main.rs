//! A base as large as a lab's, on a PostgreSQL server, and how long it takes to ask it: `cargo xtask scale [RUNS [CELLS]]`.
//!
//! Some hundreds of runs are simulated and kept by the store; the others are copies of them with ids, drives, times and
//! figures of their own, written by the server itself. The newest `CELLS` runs have all their cells, the others none: lists
//! and figures do not read them, and a million runs with all of theirs do not fit on a usual disk.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a development command prints")]
#![expect(clippy::disallowed_methods, reason = "it measures how long real time takes")]

mod ask;
mod make;

use std::error::Error;
use std::process::ExitCode;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (runs, cells) = match (numbers.next(), numbers.next()) {
        (None, _) => (100_000, 5_000),
        (Some(Ok(runs)), None) => (runs, runs / 20),
        (Some(Ok(runs)), Some(Ok(cells))) => (runs, cells.min(runs)),
        _ => {
            eprintln!("usage: scale [RUNS [CELLS]]");
            return ExitCode::FAILURE;
        }
    };
    match measure(runs, cells) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(runs: u64, with_cells: u64) -> Outcome<()> {
    let server = iogram_testing::postgres()?;
    let address = server.new_database();
    let shape = make::Shape::of(runs);
    eprintln!("{} runs on {address}", shape.runs());
    make::base(server, &address, &shape, with_cells)?;
    ask::sizes(server, &address, shape.runs(), with_cells)?;
    ask::times(&address, &shape)
}
