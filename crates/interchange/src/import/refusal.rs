//! Why a file of another tool cannot be used, with the place.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Something else should stand there.
    Expected {
        /// What should stand there, such as `a number`.
        expected: Text,
        /// What does.
        found: String,
    },
    /// The file ends before what it began.
    CutOff {
        /// What is not whole.
        what: Text,
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
        what: Text,
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

    /// What the user can do.
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
