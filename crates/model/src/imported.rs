//! Figures that another tool printed, with its description of the conditions. `None` means that the tool does not
//! state it.

mod figures;
mod work;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::figures::ImportedFigures;
pub use self::work::{PlainWork, ToldMix, ToldResult};
use crate::Sentence;
use crate::analysis::Severity;
use crate::cell::Exclusion;
use crate::device::{MmcRecord, SdRecord};
use crate::message::{Message, MessageId};
use crate::workload::OpKind;

/// The contents of another tool's file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedEvidence {
    /// The tool's own name, such as `fio`.
    pub tool: String,
    /// Its version; `None` if the file does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Time of the measurement in the tool's own words: most tools omit the time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// One result each, in the order of the file.
    pub results: Vec<ImportedResult>,
    /// Further statements of the file, in its own words: name and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<ImportedFact>,
    /// The latency distribution of each job, as the tool printed it; empty if it did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub latency_shares: Vec<LatencyShares>,
    /// The drive's health by standard counters; `None` if the file has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Box<ImportedHealth>>,
    /// Registers of an SD card in the file, decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<Box<SdRecord>>,
    /// Registers of an eMMC in the file, decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mmc: Option<Box<MmcRecord>>,
    /// Failed requests that the drive caused, in the tool's own words; empty if it reported none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Corrections, and limits of the figures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The notes for every language; empty in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub note_statements: Vec<Message>,
}

impl ImportedEvidence {
    /// Adds a note unless it is already there.
    pub fn note(&mut self, note: &Sentence) {
        let words = note.to_string();
        if !self.notes.contains(&words) {
            self.notes.push(words);
            self.note_statements.push(Message::new(MessageId::Quoted, [note.into()]));
        }
    }
}

/// The health that a drive reported to another tool. `None` means that the file does not state it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedHealth {
    /// The drive's own verdict: `false` means that it reports its failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_passed: Option<bool>,
    /// Whether it warns of something, such as a low reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_warning: Option<bool>,
    /// The drive's temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_celsius: Option<f64>,
    /// Used share of its life, by its maker's estimate; may exceed 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_used_ratio: Option<f64>,
    /// Whether that share is the upper end of a step, as an eMMC counts in tenths: the true value lies within this
    /// step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_life_at_most: Option<bool>,
    /// Its warnings, in the tool's order; empty if it does not warn or the file does not state it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warns_of: Vec<DriveWarning>,
    /// The drive warns below this reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_threshold_ratio: Option<f64>,
    /// Remaining reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_ratio: Option<f64>,
    /// Bytes read by hosts; `NVMe` counts in steps of 512000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_bytes: Option<u64>,
    /// Bytes written by hosts; `NVMe` counts in steps of 512000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// Time under power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_on_s: Option<u64>,
    /// Power cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_cycle_count: Option<u64>,
    /// Power losses without a shutdown command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsafe_shutdown_count: Option<u64>,
    /// Unrecovered data errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_error_count: Option<u64>,
    /// Entries ever written to its error log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_log_count: Option<u64>,
}

/// A warning of a drive. Source: NVM Express Base Specification 2.0, figure 207, "Critical Warning"; JEDEC
/// JESD84-B51, `PRE_EOL_INFO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DriveWarning {
    /// Its reserve is below the threshold or nearly used up.
    Spare,
    /// It is too warm or too cold.
    Temperature,
    /// Media or internal errors reduce its reliability.
    Reliability,
    /// It rejects writes.
    ReadOnly,
    /// The backup of its volatile memory failed.
    Backup,
    /// Its persistent memory region is read-only or unreliable.
    PersistentMemory,
    /// A warning that this version does not know.
    #[serde(other)]
    Other,
}

