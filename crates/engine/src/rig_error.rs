//! Why a rig could not perform a request.

use iogram_model::Sentence;

/// The kind of failure of a rig.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RigErrorKind {
    /// The request makes no sense on this target (exit code 2).
    Usage,
    /// The request would endanger data (exit code 3).
    Refused,
    /// The system or the drive failed (exit code 4).
    Io,
}

/// Why a rig could not perform a request, in words for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RigError {
    /// The kind of failure.
    pub kind: RigErrorKind,
    /// A lowercase fragment: the action that failed, its object, and the reason.
    pub message: Sentence,
    /// The remedy for the user; empty if none is known.
    pub hint: Sentence,
}

impl std::fmt::Display for RigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for RigError {}
