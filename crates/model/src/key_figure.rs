//! The few figures that summarise a drive in comparisons. The `findings` crate computes them.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::float;

/// A kind of key figure.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum KeyKind {
    /// Sequential reads.
    SequentialRead,
    /// Sequential writes of a part of the drive.
    SequentialWrite,
    /// The mean rate while the drive is filled.
    FillMean,
    /// The size of the SLC cache.
    CacheSize,
    /// The rate of writes after the cache is full.
    AfterCache,
    /// Random reads of 4 KiB, one at a time.
    RandomRead,
    /// Random writes of 4 KiB, one at a time.
    RandomWrite,
    /// Random reads of 4 KiB, several at a time.
    QueuedRead,
    /// Random writes of 4 KiB, several at a time.
    QueuedWrite,
    /// Small writes, each durable before the next.
    SyncWrite,
    /// Latency that 99.99 % of the random reads, one at a time, stay below.
    ReadTail,
    /// Latency that 99.99 % of the random writes, one at a time, stay below.
    WriteTail,
}

impl KeyKind {
    /// All kinds in display order.
    pub const ALL: [Self; 12] = [
        Self::SequentialRead,
        Self::SequentialWrite,
        Self::FillMean,
        Self::CacheSize,
        Self::AfterCache,
        Self::RandomRead,
        Self::RandomWrite,
        Self::QueuedRead,
        Self::QueuedWrite,
        Self::SyncWrite,
        Self::ReadTail,
        Self::WriteTail,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SequentialRead => "sequential-read",
            Self::SequentialWrite => "sequential-write",
            Self::FillMean => "fill-mean",
            Self::CacheSize => "cache-size",
            Self::AfterCache => "after-cache",
            Self::RandomRead => "random-read",
            Self::RandomWrite => "random-write",
            Self::QueuedRead => "queued-read",
            Self::QueuedWrite => "queued-write",
            Self::SyncWrite => "sync-write",
            Self::ReadTail => "read-tail",
            Self::WriteTail => "write-tail",
        }
    }

    /// Name of its figure, which ends in its unit.
    #[must_use]
    pub const fn figure(self) -> &'static str {
        match self {
            Self::SequentialRead
            | Self::SequentialWrite
            | Self::FillMean
            | Self::AfterCache => "bytes_per_s",
            Self::CacheSize => "value_bytes",
            Self::RandomRead
            | Self::RandomWrite
            | Self::QueuedRead
            | Self::QueuedWrite
            | Self::SyncWrite => "iops",
            Self::ReadTail | Self::WriteTail => "latency_p9999_ns",
        }
    }

    /// Whether a lower value is better.
    #[must_use]
    pub fn is_less_better(self) -> bool {
        self.figure().ends_with("_ns")
    }
}

/// A key figure of a run. Exactly one of the values is present, the one in the unit of the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeyFigure {
    /// The kind.
    pub key: KeyKind,
    /// The cell that it comes from.
    pub cell: String,
    /// The value, if it is a rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_per_s: Option<f64>,
    /// The value, if it is in requests per second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops: Option<f64>,
    /// The value, if it is a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ns: Option<f64>,
    /// The value, if it is a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_bytes: Option<u64>,
}

impl KeyFigure {
    /// A key figure with `value` in the unit of its kind.
    #[must_use]
    pub fn new(key: KeyKind, cell: &str, value: f64) -> Self {
        let is = |figure: &str| key.figure() == figure;
        Self {
            key,
            cell: cell.to_owned(),
            bytes_per_s: is("bytes_per_s").then_some(value),
            iops: is("iops").then_some(value),
            latency_ns: key.is_less_better().then_some(value),
            value_bytes: None,
        }
    }

    /// A key figure for the size of a cache.
    #[must_use]
    pub fn of_size(key: KeyKind, cell: &str, size: u64) -> Self {
        Self { value_bytes: Some(size), ..Self::new(key, cell, 0.0) }
    }

    /// The value, in the unit of its kind.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        let rate = self.bytes_per_s.or(self.iops).or(self.latency_ns);
        rate.or_else(|| self.value_bytes.map(float))
    }
}

/// A key figure of several sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedKey {
    /// The kind.
    pub key: KeyKind,
    /// Name of the figure, which ends in its unit.
    pub figure: String,
    /// One value for each side; `None` if the side lacks it.
    pub values: Vec<Option<f64>>,
    /// Indexes of the best sides: several if they do not differ; empty if there is no verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<u32>,
    /// Whether the sides were measured with different cells, so that their values must not be ranked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_different_cells: bool,
}
