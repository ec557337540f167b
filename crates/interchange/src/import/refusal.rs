//! Why a file of another tool cannot be used, with the place.

use std::fmt;

use iogram_model::{Sentence, sentence};

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Something else should stand there.
    Expected {
        /// What should stand there, such as `a number`.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// The file ends before what it began.
    CutOff {
        /// What is not whole.
        what: &'static str,
    },
    /// Two figures cannot both be true.
    Contradiction {
        /// One of them, as it stands there.
        one: String,
        /// What follows from the others.
        other: String,
    },
    /// It is no JSON there.
    Json {
        /// What the reader says.
        error: String,
    },
    /// The tool itself could not do what it was asked for.
    Said {
        /// Which one.
        tool: &'static str,
        /// Its own words.
        message: String,
    },
    /// The tool tells how much it moved, and not in which time.
    NoTime {
        /// Which one.
        tool: &'static str,
    },
    /// All figures are zeros, or cannot be.
    NothingMeasured {
        /// The tool.
        tool: String,
    },
    /// Nothing in it is of this kind.
    Nothing {
        /// What it was to be.
        what: &'static str,
    },
}

/// Why a file cannot be used. Line and column count from 1; 0 is the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Line of the text.
    pub line: u64,
    /// Letter of the line.
    pub column: u64,
    /// What is wrong.
    pub reason: Reason,
}

impl Refusal {
    pub(super) const fn of_file(reason: Reason) -> Self {
        Self { line: 0, column: 0, reason }
    }

    /// What could not be done, on what, and why.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match &self.reason {
            Reason::Expected { expected, found } => {
                sentence!(
                    "cannot read \"{found}\": {expected} should stand there",
                    found = short(found),
                    expected: *expected
                )
            }
            Reason::CutOff { what } => {
                sentence!("cannot read {what}: it is cut off", what: *what)
            }
            Reason::Contradiction { one, other } => sentence!(
                "cannot believe \"{one}\": {other} follows from what stands beside",
                one = short(one),
                other = short(other)
            ),
            Reason::Json { error } => {
                sentence!("cannot read the JSON: {error}", error = short(error))
            }
            Reason::Said { tool, message } => {
                sentence!(
                    "cannot find a drive in it: {tool} says \"{message}\"",
                    tool = *tool,
                    message = cut(message, 240)
                )
            }
            Reason::NoTime { tool } => {
                sentence!(
                    "cannot find a rate in it: {tool} tells its records there, and no time",
                    tool = *tool
                )
            }
            Reason::NothingMeasured { tool } => sentence!(
                "cannot find a figure in it: whatever {tool} printed is zero or cannot be, so nothing was measured",
                tool = tool.clone()
            ),
            Reason::Nothing { what } => {
                sentence!("cannot find anything of {what}", what: *what)
            }
        }
    }

    /// What the user can do.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match &self.reason {
            Reason::Nothing { .. } => {
                "give it the tool's output as it was printed, or name another kind with --as"
            }
            Reason::Said { .. } => "run the tool again, where it can open the drive (as root)",
            Reason::NoTime { .. } => {
                "give it the whole output; if that has no time, measure with a tool that tells it, such as fio or GNU's dd"
            }
            Reason::NothingMeasured { .. } => {
                "look at what the tool said above its table, and run it again"
            }
            Reason::CutOff { .. } => "give it the whole output, to its last line",
            _ => "give it the tool's output as it was printed, without changes",
        }
    }
}

/// As much of a text as a line of a page takes.
fn short(text: &str) -> String {
    cut(text, 60)
}

/// At most so many letters of it. A sentence of a tool ends with the reason.
fn cut(text: &str, letters: usize) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(letters).collect();
    if short.len() < text.len() {
        short.push_str("..");
    }
    short
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.sentence()),
            line => write!(f, "{line}:{}: {}", self.column, self.sentence()),
        }
    }
}

impl std::error::Error for Refusal {}
