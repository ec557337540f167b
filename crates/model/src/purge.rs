//! The record of a purge: an attempt to return a drive to the state of a new one.

use std::fmt;
use std::str::FromStr;

use crate::{JsonSchema, text};
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::sentence;
use crate::text::ParseError;

/// A way to purge a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PurgeMethod {
    /// NVMe Format with erase of user data.
    NvmeFormat,
    /// NVMe Sanitize: a block erase, or otherwise a change of the encryption key.
    NvmeSanitize,
    /// ATA Security Erase Unit.
    AtaSecurityErase,
    /// Secure discard: the drive erases every block and all copies of it.
    SecureDiscard,
    /// Discard: the host declares all blocks unused.
    Discard,
    /// Zeros written to every block. On flash this gives an empty state, not a fresh one.
    ZeroFill,
}

impl PurgeMethod {
    /// All ways, with their names.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::NvmeFormat, "nvme-format"),
        (Self::NvmeSanitize, "nvme-sanitize"),
        (Self::AtaSecurityErase, "ata-security-erase"),
        (Self::SecureDiscard, "secure-discard"),
        (Self::Discard, "discard"),
        (Self::ZeroFill, "zero-fill"),
    ];

    /// Its name in the record.
    #[must_use]
    pub fn name(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|(method, _)| *method == self);
        found.map_or("unknown", |(_, name)| name)
    }
}

impl fmt::Display for PurgeMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The ways to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PurgeChoice {
    /// Those that suit the kind of drive, the most thorough first, until one succeeds. Never the ATA security erase,
    /// which can leave a drive locked.
    #[default]
    Auto,
    /// Only this way, even if others would suit the drive better.
    Only(PurgeMethod),
}

impl fmt::Display for PurgeChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.pad("auto"),
            Self::Only(method) => method.fmt(f),
        }
    }
}

impl FromStr for PurgeChoice {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let found = PurgeMethod::ALL.into_iter().find(|(_, name)| *name == text);
        found.map(|(method, _)| Self::Only(method)).ok_or_else(|| {
            ParseError::new(
                sentence!("model-not-way-purge", text),
                text!("model-write-auto-nvme-format-nvme-sanitize"),
            )
        })
    }
}

/// One purge: every attempt with its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeRecord {
    /// Number of cells of the run before it.
    pub cells_before_count: u64,
    /// The result.
    pub state: PurgeState,
    /// The attempts, in order. Empty if there is nothing to purge, as with a test file.
    pub attempts: Vec<PurgeAttempt>,
    /// Time of all attempts and their checks together.
    pub elapsed_ns: u64,
}

impl PurgeRecord {
    /// The way that succeeded; `None` if none did.
    #[must_use]
    pub fn method(&self) -> Option<PurgeMethod> {
        let done = self.attempts.iter().find(|one| one.outcome == PurgeOutcome::Done);
        done.map(|attempt| attempt.method)
    }
}

/// The result of a purge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PurgeState {
    /// An attempt succeeded.
    Purged,
    /// No attempt succeeded: the drive is unchanged, or partly purged.
    NotPurged,
    /// It was interrupted; the drive may be partly purged.
    Interrupted,
}

/// One attempt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeAttempt {
    /// The way that was tried.
    pub method: PurgeMethod,
    /// The result of the attempt.
    pub outcome: PurgeOutcome,
    /// The reason; `None` if it succeeded.
    pub message: Option<String>,
    /// The reason for every language; absent if it is the text of a system error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Its duration.
    pub elapsed_ns: u64,
    /// The samples read afterwards; `None` if the attempt itself failed.
    pub check: Option<PurgeCheck>,
}

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PurgeOutcome {
    /// It succeeded, and the samples do not contradict it.
    Done,
    /// The drive or the kernel lacks this command.
    Unsupported,
    /// It was skipped, because it would have erased more than requested.
    Skipped,
    /// The drive or the kernel reported an error.
    Failed,
    /// It succeeded, but the samples contradict it.
    NotVerified,
    /// It was interrupted.
    Interrupted,
}

/// Samples that were read before and after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeCheck {
    /// The value of erased blocks that the drive promises; `None` if it promises none.
    pub promised: Option<PurgeValue>,
    /// Places of 4 KiB that were read afterwards.
    pub sample_count: u64,
    /// Places with all bits 0.
    pub zeros_count: u64,
    /// Places with all bits 1.
    pub ones_count: u64,
    /// Places with unchanged contents, which were neither all 0 nor all 1.
    pub unchanged_count: u64,
    /// Places with all bits equal even before; `None` in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty_before_count: Option<u64>,
}

impl PurgeCheck {
    /// Whether the samples agree with a purge.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        match self.promised {
            Some(PurgeValue::Zeros) => self.zeros_count == self.sample_count,
            Some(PurgeValue::Ones) => self.ones_count == self.sample_count,
            None => self.unchanged_count == 0,
        }
    }

    /// Whether the samples could have disproved the purge: on a drive without a promise, they must have held data
    /// before.
    #[must_use]
    pub fn is_telling(&self) -> bool {
        self.promised.is_some() || self.empty_before_count != Some(self.sample_count)
    }
}

/// The value of erased blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PurgeValue {
    /// All bits 0.
    Zeros,
    /// All bits 1.
    Ones,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_alike() {
        for (method, name) in PurgeMethod::ALL {
            assert_eq!(name.parse(), Ok(PurgeChoice::Only(method)));
            assert_eq!(method.to_string(), name);
        }
        assert_eq!("auto".parse(), Ok(PurgeChoice::Auto));
        assert!("format".parse::<PurgeChoice>().is_err());
    }

    #[test]
    fn a_promise_is_held_against_every_sample_and_old_data_against_no_promise() {
        let check = PurgeCheck {
            promised: None,
            sample_count: 8,
            zeros_count: 7,
            ones_count: 0,
            unchanged_count: 0,
            empty_before_count: Some(8),
        };
        assert!(check.is_passed() && !check.is_telling(), "nothing was there to be erased");
        assert!(PurgeCheck { empty_before_count: Some(7), ..check }.is_telling());
        assert!(!PurgeCheck { unchanged_count: 1, ..check }.is_passed());
        let promised = PurgeCheck { promised: Some(PurgeValue::Zeros), ..check };
        assert!(!promised.is_passed() && promised.is_telling());
        assert!(PurgeCheck { zeros_count: 8, ..promised }.is_passed());
        assert!(!PurgeCheck { promised: Some(PurgeValue::Ones), ..promised }.is_passed());
    }
}
