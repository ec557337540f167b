//! The record of a lay-out: what a target was made to hold before cells, and what that took.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// A test file was made, or what cells read was written. It is in no figure: a file's first blocks are slower or faster
/// than what follows, and nobody asked for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LayOutRecord {
    /// Cells of the run that came before it.
    pub cells_before_count: u64,
    /// What cells see from then on: the file, or the first part of the device.
    pub size_bytes: u64,
    /// Of it what was written then; 0 where space was taken and nothing was written.
    pub written_bytes: u64,
    /// How long it took on the target's clock, with the flush at its end.
    pub elapsed_ns: u64,
}
