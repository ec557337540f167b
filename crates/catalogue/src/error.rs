//! Why a text is not what it should be, and where.

use std::ops::Range;

/// A mistake in a file that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct FileError {
    /// A lowercase fragment: what is wrong.
    pub message: String,
    /// What would have been accepted; empty if nothing is known.
    pub hint: String,
    /// The bytes that are meant; `None` if it concerns no single place.
    pub span: Option<Range<usize>>,
}

impl FileError {
    pub(crate) fn at(
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { message: message.into(), hint: hint.into(), span: Some(span) }
    }
}