/// One result: a kind of work and its figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedResult {
    /// The tool's name for it.
    pub name: String,
    /// Line in the file, from 1; `None` if the result has no single line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_index: Option<u64>,
    /// The operation; `None` is unknown, or several together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<OpKind>,
    /// The access pattern.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<ImportedOrder>,
    /// Block size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_bytes: Option<u64>,
    /// Outstanding requests of each job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Number of jobs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job_count: Option<u32>,
    /// Whether requests bypassed the page cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_direct: Option<bool>,
    /// Whether the figures are those of the drive: `false` if they are known to come from memory.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub is_of_drive: bool,
    /// Limits other than the drive, in the tool's own words: `rate_iops=200`, a concurrent job. Empty if none are
    /// known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Figures by their published names, which end in the unit: `bytes_per_s`, `iops`, `latency_p99_ns`, `elapsed_ns`.
    #[schemars(with = "std::collections::BTreeMap<String, f64>")]
    pub figures: ImportedFigures,
    /// Number of requests; `None` if the tool does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_count: Option<u64>,
    /// Bytes transferred; `None` if the tool does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_bytes: Option<u64>,
    /// The kind of latency, in the tool's own word, such as `clat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_of: Option<String>,
    /// Latencies of all requests in the form of a cell's histogram; `None` if the tool does not print them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub histogram: Option<String>,
    /// The course of one figure over time; `None` if the tool prints none, or too little of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Box<ImportedCourse>>,
    /// For flushes: whether one followed each write of the job, so that the next write waited for it. `None` if the
    /// tool does not state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_after_each: Option<bool>,
    /// A person's decision to exclude the result from all figures; `None` if it is not excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Box<Exclusion>>,
}

/// The latency distribution of a job's requests: shares of all, in ascending order of latency.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LatencyShares {
    /// The tool's name for the job.
    pub name: String,
    /// The shares, ascending; latencies without requests are left out.
    pub shares: Vec<LatencyShare>,
}

/// The share of requests in one range of latencies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyShare {
    /// Upper end of the range, whose lower end is that of the previous share; `None` is the range above all others.
    pub up_to_ns: Option<f64>,
    /// Share of all requests of the job.
    pub ratio: f64,
}

/// The course of a figure over time in a log; neighbouring lines of a long log are combined.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedCourse {
    /// Name of the figure, which ends in its unit, such as `bytes_per_s`.
    pub figure: String,
    /// End of each part in ns, counted from the beginning of the job; ascending.
    pub ended_ns: Vec<u64>,
    /// Mean of the lines of each part, or their rate per second.
    pub values: Vec<f64>,
    /// The largest value of each part; empty if the lines are means, whose largest value is meaningless.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub largest: Vec<f64>,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_yes(it: &bool) -> bool {
    *it
}

/// The access pattern, as far as a tool states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ImportedOrder {
    /// Sequential.
    Sequential,
    /// Random.
    Random,
    /// Another pattern.
    #[serde(other)]
    Unknown,
}

/// A statement of a tool besides its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedFact {
    /// The subject.
    pub name: String,
    /// The value with its unit.
    pub value: String,
}

impl ImportedFact {
    /// A fact with this name and value.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// The source of an imported run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportSource {
    /// Kind of file, as in `iogram import --as`.
    pub kind: String,
    /// Name of the file, without its directory.
    pub file: String,
    /// Size of the file in bytes.
    pub file_bytes: u64,
    /// SHA-256 of the file, hexadecimal; in bundles, `file-` and a replacement.
    pub sha256: String,
    /// Index of the result in the file, from 0, if the file holds several independent results; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_index: Option<u64>,
}

/// The result of an import of files.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportReport {
    /// Always [`ImportReport::FORMAT`].
    pub format: String,
    /// Imported runs, in the order of the files.
    pub accepted: Vec<AcceptedImport>,
    /// Files that could not be read, with the reason.
    pub refused: Vec<RefusedImport>,
}

impl ImportReport {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-import/1";
}

/// A run made from a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedImport {
    /// The file as it was named or found.
    pub file: String,
    /// Kind of file, as in `--as`.
    pub kind: String,
    /// The run's id.
    pub run: String,
    /// Whether the store keeps the run; `false` with `--no-store`.
    pub is_kept: bool,
    /// Whether the same bytes had been imported before.
    pub is_known: bool,
    /// Number of results, tables or facts in it.
    pub result_count: u64,
    /// The tool, and its version if the file states it.
    pub tool: String,
    /// The run's answer.
    pub answer: String,
    /// Whether the run reports that the drive failed or is not what it claims to be.
    #[serde(default)]
    pub is_defective: bool,
    /// Severity of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
}

/// A file that could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedImport {
    /// The file as it was named or found.
    pub file: String,
    /// The assumed kind; `None` if no known kind matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_index: Option<u64>,
    /// Character in the line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column_index: Option<u64>,
    /// The error and its cause.
    pub reason: String,
    /// The remedy.
    pub hint: String,
    /// Whether the file was skipped: a file of unknown kind in a directory, such as a script beside the results.
    pub is_passed_over: bool,
}
