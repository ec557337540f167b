//! Figures that another tool printed, with what it says about how they came about. `None` is what it does not say.

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

/// What a file of another tool says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedEvidence {
    /// The tool as it calls itself, such as `fio`.
    pub tool: String,
    /// Its version; `None` if the file does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// When it says that it measured, in its own words: most tools do not say the time zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// One for each result, in the order of the file.
    pub results: Vec<ImportedResult>,
    /// What it says beside, in its own words: name and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<ImportedFact>,
    /// How many of a job's requests took how long, as the tool printed it; empty if it did not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub latency_shares: Vec<LatencyShares>,
    /// How the drive fares, as far as it counts what standards define; `None` if the file says nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Box<ImportedHealth>>,
    /// Registers of an SD card that stand in the file, decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<Box<SdRecord>>,
    /// Registers of an eMMC that stand in the file, decoded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mmc: Option<Box<MmcRecord>>,
    /// Requests that failed by the drive's fault, in the tool's own words; empty if it told of none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// What was corrected and what must not be taken for more than it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The same for every language; empty in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub note_statements: Vec<Message>,
}

impl ImportedEvidence {
    /// Adds a note, once.
    pub fn note(&mut self, note: &Sentence) {
        let words = note.to_string();
        if !self.notes.contains(&words) {
            self.notes.push(words);
            self.note_statements.push(Message::new(MessageId::Quoted, [note.into()]));
        }
    }
}

/// What a drive told another tool of its health. `None` is what the file does not say.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedHealth {
    /// The drive's own verdict: `false` is that it says that it is failing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_passed: Option<bool>,
    /// Whether it warns of something, such as a reserve that runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_warning: Option<bool>,
    /// Its temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_celsius: Option<f64>,
    /// Share of its life that is used, by its maker's estimate; may exceed 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_used_ratio: Option<f64>,
    /// Whether that share is the upper end of a step, as an eMMC counts in tenths: what is used is between the step before and
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_life_at_most: Option<bool>,
    /// What it warns of, in the tool's order; empty if it does not warn or does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warns_of: Vec<DriveWarning>,
    /// Below this reserve the drive warns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_threshold_ratio: Option<f64>,
    /// Reserve that is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_ratio: Option<f64>,
    /// Read by hosts; `NVMe` counts in steps of 512000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_bytes: Option<u64>,
    /// Written by hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// Time under power.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_on_s: Option<u64>,
    /// Power-ups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_cycle_count: Option<u64>,
    /// Power losses without notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsafe_shutdown_count: Option<u64>,
    /// Data that could not be read or was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_error_count: Option<u64>,
    /// Entries ever written to its error log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_log_count: Option<u64>,
}

/// What a drive warns of. Source: NVM Express Base Specification 2.0, figure 207, "Critical Warning"; JEDEC JESD84-B51,
/// `PRE_EOL_INFO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum DriveWarning {
    /// Its reserve is below the threshold, or nearly used up.
    Spare,
    /// It is too warm or too cold.
    Temperature,
    /// Errors of the media or inside make it less reliable.
    Reliability,
    /// It takes no more writes.
    ReadOnly,
    /// What protects its volatile memory failed.
    Backup,
    /// Its persistent memory region is read-only or not reliable.
    PersistentMemory,
    /// Something that is not known here.
    #[serde(other)]
    Other,
}

