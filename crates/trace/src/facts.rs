//! What is known of a trace beside its requests.

use iogram_model::SeenFrom;
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

impl TraceFacts {
    /// Between what the times of its requests were taken; `None` if the source does not say.
    #[must_use]
    pub fn seen_from(&self) -> Option<SeenFrom> {
        match (self.source.as_str(), self.times.as_deref()) {
            ("served", _) | (_, Some("issued")) => Some(SeenFrom::BelowTheQueue),
            (_, Some("queued")) => Some(SeenFrom::AboveTheQueue),
            _ => None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_says_nothing_of_its_times_is_from_nowhere() {
        let facts = |source: &str, times: Option<&str>| TraceFacts {
            source: source.to_owned(),
            times: times.map(str::to_owned),
            ..TraceFacts::default()
        };
        let below = Some(SeenFrom::BelowTheQueue);
        assert_eq!(facts("tracefs", Some("issued")).seen_from(), below);
        assert_eq!(facts("served", None).seen_from(), below);
        assert_eq!(
            facts("blkparse", Some("queued")).seen_from(),
            Some(SeenFrom::AboveTheQueue)
        );
        assert_eq!(facts("msr", None).seen_from(), None);
        assert_eq!(facts("msr", Some("of another kind")).seen_from(), None);
    }
}
