//! Command line options of a sweep.

use std::process::ExitCode;

/// What a development command was told.
#[must_use]
pub fn arguments() -> Vec<String> {
    std::env::args().skip(1).collect()
}

/// Default number of cases of a sweep.
const COUNT: u64 = 20_000;

/// Which cases are judged, and which are listed.
#[derive(Debug)]
pub struct Options {
    /// How many.
    pub count: u64,
    /// That of the first; the others follow it.
    pub seed: u64,
    /// Part of the name of the inference whose cases are listed; `None` lists none.
    pub listed: Option<String>,
    /// Whether those that were right are listed, too.
    pub is_all: bool,
}

impl Options {
    /// From the command line; `usage` is shown where it cannot be read.
    ///
    /// # Errors
    ///
    /// The code of a wrong call, if an argument is neither an option nor a number. The reason was printed.
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
