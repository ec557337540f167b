//! Command line options of a sweep.

use std::process::ExitCode;

/// The options of a development command.
#[must_use]
pub fn arguments() -> Vec<String> {
    std::env::args().skip(1).collect()
}

/// Default number of cases of a sweep.
const COUNT: u64 = 20_000;

/// The cases to judge and to list.
#[derive(Debug)]
pub struct Options {
    /// Number of cases.
    pub count: u64,
    /// Seed of the first; the others follow it.
    pub seed: u64,
    /// Part of the name of the inference whose cases are listed; `None` lists none.
    pub listed: Option<String>,
    /// Whether right cases are listed, too.
    pub is_all: bool,
}

impl Options {
    /// From the command line; prints `usage` if an argument is invalid.
    ///
    /// # Errors
    ///
    /// The exit code for wrong usage, if an argument is neither an option nor a number. The reason was printed.
    pub fn read(usage: &str, arguments: &[String]) -> Result<Self, ExitCode> {
        let mut numbers = Vec::new();
        let (mut listed, mut is_all) = (None, false);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match (argument.as_str(), argument.parse::<u64>()) {
                ("--list", _) => listed = rest.next().cloned(),
                ("--right", _) => is_all = true,
                (_, Ok(number)) => numbers.push(number),
                (other, Err(_)) => {
                    eprintln!("error: cannot read \"{other}\"");
                    eprintln!("hint: {usage} [COUNT [SEED]] [--list INFERENCE [--right]]");
                    return Err(ExitCode::from(2));
                }
            }
        }
        let count = numbers.first().copied().unwrap_or(COUNT);
        let seed = numbers.get(1).copied().unwrap_or(0);
        Ok(Self { count, seed, listed, is_all })
    }
}
