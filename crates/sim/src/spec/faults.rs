//! Defects of a drive as data: stalls, missing capacity, bad ranges, faults.

use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quantity::{Size, Time};

/// Rare long stalls of the whole drive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StallSpec {
    /// One in so many commands of the kinds below, on average.
    pub one_in: u64,
    /// Only commands up to this size; all if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size_max: Option<Size>,
    /// Which commands can meet it.
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

/// How a drive pretends to have more than it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CounterfeitSpec {
    /// What is done with addresses that do not exist.
    pub scheme: FakeScheme,
    /// Bytes that it really has.
    pub capacity_real: Size,
    /// For `chain`: addresses repeat after this many bytes; `capacity_real` is less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrap: Option<Size>,
    /// The last writes to addresses that do not exist, kept for reading back.
    #[serde(default = "Size::zero")]
    pub hiding_cache: Size,
    /// What reads of lost data return.
    #[serde(default, skip_serializing_if = "MissingReads::is_blank")]
    pub missing: MissingReads,
    /// For `wraparound` and `chain`: addresses from here on are lost and are no other names of existing ones; none if
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_from: Option<Size>,
    /// After so many bytes written it accepts writes and keeps none of them, wherever they go; never if left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drops_after: Option<Size>,
}

/// What reads of data return that is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingReads {
    /// Zeroes, or what erased flash reads as.
    #[default]
    Blank,
    /// What is in the controller's buffer: the beginning of the last write.
    Stale,
    /// The request fails.
    Error,
}

impl MissingReads {
    const fn is_blank(&self) -> bool {
        matches!(self, Self::Blank)
    }
}

/// What a counterfeit does with addresses that do not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FakeScheme {
    /// Writes are accepted and lost; reads return zeroes.
    Limbo,
    /// They are other names of existing ones.
    Wraparound,
    /// Both: addresses repeat after `wrap`, and in each repetition what lies beyond the real capacity is
    /// lost.
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
    /// What is wrong with it.
    pub defect: Defect,
    /// How long the drive tries before it reports an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_time: Option<Time>,
}

/// What is wrong with a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Defect {
    /// Reads fail.
    Unreadable,
    /// Writes fail.
    Unwritable,
    /// Reads succeed and return data with flipped bits.
    Rot,
    /// Reads succeed after the retry time, as of worn or long unrefreshed cells.
    Slow,
}

/// Something that happens once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FaultSpec {
    /// When.
    pub after: Trigger,
    /// What.
    pub event: FaultEvent,
}

/// When a fault happens: the first command that finds it true meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Trigger {
    /// After so much time.
    Time(Time),
    /// After so many bytes written.
    Written(Size),
    /// After so many commands.
    Commands(u64),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultEvent {
    /// Every command fails from now on.
    Vanish,
    /// It vanishes, and after this time answers as a blank drive with another serial number.
    ReturnAsAnother {
        /// How long it is gone.
        after: Time,
        /// Its new serial number.
        serial: String,
    },
    /// Nothing completes for this time.
    Stall(Time),
    /// Every write fails from now on.
    ReadOnly,
    /// The power fails and is back after this time: commands in flight and unprotected cache are lost.
    PowerLoss(Time),
}
