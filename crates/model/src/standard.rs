//! Published tests that a method does, and whether a run can be shown as a report by them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a method's file says of the published test that it does, for one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standard {
    /// Its name and version.
    pub name: String,
    /// What a report calls itself that lacks something which the test asks for, such as `PTS-like`.
    pub like: String,
    /// Parameters that the test fixes and this run had otherwise. Empty if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<StandardDifference>,
    /// Whether the test asks for a write cache that is on; absent if it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_write_cache_on: Option<bool>,
}

/// Something that a published test fixes, and that was otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandardDifference {
    /// What: the name of a parameter, or `write-cache`.
    pub what: String,
    /// The value that the run had, with its unit.
    pub value: String,
    /// What the test asks for.
    pub asked: String,
}

/// Whether a run can be shown as a report by a published test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandardReport {
    /// The test's name and version.
    pub name: String,
    /// What the report calls itself if anything is missing or differs.
    pub like: String,
    /// Required fields that are not known.
    pub missing: Vec<ReportField>,
    /// What the test fixes and was otherwise.
    pub differs: Vec<StandardDifference>,
}

impl StandardReport {
    /// Whether nothing is missing and nothing differs.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.differs.is_empty()
    }
}

/// What a report of SNIA's SSS-PTS has to say of the drive, the computer and the run, as far as a run may lack it.
///
/// Source: the header blocks of the reports of cloudharmony/block-storage and of Calypso's sample report.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ReportField {
    /// The drive's model, as it says itself or as the user noted it.
    Model,
    /// The drive's serial number.
    Serial,
    /// The revision of the drive's firmware.
    Firmware,
    /// How it is connected.
    Interface,
    /// Whether its write cache is on.
    WriteCache,
    /// The model of the computer's processor.
    Cpu,
    /// The size of the computer's main memory.
    Memory,
    /// The computer's operating system and kernel.
    Os,
    /// What the drive is connected to: the drivers on the way.
    HostAdapter,
    /// How the drive was purged.
    Purge,
    /// Which rounds the figures are of.
    SteadyRounds,
    /// One of a newer version.
    #[serde(other)]
    Unknown,
}
