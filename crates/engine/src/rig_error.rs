//! Why a rig could not do what was asked.

use iogram_model::Sentence;

/// Why a rig could not do what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RigErrorKind {
    /// The request makes no sense on this target (exit code 2).
    Usage,
    /// It would endanger data (exit code 3).
    Refused,
    /// The system or the drive failed (exit code 4).
    Io,
}

/// Why a rig could not do what was asked, in words for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RigError {
    /// What kind of failure.
    pub kind: RigErrorKind,
    /// A lowercase fragment: what could not be done, on what, and why.
    pub message: Sentence,
    /// What the user can do; empty if nothing is known.
    pub hint: Sentence,
}

impl std::fmt::Display for RigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for RigError {}
