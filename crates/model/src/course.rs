//! Conclusions from the course of a cell: where it stood still, how fast it was where, what its cache held.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::workload::OpKind;

/// A time in which the drive completed nothing although it had something to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stall {
    /// The cell's name.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// When it began, since the cell's first request.
    pub time_ns: u64,
    /// How long it took.
    pub length_ns: u64,
    /// What the request was that ended it; `None` if none did.
    pub operation: Option<OpKind>,
    /// Where that request was.
    pub offset_bytes: Option<u64>,
}

/// All stalls of one repetition of a cell. There is none for a repetition without stalls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StallSummary {
    /// The cell's name.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// How many stalls the cell had.
    pub count: u64,
    /// The longest of them.
    pub longest_ns: u64,
    /// The time of all of them together.
    pub lost_ns: u64,
    /// Share of the cell's time.
    pub lost_ratio: f64,
    /// From one beginning to the next, if they come regularly; `None` if they do not, or if there are too
    /// few to tell.
    pub period_ns: Option<u64>,
}

/// A time in which the drive went on at a small part of its usual rate, and after which it was as fast as
/// before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlowStretch {
    /// The cell's name.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// When it began, since the cell's first request.
    pub from_ns: u64,
    /// When it ended.
    pub to_ns: u64,
    /// The rate in it.
    pub bytes_per_s: f64,
    /// The usual rate of the cell.
    pub usual_bytes_per_s: f64,
    /// Whether the drive became fast again; `false` for one that lasted to the end of the cell.
    pub is_over: bool,
}

/// How a drive's pseudo-SLC cache is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlcCacheType {
    /// There is none, or none that makes the drive faster.
    None,
    /// As large on a full drive as on an empty one.
    Static,
    /// Made of free space: a full drive has none.
    Dynamic,
    /// Made of free space, with a part that stays on a full drive.
    Hybrid,
}

/// The pseudo-SLC cache, from writing in order until it is full.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlcCache {
    /// The cell in which it was filled first.
    pub cell: String,
    /// Which repetition of it, counted from 0.
    pub repeat: u32,
    /// Bytes until the first cliff, without those that the write buffer held; `None`: no cliff.
    pub value_bytes: Option<u64>,
    /// Where none was seen, the smallest that would have been; `None` where one was seen, and in older records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_from_bytes: Option<u64>,
    /// How it is made; `None`: it takes a second pass over the full drive, after a rest, to tell.
    #[serde(rename = "type")]
    pub kind: Option<SlcCacheType>,
    /// How sure size and type are together, from 0 to 1; of a type that is surer see the next one.
    #[serde(rename = "confidence")]
    pub confidence_ratio: f64,
    /// How sure the type alone is, from 0 to 1; absent without one, and in records of versions that had one figure for both.
    #[serde(
        default,
        rename = "type_confidence_ratio",
        skip_serializing_if = "Option::is_none"
    )]
    pub kind_confidence_ratio: Option<f64>,
    /// Why something is not told, or less sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Rate into the cache; `None` without one.
    pub cache_bytes_per_s: Option<f64>,
    /// Rate after the cliff; without a cache, the rate of most of the pass.
    pub after_bytes_per_s: Option<f64>,
    /// The same with the times in which the drive stood still, which the other rates leave out; `None` if it never
    /// did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_stalled_bytes_per_s: Option<f64>,
    /// Rate at the end, if it is lower once more: the drive folds its cache while it is written. `None` if
    /// there is no such part.
    pub folding_bytes_per_s: Option<f64>,
    /// What the write buffer in front of the cache took at the link's speed; `None` if not measured.
    pub buffer_bytes: Option<u64>,
}

/// What a part of a pass was written into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlateauRole {
    /// The write buffer, at the link's speed.
    Buffer,
    /// The cache.
    Cache,
    /// The flash past the cache, or the only thing there is.
    Native,
    /// The flash, while the cache is folded.
    Folding,
}

/// A part of a pass in which the rate was about the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plateau {
    /// The cell's name.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// Which one of the cell, counted from 0.
    pub index: u32,
    /// Where it begins, in bytes of the cell.
    pub from_bytes: u64,
    /// Where it ends.
    pub to_bytes: u64,
    /// When it begins, since the cell's first request.
    pub from_ns: u64,
    /// When it ends.
    pub to_ns: u64,
    /// Its rate.
    pub bytes_per_s: f64,
    /// What was written into, as far as it can be told.
    pub role: Option<PlateauRole>,
}

/// What the cache took again after a rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CacheRecovery {
    /// The cell that was written after the rest.
    pub cell: String,
    /// Which repetition of it, counted from 0.
    pub repeat: u32,
    /// How long the drive was left alone.
    pub rest_ns: u64,
    /// Bytes until the cliff, without those that the write buffer held; 0: none. `None`: cannot be told.
    pub value_bytes: Option<u64>,
    /// Share of what the cache took in the first pass.
    pub recovered_ratio: Option<f64>,
    /// Why it cannot be told, or that it is only the least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The reason for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
}

/// How even a pass over the drive was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FillProfile {
    /// The cell's name.
    pub cell: String,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// Bytes over time, the flush at the end left out.
    pub mean_bytes_per_s: f64,
    /// The slowest second; `None` for a pass of less than one.
    pub worst_second_bytes_per_s: Option<f64>,
    /// When it began, since the cell's first request.
    pub worst_second_ns: Option<u64>,
    /// Share of the bytes, in intervals of 100 ms, that were written at less than half of the rate which a byte
    /// met on average.
    pub below_half_mean_ratio: f64,
}
