//! The reason why a file of another tool cannot be used, with the position.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};

/// Kinds of reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text differs from the expected one.
    Expected {
        /// The expected text, such as `a number`.
        expected: Text,
        /// The text found.
        found: String,
    },
    /// The file ends too early.
    CutOff {
        /// The incomplete part.
        what: Text,
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
        what: Text,
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
                    "interchange-cannot-read-should-stand",
                    found = short(found),
                    expected: *expected
                )
            }
            Reason::CutOff { what } => {
                sentence!("interchange-cannot-read-cut-off", what: *what)
            }
            Reason::Contradiction { one, other } => sentence!(
                "interchange-cannot-believe-follows-stands-beside",
                one = short(one),
                other = short(other)
            ),
            Reason::Json { error } => {
                sentence!("interchange-cannot-read-json", error = short(error))
            }
            Reason::Said { tool, message } => {
                sentence!(
                    "interchange-cannot-find-drive-says",
                    tool = *tool,
                    message = cut(message, 240)
                )
            }
            Reason::NoTime { tool } => {
                sentence!("interchange-cannot-find-rate-tells-records-no", tool = *tool)
            }
            Reason::NothingMeasured { tool } => sentence!(
                "interchange-cannot-find-figure-whatever-printed-zero",
                tool = tool.clone()
            ),
            Reason::Nothing { what } => {
                sentence!("interchange-cannot-find-anything", what: *what)
            }
        }
    }

    /// The remedy for the user.
    #[must_use]
    pub const fn hint(&self) -> Text {
        match &self.reason {
            Reason::Nothing { .. } => {
                text!("interchange-give-tool-output-printed-name-another")
            }
            Reason::Said { .. } => text!("interchange-run-tool-again-where-open-drive"),
            Reason::NoTime { .. } => {
                text!("interchange-give-whole-output-no-time-measure")
            }
            Reason::NothingMeasured { .. } => {
                text!("interchange-look-tool-said-above-table-run")
            }
            Reason::CutOff { .. } => text!("interchange-give-whole-output-last-line"),
            _ => text!("interchange-give-tool-output-printed-without-changes"),
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
