//! Conclusions from the course of a cell: where it stood still, how fast it was where, what its cache held.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// How many.
    pub count: u64,
    /// The longest.
    pub longest_ns: u64,
    /// All together.
    pub lost_ns: u64,
    /// Share of the cell's time.
    pub lost_ratio: f64,
    /// From one beginning to the next, if they come regularly; `None` if they do not, or if there are too
    /// few to tell.
    pub period_ns: Option<u64>,
}