/// One result: a kind of work and its figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedResult {
    /// What the tool calls it.
    pub name: String,
    /// Line of the file in which it stands, counted from 1; `None` where it has no single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_index: Option<u64>,
    /// What was done; `None` is unknown, or several kinds together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<OpKind>,
    /// Order of addresses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<ImportedOrder>,
    /// Block size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_bytes: Option<u64>,
    /// Requests outstanding of each job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Submitters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job_count: Option<u32>,
    /// Whether it went past the page cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_direct: Option<bool>,
    /// Whether the figures are about the drive: `false` for what is known to come from memory.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub is_of_drive: bool,
    /// What kept it from being what the drive can do alone, in the tool's own words: `rate_iops=200`, a job beside it. Empty
    /// if nothing is known of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Figures by their published names, which end in the unit: `bytes_per_s`, `iops`, `latency_p99_ns`, `elapsed_ns`.
    #[schemars(with = "std::collections::BTreeMap<String, f64>")]
    pub figures: ImportedFigures,
    /// Requests, and bytes that they moved; `None` where the tool does not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_count: Option<u64>,
    /// Bytes that were moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_bytes: Option<u64>,
    /// Which latency its latencies are, in the tool's own word, such as `clat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_of: Option<String>,
    /// Latencies of all requests in the form of a cell's histogram; `None` where the tool does not print them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub histogram: Option<String>,
    /// How one of the figures went over time; `None` where the tool does not tell, or told too little for a course.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Box<ImportedCourse>>,
    /// Of flushes: whether one followed each write of the job, so that the next write waited for it. `None` where the tool
    /// does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_after_each: Option<bool>,
    /// That a person left it out of every figure, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Box<Exclusion>>,
}

/// How long the requests of a job took: shares of all, in the order of their latencies.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LatencyShares {
    /// The job, as the tool calls it.
    pub name: String,
    /// Ascending; latencies that no request had are left out.
    pub shares: Vec<LatencyShare>,
}

/// The share of requests that took as long as that.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LatencyShare {
    /// They took at most so long, and longer than the one before; `None` is longer than all others.
    pub up_to_ns: Option<f64>,
    /// Share of all requests of the job.
    pub ratio: f64,
}

/// How a figure went over time, as a log tells it: neighbouring lines of a long one are taken together.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportedCourse {
    /// Which figure, such as `bytes_per_s`; its name ends in its unit.
    pub figure: String,
    /// When each part ended, since the job began, ns; ascending.
    pub ended_ns: Vec<u64>,
    /// Mean of the lines of each part, or what they come to per second.
    pub values: Vec<f64>,
    /// The largest of each part; empty where lines are means themselves, of which the largest says nothing.
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

/// Order of addresses, as far as a tool says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ImportedOrder {
    /// One after the other.
    Sequential,
    /// At random.
    Random,
    /// In another way.
    #[serde(other)]
    Unknown,
}

/// Something that a tool says beside its figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedFact {
    /// What it is about.
    pub name: String,
    /// What it says, with the unit.
    pub value: String,
}

impl ImportedFact {
    /// A fact of these words.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// Where an imported run comes from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportSource {
    /// Kind of file, as `iogram import --as` calls it.
    pub kind: String,
    /// Name of the file, without the folders that it is in.
    pub file: String,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// SHA-256 of the file, hexadecimal; in what is shared, `file-` and digits that stand for it.
    pub sha256: String,
    /// Which result of the file, counted from 0, where it holds several that do not belong together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_index: Option<u64>,
}

/// What became of files that were to be imported.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportReport {
    /// Always [`ImportReport::FORMAT`].
    pub format: String,
    /// Runs that were made, in the order of the files.
    pub accepted: Vec<AcceptedImport>,
    /// What could not be read, and why.
    pub refused: Vec<RefusedImport>,
}

impl ImportReport {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-import/1";
}

/// A run that was made of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AcceptedImport {
    /// The file as it was named or found.
    pub file: String,
    /// Kind of file, as `--as` calls it.
    pub kind: String,
    /// The run's id.
    pub run: String,
    /// Whether the run is kept; `false` with `--no-store`.
    pub is_kept: bool,
    /// Whether it was there before: the same bytes were imported already.
    pub is_known: bool,
    /// Results, tables or facts in it.
    pub result_count: u64,
    /// The tool with its version, as far as it says it.
    pub tool: String,
    /// What the run says first.
    pub answer: String,
    /// Whether it says that the drive failed, or is not what it says.
    #[serde(default)]
    pub is_defective: bool,
    /// How bad what it says is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
}

/// A file that could not be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusedImport {
    /// The file as it was named or found.
    pub file: String,
    /// The kind that it was taken for; `None` if it is of none that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_index: Option<u64>,
    /// Letter of the line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column_index: Option<u64>,
    /// What could not be done, and why.
    pub reason: String,
    /// What the user can do.
    pub hint: String,
    /// Whether it is a file of a folder that is of no known kind, such as a script beside the results.
    pub is_passed_over: bool,
}
