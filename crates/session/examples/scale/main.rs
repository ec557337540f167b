//! A store as large as a lab's, on a PostgreSQL server, and the time of queries on it: `cargo xtask scale [RUNS
//! [CELLS]] [--at ADDRESS [--made]]`.
//!
//! The store gets some hundreds of simulated runs. The others are copies of them with their own ids, drives, times
//! and figures, which the server itself writes. The newest `CELLS` runs have all their cells, the others none: lists
//! and figures do not read them, and a million runs with all of theirs do not fit on a usual disk.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a development command prints")]
#![expect(clippy::disallowed_methods, reason = "it measures how long real time takes")]

mod ask;
mod make;

use std::error::Error;
use std::process::{Command, ExitCode};

type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str = "usage: scale [RUNS [CELLS]] [--at ADDRESS [--made]]

  RUNS          runs, rounded to whole drives of 200 models (default 100000)
  CELLS         the newest of them, which have all their cells (default: a twentieth)
  --at ADDRESS  an empty database, instead of one of a server that is started and removed
  --made        the base is there already: it is asked, and that is all";

/// The options of the command line.
struct Options {
    runs: u64,
    with_cells: Option<u64>,
    address: Option<String>,
    is_made: bool,
}

fn options() -> Option<Options> {
    let mut options = Options { runs: 0, with_cells: None, address: None, is_made: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--at" => options.address = Some(arguments.next()?),
            "--made" => options.is_made = true,
            number if options.runs == 0 => options.runs = number.parse().ok()?,
            number => options.with_cells = Some(number.parse().ok()?),
        }
    }
    options.runs = if options.runs == 0 { 100_000 } else { options.runs };
    (options.address.is_some() || !options.is_made).then_some(options)
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    match measure(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: Options) -> Outcome<()> {
    let address = match options.address {
        Some(address) => address,
        None => iogram_testing::postgres()?.new_database(),
    };
    let shape = make::Shape::of(options.runs);
    let with_cells = options.with_cells.unwrap_or(shape.runs() / 20).min(shape.runs());
    eprintln!("{} runs, {with_cells} with their cells, in {address}", shape.runs());
    if !options.is_made {
        make::base(&address, &shape, with_cells)?;
    }
    ask::sizes(&address, shape.runs(), with_cells)?;
    ask::times(&address, &shape)
}

/// The server's answer.
fn sent(address: &str, sql: &str) -> Outcome<String> {
    let arguments = ["-v", "ON_ERROR_STOP=1", "-qAtd", address, "-c", sql];
    let told = Command::new("psql").args(arguments).output()?;
    if told.status.success() {
        return Ok(String::from_utf8(told.stdout)?.trim().to_owned());
    }
    Err(String::from_utf8_lossy(&told.stderr).into())
}
