//! The reason why a file of another tool cannot be used, with the position.

use std::fmt;

use iogram_model::{Sentence, sentence};

/// Kinds of reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text differs from the expected one.
    Expected {
        /// The expected text, such as `a number`.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// The file ends too early.
    CutOff {
        /// The incomplete part.
        what: &'static str,
    },
    /// Two figures contradict each other.
    Contradiction {
        /// One of them, as printed.
        one: String,
        /// The value that follows from the others.
        other: String,
    },
    /// Invalid JSON.
    Json {
        /// The parser's message.
        error: String,
    },
    /// The tool itself failed.
    Said {
        /// The tool.
        tool: &'static str,
        /// Its message.
        message: String,
    },
    /// The tool prints the amount that it moved, but no time.
    NoTime {
        /// The tool.
        tool: &'static str,
    },
    /// All figures are zeros, or impossible.
    NothingMeasured {
        /// The tool.
        tool: String,
    },
    /// The file contains nothing of this kind.
    Nothing {
        /// The expected kind.
        what: &'static str,
    },
}

/// The reason why a file cannot be used. Line and column count from 1; 0 is the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Line of the text.
    pub line: u64,
    /// Column of the line, in characters.
    pub column: u64,
    /// The reason.
    pub reason: Reason,
}

impl Refusal {
    pub(super) const fn of_file(reason: Reason) -> Self {
        Self { line: 0, column: 0, reason }
    }

    /// The failed action, its object, and the reason.
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

    /// The remedy for the user.
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

/// A text, cut to the length of a line on a page.
fn short(text: &str) -> String {
    cut(text, 60)
}

/// At most `letters` characters of the text. The message of a tool ends with the reason.
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
