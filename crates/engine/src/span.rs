//! The part of a target that belongs to one job.

/// The part of the target that one job works on, and which job it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// First byte.
    pub(crate) start: u64,
    /// Bytes.
    pub(crate) size: u64,
    /// This job among those that share the span, from 0.
    pub(crate) lane: u64,
    /// Number of jobs that share it.
    pub(crate) lanes: u64,
}
