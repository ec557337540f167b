//! The error of an invalid text, with its position.

use std::ops::Range;

use iogram_model::Sentence;

/// A mistake in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileError {
    /// The fault, as a lowercase fragment.
    pub message: Sentence,
    /// The accepted forms; empty if unknown.
    pub hint: Sentence,
    /// The bytes at fault; `None` if there is no single place.
    pub span: Option<Range<usize>>,
}

impl FileError {
    pub(crate) fn at(
        span: Range<usize>,
        message: impl Into<Sentence>,
        hint: impl Into<Sentence>,
    ) -> Self {
        Self { message: message.into(), hint: hint.into(), span: Some(span) }
    }
}
