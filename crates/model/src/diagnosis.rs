//! The answer to "is this drive any good?": a verdict, a line for each question, the reason for stalls, the next command.
//!
//! Knows which questions there are and what answers one. Must not know how an answer is drawn from a run.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::Severity;
use crate::diagnosis_rule::DiagnosisQuestion;
use crate::message::Message;

/// What is wrong with a drive, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DriveCondition {
    /// It holds less than it says.
    Counterfeit,
    /// It loses data, fails requests, or takes no writes.
    Failing,
    /// It stalls.
    Stalls,
    /// Heat slows it down.
    Hot,
    /// It misses the lowest common mark.
    Slow,
    /// Nothing is wrong with it.
    Sound,
    /// What matters most was not found out.
    Unknown,
}

/// Why a drive stalls, or becomes slow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StallCause {
    /// Its cache is full.
    CacheFull,
    /// More units are written by turns than it keeps open.
    OpenUnits,
    /// It is too hot.
    Heat,
    /// Its link is reset.
    LinkResets,
    /// It fails.
    Failing,
    /// The computer, not the drive.
    Computer,
}

/// A use that the drive was judged for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedUse {
    /// Its name among the uses that come with iogram.
    pub id: String,
    /// What it is called.
    pub title: String,
}

/// One question with its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiagnosisLine {
    /// Which question.
    pub question: DiagnosisQuestion,
    /// How bad the answer is; absent where the question was not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// How sure it is, 0 to 1; absent where nothing is inferred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_ratio: Option<f64>,
    /// The answer with its figure, or what the question needs that was not reached.
    pub statement: Message,
}

/// What is said of a drive by everything that a diagnosis measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnosis {
    /// What is wrong with it.
    pub condition: DriveCondition,
    /// How bad that is.
    pub severity: Severity,
    /// How sure it is, 0 to 1; absent where nothing is inferred.
    #[serde(default, rename = "confidence", skip_serializing_if = "Option::is_none")]
    pub confidence_ratio: Option<f64>,
    /// The verdict, in one sentence.
    pub statement: Message,
    /// Why it stalls or becomes slow; absent if it does not, or if the reason was not found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<StallCause>,
    /// The same in one sentence; there without a cause, too, if it stalls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause_statement: Option<Message>,
    /// One for each question.
    pub lines: Vec<DiagnosisLine>,
    /// Uses whose limits it keeps, all of which were measured.
    pub good_for: Vec<JudgedUse>,
    /// Uses of which it breaks a limit.
    pub not_good_for: Vec<JudgedUse>,
    /// The one command that comes next; absent if nothing is left to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Message>,
}
