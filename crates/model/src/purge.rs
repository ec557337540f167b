//! The record of a purge: an attempt to bring a drive back to the state of a new one.

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
    /// NVMe Format with erasure of user data.
    NvmeFormat,
    /// NVMe Sanitize: block erase, or else the key that everything is encrypted with is changed.
    NvmeSanitize,
    /// ATA Security Erase Unit.
    AtaSecurityErase,
    /// The drive is asked to erase every block and all copies of it.
    SecureDiscard,
    /// The drive is told that no block is in use.
    Discard,
    /// Every block is overwritten with zeros. On flash this is no fresh state, only an empty one.
    ZeroFill,
}

impl PurgeMethod {
    /// All of them with their names.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::NvmeFormat, "nvme-format"),
        (Self::NvmeSanitize, "nvme-sanitize"),
        (Self::AtaSecurityErase, "ata-security-erase"),
        (Self::SecureDiscard, "secure-discard"),
        (Self::Discard, "discard"),
        (Self::ZeroFill, "zero-fill"),
    ];

    /// Its name, as in the record.
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

/// Which ways are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PurgeChoice {
    /// Those that suit the kind of drive, the most thorough first, until one works. Never the ATA
    /// security erase, which can leave a drive locked.
    #[default]
    Auto,
    /// This way alone, even if others would suit the drive better.
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

/// One purge: every way that was tried, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeRecord {
    /// Cells of the run that came before it.
    pub cells_before_count: u64,
    /// What came of it.
    pub state: PurgeState,
    /// What was tried, in order. Empty where there is nothing to purge, such as a test file.
    pub attempts: Vec<PurgeAttempt>,
    /// All attempts and their checks together.
    pub elapsed_ns: u64,
}

impl PurgeRecord {
    /// What worked; `None` if nothing did.
    #[must_use]
    pub fn method(&self) -> Option<PurgeMethod> {
        let done = self.attempts.iter().find(|one| one.outcome == PurgeOutcome::Done);
        done.map(|attempt| attempt.method)
    }
}

/// What came of a purge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PurgeState {
    /// An attempt worked.
    Purged,
    /// No attempt worked: the drive is as it was, or purged in part.
    NotPurged,
    /// It was stopped; the drive may be purged in part.
    Interrupted,
}

/// One way that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeAttempt {
    /// The way that was tried.
    pub method: PurgeMethod,
    /// What came of it.
    pub outcome: PurgeOutcome,
    /// Why; `None` if it worked.
    pub message: Option<String>,
    /// The same for every language; absent where it is an error in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// How long it took.
    pub elapsed_ns: u64,
    /// What was read afterwards; `None` if the attempt itself did not succeed.
    pub check: Option<PurgeCheck>,
}

/// What came of one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PurgeOutcome {
    /// It succeeded, and what was read afterwards does not contradict.
    Done,
    /// The drive or the kernel has no such command.
    Unsupported,
    /// It was left out, because it would have done more than was asked for.
    Skipped,
    /// The drive or the kernel reported an error.
    Failed,
    /// It succeeded, but what was read afterwards is not what it should be.
    NotVerified,
    /// It was stopped.
    Interrupted,
}

/// Samples that were read before and after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PurgeCheck {
    /// What the drive promises to return; `None` if it promises nothing.
    pub promised: Option<PurgeValue>,
    /// Places of 4 KiB that were read afterwards.
    pub sample_count: u64,
    /// Of these, all bits 0.
    pub zeros_count: u64,
    /// Of these, all bits 1.
    pub ones_count: u64,
    /// Of these, still what they held before, which was neither.
    pub unchanged_count: u64,
    /// Of these, all bits alike before already; `None` in older records.
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

    /// Whether the samples could have told that nothing was erased: a drive that promises nothing has to have held
    /// something.
    #[must_use]
    pub fn is_telling(&self) -> bool {
        self.promised.is_some() || self.empty_before_count != Some(self.sample_count)
    }
}

/// What an erased block reads as.
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
