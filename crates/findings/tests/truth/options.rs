//! Command line options of a sweep.

use std::process::ExitCode;

/// The arguments of a development command.
pub(crate) fn arguments() -> Vec<String> {
    std::env::args().skip(1).collect()
}

/// Default number of cases of a sweep.
const COUNT: u64 = 20_000;

/// The cases to judge, and the cases to list.
pub(crate) struct Options {
    pub(crate) count: u64,
    pub(crate) seed: u64,
    /// Part of the name of the inference whose cases it lists; `None` lists none.
    pub(crate) listed: Option<String>,
    /// Whether it also lists right answers.
    pub(crate) is_all: bool,
}

impl Options {
    /// Reads the command line; shows `usage` if it is invalid.
    pub(crate) fn read(usage: &str, arguments: &[String]) -> Result<Self, ExitCode> {
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
