//! The drive's health during a measurement.

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

/// Temperature and counters over a cell, about one sample a second.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthSeries {
    /// Source of the temperature, such as `hwmon nvme Composite` or `SMART log`.
    pub source: String,
    /// Temperature at which the drive itself warns; `None` is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_celsius: Option<f64>,
    /// Lowest temperature observed; `None` if the drive reported none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_min_celsius: Option<f64>,
    /// Highest temperature observed; `None` if the drive reported none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_celsius: Option<f64>,
    /// Samples in order: before the first request, about once a second, and after the last. Drives that must
    /// interrupt their work to answer are sampled only before and after.
    pub samples: Vec<HealthSample>,
    /// Increase of the drive's counters from the first to the last sample; `None` if it cannot be queried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<HealthCounters>,
}

/// One sample of the drive's state.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthSample {
    /// Time of the sample, counted from the start of the cell.
    pub start_ns: u64,
    /// Temperature; `None` if the drive did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_celsius: Option<f64>,
    /// The drive's lifetime counters; `None` if it cannot be queried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counters: Option<HealthCounters>,
}

/// Counters of a drive, or differences of them. A counter that the drive lacks is `None`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct HealthCounters {
    /// Number of transitions to light throttling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_light_count: Option<u64>,
    /// Number of transitions to heavy throttling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_heavy_count: Option<u64>,
    /// Time in light or heavy throttling, at the drive's resolution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_ns: Option<u64>,
    /// Time at or above the drive's warning temperature, at its resolution (`NVMe`: minutes).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hot_ns: Option<u64>,
    /// Bytes written by hosts; `NVMe` counts in steps of 512000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<u64>,
    /// Bytes written to the flash itself, as the drive counts them, including garbage collection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand_written_bytes: Option<u64>,
    /// Unrecovered data errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_error_count: Option<u64>,
    /// Entries in the error log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_log_count: Option<u64>,
    /// Used share of the drive's life, by its maker's estimate; may exceed 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life_used_ratio: Option<f64>,
}

impl HealthCounters {
    /// The increase of `self` since `earlier`. A counter that went backwards is unknown: another drive, or a reset.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let since = |of: fn(&Self) -> Option<u64>| of(self)?.checked_sub(of(earlier)?);
        Self {
            throttle_light_count: since(|it| it.throttle_light_count),
            throttle_heavy_count: since(|it| it.throttle_heavy_count),
            throttle_ns: since(|it| it.throttle_ns),
            hot_ns: since(|it| it.hot_ns),
            written_bytes: since(|it| it.written_bytes),
            nand_written_bytes: since(|it| it.nand_written_bytes),
            media_error_count: since(|it| it.media_error_count),
            error_log_count: since(|it| it.error_log_count),
            life_used_ratio: self
                .life_used_ratio
                .zip(earlier.life_used_ratio)
                .map(|(now, then)| now - then)
                .filter(|used| *used >= 0.0),
        }
    }

    /// Bytes written to flash per byte written by the host, for counter differences; `None` if either is not counted
    /// or the host wrote nothing. Coarse counters make it coarse for short cells.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the ratio is good to a few digits")]
    pub fn write_amplification(&self) -> Option<f64> {
        let host = self.written_bytes.filter(|bytes| *bytes > 0)?;
        Some(self.nand_written_bytes? as f64 / host as f64)
    }
}
