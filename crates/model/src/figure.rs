//! The figures of a cell by their published names, and published limits on them.

use std::fmt;
use std::str::FromStr;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::Quality;
use crate::cell::OpRecord;
use crate::number::float;
use crate::sentence;
use crate::text::ParseError;
use crate::workload::OpKind;

/// One figure of one repetition.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Figure {
    /// Bytes per second of the elapsed time, including a flush at the end.
    #[serde(rename = "bytes_per_s")]
    BytesPerS,
    /// Bytes per second until the flush at the end began: the apparent rate of a copy while its data is still on the
    /// way to the drive.
    #[serde(rename = "bytes_per_s_before_flush")]
    BytesPerSBeforeFlush,
    /// Completions per second of the elapsed time.
    #[serde(rename = "iops")]
    Iops,
    /// Nanoseconds from the first request to the last completion.
    #[serde(rename = "elapsed_ns")]
    Elapsed,
    /// Part of the elapsed time that writes took; known unless flushes run concurrently with writes.
    #[serde(rename = "writing_ns")]
    Writing,
    /// Part of the elapsed time that flushes took: the time of `sync` after `dd`.
    #[serde(rename = "flushing_ns")]
    Flushing,
    /// Mean latency.
    #[serde(rename = "latency_mean_ns")]
    LatencyMean,
    /// Median latency.
    #[serde(rename = "latency_p50_ns")]
    LatencyP50,
    /// 90th percentile.
    #[serde(rename = "latency_p90_ns")]
    LatencyP90,
    /// 99th percentile.
    #[serde(rename = "latency_p99_ns")]
    LatencyP99,
    /// 99.9th percentile.
    #[serde(rename = "latency_p999_ns")]
    LatencyP999,
    /// 99.99th percentile.
    #[serde(rename = "latency_p9999_ns")]
    LatencyP9999,
    /// 99.999th percentile.
    #[serde(rename = "latency_p99999_ns")]
    LatencyP99999,
    /// Largest latency.
    #[serde(rename = "latency_max_ns")]
    LatencyMax,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 14] = [
        Self::BytesPerS,
        Self::BytesPerSBeforeFlush,
        Self::Iops,
        Self::Elapsed,
        Self::Writing,
        Self::Flushing,
        Self::LatencyMean,
        Self::LatencyP50,
        Self::LatencyP90,
        Self::LatencyP99,
        Self::LatencyP999,
        Self::LatencyP9999,
        Self::LatencyP99999,
        Self::LatencyMax,
    ];

    /// The name in records and method files; it ends in the unit.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BytesPerS => "bytes_per_s",
            Self::BytesPerSBeforeFlush => "bytes_per_s_before_flush",
            Self::Iops => "iops",
            Self::Elapsed => "elapsed_ns",
            Self::Writing => "writing_ns",
            Self::Flushing => "flushing_ns",
            Self::LatencyMean => "latency_mean_ns",
            Self::LatencyP50 => "latency_p50_ns",
            Self::LatencyP90 => "latency_p90_ns",
            Self::LatencyP99 => "latency_p99_ns",
            Self::LatencyP999 => "latency_p999_ns",
            Self::LatencyP9999 => "latency_p9999_ns",
            Self::LatencyP99999 => "latency_p99999_ns",
            Self::LatencyMax => "latency_max_ns",
        }
    }
}

impl Figure {
    /// The share of requests, from 0 to 1, that took no longer; `None` if the figure is not a percentile.
    #[must_use]
    pub const fn quantile(self) -> Option<f64> {
        match self {
            Self::LatencyP50 => Some(0.5),
            Self::LatencyP90 => Some(0.9),
            Self::LatencyP99 => Some(0.99),
            Self::LatencyP999 => Some(0.999),
            Self::LatencyP9999 => Some(0.9999),
            Self::LatencyP99999 => Some(0.99999),
            _ => None,
        }
    }

    /// Whether the figure is a percentile.
    #[must_use]
    pub const fn is_percentile(self) -> bool {
        self.quantile().is_some()
    }
}

impl OpRecord {
    /// The value of a figure; `None` if there were too few requests for it, or if it belongs to a whole cell.
    #[must_use]
    pub fn value_of(&self, figure: Figure) -> Option<f64> {
        let latency = &self.latency_ns;
        match figure {
            Figure::BytesPerS => Some(self.bytes_per_s),
            Figure::Iops => Some(self.iops),
            Figure::LatencyMean => Some(latency.mean),
            Figure::LatencyP50 => latency.p50.map(float),
            Figure::LatencyP90 => latency.p90.map(float),
            Figure::LatencyP99 => latency.p99.map(float),
            Figure::LatencyP999 => latency.p999.map(float),
            Figure::LatencyP9999 => latency.p9999.map(float),
            Figure::LatencyP99999 => latency.p99999.map(float),
            Figure::LatencyMax => Some(float(latency.max)),
            Figure::BytesPerSBeforeFlush
            | Figure::Elapsed
            | Figure::Writing
            | Figure::Flushing => None,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Figure {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::ALL.into_iter().find(|figure| figure.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            ParseError::new(sentence!("model-not-figure", text), sentence!("model-use", names))
        })
    }
}

/// A published limit, and the figure that it applies to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rule {
    /// Short stable name, such as `etcd-fsync`.
    pub id: String,
    /// What the rule means for the user, one sentence.
    pub title: String,
    /// The name of the cell that it judges.
    pub cell: String,
    /// The operation that it judges.
    pub operation: OpKind,
    /// The figure that it judges.
    pub figure: Figure,
    /// The limit, in the figure's unit.
    pub limit: f64,
    /// Whether the figure must stay below the limit (otherwise it must reach it).
    pub is_upper_limit: bool,
    /// The kind of work that the cell must be for the rule to apply, such as writes that exceed any cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Quality>,
    /// Who published it.
    pub source: String,
}

/// A requirement of a mark, such as reads per second for A1. A mark can have several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MarkRule {
    /// The mark.
    pub mark: String,
    /// Whether one repetition that reaches all requirements of the mark is enough (otherwise all must reach them).
    pub is_best_of: bool,
    /// The requirement as a rule.
    pub rule: Rule,
}
