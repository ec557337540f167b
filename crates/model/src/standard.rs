//! Published tests that methods perform, and whether a run qualifies as a report of one.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// The published test that a method performs, as its file states it, for one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standard {
    /// The test's name and version.
    pub name: String,
    /// Name of a report that lacks a requirement of the test, such as `PTS-like`.
    pub like: String,
    /// Parameters that the test fixes and this run changed. May be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differs: Vec<StandardDifference>,
    /// The write cache setting that the test requires: on or off; absent if it requires none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_write_cache_on: Option<bool>,
}

/// A deviation from a published test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandardDifference {
    /// The differing setting: the name of a parameter, or `write-cache`.
    pub what: String,
    /// The run's value, with its unit.
    pub value: String,
    /// The value that the test requires.
    pub asked: String,
}

/// Whether a run qualifies as a report of a published test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandardReport {
    /// The test's name and version.
    pub name: String,
    /// Name of the report if anything is missing or differs.
    pub like: String,
    /// Required fields that are unknown.
    pub missing: Vec<ReportField>,
    /// Deviations from the test.
    pub differs: Vec<StandardDifference>,
}

impl StandardReport {
    /// Whether nothing is missing and nothing differs.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.differs.is_empty()
    }
}

/// A field that a report of SNIA's SSS-PTS must state about the drive, the computer or the run, and that a run may
/// lack.
///
/// Source: the header blocks of the reports of cloudharmony/block-storage and of Calypso's sample report.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ReportField {
    /// The drive's model, as the drive reports it or the user noted it.
    Model,
    /// The drive's serial number.
    Serial,
    /// The drive's firmware revision.
    Firmware,
    /// The drive's connection.
    Interface,
    /// Whether the drive's write cache is on.
    WriteCache,
    /// The computer's CPU model.
    Cpu,
    /// The computer's memory size.
    Memory,
    /// The computer's operating system and kernel.
    Os,
    /// The drivers between the computer and the drive.
    HostAdapter,
    /// The method of the purge.
    Purge,
    /// The rounds behind the figures.
    SteadyRounds,
    /// A field of a newer version.
    #[serde(other)]
    Unknown,
}
