//! What is known of a trace beside its requests.

use serde::{Deserialize, Serialize};

/// Kept with the requests, as JSON in the file's metadata. Fields are added, never renamed; unknown is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceFacts {
    /// How the trace came to be: `blkparse`, `fio-iolog-3`, `msr`, `served`, ..
    pub source: String,
    /// The file that it was read from, without its folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The drive or volume, as the recording names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// How large that drive was, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// What was run while it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// What the requests' times are of: `issued` (given to the drive) or `queued` (asked of the system).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<String>,
    /// Lines of the source that were wrong and left out because that was asked.
    #[serde(skip_serializing_if = "is_none")]
    pub wrong_line_count: u64,
    /// Requests whose completion is not in the recording.
    #[serde(skip_serializing_if = "is_none")]
    pub without_completion_count: u64,
    /// The version of iogram that wrote the file.
    pub iogram_version: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(count: &u64) -> bool {
    *count == 0
}
