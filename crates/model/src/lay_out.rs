//! The record of a layout: the data written to a target before its cells, and the time it took.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The creation of a test file, or of the data that cells read. No figure includes it: the first blocks of a file are
/// slower or faster than later ones, and they are not part of any workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LayOutRecord {
    /// Number of cells of the run before it.
    pub cells_before_count: u64,
    /// Size of the area that later cells use: the file, or the first part of the device.
    pub size_bytes: u64,
    /// Bytes written then; 0 if space was only allocated.
    pub written_bytes: u64,
    /// Elapsed time on the target's clock, including the flush at its end.
    pub elapsed_ns: u64,
}
