//! Facts about a trace, beside its requests.

use iogram_model::SeenFrom;
use serde::{Deserialize, Serialize};

/// Stored with the requests, as JSON in the file's metadata. New versions add fields and never rename one; an unknown
/// fact is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceFacts {
    /// The origin of the trace: `blkparse`, `fio-iolog-3`, `msr`, `served`, ..
    pub source: String,
    /// The name of the imported file, without its folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The drive or volume, as the recording names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<String>,
    /// Capacity of that drive, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_bytes: Option<u64>,
    /// The command that ran during the recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The event that the requests' times refer to: `issued` (given to the drive) or `queued` (given to the kernel).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<String>,
    /// Invalid lines of the source that the import skipped at the user's request.
    #[serde(skip_serializing_if = "is_none")]
    pub wrong_line_count: u64,
    /// Requests without a completion in the recording.
    #[serde(skip_serializing_if = "is_none")]
    pub without_completion_count: u64,
    /// The version of iogram that wrote the file.
    pub iogram_version: String,
}

impl TraceFacts {
    /// The layer at which the recording took its times; `None` if the source does not say.
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
