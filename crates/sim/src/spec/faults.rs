//! Defects of a drive as data: stalls, missing capacity, bad ranges, faults.

use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quantity::{Size, Time};

/// Rare long stalls of the whole drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StallSpec {
    /// One in this many commands of the kinds below, on average.
    pub one_in: u64,
    /// Only commands up to this size; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_max: Option<Size>,
    /// Kinds of commands that it can hit.
    #[serde(default = "default_stall_kinds")]
    pub kinds: Vec<iogram_model::OpKind>,
    /// Shortest.
    pub min: Time,
    /// Longest; all lengths between are equally likely.
    pub max: Time,
}

fn default_stall_kinds() -> Vec<iogram_model::OpKind> {
    vec![iogram_model::OpKind::Write]
}

/// The way in which a drive pretends to have more capacity than it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterfeitSpec {
    /// Its handling of addresses that do not exist.
    pub scheme: FakeScheme,
    /// Real capacity in bytes.
    pub capacity_real: Size,
    /// For `chain`: addresses repeat after this many bytes; `capacity_real` is less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Size>,
    /// The last writes to addresses that do not exist, kept for reading back.
    #[serde(default = "Size::zero")]
    pub hiding_cache: Size,
    /// Contents returned by reads of lost data.
    #[serde(default, skip_serializing_if = "MissingReads::is_blank")]
    pub missing: MissingReads,
    /// For `wraparound` and `chain`: addresses from here on are lost, and do not repeat existing ones; none if left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_from: Option<Size>,
    /// After this many bytes written, it accepts writes and drops them all, at any address; never if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drops_after: Option<Size>,
}

/// Contents returned by reads of lost data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingReads {
    /// Zeroes, or the contents of erased flash.
    #[default]
    Blank,
    /// The contents of the controller's buffer: the beginning of the last write.
    Stale,
    /// The request fails.
    Error,
}

impl MissingReads {
    const fn is_blank(&self) -> bool {
        matches!(self, Self::Blank)
    }
}

/// A counterfeit's handling of addresses that do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FakeScheme {
    /// Writes are accepted and lost; reads return zeroes.
    Limbo,
    /// Addresses repeat existing ones.
    Wraparound,
    /// Both: addresses repeat after `wrap`, and in each repetition the part beyond the real capacity is lost.
    Chain,
}

/// A range with a defect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BadRangeSpec {
    /// First byte.
    pub start: Size,
    /// Its length.
    pub size: Size,
    /// The defect.
    pub defect: Defect,
    /// Duration of the drive's retries before it reports an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_time: Option<Time>,
}

/// Defects of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
    /// Reads fail.
    Unreadable,
    /// Writes fail.
    Unwritable,
    /// Reads succeed and return data with flipped bits.
    Rot,
    /// Reads succeed after the retry time, as of worn cells or cells without a refresh.
    Slow,
}

/// A fault that happens once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// Its time.
    pub after: Trigger,
    /// Its kind.
    pub event: FaultEvent,
}

/// The time of a fault: it affects the first command for which the condition is true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Trigger {
    /// After this time.
    Time(Time),
    /// After this many bytes written.
    Written(Size),
    /// After this many commands.
    Commands(u64),
}

/// Kinds of faults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultEvent {
    /// Every command fails from now on.
    Vanish,
    /// It vanishes, and after this time returns as a blank drive with another serial number.
    ReturnAsAnother {
        /// Duration of its absence.
        after: Time,
        /// Its new serial number.
        serial: String,
    },
    /// Nothing completes for this time.
    Stall(Time),
    /// Every write fails from now on.
    ReadOnly,
    /// The power fails and returns after this time: commands in flight and the unprotected cache are lost.
    PowerLoss(Time),
}
