//! Conclusions from the course of a cell: its stalls, its rates by position, the size of its cache.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::workload::OpKind;

/// A period in which the drive completed nothing although requests were outstanding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stall {
    /// The cell's name.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Its beginning, counted from the cell's first request.
    pub time_ns: u64,
    /// Its length.
    pub length_ns: u64,
    /// The operation of the request that ended it; `None` if none did.
    pub operation: Option<OpKind>,
    /// Offset of that request.
    pub offset_bytes: Option<u64>,
}

/// All stalls of one repetition of a cell. A repetition without stalls has no summary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StallSummary {
    /// The cell's name.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Number of stalls.
    pub count: u64,
    /// Length of the longest one.
    pub longest_ns: u64,
    /// Total length of all stalls.
    pub lost_ns: u64,
    /// Total length as a share of the cell's time.
    pub lost_ratio: f64,
    /// Time between the beginnings of consecutive stalls, if they are regular; `None` if they are not, or if there
    /// are too few to decide.
    pub period_ns: Option<u64>,
}

/// A period in which the drive worked at a small part of its usual rate, and after which it recovered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlowStretch {
    /// The cell's name.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Its beginning, counted from the cell's first request.
    pub from_ns: u64,
    /// Its end, counted from the cell's first request.
    pub to_ns: u64,
    /// Rate during the period.
    pub bytes_per_s: f64,
    /// Usual rate of the cell.
    pub usual_bytes_per_s: f64,
    /// Whether the drive recovered; `false` if the slow period lasted to the end of the cell.
    pub is_over: bool,
}

/// The type of a drive's pseudo-SLC cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlcCacheType {
    /// No cache, or none that makes the drive faster.
    None,
    /// Fixed size, on a full drive as on an empty one.
    Static,
    /// Made from free space: a full drive has none.
    Dynamic,
    /// Made from free space, with a part that remains on a full drive.
    Hybrid,
}

/// The pseudo-SLC cache, measured by sequential writes until it is full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlcCache {
    /// The cell that filled it first.
    pub cell: String,
    /// Repetition of that cell, from 0.
    pub repeat: u32,
    /// Bytes until the first cliff, without those in the write buffer; `None`: no cliff.
    pub value_bytes: Option<u64>,
    /// If no cache was detected, the smallest size that would have been; `None` if one was detected, and in older
    /// records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_from_bytes: Option<u64>,
    /// Its type; `None` unless a second pass over the full drive, after a rest, determined it.
    #[serde(rename = "type")]
    pub kind: Option<SlcCacheType>,
    /// Confidence of size and type together, 0 to 1; `type_confidence_ratio` is that of the type alone, if it is
    /// higher.
    #[serde(rename = "confidence")]
    pub confidence_ratio: f64,
    /// Confidence of the type alone, 0 to 1; absent without a type, and in records of versions that had one figure
    /// for both.
    #[serde(
        default,
        rename = "type_confidence_ratio",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind_confidence_ratio: Option<f64>,
    /// Why something is unknown or less certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Rate into the cache; `None` without a cache.
    pub cache_bytes_per_s: Option<f64>,
    /// Rate after the cliff; without a cache, the rate of most of the pass.
    pub after_bytes_per_s: Option<f64>,
    /// Rate after the cliff with stalls included, which the other rates exclude; `None` if there were no stalls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_stalled_bytes_per_s: Option<f64>,
    /// Rate at the end, if it drops once more: the drive folds its cache while being written. `None` without such a
    /// phase.
    pub folding_bytes_per_s: Option<f64>,
    /// Bytes that the write buffer in front of the cache accepted at the link's speed; `None` if not measured.
    pub buffer_bytes: Option<u64>,
}

/// The destination of the writes in a phase of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlateauRole {
    /// The write buffer, at the link's speed.
    Buffer,
    /// The pseudo-SLC cache.
    Cache,
    /// The flash behind the cache, or the only kind of flash.
    Native,
    /// The flash, while the cache is folded.
    Folding,
}

/// A phase of a pass with a nearly constant rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plateau {
    /// The cell's name.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Number of the phase in the cell, from 0.
    pub index: u32,
    /// Its beginning, in bytes of the cell.
    pub from_bytes: u64,
    /// Its end, in bytes of the cell.
    pub to_bytes: u64,
    /// Its beginning, counted from the cell's first request.
    pub from_ns: u64,
    /// Its end, counted from the cell's first request.
    pub to_ns: u64,
    /// Its mean rate.
    pub bytes_per_s: f64,
    /// The destination of its writes; `None` is unknown.
    pub role: Option<PlateauRole>,
}

/// The part of the cache that was free again after a rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CacheRecovery {
    /// The cell that wrote after the rest.
    pub cell: String,
    /// Repetition of that cell, from 0.
    pub repeat: u32,
    /// Length of the rest.
    pub rest_ns: u64,
    /// Bytes until the cliff, without those in the write buffer; 0: no cache. `None`: unknown.
    pub value_bytes: Option<u64>,
    /// These bytes as a share of the cache's size in the first pass.
    pub recovered_ratio: Option<f64>,
    /// Why it is unknown, or only a lower bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// Evenness of a pass over the drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FillProfile {
    /// The cell's name.
    pub cell: String,
    /// Repetition, from 0.
    pub repeat: u32,
    /// Bytes per second, without the flush at the end.
    pub mean_bytes_per_s: f64,
    /// Rate of the slowest second; `None` for a pass shorter than a second.
    pub worst_second_bytes_per_s: Option<f64>,
    /// Its beginning, counted from the cell's first request.
    pub worst_second_ns: Option<u64>,
    /// Share of the bytes, in intervals of 100 ms, that were written at less than half of the mean rate, weighted by
    /// bytes.
    pub below_half_mean_ratio: f64,
}
