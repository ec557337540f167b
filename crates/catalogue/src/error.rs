//! Why a text is not what it should be, and where.

use std::ops::Range;

use iogram_model::Sentence;

/// A mistake in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileError {
    /// A lowercase fragment: what is wrong.
    pub message: Sentence,
    /// What would have been accepted; empty if nothing is known.
    pub hint: Sentence,
    /// The bytes that are meant; `None` if it concerns no single place.
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
